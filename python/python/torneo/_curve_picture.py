"""Draws curves with their bands as SVG."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence

#: A value with the ends of its interval; what is open is None.
Point = tuple[float | None, float | None, float | None]

_WIDTH, _HEIGHT = 640, 340
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 624, 40, 284
_MARGIN = 12  # between the frame and the first and last point
_COLOUR = "#3b82c4"  # 3:1 on white and on black
# Most labels along the axis of agents, and characters of one.
_MOST_LABELS, _LONGEST = 8, 12


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers that cover a range, at most ten."""
    rough = max(high - low, 1e-9) / 7
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * unit for factor in (1, 2, 5, 10) if factor * unit >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [number * step for number in range(first, last + 1)]


def _text(x: float, y: float, text: str, anchor: str = "middle", more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{html.escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, more: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {more}/>'


def _places(names: Sequence[int | float | str]) -> list[float]:
    """Where the names stand along their axis, 0 to 1: numbers by their size, words side by side."""
    numbers = [float(name) for name in names if not isinstance(name, str)]
    if len(numbers) < len(names):
        numbers = [float(number) for number in range(len(names))]
    low, high = min(numbers), max(numbers)
    return [(number - low) / (high - low) if high > low else 0.5 for number in numbers]


def _short(name: int | float | str) -> str:
    text = f"{name:,}" if isinstance(name, int) else str(name)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


class _Frame:
    """The axes: where values and names stand."""

    def __init__(self, names: Sequence[int | float | str], points: Sequence[Point]) -> None:
        known = [end for point in points for end in point if end is not None]
        self.names, self.ticks = names, _ticks(min(known), max(known))
        self.xs = [_LEFT + _MARGIN + place * (_RIGHT - _LEFT - 2 * _MARGIN) for place in _places(names)]

    def y(self, value: float) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return _BOTTOM - (value - low) / (high - low) * (_BOTTOM - _TOP)

    def low(self, point: Point) -> float:
        """Where the lower end of a band is: the frame, where it is open."""
        return _BOTTOM if point[1] is None else self.y(point[1])

    def high(self, point: Point) -> float:
        return _TOP if point[2] is None else self.y(point[2])

    def drawn(self) -> list[str]:
        grid = 'stroke="currentColor" stroke-opacity="0.2"'
        shown = [f"{tick:g}" for tick in self.ticks]
        lines = [_line(_LEFT, self.y(tick), _RIGHT, self.y(tick), grid) for tick in self.ticks]
        labels = [_text(_LEFT - 8, self.y(tick) + 4, text, "end") for tick, text in zip(self.ticks, shown)]
        step = math.ceil(len(self.names) / _MOST_LABELS)
        below = [_text(x, _BOTTOM + 18, _short(name)) for x, name in list(zip(self.xs, self.names))[::step]]
        axis = _line(_LEFT, _BOTTOM, _RIGHT, _BOTTOM, 'stroke="currentColor"')
        return [*lines, *labels, *below, axis]


def _mark(frame: _Frame, x: float, point: Point) -> str:
    """A point with its interval; a triangle at the known end where the other one is open."""
    value, low, high = point
    bar = _line(x, frame.low(point), x, frame.high(point), f'stroke="{_COLOUR}" stroke-opacity="0.6"')
    if value is not None:
        return bar + f'<circle cx="{x:.1f}" cy="{frame.y(value):.1f}" r="3.5" fill="{_COLOUR}"/>'
    end, up = (low, -9) if low is not None else (high, 9)
    y = _BOTTOM if end is None else frame.y(end)
    return bar + f'<path d="M{x - 5:.1f} {y:.1f}h10l-5 {up}z" fill="{_COLOUR}"/>'


def _described(name: int | float | str, point: Point, unit: str) -> str:
    """What stands at a point, for who points at it."""
    value, low, high = ("open" if end is None else f"{end:.0f}" for end in point)
    return f"<title>{html.escape(str(name))}: {value} [{low}, {high}] {unit}</title>"


def drawn(title: str, unit: str, names: Sequence[int | float | str], points: Sequence[Point]) -> str:
    """A curve with its 95% band. Text and axes have the colour of what stands around the picture, so
    that it can be read on light and on dark ground.
    """
    frame = _Frame(names, points)
    along = list(zip(frame.xs, points))
    upper = [f"{x:.1f},{frame.high(point):.1f}" for x, point in along]
    lower = [f"{x:.1f},{frame.low(point):.1f}" for x, point in reversed(along)]
    line = [f"{x:.1f},{frame.y(point[0]):.1f}" for x, point in along if point[0] is not None]
    are_steps = not any(isinstance(name, str) for name in names) and list(names) != list(range(len(names)))
    middle = (_TOP + _BOTTOM) / 2
    marks = [
        f"<g>{_described(name, point, unit)}{_mark(frame, x, point)}</g>"
        for name, (x, point) in zip(names, along)
    ]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
        f'role="img" aria-label="{html.escape(title, quote=True)}" fill="currentColor" '
        'font-family="sans-serif" font-size="12" style="max-width: 100%">',
        _text(_LEFT, 22, title, "start", ' font-size="14" font-weight="bold"'),
        *frame.drawn(),
        f'<polygon points="{" ".join(upper + lower)}" fill="{_COLOUR}" fill-opacity="0.3"/>',
        f'<polyline points="{" ".join(line)}" fill="none" stroke="{_COLOUR}" stroke-width="2"/>',
        *marks,
        _text((_LEFT + _RIGHT) / 2, _BOTTOM + 42, "step" if are_steps else "agent"),
        _text(18, middle, f"{unit}, 95% band", more=f' transform="rotate(-90 18 {middle:.0f})"'),
        "</svg>",
    ]
    return "\n".join(parts)
