"""Games that Fairy-Stockfish plays against itself, with what it thinks of each position: what the
example `fit` learns from.

    python3 games/chess/examples/teacher.py grand-chess SEED SECONDS > GAMES.csv

Columns: `game`, `record` (moves in this program's notation), `scores` (one for each move, in
hundredths of a pawn for White, `x` where a move was drawn at random or nothing was thought),
`result` (White's: 1, 0.5 or 0). Games of Fischerandom begin with a drawn array, which a third of
them take from orthodox chess. The first plies are random, and one in 25 later on.
"""

import random
import subprocess
import sys
import time

PROGRAM = "fairy-stockfish"
NODES = 700
PLIES = 240
DECIDED, FOR_PLIES = 1500, 6
# Fairy-Stockfish's letters of the marshal and the cardinal.
LETTERS = {"c": "m", "a": "c"}


def array(number):
    """The pieces of a start position of Fischerandom, from the a-file on, by its number."""
    files = [None] * 8
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    files[2 * light + 1] = files[2 * dark] = "b"

    def free():
        return [file for file in range(8) if files[file] is None]

    files[free()[queen]] = "q"
    pairs = [(first, second) for first in range(5) for second in range(first + 1, 5)]
    for file in [free()[n] for n in pairs[knights]]:
        files[file] = "n"
    for file, piece in zip(free(), "rkr"):
        files[file] = piece
    return "".join(files)


class Program:
    """A program that speaks UCI."""

    def __init__(self, variant):
        self.process = subprocess.Popen(
            [PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.say("uci")
        self.until("uciok")
        self.say(f"setoption name UCI_Variant value {variant}")
        if variant == "chess":
            self.say("setoption name UCI_Chess960 value true")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, word):
        lines = []
        while not lines or not lines[-1].startswith(word):
            lines.append(self.process.stdout.readline().strip())
        return lines

    def legal(self, position):
        self.say(position)
        self.say("go perft 1")
        lines = self.until("Nodes searched")
        return sorted(line.split(":")[0] for line in lines[:-1] if ": " in line)

    def think(self, position):
        """The best move, none if the game is over, and the score for the side to move in hundredths
        of a pawn.
        """
        self.say(position)
        self.say(f"go nodes {NODES}")
        lines = self.until("bestmove")
        best = lines[-1].split()[1]
        told = [line.split() for line in lines if " score " in line and "bound" not in line]
        kind, value = told[-1][told[-1].index("score") + 1 :][:2] if told else ("cp", "0")
        over = best in ("(none)", "0000")
        score = int(value)
        if kind == "mate":
            score = 3000 if score > 0 else -3000
        return None if over else best, max(-3000, min(3000, score))


def play(program, rng, grand):
    """One game as a row."""
    program.say("ucinewgame")
    record, start = [], "position startpos"
    if not grand:
        number = rng.randrange(960) if rng.random() < 0.7 else 518
        pieces = array(number)
        rooks = "".join("abcdefgh"[file] for file in range(7, -1, -1) if pieces[file] == "r")
        start = (
            f"position fen {pieces}/pppppppp/8/8/8/8/PPPPPPPP/{pieces.upper()} w {rooks.upper()}{rooks} - 0 1"
        )
        record = [f"[{number}]"]
    moves, scores, result, decided = [], [], None, 0
    opening = rng.choice([6, 8, 10])
    while len(moves) < PLIES and result is None:
        position = start + (" moves " + " ".join(moves) if moves else "")
        sign = -1 if len(moves) % 2 else 1
        if len(moves) < opening or rng.random() < 0.04:
            legal = program.legal(position)
            if not legal:
                break
            moves.append(rng.choice(legal))
            scores.append("x")
            continue
        best, score = program.think(position)
        if best is None:
            result = 0.5 if score == 0 else 0.0 if sign > 0 else 1.0
            break
        moves.append(best)
        scores.append(sign * score)
        decided = decided + 1 if abs(score) >= DECIDED else 0
        if decided >= FOR_PLIES:
            result = 1.0 if sign * score > 0 else 0.0
    if result is None:
        last = next((score for score in reversed(scores) if score != "x"), 0)
        result = 0.5 if abs(last) < 300 else 1.0 if last > 0 else 0.0
    if grand:
        moves = [move[:-1] + LETTERS.get(move[-1], move[-1]) for move in moves]
    name = "grand-chess" if grand else "fischerandom"
    scores = ["x"] * len(record) + scores
    return f"{name},{' '.join(record + moves)},{' '.join(map(str, scores))},{result}"


def main():
    game, seed, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    grand = game == "grand-chess"
    rng = random.Random(seed)
    program = Program("grand" if grand else "chess")
    print("game,record,scores,result")
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        print(play(program, rng, grand), flush=True)


if __name__ == "__main__":
    main()
