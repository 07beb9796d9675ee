"""Games for one agent by `gymnasium.make`."""

import subprocess
import sys
import warnings

import numpy as np
import pytest

import torneo

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env


@pytest.mark.parametrize(
    "id", ["three-mens-morris", "half-hazard", "frames", "lanza", "hnefatafl", "camelot"]
)
def test_gymnasium_finds_nothing(id):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(different from the unwrapped version|is not within).*")
        env = gymnasium.make(f"torneo/{id}-v0", opponent="random")
        check_env(env.unwrapped, skip_render_check=True)


def played(env, seed):
    """What comes of the first legal actions."""
    told = []
    seen, info = env.reset(seed=seed)
    for _ in range(200):
        action = int(np.flatnonzero(info["action_mask"])[0])
        seen, reward, terminated, truncated, info = env.step(action)
        told.append((float(seen.sum()), reward))
        if terminated or truncated:
            return told, info
    return told, info


def test_a_game_is_a_function_of_its_seed():
    env = gymnasium.make("torneo/three-mens-morris-v0", opponent="mcts(sims=10)")
    told, info = played(env, 5)
    assert told == played(env, 5)[0] and told[-1][1] in (-1.0, 0.0, 1.0)
    assert info["returns"].sum() == pytest.approx(0)
    env.reset(seed=5)
    with pytest.raises(gymnasium.error.ResetNeeded):
        for _ in range(400):
            env.step(env.action_space.sample())


def test_the_agent_may_have_any_seat_and_options_are_keywords():
    env = gymnasium.make("torneo/lanza-v0", opponent="random", seat=2, players=3)
    _, info = env.reset(seed=1)
    assert env.unwrapped.games.games.to_play[0] == 2 and info["action_mask"].dtype == np.int8
    wrong = int(np.argmin(info["action_mask"]))
    _, reward, terminated, _, info = env.step(wrong)
    assert (reward, terminated, info["illegal"]) == (-0.5, True, True)
    assert info["returns"].tolist() == [0.25, 0.25, -0.5]
    with pytest.raises(torneo.SpecError):
        gymnasium.make("torneo/lanza-v0", colours=3)


def test_masks_are_those_of_the_position_until_the_game_is_over():
    alone = gymnasium.make("torneo/three-mens-morris-v0", opponent="random").unwrapped
    _, info = alone.reset(seed=2)
    over = False
    while not over:
        mask = alone.action_masks()
        assert mask.dtype == bool and (mask == info["action_mask"]).all() and mask.any()
        _, _, ended, cut_off, info = alone.step(int(mask.argmax()))
        over = ended or cut_off
    assert not alone.action_masks().any()
    alone.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        alone.action_masks()


def test_several_games_are_a_vector():
    games = gymnasium.make_vec("torneo/havannah-v0", num_envs=3, opponent="random", size=4)
    assert isinstance(games, torneo.vector.Gym) and games.num_envs == 3
    _, infos = games.reset(seed=1)
    games.step(infos["action_mask"].argmax(axis=1))


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "human"])
def test_boards_are_shown_without_a_screen(mode, capsys):
    env = gymnasium.make("torneo/hnefatafl-v0", render_mode=mode)
    env.reset(seed=1)
    shown = env.render()
    if mode == "rgb_array":
        assert shown.dtype == np.uint8 and shown.ndim == 3 and shown.shape[2] == 3 and shown.std() > 10
    elif mode == "ansi":
        assert len(shown) > 100
    else:
        assert len(capsys.readouterr().out) > 100
    with pytest.raises(ValueError, match="render_mode"):
        gymnasium.make("torneo/hnefatafl-v0", render_mode="tv", disable_env_checker=True)


def test_games_are_there_whichever_is_imported_first():
    for first, second in (("torneo", "gymnasium"), ("gymnasium", "torneo")):
        program = f"import {first}, {second}; gymnasium.make('torneo/hazard-v0')"
        subprocess.run([sys.executable, "-c", program], check=True, timeout=120)
