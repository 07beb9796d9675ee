"""Tournaments and their results."""

from __future__ import annotations

import copy
import json
import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from . import _player, _processes, _torneo
from ._answer import Answer, Summary, html_of

if TYPE_CHECKING:
    import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]

__all__ = ["Results", "analyze", "run"]

AnyPath = str | os.PathLike[str]
#: The path of a TOML file, or what it holds.
Config = AnyPath | Mapping[str, Any]
#: Whether there is a bar, or what is called with the number of finished games and of all games.
Progress = bool | Callable[[int, int], object]

_INTEGER, _REAL, _TEXT, _TRUTH = "int64", "float64", "string", "bool"
_BOUNDS = {"low": _REAL, "high": _REAL}
_ACROSS = {"across_low": _REAL, "across_high": _REAL}

# The columns of each table with their types; docs/results.md says what they are.
_COLUMNS = {
    "games": {
        "game_no": _INTEGER,
        "round": _INTEGER,
        "pair": _INTEGER,
        "game": _TEXT,
        "opening": _TEXT,
        "seats": _INTEGER,
        "winner": _INTEGER,
        "reason": _TEXT,
        "plies": _INTEGER,
        "record": _TEXT,
    },
    "seats": {
        "game_no": _INTEGER,
        "seat": _INTEGER,
        "engine": _TEXT,
        "score": _REAL,
        "points": _REAL,
        "actions": _INTEGER,
        "nodes": _INTEGER,
    },
    "moves": {
        "game_no": _INTEGER,
        "ply": _INTEGER,
        "seat": _INTEGER,
        "token": _TEXT,
        "value": _REAL,
        "nodes": _INTEGER,
        "depth": _INTEGER,
        "cp": _INTEGER,
        "mate": _INTEGER,
    },
    "ratings": {
        "scope": _TEXT,
        "name": _TEXT,
        "engine": _TEXT,
        "elo": _REAL,
        **_BOUNDS,
        "bootstrap_low": _REAL,
        "bootstrap_high": _REAL,
        "superiority": _REAL,
        "games": _INTEGER,
        "comparable": _TRUTH,
        **_ACROSS,
        "davidson": _REAL,
    },
    "pairs": {
        "engine": _TEXT,
        "opponent": _TEXT,
        "elo": _REAL,
        **_BOUNDS,
        **_ACROSS,
        "superiority": _REAL,
        "met": _TRUTH,
        "simultaneous_low": _REAL,
        "simultaneous_high": _REAL,
        "different": _TRUTH,
    },
    "rankings": {"method": _TEXT, "game": _TEXT, "level": _INTEGER, "engine": _TEXT, "value": _REAL},
    "advantage": {
        "game": _TEXT,
        "engine": _TEXT,
        "method": _TEXT,
        "seats": _INTEGER,
        "games": _INTEGER,
        "groups": _INTEGER,
        "score": _REAL,
        **_BOUNDS,
        "fair": _REAL,
        "draws": _REAL,
        "mean_plies": _REAL,
    },
    "metrics": {"game": _TEXT, "metric": _TEXT, "value": _REAL, **_BOUNDS, "observations": _INTEGER},
}


def _read(path: Path, table: str) -> pyarrow.Table:
    """A CSV file as an Arrow table. Empty numbers are nulls, empty texts are empty texts."""
    import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]
    from pyarrow import csv  # type: ignore[import-not-found, import-untyped, unused-ignore]

    kinds = {
        _INTEGER: pyarrow.int64(),
        _REAL: pyarrow.float64(),
        _TEXT: pyarrow.string(),
        _TRUTH: pyarrow.bool_(),
    }
    types = {name: kinds[kind] for name, kind in _COLUMNS[table].items()}
    options = csv.ConvertOptions(column_types=types, strings_can_be_null=False, null_values=[""])
    return csv.read_csv(
        path, parse_options=csv.ParseOptions(newlines_in_values=True), convert_options=options
    )


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Results(Answer):
    """The results of a run: the folder `path`, and its tables as `pyarrow.Table`. `summary` is what
    the run said when it ended, None where the folder was opened later.

    `games`, `seats` and `moves` are what was played; `ratings`, `pairs`, `rankings`, `advantage`
    and `metrics` what the analysis says, and `analysis` all of it as a dict (as `torneo analyze
    --json`). The columns are those of docs/results.md; pandas, polars and duckdb read the tables
    without copying (`results.games.to_pandas()`). Tables are read when they are first asked for.
    Scores are 0 to 1, lengths in plies, intervals 95 %.
    """

    path: Path
    summary: Summary | None

    def __init__(self, path: AnyPath, summary: Summary | None = None) -> None:
        """The results in a folder. Raises `ConfigError` where there are none."""
        object.__setattr__(self, "path", Path(path))
        object.__setattr__(self, "summary", summary)
        if not (self.path / "manifest.json").is_file():
            raise _torneo.ConfigError(f"{self.path} holds no results: expected a file manifest.json")

    def _table(self, name: str) -> pyarrow.Table:
        return _read(self.path / f"{name}.csv", name)

    def _analyzed(self, name: str) -> pyarrow.Table:
        _, unwritten = self._analysis
        if unwritten is not None:
            raise _torneo.RunError(f"the analysis is not written: {unwritten}")
        return self._table(name)

    @cached_property
    def _analysis(self) -> tuple[dict[str, Any], str | None]:
        return _torneo.analyze(self.path)

    @cached_property
    def games(self) -> pyarrow.Table:
        """One row for each game."""
        return self._table("games")

    @cached_property
    def seats(self) -> pyarrow.Table:
        """One row for each game and seat."""
        return self._table("seats")

    @cached_property
    def moves(self) -> pyarrow.Table:
        """What each choice rests on; FileNotFoundError unless the configuration has `evaluations`."""
        return self._table("moves")

    @cached_property
    def ratings(self) -> pyarrow.Table:
        """Elo points of the engines over all games, by family and by game."""
        return self._analyzed("ratings")

    @cached_property
    def pairs(self) -> pyarrow.Table:
        """The differences between engines."""
        return self._analyzed("pairs")

    @cached_property
    def rankings(self) -> pyarrow.Table:
        """Engines ranked with the games as voters, and by alpha-rank."""
        return self._analyzed("rankings")

    @cached_property
    def advantage(self) -> pyarrow.Table:
        """The first seat's score at each game."""
        return self._analyzed("advantage")

    @cached_property
    def metrics(self) -> pyarrow.Table:
        """Measures of each game."""
        return self._analyzed("metrics")

    @property
    def analysis(self) -> dict[str, Any]:
        """Everything that the analysis says, as a dict."""
        return self._analysis[0]

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """The configuration as it was understood, its hash, the version of the program, as a dict."""
        manifest: dict[str, Any] = json.loads((self.path / "manifest.json").read_text(encoding="utf-8"))
        return manifest

    def to_dict(self) -> dict[str, Any]:
        """What `torneo analyze --json` prints."""
        return copy.deepcopy(self.analysis)

    def _repr_html_(self) -> str:
        shown: dict[str, Any] = {"path": self.path}
        if self.summary is not None:
            shown["summary"] = self.summary
        # A part of a run, for instance, cannot be analysed.
        with suppress(_torneo.TorneoError):
            shown["leaderboard"] = self.analysis["leaderboard"]
        return html_of(shown)

    def __repr__(self) -> str:
        return f"torneo.Results({str(self.path)!r})"


def analyze(path: AnyPath) -> Results:
    """The results in a folder, analysed anew: `Results`. Its tables are written into the folder.
    Raises `ConfigError`.
    """
    results = Results(path)
    _ = results.analysis
    return results


def _split(engines: Iterable[Any]) -> tuple[list[Any], dict[str, _player.Factory | _player.Many]]:
    """The engines of a configuration, and those of them that are Python objects, by name."""
    entries: list[Any] = []
    players: dict[str, _player.Factory | _player.Many] = {}
    for engine in engines:
        spec = engine.get("spec") if isinstance(engine, dict) else None
        if isinstance(engine, dict) and spec is not None and not isinstance(spec, str):
            name, engine = engine.get("name") or _player.name_of(spec), spec
        elif isinstance(engine, (str, dict)):
            entries.append(engine)
            continue
        else:
            name = _player.name_of(engine)
        _player.check(engine)
        if not isinstance(engine, type):
            _player.instance(engine)
        if name in players:
            raise _torneo.ConfigError(f"two engines have the name `{name}`; give one another `name`")
        quoted = name.replace("\\", "\\\\").replace('"', '\\"')
        entries.append({"name": name, "spec": f'python(name="{quoted}")'})
        players[name] = (_player.Many if _player.is_many(engine) else _player.Factory)(engine)
    return entries, players


def _read_config(
    config: Config, engines: Sequence[Any] | None
) -> tuple[str | None, str, dict[str, _player.Factory | _player.Many]]:
    """The file of a configuration and its text, or none and the values in JSON, and the players of
    Python engines.
    """
    if isinstance(config, (str, os.PathLike)):
        file = os.fspath(config)
        try:
            text = Path(file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise _torneo.ConfigError(f"cannot read {file}: {error}") from error
        if engines is None:
            return file, text, {}
        keys, folder = json.loads(_torneo.from_toml(file, text)), os.path.dirname(file)
    else:
        keys, folder = dict(config), ""
    given = keys.get("engines") if engines is None else engines
    players: dict[str, _player.Factory | _player.Many] = {}
    if isinstance(given, (list, tuple)):
        keys["engines"], players = _split(given)
    return None, json.dumps({"folder": folder, "values": keys}), players


class _Bar:
    """A bar of `tqdm`, if it is there."""

    def __init__(self) -> None:
        self.bar: Any = None
        with suppress(ImportError):
            from tqdm.auto import tqdm  # type: ignore[import-not-found, import-untyped, unused-ignore]

            self.bar = tqdm(unit=" games", total=0)

    def __call__(self, done: int, total: int) -> None:
        if self.bar is not None and total:
            self.bar.total = total
            self.bar.update(done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()


def run(
    config: Config,
    *,
    out: AnyPath | None = None,
    threads: int = 0,
    resume: bool = False,
    shard: str | None = None,
    progress: Progress = True,
    engines: Sequence[Any] | None = None,
    reuse: Iterable[AnyPath] = (),
    errors: Literal["forfeit", "raise"] = "forfeit",
    processes: int = 1,
    parallel: int = 64,
) -> Results:
    """Plays a tournament: `Results`.

    >>> import torneo
    >>> config = {"name": "first", "seed": 1, "games": ["three-mens-morris"], "rounds": 2}
    >>> torneo.run(config, engines=["random", "greedy"], progress=False).games.num_rows
    4

    `config`: the path of a TOML file, or a dict with the same keys. `out`: the folder of the
    results, `results/NAME` without it. `threads`: 0 for one per processor; the results do not
    depend on it. `resume`: go on with a run that was stopped. `shard`: a part such as "1/4".
    `reuse`: folders whose games are taken as far as this run has them too. `progress`: a bar of
    `tqdm`, if that is installed; or a function that is called with the number of finished games and
    of all games.

    `engines` takes the place of the engines of the configuration: specifications, dicts with `name`
    and `spec`, and Python objects as in `torneo.serve`. With a method `choose_many(states, seats,
    seeds)` one object is asked for all games that wait, and returns a list. Another object is copied
    for each seat and thread, a class is called; they take turns in holding the interpreter's lock.
    Runs with them are reproducible if the engines are. `errors`: an exception of such an object
    loses its game with the reason `engine-error` ("forfeit"), or ends the run and is raised here
    with its own traceback ("raise"); `resume=True` then goes on. What is no `Exception`, such as
    `KeyboardInterrupt`, and a game in Python that fails are always raised.

    `parallel`: how many games are under way at once where an engine has `choose_many`; the bytes do
    not depend on it.

    `processes`: so many processes play a shard each, on `threads` threads each, and the shards are
    joined: the same bytes as from one process. Games in Python need it to use more than one core.
    Meanwhile the shards are in `OUT.shards`.

    Faults of engines are warned of (`RunWarning`); everything else that a run tells goes to the
    logger `torneo`. Raises `ConfigError` and `SpecError` for what cannot be played, `RunError` if
    something fails, `KeyboardInterrupt` on Ctrl-C: then what was played is kept, and `resume=True`
    goes on. Other Python threads run meanwhile.
    """
    if processes != 1:
        return _processes.run(
            config,
            processes,
            out,
            shard,
            progress,
            dict(threads=threads, engines=engines, errors=errors, parallel=parallel),
            resume,
            reuse,
        )
    if errors not in ("forfeit", "raise"):
        raise ValueError(f"errors: expected forfeit or raise, found {errors!r}")
    file, text, players = _read_config(config, engines)
    if isinstance(parallel, bool) or not isinstance(parallel, int) or parallel < 1:
        raise ValueError(f"parallel: expected 1 or more, found {parallel!r}")
    if any(isinstance(player, _player.Many) for player in players.values()):
        # A thread for each game: nearly all of them wait.
        threads = max(threads, parallel)
    agents = _player.that_speak(players.values())
    threads = max([threads, *(agent.at_once for agent in agents)])

    def begun(folder: str, finish: Callable[[], None]) -> None:
        for agent in agents:
            agent.begin(Path(folder), resume, finish)

    bar = _Bar() if progress is True else None
    settings = {
        "out": None if out is None else os.fspath(out),
        "threads": threads,
        "resume": resume,
        "shard": shard,
        "reuse": [os.fspath(folder) for folder in reuse],
        "progress": bar or (progress if callable(progress) else None),
        "raises": errors == "raise",
        "players": players,
        "begun": begun,
    }
    try:
        summary = _torneo.run(file, text, settings)
    finally:
        if bar is not None:
            bar.close()
    results = Results(summary.pop("path"), Summary(**summary))
    spent = [f"{agent.spent}; resume=True goes on" for agent in agents if agent.is_spent]
    for line in [*summary["faults"], *spent]:
        warnings.warn(line, _torneo.RunWarning, stacklevel=2)
    return results
