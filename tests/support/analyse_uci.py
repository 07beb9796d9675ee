"""Plays games and analyses positions with an engine by UCI: python analyse_uci.py COMMAND...

A warning of python-chess, such as one of an illegal move in a line, goes to stderr."""

import logging
import random
import sys
import time

import chess
import chess.engine

GAMES = 60
PLIES = 24


def play_games(engine):
    words = random.Random(1)
    for game in range(GAMES):
        board = chess.Board() if game % 2 else chess.Board.from_chess960_pos(words.randrange(960))
        for _ in range(PLIES):
            if board.is_game_over(claim_draw=True):
                break
            limit = words.choice(
                [chess.engine.Limit(nodes=300), chess.engine.Limit(depth=2), chess.engine.Limit(time=0.01)]
            )
            result = engine.play(board, limit, info=chess.engine.INFO_ALL, game=game)
            assert result.move in board.legal_moves, (board.fen(), result)
            assert result.info["pv"][0] == result.move and "score" in result.info, result.info
            board.push(result.move)
            if words.random() < 0.3 and not board.is_game_over():
                board.push(words.choice(list(board.legal_moves)))


def analyse(engine, is_search):
    board = chess.Board()
    infos = engine.analyse(board, chess.engine.Limit(nodes=2000), multipv=3)
    assert [info["multipv"] for info in infos] == [1, 2, 3], infos
    assert len({info["pv"][0] for info in infos}) == 3, infos
    roots = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    info = engine.analyse(board, chess.engine.Limit(depth=3, nodes=500), root_moves=roots)
    assert info["pv"][0] in roots, info
    assert engine.play(board, chess.engine.Limit(nodes=50), root_moves=roots[1:]).move == roots[1]
    mate = chess.Board("r2r2k1/5ppp/8/8/8/8/3R4/1K1R4 w - - 0 1")
    limit = chess.engine.Limit(mate=2) if is_search else chess.engine.Limit(nodes=20000)
    info = engine.analyse(mate, limit)
    assert info["score"].relative == chess.engine.Mate(2) and info["pv"][0].uci() == "d2d8", info
    with engine.analysis(board) as analysis:
        time.sleep(0.3)
        analysis.stop()
        best = analysis.wait()
    assert best.move in board.legal_moves and analysis.info["pv"][0] == best.move, (best, analysis.info)
    engine.configure({"Hash": 4, "Clear Hash": None})
    engine.ping()
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for castles in ("e1g1", "e1c1"):
        move = chess.Move.from_uci(castles)
        info = engine.analyse(board, chess.engine.Limit(nodes=200), root_moves=[move])
        assert info["pv"][0] == move, info


def main(command):
    logging.basicConfig(level=logging.WARNING)
    with chess.engine.SimpleEngine.popen_uci(command, timeout=60) as engine:
        analyse(engine, "alpha-beta" in " ".join(command))
        play_games(engine)


if __name__ == "__main__":
    main(sys.argv[1:])
