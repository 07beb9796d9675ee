"""Games, states and engines."""

import copy
import pickle
import random
from fractions import Fraction

import pytest

import torneo


def play_randomly(state, rng, plies):
    for _ in range(plies):
        if state.turn == "over":
            return
        if state.turn == "together":
            state.play([rng.choice(state.legal(seat)) for seat in state.seats_to_choose])
        elif state.turn == "chance":
            tokens, weights = zip(*state.chance())
            state.play(rng.choices(tokens, [float(weight) for weight in weights])[0])
        else:
            state.play(rng.choice(state.legal()))


def test_lists_have_what_the_command_line_lists():
    ids = [game["id"] for game in torneo.games() if game["family"] != "python"]
    assert len(ids) == 47 and len(set(ids)) == 47 and "hnefatafl" in ids
    assert {"random", "greedy", "alpha-beta", "mcts"} <= {engine["id"] for engine in torneo.engines()}


def test_a_game_and_its_start():
    game = torneo.Game("lanza(players=3)")
    assert (game.spec, game.id, game.seats) == ("lanza(players=3)", "lanza", 3)
    assert len(game.seat_names) == 3
    state = game.start()
    assert state.plies == 0 and state.scores is None and state.points is None and state.reason is None
    assert torneo.Game("three-mens-morris( equal_turns = true )") == torneo.Game("three-mens-morris")


def test_a_whole_game():
    state = torneo.Game("three-mens-morris").start()
    assert (state.turn, state.seat, state.seats_to_choose) == ("seat", 0, [0])
    for token in "@b1 @c3 @a2 @b2 @c1 @a1".split():
        assert token in state.legal()
        state.play(token)
    assert state.turn == "over" and state.reason == "won" and state.scores == [0.0, 1.0]
    assert state.legal() == [] and state.record.endswith("@a1") and state.plies == 6
    assert str(state) and state.svg().startswith("<svg")


def test_every_game_plays_copies_and_reads_its_positions(spec):
    game = torneo.Game(spec)
    state = game.start()
    play_randomly(state, random.Random(7), 30)
    again = game.position(state.text)
    assert again.text == state.text
    for other in (state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        before = state.text
        assert (other.text, other.turn, other.plies) == (state.text, state.turn, state.plies)
        play_randomly(other, random.Random(8), 3)
        assert state.text == before


def test_chance_is_exact():
    state = torneo.Game("hazard").start()
    results = state.chance()
    assert state.turn == "chance" and state.seat is None
    assert sum(weight for _, weight in results) == 1
    assert dict(results)["0:666"] == Fraction(1, 216)
    assert [token for token, _ in results] == state.legal()


def test_choices_at_the_same_time():
    state = torneo.Game("frames(size=5)").start()
    assert state.turn == "together" and state.seats_to_choose == [0, 1]
    with pytest.raises(ValueError, match="choose at the same time"):
        state.legal()
    other = state.copy()
    state.play(["a1", "c3"])
    other.play("a1,c3")
    assert state.text == other.text


def test_errors_have_the_texts_of_the_command_line():
    with pytest.raises(
        torneo.SpecError,
        match='no game is called "hnefatafel"; `torneo games` lists all; did you mean `hnefatafl`',
    ) as caught:
        torneo.Game("hnefatafel")
    assert caught.value.nearest == "hnefatafl" and isinstance(caught.value, torneo.TorneoError)
    with pytest.raises(torneo.SpecError, match="mcts"):
        torneo.Engine("mtcs")
    state = torneo.Game("three-mens-morris").start()
    before = state.text
    with pytest.raises(torneo.IllegalMove, match="`@z9` is not a legal move here") as caught:
        state.play("@z9")
    assert caught.value.legal == [state.legal()] and state.text == before
    with pytest.raises(torneo.PositionError):
        torneo.Game("hnefatafl").position("nonsense")
    with pytest.raises(ValueError, match="no theme"):
        state.svg(theme="pink")


def test_engines_give_advice():
    state = torneo.Game("three-mens-morris").start()
    engine = torneo.Engine("mcts(sims=200)")
    advice = engine.bestmove(state, seed=3, lines=4)
    assert advice.move in state.legal() and advice.seat == 0
    assert 0 <= advice.value <= 1 and advice.nodes > 0 and advice.pv[0] == advice.move
    assert advice.candidates[0][0] == advice.move and len(advice.candidates) > 1
    assert engine.bestmove(state, seed=3, lines=4).candidates == advice.candidates
    assert state.plies == 0
    greedy, together = torneo.Engine("greedy"), torneo.Game("frames(size=5)").start()
    both = greedy.bestmove_each(together, seed=1)
    assert [one.seat for one in both] == [0, 1]
    assert both == [greedy.bestmove(together, seed=1, seat=seat) for seat in (0, 1)]
    with pytest.raises(ValueError, match="choose together"):
        greedy.bestmove(together)
    with pytest.raises(ValueError, match="there is no seat 2"):
        greedy.bestmove(together, seat=2)
    with pytest.raises(ValueError, match="chooses here"):
        engine.bestmove(torneo.Game("hazard").start())
    with pytest.raises(ValueError, match="seed: expected 0 to"):
        engine.bestmove(state, seed=-1)


def test_an_engine_answers_many_states_as_one_by_one():
    states = []
    for spec in ("three-mens-morris", "surakarta"):
        state = torneo.Game(spec).start()
        for ply in range(5):
            states.append(state.copy())
            state.play(state.legal()[ply % len(state.legal())])
    engine = torneo.Engine("mcts(sims=30)")
    seeds = list(range(len(states)))
    many = engine.bestmoves(states, seeds)
    assert many == [engine.bestmove(state, seed) for state, seed in zip(states, seeds)]
    assert engine.bestmoves([]) == []
    with pytest.raises(ValueError, match="one for each state"):
        engine.bestmoves(states, [1])
    with pytest.raises(ValueError, match="choose together"):
        engine.bestmoves([torneo.Game("frames(size=5)").start()])


def test_exact_results():
    odds = torneo.dice.odds("hazard")
    assert abs(sum(win.fraction for win in odds.seat_win) + odds.draw.fraction - 1) == 0
    assert torneo.dice.combos("3d6", sum=9).orderings == 25
    assert torneo.dice.combos("4d6kh3").distribution[0] == {
        **torneo.dice.combos("4d6kh3").distribution[0],
        "value": 3,
    }
    assert torneo.solve("three-mens-morris(equal_turns=false)")
    with pytest.raises(torneo.SpecError, match="not a dice game"):
        torneo.dice.odds("hnefatafl")
    with pytest.raises(torneo.TorneoError):
        torneo.dice.combos("3d")
    with pytest.raises(torneo.Unsolvable):
        torneo.solve("hnefatafl", method="retrograde", memory=1)
