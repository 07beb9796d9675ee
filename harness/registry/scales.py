#!/usr/bin/env python3
"""Writes what the values of engines stand for into the files of `tuning`.

torneo run configs/values.toml
torneo run configs/values-best-first.toml
torneo run configs/values-learned.toml
harness/registry/scales.py results/values results/values-best-first results/values-learned

An engine has one line a game, whatever its budget, and another one where it searches by the learnt
evaluation. The runs tell values by the lines that the files have: what is found is a line behind
these. `TORNEO` names the program, which else is
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
OFFSETS = "first", "mover"
TABLES = "scale", "scale-learned"
HEADER = "# What told values stand for, in log-odds; configs/values.toml measures it.\n"

Line = dict[str, float]


def kind(engine: str) -> tuple[str, str]:
    """The table and the engine of a specification, without its budget."""
    return TABLES["evaluation=learned" in engine], engine.split("(")[0]


def reliability(folders: list[str]) -> list[dict]:
    """The lines of all engines and games, the budgets of an engine together."""
    budgets: dict[tuple[str, str], dict[str, None]] = {}
    for folder in folders:
        manifest = json.loads((Path(folder) / "manifest.json").read_text())
        for engine in manifest["config"]["engines"]:
            budgets.setdefault(kind(engine["name"]), {})[engine["name"]] = None
    same = [f"--same={first}={other}" for first, *others in budgets.values() for other in others]
    command = [PROGRAM, "analyze", *folders, *same, "--json", "--bootstrap", "0"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["reliability"]


def behind(old: Line, line: Line) -> Line:
    """The line that is the same as one line behind another one."""
    offsets = {name: line["slope"] * old.get(name, 0.0) + line[name] for name in OFFSETS}
    return {"slope": line["slope"] * old["slope"], **offsets}


def written(table: str, scale: dict[str, Line]) -> str:
    """A table of a file."""
    text = f"[{table}]\n"
    for engine, line in sorted(scale.items()):
        values = {"slope": line["slope"]} | {name: line.get(name, 0.0) for name in OFFSETS}
        told = (f"{name} = {value:.3f}" for name, value in values.items() if round(value, 3))
        text += f"{engine} = {{ {', '.join(told)} }}\n"
    return text


def main() -> None:
    found: dict[str, list[tuple[str, str, Line]]] = {}
    for row in reliability(sys.argv[1:]):
        line = {name: row[name] for name in ("slope", *OFFSETS)}
        found.setdefault(row["game"].split("(")[0], []).append((*kind(row["engine"]), line))
    for game, lines in sorted(found.items()):
        file = TUNING / f"{game}.toml"
        text = file.read_text() if file.exists() else ""
        scales = {table: tomllib.loads(text).get(table, {}) for table in TABLES}
        for table, engine, line in lines:
            scales[table][engine] = behind(scales[table].get(engine, {"slope": 1.0}), line)
        rest = re.split(r"(?m)^# What told values stand for.*\n", text)[0].rstrip("\n")
        tables = "\n".join(written(table, scale) for table, scale in scales.items() if scale)
        file.write_text((rest + "\n\n" if rest else "") + HEADER + tables)


if __name__ == "__main__":
    main()
