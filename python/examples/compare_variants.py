"""Where pyffish and a UCI program of Fairy-Stockfish know different rules for a variant of the same name.

    python compare_variants.py /usr/games/fairy-stockfish

It compares the start, the legal moves of all positions up to two plies, and those along random games.
A difference is printed with the first position that shows it.
"""

import random
import re
import subprocess
import sys
from collections.abc import Iterator

import pyffish

GAMES, PLIES = 8, 80


class Program:
    """A UCI program that is asked for positions and legal moves."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        offers = list(self.ask("uci", "uciok"))
        (variants,) = (line for line in offers if line.startswith("option name UCI_Variant "))
        self.variants = set(re.findall(r"var (\S+)", variants))

    def ask(self, text: str, last: str) -> Iterator[str]:
        """The lines of an answer, up to one that begins with `last`."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            yield line.strip()
            if line.startswith(last):
                return
        raise SystemExit(f"the program ended at: {text}")

    def play(self, variant: str) -> str:
        """Turns to a variant: the FEN of its start."""
        lines = self.ask(
            f"setoption name UCI_Variant value {variant}\nposition startpos\nd\nisready", "readyok"
        )
        (fen,) = (line.removeprefix("Fen: ") for line in lines if line.startswith("Fen: "))
        return fen

    def legal(self, fen: str, moves: list[str]) -> set[str]:
        """The legal moves after some moves."""
        lines = self.ask(f"position fen {fen} moves {' '.join(moves)}\ngo perft 1", "Nodes searched")
        return {line.partition(":")[0] for line in lines if re.match(r"\S+: 1$", line)}


def difference(program: Program, variant: str) -> str | None:
    """What differs first in a variant; None if nothing does."""
    fen, own = program.play(variant), pyffish.start_fen(variant)
    # They may write what is in hand and rights that nobody has in two ways.
    if fen.split()[0].partition("[")[0] != own.split()[0].partition("[")[0]:
        return f"the start is {fen} in the program, {own} in pyffish"
    tried: list[tuple[list[str], list[str]]] = [([], pyffish.legal_moves(variant, own, []))]
    tried += [([move], pyffish.legal_moves(variant, own, [move])) for move in tried[0][1]]
    rng = random.Random(variant)
    for _ in range(GAMES):
        moves: list[str] = []
        for _ in range(PLIES):
            legal = pyffish.legal_moves(variant, own, moves)
            # Where the game is over one of them may list moves all the same.
            if not legal or pyffish.is_immediate_game_end(variant, own, moves)[0]:
                break
            tried.append((list(moves), legal))
            moves.append(rng.choice(sorted(legal)))
    for moves, legal in tried:
        here, there = set(legal), program.legal(own, moves)
        if here == there or pyffish.is_immediate_game_end(variant, own, moves)[0]:
            continue
        more = [
            f"only {who}: {' '.join(sorted(which)[:6])}"
            for who, which in (("pyffish", here - there), ("the program", there - here))
            if which
        ]
        return f"after {len(moves)} plies, {pyffish.get_fen(variant, own, moves)}: {'; '.join(more)}"
    return None


def main() -> None:
    program = Program(*sys.argv[1:])
    common = sorted(program.variants & set(pyffish.variants()))
    differing = 0
    for variant in common:
        if (found := difference(program, variant)) is not None:
            print(f"{variant}: {found}", flush=True)
            differing += 1
    print(f"{differing} of the {len(common)} variants that both know differ")


if __name__ == "__main__":
    main()
