"""Tournaments on a Ray cluster, some of whose processes and machines are killed."""

import json
import os
import signal
import subprocess
import sys
import textwrap

import pytest

import torneo

ray = pytest.importorskip("ray")
from ray.cluster_utils import Cluster

CONFIG = {
    "name": "units",
    "seed": 3,
    "games": ["hazard(players=3)", "three-mens-morris", "hnefatafl"],
    "engines": ["random", "greedy", "mcts(sims=40)"],
    "rounds": 8,
    "output": {"evaluations": True},
}
FILES = ["manifest.json", "games.csv", "seats.csv", "moves.csv"]


@pytest.fixture(scope="module")
def cluster():
    """A cluster of one machine that asks and plays nothing, and two that play."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    for _ in range(2):
        cluster.add_node(num_cpus=2)
    ray.init(address=cluster.address, log_to_driver=False)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def same(one, two, files=FILES):
    for name in files:
        assert (one.path / name).read_bytes() == (two.path / name).read_bytes(), name


def test_any_number_of_units_gives_the_same_bytes(cluster, tmp_path):
    whole = torneo.run(CONFIG, out=tmp_path / "whole", progress=False)
    for units in [1, 7, 1000]:
        told = {}
        found = torneo.ray.run(CONFIG, units=units, out=tmp_path / str(units), progress=told.__setitem__)
        same(whole, found)
        games = whole.games.num_rows
        assert told[games] == games and found.summary.played == games
    assert found.ratings.num_rows > 0


def test_what_a_killed_worker_and_a_killed_machine_had_is_played_again(cluster, tmp_path):
    config = {**CONFIG, "games": ["hnefatafl"], "engines": ["greedy", "mcts(sims=100)"], "rounds": 60}
    whole = torneo.run(config, out=tmp_path / "whole", progress=False)
    lost = cluster.add_node(num_cpus=2)
    killed = []

    def playing():
        """The processes that play a unit."""
        found = subprocess.run(["ps", "-eo", "pid=,args="], capture_output=True, text=True).stdout
        lines = [line.split(None, 1) for line in found.splitlines()]
        return [int(pid) for pid, arguments in lines if arguments.startswith("ray::_play_unit")]

    def disturb(done, total):
        if not killed and done > 0 and (pids := playing()):
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)
        elif len(killed) == 1 and done > total // 4:
            killed.append("machine")
            cluster.remove_node(lost, allow_graceful=False)

    found = torneo.ray.run(config, units=40, out=tmp_path / "units", progress=disturb)
    assert len(killed) == 2
    same(whole, found)


def test_a_run_that_was_stopped_goes_on(cluster, tmp_path):
    config = {**CONFIG, "output": {}}
    whole = torneo.run(config, out=tmp_path / "whole", progress=False)

    def stop(done, total):
        if done > total // 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        torneo.ray.run(config, units=30, out=tmp_path / "units", progress=stop)
    # As a crash leaves it that took the last checkpoints: the last game cut in its middle, its
    # group begun.
    rows = tmp_path / "units" / "games.csv"
    rows.write_bytes(rows.read_bytes()[:-20])
    (tmp_path / "units" / "checkpoints.csv").unlink()
    found = torneo.ray.run(config, units=11, out=tmp_path / "units", resume=True, progress=False)
    assert whole.games.num_rows // 3 <= found.summary.resumed < whole.games.num_rows
    same(whole, found, FILES[:3])
    again = torneo.ray.run(config, out=tmp_path / "units", resume=True, progress=False)
    assert again.summary.played == 0
    same(whole, again, FILES[:3])


def test_objects_play_and_their_faults_are_counted(cluster, tmp_path):
    # What is defined here travels with the object; a module has to be there on every machine.
    class Careless:
        name = "careless"

        def choose(self, state, seat):
            return "@z9" if state.plies > 1 else state.legal(seat)[0]

    config = {**CONFIG, "games": ["three-mens-morris"]}
    engines = ["random", Careless()]
    whole = torneo.run(config, out=tmp_path / "whole", engines=engines, progress=False)
    found = torneo.ray.run(config, out=tmp_path / "units", engines=engines, progress=False)
    same(whole, found)
    assert found.summary.faults == whole.summary.faults != []


def test_what_cannot_be_played_is_refused(cluster, tmp_path):
    out = tmp_path / "out"
    with pytest.raises(torneo.ConfigError, match="without shards"):
        torneo.ray.run({**CONFIG, "interleave": True}, out=out)
    with pytest.raises(torneo.ConfigError, match="did you mean"):
        torneo.ray.run({**CONFIG, "games": ["hnefatfal"]}, out=out)
    for units in [0, -1, True, 1.5, "many"]:
        with pytest.raises(ValueError, match="units: expected 1 or more"):
            torneo.ray.run(CONFIG, out=out, units=units)
    with pytest.raises(ValueError, match="threads: expected 1 or more"):
        torneo.ray.run(CONFIG, out=out, threads=0)
    assert not out.exists()
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    with pytest.raises(torneo.ConfigError, match="not empty"):
        torneo.ray.run(CONFIG, out=out)
    assert [path.name for path in out.iterdir()] == ["mine.txt"]


def test_rows_of_other_groups_are_refused(tmp_path):
    config = {**CONFIG, "output": {}}
    part = torneo.run(config, out=tmp_path / "part", shard="3..6", progress=False)
    games, seats = [(part.path / name).read_bytes() for name in ["games.csv", "seats.csv"]]
    file, text, players = torneo._results._read_config(config, None)
    collector = torneo._torneo.Collector(file, text, str(tmp_path / "out"), False, players)
    for end, games_given, seats_given, moves in [
        (3, games, seats, None),
        (0, games, seats, None),
        (10**9, games, seats, None),
        (3, b"", b"", None),
        (3, games, seats, b"game_no\n"),
    ]:
        with pytest.raises(torneo.ConfigError):
            collector.take(end, games_given, seats_given, moves)
    assert (collector.next, collector.done) == (0, 0)
    first = torneo.run(config, out=tmp_path / "first", shard="0..3", progress=False)
    games, seats = [(first.path / name).read_bytes() for name in ["games.csv", "seats.csv"]]
    for cut in [games[:-1], games + b"99,\n"]:
        with pytest.raises(torneo.ConfigError):
            collector.take(3, cut, seats, None)
    assert collector.take(3, games, seats, None) == first.games.num_rows
    collector.close()
    with pytest.raises(RuntimeError, match="closed"):
        collector.take(6, games, seats, None)


def test_the_best_is_that_of_the_command(cluster):
    engines = ["random", "greedy", "mcts(sims=60)"]
    games = ["three-mens-morris", "hazard"]
    rounds = []
    found = torneo.ray.best_of(engines, games, max_rounds=150, report=rounds.append)
    assert [report["rounds"] for report in rounds] == list(range(1, found.rounds + 1))
    program = os.environ.get("TORNEO_PROGRAM")
    if program:
        command = [program, "best-of", *engines, "--games", *games, "--max-rounds", "150", "--json"]
        said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
        assert json.loads(said) == found.to_dict()
    assert found.played < found.without_elimination
    assert found.runners[-1].beaten_by is not None


def test_a_ray_of_its_own(tmp_path):
    program = f"""
        import torneo
        config = {{"name": "own", "seed": 1, "games": ["hazard"], "engines": ["random", "greedy"]}}
        found = torneo.ray.run(config, address="local", out={str(tmp_path / "own")!r}, progress=False)
        import ray
        print(found.games.num_rows, ray.is_initialized())
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=180
    )
    assert done.stdout.endswith("20 False\n"), done.stdout + done.stderr
