"""The script `torneo`: the program, which answers before the package `torneo` would be imported.

`torneo` needs numpy, pyarrow and time; the program needs none of them. It is in the native module,
which is loaded alone. Games in Python need the package: it is imported with `--game-module`, and
where an installed package brings games.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import sys
from importlib.machinery import PathFinder

_NATIVE = "torneo._torneo"


def has_games_in_python(arguments: list[str]) -> bool:
    """Whether the command line, or what is installed, has games in Python."""
    is_asked = bool(arguments) and arguments[0].startswith("--game-module")
    return is_asked or bool(importlib.metadata.entry_points(group="torneo.games"))


def main() -> int:
    """Does what the command line of this process says; returns the exit code."""
    arguments = sys.argv[1:]
    # The place of the package is found without running it.
    package = importlib.util.find_spec("torneo")
    spec = PathFinder.find_spec(_NATIVE, package.submodule_search_locations) if package else None
    if spec is None or spec.loader is None or has_games_in_python(arguments):
        from torneo.__main__ import console

        return console()
    native = importlib.util.module_from_spec(spec)
    # Should anything import the package later, this is its native module: there is no second one.
    sys.modules[_NATIVE] = native
    spec.loader.exec_module(native)
    code: int = native.main(arguments)
    return code
