"""Ratings of a policy while it is trained."""

import subprocess
import sys
import time
import types

import numpy as np
import pytest

import torneo

GAME = "three-mens-morris"
FEW = {"games": GAME, "max_games": 12}


class Policy:
    """Plays at random until it knows how to look ahead."""

    def __init__(self, strength=0):
        self.strength = strength

    def choose(self, state, seat):
        if self.strength == 0:
            return state.legal(seat)[0]
        return torneo.Engine(f"mcts(sims={self.strength})").bestmove(state, seed=state.plies).move


def test_a_policy_is_rated_while_it_learns(tmp_path):
    policy = Policy()
    with torneo.Rater(every=100, out=tmp_path / "out", **FEW) as rater:
        due = []
        for step in range(0, 301, 25):
            policy.strength = step // 4
            if rater.maybe(step, policy):
                due.append(step)
    assert due == rater.curve.names == [0, 100, 200, 300]
    curve = rater.curve
    assert curve.ratings[0].games[0].score < curve.ratings[-1].games[0].score, "each is rated as it was"
    for step, rating in zip(curve.names, curve.ratings):
        assert torneo.Results(tmp_path / "out" / str(step)).games.num_rows == rating.games[0].games
    with pytest.raises(ValueError, match="closed"):
        rater.maybe(400, policy)
    alone = torneo.rate(Policy(), **FEW)
    assert curve.ratings[0] == alone


def test_a_snapshot_is_taken_in_the_loop():
    taken = []

    def snapshot(weights):
        taken.append(weights.copy())
        frozen = taken[-1]
        return lambda state, seat: state.legal(seat)[int(frozen[0]) % len(state.legal(seat))]

    weights = np.zeros(1)
    rater = torneo.Rater(snapshot, every=2, max_games=2, games=GAME)
    for step in range(1, 7):
        weights[0] = step
        rater.maybe(step, weights)
    assert [frozen[0] for frozen in taken] == [1, 2, 4, 6]
    rater.close()
    assert rater.curve.names == [1, 2, 4, 6]
    with pytest.raises(TypeError, match="cannot be copied"):
        torneo.Rater(games=GAME).maybe(0, lambda state, seat: 0)


def test_a_rating_ends_after_its_seconds():
    class Slow(Policy):
        def choose(self, state, seat):
            time.sleep(0.01)
            return super().choose(state, seat)

    with torneo.Rater(every=1, seconds=0.5, games=GAME, max_games=1000, width=1) as rater:
        rater.maybe(0, Slow())
    assert 2 <= rater.curve.ratings[0].games[0].games < 200


def test_what_fails_is_raised_at_the_end():
    rater = torneo.Rater(every=1, **FEW)
    rater.maybe(0, "greedy")
    rater.maybe(1, "gredy")
    rater.maybe(2, "random")
    with pytest.raises(torneo.SpecError, match="gredy"):
        rater.close()
    assert rater.curve.names == [0, 2]
    for options, error, match in (
        ({"games": "three-mens-moris"}, torneo.SpecError, "three-mens-morris"),
        ({"every": 0}, ValueError, "every"),
        ({"seconds": -1}, ValueError, "seconds"),
        ({"snapshot": 3}, TypeError, "snapshot"),
        ({"width": 0}, ValueError, "width"),
    ):
        with pytest.raises(error, match=match):
            torneo.Rater(**{"games": GAME, **options})


AT_EXIT = """
import sys, torneo
rater = torneo.Rater(every=1, games="three-mens-morris", max_games=12, out=sys.argv[1])


def last(state, seat):
    return state.legal(seat)[-1]


for step, agent in enumerate(["mcts(sims=200)", "greedy", last]):
    rater.maybe(step, agent if isinstance(agent, str) else type("Last", (), {"choose": staticmethod(last)})())
"""


def test_the_end_of_the_program_waits(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", AT_EXIT, tmp_path / "out"], capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")
    for step in "012":
        assert torneo.Results(tmp_path / "out" / step).games.num_rows == 12
        assert (tmp_path / "out" / step / "placements.csv").exists()


def test_stable_baselines_is_asked_for_a_callback(monkeypatch):
    rater = torneo.Rater(lambda model: model.agent, every=10, **FEW)
    monkeypatch.setitem(sys.modules, "stable_baselines3", None)
    with pytest.raises(ImportError, match="pip install stable-baselines3"):
        rater.callback()

    class BaseCallback:
        """What the package has."""

        def __init__(self, verbose=0):
            self.num_timesteps, self.model = 0, None

        def on_step(self):
            self.num_timesteps += 4
            return self._on_step()

    package = {name: types.ModuleType(name) for name in ("stable_baselines3", "stable_baselines3.common")}
    callbacks = types.ModuleType("stable_baselines3.common.callbacks")
    callbacks.BaseCallback = BaseCallback
    for name, module in {**package, callbacks.__name__: callbacks}.items():
        monkeypatch.setitem(sys.modules, name, module)
    callback = rater.callback()
    assert isinstance(callback, BaseCallback)
    callback.model = types.SimpleNamespace(agent="greedy")
    assert all(callback.on_step() for _ in range(6))
    rater.close()
    assert rater.curve.names == [4, 12, 20]
