from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import pyarrow  # type: ignore[import-untyped]

__all__ = ["Results", "analyze", "run"]

class Results:
    path: Path
    summary: dict[str, Any] | None
    def __init__(self, path: str | PathLike[str]) -> None: ...
    @property
    def games(self) -> pyarrow.Table: ...
    @property
    def seats(self) -> pyarrow.Table: ...
    @property
    def moves(self) -> pyarrow.Table: ...
    @property
    def ratings(self) -> pyarrow.Table: ...
    @property
    def pairs(self) -> pyarrow.Table: ...
    @property
    def rankings(self) -> pyarrow.Table: ...
    @property
    def advantage(self) -> pyarrow.Table: ...
    @property
    def metrics(self) -> pyarrow.Table: ...
    @property
    def analysis(self) -> dict[str, Any]: ...
    @property
    def manifest(self) -> dict[str, Any]: ...

def analyze(path: str | PathLike[str]) -> Results: ...
def run(
    config: str | PathLike[str] | Mapping[str, Any],
    *,
    out: str | PathLike[str] | None = None,
    threads: int = 0,
    resume: bool = False,
    shard: str | None = None,
    progress: bool | Callable[[int, int], object] = True,
    engines: Sequence[Any] | None = None,
    reuse: Iterable[str | PathLike[str]] = (),
) -> Results: ...
