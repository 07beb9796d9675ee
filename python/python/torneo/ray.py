"""Tournaments on many machines by Ray: `pip install "torneo[ray]"`.

    >>> import torneo
    >>> results = torneo.ray.run("configs/quickstart.toml", address="auto")  # doctest: +SKIP

Every machine of the cluster needs this version of torneo, and whatever programs and files the
configuration names.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from . import _results, _torneo
from ._answer import Summary, made
from ._commands import BestOf
from ._results import AnyPath, Config, Progress, Results

__all__ = ["best_of", "run"]

_FILES = ("games.csv", "seats.csv", "moves.csv", "faults.csv")
# How long is waited at a time, in seconds: in between Ctrl-C is heard and progress is told.
_PAUSE = 0.2
# Units that are handed out at least, and for each processor: enough to be waiting, so that a
# cluster that grows by what waits does so.
_LEAST_AHEAD, _AHEAD = 100, 4


def _import() -> Any:
    try:
        import ray  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError as error:
        message = 'torneo.ray needs Ray: pip install "torneo[ray]"'
        raise ImportError(message) from error
    return ray


def _check_version(version: str) -> None:
    if version != _torneo.__version__:
        raise _torneo.RunError(
            f"this machine has torneo {_torneo.__version__}, the one that asks has torneo {version}"
        )


def _play_unit(
    version: str, configuration: tuple[str, str, dict[str, Any]], shard: str, threads: int
) -> tuple[dict[str, bytes], list[str]]:
    """Plays a range of groups: the files of its results, and the faults of its engines."""
    _check_version(version)
    file, text, players = configuration
    with tempfile.TemporaryDirectory(prefix="torneo-") as folder:
        out = Path(folder) / "unit"
        settings = {
            "out": os.fspath(out),
            "threads": threads,
            "resume": False,
            "shard": shard,
            "reuse": [],
            "progress": None,
            "raises": False,
            "players": players,
            "begun": lambda _folder, _finish: None,
        }
        faults = _torneo.run(file, text, settings)["faults"]
        files = {name: (out / name).read_bytes() for name in _FILES if (out / name).exists()}
        return files, faults


def _play_groups(version: str, asked: dict[str, Any], groups: list[int], threads: int) -> list[bytes]:
    """Plays groups of a race."""
    _check_version(version)
    return _torneo.play_groups(asked, groups, threads)


class _Cluster:
    """A Ray that plays units: what its machines lose is played again."""

    def __init__(self, address: str | None, threads: int) -> None:
        if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
            raise ValueError(f"threads: expected 1 or more, found {threads!r}")
        self.ray = _import()
        self.threads = threads
        self.ours = not self.ray.is_initialized()
        if self.ours:
            self.ray.init(address=address, log_to_driver=False)
        self._ahead = _LEAST_AHEAD
        self._looked: float | None = None

    def __enter__(self) -> _Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        if self.ours:
            self.ray.shutdown()

    def ahead(self) -> int:
        """How many units are to be under way."""
        now = time.monotonic()
        if self._looked is None or now - self._looked > 1:
            processors = self.ray.cluster_resources().get("CPU", 0)
            self._ahead = max(_LEAST_AHEAD, int(_AHEAD * processors / self.threads))
            self._looked = now
        return self._ahead

    def each(
        self, function: Callable[..., Any], units: Iterable[Any], tick: Callable[[], None] | None = None
    ) -> Iterator[tuple[Any, Any]]:
        """What came out of each unit, in their order, with only so many of them under way.

        A unit is a tuple of arguments."""
        # Ray itself begins a unit again, as often as needed, whose process or machine is gone.
        remote = self.ray.remote(num_cpus=self.threads, max_retries=-1)(function)
        units = iter(units)
        under_way: deque[tuple[Any, Any]] = deque()
        try:
            while True:
                for _ in range(self.ahead() - len(under_way)):
                    unit = next(units, None)
                    if unit is None:
                        break
                    arguments = (_torneo.__version__, *unit, self.threads)
                    under_way.append((arguments, remote.remote(*arguments)))
                if not under_way:
                    return
                arguments, reference = under_way.popleft()
                try:
                    found = self._wait(reference, tick)
                except (self.ray.exceptions.ObjectLostError, self.ray.exceptions.WorkerCrashedError):
                    # What came out went with its machine, and Ray gave it up.
                    under_way.appendleft((arguments, remote.remote(*arguments)))
                    continue
                yield arguments[1:-1], found
        finally:
            for _, reference in under_way:
                self.ray.cancel(reference, force=False)

    def _wait(self, reference: Any, tick: Callable[[], None] | None) -> Any:
        while True:
            ready, _ = self.ray.wait([reference], timeout=_PAUSE)
            if tick is not None:
                tick()
            if ready:
                try:
                    return self.ray.get(reference)
                except self.ray.exceptions.RayTaskError as error:
                    cause = error.cause
                    raise (cause if isinstance(cause, Exception) else error) from None


def _ranges(first: int, groups: int, units: int) -> Iterator[tuple[int, int]]:
    """The groups from `first` on in ranges of those that `units` of the whole run would have."""
    ends = (groups * unit // units for unit in range(1, units + 1))
    for end in ends:
        if end > first:
            yield first, end
            first = end


class _Faults:
    """How often engines failed, from the lines that each unit has for it: `engine: reason 2, other 1`."""

    def __init__(self) -> None:
        self.counts: dict[str, dict[str, int]] = {}

    def add(self, lines: Iterable[str]) -> None:
        for line in lines:
            engine, _, counts = line.rpartition(": ")
            for count in counts.split(", "):
                reason, _, games = count.rpartition(" ")
                of_engine = self.counts.setdefault(engine, {})
                of_engine[reason] = of_engine.get(reason, 0) + int(games)

    def lines(self) -> list[str]:
        def words(counts: dict[str, int]) -> str:
            return ", ".join(f"{reason} {games}" for reason, games in sorted(counts.items()))

        return [f"{engine}: {words(counts)}" for engine, counts in sorted(self.counts.items())]


def run(
    config: Config,
    *,
    address: str | None = None,
    units: int = 1000,
    out: AnyPath | None = None,
    threads: int = 1,
    resume: bool = False,
    progress: Progress = True,
    engines: Sequence[Any] | None = None,
) -> Results:
    """Plays a tournament on a Ray cluster: `Results`, the same bytes as `torneo.run` on one
    machine.

    `config`, `out`, `progress` and `engines` are those of `torneo.run`. `address`: the cluster, as
    for `ray.init`: "auto", "ray://...", "local" for one of this machine's processors; None takes
    the one that Ray finds, else "local". A Ray that is initialised already is taken as it is.
    `units`: into how many ranges of mirrored groups the run is divided, at most one for each group;
    small units share the work well and lose little. `threads`: processors of a unit.

    Rows are written here, in the order of the games, as units come in. A unit whose worker or
    machine is lost is played again. `resume`: go on with a run that was stopped (by Ctrl-C, which
    keeps what has come in, or otherwise), with any number of units.

    Raises what `torneo.run` raises, and `ImportError` without Ray. Interleaved runs and those by
    the Swiss system are played in one piece: `ConfigError`.
    """
    if isinstance(units, bool) or not isinstance(units, int) or units < 1:
        raise ValueError(f"units: expected 1 or more, found {units!r}")
    file, text, players = _results._read_config(config, engines)
    began = time.monotonic()
    with _Cluster(address, threads) as cluster:
        out = None if out is None else os.fspath(out)
        collector = _torneo.Collector(file, text, out, resume, players)
        resumed, faults = collector.done, _Faults()
        bar = _results._Bar() if progress is True else None
        told = bar or (progress if callable(progress) else None)

        def tick() -> None:
            if told is not None:
                told(collector.done, collector.games)

        ranges = _ranges(collector.next, collector.groups, min(units, collector.groups))
        configuration = cluster.ray.put((file, text, players))
        work = ((configuration, f"{first}..{end}") for first, end in ranges)
        try:
            for (_, shard), (files, lines) in cluster.each(_play_unit, work, tick):
                end = int(shard.split("..")[1])
                collector.take(end, files["games.csv"], files["seats.csv"], files.get("moves.csv"))
                faults.add(lines)
            tick()
        finally:
            collector.close()
            if bar is not None:
                bar.close()
        summary = Summary(
            played=collector.games - resumed,
            resumed=resumed,
            reused=0,
            seconds=time.monotonic() - began,
            faults=faults.lines(),
        )
        return Results(collector.path, summary)


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
) -> BestOf:
    """The best of several engines by elimination, as `torneo.best_of`.

    In each round all pairs that are still in the race play a mirrored group of every game; who is
    beaten drops out, so that the games go where the race is open. The best is lost with a
    probability of `error` at most. Several rounds are handed out at once, as far as there are
    processors; what was played of engines that dropped out meanwhile is not looked at, so that the
    answer is that of the command, to the last digit.

    `engines`, `games`: specifications. `max_rounds`, `random_plies`, `max_plies`, `seed`: as for
    the command. `report`: called with what is known after each round, a dict as of `to_dict`.
    `address`, `threads`: as for `run`.

    Raises `SpecError`, `RunError` if an engine fails, and `ImportError` without Ray.
    """
    if len(engines) < 2:
        raise ValueError(f"engines: expected two or more, found {len(engines)}")
    if not 0 < error < 1:
        raise ValueError(f"error: expected a probability between 0 and 1, found {error!r}")
    asked = {
        "games": list(games),
        "engines": list(engines),
        "rounds": max_rounds,
        "seed": seed,
        "random_plies": random_plies,
        "max_plies": max_plies,
    }
    race = _torneo.Race(asked, error)
    with _Cluster(address, threads) as cluster:
        while not race.over:
            of_round = len(race.groups(1))
            rounds = max(1, cluster.ahead() // of_round)
            numbers = race.groups(rounds)
            played: dict[int, bytes] = {}
            work = ((asked, [number]) for number in numbers)
            for (_, [number]), [scores] in cluster.each(_play_groups, work):
                played[number] = scores
            for _ in range(rounds):
                if race.over:
                    break
                race.round(played)
                if report is not None:
                    report(race.report())
    answer: BestOf = made(BestOf, race.report(), "best_of")
    return answer
