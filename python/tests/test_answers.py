"""What commands answer, and what they say beside it."""

import dataclasses
import json
import logging
import subprocess
import sys
import threading
import warnings
from fractions import Fraction

import pytest

import torneo

GAME = "three-mens-morris"


def answers():
    return {
        "match": torneo.match("greedy", "random", GAME, (0, 50), max_rounds=12, seed=1),
        "advantage": torneo.advantage(GAME, "random", max_games=20, seed=1),
        "best_of": torneo.best_of(["greedy", "random"], GAME, max_rounds=4, seed=1),
        "perft": torneo.perft(GAME, 2),
        "bench": torneo.bench(GAME, seconds=0.01),
        "solve": torneo.solve("three-mens-morris(equal_turns=false)"),
        "odds": torneo.dice.odds("highest-wins"),
        "combos": torneo.dice.combos("3d6", sum=9),
        "dice.run": torneo.dice.run("output 2d6"),
        "conformance": torneo.conformance(GAME, random_games=1),
        "show": torneo.show(GAME),
    }


def test_every_answer_is_an_exported_frozen_dataclass():
    for name, answer in answers().items():
        kind = type(answer)
        assert getattr(torneo, kind.__name__) is kind and kind.__name__ in torneo.__all__, name
        assert dataclasses.is_dataclass(kind) and kind.__doc__, name
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(answer, dataclasses.fields(kind)[0].name, 1)
        assert json.loads(json.dumps(answer.to_dict())) == answer.to_dict(), name
        assert answer._repr_html_().startswith("<table>"), name


def test_an_answer_is_what_the_command_prints():
    command = [sys.executable, "-m", "torneo", "match", "greedy", "random", "--games", GAME, "--sprt", "0,50"]
    done = subprocess.run(
        [*command, "--max-rounds", "12", "--seed", "1", "--json"], capture_output=True, text=True
    )
    found = torneo.match("greedy", "random", GAME, (0, 50), max_rounds=12, seed=1)
    assert found.to_dict() == json.loads(done.stdout)


def test_a_match_that_one_wins_always_has_an_answer():
    found = torneo.match("mcts(sims=200)", "random", "surakarta", (0, 50), seed=3)
    assert found.decision == "accept-h1" and found.score.value > 0.9
    assert found.elo is None or len(found.elo) == 3


def test_answers_of_before_still_work_and_say_so():
    odds = torneo.dice.odds("highest-wins")
    with pytest.warns(DeprecationWarning, match="Odds.seat_win"):
        assert Fraction(odds["seat_win"][0]["exact"]) == odds.seat_win[0].fraction
    assert int(torneo.perft(GAME, 1)) == 9
    assert [speed.game for speed in torneo.bench(GAME, seconds=0.01)] == [GAME]


def test_errors_are_in_the_terms_of_python(tmp_path):
    config = {"name": "r", "seed": 1, "games": [GAME], "engines": ["random", "greedy"], "rounds": 1}
    torneo.run(config, out=tmp_path / "out", progress=False)
    with pytest.raises(torneo.ConfigError) as error:
        torneo.run(config, out=tmp_path / "out", progress=False)
    assert "--" not in str(error.value) and "resume=True" in str(error.value)
    with pytest.raises(torneo.TorneoError) as error:
        torneo.match("random", "greedy", GAME, (0, 5), alpha=3)
    assert "alpha" in str(error.value) and "--" not in str(error.value)
    with pytest.raises(torneo.TorneoError) as error:
        torneo.dice.combos("300d300", memory=1)
    assert "memory" in str(error.value) and "--" not in str(error.value)


class Failing:
    def choose(self, state, seat):
        raise ValueError("no idea")


def test_faults_are_warned_of_and_nothing_is_written_to_the_descriptors(tmp_path, capfd, caplog):
    caplog.set_level(logging.INFO, "torneo")
    config = {"name": "r", "seed": 1, "games": [GAME], "rounds": 1}
    with pytest.warns(torneo.RunWarning, match="engine-error"):
        torneo.run(config, engines=["random", Failing], out=tmp_path / "out", progress=False)
    torneo.perft(GAME, 2)
    torneo.match("random", "greedy", GAME, (0, 5), max_rounds=2)
    assert capfd.readouterr() == ("", "")
    assert any("leaves/s" in record.getMessage() for record in caplog.records)


class Locked:
    def __init__(self):
        self.lock = threading.Lock()

    def choose(self, state, seat):
        return state.legal(seat)[0]


def test_engines_return_what_states_take(tmp_path):
    config = {"name": "r", "seed": 1, "games": ["camelot", GAME], "rounds": 1, "limits": {"max_plies": 30}}

    def action(state, seat):
        return state.legal_actions(seat)[0]

    def pair(state, seat):
        return int(state.legal_actions(seat)[-1]), 0.5

    def told(state, seat):
        return {"action": state.legal_actions(seat)[0], "value": 0.5}

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        results = torneo.run(config, engines=[action, pair, told], out=tmp_path / "out", progress=False)
    assert not {"engine-error", "illegal-move"} & set(results.games["reason"].to_pylist())

    def wrong(state, seat):
        return 10**6

    with pytest.warns(torneo.RunWarning, match="illegal-move"):
        torneo.run(config, engines=["random", wrong], out=tmp_path / "wrong", progress=False)
    torneo.run(config, engines=["random", Locked], out=tmp_path / "class", progress=False)
    with pytest.raises(TypeError, match="Locked cannot be copied for each seat and thread.*give its class"):
        torneo.run(config, engines=["random", Locked()], out=tmp_path / "object", progress=False)


def test_noise_is_fresh_at_every_call():
    import numpy as np

    state = torneo.Game(GAME).start()

    def evaluate(batch):
        return np.zeros(batch.mask.shape), np.zeros(len(batch.mask))

    def visits(seed=None):
        return torneo.vector.mcts([state], evaluate, 40, noise=(0.3, 1.0), seed=seed)[0].tolist()

    assert visits(1) == visits(1)
    assert len({str(visits()) for _ in range(6)}) > 1
