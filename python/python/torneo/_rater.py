"""Ratings of a policy while it is trained."""

from __future__ import annotations

import copy
import logging
import operator
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Any

from ._commands import _call
from ._curve import Curve, folder_of
from ._rating import WIDTH, Errors, Rating, Rungs, Settings, _within, expected, rated
from ._results import AnyPath

__all__ = ["Rater"]


def _copied(policy: Any) -> Any:
    """A copy of an engine, which training does not change. Raises `TypeError` where there is none."""
    if isinstance(policy, str):
        return policy
    frozen = copy.deepcopy(policy)
    if frozen is policy:
        raise TypeError(
            f"{policy!r} cannot be copied, so training would change it while it is rated: "
            "give Rater(snapshot), a function that returns an agent of its own"
        )
    return frozen


class Rater:
    """Rates a policy every so many steps of its training, in the background.

        rater = torneo.Rater(lambda policy: Player(policy.weights.copy()), games="surakarta")
        for step in range(0, 100_000, 100):
            ...
            rater.maybe(step, policy)
        rater.close()
        rater.curve

    `snapshot(policy)` returns the agent that is rated, anything that `torneo.rate` takes. It is
    called in the loop, when a rating is due. What it returns must not change afterwards: copy the
    weights. Without it the policy is an engine itself, and `copy.deepcopy` copies it.

    A rating is due at the first step, and then once in `every` steps. It begins no new game after
    `seconds`, and rates what was played. Ratings wait for each other, in the order of their steps.
    They play on one thread (`threads=1`), so that training keeps the others; an agent in Python holds
    the interpreter's lock while it chooses. The other arguments are those of `rate`. With `out` each
    rating has a folder there, named by its step.

    `curve` has the ratings that are done. `close` waits for the others; so does the end of the
    program, and a `with` block. Raises `ValueError` and `SpecError` for arguments that cannot be used.
    """

    def __init__(
        self,
        snapshot: Callable[[Any], Any] | None = None,
        *,
        games: Sequence[str] | str = "all",
        every: int = 10_000,
        seconds: float = 60.0,
        width: float = WIDTH,
        max_games: int = 150,
        against: Rungs | None = None,
        seed: int = 1283,
        threads: int = 1,
        out: AnyPath | None = None,
        ladder: AnyPath | None = None,
        errors: Errors = "forfeit",
        parallel: int = 64,
    ) -> None:
        if snapshot is not None and not callable(snapshot):
            raise TypeError(f"snapshot: expected a function of the policy, found {snapshot!r}")
        self.every = _within("every", every, 1, 2**63 - 1, "a number of steps", whole=True)
        self.seconds = _within("seconds", seconds, 0, 1e9, "a number of seconds")
        self._settings = Settings(games, width, max_games, against, seed, threads, ladder, errors, parallel)
        named = [games] if isinstance(games, str) else list(games)
        if ladder is None and "all" not in named:
            _call(["ladder"], named, {"json": True})
        self._snapshot = _copied if snapshot is None else snapshot
        self._out = out
        self._due: int | None = None
        self._lock = threading.Lock()
        self._done: list[tuple[int, Rating]] = []
        self._waiting: list[Future[None]] = []
        # A thread that the end of the program waits for, with what is still to be rated.
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="torneo.Rater")
        self._is_closed = False

    def maybe(self, step: int, policy: Any) -> bool:
        """Rates the policy at this step if a rating is due; returns whether it is. Does not wait for it.
        Raises `ValueError` when the rater is closed, and what the snapshot raises.
        """
        if self._is_closed:
            raise ValueError("the rater is closed: make another one")
        step = operator.index(step)
        due = step // self.every
        if self._due is not None and due <= self._due:
            return False
        agent = self._snapshot(policy)
        self._due = due
        self._waiting.append(self._worker.submit(self._rate, step, agent))
        return True

    def _rate(self, step: int, agent: Any) -> None:
        until = time.monotonic() + self.seconds
        near = expected(self._done[-1][1]) if self._done else {}
        try:
            rating = rated(
                agent,
                self._settings,
                out=folder_of(self._out, step),
                near=near,
                is_over=lambda: time.monotonic() > until,
            )
        except Exception as error:
            logging.getLogger("torneo").warning("the rating at step %s failed: %s", step, error)
            raise
        with self._lock:
            self._done.append((step, rating))

    @property
    def curve(self) -> Curve:
        """The ratings that are done, in the order of their steps."""
        with self._lock:
            done = list(self._done)
        return Curve([step for step, _ in done], [rating for _, rating in done])

    def close(self) -> None:
        """Waits for the ratings that are under way or wait. Raises what the first one raised that
        failed; the others are in `curve` all the same.
        """
        self._is_closed = True
        self._worker.shutdown(wait=True)
        waiting, self._waiting = self._waiting, []
        for rating in waiting:
            rating.result()

    def callback(self) -> Any:
        """A callback of stable-baselines3, for `model.learn(..., callback=rater.callback())`: it calls
        `maybe` with the model at each step. Raises `ImportError` where that package is not installed.
        """
        from ._sb3 import callback

        return callback(self)

    def __enter__(self) -> Rater:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
        else:
            self._is_closed = True
            self._worker.shutdown(wait=True)
