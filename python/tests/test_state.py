"""States by tokens and by integers, and engines that are asked at them."""

import copy
import pickle
import random

import numpy as np
import pytest

import torneo


def drawn(spec, plies, seed=1):
    """A state after random integers."""
    state, rng = torneo.Game(spec).start(), random.Random(seed)
    while state.turn != "over" and state.plies < plies:
        state.play(rng.choice(state.actions().tolist()))
    while state.turn != "over" and not is_whole(state):
        state.play(rng.choice(state.actions().tolist()))
    return state


def is_whole(state):
    try:
        pickle.dumps(state)
    except ValueError:
        return False
    return True


def test_integers_play_what_tokens_play(spec):
    state = drawn(spec, 60)
    again = torneo.Game(spec).start()
    for token in state.record.split():
        again.play(token)
    assert again == state and again.text == state.text and hash(again) == hash(state)
    assert again.plies == state.plies
    assert state != torneo.Game(spec).start() or state.plies == 0


def test_masks_and_observations_are_those_of_the_environment(spec):
    state = drawn(spec, 12)
    if state.turn in ("over", "chance"):
        assert not state.mask().any() or state.turn == "over"
        return
    environment = torneo.Environment.at(state)
    seat = environment.choosers()[0]
    assert state.actions().tolist() == environment.legal(seat) == np.flatnonzero(state.mask()).tolist()
    assert (state.observe(seat) == environment.observe(seat)).all()
    assert state.encoding == environment.state().encoding and environment.state() == state


def test_states_are_copied_and_pickled(spec):
    state = drawn(spec, 20)
    other = pickle.loads(pickle.dumps(state))
    assert other == state and other.record == state.record and repr(other) == repr(state)
    assert copy.deepcopy(state) == state and spec.split("(")[0] in repr(state)
    environment = pickle.loads(pickle.dumps(torneo.Environment.at(state, seed=3)))
    assert environment.text == torneo.Environment.at(state, seed=3).text


def test_tokens_become_integers_and_back():
    state = torneo.Game("havannah").start()
    for action in state.actions():
        assert state.to_action(state.to_token(action)) == action
    with pytest.raises(torneo.IllegalMove):
        state.to_action("zz")
    with pytest.raises(torneo.IllegalMove):
        state.to_token(14)
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        state.actions(seat=2)


def test_an_action_of_several_integers():
    state = torneo.Game("camelot").start()
    token = state.legal()[0]
    steps = state.to_actions(token)
    assert len(steps) > 1
    with pytest.raises(ValueError, match="several integers"):
        state.to_action(token)
    state.play(steps[0])
    with pytest.raises(ValueError, match="in part"):
        state.play(token)
    with pytest.raises(ValueError, match="in part"):
        torneo.Environment.at(state)
    state.play(steps[1:])
    assert state.record == token


def test_what_is_no_choice_is_named():
    state = torneo.Game("havannah").start()
    for wrong in (1.5, None, {}, -1):
        with pytest.raises((TypeError, torneo.IllegalMove, ValueError), match="expected|action"):
            state.play(wrong)


def test_chance_is_played_by_number():
    state = torneo.Game("hazard").start()
    assert state.turn == "chance" and len(state.actions()) == len(state.chance())
    token = state.chance()[5][0]
    assert state.to_action(token) == 5 and state.to_token(5) == token
    state.play(5)
    assert state.record == token
    with pytest.raises(torneo.IllegalMove, match="no result"):
        torneo.Game("hazard").start().play(10_000)


def test_playouts_do_not_depend_on_threads():
    state = drawn("nine-mens-morris", 6)
    scores = state.playouts(500, seed=7)
    assert scores.shape == (500, 2) and (scores.sum(axis=1) == 1).all()
    assert (scores == state.playouts(500, seed=7, threads=1)).all()
    assert (scores[:64] == state.playouts(64, seed=7, threads=2)).all()
    assert (scores != state.playouts(500, seed=8)).any()


def test_an_engine_answers_the_same_whatever_it_was_asked_before():
    engine = torneo.Engine("mcts(sims=100)")
    state = drawn("surakarta", 10)
    fresh = torneo.Engine("mcts(sims=100)").bestmove(state, seed=5)
    for other in (drawn("surakarta", 3), drawn("havannah", 5), state):
        engine.bestmove(other, seed=9)
    assert engine.bestmove(state, seed=5) == fresh
    assert pickle.loads(pickle.dumps(fresh)) == fresh and engine == torneo.Engine("mcts(sims=100)")
    assert pickle.loads(pickle.dumps(engine)) == engine and hash(engine) == hash(
        pickle.loads(pickle.dumps(engine))
    )


def test_a_state_is_shown_in_a_notebook():
    html = torneo.Game("havannah").start()._repr_html_()
    assert html.startswith("<figure><svg") and "havannah" in html
