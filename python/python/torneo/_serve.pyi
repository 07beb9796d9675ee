from typing import Any, TextIO

__all__ = ["serve"]

def serve(engine: Any, input: TextIO | None = None, output: TextIO | None = None) -> None:
    """Serves an engine to torneo, or to any program that speaks its line protocol, until `quit` or the end of
    the input.

    `engine`: a function of a `State` and a seat that returns one of `state.legal(seat)`; or an object, or a
    class without
    arguments, with the method `choose(state, seat)`. It may return (token, value) too, with the score from 0
    to 1 that it expects for
    the seat, or a dict with `token` and any of `value`, `nodes`, `depth`, `pv`. An object may have `name`,
    `author`, `games` (a list of
    ids) and `options` (a list of dicts as in the protocol), and methods `begin(game, seat, seed)`,
    `limits(limits, options)` and
    `finish(scores, reason)`. What it prints goes to standard error.

    `input` and `output` are text streams, standard input and output without them. Raises `TypeError` for what
    is no engine.
    """
