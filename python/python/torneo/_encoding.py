"""Which encoding a game is played with."""

from collections.abc import Mapping
from typing import Any

from ._torneo import Encoding, Game


def specified(spec: str | Game, options: Mapping[str, Any]) -> str | Game:
    """A specification with options as keywords. Raises `ValueError` where both have options."""
    if not options:
        return spec
    if isinstance(spec, Game) or "(" in spec:
        raise ValueError(f"{', '.join(options)}: the specification has its options already")
    texts = ", ".join(f'{name}="{_text(value)}"' for name, value in options.items())
    return f"{spec}({texts})"


def _text(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text.replace("\\", "\\\\").replace('"', '\\"')


def chosen(spec: str | Game, encoding: Encoding | None) -> tuple[Game, Encoding]:
    """The game of a specification and its encoding: the one that is given, or the usual one. Raises
    `ValueError` for the encoding of another game.
    """
    game = spec if isinstance(spec, Game) else Game(spec)
    if encoding is None:
        return game, Encoding(game)
    if encoding.game != game:
        raise ValueError(f"the encoding is of {encoding.game.spec}, the game is {game.spec}")
    return game, encoding
