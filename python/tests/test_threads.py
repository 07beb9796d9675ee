"""Nothing that another thread does changes a result."""

import random
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import torneo
from torneo import vector


class Nim:
    """A heap from which 1 to 3 are taken; who takes the last one wins."""

    id = "thread-nim"
    fails_at = -1
    max_plies = 30

    def __init__(self, left=21, to_move=0):
        self.left, self.to_move = left, to_move

    def turn(self):
        return self.to_move if self.left else None

    def legal(self):
        return [f"take{count}" for count in range(1, min(3, self.left) + 1)]

    def apply(self, action):
        left = self.left - int(action[4:])
        if left == self.fails_at:
            raise ArithmeticError("it fails here")
        return type(self)(left, 1 - self.to_move)

    def outcome(self):
        return 1 - self.to_move

    def text(self):
        return f"{self.left} {self.to_move}"

    def parse(self, text):
        return type(self)(*map(int, text.split()))


torneo.register_game(Nim, replace=True)
FAILING = type("FailingNim", (Nim,), {"id": "failing-nim", "fails_at": 9})
torneo.register_game(FAILING, replace=True)


def choices(spec, engine):
    game = torneo.Game(spec)

    def ask(seed):
        state = game.start()
        for token in [state.legal()[seed % len(state.legal())]]:
            state.play(token)
        return torneo.Engine(engine).bestmove(state, seed=seed).move

    return ask


def playouts(spec):
    return lambda seed: torneo.Game(spec).start().playouts(5, seed=seed).tolist()


def batch(spec):
    def play(seed):
        games = vector.make(spec, 3, seed=seed)
        for _ in range(4):
            games.step(games.sample())
        return games.text(0), games.text(2), games.obs.sum()

    return play


def environment(spec):
    def play(seed):
        environment = torneo.Environment(torneo.encoding(spec), seed=seed)
        drawn = random.Random(seed)
        while not environment.over:
            seat = environment.choosers()[0]
            environment.step(seat, drawn.choice(environment.legal_actions(seat).tolist()))
        return environment.text, environment.returns()

    return play


def run(spec, tmp_path, engines=("random", "greedy")):
    def play(seed):
        out = tmp_path / f"{spec}-{threading.get_ident()}-{time.monotonic_ns()}"
        config = {"name": "r", "seed": seed, "games": [spec], "rounds": 1}
        torneo.run(config, engines=list(engines), out=out, progress=False, threads=2)
        return (out / "games.csv").read_bytes()

    return play


def search(spec):
    state = torneo.Game(spec).start()

    def ask(seed):
        def evaluate(batch):
            return np.zeros(batch.mask.shape), np.zeros(len(batch.mask))

        visits, _ = vector.mcts([state], evaluate, 8, noise=(0.3, 0.25), seed=seed)
        return visits.tolist()

    return ask


def last(state, seat):
    return state.legal(seat)[-1]


def works(tmp_path):
    """What threads do, with how many calls of each."""
    return {
        "built-in engine": (choices("three-mens-morris", "mcts(sims=20)"), 1500),
        "engine at a game in Python": (choices("thread-nim", "mcts(sims=8)"), 800),
        "playouts": (playouts("thread-nim"), 1200),
        "batch of a game in Python": (batch("thread-nim"), 500),
        "built-in batch": (batch("three-mens-morris"), 500),
        "environment": (environment("thread-nim"), 700),
        "run": (run("thread-nim", tmp_path), 20),
        "run with an engine in Python": (run("three-mens-morris", tmp_path, ["random", last]), 20),
        "search": (search("thread-nim"), 400),
        "advantage": (
            lambda seed: torneo.advantage("thread-nim", "random", max_games=6, seed=seed).score.value,
            40,
        ),
        "solve": (lambda seed: torneo.solve("three-mens-morris(equal_turns=false)"), 4),
        "failing engine": (choices("failing-nim", "mcts(sims=40)"), 1500),
        "failing playouts": (playouts("failing-nim"), 1500),
        "failing batch": (batch("failing-nim"), 600),
        "failing environment": (environment("failing-nim"), 600),
        "failing run": (run("failing-nim", tmp_path), 20),
        "failing advantage": (
            lambda seed: torneo.advantage("failing-nim", "random", max_games=6, seed=seed).score.value,
            40,
        ),
    }


def found(work, seed):
    """What a call gives: its value, or what it raises."""
    try:
        return work(seed)
    except torneo.GameError as error:
        assert isinstance(error.__cause__, ArithmeticError)
        return "GameError"


def test_ten_thousand_calls_of_eight_threads_are_as_they_are_alone(tmp_path):
    calls = []
    for name, (work, count) in works(tmp_path).items():
        alone = {seed: found(work, seed) for seed in range(4)}
        if name.startswith("failing"):
            assert "GameError" in alone.values(), name
        else:
            assert "GameError" not in alone.values(), name
        calls += [(name, work, seed % 4, alone[seed % 4]) for seed in range(count)]
    assert len(calls) >= 9900
    random.Random(1).shuffle(calls)
    wrong, lock = [], threading.Lock()

    def go():
        while True:
            with lock:
                if not calls:
                    return
                name, work, seed, expected = calls.pop()
            try:
                got = found(work, seed)
            except BaseException as error:
                got = repr(error)
            if got != expected:
                wrong.append((name, seed, expected, got))

    threads = [threading.Thread(target=go) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [], f"{len(wrong)}: {wrong[:5]}"


def test_a_failure_leaves_what_it_failed_at_as_it_was():
    state = torneo.Game("failing-nim").position("10 0")
    with pytest.raises(torneo.GameError, match="it fails here"):
        state.play("take1")
    assert (state.text, state.turn, state.plies, state.record) == ("10 0", "seat", 0, "")
    FAILING.fails_at = -1
    actions = {token: state.encode(token) for token in state.legal()}
    FAILING.fails_at = 9
    with pytest.raises(torneo.GameError, match="it fails here"):
        state.step(actions["take1"])
    assert state.text == "10 0" and state.legal_actions().size == 3
    state.play("take2")
    assert state.text == "8 1"


def test_readers_neither_wait_nor_fail_while_an_engine_thinks():
    state = torneo.Game("hnefatafl").start()
    engine = torneo.Engine("mcts(sims=1500)")
    expected = engine.bestmove(state.copy(), seed=1).move
    got = []
    thread = threading.Thread(target=lambda: got.append(engine.bestmove(state, seed=1).move))
    thread.start()
    longest = 0.0
    while thread.is_alive():
        began = time.monotonic()
        state.legal_actions(), state.observe(), state.record, state.text, state.copy()
        state.play(state.legal()[0])
        state.undo()
        longest = max(longest, time.monotonic() - began)
    assert got == [expected] and state.plies == 0
    assert longest < 1


def test_calls_on_a_state_queue():
    state = torneo.Game("havannah(size=10)").start()

    def go():
        for _ in range(20):
            state.play(state.legal()[0]) if not state.over else None
            state.observe()

    def quiet():
        try:
            go()
        except torneo.IllegalMove:  # another thread was there between two calls
            pass

    threads = [threading.Thread(target=quiet) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert state.plies == len(state.record.split())


class Slow(Nim):
    """A game whose steps take a while, so that threads meet in them."""

    id = "slow-nim"

    def apply(self, action):
        time.sleep(0.05)
        return super().apply(action)


torneo.register_game(Slow, replace=True)


def meet(change):
    """What two threads get that change something at the same time."""
    raised, gate = [], threading.Barrier(2)

    def go():
        gate.wait()
        try:
            change()
        except torneo.ConcurrentUse as error:
            raised.append(error)

    threads = [threading.Thread(target=go) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def test_batches_and_environments_that_two_threads_change_say_so():
    games = vector.make("slow-nim", 2, seed=1)
    actions = games.sample()
    assert len(meet(lambda: games.step(actions))) == 1
    assert games.plies(0) == 1
    environment = torneo.Environment(torneo.encoding("slow-nim"))
    action = int(environment.legal_actions()[0])
    assert len(meet(lambda: environment.step(0, action))) == 1
    assert environment.plies == 1


def test_what_looks_at_a_batch_waits_for_the_step():
    games = vector.make("slow-nim", 2, seed=1)
    actions = games.sample()
    thread = threading.Thread(target=lambda: games.step(actions))
    thread.start()
    time.sleep(0.02)
    assert games.plies(0) == 1 and games.plies(1) == 1
    thread.join()


def test_methods_that_never_end_keep_no_other_thread_waiting():
    """In a process of its own, which ends without them."""
    program = """
import os, threading, time
import torneo

class Endless:
    def turn(self): return 0
    def legal(self): return ["a", "b"]
    def apply(self, action): time.sleep(60)
    def outcome(self): return 0
    def text(self): return "x"
    def parse(self, text): return Endless()

torneo.register_game(Endless)
for _ in range(os.cpu_count() + 2):
    ask = lambda: torneo.Engine("greedy").bestmove(torneo.Game("endless").start())
    threading.Thread(target=ask, daemon=True).start()
time.sleep(0.3)
state = torneo.Game("surakarta").start()
print(torneo.Engine("mcts(sims=50)").bestmove(state, seed=1).move, state.playouts(2000).shape)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=50)
    assert done.returncode == 0 and "(2000, 2)" in done.stdout, done.stderr


def test_an_interrupt_ends_the_program_with_a_game_that_never_ends(tmp_path):
    (tmp_path / "endless.py").write_text(
        """
import torneo

@torneo.register_game
class Endless:
    def turn(self): return 0
    def legal(self): return ["a", "b"]
    def apply(self, action):
        while True: pass
    def outcome(self): return 0
    def text(self): return "x"
    def parse(self, text): return Endless()
"""
    )
    command = [sys.executable, "-m", "torneo", "--game-module", "endless.py", "advantage", "endless"]
    program = subprocess.Popen([*command, "--engine", "greedy"], cwd=tmp_path, stderr=subprocess.PIPE)
    try:
        time.sleep(3)
        program.send_signal(signal.SIGINT)
        began = time.monotonic()
        _, told = program.communicate(timeout=30)
        assert program.returncode == 130 and time.monotonic() - began < 5, told
    finally:
        program.kill()


INTERRUPTED = """
import os, signal, sys, threading, time
import numpy as np
import torneo

class Nim:
    def __init__(self, left=21, to_move=0): self.left, self.to_move = left, to_move
    def turn(self): return self.to_move if self.left else None
    def legal(self): return ["1", "2"][: self.left]
    def apply(self, action):
        if HANG == "game": hang()
        return Nim(self.left - int(action), 1 - self.to_move)
    def outcome(self): return 1 - self.to_move
    def text(self): return f"{self.left} {self.to_move}"
    def parse(self, text): return Nim(*map(int, text.split()))

def loop():
    while True:
        pass

HANG, HOW, WORK = sys.argv[1:4]
hang = {"loop": loop, "sleep": lambda: time.sleep(40), "nothing": None}[HOW]
torneo.register_game(Nim)

class Hanging:
    left = 30
    def choose(self, state, seat):
        Hanging.left -= 1
        if HANG == "engine" and Hanging.left < 0: hang()
        return state.legal(seat)[0]

class Many:
    asked = 0
    def choose_many(self, states, seats, seeds):
        Many.asked += 1
        if HANG == "engine" and Many.asked > 3: hang()
        return [state.legal(seat)[0] for state, seat in zip(states, seats)]

def progress(done, total):
    if HANG == "progress" and done: hang()

def evaluate(batch):
    if HANG == "evaluate": hang()
    return np.zeros(batch.mask.shape), np.zeros(len(batch.mask))

def searched():
    tree = torneo.vector.Tree(torneo.vector.make("surakarta", 4), evaluate)
    tree.run(50)

CONFIG = {"name": "r", "seed": 1, "games": ["three-mens-morris"], "rounds": 40}
def run(**more):
    own = Many if WORK == "run-many" else Hanging
    more.update(engines=["random", own], out=sys.argv[4], progress=progress, threads=2)
    return torneo.run(CONFIG, **more)

works = {
    "run": run,
    "run-many": run,
    "bestmoves": lambda: torneo.Engine("mcts(sims=50)").bestmoves([torneo.Game("nim").start()] * 3),
    "match": lambda: torneo.match("random", "greedy", "nim", (0, 5), max_rounds=100),
    "best-of": lambda: torneo.best_of(["random", "greedy"], "nim", max_rounds=100),
    "mcts": lambda: torneo.vector.mcts(torneo.vector.make("surakarta", 4), evaluate, 50),
    "tree": searched,
    # Without anything of the user's.
    "search": lambda: torneo.Engine("mcts(sims=100000000)").bestmove(torneo.Game("surakarta").start()),
    "searches": lambda: torneo.Engine("alpha-beta(depth=30)").bestmoves([torneo.Game("chess").start()] * 3),
    "random games": lambda: torneo.Game("hnefatafl").start().playouts(10**7),
    "perft": lambda: torneo.perft("chess", 9),
    "solve": lambda: torneo.solve("havannah(size=4)", method="proof"),
    "learn": lambda: torneo.learn("surakarta", minutes=20, out=sys.argv[4]),
    "tune": lambda: torneo.tune("mcts(sims=500)", "surakarta", "c=0.1..2", iterations=100, out=sys.argv[4]),
    "calibrate": lambda: torneo.calibrate(simulations=10**6),
    "bench": lambda: torneo.bench(seconds=30),
    "bestmove": lambda: torneo.Engine("mcts(sims=50)").bestmove(torneo.Game("nim").start()),
    "playouts": lambda: torneo.Game("nim").start().playouts(100),
    "advantage": lambda: torneo.advantage("nim", "random", max_games=100),
    "conformance": lambda: torneo.conformance(Nim),
    "batch": lambda: (games := torneo.vector.make("nim", 4)).step(games.sample()),
    "play": lambda: torneo.Game("nim").start().play("1"),
}
pressed = []
def press():
    pressed.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(1.5, press).start()
try:
    works[WORK]()
except KeyboardInterrupt:
    took = time.monotonic() - pressed[0]
    print("interrupted", took)
    if WORK in ("run", "run-many"):
        HANG = ""
        results = run(resume=True)
        print("resumed", results.games.num_rows)
else:
    print("not interrupted")
print("end", flush=True)
"""


def interrupted(arguments, tmp_path):
    """What the program prints whose work is interrupted, and the seconds that this takes."""
    program = tmp_path / "program.py"
    program.write_text(INTERRUPTED)
    began = time.monotonic()
    command = [sys.executable, program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.split("\n")
    assert lines[0].startswith("interrupted"), done.stdout + done.stderr
    assert time.monotonic() - began < 30, "what was left behind does not keep the process"
    return lines, float(lines[0].split()[1])


HANGING = [
    ("engine", "run"),
    ("engine", "run-many"),
    ("progress", "run"),
    ("game", "bestmove"),
    ("game", "bestmoves"),
    ("game", "playouts"),
    ("game", "advantage"),
    ("game", "match"),
    ("game", "best-of"),
    ("game", "conformance"),
    ("game", "batch"),
    ("game", "play"),
    ("evaluate", "mcts"),
    ("evaluate", "tree"),
]
LONG = ["search", "searches", "random games", "perft", "solve", "learn", "tune", "calibrate", "bench"]


@pytest.mark.parametrize(
    ("what", "how", "work"),
    [
        *((what, how, work) for what, work in HANGING for how in ("loop", "sleep")),
        *(("nothing", "nothing", work) for work in LONG),
    ],
)
def test_an_interrupt_is_raised_within_half_a_second(what, how, work, tmp_path):
    # The machine may do other things too: one time of three counts.
    for attempt in range(3):
        lines, took = interrupted([what, how, work, tmp_path / f"out{attempt}"], tmp_path)
        if work in ("run", "run-many"):
            assert lines[1] == "resumed 80"
        if took < 0.5:
            return
    raise AssertionError(f"it took {took:.2f} s")
