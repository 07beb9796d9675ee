"""`torneo dice run` and `torneo dice check` as functions. As in `_commands`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ._answer import Answer, Several
from ._commands import _answer, _texts

__all__ = ["check", "combos", "odds", "run"]


@dataclass(frozen=True)
class Number(Answer):
    """A number, exactly and rounded."""

    exact: str
    decimal: float

    @property
    def fraction(self) -> Fraction:
        """The exact number."""
        return Fraction(self.exact)


@dataclass(frozen=True)
class Chance(Answer):
    """A value and its probability, exactly and rounded."""

    value: int
    exact: str
    decimal: float

    @property
    def fraction(self) -> Fraction:
        """The exact probability."""
        return Fraction(self.exact)


@dataclass(frozen=True)
class Output(Answer):
    """What a program outputs: the values with their probabilities, their mean and standard
    deviation; None without values.
    """

    name: str
    distribution: list[Chance]
    mean: Number | None
    sd: float | None


@dataclass(frozen=True)
class Outputs(Answer, Several):
    """What a program outputs, in its order: a list."""

    outputs: list[Output]

    def _items(self) -> list[Any]:
        return self.outputs


@dataclass(frozen=True)
class Test(Answer):
    """A test of one exact figure: `refuted` says whether the games contradict it."""

    name: str
    kind: str
    statistic: float
    p: float
    refuted: bool
    degrees: int | None = None
    expected: float | None = None
    observed: float | None = None


@dataclass(frozen=True)
class Check(Answer):
    """Exact figures of a dice game beside games that were played."""

    game: str
    games: int
    tests: list[Test]
    agrees: bool


@dataclass(frozen=True)
class Ending(Answer):
    """A way in which the first turn of a dice game may end: what it won each seat, in shares and in
    points of the game, and its probability.
    """

    won: list[Number]
    points: list[float]
    probability: Number


@dataclass(frozen=True)
class Odds(Answer):
    """The exact results of a dice game. Probabilities and scores are 0 to 1, `seat_win`,
    `expected_score` and `expected_points` by seat; `expected_points` and `stake_flow` are in the
    game's own unit. Throws, rounds and turns are numbers of them. `length` says how long games
    last, in throws.
    """

    game: str
    seats: int
    seat_win: list[Number]
    draw: Number
    expected_score: list[Number]
    expected_points: list[Number]
    expected_throws: Number | None = None
    expected_rounds: Number | None = None
    expected_turns: Number | None = None
    expected_turn_throws: Number | None = None
    expected_chance_turns: Number | None = None
    first_thrower_advantage: Number | None = None
    stake_flow: list[list[Number]] | None = None
    turn_results: list[Ending] | None = None
    turns: int | None = None
    length: dict[str, Any] | None = None
    notes: list[str] | None = None


@dataclass(frozen=True)
class Combos(Answer):
    """The distribution of a dice expression: `distribution` where no value was named, else the
    number of `combinations` and `orderings` of `sum`, which `to_dict` lists.
    """

    dice: str
    distribution: list[dict[str, Any]] | None = None
    sum: int | None = None
    combinations: int | None = None
    orderings: int | None = None


def odds(spec: str, policy: str | Iterable[str] = (), *, memory: int | None = None) -> Odds:
    """The exact results of a dice game. As `torneo dice odds`.

    `policy`: the names of fixed ways to decide in place of the best one, one for both seats or one
    for each. `memory`: MiB that tables may take. Raises `SpecError`.

    >>> odds("hazard").seat_win[0].exact.count("/")
    1
    """
    options = dict(policy=_texts(policy) or None, memory=memory)
    return _answer(Odds, "dice odds", [spec], options)


def combos(
    expression: str,
    sum: int | None = None,
    given: str | None = None,
    *,
    explosions: int | None = None,
    memory: int | None = None,
) -> Combos:
    """The distribution of a dice expression such as "3d6" or "4d6kh3". As `torneo dice combos`.

    `sum`: only this value. `given`: conditions such as ">=10". `explosions`: of a die at most.
    `memory`: MiB that the answer may take. Raises `SpecError`.

    >>> combos("3d6", sum=9).orderings
    25
    """
    options = dict(sum=sum, given=given, explosions=explosions, memory=memory)
    return _answer(Combos, "dice combos", [expression], options)


def run(text: str, *, steps: int | None = None, memory: int | None = None) -> Outputs:
    """Runs a program in the language of AnyDice: its outputs. `steps`: millions of steps that it
    may take; `memory`: MiB that a distribution may take. As `torneo dice run`.
    """
    options = dict(text=text, steps=steps, memory=memory)
    return _answer(Outputs, "dice run", [], options)


def check(game: str, games: int, seed: int, *, load: str | None = None) -> Check:
    """Plays a dice game and tests its exact figures; `load` loads the dice, such as "6:+1%". What
    is refuted is an answer, no error. As `torneo dice check`.
    """
    return _answer(Check, "dice check", [game], dict(games=games, seed=seed, load=load), failing=True)
