"""`torneo dice run` and `torneo dice check` as functions. As in `_commands`."""

from dataclasses import dataclass
from fractions import Fraction

from ._commands import _answer

__all__ = ["check", "run"]


@dataclass(frozen=True)
class Number:
    """A number, exactly and rounded."""

    exact: str
    decimal: float

    @property
    def fraction(self) -> Fraction:
        """The exact number."""
        return Fraction(self.exact)


@dataclass(frozen=True)
class Chance:
    """A value and its probability, exactly and rounded."""

    value: int
    exact: str
    decimal: float

    @property
    def fraction(self) -> Fraction:
        """The exact probability."""
        return Fraction(self.exact)


@dataclass(frozen=True)
class Output:
    """What a program outputs: the values with their probabilities, their mean and standard
    deviation; None without values.
    """

    name: str
    distribution: list[Chance]
    mean: Number | None
    sd: float | None


@dataclass(frozen=True)
class _Outputs:
    outputs: list[Output]


@dataclass(frozen=True)
class Test:
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
class Check:
    """Exact figures of a dice game beside games that were played."""

    game: str
    games: int
    tests: list[Test]
    agrees: bool


def run(text: str, *, steps: int | None = None, memory: int | None = None) -> list[Output]:
    """Runs a program in the language of AnyDice: its outputs. `steps`: millions of steps that it
    may take; `memory`: MiB that a distribution may take. As `torneo dice run`.
    """
    options = dict(text=text, steps=steps, memory=memory)
    return _answer(_Outputs, "dice run", [], options).outputs


def check(game: str, games: int, seed: int, *, load: str | None = None) -> Check:
    """Plays a dice game and tests its exact figures; `load` loads the dice, such as "6:+1%". What
    is refuted is an answer, no error. As `torneo dice check`.
    """
    return _answer(Check, "dice check", [game], dict(games=games, seed=seed, load=load), failing=True)
