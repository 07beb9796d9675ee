"""What stands on the pages runs as it stands there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.glob("python*.md")), DOCS / "rating-agents.md", ROOT / "python" / "README.md"]


def blocks(page):
    """The programs of a page, each with the line of the page before it."""
    text = page.read_text(encoding="utf-8")
    found = re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [(text.count("\n", 0, block.start(1)), block[1]) for block in found]


def program(page):
    """All programs of a page, each line at its number on the page."""
    lines = []
    for before, block in blocks(page):
        lines += [""] * (before - len(lines)) + block.splitlines()
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_programs_of_a_page_run(page, tmp_path, request):
    for needed in ("gymnasium", "pettingzoo", "pyspiel", "pandas"):
        pytest.importorskip(needed)
    environment = dict(os.environ)
    if page.stem == "python-variants":
        folder = os.path.dirname(request.getfixturevalue("fairy_stockfish"))
        environment["PATH"] += os.pathsep + folder
    assert blocks(page), "a page of programs has some"
    for item in ROOT.iterdir():
        if item.name not in ("results", "target") and not item.name.startswith("."):
            os.symlink(item, tmp_path / item.name)
    source = tmp_path / f"{page.stem}_page.py"
    source.write_text(program(page), encoding="utf-8")
    command = [sys.executable, "-W", "error::DeprecationWarning:__main__", source]
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=600,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
