from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any

from ._results import Results

__all__ = ["best_of", "run"]

def run(
    config: str | PathLike[str] | Mapping[str, Any],
    *,
    address: str | None = None,
    units: int = 1000,
    out: str | PathLike[str] | None = None,
    threads: int = 1,
    resume: bool = False,
    progress: bool | Callable[[int, int], object] = True,
    engines: Sequence[Any] | None = None,
) -> Results: ...
def best_of(
    engines: Sequence[str],
    games: Sequence[str],
    *,
    error: float = 0.05,
    max_rounds: int = 1000,
    seed: int = 1283,
    random_plies: int = 2,
    max_plies: int = 2000,
    address: str | None = None,
    threads: int = 1,
    report: Callable[[dict[str, Any]], object] | None = None,
) -> dict[str, Any]: ...
