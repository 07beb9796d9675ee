"""An engine whose choices a model makes."""

import hashlib
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from .._torneo import IllegalMove, State
from . import prompt, reading
from .complete import Complete, Message, Refused, Told, ask
from .prompt import TEMPLATE, Template
from .transcripts import PROMPT_VERSION, Transcripts

# Characters of an answer that a row of faults shows.
_SHOWN = 200


class Faulty(Exception):
    """The last answer to a question was none: it loses the game. `kind`: "unread", "timeout",
    "refused" or "error"; `faulty`: the answers before it, as pairs of a kind and a text.
    """

    def __init__(self, kind: str, text: str, faulty: Sequence[tuple[str, str]]) -> None:
        super().__init__(text)
        self.kind, self.faulty = kind, list(faulty)


class Agent:
    """An engine for `torneo.run` and `torneo.rate` whose choices come from `complete(messages)`, such
    as a language model.

    `complete`: a function, `async` or not; see `torneo.text`. `name`: what results call it. `legal`:
    whether it is shown the legal moves. `retries`: how often it is asked again for a choice, after
    an answer that is not legal, or none. `at_once`: how many games of a run are under way together.
    `template`: other messages. `timeout`: seconds for an answer. `max_tokens`, `max_cost`: when what
    `complete` tells adds up to that, no new game begins.

    `tokens` and `cost` are the sums of what was told, `faults` counts answers by kind: "illegal",
    "unread", "timeout", "refused", "error". One object serves any number of games.
    """

    def __init__(
        self,
        complete: Complete,
        *,
        name: str = "text",
        legal: bool = False,
        retries: int = 2,
        at_once: int = 64,
        template: Template | None = None,
        timeout: float | None = None,
        max_tokens: int | None = None,
        max_cost: float | None = None,
    ) -> None:
        if not callable(complete):
            raise TypeError(f"complete: expected a function of messages, found {complete!r}")
        for label, value, least in (("retries", retries, 0), ("at_once", at_once, 1)):
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ValueError(f"{label}: expected {least} or more, found {value!r}")
        for label, limit in (("timeout", timeout), ("max_tokens", max_tokens), ("max_cost", max_cost)):
            if limit is not None and not limit > 0:
                raise ValueError(f"{label}: expected a number above 0, found {limit!r}")
        self.complete, self.name = complete, name
        self.legal, self.retries, self.at_once = legal, retries, at_once
        self.template, self.timeout = template or TEMPLATE, timeout
        self.max_tokens, self.max_cost = max_tokens, max_cost
        self.tokens, self.cost = 0, 0.0
        self.faults: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._transcripts: Transcripts | None = None
        self._finish: Callable[[], None] | None = None

    @property
    def prompt(self) -> str:
        """16 hexadecimal digits that tell its template, with the version of what fills it in."""
        text = f"{PROMPT_VERSION} {self.template.hash} {self.legal}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def is_spent(self) -> bool:
        """Whether no new game is to begin: `max_tokens` or `max_cost` is used."""
        limits = ((self.max_tokens, self.tokens), (self.max_cost, self.cost))
        return any(limit is not None and used >= limit for limit, used in limits)

    @property
    def spent(self) -> str:
        """What it used of its limits, in a sentence."""
        of_cost = f", cost {self.cost:g} of {self.max_cost:g}" if self.max_cost is not None else ""
        of_tokens = f", {self.tokens} of {self.max_tokens} tokens" if self.max_tokens is not None else ""
        return f"{self.name} has used its limit{of_tokens}{of_cost}: no new game began"

    def begin(self, folder: Path | None, resume: bool, finish: Callable[[], None]) -> None:
        """Writes transcripts to a folder from now on, or nowhere. With `resume` it takes answers from
        there. When its limits are used, it calls `finish`, after which no new game begins.
        """
        self._transcripts = None if folder is None else Transcripts(folder, resume)
        self._finish = finish
        self._spend({"text": ""})

    def messages(self, state: State, seat: int) -> list[Message]:
        """What it is asked at a position: `{"role", "content"}` of each message."""
        return prompt.messages(self.template, state, seat, self.legal)

    def read(self, state: State, seat: int, answer: str) -> str | None:
        """The token of an answer, legal or not; None where it has none."""
        return reading.read(answer, state.legal(seat))

    def choose(self, state: State, seat: int, game_no: int = 0) -> dict[str, Any]:
        """Its choice: a dict with `token`, and the answers before it as `faulty`. Raises `Faulty`
        where the last answer was none.
        """
        question = _Question(self, state, seat, game_no)
        while True:
            said = question.ask()
            if said["kind"] is None:
                return {"token": said["token"], "faulty": question.faulty}
            self._count(said["kind"])
            if question.attempt > self.retries:
                break
            question.ask_again(said)
        if said["kind"] == "illegal":
            return {"token": said["token"], "faulty": question.faulty}
        raise Faulty(said["kind"], said["reason"], question.faulty)

    def _count(self, kind: str) -> None:
        with self._lock:
            self.faults[kind] += 1

    def _spend(self, told: Told) -> None:
        with self._lock:
            self.tokens += told.get("tokens", 0)
            self.cost += told.get("cost", 0.0)
        if self.is_spent and self._finish:
            self._finish()

    def __deepcopy__(self, memo: dict[int, Any]) -> "_AtSeat":
        """What sits at a table: all of them ask through this agent."""
        return _AtSeat(self)


class _Question:
    """A choice that is asked for, once or several times."""

    def __init__(self, agent: Agent, state: State, seat: int, game_no: int) -> None:
        self.agent, self.state, self.seat, self.game_no = agent, state, seat, game_no
        self.messages = agent.messages(state, seat)
        self.attempt = 1
        self.faulty: list[tuple[str, str]] = []

    def ask(self) -> dict[str, Any]:
        """The entry of the transcript, from an earlier session or new."""
        agent, transcripts = self.agent, self.agent._transcripts
        key = self.game_no, self.state.plies, self.seat, self.attempt
        entry = transcripts.find(key, agent.prompt, self.messages) if transcripts else None
        if entry is None:
            place: dict[str, Any] = dict(zip(("game_no", "ply", "seat", "attempt"), key))
            entry = {**place, "messages": list(self.messages), **self._answered(), "prompt": agent.prompt}
            if transcripts:
                transcripts.add(entry)
        agent._spend({"text": "", "tokens": entry["tokens"] or 0, "cost": entry["cost"] or 0.0})
        return entry

    def ask_again(self, said: dict[str, Any]) -> None:
        """Goes on to the next attempt, with what was wrong."""
        self.faulty.append((said["kind"], said["reason"]))
        self.attempt += 1
        if said["answer"] is not None:
            wrong = f"{said['reason']}. Choose again, and end with the line `MOVE: <your move>`."
            self.messages = [
                *self.messages,
                {"role": "assistant", "content": said["answer"]},
                {"role": "user", "content": wrong[0].upper() + wrong[1:]},
            ]

    def _answered(self) -> dict[str, Any]:
        told: Told | None = None
        token: str | None = None
        kind: str | None
        reason: str | None
        try:
            told = ask(self.agent.complete, self.messages, self.agent.timeout)
            token = self.agent.read(self.state, self.seat, told["text"])
            kind, reason = self._judged(token, told["text"])
        except TimeoutError as error:
            kind, reason = "timeout", str(error) or "no answer in time"
        except Refused as error:
            kind, reason = "refused", str(error) or "the model declined to answer"
        except Exception as error:  # whatever a function of the user raises is a fault of its answer
            kind, reason = "error", f"{type(error).__name__}: {error}"
        used = told or {"text": ""}
        return {
            "answer": told and told["text"],
            "token": token,
            "kind": kind,
            "reason": reason,
            "tokens": used.get("tokens"),
            "cost": used.get("cost"),
        }

    def _judged(self, token: str | None, answer: str) -> tuple[str | None, str | None]:
        """What kind of fault an answer is, and why; two times None if it is legal."""
        if token is None:
            return "unread", f"there is no move in the answer `{answer[:_SHOWN]}`"
        if token in self.state.legal(self.seat):
            return None, None
        try:
            self.state.copy().play(token, self.seat)
        except IllegalMove as error:
            return "illegal", str(error)
        return "illegal", f"`{token}` is not legal"


class _AtSeat:
    """An agent at one seat of one game after the other."""

    def __init__(self, agent: Agent) -> None:
        self.name, self._agent, self._game_no = agent.name, agent, 0

    def numbered(self, game_no: int) -> None:
        self._game_no = game_no

    def choose(self, state: State, seat: int) -> dict[str, Any]:
        return self._agent.choose(state, seat, self._game_no)
