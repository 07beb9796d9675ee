"""The commands as functions."""

import dataclasses
import inspect
import re
from fractions import Fraction

import pytest

import torneo

GAME = "three-mens-morris"


def run(folder):
    config = {"name": "small", "seed": 1, "games": [GAME], "engines": ["random", "mcts(sims=5)"], "rounds": 2}
    return torneo.run(config, out=folder, progress=False)


def test_two_engines_are_compared():
    found = torneo.match("random", "mcts(sims=5)", GAME, (0, 30), seed=1, max_rounds=100)
    assert found.games <= 200 and found.by_game[0].game == GAME and dataclasses.is_dataclass(found.score)
    with pytest.raises(torneo.SpecError, match="mcst"):
        torneo.match("random", "mcst", GAME, (0, 30))


def test_the_first_move_is_measured():
    found = torneo.advantage(GAME, "random", max_games=200, seed=3)
    assert [seat.name for seat in found.seats] == ["White", "Black"] and found.games <= 200
    assert found == torneo.advantage(GAME, "random", max_games=200, seed=3, threads=1)
    assert found.method == "self-play" and found.engine == "random"


def test_a_known_score_is_the_answer():
    for game, method, value in (
        ("hazard", "exact", 0.557995),
        ("rising-hazard", "solved", 0.5405),
        (GAME, "solved", 0.5),
    ):
        found = torneo.advantage(game)
        assert found.engine is None and found.games == 0 and found.method == method
        assert (
            abs(found.score.value - value) < 1e-4 and found.score.low == found.score.high == found.score.value
        )
        assert found.known.value == found.score.value and found.known.method == method


def test_the_best_is_found(tmp_path):
    engines, options = ["random", "mcts(sims=20)"], dict(max_rounds=30, seed=1)
    found = torneo.best_of(engines, GAME, **options)
    assert {runner.engine for runner in found.runners} == set(engines)
    for resume in [False, True]:
        assert torneo.best_of(engines, GAME, out=tmp_path / "race", resume=resume, **options) == found
    assert torneo.Results(tmp_path / "race").games.num_rows == found.played


def test_perfect_play_is_compared():
    found = torneo.exploit("half-hazard", ["random"])
    assert found.engines[0].engine == "random" and found.engines[0].nash_conv > 0


def test_options_are_tuned():
    found = torneo.tune("mcts(sims=5)", GAME, "c=0.1..2", iterations=2, pairs=1, check=2, seed=1)
    assert len(found.iterations) == 2 and found.tuned.startswith("mcts(")


def test_an_evaluation_is_learnt(tmp_path):
    found = torneo.learn(GAME, minutes=0.001, out=tmp_path / "x.weights", seed=1)
    assert found.weights == str(tmp_path / "x.weights") and (tmp_path / "x.weights").is_file()


def test_a_policy_is_learnt(tmp_path):
    path = tmp_path / "x.policy"
    found = torneo.learn(GAME, policy=True, minutes=0.005, nodes=40, out=path, seed=1)
    assert found.weights == str(path) and path.read_text().startswith("torneo-policy 2\n")
    assert found.held_out.choices > 0 and 0 <= found.held_out.policy <= 1
    engine = f'policy(weights="{path}")'
    assert torneo.match(engine, "random", GAME, (0, 30), seed=1, max_rounds=4)


def test_a_folder_is_verified_reported_exported_and_read_back(tmp_path):
    results = run(tmp_path / "out")
    found = torneo.verify(results.path)
    assert found.sound and found.games == results.games.num_rows
    with open(results.path / "games.csv", "a") as file:
        file.write("nonsense\n")
    assert not torneo.verify(results.path).sound
    page = torneo.report(run(tmp_path / "other").path, out=tmp_path / "page.html")
    assert page == tmp_path / "page.html" and "<html" in page.read_text(encoding="utf-8")[:200]
    text = torneo.export(tmp_path / "other", "json")
    (tmp_path / "games.json").write_text(text, encoding="utf-8")
    games = torneo.import_games(tmp_path / "games.json", "json")
    assert len(games) == len(text.splitlines()) and games[0]["game"] == GAME


def test_shards_are_merged(tmp_path):
    config = {"name": "small", "seed": 1, "games": [GAME], "engines": ["random", "mcts(sims=5)"], "rounds": 4}
    whole = torneo.run(config, out=tmp_path / "whole", progress=False)
    parts = [torneo.run(config, out=tmp_path / str(n), shard=f"{n}/2", progress=False).path for n in (1, 2)]
    merged = torneo.merge(parts, tmp_path / "merged")
    assert (merged.path / "games.csv").read_bytes() == (whole.path / "games.csv").read_bytes()


def test_measures_of_speed_and_of_statistics():
    assert torneo.bench(GAME, seconds=0.05).speeds[0].game == GAME
    assert torneo.bench(GAME, engines="random", seconds=0.05).searches[0].engine == "random"
    assert torneo.calibrate(simulations=4, bootstrap=20).coverages[0].cases > 0


def test_trees_are_counted_and_positions_shown():
    assert torneo.perft(GAME, 2).leaves == 72
    shown = torneo.show("grand-chess")
    assert shown.seat == 0 and {"name", "value"} <= {
        field.name for field in dataclasses.fields(shown.fields[0])
    }
    assert len(shown.pieces) == 40
    with pytest.raises(torneo.SpecError):
        torneo.show(GAME, moves="zz")


def test_every_position_is_shown():
    for game in torneo.games():
        assert torneo.show(game["id"]).game.startswith(game["id"])


def test_games_are_examined():
    found = torneo.conformance(GAME, random_games=1)
    assert found.breaches == [] and any(one.tried for one in found.properties)


@pytest.mark.parametrize("name", torneo._commands.__all__)
def test_options_are_those_of_the_command_line(name):
    command = {"import_games": "import"}.get(name, name.replace("_", "-"))
    with pytest.raises(torneo.SpecError) as error:
        torneo._torneo.call([command, "--help"], False)
    options = set(re.findall(r"^ +(?:-\w, )?--([a-z-]+)", str(error.value), re.MULTILINE))
    # What concerns the printing has no place in a function.
    options -= {
        "json",
        "csv",
        "help",
        "scene",
        "state",
        "svg",
        "png",
        "size",
        "bare",
        "theme",
        "divide",
        "html",
    }
    arguments = {
        argument.replace("_", "-") for argument in inspect.signature(getattr(torneo, name)).parameters
    }
    renamed = {"engines": "engine", "random-games": "games"}
    known = arguments | {renamed.get(argument, argument) for argument in arguments}
    assert options <= known, options - known


def test_programs_of_dice_are_run_and_games_checked():
    (found,) = torneo.dice.run('output [highest 3 of 4d6] named "ability"')
    assert found.name == "ability" and found.mean.fraction == Fraction(15869, 1296)
    assert sum(chance.fraction for chance in found.distribution) == 1
    assert torneo.dice.check("hazard", 2000, 1).agrees
    assert not torneo.dice.check("hazard", 100_000, 1, load="6:+20%").agrees
    with pytest.raises(torneo.SpecError, match="line 1"):
        torneo.dice.run("output 1d")


def test_games_have_cards_and_are_named_as_people_write():
    morris = next(game for game in torneo.games() if game["id"] == "three-mens-morris")
    assert (morris["source"]["author"], morris["source"]["year"]) == ("Alfonso X", 1283)
    assert morris["summary"].endswith(".")
    assert torneo.show("Three Men's Morris").game == "three-mens-morris"
    assert torneo.Game("ZÈRTZ").spec == torneo.Game("zertz").spec
