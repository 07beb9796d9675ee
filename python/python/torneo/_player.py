"""Engines that are Python objects, behind the few calls that tournaments and the line protocol make."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ._torneo import Game, IllegalMove, State

if TYPE_CHECKING:
    from .text import Agent


def name_of(engine: Any) -> str:
    """The name of an engine: its `name`, or that of its class or function."""
    name = getattr(engine, "name", None)
    if isinstance(name, str):
        return name
    if isinstance(engine, type) or not (hasattr(engine, "choose") or is_many(engine)):
        return str(getattr(engine, "__name__", type(engine).__name__))
    return type(engine).__name__


def is_many(engine: Any) -> bool:
    """Whether one object of an engine answers for all games of a run."""
    return callable(getattr(engine, "choose_many", None))


def check(engine: Any) -> None:
    """Raises `TypeError` for what is no engine."""
    if not callable(getattr(engine, "choose", None)) and not callable(engine) and not is_many(engine):
        raise TypeError(
            f"{engine!r} is no engine: expected a method choose(state, seat) or "
            "choose_many(states, seats, seeds), or a function of state and seat"
        )


def instance(engine: Any) -> Any:
    """An engine for one seat: of a class a new object, of an object a copy; a function as it is.
    Raises `TypeError` for an object that cannot be copied.
    """
    if isinstance(engine, type):
        return engine()
    if not hasattr(engine, "choose") or is_many(engine):
        return engine
    try:
        return copy.deepcopy(engine)
    except Exception as error:
        raise TypeError(
            f"the engine {name_of(engine)} cannot be copied for each seat and thread: {error}; give its "
            "class, which is called for each, or a method __deepcopy__"
        ) from error


def read(answer: Any) -> dict[str, Any]:
    """An answer of an engine: a token or an integer, alone, with the value as a pair, or in a dict
    with `token` or `action`. Raises `TypeError` for anything else.
    """
    told: dict[str, Any] = {"value": None, "nodes": 0, "depth": None, "pv": [], "faulty": []}
    if isinstance(answer, tuple) and len(answer) == 2:
        answer, value = answer
        told["value"] = None if value is None else float(value)
    elif isinstance(answer, dict) and ("token" in answer or "action" in answer):
        for name in told:
            told[name] = answer.get(name, told[name])
        told["pv"] = list(told["pv"] or [])
        told["faulty"] = [(str(kind), str(text)) for kind, text in told["faulty"] or []]
        answer = answer["token"] if "token" in answer else answer["action"]
    is_number = hasattr(answer, "__index__") and not isinstance(answer, bool)
    if not isinstance(answer, str) and not is_number:
        raise TypeError(
            f"the engine answered {answer!r}: expected a token or an integer, a pair of one and its value, "
            "or a dict with `token` or `action`"
        )
    return {**told, "answer": answer}


def token_of(state: State, answer: Any, seat: int) -> str | None:
    """The token of an answer; None where it is an integer that is only a part of an action, which is
    entered then.
    """
    if isinstance(answer, str):
        return answer
    try:
        token = state.decode(answer, seat)
    except IllegalMove:
        return str(answer)  # which is no legal token
    if token is None:
        state.step(answer, seat)
    return token


class Player:
    """One engine at one seat, which follows the game by its tokens."""

    def __init__(self, engine: Any, spec: str) -> None:
        self.engine = engine
        self.game = Game(spec)
        self.state = self.game.start()
        self.seat = self.seed = 0

    def _tell(self, method: str, *arguments: object) -> None:
        told = getattr(self.engine, method, None)
        if told is not None:
            told(*arguments)

    def begin(self, seat: int, seed: int, position: str | None = None, game_no: int = 0) -> None:
        self.seat, self.seed = seat, seed
        self.state = self.game.start() if position is None else self.game.position(position)
        self._tell("numbered", game_no)
        self._tell("begin", self.game, seat, seed)

    def observe(self, token: str) -> None:
        self.state.play(token)

    def choose(self) -> _Choice:
        """The choice as (token, value, nodes, depth, line, answers before it that were none)."""
        choose = getattr(self.engine, "choose", self.engine)
        if is_many(self.engine):
            (answer,) = Many(self.engine).choose([self.state], [self.seat], [self.seed + self.state.plies])
            if isinstance(answer, str):
                raise TypeError(answer)
            return answer
        state = self.state.copy()
        while True:
            answer = choose(state.copy(), self.seat)
            told = read(answer)
            token = token_of(state, told.pop("answer"), self.seat)
            if token is not None:
                return token, *(told[name] for name in _TOLD)

    def finish(self, scores: Sequence[float], reason: str) -> None:
        self._tell("finish", scores, reason)


_Choice = tuple[str, float | None, int, int | None, list[str], list[tuple[str, str]]]
_TOLD = ("value", "nodes", "depth", "pv", "faulty")


class Many:
    """An engine one object of which is asked for all games that wait."""

    def __init__(self, engine: Any) -> None:
        self.engine = engine
        self._made: Any = None

    def choose(self, states: list[State], seats: list[int], seeds: list[int]) -> list[_Choice | str]:
        """The choice of each seat at its state, or why there is none."""
        if self._made is None:
            self._made = self.engine() if isinstance(self.engine, type) else self.engine
        found: dict[int, _Choice | str] = {}
        left = list(range(len(states)))
        while left:
            given = [states[index].copy() for index in left]
            asked = [seats[index] for index in left], [seeds[index] for index in left]
            answers = list(self._made.choose_many(given, *asked))
            if len(answers) != len(left):
                raise TypeError(f"choose_many returned {len(answers)} answers for {len(left)} states")
            for index, answer in zip(left, answers):
                try:
                    told = read(answer)
                    token = token_of(states[index], told["answer"], seats[index])
                except TypeError as error:
                    found[index] = str(error)
                    continue
                if token is not None:
                    found[index] = token, *(told[name] for name in _TOLD)
            left = [index for index in left if index not in found]
        return [found[index] for index in range(len(states))]

    def __reduce__(self) -> tuple[Any, ...]:
        return Many, (self.engine,)


class Factory:
    """What makes the players of an engine for a run."""

    def __init__(self, engine: Any) -> None:
        self.engine = engine

    def __call__(self, spec: str) -> Player:
        return Player(instance(self.engine), spec)


def that_speak(players: Iterable[Factory | Many]) -> list[Agent]:
    """The engines that are a `torneo.text.Agent`."""
    from .text import Agent  # what it needs is imported for those alone who have one

    return [player.engine for player in players if isinstance(player.engine, Agent)]
