"""Errors of engines that are Python objects, and Ctrl-C."""

import multiprocessing
import os
import signal
import threading
import time
import traceback

import pytest

import torneo

CONFIG = {"name": "small", "seed": 1, "games": ["three-mens-morris"], "rounds": 4}


class Failing:
    """Plays the first action, and fails at its third choice in all."""

    error = ValueError
    left = 3
    name = "failing"

    def choose(self, state, seat):
        Failing.left -= 1
        if Failing.left == 0:
            raise self.error("no idea")
        return state.legal(seat)[0]


@pytest.fixture(autouse=True)
def anew():
    Failing.left, Failing.error = 3, ValueError


def test_an_exception_is_raised_with_its_traceback_and_the_run_goes_on(tmp_path):
    engines = ["random", Failing]
    with pytest.raises(ValueError, match="no idea") as error:
        torneo.run(CONFIG, out=tmp_path / "out", engines=engines, errors="raise", progress=False, threads=1)
    assert "raise self.error" in "".join(traceback.format_exception(error.value))
    assert "engine-error" not in (tmp_path / "out" / "games.csv").read_text()
    Failing.left = 10**9
    results = torneo.run(CONFIG, out=tmp_path / "out", engines=engines, resume=True, progress=False)
    assert results.games.num_rows == 8 and "engine-error" not in results.games["reason"].to_pylist()


def test_an_exception_loses_the_game_where_that_is_asked_for(tmp_path):
    results = torneo.run(CONFIG, out=tmp_path / "out", engines=["random", Failing], progress=False, threads=1)
    assert results.games["reason"].to_pylist().count("engine-error") == 1
    with pytest.raises(ValueError, match="forfeit or raise"):
        torneo.run(CONFIG, out=tmp_path / "other", errors="ignore", engines=["random", Failing])


def test_a_keyboard_interrupt_of_an_engine_loses_no_game(tmp_path):
    Failing.error = KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        torneo.run(CONFIG, out=tmp_path / "out", engines=["random", Failing], progress=False, threads=1)
    assert "engine-error" not in (tmp_path / "out" / "games.csv").read_text()


LONG = {
    "odds": lambda: torneo.dice.odds("hazard(players=8)"),
    "solve": lambda: torneo.solve("nine-mens-morris", memory=4096),
    "bestmove": lambda: torneo.Engine("mcts(sims=100000000)").bestmove(torneo.Game("surakarta").start()),
    "playouts": lambda: torneo.Game("surakarta").start().playouts(10_000_000),
    "match": lambda: torneo.match("mcts(sims=900)", "mcts(sims=901)", "surakarta", (0, 1), seed=1),
    "bench": lambda: torneo.bench("surakarta", seconds=60),
    "run": lambda: torneo.run(
        dict(CONFIG, rounds=100_000, engines=["random", "mcts(sims=50)"]), progress=False
    ),
}


def interrupted(name, queue, folder):
    """Presses Ctrl-C during a call of a process of its own, which what goes on in the background
    ends with.
    """
    os.chdir(folder)
    pressed = []

    def press():
        time.sleep(0.7)
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    try:
        LONG[name]()
    except KeyboardInterrupt:
        queue.put(time.monotonic() - pressed[0])
    else:
        queue.put(None)
    queue.close()
    queue.join_thread()
    os._exit(0)


@pytest.mark.parametrize("name", LONG)
def test_an_interrupt_ends_every_call_at_once(name, tmp_path):
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=interrupted, args=(name, queue, tmp_path))
    process.start()
    took = queue.get(timeout=30)
    process.join(30)
    # It is a twentieth of a second, and more on a machine that does other things too.
    assert took is not None and took < 2


def test_what_goes_on_after_an_interrupt_keeps_no_thread_from_others():
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=interrupted_twice, args=(queue,))
    process.start()
    assert queue.get(timeout=30) == 4
    process.join(30)


def interrupted_twice(queue):
    for _ in range(3):
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            torneo.dice.odds("hazard(players=8)")
        except KeyboardInterrupt:
            continue
    games = torneo.vector.make("surakarta", 4, seed=1)
    queue.put(len(games.step(games.sample())[0]))
    queue.close()
    queue.join_thread()
    os._exit(0)


def test_a_dict_has_no_lines():
    with pytest.raises(torneo.ConfigError) as error:
        torneo.run({"name": "x", "seed": 1, "games": ["hnefatfl"], "engines": ["random"]}, progress=False)
    assert "line" not in str(error.value).split("hnefatfl")[0] and error.value.line is None
