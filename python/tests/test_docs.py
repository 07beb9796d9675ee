"""The examples of the docstrings, and the notebooks."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import torneo

DOCS = Path(__file__).parents[2] / "docs"


#: Modules whose docstrings must have examples; those of all others are run where there are some.
WITH_EXAMPLES = ["__init__", "_commands", "_games", "_results", "dice", "openspiel", "pettingzoo", "vector"]
MODULES = [module.name for module in pkgutil.iter_modules(torneo.__path__) if module.name != "__main__"]


@pytest.mark.parametrize("name", ["__init__", *MODULES])
def test_examples_of_docstrings(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    try:
        module = torneo if name == "__init__" else importlib.import_module(f"torneo.{name}")
    except ImportError as error:
        pytest.skip(str(error))
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(verbose=False)
    # Classes of the native module say that they are of the package.
    named = [(name, module), *((one, getattr(module, one)) for one in dir(module) if name == "_torneo")]
    for one, value in named:
        for test in finder.find(value, one, module=False if name == "_torneo" else module):
            runner.run(test)
    found = runner.summarize(verbose=False)
    assert found.failed == 0 and (found.attempted > 0 or name not in WITH_EXAMPLES)


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


#: What is changed in notebooks so that they take less time.
SHORTER = {
    "variants": {'"rounds": 30': '"rounds": 2'},
    "rating": {"100_000": "10_000", "seconds=10": "seconds=2", "max_games=100": "max_games=10"},
}


@pytest.mark.parametrize("notebook", sorted(path.stem for path in (DOCS / "notebooks").glob("*.ipynb")))
def test_the_notebooks_run(notebook, tmp_path, request):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    for needed in ("ipykernel", "jax", "matplotlib", "optax", "pandas", "polars"):
        pytest.importorskip(needed)
    if notebook == "variants":
        request.getfixturevalue("fairy_stockfish")
    stored = nbformat.read(DOCS / "notebooks" / f"{notebook}.ipynb", as_version=4)
    assert all(cell.outputs for cell in stored.cells[-1:]), "outputs are stored"
    # What is stored took longer; less of it shows that it can be had.
    for cell in stored.cells:
        for whole, less in SHORTER.get(notebook, {}).items():
            cell.source = cell.source.replace(whole, less)
    resources = {"metadata": {"path": str(tmp_path)}}
    run = nbclient.NotebookClient(nbformat.from_dict(stored), timeout=300, resources=resources).execute()
    last = run.cells[-1].outputs[0]
    if notebook in ("alphazero", "ppo"):
        lines = last["data"]["text/plain"].splitlines()[1:]
        assert "random" in lines[-1], "everybody is better than random play"
    if notebook == "rating":
        assert "ppo: ladder score" in last["text"] and "difference of ladder scores" in last["text"]
    if notebook in ("fair", "variants"):
        assert "image/png" in last["data"]
