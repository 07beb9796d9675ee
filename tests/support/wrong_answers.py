"""An engine of torneo whose first answers to each question are wrong: a program between it and the
referee. `wrong_answers.py TIMES KIND PROGRAM...`: so many answers are illegal, unreadable or, by
GTP, not taken back (`KIND`). `fourth`: illegal at every fourth question of a game,
by the line protocol."""

import json
import subprocess
import sys

times, kind, program = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
engine = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
asked, last = 0, None


def forward(line: str) -> None:
    engine.stdin.write(line)
    engine.stdin.flush()


def answer(first: str) -> str:
    """What the engine says from a line on that begins so."""
    while not (line := engine.stdout.readline()).startswith(first):
        assert line, "the engine ended"
    return line


def tell(line: str) -> None:
    print(line.rstrip("\n"), flush=True)


def lines(message: dict) -> None:
    """The line protocol: the question tells how often it was asked before, and what was wrong."""
    global asked
    if (message["type"], kind) == ("go", "illegal") and message.get("retry"):
        assert message["illegal"]["token"] == "nowhere" and message["illegal"]["reason"], message
    if (message["type"], kind) == ("go", "unread") and message.get("retry"):
        assert message["illegal"]["token"] is None, message
    found = {"hello": '{"type":"hello"', "new": '{"type":"ready"', "ping": '{"type":"pong"'}
    found["go"] = '{"type":"move"'
    if message["type"] not in found:
        return
    right = answer(found[message["type"]])
    if message["type"] == "new":
        asked = 0
    if message["type"] == "go":
        asked += "retry" not in message
        due = kind != "fourth" or asked % 4 == 0
        if due and message.get("retry", 0) < times:
            right = "what?" if kind == "unread" else '{"type":"move","token":"nowhere"}'
    tell(right)


for line in sys.stdin:
    forward(line)
    words = line.split()
    if line.startswith("{"):
        lines(json.loads(line))
    elif words[0] in ("uci", "isready", "go"):
        # UCI: the same position comes again.
        if words[0] == "go":
            asked += 1
        end = {"uci": "uciok", "isready": "readyok", "go": "bestmove"}[words[0]]
        while True:
            right = answer("")
            if words[0] == "go" and asked <= times and right.startswith(end):
                right = "bestmove a1a1" if kind == "illegal" else "bestmove"
            if words[0] != "go" or right.startswith(end):
                tell(right)
            if right.startswith(end):
                break
    elif words[0] == "position":
        asked, last = (asked if line == last else 0), line
    elif words[0].isdigit():
        # GTP: the move is taken back first.
        right = answer("")
        body = [right]
        while (more := engine.stdout.readline()).strip():
            body.append(more)
        if words[1] == "list_commands" and kind == "final":
            body = [one for one in body if one.strip() != "undo"]
        if words[1] == "genmove":
            asked += 1
            if asked <= times:
                body = [f"={words[0]} z99"]
        elif words[1] != "undo":
            asked = 0
        print("\n".join(one.rstrip("\n") for one in body) + "\n", flush=True)
