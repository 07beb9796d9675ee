#!/usr/bin/env python3
"""Measures how strong `auto` is in each game, and writes the table of docs/strength.md.

    cargo build --release
    python3 docs/strength.py

In each game `auto` plays the strongest other engine at 0.02 s and at 0.1 s a choice, and at four
times 0.02 s itself at 0.02 s. The strongest other engine is the one against which `auto` scores
least in a few games at 0.02 s; these are of another seed and are not counted. Games are mirrored
pairs after two random plies, and a game of 400 plies is a draw.

A match is written to results/strength/matches.csv as soon as it ends. It is played again if `auto`
plays as something else since, or if its line is deleted. The scores depend on the speed of the
machine: nothing else should run beside this. It takes about an hour on two cores. With `--check`
nothing is played, and the status is 1 if the table is not that of today's matches.
"""

import argparse
import csv
import json
import math
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

import tomllib

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "configs" / "engines-budgets.toml"  # the games in which something is decided
LEFT_OUT = {"bin-fa"}  # a game has some 2000 plies
MATCHES = ROOT / "results" / "strength" / "matches.csv"
PAGE = ROOT / "docs" / "strength.md"
BEGIN, END = "<!-- written by docs/strength.py -->", "<!-- up to here -->"
FIELDS = ["game", "match", "auto", "engine", "opponent", "games", "score", "low", "high"]
OTHERS = ["alpha-beta", "mcts", "mcts(prior=0, rave=10000, c=0.05)", "best-first", "greedy"]
SHORT, LONG, TIMES = 0.02, 0.1, 4
CHOICE_PAIRS, SHORT_PAIRS, LONG_PAIRS, SELF_PAIRS = 2, 8, 5, 6
MAX_PLIES = 400
SEED, CHOICE_SEED = 1283, 2003


def timed(engine, seconds):
    """The specification of an engine with so much time for each choice."""
    name, _, options = engine.rstrip(")").partition("(")
    if name == "greedy":
        return name  # it looks at each action once, however much time there is
    return f"{name}({', '.join(filter(None, [f'time={seconds:g}', options]))})"


def name_of(engine):
    """The name of an engine without its options."""
    return engine.partition("(")[0]


class Program:
    """The program, and the matches that it played."""

    def __init__(self, path, checks):
        self.path, self.checks = path, checks
        self.lock = Lock()
        self.settings, self.seats, self.used = {}, {}, set()
        self.matches = {}
        if MATCHES.exists():
            with MATCHES.open(newline="") as file:
                self.matches = {(row["game"], row["match"]): row for row in csv.DictReader(file)}

    def ask(self, *arguments):
        """What a command prints as JSON; None if an engine of it does not play the game."""
        done = subprocess.run([self.path, *arguments, "--json"], capture_output=True, text=True)
        if done.returncode == 2 and "does not play" in done.stderr:
            return None
        if done.returncode != 0:
            sys.exit(f"torneo {' '.join(arguments)}: {done.stderr.strip()}")
        return json.loads(done.stdout)

    def plays(self, game, seconds):
        """What `auto` plays as in a game with so much time for each choice."""
        if game not in self.settings:
            told = self.ask("engines", game)
            self.seats[game] = self.ask("games", game)[0]["seats"]["min"]
            # Without settings `auto` is the same engine at all times.
            engine = name_of(told["engines"][0]["plays"])
            self.settings[game] = [*told["settings"], {"engine": engine, "seconds": 0, "options": ""}]
        setting = next(row for row in self.settings[game] if row["seconds"] <= seconds)
        options = setting["options"]
        return f"{setting['engine']}({options})" if options else setting["engine"]

    def match(self, game, name, players, pairs, seed=SEED):
        """The row of a match of `auto`, played unless it is known; of 0 games if the other refuses."""
        own = [player for player in players if name_of(player) == "auto"]
        times = [float(player.removeprefix("auto(time=").rstrip(")")) for player in own]
        auto = " against ".join(dict.fromkeys(self.plays(game, seconds) for seconds in times))
        self.used.add((game, name))
        known = self.matches.get((game, name))
        if known and [known[field] for field in ("auto", "engine", "opponent")] == [auto, *players]:
            return known
        if self.checks:
            sys.exit(f"{game}: {players[0]}, which is {auto}, was not played against {players[1]}")
        print(f"{game}: {players[0]} against {players[1]}", flush=True)
        # A mirrored group of a game with more seats has more games than a pair.
        seats = self.seats[game]
        groups = max(2, 2 * pairs // math.comb(seats, seats // 2))
        told = self.ask(
            *["match", *players, "--games", game, "--pairs", str(groups), "--seed", str(seed)],
            *["--max-plies", str(MAX_PLIES), "--threads", "1"],
        )
        figures = ["0", "", "", ""]
        if told is not None:
            if told["faults"]:
                sys.exit(f"{game}: {players[0]} against {players[1]} had faults: {told['faults']}")
            score = told["score"]
            figures = [str(told["games"]), *(f"{score[key]:.4f}" for key in ("value", "low", "high"))]
        row = dict(zip(FIELDS, [game, name, auto, *players, *figures]))
        with self.lock:
            self.matches[game, name] = row
            self.keep()
        return row

    def keep(self):
        """Writes the matches."""
        MATCHES.parent.mkdir(parents=True, exist_ok=True)
        part = MATCHES.with_suffix(".part")
        with part.open("w", newline="") as file:
            writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.matches[key] for key in sorted(self.matches))
        part.replace(MATCHES)

    def measure(self, game):
        """A line of the table."""
        engine, longer = self.plays(game, SHORT), self.plays(game, LONG)
        auto = timed("auto", SHORT)
        choices = {}
        for other in OTHERS:
            spec = timed(other, SHORT)
            if name_of(other) == name_of(engine) == name_of(longer):
                continue
            row = self.match(game, f"choice {other}", (auto, spec), CHOICE_PAIRS, CHOICE_SEED)
            if row["games"] != "0":
                choices[other] = float(row["score"])

        def rival(own):
            """The strongest engine that is not this one."""
            others = [other for other in choices if name_of(other) != name_of(own)]
            return min(others, key=choices.get)

        short, long = rival(engine), rival(longer)
        rows = [
            self.match(game, "short", (auto, timed(short, SHORT)), SHORT_PAIRS),
            self.match(game, "long", (timed("auto", LONG), timed(long, LONG)), LONG_PAIRS),
            self.match(game, "self", (timed("auto", SHORT * TIMES), auto), SELF_PAIRS),
        ]
        return [f"`{game}`", both(engine, longer), both(short, long), *map(cell, rows)]


def both(short, long):
    """The engines for both times."""
    return f"`{short}`" if short == long else f"`{short}`, at {LONG:g} s `{long}`"


def cell(row):
    """A score with its interval and its games."""
    return f"{float(row['score']):.2f} [{float(row['low']):.2f}, {float(row['high']):.2f}] of {row['games']}"


def table(lines):
    """The table in Markdown, with the means of its scores."""
    times = [f"{SHORT:g} s", f"{LONG:g} s", f"{TIMES} times {SHORT:g} s, itself"]
    header = ["game", "`auto` is", "best other engine", *times]
    means = [sum(float(line[column].split()[0]) for line in lines) / len(lines) for column in (3, 4, 5)]
    mean = [f"mean of {len(lines)}", "", "", *(f"{value:.2f}" for value in means)]
    rows = [header, ["---"] * len(header), *lines, mean]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--program", default=ROOT / "target" / "release" / "torneo", help="the program")
    parser.add_argument("--threads", type=int, default=2, help="games of the table at the same time")
    parser.add_argument("--check", action="store_true", help="play nothing, and compare the table")
    parser.add_argument("--games", nargs="+", help="measure only these games, and leave the page alone")
    arguments = parser.parse_args()
    if not Path(arguments.program).exists():
        sys.exit(f"{arguments.program} is not there: build it by `cargo build --release`")
    program = Program(arguments.program, arguments.check)
    games = arguments.games or tomllib.loads(GAMES.read_text())["games"]
    with ThreadPoolExecutor(arguments.threads) as pool:
        text = table(list(pool.map(program.measure, sorted(set(games) - LEFT_OUT))))
    if arguments.games:
        print(text)
        return
    page = PAGE.read_text()
    before, _, rest = page.partition(BEGIN)
    new = f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}"
    if not arguments.check:
        # What no line of the table needs any more goes.
        program.matches = {key: row for key, row in program.matches.items() if key in program.used}
        program.keep()
        PAGE.write_text(new)
    elif new != page:
        sys.exit("docs/strength.md has another table than `python3 docs/strength.py` writes")


if __name__ == "__main__":
    main()
