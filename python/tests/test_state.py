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
        state.step(rng.choice(state.legal_actions().tolist()))
    while state.turn != "over" and not is_whole(state):
        state.step(rng.choice(state.legal_actions().tolist()))
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
        assert not state.action_mask().any() or state.turn == "over"
        return
    environment = torneo.Environment.at(state)
    seat = environment.choosers()[0]
    assert (
        state.legal_actions().tolist()
        == environment.legal_actions(seat).tolist()
        == np.flatnonzero(state.action_mask()).tolist()
    )
    assert (state.observe(seat) == environment.observe(seat)).all()
    assert state.encoding == environment.state().encoding and environment.state() == state


def test_states_are_copied_and_pickled(spec):
    state = drawn(spec, 20)
    other = pickle.loads(pickle.dumps(state))
    assert other == state and other.record == state.record and repr(other) == repr(state)
    assert copy.deepcopy(state) == state and spec.split("(")[0] in repr(state)
    environment = pickle.loads(pickle.dumps(torneo.Environment.at(state, seed=3)))
    assert environment.text == torneo.Environment.at(state, seed=3).text


def test_pickles_go_on_as_the_games_do_without_playing_them_again(spec):
    for plies in (1, 13, 60, 200):
        state = drawn(spec, plies, seed=plies)
        restore, (game, begin, tokens, encoding, kept) = state.__reduce__()
        if state.plies == 0:
            continue
        # Where a table grows, its origin depends on the moves.
        assert (kept is not None or "trax" in spec) and len(tokens.split()) == state.plies
        other = pickle.loads(pickle.dumps(state))
        assert other == state and other.text == state.text and other.turn == state.turn
        assert other.plies == state.plies and other.svg() == restore(game, begin, tokens, encoding).svg()
        again = pickle.loads(pickle.dumps(other))
        assert again == state and again.record == state.record
        steps = 0
        while other.turn != "over" and (steps < 20 or not is_whole(other)):
            action = other.legal_actions()[steps % len(other.legal_actions())]
            for one in (state, other):
                one.step(action)
            steps += 1
        assert other.text == state.text and other.scores == state.scores and other.reason == state.reason
        # What is played by tokens is taken back by tokens.
        played = restore(game, begin, other.record, encoding)
        other = pickle.loads(pickle.dumps(other))
        while played.plies and steps > -3:
            steps -= 1
            played.undo()
            other.undo()
            assert other.text == played.text and other.record == played.record
            assert other.plies == played.plies


def test_pickles_whose_parts_disagree_are_no_states():
    state = drawn("hnefatafl", 30)
    restore, (game, begin, tokens, encoding, kept) = state.__reduce__()
    before = torneo.Game("hnefatafl").start()
    with pytest.raises(torneo.PositionError, match="parts of a pickled state disagree"):
        restore(game, begin, tokens, encoding, {**kept, "text": before.text})
    with pytest.raises(torneo.TorneoError):
        restore(game, begin, " ".join(tokens.split()[1:]), encoding, kept)
    with pytest.raises(torneo.TorneoError):
        restore(game, before.text.replace(" a", " d"), tokens, encoding, kept)
    # What leads to the same state is played again.
    for other in ({**kept, "sum": 1}, {**kept, "archived": []}, {**kept, "archived": [5, 1, 5]}):
        assert restore(game, begin, tokens, encoding, other) == state
    # Pickles of the version before have a list of tokens and nothing else.
    assert restore(game, begin, tokens.split()) == state


def test_what_repetition_remembers_is_pickled():
    state = torneo.Game("three-mens-morris").start()
    for token in ("@a1", "@b2", "@c1", "@b1", "@b3", "@c3"):
        state.play(token)
    rng = random.Random(5)
    while not state.over:
        other = pickle.loads(pickle.dumps(state))
        token = rng.choice(state.legal())
        state.play(token)
        other.play(token)
        assert other == state and other.reason == state.reason


def test_tokens_become_integers_and_back():
    state = torneo.Game("havannah").start()
    for action in state.legal_actions():
        assert state.encode(state.decode(action)) == action
    with pytest.raises(torneo.IllegalMove):
        state.encode("zz")
    with pytest.raises(torneo.IllegalMove):
        state.decode(14)
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        state.legal_actions(seat=2)


@pytest.mark.parametrize(
    "game", ["surakarta", "half-hazard", "frames(size=5)", "lanza(players=3)", "fischerandom", "camelot"]
)
def test_undo_takes_back_one_after_the_other(game):
    def seen(state):
        return state.record, state.plies, state.text, state.legal_actions().tolist(), state.turn

    rng, state = random.Random(3), torneo.Game(game).start()
    stood = []
    for number in range(60):
        if state.over:
            break
        stood.append(seen(state))
        whole = not stood or len(stood[-1][3]) == 0 or state == state.copy()
        if number % 3 or not whole:
            state.step(rng.choice(state.legal_actions().tolist()))
        elif state.turn == "together":
            state.play([rng.choice(state.legal(seat)) for seat in state.seats_to_choose])
        else:
            state.play(rng.choice(state.legal()))
        if number % 5 == 4:
            state.undo()
            assert seen(state) == stood.pop()
    for before in reversed(stood):
        state.undo()
        assert seen(state) == before
    with pytest.raises(torneo.IllegalMove):
        state.undo()


def test_copies_share_what_was_played():
    state = torneo.Game("havannah(size=10)").start()
    rng = random.Random(1)
    while state.plies < 120:
        state.play(rng.choice(state.legal()))
        if state.over:
            state.undo()
    again = state.copy()
    state.play(state.legal()[0])
    assert state.record.startswith(again.record) and again.plies == 120
    assert pickle.loads(pickle.dumps(again)).record == again.record


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (lambda state: state.actions().tolist(), lambda state: state.legal_actions().tolist()),
        (lambda state: state.mask().tolist(), lambda state: state.action_mask().tolist()),
        (lambda state: state.to_action("a1"), lambda state: state.encode("a1")),
        (lambda state: state.to_actions("a1"), lambda state: [state.encode("a1")]),
        (lambda state: state.to_token(3), lambda state: state.decode(3)),
        (lambda state: state.play(3), lambda state: state.step(3)),
    ],
)
def test_names_of_before_still_work_and_say_so(old, new):
    state = torneo.Game("havannah(size=4)").start()
    known = next(token for token in state.legal())
    assert known == "a1"
    with pytest.warns(DeprecationWarning, match="use State") as warned:
        found = old(state.copy())
    assert found == new(state) and warned[0].filename == __file__


def test_environments_of_before_still_work_and_say_so():
    environment = torneo.Environment(torneo.encoding("havannah(size=4)"))
    with pytest.warns(DeprecationWarning, match="legal_actions"):
        assert environment.legal(0) == environment.legal_actions(0).tolist()
    with pytest.warns(DeprecationWarning, match="action_mask"):
        assert (environment.mask(0) == environment.action_mask(0)).all()
    with pytest.warns(DeprecationWarning, match="decode"):
        assert environment.token(0, environment.encode("a1")) == "a1"
    with pytest.warns(DeprecationWarning, match="encode"):
        assert environment.actions_of(0, "a1") == [environment.encode("a1", seat=0)]


def test_wrong_arguments_are_named():
    state = torneo.Game("havannah").start()
    for action in (-1, 10**30, 14):
        with pytest.raises(torneo.IllegalMove, match="not legal here"):
            state.step(action)
    for action in (True, 1.5, "a1", None):
        with pytest.raises(TypeError, match="expected an action"):
            state.step(action)
    for seat in (-1, 2, 10**30):
        with pytest.raises(ValueError, match="there is no seat"):
            state.legal_actions(seat)
        with pytest.raises(ValueError, match="there is no seat"):
            state.legal(seat)
    with pytest.raises(ValueError, match="seed: expected"):
        state.playouts(3, seed=-1)
    with pytest.raises(ValueError, match="seed: expected"):
        torneo.Environment(state.encoding, seed=2**64)


def test_seeds_are_fresh_unless_they_are_given():
    state = torneo.Game("surakarta").start()
    assert (state.playouts(60, seed=5) == state.playouts(60, seed=5)).all()
    assert any((state.playouts(60) != state.playouts(60)).any() for _ in range(3))


def test_an_action_of_several_integers():
    state = torneo.Game("camelot").start()
    token = state.legal()[0]
    first = state.encode(token)
    assert state.decode(first) is None
    state.step(first)
    with pytest.raises(ValueError, match="in part"):
        state.play(token)
    with pytest.raises(ValueError, match="in part"):
        torneo.Environment.at(state)
    while state.plies == 0:
        state.step(state.encode(token))
    assert state.record == token
    state.undo()
    assert state.plies == 0 and state.decode(state.encode(token)) == token, "its last step is taken back"
    while state != torneo.Game("camelot").start():
        state.undo()
    with pytest.raises(torneo.IllegalMove):
        state.undo()


def test_what_is_no_choice_is_named():
    state = torneo.Game("havannah").start()
    for wrong in (1.5, None, {}, -1):
        with pytest.raises((TypeError, torneo.IllegalMove, ValueError), match="expected|action"):
            state.play(wrong)


def test_chance_is_played_by_number():
    state = torneo.Game("hazard").start()
    assert state.turn == "chance" and len(state.legal_actions()) == len(state.chance())
    token = state.chance()[5][0]
    assert state.encode(token) == 5 and state.decode(5) == token
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
