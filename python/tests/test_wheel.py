"""A wheel with a game of another crate, and the source distribution."""

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

TARGET = Path(__file__).parents[1] / "target"
BUILT = [
    path
    for profile in ("debug", "release")
    for path in [TARGET / profile / "libhexgame.so"]
    if path.is_file()
]

PROGRAM = """
import hexgame, torneo
assert torneo.Game is hexgame.Game
print(int(hexgame.perft("hex(size=3)", 2)), {"hex", "havannah"} <= {game["id"] for game in hexgame.games()})
print(torneo.Engine("greedy").bestmove(torneo.Game("hex(size=3)").start(), seed=1).move)
"""


@pytest.mark.skipif(not BUILT, reason="needs the library of examples/hex-wheel, which test.sh builds")
def test_a_module_with_a_game_of_another_crate(tmp_path):
    shutil.copy(max(BUILT, key=lambda path: path.stat().st_mtime), tmp_path / "hexgame.abi3.so")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, cwd=tmp_path, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "81 True"
    done = subprocess.run(
        [sys.executable, "-c", "import torneo, hexgame"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
    )
    assert "ImportError" in done.stderr and "hexgame first" in done.stderr


@pytest.mark.skipif(not shutil.which("cargo"), reason="needs Rust")
def test_the_source_distribution_is_whole(tmp_path):
    pytest.importorskip("twine")
    maturin = Path(sys.executable).with_name("maturin")
    if not maturin.exists():
        pytest.skip("needs maturin")
    subprocess.run([maturin, "sdist", "--out", tmp_path], cwd=TARGET.parent, check=True, capture_output=True)
    [archive] = tmp_path.iterdir()
    subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", archive], check=True, capture_output=True
    )
    with tarfile.open(archive) as files:
        names = {name.split("/", 1)[1] for name in files.getnames() if "/" in name}
    # What the crates put into the program lies outside their folders.
    wanted = {"pyproject.toml", "LICENSE-MIT", "python/Cargo.lock", "python/torneo/py.typed"}
    wanted |= {
        "docs/README.md",
        "docs/games/hnefatafl.md",
        "web/site/index.html",
        "harness/registry/tuning/blocker.toml",
    }
    assert wanted <= names
