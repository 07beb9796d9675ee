from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar, overload

__all__ = ["load_game_module", "register_game"]

_C = TypeVar("_C", bound=type)

@overload
def register_game(cls: _C, /, *, replace: bool = False) -> _C:
    """Makes a class a game: a decorator. Its instances are the states, `cls()` is the start. Returns the class.

    The class has the methods `turn`, `legal`, `apply`, `outcome`, `text` and `parse`, and where there is chance `chance`.
    `apply` returns a new state; if the class has `clone`, it changes a clone instead. Everything else is optional;
    docs/python-games.md describes all of it.

    A class that is defined again (a cell that is run again, a module that is loaded again) takes the place of the earlier one.
    `replace`: it takes the place of another class with its id too. Raises `SpecError` for a class that cannot be a game.
    """
@overload
def register_game(cls: None = None, /, *, replace: bool = False) -> Callable[[_C], _C]:
    """Makes a class a game: a decorator. Its instances are the states, `cls()` is the start. Returns the class.

    The class has the methods `turn`, `legal`, `apply`, `outcome`, `text` and `parse`, and where there is chance `chance`.
    `apply` returns a new state; if the class has `clone`, it changes a clone instead. Everything else is optional;
    docs/python-games.md describes all of it.

    A class that is defined again (a cell that is run again, a module that is loaded again) takes the place of the earlier one.
    `replace`: it takes the place of another class with its id too. Raises `SpecError` for a class that cannot be a game.
    """
def id_of(game: str | type) -> str | None:
    """The id of a specification or of a class, where that is a game in Python; else None."""
def reduce(id: str, spec: str) -> tuple[Any, ...]:
    """What is pickled of a game: the place of its class, and its specification."""
def load_game_module(name: str) -> ModuleType:
    """Loads a module whose games register themselves: a file `mygame.py`, or a name that can be imported. Returns it."""
def load_entry_points() -> None:
    """Loads the games of other packages: their entry points of the group `torneo.games`. One that fails is warned of."""
