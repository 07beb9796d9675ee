"""Which encoding a game is played with."""

from ._torneo import Encoding, Game


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
