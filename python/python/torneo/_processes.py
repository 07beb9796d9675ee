"""Tournaments on several processes of this machine."""

from __future__ import annotations

import json
import multiprocessing
import multiprocessing.connection
import os
import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _torneo
from ._answer import Summary

if TYPE_CHECKING:
    from ._results import AnyPath, Config, Progress, Results

#: How often the progress is looked at, in seconds.
_PAUSE = 0.1


def _context() -> Any:
    """How processes are begun: as copies of this one where the system can, so that classes of a
    notebook are there.
    """
    forks = "fork" in multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if forks else "spawn")


def _play(
    config: Config,
    folder: Path,
    number: int,
    shard: str,
    settings: dict[str, Any],
    counts: Any,
    sender: Connection[Any, Any],
) -> None:
    """One process: plays a shard and sends what it raised, or None."""
    from ._results import run

    def progress(done: int, total: int) -> None:
        counts[2 * number], counts[2 * number + 1] = done, total

    try:
        run(config, out=folder, shard=shard, progress=progress, **settings)
    except BaseException as error:
        try:
            sender.send((error, error.__cause__))
        except Exception:  # what cannot be pickled is told of
            sender.send((_torneo.RunError(f"{type(error).__name__}: {error}"), None))
    else:
        sender.send((None, None))


def run(
    config: Config,
    processes: int,
    out: AnyPath | None,
    shard: str | None,
    progress: Progress,
    settings: dict[str, Any],
    resume: bool,
    reuse: Iterable[AnyPath],
) -> Results:
    """As `torneo.run` with `processes`."""
    from ._commands import merge
    from ._results import Results, _Bar, _read_config

    if not isinstance(processes, int) or processes < 1:
        raise ValueError(f"processes: expected a number from 1, found {processes!r}")
    if shard is not None:
        raise ValueError("shard: processes are shards already; give one or the other")
    if reuse:
        raise ValueError("reuse: a run on several processes takes over no games")
    if out is None:
        file, text, _ = _read_config(config, settings["engines"])
        keys = json.loads(text if file is None else _torneo.from_toml(file, text))
        name: str = (keys["values"] if file is None else keys)["name"]
        out = os.path.join("results", name)
    out = Path(out)
    if (out / "manifest.json").exists():
        raise _torneo.ConfigError(f"{out} holds results already: give another folder")
    parts = out.with_name(out.name + ".shards")
    if parts.exists() and not resume:
        raise _torneo.ConfigError(
            f"{parts} holds shards of a run that was stopped: give resume=True, or remove it"
        )
    began = time.monotonic()
    context = _context()
    counts = context.Array("q", 2 * processes, lock=False)
    bar = _Bar() if progress is True else None
    told = bar or (progress if callable(progress) else None)
    folders = [parts / str(number) for number in range(1, processes + 1)]
    children: list[BaseProcess] = []
    receivers: list[Connection[Any, Any]] = []
    try:
        for number, folder in enumerate(folders):
            receiver, sender = context.Pipe(duplex=False)
            own = {**settings, "resume": resume and (folder / "manifest.json").is_file()}
            arguments = (config, folder, number, f"{number + 1}/{processes}", own, counts, sender)
            child = context.Process(target=_play, args=arguments)
            child.start()
            sender.close()
            children.append(child)
            receivers.append(receiver)
        raised = _wait(children, receivers, lambda: told and told(sum(counts[::2]), sum(counts[1::2])))
    finally:
        for child in children:
            if child.is_alive():
                child.terminate()
            child.join()
        if bar is not None:
            bar.close()
    if raised is not None:
        raise raised
    merge(folders, os.fspath(out))
    shutil.rmtree(parts)
    games = sum(counts[::2])
    summary = Summary(played=games, resumed=0, reused=0, seconds=time.monotonic() - began, faults=[])
    return Results(out, summary)


def _wait(
    children: Sequence[BaseProcess], receivers: Sequence[Connection[Any, Any]], tick: Callable[[], object]
) -> BaseException | None:
    """Waits for all; what the first one that failed raised. The others are stopped then."""
    error: BaseException | None
    open_ = dict(enumerate(receivers))
    while open_:
        tick()
        ready = multiprocessing.connection.wait(list(open_.values()), _PAUSE)
        for number in [number for number, receiver in open_.items() if receiver in ready]:
            try:
                error, cause = open_.pop(number).recv()
            except EOFError:
                error, cause = (
                    _torneo.RunError(f"the process of shard {number + 1} ended before it was done"),
                    None,
                )
            if error is not None:
                if cause is not None:
                    error.__cause__ = cause
                return error
    tick()
    return None
