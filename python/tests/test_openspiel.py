"""OpenSpiel's own tests and algorithms."""

import copy
import pickle
import random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, mcts

import torneo
from torneo import openspiel

NAMES = openspiel.register()


def load(spec):
    name, _, options = spec.partition("(")
    given = dict(part.split("=") for part in options.rstrip(")").split(", ") if part)
    kinds = {
        option["name"]: option["kind"]
        for game in torneo.games()
        if game["id"] == name
        for option in game["options"]
    }
    read = {"int": int, "bool": lambda text: text == "true", "float": float}
    params = {key: read.get(kinds[key], str)(value) for key, value in given.items()}
    return pyspiel.load_game("torneo_" + name.replace("-", "_"), params)


def test_all_games_are_registered():
    # Games in Python are registered as well, as far as they are there.
    built_in = {
        "torneo_" + game["id"].replace("-", "_") for game in torneo.games() if game["family"] != "python"
    }
    assert len(built_in) == 47 and built_in <= set(NAMES) <= set(pyspiel.registered_names())
    assert set(NAMES) <= set(openspiel.register())


def test_games_and_states_are_pickled():
    for name in NAMES:
        game = pyspiel.load_game(name)
        again = pickle.loads(pickle.dumps(game))
        assert str(again) == str(game)
        state = game.new_initial_state()
        assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_random_games(spec, capfd):
    pyspiel.random_sim_test(load(spec), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", ["three_mens_morris", "half_hazard", "lanza", "zertz"])
def test_states_are_written_and_read(name, capfd):
    pyspiel.random_sim_test(pyspiel.load_game("torneo_" + name), num_sims=1, serialize=True, verbose=False)


def test_parameters_are_options():
    assert pyspiel.load_game("torneo_lanza", {"players": 3}).num_players() == 3
    assert "rings=61" in str(pyspiel.load_game("torneo_zertz(rings=61)"))
    assert pyspiel.load_game("torneo_jetan").torneo_game == torneo.Game("jetan")
    assert pyspiel.load_game("torneo_jetan(games=2)").torneo_game == torneo.Game("jetan(games=2)")
    with pytest.raises(torneo.SpecError, match="expects one of 37, 61"):
        pyspiel.load_game("torneo_zertz(rings=48)")


def test_copies_are_independent(spec):
    state, rng = load(spec).new_initial_state(), random.Random(4)
    for _ in range(12):
        if state.is_terminal():
            break
        other = state.clone() if rng.random() < 0.5 else copy.deepcopy(state)
        assert str(other) == str(state)
        advance(other, rng)
        before = str(state)
        assert str(state) == before
        advance(state, rng)


def advance(state, rng):
    if state.is_terminal():
        return
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes())
        state.apply_action(rng.choices(actions, weights)[0])
    elif state.is_simultaneous_node():
        state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in range(state.num_players())])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def test_observations_are_those_of_the_encoding():
    game = load("hnefatafl")
    state = game.new_initial_state()
    seen = np.array(state.observation_tensor(0), np.float32).reshape(game.observation_tensor_shape())
    assert np.array_equal(seen, torneo.Environment(torneo.encoding("hnefatafl")).observe(0))
    assert state.observation_string(0) != state.observation_string(1)
    assert state.action_to_string(0, state.legal_actions()[0]) in torneo.Game("hnefatafl").start().legal()


def test_mcts_plays():
    game = load("three-mens-morris")
    rng = np.random.RandomState(1)
    bots = [
        mcts.MCTSBot(game, 2, 20, mcts.RandomRolloutEvaluator(1, rng), random_state=rng) for _ in range(2)
    ]
    state = game.new_initial_state()
    for _ in range(4):
        state.apply_action(bots[state.current_player()].step(state))
    assert len(state.history()) == 4


def test_simultaneous_games_become_turn_based():
    game = pyspiel.convert_to_turn_based(load("frames(size=5)"))
    state, rng = game.new_initial_state(), random.Random(2)
    assert not state.is_simultaneous_node()
    while not state.is_terminal():
        advance(state, rng)
    assert sum(state.returns()) == pytest.approx(0)


def test_cfr_approaches_an_equilibrium():
    game = load("trax(max_tiles=3)")
    solver, gaps = cfr.CFRSolver(game), []
    for rounds in (1, 10):
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        gaps.append(exploitability.exploitability(game, solver.average_policy()))
    assert gaps[0] > gaps[1] >= -1e-9


def test_exploitability_where_seats_choose_at_the_same_time(request):
    if not request.config.getoption("--all-games"):
        pytest.skip("a game of 11000 states, which takes a minute: --all-games")
    game = pyspiel.convert_to_turn_based(load("nibelungenlied(max_turns=1)"))
    solver = cfr.CFRSolver(game)
    solver.evaluate_and_update_policy()
    before = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert before >= exploitability.exploitability(game, solver.average_policy()) >= -1e-9
