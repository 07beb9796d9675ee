"""Games that are Python classes."""

import importlib
import importlib.metadata
import importlib.util
import inspect
import re
import sys
import warnings
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, overload

from . import _torneo

__all__ = ["load_game_module", "register_game"]

_C = TypeVar("_C", bound=type)

_NEEDED = ("turn", "apply", "text", "parse")
_OPTIONAL = (
    "clone",
    "outcome",
    "points",
    "evaluate",
    "pieces",
    "fields",
    "tensor",
    "uci",
    "from_uci",
    "fen",
    "history",
)
_TURNS = ("seat", "chance", "together")

#: The registered classes by their ids.
_classes: dict[str, type] = {}


def _refuse(cls: type, message: str) -> _torneo.SpecError:
    return _torneo.SpecError(f"{cls.__name__}: {message}")


def _option(cls: type, name: str, kind: Any, parameters: Mapping[str, inspect.Parameter]) -> dict[str, Any]:
    """One option, as `options` of the class has it."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise _refuse(cls, f"the option `{name}` is no name: expected lower case, digits and `_`")
    parameter = parameters.get(name)
    if parameter is None or parameter.default is parameter.empty:
        raise _refuse(cls, f"the option `{name}` needs a default: `def __init__(self, {name}=...)`")
    found = {"name": name, "kind": "text", "range": (0.0, 0.0), "words": [], "help": ""}
    default = parameter.default
    if kind is bool:
        found.update(kind="bool")
        fits = isinstance(default, bool)
    elif isinstance(kind, range) and len(kind) and kind.step == 1:
        found.update(kind="int", range=(float(kind[0]), float(kind[-1])))
        fits = isinstance(default, int) and default in kind
    elif kind is str:
        fits = isinstance(default, str)
    elif isinstance(kind, (tuple, list)) and kind and all(isinstance(word, str) for word in kind):
        found.update(kind="choice", words=list(kind))
        fits = default in kind
    elif isinstance(kind, (tuple, list)) and len(kind) == 2 and all(isinstance(end, float) for end in kind):
        found.update(kind="float", range=tuple(kind))
        fits = isinstance(default, (int, float)) and kind[0] <= default <= kind[1]
    else:
        expected = "bool, range(3, 20), a tuple of words, (0.0, 1.0) or str"
        raise _refuse(cls, f"the option `{name}` takes {kind!r}: expected {expected}")
    if not fits:
        raise _refuse(cls, f"the default {default!r} of the option `{name}` is none of its values")
    found["default"] = str(default).lower() if isinstance(default, bool) else str(default)
    return found


def _described(cls: type) -> dict[str, Any]:
    """What a class says of itself."""
    missing = [name for name in _NEEDED if not callable(getattr(cls, name, None))]
    if missing:
        raise _refuse(cls, f"the method `{missing[0]}` is missing")
    has = {name: callable(getattr(cls, name, None)) for name in _OPTIONAL}
    if not has["outcome"] and not has["points"]:
        raise _refuse(cls, "a method `outcome` or `points` is missing")
    if not has["fen"] and (has["uci"] or has["from_uci"] or hasattr(cls, "uci_options")):
        raise _refuse(cls, "the method `fen` is missing: UCI programs are told positions by it")
    default = ["seat"] * callable(getattr(cls, "legal", None)) + ["chance"] * callable(
        getattr(cls, "chance", None)
    )
    turns = list(getattr(cls, "turns", default))
    for turn in turns:
        if turn not in _TURNS:
            raise _refuse(cls, f"`turns` has {turn!r}: expected some of {', '.join(_TURNS)}")
    for turn, method in (("seat", "legal"), ("together", "legal"), ("chance", "chance")):
        if turn in turns and not callable(getattr(cls, method, None)):
            raise _refuse(cls, f"the method `{method}` is missing")
    if not turns:
        raise _refuse(cls, "the method `legal` is missing")
    named = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower().replace("_", "-").strip("-")
    id = getattr(cls, "id", named)
    if not isinstance(id, str) or not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", id):
        raise _refuse(
            cls, f"the id {id!r} is no name: expected lower case, digits and `-`, such as `my-game`"
        )
    seats = getattr(cls, "seats", 2)
    seats = getattr(cls, "seats_range", (seats, seats) if isinstance(seats, int) else None)
    if not (isinstance(seats, tuple) and len(seats) == 2 and all(isinstance(end, int) for end in seats)):
        raise _refuse(cls, "`seats` depends on options: declare `seats_range = (fewest, most)` as well")
    if not 2 <= seats[0] <= seats[1] <= 8:
        raise _refuse(cls, f"{seats[0]} to {seats[1]} seats: expected 2 to 8")
    parameters = inspect.signature(cls).parameters
    options = getattr(cls, "options", {})
    title = getattr(cls, "title", None) or id.replace("-", " ").capitalize()
    return {
        "id": id,
        "title": title,
        "seats": seats,
        "chance": "chance" in turns,
        "together": "together" in turns,
        "decides": "seat" in turns,
        "options": [_option(cls, name, kind, parameters) for name, kind in options.items()],
        "rules": inspect.getdoc(cls) if cls.__doc__ else None,
        "has": has,
    }


def _place(cls: type) -> tuple[str, str]:
    return cls.__module__, cls.__qualname__


@overload
def register_game(cls: _C, /, *, replace: bool = False) -> _C: ...
@overload
def register_game(cls: None = None, /, *, replace: bool = False) -> Callable[[_C], _C]: ...
def register_game(cls: type | None = None, /, *, replace: bool = False) -> type | Callable[[_C], _C]:
    """Makes a class a game: a decorator. Its instances are the states, `cls()` is the start.
    Returns the class.

    The class has the methods `turn`, `legal`, `apply`, `outcome`, `text` and `parse`, and where
    there is chance `chance`. `apply` returns a new state; if the class has `clone`, it changes a
    clone instead. Everything else is optional; docs/python-games.md describes all of it.

    >>> import torneo
    >>> @torneo.register_game
    ... class Countdown:
    ...     def __init__(self, left=5, to_move=0):
    ...         self.left, self.to_move = left, to_move
    ...     def turn(self):
    ...         return self.to_move if self.left > 0 else None
    ...     def legal(self):
    ...         return [str(taken) for taken in (1, 2) if taken <= self.left]
    ...     def apply(self, action):
    ...         return Countdown(self.left - int(action), 1 - self.to_move)
    ...     def outcome(self):
    ...         return 1 - self.to_move
    ...     def text(self):
    ...         return f"{self.left} {self.to_move}"
    ...     def parse(self, text):
    ...         return Countdown(*map(int, text.split()))
    >>> torneo.Engine("perfect").bestmove(torneo.Game("countdown").start(), seed=1).move
    '2'

    A class that is defined again (a cell that is run again, a module that is loaded again) takes
    the place of the earlier one. `replace`: it takes the place of another class with its id too.
    Raises `SpecError` for a class that cannot be a game.
    """
    if cls is None:
        return partial(register_game, replace=replace)
    if not isinstance(cls, type):
        raise TypeError(f"expected a class, found {cls!r}")
    description = _described(cls)
    id = description["id"]
    known = _classes.get(id)
    if known is None and any(game["id"] == id for game in _torneo.games()):
        raise _refuse(cls, f"a built-in game is called `{id}`: set another `id`")
    if known is not None and _place(known) != _place(cls) and not replace:
        module, name = _place(known)
        raise _refuse(
            cls, f"the class {name} of {module} is called `{id}`: set another `id`, or give replace=True"
        )
    _torneo.register_game(cls, description)
    _classes[id] = cls
    if (gymnasium := sys.modules.get("torneo._gymnasium")) is not None:
        gymnasium.register()
    return cls


def id_of(game: str | type) -> str | None:
    """The id of a specification or of a class, where that is a game in Python; else None."""
    if isinstance(game, type):
        for id, cls in _classes.items():
            if cls is game:
                return id
        raise _torneo.SpecError(f"{game.__name__} is no game: put @torneo.register_game before the class")
    id = game.partition("(")[0].strip()
    return id if id in _classes else None


def reduce(id: str, spec: str) -> tuple[Any, ...]:
    """What is pickled of a game: the place of its class, and its specification."""
    return _restore, (*_place(_classes[id]), spec)


def _restore(module: str, name: str, spec: str) -> _torneo.Game:
    """The game of a specification, whose class is loaded first."""
    if not any(_place(cls) == (module, name) for cls in _classes.values()):
        importlib.import_module(module)
    return _torneo.Game(spec)


def load_game_module(name: str) -> ModuleType:
    """Loads a module whose games register themselves: a file `mygame.py`, or a name that can be
    imported. Returns it.
    """
    path = Path(name)
    if path.suffix != ".py":
        return importlib.import_module(name)
    known = sys.modules.get(path.stem)
    if known is not None and Path(getattr(known, "__file__", None) or "").resolve() == path.resolve():
        return known
    if not path.is_file():
        raise _torneo.ConfigError(f"there is no file {path}: expected a module with games")
    if known is not None:
        raise _torneo.ConfigError(f"another module is called {path.stem}: give {path.name} another name")
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification is not None and specification.loader is not None, "the name ends in .py"
    module = importlib.util.module_from_spec(specification)
    sys.modules[path.stem] = module
    try:
        specification.loader.exec_module(module)
    except BaseException:
        del sys.modules[path.stem]
        raise
    return module


def load_entry_points() -> None:
    """Loads the games of other packages: their entry points of the group `torneo.games`. One that
    fails is warned of.
    """
    for entry in importlib.metadata.entry_points(group="torneo.games"):
        try:
            entry.load()
        except Exception as error:
            warnings.warn(
                f"the games of {entry.value} are not loaded: {type(error).__name__}: {error}", stacklevel=2
            )
