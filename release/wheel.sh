#!/usr/bin/env bash
# Puts the program into a wheel: `release/wheel.sh WHEEL PROGRAM`. What pip, pipx and uv then install as `torneo` is the program itself,
# in place of a script that starts Python and imports the package. Needs the package `wheel` of PyPI.
set -euo pipefail
wheel="$(realpath "${1:?expected a wheel, then the program}")"
program="$(realpath "${2:?expected the program behind the wheel}")"
there="$(mktemp -d)"
trap 'rm -rf "$there"' EXIT

# The same bytes from the same parts.
export SOURCE_DATE_EPOCH=315532800
wheel unpack --dest "$there" "$wheel" >/dev/null
name="$(ls "$there")"
entries="$there/$name/$name.dist-info/entry_points.txt"
grep -qx '\[console_scripts\]' "$entries" || { echo "error: $wheel has no console script" >&2; exit 1; }
sed -i '/^\[console_scripts\]$/,/^\(\[.*\)\?$/ { /^\[console_scripts\]$/d; /^\[/!d }' "$entries"
install -D -m 755 -t "$there/$name/$name.data/scripts" "$program"
wheel pack --dest-dir "$(dirname "$wheel")" "$there/$name" >/dev/null
