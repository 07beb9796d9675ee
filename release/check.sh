#!/usr/bin/env bash
# Tries what release/build.sh made, as people use it: `release/check.sh FOLDER [--sources]`. Checks the sums and sizes, then unpacks and
# runs the programs and installs the wheel of this machine into environments of their own. Programs of other processors are run by qemu, those of
# Windows by wine, where these are: see wine.sh.
set -euo pipefail
folder="$(realpath "${1:?expected the folder that release/build.sh made}")"
scripts="$(realpath "$(dirname "$0")")"
version="$("$scripts/version.sh")"
(cd "$folder" && sha256sum --check --quiet SHA256SUMS)
# At most so many bytes of an archive, and of a wheel.
for packed in "$folder"/torneo-*.{tar.gz,zip,whl}; do
    case "$packed" in *.whl) limit=25000000 ;; *) limit=15000000 ;; esac
    [ ! -e "$packed" ] || [ "$(stat -c %s "$packed")" -le "$limit" ] || { echo "failed: $packed is too large" >&2; exit 1; }
done
there="$(mktemp -d)"
trap 'rm -rf "$there"' EXIT
cd "$there"

# How the program of a target is run here, into `run`; fails where it cannot be.
run_by() {
    local machine="${1%%-*}" qemu
    run=()
    case "$1" in
    *-linux-*)
        [ "$machine" != "$(uname -m)" ] || return 0
        qemu="$(command -v "qemu-$machine-static" || command -v "qemu-$machine")" || return
        run=("$qemu")
        # A program for musl needs nothing.
        [[ "$1" != *-gnu ]] || { [ -d "/usr/$machine-linux-gnu" ] && run+=(-L "/usr/$machine-linux-gnu"); }
        ;;
    *) [ "$(uname -s)" = Darwin ] ;;
    esac 2>/dev/null
}

# Tries the program for Windows, with that of this machine beside it where there is one.
try_windows() {
    local native status=0
    native="$(find . -path "./torneo-*-$(uname -m)-unknown-linux-*/torneo" -print -quit)"
    "$scripts/wine.sh" "$program" ${native:+"$native"} || status=$?
    case "$status" in
    0) echo "runs: $name" ;;
    2) echo "not run: $name (here is nothing that runs it)" ;;
    *) echo "failed: $name under Wine" >&2; exit 1 ;;
    esac
}

for archive in "$folder"/torneo-*-unknown-linux-*.tar.gz "$folder"/torneo-*-apple-darwin.tar.gz "$folder"/torneo-*-windows-gnu.zip; do
    [ -e "$archive" ] || continue
    name="$(basename "$archive")"
    case "$name" in
    *.zip)
        name="${name%.zip}"
        python3 -m zipfile -e "$archive" .
        program="$name/torneo.exe"
        ;;
    *)
        name="${name%.tar.gz}"
        tar -xzf "$archive"
        program="$name/torneo"
        ;;
    esac
    for part in "$program" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE configs/quickstart.toml man/torneo.1 \
        completions/{torneo.bash,_torneo,torneo.fish,_torneo.ps1,torneo.elv}; do
        [ -s "$name/${part#"$name/"}" ] || { echo "failed: $name lacks $part" >&2; exit 1; }
    done
    ! grep -qaF "$HOME/" "$program" || { echo "failed: $name names folders of the machine that built it" >&2; exit 1; }
    target="${name#torneo-*-}"
    if [[ "$target" == *-windows-* ]]; then
        try_windows
        continue
    fi
    if ! run_by "$target"; then
        echo "not run: $name (here is nothing that runs it)"
        continue
    fi
    "${run[@]}" "$program" --version | tr -d '\r' | grep -qx "target: $target" || { echo "failed: $name is not of $target" >&2; exit 1; }
    "${run[@]}" "$program" games >"$name.games"
    "${run[@]}" "$program" run "$name/configs/quickstart.toml" --no-analysis --out "$name.results"
    [ "$(wc -l <"$name.games")" -ge 40 ] || { echo "failed: $name lists no games" >&2; exit 1; }
    sha256sum "$name.results/games.csv" | cut -d' ' -f1 >>sums
    echo "runs: $name"
done
# What an installed package must do, with the `torneo` and the `python` of a folder.
try_package() {
    "$1/torneo" --version | grep -q '^target: ' || { echo "failed: torneo of $2 does not start" >&2; exit 1; }
    ! "$1/python" -X importtime "$1/torneo" --version 2>&1 | grep -q numpy || { echo "failed: torneo of $2 imports the package" >&2; exit 1; }
    (rm -rf results && "$1/torneo" run quickstart --no-analysis >/dev/null 2>&1)
    sha256sum results/quickstart/games.csv | cut -d' ' -f1 >>sums
    "$1/python" -c '
import torneo
state = torneo.Game("three-mens-morris").start()
assert torneo.Engine("alpha-beta(depth=4)").bestmove(state).move in state.legal()
config = {"name": "check", "seed": 1, "games": ["hazard"], "engines": ["random", "greedy"], "rounds": 2}
assert torneo.run(config, progress=False).games.num_rows == 4'
    echo "runs: $2"
}

# The wheel of this machine with each Python that is here, and by pipx and uv. With --sources also the sources, which takes as long as a
# build.
for wheel in "$folder"/torneo-*manylinux*"$(uname -m)".whl; do
    [ -e "$wheel" ] || continue
    name="$(basename "$wheel")"
    for python in python3.10 python3.11 python3.12 python3.13 python3.14; do
        "$python" -c "" 2>/dev/null || { echo "not run: $name with $python, which is not here"; continue; }
        rm -rf environment
        "$python" -m venv environment
        environment/bin/pip install --quiet --disable-pip-version-check "$wheel"
        try_package environment/bin "$name with $python"
    done
    environment/bin/pip install --quiet --disable-pip-version-check pipx uv
    PIPX_HOME="$there/pipx" environment/bin/pipx run --quiet --spec "$wheel" torneo --version | grep -q '^target: '
    environment/bin/uvx --quiet --no-cache --from "$wheel" torneo --version | grep -q '^target: '
    echo "runs: $name by pipx and uvx"
done
if [ "${2:-}" = --sources ]; then
    rm -rf environment
    python3 -m venv environment
    environment/bin/pip install --quiet --disable-pip-version-check "$folder/torneo-$version.tar.gz"
    try_package environment/bin "torneo-$version.tar.gz"
fi

# Every machine, and every way to install it, plays the same games.
[ ! -e sums ] || [ "$(sort -u sums | wc -l)" = 1 ] || { echo "failed: the programs play different games" >&2; exit 1; }
