"""Games in Python that UCI programs play, and chess variants by pyffish."""

import os
import pickle
import random
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import torneo

EXAMPLE = Path(__file__).parents[1] / "examples" / "variants.py"


@pytest.fixture(scope="module")
def variants():
    pytest.importorskip("pyffish")
    return torneo.load_game_module(str(EXAMPLE))


@pytest.fixture(scope="module")
def fish(fairy_stockfish):
    return lambda nodes: f"external(command={fairy_stockfish}, protocol=uci, nodes={nodes})"


@torneo.register_game
class Corners:
    """Two players step along a line. Tokens are `right3`; UCI has squares."""

    id = "corners"
    uci_options = {"UCI_Variant": "corners", "Threads": 2, "Ponder": False}

    def __init__(self, place=0, to_move=0):
        self.place, self.to_move = place, to_move

    def turn(self):
        return self.to_move if self.place < 7 else None

    def legal(self):
        return [f"right{steps}" for steps in (1, 2, 3) if self.place + steps <= 7]

    def apply(self, action):
        return Corners(self.place + int(action[-1]), 1 - self.to_move)

    def outcome(self):
        return 1 - self.to_move

    def text(self):
        return f"at {self.place} {self.to_move}"

    def parse(self, text):
        word, place, to_move = text.split()
        if word not in ("at", "fen"):
            raise ValueError(text)
        return Corners(int(place), int(to_move))

    def fen(self):
        return f"fen {self.place} {self.to_move}"

    def uci(self, token):
        return f"{'abcdefgh'[self.place]}1{'abcdefgh'[self.place + int(token[-1])]}1"

    def from_uci(self, text):
        if len(text) != 4:
            raise ValueError(text)
        return f"right{'abcdefgh'.index(text[2]) - 'abcdefgh'.index(text[0])}"


# It notes what it is told, and always steps to the next square.
STEPPER = """
    import sys
    told = open(sys.argv[1], "a")
    moves, start = [], 0
    for line in sys.stdin:
        print(line.strip(), file=told, flush=True)
        words = line.split()
        if words[0] == "uci":
            print("id name stepper\\noption name UCI_Variant type combo default chess var chess var corners")
            print("option name Threads type spin default 1 min 1 max 8")
            print("option name Ponder type check default true\\nuciok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[0] == "position":
            start = int(words[3])
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
        elif words[0] == "go":
            here = "abcdefgh".index(moves[-1][2]) if moves else start
            print(f"info depth 1 score cp 10 pv {'abcdefgh'[here]}1{'abcdefgh'[here + 1]}1")
            print(f"bestmove {'abcdefgh'[here]}1{'abcdefgh'[here + 1]}1", flush=True)
        elif words[0] == "quit":
            break
"""


def stepper(tmp_path, text=STEPPER):
    file, told = tmp_path / "stepper.py", tmp_path / "told"
    file.write_text(textwrap.dedent(text), encoding="utf-8")
    return f'external(command="{sys.executable} {file} {told}", protocol=uci, depth=1)', told


def test_a_class_with_fen_is_played_by_uci_programs(tmp_path):
    engine, told = stepper(tmp_path)
    state = torneo.Game("corners").start()
    state.play("right3")
    advice = torneo.Engine(engine).bestmove(state)
    assert advice.move == "right1" and advice.pv == ["right1"]
    config = {"name": "r", "seed": 1, "games": ["corners"], "engines": [engine, "random"], "rounds": 4}
    results = torneo.run(config, out=tmp_path / "out", progress=False)
    assert set(results.games["reason"].to_pylist()) == {"won"} and results.summary.faults == []
    said = told.read_text().splitlines()
    assert "setoption name UCI_Variant value corners" in said
    assert "setoption name Threads value 2" in said and "setoption name Ponder value false" in said
    assert any(line.startswith("position fen fen 0 0 moves a1b1") for line in said)
    assert torneo.conformance(Corners).breaches == []


def test_programs_without_the_variant_are_refused(tmp_path):
    engine, _ = stepper(tmp_path, STEPPER.replace("var corners", "var other"))
    with pytest.raises(torneo.SpecError, match="does not take `corners` for its option `UCI_Variant`"):
        torneo.Engine(engine).bestmove(torneo.Game("corners").start())
    with pytest.raises(torneo.TorneoError, match="UCI carries"):
        torneo.Engine(engine).bestmove(torneo.Game("surakarta").start())


def test_what_the_methods_must_not_do_is_an_error(tmp_path):
    class Broken(Corners):
        id = "broken-corners"

        def apply(self, action):
            return Broken(self.place + int(action[-1]), 1 - self.to_move)

        def uci(self, token):
            return 5

    torneo.register_game(Broken, replace=True)
    engine, _ = stepper(tmp_path)
    config = {"name": "r", "seed": 1, "games": ["broken-corners"], "engines": [engine, "random"], "rounds": 1}
    with pytest.raises(torneo.GameError, match=r'uci\("right\d"\) returned 5 \(int\): expected a text'):
        torneo.run(config, out=tmp_path / "out", progress=False)

    class Lacking(Corners):
        fen = None

    with pytest.raises(torneo.SpecError, match="the method `fen` is missing"):
        torneo.register_game(Lacking, replace=True)

    class Odd(Corners):
        id = "odd-corners"
        uci_options = {"Threads": 1.5}

    torneo.register_game(Odd, replace=True)
    with pytest.raises(torneo.SpecError, match="`uci_options` is .* expected a dict of texts"):
        torneo.Game("odd-corners")
    # Other tests go through all games.
    torneo.register_game(type("Mended", (Corners,), {"id": "odd-corners"}), replace=True)


NAMES = [
    "chess",
    "crazyhouse",
    "shogi",
    "xiangqi",
    "3check",
    "seirawan",
    "losalamos",
    "racingkings",
    "makruk",
]


def test_variants_keep_the_contract(variants):
    found = torneo.conformance("fairy(variant=dobutsu)", random_games=1)
    assert found.breaches == [], found


@pytest.mark.parametrize("name", NAMES)
def test_variants_are_played_and_drawn(variants, name):
    rng, state = random.Random(name), torneo.Game(f"fairy(variant={name})").start()
    while not state.over and state.plies < 60:
        state.play(rng.choice(state.legal()))
    assert state.svg().startswith("<svg") and str(state)
    other = pickle.loads(pickle.dumps(state))
    assert other == state and other.record == state.record
    again = torneo.Game(f"fairy(variant={name})").position(state.text)
    assert again.text == state.text and sorted(again.legal()) == sorted(state.legal())


def test_repetition_ends_a_game(variants):
    state = torneo.Game("fairy(variant=chess)").start()
    for token in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        assert not state.over
        assert pickle.loads(pickle.dumps(state)) == state
        state.play(token)
    assert state.over and state.reason == "repetition-or-no-progress" and state.scores == [0.5, 0.5]
    fresh = torneo.Game("fairy(variant=chess)").position(state.text)
    assert fresh != state and not fresh.over


def test_chess_is_the_chess_of_torneo(variants):
    for depth, leaves in ((1, 20), (2, 400)):
        assert torneo.perft("fairy(variant=chess)", depth).leaves == leaves


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "racingkings"])
def test_fairy_stockfish_plays_variants(variants, fish, name, tmp_path):
    config = {
        "name": "fish",
        "seed": 1,
        "games": [f"fairy(variant={name})"],
        "engines": [fish(200), "random"],
        "rounds": 1,
        "limits": {"max_plies": 200},
    }
    results = torneo.run(config, out=tmp_path / "out", progress=False)
    assert results.summary.faults == []
    assert not {"illegal-move", "protocol-error"} & set(results.games["reason"].to_pylist())
    scores = results.seats.to_pandas().groupby("engine")["score"].mean()
    assert scores.drop("random").iloc[0] > 0.8


OWN = """
[own-chess:chess]
pawnTypes = p
startFen = rnbqkbnr/pppppppp/8/8/8/8/8/RNBQKBNR w KQkq - 0 1
"""
WITH_OWN = """
import sys
import torneo
torneo.load_game_module(sys.argv[1])
state = torneo.Game("fairy(variant=own-chess)").start()
print(state.text)
print(torneo.Engine(sys.argv[2]).bestmove(state, seed=1).move in state.legal())
engines = [sys.argv[2], "random"]
config = {"name": "own", "seed": 1, "games": ["fairy(variant=own-chess)"], "engines": engines, "rounds": 2}
results = torneo.run(config, out=sys.argv[3], progress=False)
print(results.summary.faults)
"""


def test_a_file_names_further_variants(fish, tmp_path):
    (tmp_path / "own.ini").write_text(OWN)
    (tmp_path / "program.py").write_text(WITH_OWN)
    command = [sys.executable, tmp_path / "program.py", EXAMPLE, fish(100), tmp_path / "out"]
    environment = {**os.environ, "VARIANTS_INI": str(tmp_path / "own.ini")}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode == 0, done.stderr
    start, is_legal, faults = done.stdout.splitlines()
    assert start.startswith("rnbqkbnr/pppppppp/8/8/8/8/8/RNBQKBNR") and is_legal == "True"
    assert faults == "[]", faults
    # A program whose file lacks the variant is told so, and does not play something else.
    (tmp_path / "other.ini").write_text(OWN.replace("own-chess", "other-chess"))
    text = WITH_OWN.replace("state =", f"Fairy.INI = r'{tmp_path / 'other.ini'}'\nstate =")
    text = text.replace(
        "torneo.load_game_module(sys.argv[1])", "Fairy = torneo.load_game_module(sys.argv[1])"
    )
    (tmp_path / "program.py").write_text(text)
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode != 0 and "does not take `own-chess` for its option `UCI_Variant`" in done.stderr


def test_the_example_is_short():
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 250
