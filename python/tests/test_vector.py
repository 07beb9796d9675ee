"""Batches."""

import pickle

import numpy as np
import pytest

import torneo
from torneo import vector

pytestmark = pytest.mark.filterwarnings("ignore")


def test_arrays_are_written_in_place(spec):
    games = vector.make(spec, 5, seed=3, max_plies=200)
    arrays = (games.obs, games.mask, games.to_play, games.rewards, games.done)
    assert games.obs.shape == (5, *games.encoding.shape) and games.obs.dtype == np.float32
    assert games.mask.shape == (5, games.encoding.actions) and games.mask.dtype == np.bool_
    assert games.rewards.shape == (5, games.game.seats)
    ended = 0
    for _ in range(250):
        actions = games.sample()
        assert games.mask[np.arange(5), actions].all()
        assert all(one is other for one, other in zip(games.step(actions), arrays))
        ended += int(games.done.sum())
        assert np.abs(games.rewards.sum(axis=1)).max() < 1e-5
    assert ended >= 5


def test_games_are_those_of_pettingzoo(spec):
    zoo = pytest.importorskip("torneo.pettingzoo")
    n, steps = 3, 40
    games = vector.make(spec, n, seed=9)
    env = zoo.env(spec)
    rows = [(games.obs.copy(), games.mask.copy(), games.to_play.copy(), None, None)]
    chosen = []
    for _ in range(steps):
        chosen.append(games.sample())
        rows.append(tuple(array.copy() for array in games.step(chosen[-1])))
    for index in range(n):
        env.reset(seed=9)
        for _ in range(index):
            env.reset()
        for step in range(steps):
            obs, mask, to_play = (array[index] for array in rows[step][:3])
            assert env.agent_selection == f"seat_{to_play}"
            seen = env.observe(env.agent_selection)
            assert np.array_equal(seen["observation"], obs) and np.array_equal(
                seen["action_mask"].astype(bool), mask
            )
            env.step(int(chosen[step][index]))
            rewards, done = rows[step + 1][3][index], rows[step + 1][4][index]
            assert done == any(env.terminations.values())
            if done:
                assert np.allclose(rewards, [env.rewards[agent] for agent in env.possible_agents])
                break


def test_the_arrays_are_read_only():
    games = vector.make("three-mens-morris", 2, seed=1)
    for array in (games.obs, games.mask, games.to_play, games.rewards, games.done):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    copy = games.obs.copy()
    copy[0] = 1
    games.step(games.sample())


def test_rows_that_are_written_again_are_those_of_fresh_arrays(spec):
    games = vector.make(spec, 4, seed=2, max_plies=25)
    for _ in range(60):
        games.step(games.sample())
    obs, mask, to_play = (array.copy() for array in games.reset(7))
    fresh = vector.make(spec, 4, seed=7, max_plies=25)
    for _ in range(60):
        for array, other in zip((obs, mask, to_play), (fresh.obs, fresh.mask, fresh.to_play)):
            assert np.array_equal(array, other)
        actions = fresh.sample()
        assert np.array_equal(actions, games.sample())
        obs, mask, to_play, _, _ = games.step(actions)
        fresh.step(actions)


def test_an_illegal_action_moves_no_game():
    games = vector.make("three-mens-morris", 3, seed=1)
    actions = games.sample()
    before = [games.text(index) for index in range(3)]
    actions[1] = int(np.flatnonzero(~games.mask[1])[0])
    with pytest.raises(torneo.IllegalMove, match="game 1 of the batch"):
        games.step(actions)
    assert [games.text(index) for index in range(3)] == before
    with pytest.raises(ValueError, match="expected 3 actions"):
        games.step([0])
    with pytest.raises(TypeError, match="actions are integers"):
        games.step(np.zeros(3))
    with pytest.raises(ValueError, match="at least 1"):
        vector.make("three-mens-morris", 0, seed=1)


def test_the_same_seed_gives_the_same_games():
    def texts(seed):
        games = vector.make("half-hazard", 8, seed)
        for _ in range(30):
            games.step(games.sample())
        return [games.text(index) for index in range(8)], games.numbers

    assert texts(4) == texts(4) != texts(5)
    games = vector.make("half-hazard", 8, 4)
    games.step(games.sample())
    obs, _, _ = games.reset(4)
    assert np.array_equal(obs, vector.make("half-hazard", 8, 4).obs) and games.numbers == list(range(8))


def test_actions_that_were_drawn_go_on_after_pickling():
    """Without masks actions of several steps are drawn whole. A copy goes on with them, as does one
    whose actions were listed.
    """
    games = vector.make("nine-mens-morris", 16, seed=4, observations=False, masks=False)
    for _ in range(60):
        games.step(games.sample())
        games.step(games.sample())
        steady, listed = pickle.loads(pickle.dumps(games)), pickle.loads(pickle.dumps(games))
        indices, offsets = listed.legal()
        other = steady
        for _ in range(3):
            other = pickle.loads(pickle.dumps(other))
            drawn = other.sample()
            assert np.array_equal(drawn, steady.sample())
            other.step(drawn)
            steady.step(drawn)
        # What was entered of an action stands in the list of those that go on with it.
        drawn = pickle.loads(pickle.dumps(games)).sample()
        for game, action in enumerate(drawn):
            assert action in indices[offsets[game] : offsets[game + 1]]
        listed.step(drawn)
        again = pickle.loads(pickle.dumps(listed))
        assert [again.text(index) for index in range(16)] == [listed.text(index) for index in range(16)]
        assert np.array_equal(again.sample(), listed.sample())
