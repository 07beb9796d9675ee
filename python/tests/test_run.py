"""Tournaments, their results, and engines written in Python."""

import filecmp
import io
import json
import os
import pathlib
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import torneo

CONFIG = {
    "name": "small",
    "seed": 5,
    "games": ["three-mens-morris", "frames(size=5)"],
    "engines": ["random", "greedy"],
    "rounds": 3,
}


def first(state, seat):
    """Plays the first legal action."""
    return state.legal(seat)[0]


class Counting:
    """Plays a legal action that depends on the seed and on its own count."""

    name = "counting"
    author = "tests"

    def begin(self, game, seat, seed):
        self.count = seed % 7

    def choose(self, state, seat):
        self.count += 1
        legal = state.legal(seat)
        return {"token": legal[self.count % len(legal)], "value": 0.5, "nodes": 1, "pv": []}


def test_a_run_from_a_dict_and_from_a_file_are_the_same(tmp_path):
    results = torneo.run(CONFIG, out=tmp_path / "dict", progress=False)
    file = tmp_path / "small.toml"
    file.write_text(
        'name = "small"\nseed = 5\nrounds = 3\n'
        'games = ["three-mens-morris", "frames(size=5)"]\nengines = ["random", "greedy"]\n'
    )
    seen = []
    again = torneo.run(
        file, out=tmp_path / "file", threads=1, progress=lambda done, total: seen.append((done, total))
    )
    for name in ("games.csv", "seats.csv"):
        assert filecmp.cmp(results.path / name, again.path / name, shallow=False)
    assert seen[-1] == (12, 12)
    assert results.summary.played == 12 and results.summary.faults == []


def test_results_are_arrow_tables_with_types(tmp_path):
    results = torneo.run(CONFIG, out=tmp_path / "out", progress=False)
    games, seats = results.games, results.seats
    assert games.num_rows == 12 and seats.num_rows == 24
    assert (
        str(games.schema.field("winner").type) == "int64"
        and str(games.schema.field("record").type) == "string"
    )
    assert str(seats.schema.field("score").type) == "double" and games.column("opening").null_count == 0
    for name in ("ratings", "pairs", "rankings", "advantage", "metrics"):
        assert getattr(results, name).num_columns > 4, name
    assert results.analysis["games"] == 12 and results.manifest["name"] == "small"
    frame = torneo.analyze(results.path).ratings.to_pandas()
    assert set(frame["engine"]) == {"random", "greedy"}


def test_shards_and_resuming(tmp_path):
    parts = [torneo.run(CONFIG, out=tmp_path / str(n), shard=f"{n}/2", progress=False) for n in (1, 2)]
    assert sum(part.games.num_rows for part in parts) == 12
    again = torneo.run(CONFIG, out=tmp_path / "1", shard="1/2", resume=True, progress=False)
    assert again.summary.played == 0
    with pytest.raises(torneo.TorneoError, match="exists|resume"):
        torneo.run(CONFIG, out=tmp_path / "1", shard="1/2", progress=False)
    with pytest.raises(ValueError, match="expected a shard such as"):
        torneo.run(CONFIG, out=tmp_path / "x", shard="3", progress=False)


def test_bad_configurations_name_the_place(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text('name = "x"\nseed = 1\ngames = ["hnefatafel"]\nengines = ["random", "greedy"]\n')
    with pytest.raises(torneo.ConfigError, match=r"bad.toml, line 3: .*did you mean `hnefatafl`") as caught:
        torneo.run(file, out=tmp_path / "out", progress=False)
    assert caught.value.line == 3 and caught.value.nearest == "hnefatafl"
    assert not (tmp_path / "out").exists()
    with pytest.raises(torneo.ConfigError, match="unknown key `game`"):
        torneo.run({**CONFIG, "game": "x"}, out=tmp_path / "out", progress=False)
    with pytest.raises(torneo.ConfigError, match="cannot read"):
        torneo.run(tmp_path / "none.toml")
    with pytest.raises(torneo.ConfigError, match="no results"):
        torneo.Results(tmp_path)


def test_entries_of_a_dict_are_named(tmp_path):
    for change, place, nearest in [
        ({"games": ["three-mens-morris", "hnefatafel"]}, r"games\[1\]: ", "hnefatafl"),
        ({"engines": ["random", {"name": "a", "spec": "gredy"}]}, r"engines\[1\]", "greedy"),
        ({"rounds": 0}, "rounds: .*1..=1000000000, not 0", None),
        ({"opening": {"random_plys": 3}}, r"opening\.random_plys: ", "random_plies"),
    ]:
        with pytest.raises(torneo.ConfigError, match=place) as caught:
            torneo.run({**CONFIG, **change}, out=tmp_path / "out", progress=False)
        assert caught.value.nearest == nearest and caught.value.line is None


def test_files_of_a_configuration_lie_beside_it(tmp_path):
    (tmp_path / "book.txt").write_text("@b2 @a1\n@a1 @b2\n")
    file = tmp_path / "with-book.toml"
    file.write_text(
        'name = "book"\nseed = 1\nrounds = 2\ngames = ["three-mens-morris"]\n'
        'engines = ["random", "greedy"]\n[opening]\nlines = "book.txt"\n'
    )
    played = torneo.run(file, out=tmp_path / "out", engines=["random", first], progress=False)
    assert set(played.games.column("opening").to_pylist()) == {"@b2 @a1", "@a1 @b2"}


def test_python_objects_play_in_tournaments(tmp_path):
    engines = ["mcts(sims=20)", first, Counting]
    one = torneo.run(
        {**CONFIG, "rounds": 2}, out=tmp_path / "one", engines=engines, threads=1, progress=False
    )
    two = torneo.run(
        {**CONFIG, "rounds": 2}, out=tmp_path / "two", engines=engines, threads=2, progress=False
    )
    assert filecmp.cmp(one.path / "games.csv", two.path / "games.csv", shallow=False)
    assert set(one.seats.column("engine").to_pylist()) == {"mcts(sims=20)", "first", "counting"}
    assert one.summary.faults == [] and "error" not in " ".join(one.games.column("reason").to_pylist())


def test_a_failing_object_loses_its_games(tmp_path):
    def failing(state, seat):
        if state.plies > 2:
            raise RuntimeError("out of ideas")
        return state.legal(seat)[0]

    def cheating(state, seat):
        return "@z9"

    results = torneo.run(
        {**CONFIG, "games": ["three-mens-morris"]},
        out=tmp_path / "out",
        engines=[failing, cheating],
        progress=False,
    )
    reasons = set(results.games.column("reason").to_pylist())
    assert reasons <= {"engine-error", "illegal-move"} and "illegal-move" in reasons
    assert any("cheating: illegal-move" in line for line in results.summary.faults)
    with pytest.raises(TypeError, match="is no engine"):
        torneo.run(CONFIG, out=tmp_path / "other", engines=["random", 5], progress=False)


def test_other_threads_run_meanwhile(tmp_path):
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.wait(0.005):
            ticks.append(1)

    thread = threading.Thread(target=tick)
    thread.start()
    torneo.Engine("mcts(sims=20000)").bestmove(torneo.Game("hnefatafl").start())
    stop.set()
    thread.join()
    assert len(ticks) > 3


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_an_interrupt_keeps_what_was_played(tmp_path):
    program = f"""
        import os, signal, torneo
        config = {{"name": "long", "seed": 1, "games": ["hnefatafl"], "engines": ["random", "greedy"],
        "rounds": 1000000}}
        def progress(done, total):
            if done > 3:
                os.kill(os.getpid(), signal.SIGINT)
        try:
            torneo.run(config, out={str(tmp_path / "long")!r}, threads=1, progress=progress)
        except KeyboardInterrupt:
            print("interrupted")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "interrupted\n", done.stderr
    assert torneo.Results(tmp_path / "long").games.num_rows > 3


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found by /proc")
def test_a_killed_python_leaves_no_process(tmp_path):
    sleeper = tmp_path / "sleeper"
    sleeper.symlink_to("/bin/sleep")
    command = ["sh", "-c", f"{sleeper} 3600 & {sys.executable} -c 'import time; time.sleep(3600)'; true"]
    run = textwrap.dedent(f"""
        import torneo
        engine = {{"name": "p", "command": {command!r}}}
        config = {{"name": "c", "seed": 1, "games": ["surakarta"], "engines": ["random", engine]}}
        torneo.run(config, out={str(tmp_path / "out")!r})
    """)

    def sleepers():
        texts = [path.read_bytes() for path in pathlib.Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
        return [text for text in texts if text.startswith(os.fsencode(sleeper))]

    def within(seconds, done):
        end = time.monotonic() + seconds
        while not done() and time.monotonic() < end:
            time.sleep(0.02)
        return done()

    running = subprocess.Popen([sys.executable, "-c", run], stderr=subprocess.DEVNULL)
    assert within(60, lambda: sleepers()), "the program's child runs"
    running.kill()
    running.wait()
    assert within(20, lambda: not sleepers()), "the child outlives"


def test_serving_speaks_the_line_protocol():
    game = torneo.Game("three-mens-morris")
    lines = [
        {"type": "hello", "protocol": 1, "program": "test"},
        {"type": "new", "game": game.spec, "seat": 1, "seats": 2, "seed": "0123456789abcdef", "limits": {}},
        {"type": "ply", "token": "@b2", "by": "seat"},
        {"type": "ping"},
        {"type": "go", "legal": [], "ply": 1},
        {"type": "over", "scores": [1, 0], "reason": "won"},
        {"type": "quit"},
        {"type": "ping"},
    ]
    output = io.StringIO()
    torneo.serve(Counting, io.StringIO("".join(json.dumps(line) + "\n" for line in lines)), output)
    hello, ready, pong, move = [json.loads(line) for line in output.getvalue().splitlines()]
    assert hello == {"type": "hello", "name": "counting", "games": ["*"], "author": "tests"}
    assert (ready["type"], pong["type"], move["type"]) == ("ready", "pong", "move")
    state = game.start()
    state.play("@b2")
    assert move["token"] in state.legal() and move["value"] == 0.5


def test_a_game_that_begins_in_a_position():
    position = torneo.Game("three-mens-morris").start()
    position.play("@b2")
    lines = [
        {
            "type": "new",
            "game": "three-mens-morris",
            "seat": 1,
            "seats": 2,
            "seed": "0",
            "position": position.text,
        },
        {"type": "go", "legal": []},
    ]
    output = io.StringIO()
    torneo.serve(first, io.StringIO("".join(json.dumps(line) + "\n" for line in lines)), output)
    assert json.loads(output.getvalue().splitlines()[1])["token"] == position.legal()[0]


def test_a_served_engine_plays_as_a_program(tmp_path):
    program = tmp_path / "mine.py"
    program.write_text(
        "import torneo\n\ndef mine(state, seat):\n    print('thinking')\n    return state.legal(seat)[-1]\n\n"
        "torneo.serve(mine)\n"
    )
    engines = ["random", {"name": "mine", "command": [sys.executable, str(program)]}]
    results = torneo.run({**CONFIG, "rounds": 1}, out=tmp_path / "out", engines=engines, progress=False)
    assert results.summary.faults == [] and results.games.num_rows == 4
