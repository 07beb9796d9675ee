"""Processes that are forked from one that has played, and others."""

import multiprocessing
import sys
import threading

import pytest

import torneo
from torneo import vector

SPEC = "surakarta"
LIMIT = 20
CONFIG = {
    "name": "small",
    "seed": 1,
    "games": ["three-mens-morris"],
    "engines": ["random", "mcts(sims=5)"],
    "rounds": 2,
}


def play(steps):
    games = vector.make(SPEC, 64, seed=1)
    for _ in range(steps):
        games.step(games.sample())
    return games.text(0)


def work(queue, out):
    """Everything that uses threads."""
    found = [play(20), torneo.Game(SPEC).start().playouts(100, seed=1).mean()]
    found.append(torneo.Engine("mcts(sims=20)").bestmove(torneo.Game(SPEC).start(), seed=1).move)
    found.append(torneo.run(CONFIG, out=out, progress=False).games.num_rows)
    found.append(torneo.advantage("three-mens-morris", "random", max_games=40, seed=1).games)
    queue.put(found)


def in_process(method, out):
    context = multiprocessing.get_context(method)
    queue = context.Queue()
    process = context.Process(target=work, args=(queue, out))
    process.start()
    found = queue.get(timeout=LIMIT)
    process.join(LIMIT)
    assert process.exitcode == 0
    return found


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_a_process_plays_after_its_parent_did(method, tmp_path):
    queue = multiprocessing.Queue()
    work(queue, tmp_path / "parent")
    assert in_process(method, tmp_path / "child") == queue.get(timeout=LIMIT)


def test_a_process_is_forked_inside_a_thread(tmp_path):
    play(5)
    found = []
    goes_on = threading.Event()

    def beside():
        while not goes_on.is_set():
            play(5)

    busy = threading.Thread(target=beside)
    busy.start()
    thread = threading.Thread(target=lambda: found.append(in_process("fork", tmp_path / "child")))
    thread.start()
    thread.join(LIMIT)
    goes_on.set()
    busy.join()
    assert found and found[0][3] == 4


def test_a_process_of_a_forked_process_plays(tmp_path):
    play(5)

    def middle(queue):
        play(5)
        queue.put(in_process("fork", tmp_path / "inner"))

    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=middle, args=(queue,))
    process.start()
    assert queue.get(timeout=LIMIT)
    process.join(LIMIT)


def load(number):
    games = vector.make(SPEC, 8, seed=number)
    for _ in range(10):
        games.step(games.sample())
    return games.obs.copy()


def test_a_loader_with_two_workers(tmp_path):
    """As PyTorch's DataLoader: workers that are forked from a process that has played."""
    play(5)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        batches = pool.map_async(load, range(6)).get(timeout=LIMIT)
    assert all((batch == load(number)).all() for number, batch in enumerate(batches))


def program_of(tmp_path):
    program = tmp_path / "last.py"
    program.write_text("import torneo\ntorneo.serve(lambda state, seat: state.legal(seat)[-1])\n")
    return f'external(command="{sys.executable} {program}")'


def with_program(queue, out, spec):
    config = dict(CONFIG, engines=["random", {"name": "last", "spec": spec}])
    queue.put(torneo.run(config, out=out, progress=False).games.num_rows)


def test_programs_run_in_forked_processes(tmp_path):
    spec = program_of(tmp_path)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    with_program(queue, tmp_path / "parent", spec)
    process = context.Process(target=with_program, args=(queue, tmp_path / "child", spec))
    process.start()
    assert queue.get(timeout=LIMIT) == queue.get(timeout=LIMIT)
    process.join(LIMIT)
    assert process.exitcode == 0
