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
        return _html(self)

    def __getitem__(self, name: str) -> Any:
        """Deprecated: the attribute of this name."""
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


def _html(value: Any) -> str:
    """A value as a table, a list of such values as one with a row for each."""
    if is_dataclass(value) and not isinstance(value, type):
        shown = {field.name: getattr(value, field.name) for field in fields(value)}
    elif isinstance(value, dict):
        shown = value
    elif isinstance(value, list) and value and is_dataclass(value[0]):
        names = [field.name for field in fields(value[0])]
        head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
        rows = "".join(
            "<tr>" + "".join(f"<td>{_html(getattr(row, name))}</td>" for name in names) + "</tr>"
            for row in value[:_MOST_ROWS]
        )
        more = f"<caption>{_MOST_ROWS} of {len(value)}</caption>" if len(value) > _MOST_ROWS else ""
        return f"<table>{more}<tr>{head}</tr>{rows}</table>"
    elif isinstance(value, list):
        more = ", ..." if len(value) > _MOST_ROWS else ""
        return ", ".join(_html(item) for item in value[:_MOST_ROWS]) + more
    elif isinstance(value, float):
        return f"{value:.4g}"
    else:
        return html.escape(str(value))
    rows = "".join(
        f"<tr><th>{html.escape(name)}</th><td>{_html(item)}</td></tr>" for name, item in shown.items()
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
