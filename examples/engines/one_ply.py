"""An engine for torneo in plain Python: random at every game, one ply deep at three men's morris.

    torneo match 'external(command="python3 examples/engines/one_ply.py")' random \
        --games three-mens-morris --sprt 0,200
"""

import json
import random
import sys

LINES = [{f + r for f in "abc"} for r in "123"] + [{f + r for r in "123"} for f in "abc"]


def say(**message):
    print(json.dumps(message), flush=True)


def men(position):
    """The points of White's and of Black's men, and who is to move: 'w' or 'b'."""
    board, side = position.split()[:2]
    points = {"w": set(), "b": set()}
    for rank, row in zip("321", board.split("/")):
        for file, man in zip("abc", row):
            if man in points:
                points[man].add(file + rank)
    return points, side


def wins(own, token):
    """Whether a move, `@b2` or `a1-a2`, puts three own men in a row."""
    start, _, goal = token.replace("@", "-").partition("-")
    return any(line <= own - {start} | {goal} for line in LINES)


def choose(game, message, dice):
    legal = message["legal"]
    if game == "three-mens-morris":
        points, side = men(message["position"])
        best = [token for token in legal if wins(points[side], token)]
        if best:
            return {"token": dice.choice(best), "value": 1.0, "nodes": len(legal), "depth": 1}
    return {"token": dice.choice(legal), "nodes": len(legal)}


for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        say(type="hello", name="one-ply", author="torneo", games=["*"])
    elif kind == "new":
        game, dice = message["game"].split("(")[0], random.Random(message["seed"])
        say(type="ready")
    elif kind == "go":
        say(type="move", **choose(game, message, dice))
    elif kind == "ping":
        say(type="pong")
    elif kind == "quit":
        break
