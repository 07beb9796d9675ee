"""Names of the version before: they still work, and say what is used in their place."""

from __future__ import annotations

import warnings


def plies_of(max_plies: int, stacklevel: int = 4, **old: int | None) -> int:
    """The most plies of a game, which an argument of the version before may say."""
    for name, value in old.items():
        if value is not None:
            warnings.warn(
                f"{name} is deprecated: use max_plies", DeprecationWarning, stacklevel=stacklevel - 1
            )
            return value
    return max_plies
