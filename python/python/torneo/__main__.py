"""`torneo` or `python -m torneo`: the command line with the games in Python.

`--game-module mygame.py` before the command loads a file, or a module by its name, whose games
register themselves. It may come more than once. The rest is as in the program `torneo`.
"""

import sys
import traceback
from collections.abc import Sequence

from . import GameError, TorneoError, _torneo
from ._games import load_game_module

_FLAG = "--game-module"


def main(arguments: Sequence[str]) -> int:
    """Does what a command line says; returns the exit code."""
    arguments = list(arguments)
    while arguments and arguments[0].partition("=")[0] == _FLAG:
        _, equals, name = arguments.pop(0).partition("=")
        if not equals:
            if not arguments:
                print(f"error: {_FLAG} needs a file or the name of a module", file=sys.stderr)
                return 2
            name = arguments.pop(0)
        try:
            load_game_module(name)
        except TorneoError as error:
            print(f"error: {error}", file=sys.stderr)
            return 2
        except Exception:
            traceback.print_exc()
            print(f"error: {name} cannot be loaded", file=sys.stderr)
            return 2
    try:
        return _torneo.main(arguments)
    except GameError as error:
        if error.__cause__ is not None:
            traceback.print_exception(error.__cause__)
        print(f"error: {error}", file=sys.stderr)
        return 1


def console() -> int:
    """Does what the command line of this process says, as the script `torneo`; returns the exit code."""
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(console())
