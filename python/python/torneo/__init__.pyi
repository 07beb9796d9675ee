from . import dice as dice
from . import openspiel as openspiel
from . import pettingzoo as pettingzoo
from . import vector as vector
from ._results import Results as Results
from ._results import analyze as analyze
from ._results import run as run
from ._serve import serve as serve
from ._torneo import (
    Advice as Advice,
    ConfigError as ConfigError,
    Encoding as Encoding,
    Engine as Engine,
    EngineError as EngineError,
    Environment as Environment,
    Game as Game,
    IllegalMove as IllegalMove,
    PositionError as PositionError,
    RunError as RunError,
    SpecError as SpecError,
    State as State,
    TorneoError as TorneoError,
    Unsolvable as Unsolvable,
    __version__ as __version__,
    engines as engines,
    games as games,
    solve as solve,
)

def encoding(spec: str) -> Encoding: ...
