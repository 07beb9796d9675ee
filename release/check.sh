#!/usr/bin/env bash
# Tries what release/build.sh made, as people use it: `release/check.sh FOLDER [--sources]`. Checks the sums, then unpacks and runs the
# program of this machine and installs the wheels into an environment of its own; others are run by qemu, where that is.
set -euo pipefail
folder="$(realpath "${1:?expected the folder that release/build.sh made}")"
(cd "$folder" && sha256sum --check --quiet SHA256SUMS)
there="$(mktemp -d)"
trap 'rm -rf "$there"' EXIT
cd "$there"

for archive in "$folder"/torneo-*-linux-gnu.tar.gz; do
    name="$(basename "$archive" .tar.gz)"
    tar -xzf "$archive"
    ! grep -qaF "$HOME/" "$name/torneo" || { echo "failed: $name names folders of the machine that built it" >&2; exit 1; }
    machine="$(echo "$name" | grep -oE '(x86_64|aarch64)-unknown')"
    machine="${machine%-unknown}"
    run=()
    if [ "$machine" != "$(uname -m)" ]; then
        qemu="$(command -v "qemu-$machine-static" || command -v "qemu-$machine" || true)"
        libraries="/usr/$machine-linux-gnu"
        if [ -z "$qemu" ] || [ ! -d "$libraries" ]; then
            echo "not run: $name (needs qemu-user-static and the C library of $machine)"
            continue
        fi
        run=("$qemu" -L "$libraries")
    fi
    "${run[@]}" "$name/torneo" games >"$name.games"
    "${run[@]}" "$name/torneo" run "$name/configs/quickstart.toml" --no-analysis --out "$name.results"
    [ "$(wc -l <"$name.games")" -ge 40 ] || { echo "failed: $name lists no games" >&2; exit 1; }
    sha256sum "$name.results/games.csv" | cut -d' ' -f1 >>sums
    echo "runs: $name"
done
# Every machine plays the same games.
[ ! -e sums ] || [ "$(sort -u sums | wc -l)" = 1 ] || { echo "failed: the programs play different games" >&2; exit 1; }

# The wheel of this machine, and with --sources also the sources, which takes as long as a build.
sources=()
[ "${2:-}" != --sources ] || sources=("$(find "$folder" -name 'torneo-*.tar.gz' ! -name '*-linux-gnu.tar.gz')")
for package in "$folder"/torneo-*"$(uname -m)".whl "${sources[@]}"; do
    [ -e "$package" ] || continue
    rm -rf environment
    python3 -m venv environment
    environment/bin/pip install --quiet "$package"
    environment/bin/python -c '
import torneo
state = torneo.Game("three-mens-morris").start()
assert torneo.Engine("alpha-beta(depth=4)").bestmove(state).move in state.legal()
config = {"name": "check", "seed": 1, "games": ["hazard"], "engines": ["random", "greedy"], "rounds": 2}
assert torneo.run(config, progress=False).games.num_rows == 4'
    echo "runs: $(basename "$package")"
done
