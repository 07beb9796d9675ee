#!/usr/bin/env python3
"""Solves small games, some by two methods, and writes what they find and take into `exact.csv`
beside this file. `torneo atlas` compares its verdicts with these values.

    results/atlas/exact.py target/release/torneo                      every game
    results/atlas/exact.py target/release/torneo "havannah(size=3)"   some games; the rows of the others stay

A method has ten minutes of processor time. Needs Linux, for `/proc`.
"""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FILE = Path(__file__).with_name("exact.csv")
COLUMNS = ["game", "method", "score", "positions", "seconds", "mib", "command"]
SECONDS = 600

# A full search without any rule that leaves lines out or cuts them short: a won line that it finds is won.
FULL = (
    "tuned=false, reductions=false, pruning=false, null_move=false, extensions=false, "
    "internal=false, quiescence=0"
)


def solve(method: str, memory: int = 1024) -> tuple[str, list[str]]:
    return method, ["solve", "GAME", "--method", method, "--memory", str(memory), "--threads", "1"]


def search(depth: int, hash_size: int) -> tuple[str, list[str]]:
    engine = f"alpha-beta(depth={depth}, hash={hash_size}, {FULL})"
    return "full alpha-beta", ["bestmove", "GAME", "--engine", engine]


# Dice games whose players decide are worked out exactly.
ODDS = [("odds", ["dice", "odds", "GAME"])]

PLAN = {
    "half-hazard": ODDS,
    "half-hazard(turns=1)": ODDS,
    "half-hazard(turns=3)": ODDS,
    "half-hazard(pot=2)": ODDS,
    "half-hazard(pot=8)": ODDS,
    "half-hazard(battle=highest)": ODDS,
    "rising-hazard": ODDS,
    "rising-hazard(pots=3)": ODDS,
    "rising-hazard(max_turns=4)": ODDS,
    "rising-hazard(max_turns=6)": ODDS,
    "rising-hazard(max_turns=10)": ODDS,
    "rising-hazard(battle=highest)": ODDS,
    "three-mens-morris": [solve("retrograde"), solve("proof")],
    "three-mens-morris(equal_turns=false)": [solve("retrograde"), solve("proof"), search(19, 256)],
    "three-mens-morris(diagonals=false)": [solve("retrograde"), solve("proof")],
    "three-mens-morris(diagonals=false, equal_turns=false)": [solve("retrograde"), solve("proof")],
    "catch-the-rabbit": [solve("retrograde"), solve("proof")],
    "catch-the-rabbit(hunters=11)": [solve("retrograde")],
    "catch-the-rabbit(hunters=10)": [solve("retrograde")],
    "catch-the-rabbit(first=hunters)": [solve("retrograde")],
    "catch-the-rabbit(hunters=10, first=hunters)": [solve("retrograde")],
    "catch-the-rabbit(hunters=10, multi_jump=false)": [solve("retrograde")],
    "akron(size=3)": [solve("proof", 2048), solve("retrograde")],
    "akron(size=3, swap=false)": [solve("proof", 2048), solve("retrograde")],
    "akron(size=3, balls=3)": [solve("proof", 2048), solve("retrograde")],
    "akron(size=3, balls=3, swap=false)": [solve("proof", 2048), solve("retrograde")],
    "akron(size=3, balls=5)": [solve("proof", 2048)],
    "akron(size=3, balls=5, swap=false)": [solve("proof", 2048), solve("retrograde")],
    "havannah(size=3)": [solve("proof"), search(19, 256)],
    "havannah(size=3, swap=true)": [solve("proof"), search(20, 256)],
    "atari-go(size=5)": [solve("proof", 4096), search(25, 4096)],
    "frames(size=3)": [solve("values")],
    "frames(size=4)": [solve("values", 8192)],
    "hi-jack(size=4)": [solve("retrograde", 9000), solve("proof", 4000)],
}


def first_score(method: str, found: dict) -> float | None:
    """What the first player gets, if that is known for sure."""
    if method == "full alpha-beta":
        return found["value"] if found["value"] in (0.0, 1.0) else None
    if method == "values":
        return found["value"][0]
    if method == "odds":
        return found["expected_score"][0]["decimal"]
    if method == "retrograde":
        return found["scores"][0]
    if found["winner"] is None:
        # Nobody can force a win, so each can hold a draw.
        return 0.5 if found.get("cyclic") else None
    return 1.0 if found["winner"] == 0 else 0.0


def used(pid: int) -> float:
    """Seconds of processor time that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(torneo: str, game: str, method: str, words: list[str]) -> list[str]:
    words = [game if word == "GAME" else word for word in words]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        child = subprocess.Popen([torneo, *words, "--json"], stdout=out, stderr=errors)
        pid, stopped = 0, False
        while pid == 0:
            time.sleep(0.01)
            if not stopped and used(child.pid) > SECONDS:
                child.terminate()
                stopped = True
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        out.seek(0)
        errors.seek(0)
        text, said = out.read(), errors.read().decode()
    found = json.loads(text) if status == 0 else None
    score = first_score(method, found) if found else None
    # What gave up says after how many positions: its table was full, or it was stopped.
    gave_up = re.search(r"after (\d+) positions|stopped at .*: (\d+)", said)
    positions = next((found[key] for key in ("positions", "nodes") if found.get(key)), "") if found else ""
    positions = positions or (gave_up[1] or gave_up[2] if gave_up else "")
    quoted = " ".join(f'"{word}"' if set(word) & set("( ") else word for word in words)
    return [
        game,
        method,
        "" if score is None else f"{score:.6g}",
        str(positions),
        f"{usage.ru_utime + usage.ru_stime:.1f}",
        str(usage.ru_maxrss // 1024),
        f"torneo {quoted}",
    ]


def main() -> None:
    torneo, *games = sys.argv[1:]
    rows = []
    if FILE.exists():
        with FILE.open(newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))[1:]
    for game in games or PLAN:
        new = [measure(torneo, game, method, words) for method, words in PLAN[game]]
        scores = {row[2] for row in new if row[2]}
        if len(scores) > 1:
            sys.exit(f"{game}: the methods disagree: {sorted(scores)}")
        rows = [row for row in rows if row[0] != game] + new
        order = list(PLAN)
        rows.sort(key=lambda row: order.index(row[0]))
        with FILE.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])
        print(*(f"{row[0]}: {row[1]} {row[2] or 'not solved'} in {row[4]} s" for row in new), sep="\n")


main()
