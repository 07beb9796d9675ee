#!/usr/bin/env python3
"""Writes how long games are into `src/lengths.csv`, from a run of `configs/lengths.toml`.

torneo run configs/lengths.toml
harness/registry/lengths.py results/lengths
"""

import csv
import sys
from pathlib import Path

FILE = Path(__file__).with_name("src") / "lengths.csv"


def quantile(plies: list[int], percent: int) -> int:
    """The smallest length that so many percent of the games do not exceed."""
    rank = -(-percent * len(plies) // 100)
    return sorted(plies)[max(0, rank - 1)]


def main() -> None:
    lengths: dict[str, list[int]] = {}
    with (Path(sys.argv[1]) / "games.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            lengths.setdefault(row["game"].split("(")[0], []).append(int(row["plies"]))
    with FILE.open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["game", "games", "low", "median", "high"])
        for game, plies in sorted(lengths.items()):
            quantiles = [quantile(plies, percent) for percent in (5, 50, 95)]
            rows.writerow([game, len(plies), *quantiles])


if __name__ == "__main__":
    main()
