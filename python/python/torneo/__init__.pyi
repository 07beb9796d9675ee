from . import dice as dice
from . import openspiel as openspiel
from . import pettingzoo as pettingzoo
from . import ray as ray
from . import vector as vector
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

def encoding(spec: str) -> Encoding: ...
