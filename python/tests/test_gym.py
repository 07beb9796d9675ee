"""Batches as vector environments of Gymnasium, and what they tell of ends."""

import pickle

import numpy as np
import pytest

import torneo
from torneo import vector

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.vector import AutoresetMode


def choose(rng, mask):
    return np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask])


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_modes_are_those_of_gymnasium(spec, mode):
    games = vector.Gym(spec, 4, seed=3, autoreset_mode=mode, max_plies=50)
    assert isinstance(games, gymnasium.vector.VectorEnv) and games.metadata["autoreset_mode"] is mode
    obs, infos = games.reset(seed=5)
    rng, ended = np.random.default_rng(0), 0
    for _ in range(120):
        assert games.observation_space.contains(obs)
        before = obs
        obs, rewards, terminated, truncated, infos = games.step(choose(rng, infos["action_mask"]))
        done = terminated | truncated
        ended += done.sum()
        assert not (terminated & truncated).any() and (rewards[~terminated] == 0).all()
        assert np.abs(infos["returns"].sum(axis=1)).max() < 1e-5
        if mode is AutoresetMode.SAME_STEP and done.any():
            assert (infos["_final_obs"] == done).all()
            for index in np.flatnonzero(done):
                assert infos["final_obs"][index].shape == obs[index].shape
            assert (infos["final_info"]["returns"] == infos["returns"]).all()
        if mode is AutoresetMode.NEXT_STEP and done.any():
            last = obs
            obs, rewards, terminated, truncated, infos = games.step(choose(rng, infos["action_mask"]))
            assert not (terminated | truncated)[done].any() and (rewards[done] == 0).all()
            assert last is not obs and before is not last
        if mode is AutoresetMode.DISABLED and done.any():
            with pytest.raises(ValueError, match="have ended"):
                games.step(np.zeros(4, dtype=int))
            obs, infos = games.reset(options={"reset_mask": done})
    assert ended >= 4


def test_the_same_seed_gives_the_same_games():
    first, second = (vector.Gym("lanza(players=3)", 3, seed=1, seat=1) for _ in range(2))
    rng = np.random.default_rng(1)
    (one, infos), (two, _) = first.reset(seed=4), second.reset(seed=4)
    for _ in range(60):
        assert (one == two).all()
        actions = choose(rng, infos["action_mask"])
        one, *_, infos = first.step(actions)
        two, *_ = second.step(actions)


def test_opponents_are_engines_or_callables():
    def highest(obs, mask, seats):
        assert len(obs) == len(mask) == len(seats) and (seats == 1).all()
        return [np.flatnonzero(row)[-1] for row in mask]

    rng, means = np.random.default_rng(2), {}
    for name, opponent in (("weak", highest), ("strong", "alpha-beta(depth=3)")):
        games, gains = vector.Gym("three-mens-morris", 8, seed=3, opponent=opponent, max_plies=200), []
        _, infos = games.reset(seed=1)
        while len(gains) < 60:
            _, rewards, terminated, _, infos = games.step(choose(rng, infos["action_mask"]))
            gains += rewards[terminated].tolist()
        means[name] = np.mean(gains)
    assert means["strong"] < -0.5 < means["weak"]


def test_illegal_actions_are_told_of_or_raised():
    lost = vector.Gym("lanza", 2, seed=1, players=3)
    _, infos = lost.reset()
    legal = [int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]]
    wrong = int(np.flatnonzero(infos["action_mask"][0] == 0)[0])
    _, rewards, terminated, _, infos = lost.step([wrong, legal[1]])
    assert rewards.tolist() == [-0.5, 0] and terminated.tolist() == [True, False]
    assert infos["returns"][0].tolist() == [-0.5, 0.25, 0.25]
    assert infos["illegal"].tolist() == [True, False] and not infos["action_mask"][0].any()
    _, _, terminated, _, infos = lost.step([0, int(np.flatnonzero(infos["action_mask"][1])[0])])
    assert not terminated.any() and infos["action_mask"].any(axis=1).all(), "the next game has begun"
    games = vector.Gym("havannah", 2, seed=1, illegal="warn")
    games.reset()
    # A corner of the array, where the hexagon has no cell.
    with pytest.warns(RuntimeWarning, match="not legal in game 0"):
        infos = games.step([14, 14])[-1]
    assert infos["illegal"].all()
    strict = vector.Gym("havannah", 2, seed=1, illegal="raise")
    strict.reset()
    with pytest.raises(torneo.IllegalMove):
        strict.step([14, 14])
    with pytest.raises(ValueError, match="illegal: expected one of"):
        vector.Gym("havannah", 2, illegal="maybe")


def test_masks_are_what_sample_takes():
    games = vector.Gym("havannah", 3, seed=1)
    _, infos = games.reset()
    assert infos["action_mask"].dtype == np.int8
    for mask in infos["action_mask"]:
        assert mask[games.single_action_space.sample(mask)]
    games.step(games.action_space.sample(tuple(infos["action_mask"])))


def test_calls_at_the_wrong_time_are_told_of():
    games = vector.Gym("havannah", 2, seed=1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        games.step([0, 0])
    games.reset()
    with pytest.raises(TypeError, match="integers"):
        games.step([0.5, 1.0])
    with pytest.raises(ValueError, match="actions"):
        games.step([0])
    games.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        games.reset()
    with pytest.raises(TypeError, match="opponent"):
        vector.Gym("havannah", 2, opponent=3)
    with pytest.raises(ValueError, match="seat"):
        vector.Gym("havannah", 2, seat=2)


def test_a_game_that_is_cut_off_is_no_draw():
    games = vector.make("havannah", 6, seed=1, max_plies=20)
    cut = 0
    for _ in range(60):
        before = games.obs.copy()
        games.step(games.sample())
        assert (games.done == (games.terminated | games.truncated)).all() and not games.terminated.any()
        assert (games.rewards == 0).all()
        for index in np.flatnonzero(games.truncated):
            # The last position differs from the one before it, and from that of the next game.
            assert (games.final_obs[index] != before[index]).any()
            assert (games.final_obs[index] != games.obs[index]).any()
        cut += games.truncated.sum()
    assert cut == 18


def test_a_pickled_batch_goes_on_to_the_same_arrays(spec):
    games = vector.make(spec, 4, seed=2, max_plies=40)
    for _ in range(45):
        games.step(games.sample())
    other = pickle.loads(pickle.dumps(games))
    for _ in range(60):
        for name in ("obs", "mask", "to_play", "rewards", "terminated", "truncated", "done"):
            assert (getattr(games, name) == getattr(other, name)).all(), name
        assert (games.final_obs[games.done] == other.final_obs[games.done]).all()
        actions = games.sample()
        assert (actions == other.sample()).all()
        games.step(actions)
        other.step(actions)


def test_legal_actions_are_listed(spec):
    games = vector.make(spec, 5, seed=2, observations=False)
    assert games.obs is None
    for _ in range(30):
        indices, offsets = games.legal()
        for index in range(5):
            own = indices[offsets[index] : offsets[index + 1]]
            assert np.array_equal(np.sort(own), np.flatnonzero(games.mask[index]))
        games.step(games.sample())


def test_a_batch_without_observations_plays_the_same_games():
    with_them, without = vector.make("trax", 4, seed=2), vector.make("trax", 4, seed=2, observations=False)
    for _ in range(100):
        actions = with_them.sample()
        assert (actions == without.sample()).all()
        with_them.step(actions)
        without.step(actions)
        assert with_them.text(1) == without.text(1)


def test_games_wait_for_the_next_one():
    games = vector.make("three-mens-morris", 4, seed=2, autoreset=False, max_plies=100)
    while not games.ended.all():
        games.step(games.sample())
    assert (games.sample() == vector.WAIT).all()
    with pytest.raises(torneo.IllegalMove):
        games.step(np.zeros(4, dtype=int))
    games.begin(np.array([True, False, True, False]))
    assert games.ended.tolist() == [False, True, False, True] and games.numbers == [4, 1, 6, 3]
    assert games.state(0).legal() and pickle.loads(pickle.dumps(games)).ended.tolist() == games.ended.tolist()


def test_a_batch_without_masks_plays_uniformly_and_goes_on(spec):
    games = vector.make(spec, 4, seed=2, observations=False, masks=False, max_plies=60)
    assert games.mask is None and games.obs is None
    for step in range(80):
        if step == 40:
            games = pickle.loads(pickle.dumps(games))
        actions = games.sample()
        indices, offsets = games.legal()
        for index in range(4):
            assert actions[index] in indices[offsets[index] : offsets[index + 1]]
        # Some take what was drawn, some another legal action.
        if step % 3 == 0:
            actions[1] = indices[offsets[1]]
        games.step(actions)
    with pytest.raises(torneo.IllegalMove):
        games.step(np.full(4, 10**6))


def test_draws_without_masks_are_uniform():
    games = vector.make("three-mens-morris", 6000, seed=5, observations=False, masks=False)
    counts = np.bincount(games.sample())
    assert np.count_nonzero(counts) == 9 and 550 < counts[counts > 0].min() and counts.max() < 800
