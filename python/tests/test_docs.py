"""The examples of the docstrings, and the notebook."""

import doctest
import importlib
from pathlib import Path

import pytest

import torneo

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    "name", ["torneo", "torneo.dice", "torneo.vector", "torneo.pettingzoo", "torneo.openspiel"]
)
def test_examples_of_docstrings(name):
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        pytest.skip(str(error))
    found = doctest.testmod(module)
    assert found.attempted > 0 and found.failed == 0


def test_everything_public_is_documented():
    for name in torneo.__all__:
        if name != "__version__":
            assert getattr(torneo, name).__doc__, name
    for kind in (
        torneo.Game,
        torneo.State,
        torneo.Engine,
        torneo.Advice,
        torneo.Encoding,
        torneo.Environment,
    ):
        for name in dir(kind):
            assert name.startswith("_") or getattr(kind, name).__doc__, f"{kind.__name__}.{name}"


def test_the_notebook_runs():
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    pytest.importorskip("pandas")
    notebook = nbformat.read(DOCS / "python.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    last = notebook.cells[-1].outputs[0]["text"]
    assert "against random play" in last
