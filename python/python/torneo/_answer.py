"""What the answers of commands share."""

from __future__ import annotations

import copy
import html
import types
import typing
import warnings
from collections.abc import Iterator
from dataclasses import MISSING, asdict, dataclass, fields, is_dataclass
from typing import Any, TypeVar

_T = TypeVar("_T")
#: More rows of a list are not shown in notebooks.
_MOST_ROWS = 20


@dataclass(frozen=True)
class Answer:
    """What a command answers, or a part of it. It does not change; `to_dict` is what the command
    prints with `--json`.
    """

    def to_dict(self) -> Any:
        """What the command prints with `--json`: dicts, lists, texts, numbers and None."""
        printed = self.__dict__.get("_printed")
        return asdict(self) if printed is None else copy.deepcopy(printed)

    def _repr_html_(self) -> str:
        return html_of(self)

    def __getitem__(self, name: Any) -> Any:
        """Deprecated: the attribute of this name. Answers that are lists are indexed by integers."""
        if isinstance(self, Several) and not isinstance(name, str):
            return self._items()[name]
        kind = type(self).__name__
        warnings.warn(f"{kind}[{name!r}] is deprecated: use {kind}.{name}", DeprecationWarning, stacklevel=2)
        return self.to_dict()[name]


class Several:
    """An answer that is a list: it is gone through, counted and indexed."""

    def _items(self) -> list[Any]:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items())

    def __len__(self) -> int:
        return len(self._items())


@dataclass(frozen=True)
class Summary(Answer):
    """What a run says when it ends: how many games were played now, were there already and were
    taken from other folders; the seconds that it took; and a line for each fault of an engine.
    """

    played: int
    resumed: int
    reused: int
    seconds: float
    faults: list[str]


def _shown(value: Any) -> dict[str, Any]:
    """The items of an answer or of a dict by their names."""
    if isinstance(value, dict):
        return value
    return {field.name: getattr(value, field.name) for field in fields(value)}


def html_of(value: Any) -> str:
    """A value as notebooks show it: a table for a dict or an answer, and for a list of them one
    with a row for each.
    """
    if is_dataclass(value) or isinstance(value, dict):
        shown = _shown(value)
    elif isinstance(value, list) and value and (is_dataclass(value[0]) or isinstance(value[0], dict)):
        shown_rows = [_shown(row) for row in value[:_MOST_ROWS]]
        head = "".join(f"<th>{html.escape(name)}</th>" for name in shown_rows[0])
        cells = ["".join(f"<td>{html_of(item)}</td>" for item in row.values()) for row in shown_rows]
        rows = "".join(f"<tr>{row}</tr>" for row in cells)
        more = f"<caption>{_MOST_ROWS} of {len(value)}</caption>" if len(value) > _MOST_ROWS else ""
        return f"<table>{more}<tr>{head}</tr>{rows}</table>"
    elif isinstance(value, list):
        more = ", ..." if len(value) > _MOST_ROWS else ""
        return ", ".join(html_of(item) for item in value[:_MOST_ROWS]) + more
    elif isinstance(value, float):
        return f"{value:.4g}"
    else:
        return html.escape(str(value))
    rows = "".join(
        f"<tr><th>{html.escape(name)}</th><td>{html_of(item)}</td></tr>" for name, item in shown.items()
    )
    return f"<table>{rows}</table>"


def made(kind: Any, value: Any, place: str) -> Any:
    """A value of JSON as what a field of a dataclass is declared to be; keys that it does not declare
    are only in `to_dict`. Raises `TypeError` where they differ.
    """
    if kind is Any:
        return value
    if is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        own = fields(kind)
        needed = {one.name for one in own if one.default is MISSING and one.default_factory is MISSING}
        if not isinstance(value, dict) or not needed <= set(value):
            found = list(value) if isinstance(value, dict) else type(value).__name__
            raise TypeError(f"{place}: expected the keys {list(hints)}, found {found}")
        known = {name: item for name, item in value.items() if name in hints}
        given = {name: made(hints[name], item, f"{place}.{name}") for name, item in known.items()}
        answer = typing.cast(Any, kind)(**given)
        object.__setattr__(answer, "_printed", value)
        return answer
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        if value is None and type(None) in arguments:
            return None
        (kind,) = (one for one in arguments if one is not type(None))
        return made(kind, value, place)
    if origin is typing.Literal and value in arguments:
        return value
    if origin is list and isinstance(value, list):
        return [made(arguments[0], item, f"{place}[{number}]") for number, item in enumerate(value)]
    if origin is dict and isinstance(value, dict):
        return {key: made(arguments[1], item, f"{place}[{key!r}]") for key, item in value.items()}
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(kind, type) and type(value) is kind:
        return value
    raise TypeError(f"{place}: expected {kind}, found {value!r}")
