"""Twenty questions about dice beside icepool: the table of docs/dice.md.

Both run in this one process, warm, and the median of five counts. `pip install icepool`, then
`python bench_dice.py`, or `python bench_dice.py RISK` for some of them.
Every answer is compared with icepool's.
"""

import functools
import gc
import statistics
import sys
import time
from fractions import Fraction
from math import exp, log

import icepool
from icepool.evaluator.multiset_evaluator_base import MultisetEvaluatorBase

from torneo.dice import Deck, Pool, d


def ice(faces):
    return icepool.d(faces)


def clear():
    """Empties what icepool keeps of earlier answers, so that it answers anew."""
    for thing in gc.get_objects():
        if isinstance(thing, MultisetEvaluatorBase):
            thing.__dict__.pop("_cache", None)
        elif isinstance(thing, icepool.Die):
            thing.__dict__.pop("_sum_cache", None)
        elif isinstance(thing, functools._lru_cache_wrapper) and (thing.__module__ or "").startswith(
            "icepool"
        ):
            thing.cache_clear()


def ours_yahtzee():
    def step(kept):
        if kept == 5:
            return 5
        # Of the dice thrown again, those that show the kept face (1), and the largest set of the
        # others.
        return (
            d(6)
            .pool(5 - kept)
            .evaluate(
                (0, 0),
                lambda state, face, count: (count, 0) if face == 1 else (state[0], max(state[1], count)),
                lambda state: max(kept + state[0], state[1]),
            )
        )

    return d(6).pool(5).largest_set().map(step, repeat=2)


class KeptSet(icepool.MultisetEvaluator):
    def __init__(self, kept):
        self.kept = kept

    def next_state(self, state, order, outcome, count):
        matches, other = state or (0, 0)
        return (count, other) if outcome == 1 else (matches, max(other, count))

    def final_outcome(self, final_state, order, outcomes, *sizes):
        matches, other = final_state
        return max(self.kept + matches, other)


def their_yahtzee():
    def step(kept):
        return 5 if kept == 5 else KeptSet(kept)(ice(6).pool(5 - kept))

    return ice(6).pool(5).largest_count().map(step).map(step)


def their_risk(first, second):
    class Wins(icepool.MultisetEvaluator):
        def next_state(self, state, order, outcome, a, b):
            ahead, wins = state
            return ahead + a - b, wins + min(b, max(ahead, 0))

        def initial_state(self, order, outcomes, *sizes):
            if order > 0:
                raise icepool.UnsupportedOrder()
            return 0, 0

        def final_outcome(self, final_state, order, outcomes, *sizes):
            return final_state[1]

    return Wins()(ice(6).pool(first), ice(6).pool(second))


def mixed(die):
    return [die(4)] * 4 + [die(6)] * 4 + [die(8)] * 4 + [die(10)] * 4


QUESTIONS = [
    (
        "100d20, the highest 10",
        lambda: d(20).pool(100).highest(10),
        lambda: ice(20).pool(100).highest(10).sum(),
    ),
    (
        "40d10, those from 6 on counted",
        lambda: d(10).pool(40).count(6, 7, 8, 9, 10),
        lambda: ice(10).pool(40).keep_outcomes([6, 7, 8, 9, 10]).size(),
    ),
    (
        "40d10 exploding three times, summed",
        lambda: 40 @ d(10).explode(3),
        lambda: 40 @ ice(10).explode(depth=3),
    ),
    ("1000d6, the sum", lambda: 1000 @ d(6), lambda: 1000 @ ice(6)),
    (
        "20d20, the longest straight",
        lambda: d(20).pool(20).straight(),
        lambda: ice(20).pool(20).largest_straight(),
    ),
    (
        "20d20, the largest set",
        lambda: d(20).pool(20).largest_set(),
        lambda: ice(20).pool(20).largest_count(),
    ),
    ("RISK, 20 against 20", lambda: d(6).pool(20).wins(d(6).pool(20)), lambda: their_risk(20, 20)),
    ("RISK, 3 against 2", lambda: d(6).pool(3).wins(d(6).pool(2)), lambda: their_risk(3, 2)),
    ("Yahtzee in three rolls", ours_yahtzee, their_yahtzee),
    ("4d6, the highest 3", lambda: d(6).pool(4).highest(3), lambda: ice(6).pool(4).highest(3).sum()),
    ("30d12, the lowest 7", lambda: d(12).pool(30).lowest(7), lambda: ice(12).pool(30).lowest(7).sum()),
    ("25d20, the middle 5", lambda: d(20).pool(25).middle(5), lambda: ice(20).pool(25).middle(5).sum()),
    ("100d20, the sum", lambda: 100 @ d(20), lambda: 100 @ ice(20)),
    (
        "50d8 against 60d6, who is higher",
        lambda: (50 @ d(8)) > (60 @ d(6)),
        lambda: (50 @ ice(8)) > (60 @ ice(6)),
    ),
    (
        "4d4 4d6 4d8 4d10, the highest 5",
        lambda: Pool(mixed(d)).highest(5),
        lambda: icepool.Pool(mixed(ice)).highest(5).sum(),
    ),
    (
        "4d4 4d6 4d8 4d10, the largest set",
        lambda: Pool(mixed(d)).largest_set(),
        lambda: icepool.Pool(mixed(ice)).largest_count(),
    ),
    (
        "8d6 or 8d8, the sum of the union",
        lambda: (d(6).pool(8) | d(8).pool(8)).sum(),
        lambda: (ice(6).pool(8) | ice(8).pool(8)).sum(),
    ),
    (
        "12d6 and 12d6, how many match",
        lambda: (d(6).pool(12) & d(6).pool(12)).size(),
        lambda: (ice(6).pool(12) & ice(6).pool(12)).size(),
    ),
    (
        "13 cards of 52, the aces",
        lambda: Deck(range(1, 14), 4).deal(13).count(1),
        lambda: icepool.Deck(list(range(1, 14)) * 4).deal(13).keep_outcomes([1]).size(),
    ),
    (
        "13 cards of 52, the longest straight",
        lambda: Deck(range(1, 14), 4).deal(13).straight(),
        lambda: icepool.Deck(list(range(1, 14)) * 4).deal(13).largest_straight(),
    ),
]


def timed(question):
    """The median of five in seconds, and the answer; above ten seconds one time is enough."""
    answer, times = question(), []
    for _ in range(5):
        clear()
        start = time.perf_counter()
        answer = question()
        times.append(time.perf_counter() - start)
        if times[-1] > 10:
            break
    return statistics.median(times), answer


def main():
    sys.setrecursionlimit(10_000)
    print("| question | torneo | icepool | times as fast |\n|---|---|---|---|")
    ratios = []
    for name, ours, theirs in QUESTIONS:
        if not all(part in name for part in sys.argv[1:]):
            continue
        (mine, answer), (other, expected) = timed(ours), timed(theirs)
        chances = {int(k): Fraction(v, expected.denominator()) for k, v in expected.items() if v}
        assert answer.chances() == chances, name
        ratios.append(other / mine)
        print(f"| {name} | {mine * 1e3:.3f} ms | {other * 1e3:.3f} ms | {other / mine:.1f} |", flush=True)
    mean = exp(sum(map(log, ratios)) / len(ratios))
    print(f"\nLeast: {min(ratios):.1f}. Geometric mean: {mean:.1f}.")


if __name__ == "__main__":
    main()
