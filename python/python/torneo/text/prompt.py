"""What a model is told of a game."""

import hashlib
import json
import string
from dataclasses import asdict, dataclass
from functools import lru_cache

from .._commands import _call
from .._torneo import State
from .complete import Message

_NAMES = ("game", "title", "rules", "seat", "seats", "position", "drawing", "moves", "legal")
# Plies that the prompt shows.
_LAST = 20


def _names_in(text: str) -> list[str]:
    """The names that are filled in."""
    found = list(string.Template.pattern.finditer(text))
    if any(match["invalid"] is not None for match in found):
        raise ValueError("a template has a `$` that begins no name: write `$$` for the sign")
    return [match["named"] or match["braced"] for match in found if match["escaped"] is None]


@dataclass(frozen=True)
class Template:
    """The two messages of a question, with `$` before the names of what is filled in.

    `system` has what stays in a game, `user` what changes. Names: `$game` the specification,
    `$title`, `$rules` the page of rules as implemented, `$seat` and `$seats` the names of seats,
    `$position` its text, `$drawing` the board, `$moves` the last plies, `$legal` the line of legal
    moves if the agent is to see them. Raises `ValueError` for another name.
    """

    system: str
    user: str

    def __post_init__(self) -> None:
        for name in _names_in(self.system + "\n" + self.user):
            if name not in _NAMES:
                expected = ", ".join(f"${known}" for known in _NAMES)
                raise ValueError(f"a template has no `${name}`: expected {expected}")

    @property
    def hash(self) -> str:
        """16 hexadecimal digits that tell it from other templates."""
        return hashlib.sha256(json.dumps(asdict(self)).encode()).hexdigest()[:16]


TEMPLATE = Template(
    system=(
        "You play $title as $seat. The seats are, in their order: $seats.\n\nThese are the rules.\n\n$rules"
    ),
    user=(
        "Position: $position\n"
        "\n"
        "$drawing\n"
        "\n"
        "$moves\n"
        "${legal}"
        "Choose the move of $seat. End your answer with a line that has the move alone, "
        "in the notation of the rules:\n"
        "MOVE: <your move>"
    ),
)


@lru_cache(maxsize=64)
def _rules(id: str) -> str:
    return _call(["rules"], [id], {}).strip()


def _last_plies(state: State) -> str:
    plies = state.record.split()
    if not plies:
        return "No move was made yet."
    more = "... " if len(plies) > _LAST else ""
    return "Last moves: " + more + " ".join(plies[-_LAST:])


def messages(template: Template, state: State, seat: int, legal: bool) -> list[Message]:
    """The question to a seat, as a list of messages."""
    game = state.game
    names = game.seat_names
    values = {
        "game": game.spec,
        "title": game.title,
        "rules": _rules(game.id),
        "seat": names[seat],
        "seats": ", ".join(names),
        "position": state.text,
        "drawing": str(state),
        "moves": _last_plies(state),
        "legal": f"Legal moves: {', '.join(state.legal(seat))}\n" if legal else "",
    }
    parts = {"system": template.system, "user": template.user}
    return [
        {"role": role, "content": string.Template(text).substitute(values)} for role, text in parts.items()
    ]
