"""PettingZoo's own tests, and what they do not see."""

import warnings
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

import torneo
from torneo import pettingzoo as zoo

pytestmark = pytest.mark.filterwarnings("ignore")


def test_api(spec):
    api_test(zoo.env(spec), num_cycles=60)


def test_parallel_api(spec):
    parallel_api_test(zoo.parallel_env(spec), num_cycles=60)


def test_seeds(spec):
    seed_test(partial(zoo.env, spec), num_cycles=20)
    parallel_seed_test(partial(zoo.parallel_env, spec), num_cycles=20)


def test_rendering(spec, capsys):
    render_test(partial(zoo.env, spec))


# Games in which all seats take turns one step each. Few random games of them are over within four.
IN_TURNS = {
    "akron",
    "atari-go",
    "blocker",
    "catch-the-rabbit",
    "fischerandom",
    "four-seasons",
    "frames",
    "grand-chess",
    "grande-acedrex",
    "havannah",
    "hi-jack",
    "hnefatafl",
    "jetan",
    "martian-chess",
    "nine-mens-morris",
    "ot-tjin",
    "panquist",
    "razzle-dazzle",
    "sleeping-beauty-draughts",
    "surakarta",
    "three-mens-morris",
    "trax",
    "twelve-mens-morris",
}


def test_cycles(spec):
    if torneo.Game(spec).id not in IN_TURNS:
        pytest.skip(
            "the seats do not take turns one step each, or the game may be over before: see docs/python.md"
        )

    def seeded(make, max_cycles):
        """An environment whose actions are always drawn alike: some games can be over after a few."""
        with pytest.warns(DeprecationWarning, match="max_plies"):
            env = make(spec, max_cycles=max_cycles, illegal="warn")
        for seat, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(seat)
        return env

    max_cycles_test(
        SimpleNamespace(env=partial(seeded, zoo.env), parallel_env=partial(seeded, zoo.parallel_env))
    )


def play(env, rng, choose=None):
    """Plays a game by random actions: the tokens' texts, and the rewards."""
    texts, rewards = [], dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        legal = np.flatnonzero(seen["action_mask"])
        texts.append((agent, env.unwrapped.state_text))
        env.step(int(rng.choice(legal)))
    return texts, rewards


def test_the_seed_is_all_that_a_game_depends_on():
    env = zoo.env("half-hazard")
    env.reset(seed=3)
    one = play(env, np.random.default_rng(1))
    env.reset()
    play(env, np.random.default_rng(1))
    env.reset(seed=3)
    assert play(env, np.random.default_rng(1)) == one
    assert sum(one[1].values()) == pytest.approx(0)


def test_choices_at_the_same_time_are_not_seen():
    env = zoo.env("frames(size=5)")
    env.reset(seed=1)
    before = env.observe("seat_1")
    assert env.agent_selection == "seat_0"
    env.step(int(np.flatnonzero(env.observe("seat_0")["action_mask"])[4]))
    after = env.observe("seat_1")
    assert env.agent_selection == "seat_1"
    assert np.array_equal(before["observation"], after["observation"])
    assert np.array_equal(before["action_mask"], after["action_mask"])


def test_what_an_illegal_action_does():
    def forbidden(env):
        return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])

    env = zoo.env("three-mens-morris", illegal="warn")
    env.reset(seed=1)
    with pytest.warns(RuntimeWarning, match="is played in its place"):
        env.step(forbidden(env))
    assert env.infos["seat_0"] == {"illegal": True} and env.agent_selection == "seat_1"
    env = zoo.env("three-mens-morris", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(torneo.IllegalMove, match="is not legal here for seat 0"):
        env.step(forbidden(env))
    for env in (zoo.env("three-mens-morris"), zoo.env("three-mens-morris", illegal="lose")):
        env.reset(seed=1)
        env.step(forbidden(env))
        assert all(env.terminations.values()) and env.rewards == {"seat_0": -1, "seat_1": 1}
        assert env.infos["seat_0"] == {"illegal": True} and not env.observe("seat_1")["action_mask"].any()
    env = zoo.parallel_env("lanza", players=3)
    views, _ = env.reset(seed=1)
    actions = {agent: int(np.argmin(view["action_mask"])) for agent, view in views.items()}
    _, rewards, terminations, _, _ = env.step(actions)
    assert rewards == {"seat_0": -0.5, "seat_1": 0.25, "seat_2": 0.25} and all(terminations.values())
    with pytest.raises(ValueError, match="illegal: expected one of"):
        zoo.env("three-mens-morris", illegal="maybe")
    with pytest.raises(ValueError, match="render_mode"):
        zoo.env("three-mens-morris", render_mode="tv")


def test_actions_have_tokens():
    encoding = torneo.encoding("hnefatafl")
    environment = torneo.Environment(encoding)
    state = encoding.game.start()
    for token in state.legal():
        action = environment.encode(token)
        assert environment.decode(action) == token
        assert encoding.describe(action).startswith("cell")
    with pytest.raises(torneo.IllegalMove):
        environment.encode("nonsense")
    assert len(encoding.planes) + len(encoding.wholes) == encoding.shape[0]


def test_calls_at_the_wrong_time_are_told_of():
    from gymnasium.error import ClosedEnvironmentError, ResetNeeded

    for make in (zoo.raw_env, zoo.parallel_env):
        env = make("three-mens-morris")
        for early in (lambda env=env: env.step(0), lambda env=env: env.observe("seat_0"), env.state):
            with pytest.raises(ResetNeeded):
                early()
        with pytest.raises(TypeError, match="seed"):
            env.reset(seed="x")
        env.reset(seed=1)
        assert env.state().shape == env.state_space.shape and env.state() in env.state_space
        env.close()
        with pytest.raises(ClosedEnvironmentError):
            env.reset()
    with pytest.raises(ValueError, match="max_plies"):
        zoo.env("three-mens-morris", max_plies=-1)
    with pytest.raises(torneo.SpecError, match="no option"):
        zoo.env("three-mens-morris", sizes=3)


def test_a_game_is_cut_off_after_its_plies():
    env = zoo.env("havannah", max_plies=3, size=4)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(int(np.argmax(env.observe(env.agent_selection)["action_mask"])))
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_warnings_are_only_those_of_wrapping():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = zoo.parallel_env("frames(size=5)")
        views, _ = env.reset(seed=1)
        env.step({agent: int(np.flatnonzero(view["action_mask"])[0]) for agent, view in views.items()})


def test_an_engine_plays_in_the_loop():
    env = zoo.env("camelot")
    env.reset(seed=1)
    engine, token = torneo.Engine("alpha-beta(depth=1)"), None
    for agent in env.agent_iter(60):
        view, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        elif agent == "seat_0":
            table = env.unwrapped
            token = token or engine.bestmove(table.position(), seed=1).move
            action = table.encode(token)
            token = None if table.decode(action) else token
            env.step(action)
        else:
            env.step(int(np.flatnonzero(view["action_mask"])[0]))
    assert env.unwrapped.position().plies == 0 and len(env.unwrapped.position().text) > 10
