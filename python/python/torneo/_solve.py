"""`torneo solve` as a function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from . import _torneo
from ._answer import Answer, made

__all__ = ["solve"]


@dataclass(frozen=True)
class Solution(Answer):
    """The exact value of a game or a position. `scores` are 0 to 1, by seat; `winner` is None for a
    draw; `plies` is the length of best play, and `line` such play. What a method does not tell is
    None; `to_dict` has what only one of them tells.
    """

    game: str
    position: str
    method: str
    seat: int | None = None
    winner: int | None = None
    plies: int | None = None
    scores: list[float] | None = None
    best: list[str] | None = None
    line: list[str] | None = None


def solve(
    spec: str,
    position: str | None = None,
    method: Literal["auto", "retrograde", "proof", "values"] = "auto",
    memory: int = 1024,
    threads: int = 0,
) -> Solution:
    """The exact value of a game or a position. As `torneo solve`.

    `memory`: MiB that tables may take. `threads`: 0 for one per processor. Raises `Unsolvable`
    where no method finds it within the limits, `SpecError` and `PositionError`.
    """
    found: Any = _torneo.solve(spec, position, method, memory, threads)
    answer: Solution = made(Solution, found, "solve")
    return answer
