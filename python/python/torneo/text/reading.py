"""How the choice is found in what a model says."""

from collections.abc import Sequence

_MARKS = str.maketrans("", "", "*`")
_KEY = "move:"
# What may stand around a word, and between two.
_AROUND = ".,;:!?\"'()[]{}<>*`"
_BETWEEN = str.maketrans(",;/", "   ")
# A shorter word is more often one of the language than a move.
_SHORTEST = 2


def _plain(text: str) -> str:
    """A text without what does not count: capitals, `*`, backquotes and blanks."""
    return "".join(text.translate(_MARKS).split()).casefold()


def _legal(text: str, legal: Sequence[str]) -> str | None:
    """The legal token that a text stands for: as it is written, else the only one that is alike."""
    if text in legal:
        return text
    plain = _plain(text)
    alike = [token for token in legal if _plain(token) == plain]
    return alike[0] if len(alike) == 1 else None


def _of_key(answer: str) -> str | None:
    """What the last line `MOVE:` says; None without one."""
    for line in reversed(answer.splitlines()):
        if _plain(line).startswith(_KEY):
            return line.translate(_MARKS).partition(":")[2].strip()
    return None


def _last_word(answer: str, legal: Sequence[str]) -> str | None:
    for word in reversed(answer.split()):
        parts = word.translate(_BETWEEN).split()
        for text in [word, word.strip(_AROUND), *(part.strip(_AROUND) for part in reversed(parts))]:
            if len(text) >= _SHORTEST and (token := _legal(text, legal)) is not None:
                return token
    return None


def read(answer: str, legal: Sequence[str]) -> str | None:
    """The token of an answer, which need not be legal; None where there is none.

    The last line that begins with `MOVE:` decides; capitals, `*`, backquotes and blanks do not
    count. Without such a line it is the last legal token that stands as a word of at least two
    characters.
    """
    told = _of_key(answer)
    if told is None:
        return _last_word(answer, legal)
    return _legal(told, legal) or told or None
