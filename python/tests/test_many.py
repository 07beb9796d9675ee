"""Engines that are asked for many games together."""

import time

import pytest

import torneo

CONFIG = {"name": "many", "seed": 3, "games": ["three-mens-morris", "camelot"], "rounds": 4}
CONFIG["limits"] = {"max_plies": 40}


class Together:
    """Plays by its seeds; the sizes of the questions are told."""

    name = "together"
    sizes = []
    made = 0

    def __init__(self):
        Together.made += 1

    def choose_many(self, states, seats, seeds):
        Together.sizes.append(len(states))
        picked = []
        for state, seat, seed in zip(states, seats, seeds):
            legal = state.legal_actions(seat)
            picked.append((int(legal[seed % len(legal)]), 0.5))
        return picked


def rows(folder):
    return (folder / "games.csv").read_bytes(), (folder / "seats.csv").read_bytes()


def test_the_bytes_do_not_depend_on_how_many_games_are_under_way(tmp_path):
    found = set()
    for number, settings in enumerate(({"parallel": 1}, {"parallel": 7}, {}, {"parallel": 3, "threads": 2})):
        Together.sizes, Together.made = [], 0
        out = tmp_path / str(number)
        torneo.run(CONFIG, engines=["random", Together, "greedy"], out=out, progress=False, **settings)
        found.add(rows(out))
        assert Together.made == 1, "one object for all games"
        if settings.get("parallel") != 1:
            assert max(Together.sizes) > 1
    assert len(found) == 1
    assert "engine-error" not in str(found) and "illegal-move" not in str(found)
    many = torneo.run(
        CONFIG, engines=["random", Together, "greedy"], out=tmp_path / "p", progress=False, processes=2
    )
    assert rows(many.path) in found


def test_no_answer_loses_that_game_only(tmp_path):
    class Shy:
        left = 5

        def choose_many(self, states, seats, seeds):
            Shy.left -= 1
            answers = [state.legal(seat)[0] for state, seat in zip(states, seats)]
            if Shy.left == 0:
                answers[0] = None
            return answers

    with pytest.warns(torneo.RunWarning, match="engine-error 1"):
        results = torneo.run(CONFIG, engines=["random", Shy()], out=tmp_path / "out", progress=False)
    assert results.games["reason"].to_pylist().count("engine-error") == 1


def test_what_it_raises_is_raised_where_that_is_asked_for(tmp_path):
    class Wrong:
        def choose_many(self, states, seats, seeds):
            raise ValueError("no idea")

    with pytest.raises(ValueError, match="no idea"):
        torneo.run(CONFIG, engines=["random", Wrong], out=tmp_path / "out", errors="raise", progress=False)
    with pytest.raises(ValueError, match="parallel"):
        torneo.run(CONFIG, engines=["random", Wrong], out=tmp_path / "o", parallel=0)


class Network:
    """What a network of a millisecond a call costs."""

    def choose(self, state, seat):
        time.sleep(0.001)
        return state.legal(seat)[0]


class Batched:
    def choose_many(self, states, seats, seeds):
        time.sleep(0.001)
        return [state.legal(seat)[0] for state, seat in zip(states, seats)]


def test_many_games_share_a_call(tmp_path):
    config = {"name": "r", "seed": 1, "games": ["three-mens-morris"], "rounds": 60}
    calls = []

    class Counted(Batched):
        def choose_many(self, states, seats, seeds):
            calls.append(len(states))
            return super().choose_many(states, seats, seeds)

    torneo.run(config, engines=["random", Counted], out=tmp_path / "out", progress=False)
    assert sum(calls) / len(calls) > 10, "questions wait for each other"


def test_a_served_engine_may_answer_many():
    import io
    import json

    lines = [
        {"type": "hello", "version": 1},
        {"type": "new", "game": "three-mens-morris", "seat": 0, "seed": "1"},
        {"type": "go"},
        {"type": "quit"},
    ]
    output = io.StringIO()
    torneo.serve(Batched, io.StringIO("\n".join(map(json.dumps, lines)) + "\n"), output)
    assert json.loads(output.getvalue().splitlines()[-1])["token"] == "@a1"
