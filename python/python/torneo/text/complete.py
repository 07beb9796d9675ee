"""Functions that ask models: what they are given, what they return, and how long they may take."""

import asyncio
import concurrent.futures
import inspect
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypedDict


class Message(TypedDict):
    """One message of a conversation. `role`: "system", "user" or "assistant"."""

    role: str
    content: str


class _Needed(TypedDict):
    text: str


class Told(_Needed, total=False):
    """What a model said, with what it used: tokens of the question and the answer, and the cost in
    whatever currency.
    """

    tokens: int
    cost: float


class Refused(Exception):
    """A model that declines to answer, which `complete` raises."""


# Before Python 3.11 these were three.
_LATE = TimeoutError, asyncio.TimeoutError, concurrent.futures.TimeoutError

Complete = Callable[[list[Message]], Any]


class _Loop:
    """A thread on which functions that are `async` run, all of a process side by side."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self, work: Coroutine[Any, Any, Any]) -> "Future[Any]":
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, name="torneo.text", daemon=True).start()
            return asyncio.run_coroutine_threadsafe(work, self._loop)


_LOOP = _Loop()


def _beside(complete: Complete, messages: list[Message]) -> "Future[Any]":
    """Calls a function on a thread of its own, which nobody waits for when it is late."""
    future: Future[Any] = Future()

    def work() -> None:
        future.set_running_or_notify_cancel()
        try:
            future.set_result(complete(messages))
        except BaseException as error:  # whatever it is belongs to who asked
            future.set_exception(error)

    threading.Thread(target=work, name="torneo.text", daemon=True).start()
    return future


def _read(told: Any) -> Told:
    if isinstance(told, str):
        return {"text": told}
    if isinstance(told, dict) and isinstance(told.get("text"), str):
        read: Told = {"text": told["text"]}
        if told.get("tokens") is not None:
            read["tokens"] = int(told["tokens"])
        if told.get("cost") is not None:
            read["cost"] = float(told["cost"])
        return read
    raise TypeError(f"complete returned {told!r}: expected a text, or a dict with `text`")


def _is_async(complete: Complete) -> bool:
    """Whether it is an `async` function, or an object whose call is one."""
    return any(inspect.iscoroutinefunction(one) for one in (complete, type(complete).__call__))


def ask(complete: Complete, messages: list[Message], timeout: float | None) -> Told:
    """What a model says. Raises what `complete` raises, and `TimeoutError` after `timeout` seconds."""
    given: list[Message] = [{"role": message["role"], "content": message["content"]} for message in messages]
    if _is_async(complete):
        future = _LOOP.start(complete(given))
    elif timeout is None:
        return _read(complete(given))
    else:
        future = _beside(complete, given)
    try:
        return _read(future.result(timeout))
    except _LATE as error:
        if future.done():
            raise TimeoutError(str(error) or "no answer in time") from error
        future.cancel()
        raise TimeoutError(f"no answer within {timeout} s") from None
