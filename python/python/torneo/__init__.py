"""torneo: games, engines, tournaments that can be reproduced to the byte, and exact odds.

    >>> import torneo
    >>> game = torneo.Game("three-mens-morris")
    >>> state = game.start()
    >>> state.play("@b2")
    >>> torneo.Engine("alpha-beta(depth=4)").bestmove(state).move in state.legal()
    True

Seats are counted from 0. Scores are 0 to 1 and add up to 1: a win 1, a draw of two 0.5. A ply is
one turn of a game: a decision, a result of chance, or a joint choice of several seats; its notation
is a token without blanks. Every error is a `TorneoError`, with the text that the command line has
for it.

`torneo.pettingzoo`, `torneo.openspiel` and `torneo.vector` are environments for learning programs,
`torneo.ray` plays tournaments on many machines; they are imported when they are first used.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from . import _torneo, dice
from ._answer import Answer, Summary
from ._commands import (
    Advantage,
    AtlasFault,
    AtlasVerification,
    Bench,
    BestOf,
    Breach,
    Calibration,
    Conformance,
    Copies,
    Coverage,
    EngineLoss,
    Estimate,
    Exploitability,
    Export,
    Field,
    Found,
    GameScore,
    Half,
    Hypotheses,
    Imported,
    Iteration,
    KnownScore,
    LearnSettings,
    Learnt,
    LearntPolicy,
    Match,
    MatchElo,
    Opening,
    Parameter,
    Perft,
    Piece,
    PlayedGame,
    Repair,
    Report,
    Runner,
    SearchSpeed,
    SeatAdvantage,
    SeatLoss,
    Shown,
    Speed,
    Tally,
    Tried,
    TuneSettings,
    Tuning,
    Verification,
    advantage,
    bench,
    best_of,
    calibrate,
    conformance,
    exploit,
    export,
    import_games,
    learn,
    match,
    merge,
    perft,
    report,
    show,
    tune,
    verify,
)
from ._curve import Curve, rate_curve
from ._dice_commands import Chance, Check, Combos, Ending, Number, Odds, Output, Outputs
from ._games import load_entry_points, load_game_module, register_game
from ._rater import Rater
from ._rating import (
    Difference,
    LadderScore,
    Placement,
    RatedAgent,
    Rating,
    WithoutFaults,
    rate,
)
from ._results import Results, analyze, run
from ._serve import serve
from ._solve import Solution, solve
from ._torneo import (
    Advice,
    ConcurrentUse,
    ConfigError,
    Encoding,
    Engine,
    EngineError,
    Environment,
    Game,
    GameError,
    IllegalMove,
    PositionError,
    RunError,
    RunWarning,
    SpecError,
    State,
    Symmetry,
    TorneoError,
    Unsolvable,
    __version__,
    engines,
    games,
)

if TYPE_CHECKING:
    from . import openspiel, pettingzoo, ray, text, vector

__all__ = [
    "Advantage",
    "Advice",
    "Answer",
    "AtlasFault",
    "AtlasVerification",
    "Bench",
    "BestOf",
    "Breach",
    "Calibration",
    "Chance",
    "Check",
    "Combos",
    "ConcurrentUse",
    "ConfigError",
    "Conformance",
    "Copies",
    "Coverage",
    "Curve",
    "Difference",
    "Encoding",
    "Ending",
    "Engine",
    "EngineError",
    "EngineLoss",
    "Environment",
    "Estimate",
    "Exploitability",
    "Export",
    "Field",
    "Found",
    "Game",
    "GameError",
    "GameScore",
    "Half",
    "Hypotheses",
    "IllegalMove",
    "Imported",
    "Iteration",
    "KnownScore",
    "LadderScore",
    "LearnSettings",
    "Learnt",
    "LearntPolicy",
    "Match",
    "MatchElo",
    "Number",
    "Odds",
    "Opening",
    "Output",
    "Outputs",
    "Parameter",
    "Perft",
    "Piece",
    "Placement",
    "PlayedGame",
    "PositionError",
    "RatedAgent",
    "Rater",
    "Rating",
    "Repair",
    "Report",
    "Results",
    "RunError",
    "RunWarning",
    "Runner",
    "SearchSpeed",
    "SeatAdvantage",
    "SeatLoss",
    "Shown",
    "Solution",
    "SpecError",
    "Speed",
    "State",
    "Summary",
    "Symmetry",
    "Tally",
    "TorneoError",
    "Tried",
    "TuneSettings",
    "Tuning",
    "Unsolvable",
    "Verification",
    "WithoutFaults",
    "__version__",
    "advantage",
    "analyze",
    "bench",
    "best_of",
    "calibrate",
    "conformance",
    "dice",
    "encoding",
    "engines",
    "exploit",
    "export",
    "games",
    "import_games",
    "learn",
    "load_game_module",
    "match",
    "merge",
    "openspiel",
    "perft",
    "pettingzoo",
    "rate",
    "rate_curve",
    "ray",
    "register_game",
    "report",
    "run",
    "serve",
    "show",
    "solve",
    "text",
    "tune",
    "vector",
    "verify",
]

_LAZY = ("openspiel", "pettingzoo", "ray", "text", "vector")


def __getattr__(name: str) -> ModuleType:
    if name in _LAZY:
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def encoding(spec: str | Game, version: int = 2, fingerprint: bool = False) -> Encoding:
    """How the game of a specification becomes numbers: an `Encoding`. `version`: 2, or 1 as it was
    before; `fingerprint`: whether four numbers tell apart what has no place of its own. Raises
    `SpecError`.
    """
    return Encoding(spec if isinstance(spec, Game) else Game(spec), version, fingerprint)


def _restore_environment(
    state: State, seed: int, number: int, open_chance: bool, steps: list[tuple[int | None, int]]
) -> Environment:
    """An environment from what was pickled of it."""
    environment = Environment.at(state, seed, number, open_chance)
    for seat, action in steps:
        if seat is None:
            environment.draw(action)
        else:
            environment.step(seat, action)
    return environment


def _restore(
    game: Game,
    position: str | None,
    tokens: str | list[str],
    encoding: Encoding | None = None,
    kept: Any = None,
) -> State:
    """A state from what was pickled of it; a list of tokens is that of the version before."""
    return _torneo.restore(
        game, position, tokens if isinstance(tokens, str) else " ".join(tokens), encoding, kept
    )


def _register_with_gymnasium() -> None:
    """Makes the games known to Gymnasium, if it is there."""
    from importlib.util import find_spec

    if find_spec("gymnasium") is not None:
        import_module("._gymnasium", __name__).register()


load_entry_points()
_register_with_gymnasium()
del load_entry_points
