#!/usr/bin/env bash
# A run as a job array on a real Slurm of two nodes (cluster.sh): eight shards, one node lost in the middle, one task that its
# time limit ends; in the end the bytes of a single machine. `test.sh PROGRAM`; needs what cluster.sh needs, else it fails.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
torneo="$(realpath "$1")"
for needed in munged slurmctld slurmd sbatch squeue scancel; do
    command -v "$needed" >/dev/null || { echo "error: $needed is missing (Debian: slurm-wlm, munge)" >&2; exit 1; }
done
[ "$(id -u)" = 0 ] || { echo "error: only root can start a Slurm" >&2; exit 1; }

folder="$(mktemp -d)"
trap 'echo "failed: line $LINENO" >&2' ERR
# What came out before is what counts: a file that a daemon still writes while its folder is removed fails nothing.
clean() {
    "$here/cluster.sh" stop "$folder/slurm" || true
    rm -rf "$folder" || { sleep 5; rm -rf "$folder"; } || echo "left behind: $folder" >&2
}
trap clean EXIT
"$here/cluster.sh" start "$folder/slurm"
export SLURM_CONF="$folder/slurm/slurm.conf"
cd "$folder"

fail() {
    echo "failed: $1" >&2
    tail -n 20 "$folder"/slurm/*.log "$run"/logs/* >&2 || true
    "$torneo" slurm --status "$run" >&2 || true
    exit 1
}

# Waits until a command succeeds; says what was awaited if it does not within four minutes.
await() {
    local what="$1"
    shift
    for _ in $(seq 480); do
        if "$@"; then return; fi
        sleep 0.5
    done
    fail "in vain: $what"
}

# Games with costs of all sizes: the last one takes nearly all the time.
cat >array.toml <<CONFIG
name = "array"
seed = 8
games = ["hazard", "three-mens-morris", "hnefatafl"]
engines = ["random", "greedy", "mcts(sims=${SLURM_TEST_SIMS:-12000})"]
rounds = 12
CONFIG

# A folder that needs quoting everywhere.
run="$folder/it's a \"run\" of 100%a \$HOME"
"$torneo" slurm array.toml --tasks 8 --calibrate 5 --out "$run" --partition games --submit -- --cpus-per-task=1
[ -s "$run/jobs" ] || fail "no jobs were noted"
read -r array merge <"$run/jobs"

status() { "$torneo" slurm --status "$run" --json; }
# The tasks that play on a node, begun and not finished.
playing_on() {
    status | python3 -c '
import json, sys
for task in json.load(sys.stdin)["tasks"]:
    if task["state"] == "running on " + sys.argv[1] and 0 < task["played"] < task["games"]:
        print(task["task"])' "$1"
}
plays_on() { [ -n "$(playing_on "$1")" ]; }

await "a task in the middle of its games on node1" plays_on node1
lost="$(playing_on node1 | head -n 1)"
"$here/cluster.sh" kill "$folder/slurm" node1
# What Slurm sends shortly before the time of a task is over. The task may end by itself just then: another one is asked.
end_one() {
    ended="$(playing_on node2 | head -n 1)"
    [ -n "$ended" ] && scancel --batch --signal=USR1 "${array}_$ended" && sleep 3 \
        && grep -q "the time is over" "$run/logs/task-$ended.log"
}
await "a task on node2 ended by its time" end_one

finished() { [ -e "$run/result/report.html" ]; }
await "the joined results" finished
status | grep -q '"result": "joined"' || fail "the status does not tell of the results"
grep -q "games were there already" "$run/logs/task-$lost.log" || fail "the task of the lost node did not go on"
grep -q "games were there already" "$run/logs/task-$ended.log" || fail "the task that its time ended did not go on"

"$torneo" run array.toml --out whole --no-analysis
for file in manifest.json games.csv seats.csv; do
    cmp "whole/$file" "$run/result/$file" || fail "$file differs from that of a single machine"
done
# Submitted again, everything is there already.
bash "$run/submit.sh"
emptied() { [ -z "$(squeue --noheader)" ]; }
await "the second time" emptied
cmp whole/games.csv "$run/result/games.csv" || fail "the second time changed the results"
echo "Slurm: array $array with task $lost lost and task $ended ended, joined by $merge: the bytes of a single machine"
