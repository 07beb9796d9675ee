"""Exact statistics of dice and dice games."""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeGuard

from . import _torneo
from ._dice_commands import check, combos, odds, run

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


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


class Die:
    """Outcomes with exact chances.

    `Die(outcomes)` takes equally likely outcomes, or a mapping from outcomes to weights. Outcomes
    are whole numbers or anything that can be hashed, such as tuples. `+ - * // %` and the
    comparisons `< <= > >=` combine independent dice outcome by outcome; a comparison gives 1 or 0.
    `3 @ die` is the sum of three throws. `==` tells whether two dice have the same chances;
    `die.equals(x)` is the die of 1 or 0.

    >>> (2 @ d(6)).mean
    Fraction(7, 1)
    >>> (d(6) > d(4)).chance(1)
    Fraction(7, 12)
    """

    __slots__ = ("_numbers", "_pairs")

    def __init__(self, outcomes: Mapping[Any, int] | Iterable[Any]) -> None:
        """Raises `ValueError` where there is no outcome, or a weight is no whole number from 0."""
        pairs = outcomes.items() if isinstance(outcomes, Mapping) else ((outcome, 1) for outcome in outcomes)
        sums: dict[Any, int] = {}
        for outcome, weight in pairs:
            if not _is_whole(weight) or weight < 0:
                raise ValueError(
                    f"expected a whole number from 0 as the weight of {outcome!r}, found {weight!r}"
                )
            outcome = int(outcome) if isinstance(outcome, bool) else outcome
            sums[outcome] = sums.get(outcome, 0) + weight
        sums = {outcome: weight for outcome, weight in sums.items() if weight}
        if not sums:
            raise ValueError("expected at least one outcome")
        kept = list(sums.items())
        #: Whole numbers are kept as such, and as pairs of outcomes and weights once these are asked for.
        self._numbers = _torneo.Numbers(kept) if all(map(_is_whole, sums)) else None
        self._pairs = kept if self._numbers is None else None

    @classmethod
    def _of(cls, numbers: _torneo.Numbers) -> Die:
        die = cls.__new__(cls)
        die._numbers, die._pairs = numbers, None
        return die

    def _whole(self) -> _torneo.Numbers:
        if self._numbers is None:
            raise TypeError("this needs whole numbers as outcomes")
        return self._numbers

    def items(self) -> list[tuple[Any, int]]:
        """Pairs of outcomes and weights; whole numbers in ascending order."""
        if self._pairs is None:
            self._pairs = self._whole().weights()
        return list(self._pairs)

    @property
    def total(self) -> int:
        """The sum of the weights."""
        return self._numbers.total() if self._numbers is not None else sum(w for _, w in self.items())

    def chances(self) -> dict[Any, Fraction]:
        """A dict from outcomes to their chances, as `Fraction`s."""
        total = self.total
        return {outcome: Fraction(weight, total) for outcome, weight in self.items()}

    def chance(self, condition: Any) -> Fraction:
        """The chance of an outcome, or of all outcomes for which a function holds.

        >>> (2 @ d(6)).chance(7)
        Fraction(1, 6)
        >>> (2 @ d(6)).chance(lambda total: total >= 10)
        Fraction(1, 6)
        """
        holds = condition if callable(condition) else lambda outcome: outcome == condition
        return Fraction(sum(weight for outcome, weight in self.items() if holds(outcome)), self.total)

    @property
    def mean(self) -> Fraction:
        """The expected value, a `Fraction`."""
        return Fraction(*self._whole().mean())

    @property
    def variance(self) -> Fraction:
        """The variance, a `Fraction`."""
        return Fraction(*self._whole().variance())

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return math.sqrt(self.variance)

    @property
    def marginals(self) -> tuple[Die, ...]:
        """Of tuples: the dice of their first, second ... entries.

        >>> Die([(1, 2), (3, 4)]).marginals[1].mean
        Fraction(3, 1)
        """
        length = {len(outcome) for outcome, _ in self.items()}
        if len(length) != 1:
            raise TypeError("marginals need tuples of one length")
        return tuple(self.map(operator.itemgetter(place)) for place in range(length.pop()))

    def map(self, of: Callable[[Any], Any], repeat: int = 1) -> Die:
        """The die of what a function makes of each outcome: an outcome, or a die that is thrown then.

        `repeat`: how often, each time of the outcome before.

        >>> d(6).map(lambda face: d(6) + 6 if face == 6 else face).mean
        Fraction(49, 12)
        """
        die, known = self, {}
        for _ in range(repeat):
            pairs = die.items()
            for outcome, _ in pairs:
                if outcome not in known:
                    known[outcome] = of(outcome)
            die = _mixed((known[outcome], weight) for outcome, weight in pairs)
        return die

    def repeat(self, step: Callable[[Any], Any], until: Callable[[Any], object]) -> Fraction:
        """The number of steps until a condition holds, from this die on: its exact mean, a
        `Fraction`.

        `step(outcome)` gives the next outcome or a die of it. Raises `ValueError` where it need not
        end.

        >>> Die([0]).repeat(lambda n: d(6).map(lambda face: max(n, 1) if face > n else n), lambda n: n == 1)
        Fraction(1, 1)
        """
        rows, order = {}, []
        waiting = [outcome for outcome, _ in self.items() if not until(outcome)]
        while waiting:
            state = waiting.pop()
            if state in rows:
                continue
            rows[state] = _mixed([(step(state), 1)]).chances()
            order.append(state)
            waiting.extend(after for after in rows[state] if after not in rows and not until(after))
        # Gauss elimination: E = 1 + sum of p E.
        solved: dict[Any, tuple[dict[Any, Fraction], Fraction]] = {}
        for state in order:
            row = {after: -chance for after, chance in rows[state].items() if after in rows}
            row[state] = row.get(state, Fraction(0)) + 1
            value = Fraction(1)
            for earlier, (known, constant) in solved.items():
                factor = row.pop(earlier, 0)
                if factor:
                    value -= factor * constant
                    for after, share in known.items():
                        row[after] = row.get(after, 0) - factor * share
            pivot = row.pop(state, 0)
            if not pivot:
                raise ValueError(f"from {state!r} no end is reached")
            solved[state] = ({after: share / pivot for after, share in row.items() if share}, value / pivot)
        means: dict[Any, Fraction] = {}
        for state in reversed(order):
            known, constant = solved[state]
            means[state] = constant - sum(
                (share * means[after] for after, share in known.items()), Fraction(0)
            )
        return sum(
            (chance * means.get(outcome, 0) for outcome, chance in self.chances().items()), Fraction(0)
        )

    def explode(self, depth: int = 10) -> Die:
        """The die that is thrown again and added while it shows its highest face, at most `depth`
        times.
        """
        highest = self.items()[-1][0]

        def exploded(more: Die) -> Die:
            return self.map(lambda face: highest + more if face == highest else face)

        die = self
        for _ in range(depth):
            die = exploded(die)
        return die

    def reroll(self, outcomes: Iterable[Any], depth: int | None = None) -> Die:
        """The die that is thrown again while it shows one of these outcomes; `depth`: at most so
        often.
        """
        again = set(outcomes)
        if depth is None:
            return Die({outcome: weight for outcome, weight in self.items() if outcome not in again})

        def rerolled(more: Die) -> Die:
            return self.map(lambda outcome: more if outcome in again else outcome)

        die = self
        for _ in range(depth):
            die = rerolled(die)
        return die

    def pool(self, count: int) -> Pool:
        """The pool of `count` such dice."""
        return Pool._of(self._whole().pool(count, False))

    def highest(self, count: int, keep: int = 1) -> Die:
        """Of `count` such dice, the sum of the `keep` highest."""
        return self.pool(count).highest(keep)

    def lowest(self, count: int, keep: int = 1) -> Die:
        """Of `count` such dice, the sum of the `keep` lowest."""
        return self.pool(count).lowest(keep)

    def equals(self, other: Any) -> Die:
        """1 where both show the same, else 0."""
        return self._with(other, lambda a, b: int(a == b))

    def plot(self, axes: Any = None, **options: Any) -> Any:
        """Draws the chances as bars (matplotlib); the axes. Further options go to `bar`."""
        if axes is None:
            from matplotlib import pyplot  # type: ignore[import-not-found, import-untyped, unused-ignore]

            _, axes = pyplot.subplots()
        chances = self.chances()
        axes.bar(
            [o if _is_whole(o) else str(o) for o in chances], [float(c) for c in chances.values()], **options
        )
        axes.set_ylabel("chance")
        return axes

    def _with(self, other: object, of: Callable[[Any, Any], Any]) -> Die:
        other = other if isinstance(other, Die) else Die([other])
        pairs, others = self.items(), other.items()
        return _mixed((of(a, b), weight * more) for a, weight in pairs for b, more in others)

    def __add__(self, other: Any) -> Die:
        other = other if isinstance(other, Die) else Die([other])
        if self._numbers is not None and other._numbers is not None:
            return Die._of(self._numbers.plus(other._numbers))
        return self._with(other, operator.add)

    def __radd__(self, other: Any) -> Die:
        return Die([other]) + self

    def __neg__(self) -> Die:
        return Die._of(self._whole().negated())

    def __sub__(self, other: Any) -> Die:
        return self + -(other if isinstance(other, Die) else Die([other]))

    def __rsub__(self, other: Any) -> Die:
        return Die([other]) - self

    def __mul__(self, other: Any) -> Die:
        return self._with(other, operator.mul)

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> Die:
        return self._with(other, operator.floordiv)

    def __mod__(self, other: Any) -> Die:
        return self._with(other, operator.mod)

    def __abs__(self) -> Die:
        return self.map(abs)

    def _compared(self, other: object, holds: Callable[[int], bool]) -> Die:
        """With whole numbers: the sign of the difference tells."""
        difference = self - other
        holding = sum(weight for number, weight in difference.items() if holds(number))
        total = difference.total
        return Die({0: total - holding, 1: holding})

    def __lt__(self, other: Any) -> Die:
        return self._compared(other, lambda number: number < 0)

    def __le__(self, other: Any) -> Die:
        return self._compared(other, lambda number: number <= 0)

    def __gt__(self, other: Any) -> Die:
        return self._compared(other, lambda number: number > 0)

    def __ge__(self, other: Any) -> Die:
        return self._compared(other, lambda number: number >= 0)

    def __rmatmul__(self, count: int | Die) -> Die:
        if isinstance(count, Die):
            return count.map(lambda number: number @ self)
        return Die._of(self._whole().times(count))

    def __matmul__(self, die: Die) -> Die:
        return die.__rmatmul__(self) if isinstance(die, Die) else NotImplemented

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Die) and self.chances() == other.chances()

    def __hash__(self) -> int:
        return hash(frozenset(self.chances().items()))

    def __len__(self) -> int:
        return len(self.items())

    def __iter__(self) -> Iterator[Any]:
        return iter(outcome for outcome, _ in self.items())

    def __repr__(self) -> str:
        items = self.items()
        shown = ", ".join(f"{outcome!r}: {weight}" for outcome, weight in items[:20])
        return f"Die({{{shown}{', ...' if len(items) > 20 else ''}}})"


def _mixed(parts: Iterable[tuple[Any, int]]) -> Die:
    """The die that is one of several outcomes or dice, each as likely as its weight says."""
    sums: dict[Any, int] = {}
    dice: list[tuple[Die, int]] = []
    for made, weight in parts:
        if isinstance(made, Die):
            dice.append((made, weight))
        else:
            sums[made] = sums.get(made, 0) + weight
    if not dice:
        return Die(sums)
    common = math.lcm(*(die.total for die, _ in dice))
    sums = {outcome: weight * common for outcome, weight in sums.items()}
    for die, weight in dice:
        scale = weight * (common // die.total)
        for outcome, more in die.items():
            sums[outcome] = sums.get(outcome, 0) + more * scale
    return Die(sums)


def d(faces: int) -> Die:
    """The fair die with faces from 1 to `faces`.

    >>> d(6).mean
    Fraction(7, 2)
    """
    return Die._of(_torneo.Numbers.die(faces))


d4, d6, d8, d10, d12, d20, d100 = map(d, (4, 6, 8, 10, 12, 20, 100))


class Pool:
    """Dice and cards that are thrown and dealt together, in no order.

    `Pool(dice)` takes dice of any kinds. `+` throws both pools, `|`, `&` and `-` are union,
    intersection and difference: each face as often as in the pool that has more of it, in the one
    that has less, and in the first less the second. What is asked is read face by face (Liu,
    "Icepool", AIIDE 2022), so large pools cost little. Raises `MemoryError` before a calculation
    would take more than 1 GiB or some 100 seconds.

    >>> d(6).pool(4).highest(3).mean
    Fraction(15869, 1296)
    >>> (Pool([d(6), d(6), d(8)]) & d(6).pool(2)).size().chance(2)
    Fraction(47, 432)
    """

    __slots__ = ("_pool",)

    def __init__(self, dice: Iterable[Die]) -> None:
        """Raises `ValueError` without a die."""
        numbers = [die._whole() for die in dice]
        if not numbers:
            raise ValueError("expected at least one die")
        same = Counter(map(id, numbers))
        wholes = {id(whole): whole for whole in numbers}
        pools = [wholes[key].pool(count, False) for key, count in same.items()]
        self._pool = pools[0]
        for pool in pools[1:]:
            self._pool = self._pool.both(pool, "sum")

    @classmethod
    def _of(cls, pool: _torneo.NumberPool) -> Pool:
        made = cls.__new__(cls)
        made._pool = pool
        return made

    def _read(self, reading: str, numbers: Iterable[int] = (), other: Pool | None = None) -> Die:
        return Die._of(self._pool.read(reading, list(numbers), other._pool if other else None))

    def sum(self) -> Die:
        """The sum of all dice."""
        return self._read("sum")

    def highest(self, count: int = 1) -> Die:
        """The sum of the highest dice."""
        return self._read("ranks", range(count))

    def lowest(self, count: int = 1) -> Die:
        """The sum of the lowest dice."""
        return self._read("lowest", [count])

    def middle(self, count: int = 1) -> Die:
        """The sum of the dice in the middle. Raises `ValueError` where the number of dice varies."""
        first = (self._fixed() - count) // 2
        return self._read("ranks", range(first, first + count))

    def ranks(self, *ranks: int) -> Die:
        """The sum of the dice at these places of the sorted throw, 0 for the highest, -1 for the
        lowest.
        """
        size = self._fixed() if min(ranks, default=0) < 0 else 0
        return self._read("ranks", {rank + size if rank < 0 else rank for rank in ranks})

    def count(self, *faces: int) -> Die:
        """How many dice show one of these faces."""
        return self._read("count", set(faces))

    def size(self) -> Die:
        """How many dice there are."""
        return self._read("size")

    def largest_set(self) -> Die:
        """The size of the largest set of equal dice."""
        return self._read("set")

    def pairs(self) -> Die:
        """How many pairs of equal dice can be put aside."""
        return self._read("pairs")

    def straight(self) -> Die:
        """The length of the longest run of consecutive faces."""
        return self._read("straight")

    def distinct(self) -> Die:
        """How many different faces there are."""
        return self._read("distinct")

    def wins(self, other: Pool) -> Die:
        """How often this pool is higher, both sorted and compared from the highest die on (as in
        RISK).
        """
        return self._read("wins", (), other)

    def at_most(self, count: int) -> Pool:
        """The pool with each face at most this often."""
        return Pool._of(self._pool.at_most(count))

    def expand(self) -> Die:
        """The die of all throws: tuples from the highest die to the lowest."""
        return Die(dict(self._pool.listed()))

    def evaluate(
        self,
        start: Any,
        step: Callable[[Any, int, int], Any],
        value: Callable[[Any], Any] | None = None,
        ascending: bool = True,
    ) -> Die:
        """The die of what a state becomes, face by face: `step(state, face, count)` gives the next
        state.

        States can be hashed. `value(state)`: the outcome of a last state; without it, the state
        itself.

        >>> d(6).pool(5).evaluate(0, lambda most, face, count: max(most, count)).chance(5)
        Fraction(1, 1296)
        """
        sums: dict[Any, int] = {}
        for state, weight in self._pool.walk(start, step, not ascending):
            outcome = value(state) if value else state
            sums[outcome] = sums.get(outcome, 0) + weight
        return Die(sums)

    def _fixed(self) -> int:
        size = self._pool.fixed_size()
        if size is None:
            raise ValueError("this needs a pool whose number of dice is fixed")
        return size

    def __add__(self, other: Pool) -> Pool:
        return Pool._of(self._pool.both(other._pool, "sum"))

    def __or__(self, other: Pool) -> Pool:
        return Pool._of(self._pool.both(other._pool, "union"))

    def __and__(self, other: Pool) -> Pool:
        return Pool._of(self._pool.both(other._pool, "intersection"))

    def __sub__(self, other: Pool) -> Pool:
        return Pool._of(self._pool.both(other._pool, "difference"))


class Deck:
    """Cards with whole numbers, dealt without replacement.

    >>> Deck(range(1, 14), copies=4).deal(5).count(1).chance(lambda aces: aces >= 2)
    Fraction(2257, 54145)
    """

    __slots__ = ("_numbers",)

    def __init__(self, cards: Iterable[int], copies: int = 1) -> None:
        """`copies`: how many there are of each card."""
        self._numbers = Die({card: many * copies for card, many in Counter(cards).items()})._whole()

    def deal(self, count: int) -> Pool:
        """The pool of `count` cards. Raises `ValueError` where there are fewer."""
        return Pool._of(self._numbers.pool(count, True))
