"""Dice and pools as Python objects: known chances, and the questions of icepool's documentation
beside ours.
"""

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from torneo import dice
from torneo.dice import Deck, Die, Pool, d, d4, d6, d8, d10, d20

# What icepool's documentation shows, asked there and here.
EXAMPLES = [
    ("6 @ d6.highest(4, 3) >= 6 @ d6.highest(4, 3)", "6 @ d6.highest(4, 3) >= 6 @ d6.highest(4, 3)"),
    ("d6.pool(5).largest_count()", "d6.pool(5).largest_set()"),
    ("d6.pool(5).largest_straight()", "d6.pool(5).straight()"),
    ("d6.explode(depth=2)", "d6.explode(2)"),
    ("d20.reroll([1], depth=1)", "d20.reroll([1], 1)"),
    ("d6.map(lambda x: d6 + 6 if x == 6 else x)", "d6.map(lambda x: d6 + 6 if x == 6 else x)"),
    ("(d6.pool(3) | d8.pool(2)).sum()", "(d6.pool(3) | d8.pool(2)).sum()"),
    ("(d6.pool(4) & d6.pool(4)).size()", "(d6.pool(4) & d6.pool(4)).size()"),
    (
        "Deck(list(range(1, 14)) * 4).deal(5).keep_outcomes([1]).size()",
        "Deck(range(1, 14), 4).deal(5).count(1)",
    ),
    ("d6.pool(10).keep_outcomes([5, 6]).size()", "d6.pool(10).count(5, 6)"),
    ("Pool([d4, d6, d6, d8]).highest(2).sum()", "Pool([d4, d6, d6, d8]).highest(2)"),
    ("d6.pool(3).highest(2).sort_pair('>', d6.pool(2)).size()", "d6.pool(3).wins(d6.pool(2))"),
]


@pytest.mark.parametrize("theirs, ours", EXAMPLES)
def test_icepool_gives_the_same_and_is_no_shorter(theirs, ours):
    icepool = pytest.importorskip("icepool")
    die = eval(theirs, vars(icepool) | {name: getattr(icepool, name) for name in ("d4", "d6", "d8", "d20")})
    expected = {
        int(outcome): Fraction(weight, die.denominator()) for outcome, weight in die.items() if weight
    }
    assert eval(ours, vars(dice)).chances() == expected
    assert len(ours) <= len(theirs)


def enumerated(sides, value):
    count = Counter(value(throw) for throw in itertools.product(*[range(1, side + 1) for side in sides]))
    total = sum(count.values())
    return {outcome: Fraction(ways, total) for outcome, ways in count.items()}


def test_pools_agree_with_enumeration():
    def joined(throw, combine):
        return sorted(combine(Counter(throw[:2]), Counter(throw[2:])).elements())

    a, b = d6.pool(2), Pool([d6, d8])
    sides = [6, 6, 6, 8]
    for pool, combine in [
        (a | b, Counter.__or__),
        (a & b, Counter.__and__),
        (a - b, Counter.__sub__),
        (a + b, Counter.__add__),
    ]:
        assert pool.sum().chances() == enumerated(sides, lambda throw: sum(joined(throw, combine)))
        assert pool.size().chances() == enumerated(sides, lambda throw: len(joined(throw, combine)))
        assert pool.highest(2).chances() == enumerated(sides, lambda throw: sum(joined(throw, combine)[-2:]))
        assert pool.lowest(2).chances() == enumerated(sides, lambda throw: sum(joined(throw, combine)[:2]))
        assert pool.expand().chances() == enumerated(sides, lambda throw: tuple(joined(throw, combine)[::-1]))
        assert pool.distinct().chances() == enumerated(sides, lambda throw: len(set(joined(throw, combine))))
    assert (a + b).ranks(1, -1).chances() == enumerated(
        sides, lambda throw: sum(sorted(throw)[2:3] + sorted(throw)[:1])
    )
    assert (a + b).middle(2).chances() == enumerated(sides, lambda throw: sum(sorted(throw)[1:3]))
    assert (a + b).count(1, 1, 6).chances() == enumerated(
        sides, lambda throw: sum(face in (1, 6) for face in throw)
    )
    assert (a + b).at_most(1).sum().chances() == enumerated(sides, lambda throw: sum(set(throw)))


def test_states_of_the_user():
    """All matching sets of ten dice: values of the documentation of icepool."""

    def step(sets, face, count):
        return tuple(sorted((*sets, count), reverse=True)) if count > 1 else sets

    sets = d10.pool(10).evaluate((), step)
    assert sets.chance(()) == Fraction(3628800, 10**10)
    assert sets.chance((3, 2)) == Fraction(1524096000, 10**10)
    assert sets.chance((5, 5)) == Fraction(11340, 10**10)
    with pytest.raises(ZeroDivisionError):
        d6.pool(2).evaluate(0, lambda state, face, count: 1 // 0)
    assert (
        d6.pool(2).evaluate((), lambda s, face, count: s + (face,) * count, ascending=False)
        == d6.pool(2).expand()
    )


def test_operators():
    assert (d6 + d8 - 2).chances() == enumerated([6, 8], lambda throw: sum(throw) - 2)
    assert (10 - d6 * d4).chances() == enumerated([6, 4], lambda throw: 10 - throw[0] * throw[1])
    assert (d20 // 3).chances() == enumerated([20], lambda throw: throw[0] // 3)
    assert (d20 % 3).chances() == enumerated([20], lambda throw: throw[0] % 3)
    assert (d6 >= d8).chances() == enumerated([6, 8], lambda throw: int(throw[0] >= throw[1]))
    assert d6.equals(d8).chances() == enumerated([6, 8], lambda throw: int(throw[0] == throw[1]))
    assert (d4 @ d6).mean == Fraction(35, 4)
    assert (-2 @ d6).mean == -7 and (0 @ d6).chances() == {0: 1}
    assert abs(d6 - 3).chance(0) == Fraction(1, 6)
    assert Die({1: 2, 2: 4}) == Die([1, 2, 2]) and hash(Die({1: 2, 2: 4})) == hash(Die([1, 2, 2]))
    assert repr(d4) == "Die({1: 1, 2: 1, 3: 1, 4: 1})"
    assert (1000 @ d6).total == 6**1000 and (1000 @ d6).mean == 3500
    assert d6.variance == Fraction(35, 12) and d6.sd == pytest.approx(1.7078, abs=1e-4)
    assert list(d4) == [1, 2, 3, 4] and len(d4) == 4
    assert d6.explode(1) + 0 == d6.map(lambda face: d6 + 6 if face == 6 else face)
    assert d6.reroll([1]).chances() == {face: Fraction(1, 5) for face in range(2, 7)}


def test_tuples_have_marginals():
    both = d6.pool(2).expand()
    assert both.marginals[0] == d6.highest(2) and both.marginals[1] == d6.lowest(2)
    with pytest.raises(TypeError):
        (d6.pool(2) & d6.pool(2)).expand().marginals


def test_repeats():
    collector = Die([0]).repeat(
        lambda faces: d6.map(lambda face: faces + (face > faces)), lambda faces: faces == 6
    )
    assert collector == Fraction(147, 10)
    in_a_row = Die([0]).repeat(lambda n: d6.map(lambda face: n + 1 if face == 6 else 0), lambda n: n == 2)
    assert in_a_row == 42
    assert d6.repeat(lambda _: d6, lambda face: face == 6) == 5
    with pytest.raises(ValueError, match="no end"):
        Die([0]).repeat(lambda n: n, lambda n: n == 1)
    assert d6.map(lambda face: d6 if face == 1 else face, repeat=2) == d6.reroll([1], 2)


def test_what_is_refused():
    for wrong in (
        lambda: Die([]),
        lambda: Die({1: -1}),
        lambda: Die({1: 0.5}),
        lambda: d(0),
        lambda: Pool([]),
    ):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(ValueError):
        Deck([1, 2]).deal(3)
    with pytest.raises(TypeError):
        Die(["a", "b"]).pool(2)
    with pytest.raises(MemoryError):
        (d(100).pool(1000) | d(100).pool(1000)).sum()
    with pytest.raises(ValueError, match="fixed"):
        (d6.pool(2) & d6.pool(2)).middle()


def test_a_plot():
    pytest.importorskip("matplotlib").use("Agg")
    axes = (2 @ d6).plot()
    assert len(axes.patches) == 11 and axes.patches[5].get_height() == pytest.approx(1 / 6)
