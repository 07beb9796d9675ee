"""Names of the version before: they still work, and say what is used in their place."""

from __future__ import annotations

import warnings
from typing import Any


def plies_of(max_plies: int, stacklevel: int = 4, **old: int | None) -> int:
    """The most plies of a game, which an argument of the version before may say."""
    for name, value in old.items():
        if value is not None:
            warnings.warn(
                f"{name} is deprecated: use max_plies", DeprecationWarning, stacklevel=stacklevel - 1
            )
            return value
    return max_plies


class StandsFor:
    """An answer in place of the plain value that a command returned in the version before: what is
    asked of that value still works, and warns.
    """

    def _plain(self) -> tuple[str, Any]:
        """The attribute with the value, and the value."""
        raise NotImplementedError

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        attribute, value = self._plain()
        found, kind = getattr(value, name), type(self).__name__
        message = f"{kind}.{name} is deprecated: use {kind}.{attribute}.{name}"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return found
