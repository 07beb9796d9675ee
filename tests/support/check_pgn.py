"""Reads games of chess with python-chess and checks every move, its text, and the result against
that library's rules.

python check_pgn.py FILE           prints the number of games
python check_pgn.py --make FILE    writes games of its own, from random starts, to be read by others
"""

import io
import random
import sys

import chess
import chess.pgn


def check(path):
    text = open(path, encoding="utf-8").read()
    file, count = io.StringIO(text), 0
    while (game := chess.pgn.read_game(file)) is not None:
        count += 1
        assert not game.errors, (count, game.errors)
        board = game.board()
        # Orthodox chess needs neither a variant nor its start.
        assert board.chess960 == ("Variant" in game.headers), (count, game.headers)
        # What is written of each move is what the library would write.
        played = []
        for move in game.mainline_moves():
            played.append(board.san(move))
            board.push(move)
        words = movetext(text, count)
        assert played == words, (count, played, words)
        assert game.headers["PlyCount"] == str(len(played)), count
        result, outcome = game.headers["Result"], board.outcome(claim_draw=True)
        if board.is_checkmate() or board.is_stalemate():
            assert outcome.result() == result, (count, outcome, result)
        starts = ("SetUp", "FEN") if board.chess960 else ()
        for tag in ("Event", "Site", "Date", "Round", "White", "Black", "Termination", *starts):
            assert game.headers.get(tag), (count, tag)
    print(count)


def movetext(text, number):
    """The moves of a game as they are written."""
    section = [part for part in text.split("\n\n") if part and not part.startswith("[")][number - 1]
    words, comment = [], False
    for word in section.split():
        if word.startswith("{"):
            comment = True
        if not comment and not word.endswith(".") and word not in ("1-0", "0-1", "1/2-1/2", "*"):
            words.append(word)
        if word.endswith("}"):
            comment = False
    return words


def make(path):
    dice = random.Random(1)
    with open(path, "w", encoding="utf-8") as file:
        for number in range(10):
            board = chess.Board.from_chess960_pos(dice.randrange(960)) if number else chess.Board()
            game = chess.pgn.Game()
            game.setup(board)
            game.headers.update(White="one", Black='the "other"', Round=str(number + 1))
            node = game
            while not board.is_game_over(claim_draw=True) and board.ply() < 300:
                move = dice.choice(list(board.legal_moves))
                board.push(move)
                node = node.add_variation(move)
                if board.ply() % 7 == 0:
                    node.comment = "a comment (of several words; and marks)"
                    node.nags.add(1)
                if board.ply() == 5 and board.move_stack:
                    node.parent.add_variation(node.move).comment = "once more"
            game.headers["Result"] = board.result(claim_draw=True)
            print(game, end="\n\n", file=file)


if __name__ == "__main__":
    if sys.argv[1] == "--make":
        make(sys.argv[2])
    else:
        check(sys.argv[1])
