"""What is said of programs that play: to warnings and loggers, never to the descriptors of the process."""

import logging
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import torneo

# It answers only when it is stopped, and with a move that is legal at the start alone.
SLUGGISH = """
    #!{python}
    import sys
    for line in sys.stdin:
        word = line.split()[0]
        if word == "uci":
            print("id name sluggish\\noption name UCI_Elo type spin default 1500 min 0 max 3000")
            print("option name UCI_LimitStrength type check default false\\nuciok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "stop":
            print("bestmove e2e4", flush=True)
        elif word == "quit":
            break
"""
# Each of these is told in some way.
NOTES = [
    "UCI_Elo does nothing without UCI_LimitStrength",
    "does not stop at depth: it was stopped after 0.3 s (watchdog)",
    "is started, beside the configuration, and not",
]


def program(folder):
    """A program in a folder of its own."""
    folder.mkdir()
    file = folder / "sluggish.py"
    file.write_text(textwrap.dedent(SLUGGISH.format(python=sys.executable)).lstrip(), encoding="utf-8")
    file.chmod(0o755)
    return file


@pytest.fixture
def told(tmp_path, monkeypatch):
    """A configuration beside a program, and another program of its name where it is run from."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for place in (tmp_path, elsewhere):
        program(place / "tools")
    engine = (
        '[[engines]]\nname = "sluggish"\ncommand = ["tools/sluggish.py"]\nprotocol = "uci"\n'
        "depth = 3\nwatchdog = 0.3\noptions = { UCI_Elo = 1500 }\n"
    )
    (tmp_path / "engines.toml").write_text(engine, encoding="utf-8")
    study = 'name = "told"\nseed = 1\ngames = ["chess"]\nrounds = 1\n'
    (tmp_path / "study.toml").write_text(study + engine + '[[engines]]\nspec = "random"\n', encoding="utf-8")
    monkeypatch.chdir(elsewhere)
    return tmp_path


def test_a_run_with_programs_writes_nothing_to_the_descriptors(told, capfd, caplog):
    caplog.set_level(logging.INFO, "torneo")
    with pytest.warns(torneo.RunWarning, match="sluggish: illegal-move"):
        torneo.run(told / "study.toml", out=told / "run", progress=False)
    torneo.match(
        "sluggish",
        "random",
        "chess",
        (0, 50),
        engines_file=told / "engines.toml",
        max_rounds=1,
        log_engines=True,
        out=told / "out",
    )
    assert capfd.readouterr() == ("", "")
    said = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert [note for note in NOTES if not any(note in line for line in said)] == []


def test_programs_of_other_calls_write_nothing_either(told, capfd):
    engine = torneo.Engine(
        f"external(command={told / 'tools' / 'sluggish.py'}, protocol=uci, depth=3, watchdog=0.3, "
        'options="UCI_Elo=1500")'
    )
    state = torneo.Game("chess").start()
    assert engine.bestmove(state).move == "e2e4"
    with pytest.raises(torneo.RunError, match="all 2 games ended by a fault"):
        torneo.advantage("chess", "sluggish", engines_file=told / "engines.toml", max_games=2)
    assert capfd.readouterr() == ("", "")


def test_the_program_tells_people_itself(told):
    command = [sys.executable, "-m", "torneo", "run", str(told / "study.toml"), "--out", str(told / "out2")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path.cwd(), env=dict(os.environ))
    assert done.returncode == 0, done.stderr
    assert all(note in done.stderr for note in NOTES), done.stderr
