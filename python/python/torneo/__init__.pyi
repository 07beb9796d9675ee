from . import dice as dice
from . import openspiel as openspiel
from . import pettingzoo as pettingzoo
from . import ray as ray
from . import vector as vector
from ._commands import advantage as advantage
from ._commands import bench as bench
from ._commands import best_of as best_of
from ._commands import calibrate as calibrate
from ._commands import conformance as conformance
from ._commands import exploit as exploit
from ._commands import export as export
from ._commands import import_games as import_games
from ._commands import learn as learn
from ._commands import match as match
from ._commands import merge as merge
from ._commands import perft as perft
from ._commands import report as report
from ._commands import show as show
from ._commands import tune as tune
from ._commands import verify as verify
from ._games import load_game_module as load_game_module
from ._games import register_game as register_game
from ._results import Results as Results
from ._results import analyze as analyze
from ._results import run as run
from ._serve import serve as serve
from ._torneo import (
    Advice as Advice,
)
from ._torneo import (
    ConfigError as ConfigError,
)
from ._torneo import (
    Encoding as Encoding,
)
from ._torneo import (
    Engine as Engine,
)
from ._torneo import (
    EngineError as EngineError,
)
from ._torneo import (
    Environment as Environment,
)
from ._torneo import (
    Game as Game,
)
from ._torneo import (
    GameError as GameError,
)
from ._torneo import (
    IllegalMove as IllegalMove,
)
from ._torneo import (
    PositionError as PositionError,
)
from ._torneo import (
    RunError as RunError,
)
from ._torneo import (
    SpecError as SpecError,
)
from ._torneo import (
    State as State,
)
from ._torneo import (
    Symmetry as Symmetry,
)
from ._torneo import (
    TorneoError as TorneoError,
)
from ._torneo import (
    Unsolvable as Unsolvable,
)
from ._torneo import (
    __version__ as __version__,
)
from ._torneo import (
    engines as engines,
)
from ._torneo import (
    games as games,
)
from ._torneo import (
    solve as solve,
)

def encoding(spec: str | Game, version: int = 2, fingerprint: bool = False) -> Encoding: ...
