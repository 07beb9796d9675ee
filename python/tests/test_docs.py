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


@pytest.mark.parametrize("notebook", sorted(path.stem for path in (DOCS / "notebooks").glob("*.ipynb")))
def test_the_notebooks_run(notebook, tmp_path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    for needed in ("ipykernel", "jax", "matplotlib", "optax", "pandas", "polars"):
        pytest.importorskip(needed)
    stored = nbformat.read(DOCS / "notebooks" / f"{notebook}.ipynb", as_version=4)
    assert all(cell.outputs for cell in stored.cells[-1:]), "outputs are stored"
    resources = {"metadata": {"path": str(tmp_path)}}
    run = nbclient.NotebookClient(nbformat.from_dict(stored), timeout=300, resources=resources).execute()
    last = run.cells[-1].outputs[0]
    if notebook in ("alphazero", "ppo"):
        lines = last["data"]["text/plain"].splitlines()[1:]
        assert "random" in lines[-1], "everybody is better than random play"
    if notebook == "fair":
        assert "image/png" in last["data"]
