"""Games that are Python classes."""

import copy
import importlib.util
import multiprocessing
import os
import pickle
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import torneo
from torneo import vector

EXAMPLES = Path(__file__).parents[1] / "examples"
hex_module = torneo.load_game_module(str(EXAMPLES / "hex.py"))


@torneo.register_game
class Loot:
    """Three thieves take from a heap or draw from a bag in turn. The most loot wins."""

    id = "loot"
    options = {"heap": range(3, 20), "greedy": bool}
    seats = 3
    max_plies = 60

    def __init__(self, heap=6, greedy=False, loot=(0, 0, 0), to_move=0, drawing=False):
        self.start, self.greedy = heap, greedy
        self.heap, self.loot, self.to_move, self.drawing = heap, tuple(loot), to_move, drawing

    def turn(self):
        if self.heap == 0:
            return None
        return "chance" if self.drawing else self.to_move

    def legal(self):
        most = 3 if self.greedy else 2
        return ["draw"] + [f"take{count}" for count in range(1, min(most, self.heap) + 1)]

    def chance(self):
        return {"gold": 1, "iron": 2}

    def apply(self, action):
        loot = list(self.loot)
        if action == "draw":
            return Loot(self.heap, self.greedy, loot, self.to_move, True)
        count = int(action[4:]) if action.startswith("take") else 1
        loot[self.to_move] += {"gold": 3, "iron": 1}.get(action, count)
        return Loot(self.heap - count, self.greedy, loot, (self.to_move + 1) % 3)

    def points(self):
        return self.loot

    def evaluate(self, seat):
        return 100 * self.loot[seat]

    def fields(self):
        held = {f"loot_{seat}": (count, 99) for seat, count in enumerate(self.loot)}
        return {"heap": (self.heap, 20), "drawing": self.drawing, **held}

    def text(self):
        loot = ",".join(map(str, self.loot))
        return f"{self.heap} {loot} {self.to_move}{'d' * self.drawing}"

    def parse(self, text):
        heap, loot, to_move = text.split(" ")
        loot = tuple(map(int, loot.split(",")))
        seat = int(to_move.rstrip("d"))
        if len(loot) != 3 or not 0 <= seat < 3:
            raise ValueError(f"no loot: {text!r}")
        return Loot(int(heap), self.greedy, loot, seat, to_move.endswith("d"))


@torneo.register_game
class Stones:
    """Both show one to three fingers at once, five times; the state is changed in place."""

    turns = ["together"]

    def __init__(self):
        self.rounds, self.score = 0, [0, 0]

    def clone(self):
        other = Stones()
        other.rounds, other.score = self.rounds, list(self.score)
        return other

    def turn(self):
        return None if self.rounds == 5 else [0, 1]

    def legal(self, seat):
        return ["1", "2", "3"]

    def apply(self, actions):
        self.rounds += 1
        self.score[sum(map(int, actions)) % 2] += 1

    def outcome(self):
        return (self.score[1] > self.score[0]) * 1, "more-rounds"

    def text(self):
        return f"{self.score[0]}-{self.score[1]}"

    def parse(self, text):
        state = Stones()
        state.score = [int(part) for part in text.split("-")]
        state.rounds = sum(state.score)
        return state


def variant(name, **changes):
    """A game of its own that differs from Hex in some methods."""
    base = hex_module.MyHex
    made = {}

    def init(self, size=3, cells=None, to_move=0, won=False):
        base.__init__(self, size, cells, to_move, won)

    def of(state):
        other = made["class"](state.size, state.cells, state.to_move, state.won)
        return other

    methods = {
        "__init__": init,
        "id": name,
        "options": {},
        "apply": lambda self, action: of(base.apply(self, action)),
        "parse": lambda self, text: of(base.parse(self, text)),
        **changes,
    }
    made["class"] = type(name.title().replace("-", ""), (base,), methods)
    return torneo.register_game(made["class"], replace=True)


CONFIG = {"name": "python-games", "games": ["loot(heap=4)", "my-hex(size=3)"], "seed": 5, "rounds": 3}
ENGINES = ["random", "greedy", "mcts(sims=10)"]


def files(folder):
    names = ("manifest.json", "games.csv", "seats.csv")
    return {name: (Path(folder) / name).read_bytes() for name in names}


def test_hex_is_played_by_functions():
    game = torneo.Game("my-hex(size=4)")
    assert (game.seats, game.seat_names, game.turns) == (2, ["Red", "Blue"], ["seat"])
    state = game.start()
    for token in ["b1", "a2", "b2", "a3", "b3", "c1"]:
        state.play(token)
    assert torneo.Engine("alpha-beta(depth=2)").bestmove(state).move in ("a4", "b4")
    assert torneo.Engine("best-first(nodes=500)").bestmove(state, seed=1).move in state.legal()
    state.play("b4")
    assert (state.over, state.scores) == (True, [1.0, 0.0])
    assert torneo.Game("my-hex(size=4)").position(state.text) == state


def test_every_kind_of_turn_is_kept():
    for spec in ("my-hex(size=3)", "loot(greedy=true)", "stones"):
        found = torneo.conformance(spec, random_games=5)
        assert found.breaches == [], str(found)
    assert torneo.conformance(Loot).breaches == []


def test_hex_counts_as_the_game_in_rust_would():
    assert [torneo.perft("my-hex(size=3)", depth).leaves for depth in (1, 2, 3)] == [9, 72, 504]


def test_games_with_chance_go_through_everything(tmp_path):
    state = torneo.Game("loot").start()
    state.play("draw")
    assert [(token, str(share)) for token, share in state.chance()] == [("gold", "1/3"), ("iron", "2/3")]
    state.play("gold")
    assert state.seat == 1
    assert state.playouts(50, seed=1).sum() == pytest.approx(50)
    for engine in ("random", "greedy", "flat-mc(sims=20)", "mcts(sims=50)", "alpha-beta(depth=2)"):
        assert torneo.Engine(engine).bestmove(state, seed=1).move in state.legal()
    results = torneo.run(CONFIG, engines=ENGINES, out=tmp_path / "run", progress=False)
    assert results.games.num_rows > 0 and results.summary.faults == []
    assert "my-hex" in torneo.report(results.path).read_text(encoding="utf-8")
    assert torneo.match("greedy", "random", ["loot"], (0.0, 400.0), max_rounds=3).games > 0
    assert torneo.advantage("my-hex(size=3)", "random", max_games=20)


def test_results_do_not_depend_on_threads_or_processes(tmp_path):
    one = torneo.run(CONFIG, engines=ENGINES, out=tmp_path / "one", threads=1, progress=False)
    two = torneo.run(CONFIG, engines=ENGINES, out=tmp_path / "two", threads=2, progress=False)
    many = torneo.run(CONFIG, engines=ENGINES, out=tmp_path / "many", processes=3, progress=False)
    assert files(one.path) == files(two.path) == files(many.path)
    assert not (tmp_path / "many.shards").exists()
    with pytest.raises(torneo.ConfigError):
        torneo.run(CONFIG, engines=ENGINES, out=tmp_path / "many", processes=2)
    with pytest.raises(ValueError):
        torneo.run(CONFIG, engines=ENGINES, out=tmp_path / "other", processes=0)


def test_batches_and_environments():
    games = vector.make("loot", 8, seed=1)
    for _ in range(30):
        obs, *_ = games.step(games.sample())
    assert obs.shape[0] == 8
    environment = torneo.Environment(torneo.encoding("my-hex(size=3)"))
    while not environment.over:
        environment.step(environment.choosers()[0], environment.legal(environment.choosers()[0])[0])
    assert sum(environment.returns()) == 0


def test_pettingzoo():
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    api_test(torneo.pettingzoo.env("loot"), num_cycles=20)


def test_states_are_copied_and_pickled():
    state = torneo.Game("loot").start()
    state.play("take2")
    for other in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other == state and other.text == "4 2,0,0 1"


def asked(pickled, queue):
    queue.put(str(pickle.loads(pickled).legal()))


def test_states_and_batches_reach_other_processes():
    for given in (torneo.Game("loot").start(), torneo.vector.make("loot", 3, seed=1)):
        context = multiprocessing.get_context("spawn")
        queue = context.Queue()
        child = context.Process(target=asked, args=(pickle.dumps(given), queue))
        child.start()
        assert queue.get(timeout=60) == str(given.legal())
        child.join()


def test_faults_are_found():
    def lost(self, action):
        return type(self)(self.size, self.cells, self.to_move)

    found = torneo.conformance(variant("lost-move", apply=lost))
    assert "leaves the position as it was" in found.breaches[0].message

    found = torneo.conformance(variant("turn-missing", text=lambda self: self.cells + " r"))
    assert "the position that is read back differs" in found.breaches[0].message

    found = torneo.conformance(variant("wrong-sum", outcome=lambda self: [1.0, 0.5]))
    assert "outcome() returned [1.0, 0.5]" in found.breaches[0].message
    assert "add up to 1.5" in found.breaches[0].message

    calls = []

    def restless(self):
        calls.append(1)
        return len(calls) % 2

    assert torneo.conformance(variant("history", outcome=restless)).breaches != []

    def changing(self, action):
        other = type(self)(self.size, self.cells, self.to_move)
        after = hex_module.MyHex.apply(self, action)
        other.cells, other.to_move, other.won = after.cells, after.to_move, after.won
        self.cells = after.cells
        return other

    found = torneo.conformance(variant("changes-parent", apply=changing))
    assert found.breaches[0].property == "`apply` leaves the state before as it was"

    def twice(self):
        return hex_module.MyHex.legal(self) * 2

    assert "distinct" in torneo.conformance(variant("twice", legal=twice)).breaches[0].property


def test_exceptions_come_with_their_traceback(tmp_path):
    def raising(self, action):
        if self.cells.count(".") < 8:
            raise KeyError("no way")
        return hex_module.MyHex.apply(self, action)

    cls = variant(
        "raising",
        apply=lambda self, action: type(self)(
            self.size, *(lambda after: (after.cells, after.to_move, after.won))(raising(self, action))
        ),
    )
    state = torneo.Game("raising").start()
    state.play("a1")
    state.play("b1")
    before = state.text
    with pytest.raises(torneo.GameError, match=r"raising: apply\('?\"?c1.* raised KeyError") as caught:
        state.play("c1")
    assert isinstance(caught.value.__cause__, KeyError) and caught.value.__cause__.__traceback__ is not None
    assert state.text == before and state.legal()
    with pytest.raises(torneo.GameError):
        torneo.Engine("mcts(sims=50)").bestmove(state)
    with pytest.raises(torneo.GameError):
        state.playouts(1000)
    config = {"name": "failing", "games": ["raising"], "seed": 1, "rounds": 2}
    with pytest.raises(torneo.GameError):
        torneo.run(config, engines=["random", "mcts(sims=5)"], out=tmp_path / "failing", progress=False)
    with pytest.raises(torneo.GameError):
        torneo.run(
            config, engines=["random", "mcts(sims=5)"], out=tmp_path / "parts", processes=2, progress=False
        )
    found = torneo.conformance(cls)
    assert "KeyError" in found.breaches[0].traceback and "in raising" in found.breaches[0].traceback
    assert "no way" in str(found)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"legal": lambda self: []}, "at least one action"),
        ({"legal": lambda self: [1, 2]}, "expected a text"),
        ({"legal": lambda self: ["a b"]}, "no blank"),
        ({"legal": lambda self: None}, "a list of actions"),
        ({"turn": lambda self: 7}, "a seat 0..=1"),
        ({"turn": lambda self: "chance"}, "a seat 0..=1"),
        ({"turn": lambda self: True}, "a seat 0..=1"),
    ],
)
def test_wrong_results_are_named(changes, message):
    variant("wrong", **changes)
    with pytest.raises(torneo.GameError, match=message):
        torneo.Game("wrong").start()


def test_apply_that_returns_something_else():
    for made, message in ((None, "a new"), ("x", "a new")):
        variant("wrong", apply=lambda self, action, made=made: made)
        with pytest.raises(torneo.GameError, match=message):
            torneo.Game("wrong").start().play("a1")
    variant("wrong", apply=lambda self, action: self)
    with pytest.raises(torneo.GameError, match="the state itself"):
        torneo.Game("wrong").start().play("a1")


def test_rubbish_is_refused():
    game = torneo.Game("my-hex(size=3)")
    for text in ("", "r", "......... x", "☃"):
        with pytest.raises(torneo.PositionError):
            game.position(text)
    with pytest.raises(torneo.IllegalMove):
        game.start().play("☃")
    with pytest.raises(torneo.SpecError):
        torneo.Game("my-hex(size=99)")


def test_names():
    with pytest.raises(torneo.SpecError, match="built-in"):
        variant("hnefatafl")
    with pytest.raises(torneo.SpecError, match="no name"):
        variant("Not A Name")
    base = hex_module.MyHex
    same = type("MyHex", (base,), {"__module__": base.__module__, "__qualname__": base.__qualname__})
    torneo.register_game(same)
    torneo.register_game(base)
    other = type("Other", (base,), {"id": "my-hex", "__module__": "elsewhere"})
    with pytest.raises(torneo.SpecError, match="replace=True"):
        torneo.register_game(other)
    with pytest.raises(torneo.SpecError, match="`text` is missing"):
        torneo.register_game(type("Bare", (), {"turn": len, "apply": len}))


def test_eight_seats_and_unicode():
    class Ring:
        id, seats = "ring", 8

        def __init__(self, at=0):
            self.at = at

        def turn(self):
            return None if self.at == 16 else self.at % 8

        def legal(self):
            return ["→", "雪"]

        def apply(self, action):
            return Ring(self.at + 1)

        def outcome(self):
            return [0.5, 0.5, 0, 0, 0, 0, 0, 0]

        def text(self):
            return f"位{self.at}"

        def parse(self, text):
            return Ring(int(text[1:]))

    torneo.register_game(Ring, replace=True)
    assert torneo.conformance(Ring).breaches == []
    assert torneo.Game("ring").start().playouts(3).shape == (3, 8)


def program(*arguments, folder=None, env=None):
    command = [sys.executable, "-m", "torneo", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=env, timeout=120)


def test_commands(tmp_path):
    module = ["--game-module", str(EXAMPLES / "hex.py")]
    done = program(*module, "bestmove", "my-hex(size=3)", "--engine", "mcts(sims=20)", "--json")
    assert done.returncode == 0, done.stderr
    out = tmp_path / "out"
    config = tmp_path / "c.toml"
    config.write_text(
        'name = "c"\ngames = ["my-hex(size=3)"]\nengines = ["random", "greedy"]\nseed = 1\nrounds = 2\n'
    )
    assert program(*module, "run", str(config), "--out", str(out)).returncode == 0
    assert program(*module, "report", str(out)).returncode == 0
    assert (out / "report.html").is_file()
    done = program(*module, "conformance", "my-hex(size=3)", "--games", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert program("bestmove", "my-hex").returncode == 2
    assert program("--game-module", "nowhere.py", "games").returncode == 2


def script(*arguments, options=(), env=None):
    """The script `torneo`, as pip writes it."""
    source = "import sys; from torneo_program import main; sys.argv[0] = 'torneo'; sys.exit(main())"
    command = [sys.executable, *options, "-c", source, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=120)


def test_the_script_is_the_program_without_the_package():
    done = script("--version", options=["-X", "importtime"])
    assert done.returncode == 0 and done.stdout.startswith("torneo "), done.stderr
    assert not any(name in done.stderr for name in ("numpy", "pyarrow", "torneo._answer")), done.stderr
    for arguments in (["games", "hazard"], ["dice", "odds", "hazard"], ["perft", "hazard", "1"], ["no"], []):
        ours, theirs = script(*arguments), program(*arguments)
        assert (ours.returncode, ours.stdout) == (theirs.returncode, theirs.stdout), arguments
    done = script("--game-module", str(EXAMPLES / "hex.py"), "perft", "my-hex(size=3)", "1")
    assert (done.returncode, done.stdout.strip()) == (0, "9"), done.stderr


def test_a_failing_game_ends_a_command(tmp_path):
    source = (EXAMPLES / "hex.py").read_text(encoding="utf-8")
    source = source.replace(
        "        return MyHex(self.size, cells, 1 -", "        return 1 / 0, MyHex(self.size, cells, 1 -"
    )
    (tmp_path / "broken.py").write_text(source, encoding="utf-8")
    config = 'name = "c"\ngames = ["my-hex(size=3)"]\nengines = ["random", "greedy"]\nseed = 1\nrounds = 2\n'
    (tmp_path / "c.toml").write_text(config)
    done = program("--game-module", "broken.py", "run", "c.toml", folder=tmp_path)
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr and "line" in done.stderr and "panicked" not in done.stderr


def test_entry_points(tmp_path):
    (tmp_path / "packaged.py").write_text((EXAMPLES / "hex.py").read_text(encoding="utf-8"), encoding="utf-8")
    info = tmp_path / "packaged-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: packaged\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[torneo.games]\nhex = packaged\n")
    paths = [str(tmp_path), str(Path(torneo.__file__).parents[1])]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    for call in (program, script):
        done = call("perft", "my-hex(size=3)", "1", env=env)
        assert (done.returncode, done.stdout.strip()) == (0, "9"), done.stderr


@pytest.mark.skipif(not hasattr(os, "kill"), reason="needs signals")
def test_a_method_that_never_ends_is_interrupted():
    source = """
        import signal, threading, time
        import torneo

        @torneo.register_game
        class Loop:
            def turn(self): return 0
            def legal(self): return ["a", "b"]
            def apply(self, action):
                while True:
                    pass
            def outcome(self): return 0
            def text(self): return "x"
            def parse(self, text): return Loop()

        import os
        threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            torneo.Engine("greedy").bestmove(torneo.Game("loop").start())
        except KeyboardInterrupt:
            print("interrupted")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(source)], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.strip() == "interrupted", done.stderr


def test_the_example_of_the_docs_runs(capsys):
    page = (Path(__file__).parents[2] / "docs" / "python-games.md").read_text(encoding="utf-8")
    example = page.split("```python\n")[1].split("```")[0]
    exec(compile(example, "python-games.md", "exec"), {"__name__": "example"})
    assert "broken" not in capsys.readouterr().out


def test_the_example_is_short():
    lines = (EXAMPLES / "hex.py").read_text(encoding="utf-8").splitlines()
    assert sum(1 for line in lines if line.strip()) <= 60
    assert importlib.util.find_spec("torneo") is not None


class Bids:
    """One of three words, then a coin; a class with `actions` and chance."""

    id = "bids"
    actions = ["low", "high", "pass"]
    forgotten = None

    def __init__(self, told=(), coin=None):
        self.told, self.coin = tuple(told), coin

    def turn(self):
        if self.coin is not None:
            return None
        return len(self.told) if len(self.told) < 2 else "chance"

    def legal(self):
        return [*self.actions, *([self.forgotten] if self.forgotten else [])]

    def chance(self):
        return {"heads": 1, "tails": 2}

    def apply(self, action):
        if self.turn() == "chance":
            return type(self)(self.told, action)
        return type(self)((*self.told, action))

    def outcome(self):
        return 0 if self.coin == "heads" else 1

    def text(self):
        return f"{','.join(self.told) or '-'} {self.coin or '-'}"

    def parse(self, text):
        told, coin = text.split()
        return type(self)(() if told == "-" else told.split(","), None if coin == "-" else coin)


def test_a_class_with_actions_and_chance_keeps_the_contract():
    torneo.register_game(Bids, replace=True)
    found = torneo.conformance(Bids)
    assert found.breaches == [], str(found)
    games = vector.make("bids", 4, seed=1)
    for _ in range(20):
        games.step(games.sample())


def test_an_action_that_is_forgotten_is_an_error_that_names_it():
    torneo.register_game(type("Bids", (Bids,), {"forgotten": "all-in"}), replace=True)
    with pytest.raises(torneo.GameError, match="'all-in'.*`actions` does not list"):
        torneo.Game("bids")
    torneo.register_game(Bids, replace=True)


def test_long_tokens_are_told_apart_and_gone_with_their_positions():
    base = "a-token-that-is-longer-than-sixteen-bytes-"

    class Long:
        id, max_plies = "long-tokens", 9

        def __init__(self, at=0, last=""):
            self.at, self.last = at, last

        def turn(self):
            return None if self.at == 4 else self.at % 2

        def legal(self):
            return [f"{base}{self.at}-{number}" for number in range(5)] + ["short", "雪" * 7]

        def apply(self, action):
            return Long(self.at + 1, action)

        def outcome(self):
            return None

        def text(self):
            return f"{self.at} {self.last or '-'}"

        def parse(self, text):
            at, last = text.split()
            return Long(int(at), "" if last == "-" else last)

    torneo.register_game(Long, replace=True)
    assert torneo.conformance(Long).breaches == []
    state = torneo.Game("long-tokens").start()
    for token in state.legal():
        assert state.decode(state.encode(token)) == token
    state.play(f"{base}0-3")
    assert state.text == f"1 {base}0-3" and state.record == f"{base}0-3"
    assert torneo.Engine("mcts(sims=30)").bestmove(state, seed=1).move in state.legal()
