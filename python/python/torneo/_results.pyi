from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import pyarrow  # type: ignore[import-untyped]

__all__ = ["Results", "analyze", "run"]

class Results:
    """The results of a run: a folder, and its tables as `pyarrow.Table`.

    `games`, `seats` and `moves` are what was played; `ratings`, `pairs`, `rankings`, `advantage` and
    `metrics` what the analysis says, and
    `analysis` all of it as a dict (as `torneo analyze --json`). The columns are those of docs/results.md;
    pandas, polars and duckdb read the
    tables without copying (`results.games.to_pandas()`). Tables are read when they are first asked for.
    Scores are 0 to 1, lengths in plies,
    intervals 95 %.
    """
    path: Path
    summary: dict[str, Any] | None
    def __init__(self, path: str | PathLike[str]) -> None: ...
    @property
    def games(self) -> pyarrow.Table:
        """One row for each game."""
    @property
    def seats(self) -> pyarrow.Table:
        """One row for each game and seat."""
    @property
    def moves(self) -> pyarrow.Table:
        """What each choice rests on; FileNotFoundError unless the configuration has `evaluations`."""
    @property
    def ratings(self) -> pyarrow.Table:
        """Elo points of the engines over all games, by family and by game."""
    @property
    def pairs(self) -> pyarrow.Table:
        """The differences between engines."""
    @property
    def rankings(self) -> pyarrow.Table:
        """Engines ranked with the games as voters, and by alpha-rank."""
    @property
    def advantage(self) -> pyarrow.Table:
        """The first seat's score at each game."""
    @property
    def metrics(self) -> pyarrow.Table:
        """Measures of each game."""
    @property
    def analysis(self) -> dict[str, Any]:
        """Everything that the analysis says, as a dict."""
    @property
    def manifest(self) -> dict[str, Any]:
        """The configuration as it was understood, its hash, the version of the program, as a dict."""

def analyze(path: str | PathLike[str]) -> Results:
    """The results in a folder, analysed anew: `Results`. Its tables are written into the folder. Raises
    `ConfigError`.
    """
def run(
    config: str | PathLike[str] | Mapping[str, Any],
    *,
    out: str | PathLike[str] | None = None,
    threads: int = 0,
    resume: bool = False,
    shard: str | None = None,
    progress: bool | Callable[[int, int], object] = True,
    engines: Sequence[Any] | None = None,
    reuse: Iterable[str | PathLike[str]] = (),
    errors: Literal["forfeit", "raise"] = "forfeit",
    processes: int = 1,
) -> Results:
    """Plays a tournament: `Results`.

    `config`: the path of a TOML file, or a dict with the same keys. `out`: the folder of the results,
    `results/NAME` without it. `threads`: 0 for
    one per processor; the results do not depend on it. `resume`: go on with a run that was stopped. `shard`:
    a part such as "1/4". `reuse`: folders
    whose games are taken as far as this run has them too. `progress`: a bar of `tqdm`, if that is installed;
    or a function that is called with
    the number of finished games and of all games.

    `engines` takes the place of the engines of the configuration: specifications, dicts with `name` and
    `spec`, and Python objects as in
    `torneo.serve`. An object is copied for each seat and thread, a class is called; they take turns in
    holding the interpreter's lock. Runs with them
    are reproducible if the engines are. `errors`: an exception of such an object loses its game with the reason `engine-error`
    ("forfeit"), or ends the run and is raised here with its own traceback ("raise"); `resume=True` then goes on. What is no
    `Exception`, such as `KeyboardInterrupt`, is always raised.

    `processes`: so many processes play a shard each, on `threads` threads each, and the shards are joined: the same bytes as from
    one process. Games in Python need it to use more than one core. Meanwhile the shards are in `OUT.shards`.

    Raises `ConfigError` and `SpecError` for what cannot be played, `RunError` if something fails,
    `KeyboardInterrupt` on Ctrl-C: then what was
    played is kept, and `resume=True` goes on. Other Python threads run meanwhile.
    """
