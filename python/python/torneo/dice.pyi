from collections.abc import Iterable
from typing import Any

__all__ = ["combos", "odds"]

def odds(spec: str, policy: str | Iterable[str] = ()) -> dict[str, Any]: ...
def combos(expression: str, sum: int | None = None, given: str | None = None) -> dict[str, Any]: ...
