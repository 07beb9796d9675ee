from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any

from ._results import Results

__all__ = ["best_of", "run"]

def run(
    config: str | PathLike[str] | Mapping[str, Any],
    *,
    address: str | None = None,
    units: int = 1000,
    out: str | PathLike[str] | None = None,
    threads: int = 1,
    resume: bool = False,
    progress: bool | Callable[[int, int], object] = True,
    engines: Sequence[Any] | None = None,
) -> Results:
    """Plays a tournament on a Ray cluster: `Results`, the same bytes as `torneo.run` on one machine.

    `config`, `out`, `progress` and `engines` are those of `torneo.run`. `address`: the cluster, as for
    `ray.init`: "auto", "ray://...", "local" for one of this machine's processors; None takes the one that Ray
    finds, else "local". A Ray that is initialised already is taken as it is. `units`: into how many ranges of
    mirrored groups the run is divided, at most one for each group; small units share the work well and lose
    little. `threads`: processors of a unit.

    Rows are written here, in the order of the games, as units come in. A unit whose worker or machine is lost
    is played again. `resume`: go on with a run that was stopped (by Ctrl-C, which keeps what has come in, or
    otherwise), with any number of units.

    Raises what `torneo.run` raises, and `ImportError` without Ray. Interleaved runs and those by the Swiss
    system are played in one piece: `ConfigError`.
    """
def best_of(
    engines: Sequence[str],
    games: Sequence[str],
    *,
    error: float = 0.05,
    max_rounds: int = 1000,
    seed: int = 1283,
    random_plies: int = 2,
    max_plies: int = 2000,
    address: str | None = None,
    threads: int = 1,
    report: Callable[[dict[str, Any]], object] | None = None,
) -> dict[str, Any]:
    """The best of several engines by elimination: a dict, as `torneo best-of --json` prints it.

    In each round all pairs that are still in the race play a mirrored group of every game; who is beaten
    drops out, so that the games go where the race is open. The best is lost with a probability of `error` at
    most. Several rounds are handed out at once, as far as there are processors; what was played of engines
    that dropped out meanwhile is not looked at, so that the answer is that of the command, to the last digit.

    `engines`, `games`: specifications. `max_rounds`, `random_plies`, `max_plies`, `seed`: as for the command.
    `report`: called with what is known after each round. `address`, `threads`: as for `run`.

    Raises `SpecError`, `RunError` if an engine fails, and `ImportError` without Ray.
    """
