"""An engine written in Python on the line protocol."""

import json
import sys
from typing import Any, TextIO

from . import _player

__all__ = ["serve"]

_Message = dict[str, Any]


def serve(engine: Any, input: TextIO | None = None, output: TextIO | None = None) -> None:
    """Serves an engine to torneo, or to any program that speaks its line protocol, until `quit` or
    the end of the input.

    `engine`: a function of a `State` and a seat that returns one of `state.legal(seat)`; or an
    object, or a class without arguments, with the method `choose(state, seat)`. It may return
    (token, value) too, with the score from 0 to 1 that it expects for the seat, or a dict with
    `token` and any of `value`, `nodes`, `depth`, `pv`. An integer of `state.legal_actions(seat)`
    may stand for a token; if it is a part of an action the engine is asked again. An object may have
    `name`, `author`, `games` (a list of ids) and `options` (a list of dicts as in the protocol), and
    methods `begin(game, seat, seed)`, `limits(limits, options)` and `finish(scores, reason)`. What it
    prints goes to
    standard error.

    `input` and `output` are text streams, standard input and output without them. Raises
    `TypeError` for what is no engine.
    """
    _player.check(engine)
    lines, answers = input or sys.stdin, output or sys.stdout
    printed, sys.stdout = sys.stdout, sys.stderr
    try:
        _Server(_player.instance(engine), answers).run(lines)
    finally:
        sys.stdout = printed


class _Server:
    def __init__(self, engine: Any, output: TextIO) -> None:
        self.engine = engine
        self.output = output
        self.player: _player.Player

    def answer(self, **message: object) -> None:
        self.output.write(json.dumps(message) + "\n")
        self.output.flush()

    def run(self, input: TextIO) -> None:
        for line in input:
            message = json.loads(line)
            kind = message.get("type")
            if kind == "quit":
                return
            handler = getattr(self, f"on_{kind}", None)
            if handler is not None:
                handler(message)

    def on_hello(self, _message: _Message) -> None:
        described = {
            key: value
            for key in ("author", "options")
            if (value := getattr(self.engine, key, None)) is not None
        }
        games = list(getattr(self.engine, "games", None) or ["*"])
        self.answer(type="hello", name=_player.name_of(self.engine), games=games, **described)

    def on_new(self, message: _Message) -> None:
        self.player = _player.Player(self.engine, message["game"])
        limits = getattr(self.engine, "limits", None)
        if callable(limits):
            limits(message.get("limits", {}), message.get("options", {}))
        self.player.begin(message["seat"], int(message["seed"], 16), message.get("position"))
        self.answer(type="ready")

    def on_ply(self, message: _Message) -> None:
        self.player.observe(message["token"])

    def on_go(self, message: _Message) -> None:
        state = self.player.state
        if message.get("position", state.text) != state.text:
            self.player.state = self.player.game.position(message["position"])
        token, value, nodes, depth, line, _ = self.player.choose()
        told = {"value": value, "depth": depth, "nodes": nodes or None, "pv": line or None}
        self.answer(type="move", token=token, **{key: told[key] for key in told if told[key] is not None})

    def on_over(self, message: _Message) -> None:
        self.player.finish(message["scores"], message["reason"])

    def on_ping(self, _message: _Message) -> None:
        self.answer(type="pong")
