"""What the tests share: the games that they are made for."""

import os
import random
import shutil
import signal

import pytest

import torneo
from torneo import _seeds

# Shells start what runs in the background deaf to interrupts, and so the programs that tests start
# and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

#: Where Debian and others put the program that plays chess variants.
_PLACES = os.environ["PATH"] + os.pathsep + "/usr/games"


@pytest.fixture(autouse=True)
def _seeds_repeat(request, monkeypatch):
    """Seeds that nobody gives are others at every call, and the same whenever the test is run: what
    holds for nearly all seeds shall not fail one day, on another machine."""
    stream = random.Random(request.node.name)
    monkeypatch.setattr(_seeds, "fresh", lambda: stream.getrandbits(64))


@pytest.fixture(scope="session")
def fairy_stockfish():
    """The program, with pyffish; tests that need them are skipped where they are not installed."""
    pytest.importorskip("pyffish")
    found = shutil.which("fairy-stockfish", path=_PLACES)
    return found or pytest.skip("there is no fairy-stockfish")


# A game of every kind: squares, hexagons, points, pits, a growing table; decisions in several
# steps, chance, choices at the same time, hidden ones, three seats, and one in which nobody
# decides.
SOME = [
    "three-mens-morris",
    "hnefatafl",
    "havannah(size=4)",
    "ot-tjin",
    "trax",
    "half-hazard",
    "hazard(players=3)",
    "frames(size=5)",
    "lanza(players=3)",
    "king-of-pearls",
]


def pytest_addoption(parser):
    parser.addoption(
        "--all-games", action="store_true", help="the tests of environments for every game, not only some"
    )


def pytest_generate_tests(metafunc):
    if "spec" in metafunc.fixturenames:
        everything = metafunc.config.getoption("--all-games")
        specs = [game["id"] for game in torneo.games()] if everything else SOME
        metafunc.parametrize("spec", specs)
