"""Agents that speak text, such as language models, as engines of tournaments.

    >>> from torneo.text import Agent
    >>> def complete(messages):
    ...     return "MOVE: " + messages[-1]["content"].split("Legal moves: ")[1].split(",")[0]
    >>> agent = Agent(complete, name="first", legal=True)
    >>> import torneo
    >>> state = torneo.Game("three-mens-morris").start()
    >>> agent.choose(state, 0)["token"] == state.legal()[0]
    True

`complete(messages)` is a function of the user, `async` or not: it gets a list of `{"role", "content"}`
and returns what the model says, or a dict with `text` and, where they are known, `tokens` and
`cost`. `openai(url, model)` makes one for every endpoint of that shape.
"""

from .agent import Agent
from .complete import Message, Refused, Told
from .endpoint import openai
from .prompt import TEMPLATE, Template
from .transcripts import PROMPT_VERSION

__all__ = ["PROMPT_VERSION", "TEMPLATE", "Agent", "Message", "Refused", "Template", "Told", "openai"]
