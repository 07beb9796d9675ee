from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from ._dice_commands import check as check
from ._dice_commands import run as run

__all__ = [
    "Deck",
    "Die",
    "Pool",
    "check",
    "combos",
    "d",
    "d4",
    "d6",
    "d8",
    "d10",
    "d12",
    "d20",
    "d100",
    "odds",
    "run",
]

def odds(spec: str, policy: str | Iterable[str] = ()) -> dict[str, Any]:
    """The exact results of a dice game, a dict as `torneo dice odds --json` prints.

    Every number is `{"exact": "a/b", "decimal": x}`; `fractions.Fraction` reads "exact". `policy`: the names
    of fixed ways to decide in
    place of the best one, one for both seats or one for each. Raises `SpecError`.

    >>> odds("hazard")["seat_win"][0]["exact"].count("/")
    1
    """

def combos(expression: str, sum: int | None = None, given: str | None = None) -> dict[str, Any]:
    """The distribution of a dice expression such as "3d6" or "4d6kh3", a dict as `torneo dice combos --json`
    prints.

    `sum`: only this value. `given`: conditions such as ">=10". Raises `SpecError`.

    >>> combos("3d6", sum=9)["orderings"]
    25
    """

class Die:
    """Outcomes with exact chances.

    `Die(outcomes)` takes equally likely outcomes, or a mapping from outcomes to weights. Outcomes are whole
    numbers or anything that can be hashed, such as tuples. `+ - * // %` and the comparisons `< <= > >=` combine
    independent dice outcome by outcome; a comparison gives 1 or 0. `3 @ die` is the sum of three throws. `==`
    tells whether two dice have the same chances; `die.equals(x)` is the die of 1 or 0.

    >>> (2 @ d(6)).mean
    Fraction(7, 1)
    >>> (d(6) > d(4)).chance(1)
    Fraction(7, 12)
    """

    def __init__(self, outcomes: Mapping[Any, int] | Iterable[Any]) -> None:
        """Raises `ValueError` where there is no outcome, or a weight is no whole number from 0."""
    def items(self) -> list[tuple[Any, int]]:
        """Pairs of outcomes and weights; whole numbers in ascending order."""
    @property
    def total(self) -> int:
        """The sum of the weights."""
    def chances(self) -> dict[Any, Fraction]:
        """A dict from outcomes to their chances, as `Fraction`s."""
    def chance(self, condition: Any) -> Fraction:
        """The chance of an outcome, or of all outcomes for which a function holds.

        >>> (2 @ d(6)).chance(7)
        Fraction(1, 6)
        >>> (2 @ d(6)).chance(lambda total: total >= 10)
        Fraction(1, 6)
        """
    @property
    def mean(self) -> Fraction:
        """The expected value, a `Fraction`."""
    @property
    def variance(self) -> Fraction:
        """The variance, a `Fraction`."""
    @property
    def sd(self) -> float:
        """The standard deviation."""
    @property
    def marginals(self) -> tuple[Die, ...]:
        """Of tuples: the dice of their first, second ... entries.

        >>> Die([(1, 2), (3, 4)]).marginals[1].mean
        Fraction(3, 1)
        """
    def map(self, of: Callable[[Any], Any], repeat: int = 1) -> Die:
        """The die of what a function makes of each outcome: an outcome, or a die that is thrown then.

        `repeat`: how often, each time of the outcome before.

        >>> d(6).map(lambda face: d(6) + 6 if face == 6 else face).mean
        Fraction(49, 12)
        """
    def repeat(self, step: Callable[[Any], Any], until: Callable[[Any], object]) -> Fraction:
        """The number of steps until a condition holds, from this die on: its exact mean, a `Fraction`.

        `step(outcome)` gives the next outcome or a die of it. Raises `ValueError` where it need not end.

        >>> Die([0]).repeat(lambda n: d(6).map(lambda face: max(n, 1) if face > n else n), lambda n: n == 1)
        Fraction(1, 1)
        """
    def explode(self, depth: int = 10) -> Die:
        """The die that is thrown again and added while it shows its highest face, at most `depth` times."""
    def reroll(self, outcomes: Iterable[Any], depth: int | None = None) -> Die:
        """The die that is thrown again while it shows one of these outcomes; `depth`: at most so often."""
    def pool(self, count: int) -> Pool:
        """The pool of `count` such dice."""
    def highest(self, count: int, keep: int = 1) -> Die:
        """Of `count` such dice, the sum of the `keep` highest."""
    def lowest(self, count: int, keep: int = 1) -> Die:
        """Of `count` such dice, the sum of the `keep` lowest."""
    def equals(self, other: Any) -> Die:
        """1 where both show the same, else 0."""
    def plot(self, axes: Any = None, **options: Any) -> Any:
        """Draws the chances as bars (matplotlib); the axes. Further options go to `bar`."""
    def __add__(self, other: Any) -> Die: ...
    def __radd__(self, other: Any) -> Die: ...
    def __neg__(self) -> Die: ...
    def __sub__(self, other: Any) -> Die: ...
    def __rsub__(self, other: Any) -> Die: ...
    def __mul__(self, other: Any) -> Die: ...
    def __rmul__(self, other: Any) -> Die: ...
    def __floordiv__(self, other: Any) -> Die: ...
    def __mod__(self, other: Any) -> Die: ...
    def __abs__(self) -> Die: ...
    def __lt__(self, other: Any) -> Die: ...
    def __le__(self, other: Any) -> Die: ...
    def __gt__(self, other: Any) -> Die: ...
    def __ge__(self, other: Any) -> Die: ...
    def __rmatmul__(self, count: int | Die) -> Die: ...
    def __matmul__(self, die: Die) -> Die: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...

def d(faces: int) -> Die:
    """The fair die with faces from 1 to `faces`.

    >>> d(6).mean
    Fraction(7, 2)
    """

d4: Die
d6: Die
d8: Die
d10: Die
d12: Die
d20: Die
d100: Die

class Pool:
    """Dice and cards that are thrown and dealt together, in no order.

    `Pool(dice)` takes dice of any kinds. `+` throws both pools, `|`, `&` and `-` are union, intersection and
    difference: each face as often as in the pool that has more of it, in the one that has less, and in the first
    less the second. What is asked is read face by face (Liu, "Icepool", AIIDE 2022), so large pools cost little.
    Raises `MemoryError` before a calculation would take more than 1 GiB or some 100 seconds.

    >>> d(6).pool(4).highest(3).mean
    Fraction(15869, 1296)
    >>> (Pool([d(6), d(6), d(8)]) & d(6).pool(2)).size().chance(2)
    Fraction(47, 432)
    """

    def __init__(self, dice: Iterable[Die]) -> None:
        """Raises `ValueError` without a die."""
    def sum(self) -> Die:
        """The sum of all dice."""
    def highest(self, count: int = 1) -> Die:
        """The sum of the highest dice."""
    def lowest(self, count: int = 1) -> Die:
        """The sum of the lowest dice."""
    def middle(self, count: int = 1) -> Die:
        """The sum of the dice in the middle. Raises `ValueError` where the number of dice varies."""
    def ranks(self, *ranks: int) -> Die:
        """The sum of the dice at these places of the sorted throw, 0 for the highest, -1 for the lowest."""
    def count(self, *faces: int) -> Die:
        """How many dice show one of these faces."""
    def size(self) -> Die:
        """How many dice there are."""
    def largest_set(self) -> Die:
        """The size of the largest set of equal dice."""
    def pairs(self) -> Die:
        """How many pairs of equal dice can be put aside."""
    def straight(self) -> Die:
        """The length of the longest run of consecutive faces."""
    def distinct(self) -> Die:
        """How many different faces there are."""
    def wins(self, other: Pool) -> Die:
        """How often this pool is higher, both sorted and compared from the highest die on (as in RISK)."""
    def at_most(self, count: int) -> Pool:
        """The pool with each face at most this often."""
    def expand(self) -> Die:
        """The die of all throws: tuples from the highest die to the lowest."""
    def evaluate(
        self,
        start: Any,
        step: Callable[[Any, int, int], Any],
        value: Callable[[Any], Any] | None = None,
        ascending: bool = True,
    ) -> Die:
        """The die of what a state becomes, face by face: `step(state, face, count)` gives the next state.

        States can be hashed. `value(state)`: the outcome of a last state; without it, the state itself.

        >>> d(6).pool(5).evaluate(0, lambda most, face, count: max(most, count)).chance(5)
        Fraction(1, 1296)
        """
    def __add__(self, other: Pool) -> Pool: ...
    def __or__(self, other: Pool) -> Pool: ...
    def __and__(self, other: Pool) -> Pool: ...
    def __sub__(self, other: Pool) -> Pool: ...

class Deck:
    """Cards with whole numbers, dealt without replacement.

    >>> Deck(range(1, 14), copies=4).deal(5).count(1).chance(lambda aces: aces >= 2)
    Fraction(2257, 54145)
    """

    def __init__(self, cards: Iterable[int], copies: int = 1) -> None:
        """`copies`: how many there are of each card."""
    def deal(self, count: int) -> Pool:
        """The pool of `count` cards. Raises `ValueError` where there are fewer."""
