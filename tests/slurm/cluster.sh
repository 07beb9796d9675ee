#!/usr/bin/env bash
# A Slurm of two nodes on this machine, in a folder of its own: `cluster.sh start FOLDER`, `cluster.sh stop FOLDER`.
# Needs munged, slurmctld, slurmd (Debian: slurm-wlm, munge) and root. Then `export SLURM_CONF=FOLDER/slurm.conf`.
# `cluster.sh kill FOLDER NODE` ends a node as a power cut would: its daemon and everything that it runs.
set -euo pipefail

# The ports of the controller and of the two nodes follow this one.
port="${SLURM_TEST_PORT:-16817}"

write_configuration() {
    cat >"$1/slurm.conf" <<CONF
ClusterName=torneo
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$port
SlurmctldPidFile=$1/slurmctld.pid
SlurmctldLogFile=$1/slurmctld.log
SlurmdPidFile=$1/slurmd-%n.pid
SlurmdLogFile=$1/slurmd-%n.log
SlurmdSpoolDir=$1/spool-%n
StateSaveLocation=$1/state
SlurmUser=root
AuthType=auth/munge
# A task that begins again waits until its former credentials have expired.
AuthInfo=socket=$1/munge.socket,cred_expire=5
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
# A node that is gone is noticed within seconds, and its tasks begin again elsewhere.
SlurmdTimeout=5
JobRequeue=1
ReturnToService=2
KillWait=5
NodeName=node1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=2 State=UNKNOWN
NodeName=node2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=2 State=UNKNOWN
PartitionName=games Nodes=node1,node2 Default=YES MaxTime=INFINITE State=UP
PartitionName=other Nodes=node2 MaxTime=INFINITE State=UP
CONF
}

start() {
    mkdir -p "$1/state" "$1/munge" "$1/spool-node1" "$1/spool-node2"
    chmod 755 "$1"
    chmod 700 "$1/munge"
    write_configuration "$1"
    dd if=/dev/urandom of="$1/munge/key" bs=128 count=1 status=none
    chmod 600 "$1/munge/key"
    munged --force --key-file="$1/munge/key" --socket="$1/munge.socket" --pid-file="$1/munge/pid" \
        --log-file="$1/munge/log" --seed-file="$1/munge/seed" --num-threads=2
    export SLURM_CONF="$1/slurm.conf"
    slurmctld -i
    slurmd -N node1
    slurmd -N node2
    for _ in $(seq 100); do
        [ "$(sinfo --noheader --states=idle --Node --partition=games 2>/dev/null | wc -l)" = 2 ] && return
        sleep 0.2
    done
    echo "the nodes do not come up; see $1/slurmctld.log and $1/slurmd-*.log" >&2
    exit 1
}

# The daemon first, then the daemons of the tasks, which would still tell the controller how their tasks ended, then the tasks.
kill_node() {
    local process steps tasks=()
    for process in /proc/[0-9]*; do
        if grep -qz "^SLURMD_NODENAME=$2\$" "$process/environ" 2>/dev/null; then
            tasks+=("${process#/proc/}")
        fi
    done
    kill -KILL "$(cat "$1/slurmd-$2.pid")"
    rm "$1/slurmd-$2.pid"
    if [ "${#tasks[@]}" -gt 0 ]; then
        # A task's daemon leads no session of its own, but it is in that of its task.
        steps="$(ps -o sid= -p "$(IFS=,; echo "${tasks[*]}")" | sort -u | paste -sd, | tr -d ' ')"
        for process in $(ps -o pid=,comm= -s "$steps" | awk '$2 == "slurmstepd" { print $1 }') "${tasks[@]}"; do
            kill -KILL "$process" 2>/dev/null || true
        done
    fi
    echo "$2 is gone, and ${#tasks[@]} processes with it"
}

# Ends the daemons, and returns when they have written their last: the folder may be removed then. What still runs after
# fifteen seconds is killed.
stop() {
    local file pid running=()
    for file in "$1"/slurmd-node1.pid "$1"/slurmd-node2.pid "$1/slurmctld.pid" "$1/munge/pid"; do
        if [ -s "$file" ]; then
            pid="$(cat "$file")"
            if kill "$pid" 2>/dev/null; then running+=("$pid"); fi
        fi
    done
    for pid in "${running[@]}"; do
        for _ in $(seq 150); do
            is_running "$pid" || continue 2
            sleep 0.1
        done
        kill -KILL "$pid" 2>/dev/null || true
    done
}

# Whether a process still does something; one that nobody waited for does not.
is_running() {
    case "$(ps -o stat= -p "$1")" in
    "" | Z*) return 1 ;;
    esac
}

case "${1:-} ${2:+folder}" in
"start folder") start "$(realpath -m "$2")" ;;
"stop folder") stop "$(realpath "$2")" ;;
"kill folder") kill_node "$(realpath "$2")" "$3" ;;
*)
    echo "expected: cluster.sh start FOLDER | stop FOLDER | kill FOLDER NODE" >&2
    exit 2
    ;;
esac
