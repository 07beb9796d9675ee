"""Hints say what is there, and docstrings stand once."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import test_pages

from torneo import _torneo

NATIVE = Path(_torneo.__file__).parent / "_torneo.pyi"
CHECKERS = [["mypy", "--strict"], ["pyright", "--pythonpath", sys.executable]]


def checked(checker, arguments, folder):
    """What a type checker says where nothing is wrong."""
    pytest.importorskip(checker[0])
    for needed in ("gymnasium", "pettingzoo", "pyspiel", "ray"):
        pytest.importorskip(needed)
    version = [sys.executable, "-m", checker[0], "--version"]
    if subprocess.run(version, capture_output=True, timeout=300).returncode != 0:
        pytest.skip(f"{checker[0]} does not start: pyright needs node")
    command = [sys.executable, "-m", *checker, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_stub_is_that_of_the_native_module(tmp_path):
    pytest.importorskip("mypy")
    # PyO3 makes a list of all names; nobody imports them by `*`.
    allowed = tmp_path / "allowed"
    allowed.write_text("torneo._torneo.__all__\n")
    command = [sys.executable, "-m", "mypy.stubtest", "torneo._torneo", "--concise", "--allowlist", allowed]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_native_module_has_the_only_stub():
    assert list(NATIVE.parent.glob("*.pyi")) == [NATIVE]
    assert (NATIVE.parent / "py.typed").is_file()


@pytest.mark.parametrize("checker", CHECKERS)
def test_the_package_is_checked(tmp_path, checker):
    package = ["-p", "torneo"] if checker[0] == "mypy" else [str(NATIVE.parent)]
    assert "- warning:" not in checked(checker, package, tmp_path)


PROGRAM = """
import numpy as np

import torneo
from torneo import vector

game: torneo.Game = torneo.Game("havannah")
state: torneo.State = game.start()
state.play("a1")
state.step(state.legal_actions()[0])
state.step(int(state.legal_actions()[1]))
print(state.decode(state.encode(state.legal()[0])), state.action_mask().sum())
state.undo()
seen: np.ndarray = state.observe()
advice = torneo.Engine("random").bestmove(state, seat=0)
print(advice.move.upper(), state.playouts(10).mean(axis=0))
found = torneo.match("random", "greedy", ["havannah"], (0.0, 5.0), max_rounds=2)
print(found.score.value + 1.0, found.by_game[0].game)
print(torneo.show("havannah").fields, torneo.perft("havannah", 1).leaves + 1)
games = vector.make("havannah", 4, seed=1)
obs, mask, to_play, rewards, done = games.step(games.sample())
indices, offsets = games.legal()
gym = vector.Gym("havannah", 4, opponent="random")
first, infos = gym.reset(seed=1)
print(gym.step(np.zeros(4, dtype=int))[1].sum(), torneo.run("x.toml", errors="raise", processes=2).games)


@torneo.register_game
class Own:
    def turn(self) -> int | None:
        return None


own: Own = Own()
print(torneo.conformance(Own).breaches, own.turn())
"""


def programs():
    """The pages as programs, without the blocks that need packages without types or with wrong ones."""
    untyped = "pyspiel|agent_iter|class Race|class Seen"
    for page in test_pages.PAGES:
        known = [block for _, block in test_pages.blocks(page) if not re.search(untyped, block)]
        yield "import torneo.pettingzoo\nimport torneo.vector\n" + "\n".join(known)


@pytest.mark.parametrize("checker", CHECKERS)
def test_programs_are_checked(tmp_path, checker):
    for number, text in enumerate([PROGRAM, *programs()]):
        (tmp_path / f"program{number}.py").write_text(text)
    checked(checker, ["."], tmp_path)


def test_the_stub_has_the_docstrings_of_the_native_module():
    sys.path.insert(0, str(Path(__file__).parent.parent))
    try:
        import stubs
    finally:
        sys.path.pop(0)
    source = NATIVE.read_text(encoding="utf-8")
    assert stubs.filled(source, _torneo) == source, "run python stubs.py"
