#!/usr/bin/env bash
# Tries torneo for Windows under Wine: `release/wine.sh PROGRAM.exe [NATIVE]`. Plays, interrupts, resumes, merges and verifies runs, lets
# programs play, and sees them end. With a program of this machine the rows are compared with those that it writes. Everything happens in
# a folder of its own. Prints what it tried; fails at the first fault. WINE_QUICK=1 plays less, for programs that are not optimised.
# Needs wine and the C compiler of MinGW (Debian: wine64, mingw-w64).
set -euo pipefail
program="$(realpath "${1:?expected the program for Windows, such as torneo.exe}")"
native="${2:+$(realpath "$2")}"
[ -f "$program" ] || { echo "error: there is no program $1" >&2; exit 2; }
here="$(realpath "$(dirname "$0")")"
wine="$(command -v wine64 || command -v wine || ls /usr/lib/wine/wine64 2>/dev/null || true)"
compiler=x86_64-w64-mingw32-gcc
[ -n "$wine" ] || { echo "error: there is no wine (Debian: wine64)" >&2; exit 2; }
command -v "$compiler" >/dev/null || { echo "error: there is no $compiler (Debian: mingw-w64)" >&2; exit 2; }

there="$(mktemp -d)"
export WINEPREFIX="$there/prefix" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" DISPLAY=
server="$(command -v wineserver || ls /usr/lib/wine/wineserver64 2>/dev/null || true)"
clean() {
    [ -z "$server" ] || "$server" -k || true
    rm -rf "$there"
}
trap clean EXIT
cd "$there"
mkdir "$WINEPREFIX"

failed() {
    echo "failed: $1" >&2
    exit 1
}
tried() { echo "tried: $1"; }
same() {
    { cmp "$1/games.csv" "$2/games.csv" && cmp "$1/seats.csv" "$2/seats.csv"; } || failed "$3"
}
# Now and then Wine itself crashes while a program ends, behind its last line: by a signal, where a fault of the program gives the code 5.
# What the program wrote then decides.
crashed() {
    [ "$1" = 139 ] || return 1
    echo "note: Wine itself crashed, behind \`$2\`" >&3
}
exec 3>&2
torneo() {
    local code=0
    timeout 580 "$wine" "$program" "$@" </dev/null || code=$?
    crashed "$code" "torneo $*" || return "$code"
}
# Quiet unless it fails.
quietly() { "$@" >said 2>&1 || { cat said >&2; failed "$*"; }; }
size() { stat -c %s "$1" 2>/dev/null || echo 0; }

# What Wine starts first stays until the end: a program then starts sooner.
[ -z "$server" ] || "$server" -p
# Wine 8 lacks two libraries that Windows has.
"$wine" wineboot -i >/dev/null 2>&1
system="$WINEPREFIX/drive_c/windows/system32"
stand_in() { [ -e "$system/$1.dll" ] || "$compiler" -shared -x c - -o "$system/$1.dll" -ladvapi32; }
stand_in bcryptprimitives <<'C'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) { return SystemFunction036(bytes, (ULONG)count); }
C
stand_in api-ms-win-core-winrt-error-l1-1-0 <<'C'
#include <windows.h>
__declspec(dllexport) BOOL WINAPI RoOriginateErrorW(HRESULT error, UINT length, PCWSTR text) { return !error && length && !text; }
C
"$compiler" -O1 -o scripted.exe "$here/scripted.c"

torneo --version >said || failed "it does not start"
tr -d '\r' <said | grep -q '^target: x86_64-pc-windows' || failed "--version names another target"
quietly torneo games
[ "$(wc -l <said)" -ge 40 ] || failed "it lists no games"
quietly torneo dice odds "hazard(players=3)"
grep -q 41.8% said || failed "other odds of Hazard"
tried "--version, games, dice odds"

# The quickstart, two rounds of ten. Windows writes texts with CR LF.
sed -e 's/^rounds = .*/rounds = 2/' -e 's/games = 60/games = 12/' "$here/../configs/quickstart.toml" >quick.toml
[ -z "${WINE_QUICK:-}" ] || sed -i -e 's/^rounds = .*/rounds = 1/' -e 's/games = 12/games = 6/' -e 's/sims=200/sims=20/' quick.toml
sed -i 's/$/\r/' quick.toml
quietly torneo run quick.toml --no-analysis --out whole
! grep -q $'\r' whole/games.csv whole/seats.csv whole/manifest.json || failed "files with CR LF"
tried "a run of $(($(wc -l <whole/games.csv) - 1)) games from a configuration with CR LF; LF in what it writes"
if [ -n "$native" ]; then
    "$native" run quick.toml --no-analysis --out native 2>/dev/null
    same whole native "other rows than $native writes"
    tried "games.csv and seats.csv have the bytes that the other program writes"
fi

# A run in the background, until it has written some games; its process is in `running`.
begin() {
    "$wine" "$program" run quick.toml --no-analysis --threads 1 --out "$1" </dev/null >said 2>&1 &
    running=$!
    until [ "$(size "$1/games.csv")" -gt 4000 ]; do
        kill -0 "$running" 2>/dev/null || { cat said >&2; failed "the run ended before it was stopped"; }
        sleep 0.05
    done
}
# Waits for that run; its exit code is then in `code`.
await() {
    code=0
    wait "$running" 2>/dev/null || code=$?
    ! crashed "$code" "a run in the background" || code=130
}
goes_on() {
    quietly torneo run quick.toml --no-analysis --out "$1" --resume
    same whole "$1" "other rows after $2"
}
# The first games of the quickstart itself, cut off in the middle.
first=200
if [ -n "$native" ]; then
    "$native" run quickstart --no-analysis --out quickstart-native >/dev/null 2>&1
    "$wine" "$program" run quickstart --no-analysis --out quickstart </dev/null >said 2>&1 &
    running=$!
    lines() { cat quickstart/games.csv 2>/dev/null | wc -l; }
    while kill -0 "$running" 2>/dev/null && [ "$(lines)" -le "$first" ]; do sleep 0.2; done
    kill -KILL "$running" 2>/dev/null || true
    await
    beginning() { head -n "$((first + 1))" "$1/games.csv" && awk -F, -v "first=$first" 'NR == 1 || $1 < first' "$1/seats.csv"; }
    cmp <(beginning quickstart) <(beginning quickstart-native) || failed "the quickstart begins otherwise than that of $native"
    tried "the first $first games of the quickstart have the bytes that the other program writes"
fi
begin killed
torneo run quick.toml --no-analysis --out killed --resume >said 2>&1 || true
grep -q "in use" said || failed "two runs write to a folder"
kill -KILL "$running"
await
goes_on killed "a kill"
tried "a folder belongs to one run; a run that is killed goes on to the same bytes"
begin stopped
kill -INT "$running" # Wine makes Ctrl-C of it
await
[ "$code" = 130 ] || { cat said >&2; failed "Ctrl-C does not end the run with 130"; }
goes_on stopped Ctrl-C
begin twice
kill -INT "$running"
sleep 0.02
kill -INT "$running" 2>/dev/null || true
await
[ "$code" = 130 ] || { cat said >&2; failed "Ctrl-C, twice, does not end the run with 130"; }
goes_on twice "Ctrl-C, twice"
tried "Ctrl-C, once and twice, ends a run with 130, and it goes on to the same bytes"

for part in 1 2; do quietly torneo run quick.toml --no-analysis --out "part$part" --shard "$part/2"; done
quietly torneo merge part1 part2 --out merged
same whole merged "other rows after a merge"
quietly torneo verify merged --sample 5
quietly torneo report merged
[ -s merged/report.html ] || failed "no report"
quietly torneo analyze merged
quietly torneo export merged --format json --out games.json
tried "two shards, merge, verify, report, analyze, export"

long="$(printf 'a-long-name-of-a-folder-%.0s' {1..5})"
quietly torneo run --games three-mens-morris --engines random greedy --rounds 1 --no-analysis --out "$long\\$long\\$long\\out"
[ -s "$long/$long/$long/out/games.csv" ] || failed "no results in a folder of a long path"
quietly torneo run --games three-mens-morris --engines random greedy --rounds 1 --no-analysis --out 'C:\results\out'
[ -s "$WINEPREFIX/drive_c/results/out/games.csv" ] || failed "no results on a drive"
ln "$WINEPREFIX/drive_c/results/out/games.csv" other-name
! torneo run --games three-mens-morris --engines random greedy --rounds 1 --no-analysis --out 'C:\results\out' --resume >said 2>&1 \
    || failed "a file with two names is changed"
tried "backslashes, a drive letter, a path of more than 260 characters, a file with two names"

# Programs as players: a script by UCI, and torneo itself by its own protocol.
programs() {
    printf 'name = "programs"\nseed = 1\ngames = ["chess"]\nrounds = %s\nself_play = 2\nengines = ["random",\n' "$1"
    printf '{ name = "script", identity = "script", protocol = "uci", nodes = 1, command = %s },\n' "$2"
    printf '{ name = "own", identity = "own", nodes = 8, command = %s }]\n' "$3"
}
programs 3 "'.\\scripted.exe'" "['$(basename "$program")', 'engine', 'mcts']" >programs.toml
cp "$program" .
quietly torneo run programs.toml --no-analysis --out programs
if [ -n "$native" ]; then
    cc -O1 -o scripted "$here/scripted.c"
    programs 3 '["./scripted"]' "['$native', 'engine', 'mcts']" >native.toml
    "$native" run native.toml --no-analysis --out programs-native >/dev/null 2>&1
    same programs programs-native "programs play other games than on this machine"
fi
tried "programs: the line protocol, UCI"

# A child that a program leaves behind lengthens a file as long as it lives.
still() {
    local before after
    sleep 1
    before="$(size beats)"
    sleep 1
    after="$(size beats)"
    [ "$before" -gt 0 ] || failed "the child of a program did not begin"
    [ "$before" = "$after" ] || failed "what a program started outlives $1"
    rm beats
}
programs 1000 '["./scripted.exe", "beats"]' "['$(basename "$program")', 'engine', 'mcts']" >long.toml
sed 's/^rounds.*/rounds = 2/' long.toml >short.toml
quietly torneo run short.toml --no-analysis --out short
still "its run"
for signal in INT KILL; do
    "$wine" "$program" run long.toml --no-analysis --out "long-$signal" </dev/null >said 2>&1 &
    running=$!
    until [ "$(size beats)" -gt 5 ]; do
        kill -0 "$running" 2>/dev/null || { cat said >&2; failed "the run of programs ended"; }
        sleep 0.05
    done
    kill "-$signal" "$running"
    await
    [ "$signal" = KILL ] || [ "$code" = 130 ] || failed "Ctrl-C ended a run of programs with $code"
    still "torneo, ended by SIG$signal"
done
tried "what programs start ends with the run, with Ctrl-C, and when torneo is killed"
