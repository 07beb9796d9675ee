"""What environments do with actions that are not legal, and with calls at the wrong time."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Any, Literal, TypeVar, get_args

from gymnasium.error import ClosedEnvironmentError, ResetNeeded

from ._torneo import ConcurrentUse

Illegal = Literal["lose", "raise", "warn"]
_T = TypeVar("_T")


def checked(illegal: Illegal) -> Illegal:
    """The word, unless it is none."""
    return one_of("illegal", illegal, get_args(Illegal))


def one_of(name: str, value: _T, expected: tuple[Any, ...]) -> _T:
    """A value, unless it is none of those expected. Raises `ValueError`."""
    if value not in expected:
        raise ValueError(f"{name}: expected one of {', '.join(map(repr, expected))}, found {value!r}")
    return value


def rewards_of_loss(seat: int, seats: int) -> list[float]:
    """What each seat gains where one loses by an action that is not legal: it scores 0 and the
    others share the win. They add up to 0.
    """
    return [-1 / (seats - 1) if own == seat else 1 / (seats - 1) ** 2 for own in range(seats)]


class Use:
    """One call after the other changes an environment, between its first `reset` and its `close`.
    A second thread is told so: `ConcurrentUse`.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.begun = self.closed = False

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise ConcurrentUse("another thread is changing the environment: give each thread its own")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()

    def check(self, what: str, is_reset: bool = False) -> None:
        """Raises what Gymnasium has for a call at the wrong time."""
        if self.closed:
            raise ClosedEnvironmentError(f"{what} was called after close")
        if not (self.begun or is_reset):
            raise ResetNeeded(f"{what} was called before reset")

    def __reduce__(self) -> tuple[Any, ...]:
        return _use, (self.begun, self.closed)


def _use(begun: bool, closed: bool) -> Use:
    use = Use()
    use.begun, use.closed = begun, closed
    return use
