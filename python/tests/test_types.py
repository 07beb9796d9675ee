"""The stubs say what is there."""

import subprocess
import sys

import pytest


def test_stubs_are_those_of_the_package(tmp_path):
    pytest.importorskip("mypy")
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    command = [
        sys.executable,
        "-m",
        "mypy.stubtest",
        "torneo",
        "--concise",
        "--ignore-missing-stub",
        "--allowlist",
    ]
    allowed = tmp_path / "allowed"
    allowed.write_text("torneo.openspiel.TorneoGame\ntorneo.openspiel.TorneoState\n")
    done = subprocess.run([*command, str(allowed)], capture_output=True, text=True, cwd=tmp_path, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
