"""Every chess variant that Fairy-Stockfish knows, as the game `fairy(variant=NAME)`.

The rules are those of pyffish (`pip install pyffish`, GPL), which torneo does not bring along. The
environment variable VARIANTS_INI names a file of further variants. Tokens are the moves of UCI, a
position is a FEN, and programs of Fairy-Stockfish play it:

    python -m torneo --game-module variants.py play "fairy(variant=crazyhouse)"
    python -m torneo --game-module variants.py advantage "fairy(variant=atomic)" \\
        --engine "external(command=fairy-stockfish, protocol=uci, nodes=10000)"
"""

import os
import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import pyffish

import torneo

#: The file of further variants; empty without one.
INI = os.path.abspath(os.environ["VARIANTS_INI"]) if os.environ.get("VARIANTS_INI") else ""
if INI:
    pyffish.load_variant_config(Path(INI).read_text(encoding="utf-8"))
#: A game that is this many moves of both long is a draw: the rules of some variants know no other end.
LONGEST = 300
#: What a piece is worth; others are worth 350.
VALUES = {"p": 100, "n": 300, "b": 320, "r": 500, "q": 900, "k": 0}
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
#: How pieces of a FEN of more than one letter are shown: bold where they are promoted for good (`+p`),
#: slanted where they fall back when they are taken (`q~`).
MARKED = {
    mark.format(letter): chr(first + number)
    for mark, capital, small in (("+{}", 0x1D400, 0x1D41A), ("{}~", 0x1D63C, 0x1D656))
    for letters, first in ((ALPHABET.upper(), capital), (ALPHABET, small))
    for number, letter in enumerate(letters)
}


def kinds() -> dict[str, tuple[str, int | None]]:
    """The letters of pieces, with their names and the seats that they belong to."""
    found: dict[str, tuple[str, int | None]] = {"*": ("wall", None)}
    for seat, letters in enumerate((ALPHABET.upper(), ALPHABET)):
        for letter in letters:
            name = letter.lower()
            found[letter] = (name, seat)
            found[MARKED["+" + letter]] = (f"promoted_{name}", seat)
            found[MARKED[letter + "~"]] = (f"{name}_that_falls_back", seat)
    return found


def squares(placement: str) -> list[list[str]]:
    """What stands on each square, the ranks from the top; `.` where nothing stands."""
    ranks = []
    for rank in placement.partition("[")[0].split("/"):
        row: list[str] = []
        for word in re.findall(r"\d+|\+?[A-Za-z*]~?", rank):
            row += ["."] * int(word) if word.isdigit() else [MARKED.get(word, word)]
        ranks.append(row)
    return ranks


@torneo.register_game
class Fairy:
    """A chess variant by the rules of Fairy-Stockfish. Repetition and rules of many moves without
    progress end the game, as programs claim such ends, and so do 300 moves of both players.
    """

    title = "Chess variants of Fairy-Stockfish"
    options = {"variant": tuple(name for name in pyffish.variants() if not pyffish.two_boards(name))}
    seat_names = ["White", "Black"]
    max_plies = 2 * LONGEST + 2
    kinds = kinds()

    def __init__(self, variant: str = "chess", start: str = "", moves: Sequence[str] = ()) -> None:
        self.variant = variant
        self.start = start or pyffish.start_fen(variant)
        self.moves = list(moves)

    @property
    def board(self) -> tuple[int, int]:
        ranks = squares(self.start.split()[0])
        return len(ranks[0]), len(ranks)

    @property
    def uci_options(self) -> dict[str, str]:
        return ({"VariantPath": INI} if INI else {}) | {"UCI_Variant": self.variant}

    @cached_property
    def position(self) -> str:
        return pyffish.get_fen(self.variant, self.start, self.moves)

    @cached_property
    def to_move(self) -> int:
        return 0 if self.position.split()[1] == "w" else 1

    @cached_property
    def letters(self) -> list[str]:
        """The pieces on the board and in hand."""
        return re.findall("[A-Za-z]", self.position.split()[0])

    @cached_property
    def choices(self) -> list[str]:
        return sorted(pyffish.legal_moves(self.variant, self.start, self.moves))

    @cached_property
    def end(self) -> tuple[int, str] | None:
        """What the game is worth to the side to move, above 0 for a win, and why it is over."""
        at = self.variant, self.start, self.moves
        is_over, value = pyffish.is_immediate_game_end(*at)
        if is_over:
            return value, "variant-end"
        if not self.choices:
            return pyffish.game_result(*at), "checkmate" if pyffish.gives_check(*at) else "stalemate"
        is_over, value = pyffish.is_optional_game_end(*at)
        if is_over:
            return value, "repetition-or-no-progress"
        # With more pieces there is always enough; every call of pyffish takes milliseconds.
        if len(self.letters) <= 4 and all(pyffish.has_insufficient_material(*at)):
            return 0, "insufficient-material"
        return (0, "length-limit") if int(self.position.split()[-1]) > LONGEST else None

    def turn(self) -> int | None:
        return self.to_move if self.end is None else None

    def legal(self) -> list[str]:
        return self.choices

    def apply(self, action: str) -> "Fairy":
        return Fairy(self.variant, self.start, [*self.moves, action])

    def outcome(self) -> tuple[int | None, str]:
        assert self.end is not None, "the game is over"
        value, reason = self.end
        winner = None if value == 0 else self.to_move if value > 0 else 1 - self.to_move
        return winner, reason

    def text(self) -> str:
        return self.position

    def fen(self) -> str:
        return self.position

    def history(self) -> str:
        """What repetition depends on beside the position."""
        return " ".join([self.start, *self.moves])

    def parse(self, text: str) -> "Fairy":
        if pyffish.validate_fen(text, self.variant) != pyffish.FEN_OK:
            raise ValueError(f"{text!r} is no FEN of {self.variant}")
        return Fairy(self.variant, text)

    def pieces(self) -> list[str]:
        return [piece for rank in reversed(squares(self.position.split()[0])) for piece in rank]

    def fields(self) -> dict[str, bool | tuple[int, int]]:
        """What the FEN has beside the pieces and the turn."""
        placement, _, *rights, clock, move = self.position.split()
        _, has_pocket, pocket = placement.partition("[")
        shown: dict[str, bool | tuple[int, int]] = {
            "clock": (int(clock), 10_000),
            "move": (int(move), 10_000),
        }
        own = set(pyffish.start_fen(self.variant).split()[0].lower())
        for letter in sorted(own & set(ALPHABET)) if has_pocket else []:
            shown[f"white_holds_{letter}"] = (pocket.count(letter.upper()), 99)
            shown[f"black_holds_{letter}"] = (pocket.count(letter), 99)
        for number, word in enumerate(rights):
            if number == 0:
                shown |= {f"white_right_{letter}": letter.upper() in word for letter in ALPHABET}
                shown |= {f"black_right_{letter}": letter in word for letter in ALPHABET}
            elif number == 1:
                shown["en_passant"] = (int(word, 36) if word.isalnum() else 0, 36**8)
            else:
                white, _, black = word.partition("+")
                shown["white_needs_checks"] = (int(white), 99)
                shown["black_needs_checks"] = (int(black), 99)
        return shown

    def evaluate(self, seat: int) -> int:
        values = [VALUES.get(one.lower(), 350) * (1 if one.isupper() else -1) for one in self.letters]
        return sum(values) if seat == 0 else -sum(values)
