"""Engines that are Python objects, behind the few calls that tournaments and the line protocol make."""

import copy
from collections.abc import Sequence
from typing import Any

from ._torneo import Game


def name_of(engine: Any) -> str:
    """The name of an engine: its `name`, or that of its class or function."""
    name = getattr(engine, "name", None)
    if isinstance(name, str):
        return name
    if isinstance(engine, type) or not hasattr(engine, "choose"):
        return str(getattr(engine, "__name__", type(engine).__name__))
    return type(engine).__name__


def check(engine: Any) -> None:
    """Raises `TypeError` for what is no engine."""
    if not callable(getattr(engine, "choose", None)) and not callable(engine):
        raise TypeError(
            f"{engine!r} is no engine: expected a method choose(state, seat), or a function of state and seat"
        )


def instance(engine: Any) -> Any:
    """An engine for one seat: of a class a new object, of an object a copy; a function as it is."""
    if isinstance(engine, type):
        return engine()
    return copy.deepcopy(engine) if hasattr(engine, "choose") else engine


class Player:
    """One engine at one seat, which follows the game by its tokens."""

    def __init__(self, engine: Any, spec: str) -> None:
        self.engine = engine
        self.game = Game(spec)
        self.state = self.game.start()
        self.seat = 0

    def _tell(self, method: str, *arguments: object) -> None:
        told = getattr(self.engine, method, None)
        if told is not None:
            told(*arguments)

    def begin(self, seat: int, seed: int, position: str | None = None) -> None:
        self.seat = seat
        self.state = self.game.start() if position is None else self.game.position(position)
        self._tell("begin", self.game, seat, seed)

    def observe(self, token: str) -> None:
        self.state.play(token)

    def choose(self) -> tuple[str, float | None, int, int | None, list[str]]:
        """The choice as (token, value, nodes, depth, line)."""
        choose = getattr(self.engine, "choose", self.engine)
        answer = choose(self.state.copy(), self.seat)
        if isinstance(answer, str):
            return answer, None, 0, None, []
        if isinstance(answer, tuple):
            token, value = answer
            return token, float(value), 0, None, []
        if isinstance(answer, dict):
            return (
                answer["token"],
                answer.get("value"),
                answer.get("nodes", 0),
                answer.get("depth"),
                list(answer.get("pv", [])),
            )
        raise TypeError(
            f"the engine answered {answer!r}: expected a token, (token, value) or a dict with `token`"
        )

    def finish(self, scores: Sequence[float], reason: str) -> None:
        self._tell("finish", scores, reason)


class Factory:
    """What makes the players of an engine for a run."""

    def __init__(self, engine: Any) -> None:
        self.engine = engine

    def __call__(self, spec: str) -> Player:
        return Player(instance(self.engine), spec)
