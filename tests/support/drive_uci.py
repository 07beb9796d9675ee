"""Drives an engine by UCI with python-chess: python drive_uci.py COMMAND..."""

import sys

import chess
import chess.engine


def main(command):
    with chess.engine.SimpleEngine.popen_uci(command, timeout=60) as engine:
        assert engine.id["name"].startswith("torneo"), engine.id
        engine.ping()
        for start in (None, 0, 518, 959):
            board = chess.Board() if start is None else chess.Board.from_chess960_pos(start)
            for limit in (chess.engine.Limit(depth=1), chess.engine.Limit(nodes=20)) * 6:
                if board.is_game_over():
                    break
                # Illegal answers raise an error.
                result = engine.play(board, limit, info=chess.engine.INFO_ALL, game=start)
                assert result.move is not None
                board.push(result.move)
        # A mate in one is found by what looks one ply ahead, and its value is told.
        board = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
        info = engine.analyse(board, chess.engine.Limit(depth=2))
        if "alpha-beta" in command[2]:
            assert info["pv"][0] == chess.Move.from_uci("a1a8"), info
            assert info["score"].white().score(mate_score=10_000) > 500, info
        # It castles on demand: the King's two steps, and taking its own Rook.
        for castles, fen in (
            (False, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
            (True, "4k3/8/8/8/8/8/8/1K4R1 w G - 0 1"),
        ):
            board = chess.Board(fen, chess960=castles)
            board.push_san("O-O")
            assert engine.play(board, chess.engine.Limit(depth=1)).move in board.legal_moves


if __name__ == "__main__":
    main(sys.argv[1:])
