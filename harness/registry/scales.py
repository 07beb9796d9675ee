#!/usr/bin/env python3
"""Writes what the values of engines stand for into the files of `tuning`.

torneo run configs/values.toml
torneo run configs/values-best-first.toml
harness/registry/scales.py results/values results/values-best-first

An engine has one line a game, whatever its budget. The runs tell values by the lines that the
files have: what is found is a line behind these. `TORNEO` names the program, which else is
`target/release/torneo`.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import tomllib

HERE = Path(__file__).parent
TUNING = HERE / "tuning"
PROGRAM = os.environ.get("TORNEO", str(HERE.parents[1] / "target/release/torneo"))
HEADER = "# What told values stand for, in log-odds; configs/values.toml measures it.\n[scale]\n"


def kind(engine: str) -> str:
    """The engine of a specification, without its budget."""
    return engine.split("(")[0]


def reliability(folders: list[str]) -> list[dict]:
    """The lines of all engines and games, the budgets of an engine together."""
    budgets: dict[str, list[str]] = {}
    for folder in folders:
        manifest = json.loads((Path(folder) / "manifest.json").read_text())
        for engine in manifest["config"]["engines"]:
            budgets.setdefault(kind(engine["name"]), []).append(engine["name"])
    same = [f"--same={first}={other}" for first, *others in budgets.values() for other in others]
    command = [PROGRAM, "analyze", *folders, *same, "--json", "--bootstrap", "0"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["reliability"]


def written(scale: dict[str, dict[str, float]]) -> str:
    """The table of a file."""
    text = HEADER
    for engine, line in sorted(scale.items()):
        first = round(line.get("first", 0.0), 3)
        offset = f", first = {first:.3f}" if first else ""
        text += f"{engine} = {{ slope = {line['slope']:.3f}{offset} }}\n"
    return text


def main() -> None:
    found: dict[str, dict[str, dict[str, float]]] = {}
    for row in reliability(sys.argv[1:]):
        game = row["game"].split("(")[0]
        found.setdefault(game, {})[kind(row["engine"])] = {"slope": row["slope"], "first": row["first"]}
    for game, lines in sorted(found.items()):
        file = TUNING / f"{game}.toml"
        text = file.read_text() if file.exists() else ""
        scale = tomllib.loads(text).get("scale", {})
        for engine, line in lines.items():
            old = scale.get(engine, {"slope": 1.0})
            slope, first = line["slope"] * old["slope"], line["slope"] * old.get("first", 0.0) + line["first"]
            scale[engine] = {"slope": slope, "first": first}
        rest = re.split(r"(?m)^# What told values stand for.*\n\[scale\]", text)[0].rstrip("\n")
        file.write_text((rest + "\n\n" if rest else "") + written(scale))


if __name__ == "__main__":
    main()
