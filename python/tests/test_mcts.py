"""`torneo.vector.mcts`: AlphaZero's search over many games."""

import numpy as np
import pytest

import torneo
from torneo import vector


def blank(batch):
    """A network that knows nothing."""
    return np.zeros(batch.mask.shape, np.float32), np.zeros(len(batch.mask), np.float32)


def drawn(seed):
    """A network that says something else of every position."""

    def evaluate(batch):
        sums = (batch.obs.reshape(len(batch.obs), -1) * np.arange(1, batch.obs[0].size + 1)).sum(1)
        return np.sin(seed + sums[:, None] + np.arange(batch.mask.shape[1])), np.tanh(np.sin(sums))

    return evaluate


@torneo.register_game
class Pennies:
    """Both show a side at the same time. Matching sides win for the first seat."""

    seat_names = ["Even", "Odd"]
    turns = ["together"]

    def __init__(self, shown=None):
        self.shown = shown

    def turn(self):
        return [0, 1] if self.shown is None else None

    def legal(self, seat):
        return ["heads", "tails"]

    def apply(self, sides):
        return Pennies(list(sides))

    def outcome(self):
        return 0 if self.shown[0] == self.shown[1] else 1

    def text(self):
        return "-".join(self.shown or ["new"])

    def parse(self, text):
        return Pennies(None if text == "new" else text.split("-"))


@pytest.mark.parametrize(
    "kind", ["three-mens-morris", "havannah(size=4)", "fischerandom", "hazard", "frames", "bin-fa(players=3)"]
)
def test_simulations_are_counted_and_repeat(kind):
    games = vector.make(kind, 5, seed=3)
    for _ in range(6):
        games.step(games.sample())
    seats = games.rewards.shape[1]

    def evaluate(batch):
        logits, values = drawn(1)(batch)
        return logits, np.repeat(values[:, None], seats, axis=1)

    visits, values = vector.mcts(games, evaluate, 30, seed=9)
    assert visits.shape == games.mask.shape and values.shape == (5, seats)
    assert (visits.sum(axis=1) == 30).all() and not visits[~games.mask].any()
    assert np.array_equal(visits, vector.mcts(games, evaluate, 30, seed=9)[0])
    several = vector.mcts(games, evaluate, 30, seed=9, leaves=7)[0]
    assert (several.sum(axis=1) == 30).all() and not several[~games.mask].any()


def test_states_are_searched_as_batches_are():
    games = vector.make("three-mens-morris", 3, seed=1)
    games.step(games.sample())
    states = [games.state(index) for index in range(3)]
    for given in (vector.mcts(games, drawn(2), 50), vector.mcts(states, drawn(2), 50)):
        assert np.array_equal(given[0], vector.mcts(games, drawn(2), 50)[0])
    assert [state.plies for state in states] == [0, 0, 0]


def test_a_win_is_found_and_a_loss_prevented():
    state = torneo.Game("three-mens-morris(equal_turns=false)").start()
    for token in "@b2 @a1 @a2".split():
        state.play(token)
    # White threatens c2.
    visits, values = vector.mcts([state], blank, 400)
    assert state.decode(int(visits[0].argmax())) == "@c2"
    state.play("@c1")
    visits, values = vector.mcts([state], blank, 400)
    assert (
        state.decode(int(visits[0].argmax())) == "@c2"
        and values[0, 0] > 0.5
        and values[0, 1] == -values[0, 0]
    )


def test_who_chooses_at_the_same_time_sees_nothing():
    games = vector.make("pennies", 1, seed=1)
    visits, values = vector.mcts(games, blank, 2000, seed=1)
    assert abs(values[0, 0]) < 0.1 and (abs(visits[0, :2] - 1000) < 250).all()


def test_noise_and_priors_turn_the_search():
    games = vector.make("havannah(size=4)", 2, seed=1)
    liked = int(games.mask[0].argmax())

    def sure(batch):
        logits, values = blank(batch)
        logits[:, liked] = 20
        return logits, values

    assert (vector.mcts(games, sure, 40)[0][:, liked] == 40).all()
    noisy = vector.mcts(games, sure, 40, noise=(1.0, 0.5), seed=4)[0]
    assert ((noisy > 0).sum(axis=1) > 5).all() and (noisy.sum(axis=1) == 40).all()
    assert not np.array_equal(noisy, vector.mcts(games, sure, 40, noise=(1.0, 0.5), seed=5)[0])


def test_games_that_have_ended_are_left_out():
    games = vector.make("three-mens-morris", 2, seed=1, autoreset=False, max_plies=3)
    for _ in range(3):
        games.step(games.sample())
    visits, values = vector.mcts(games, blank, 10)
    assert not visits.any() and not values.any()


def test_what_cannot_be_searched_is_refused():
    games = vector.make("three-mens-morris", 2, seed=1)
    with pytest.raises(ValueError, match=r"logits of shape \(2, 1\), expected \(2, \d+\)"):
        vector.mcts(games, lambda batch: (np.zeros((2, 1)), np.zeros(2)), 5)
    with pytest.raises(ValueError, match=r"values of shape \(3,\), expected \(2, 2\)"):
        vector.mcts(games, lambda batch: (np.zeros(batch.mask.shape), np.zeros(3)), 5)
    with pytest.raises(ValueError, match="not finite"):
        vector.mcts(games, lambda batch: (np.full(batch.mask.shape, np.nan), np.zeros(2)), 5)
    with pytest.raises(ValueError, match="sims and leaves are at least 1"):
        vector.mcts(games, blank, 0)
    for weight in (-1.0, float("nan")):
        with pytest.raises(ValueError, match="c_puct is a number from 0"):
            vector.mcts(games, blank, 5, c_puct=weight)
    for noise in ((0.0, 0.25), (0.3, 1.5)):
        with pytest.raises(ValueError, match="alpha above 0 and fraction 0 to 1"):
            vector.mcts(games, blank, 5, noise=noise)
    with pytest.raises(ValueError, match="state 1 is of another"):
        vector.mcts([torneo.Game("surakarta").start(), torneo.Game("hazard").start()], blank, 5)
    with pytest.raises(ValueError, match="masks=True"):
        vector.mcts(vector.make("surakarta", 2, seed=1, masks=False), blank, 5)
    with pytest.raises(ValueError, match="at least one game"):
        vector.mcts([], blank, 5)
    with pytest.raises(ZeroDivisionError):
        vector.mcts(games, lambda batch: 1 / 0, 5)
