"""Endpoints of the shape that OpenAI gave them."""

import json
import random
import time
import urllib.error
import urllib.request
from typing import Any

from .complete import Complete, Message, Refused, Told

# Seconds before an answer of 429 or 5xx is asked for again: the first pause, and the longest.
_PAUSE, _LONGEST = 1.0, 60.0
_TRIES = 8


def _pause(tried: int, error: urllib.error.HTTPError) -> float:
    """What the server asks for, else twice as long each time, not all at the same moment."""
    wanted = error.headers.get("Retry-After", "")
    if wanted.replace(".", "", 1).isdigit():
        return min(float(wanted), _LONGEST)
    return min(_PAUSE * 2.0**tried, _LONGEST) * random.uniform(0.5, 1.0)


def _told(answer: Any) -> Told:
    choice = answer["choices"][0]
    message = choice["message"]
    if message.get("refusal") or choice.get("finish_reason") == "content_filter":
        raise Refused(message.get("refusal") or "the content filter stopped it")
    told: Told = {"text": message.get("content") or ""}
    used = answer.get("usage") or {}
    if used.get("total_tokens") is not None:
        told["tokens"] = int(used["total_tokens"])
    if used.get("cost") is not None:
        told["cost"] = float(used["cost"])
    return told


def openai(url: str, model: str, key: str | None = None, **fields: Any) -> Complete:
    """A `complete` for an endpoint such as `http://127.0.0.1:8080/v1`: `POST URL/chat/completions`.

    `key` is sent as a bearer token. `fields` go into each request as they are, such as
    `temperature=0` or `max_tokens=2000`. Answers 429 and 5xx are asked for again with a pause, up to
    eight times; these are no retries of the agent. Raises `OSError` for other failures of the
    connection, `Refused` where the model declines.
    """
    place = url.rstrip("/")
    if not place.endswith("/chat/completions"):
        place += "/chat/completions"
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}

    def complete(messages: list[Message]) -> Told:
        body = json.dumps({"model": model, "messages": messages, **fields}).encode()
        for tried in range(_TRIES):
            try:
                with urllib.request.urlopen(urllib.request.Request(place, body, headers)) as answer:
                    return _told(json.load(answer))
            except urllib.error.HTTPError as error:
                if (error.code != 429 and error.code < 500) or tried + 1 == _TRIES:
                    said = error.read(2000).decode(errors="replace").strip()
                    raise OSError(f"{place}: HTTP {error.code}: {said}") from error
                time.sleep(_pause(tried, error))
        raise AssertionError("the last try returns or raises")

    return complete
