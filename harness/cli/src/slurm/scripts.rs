//! The scripts that Slurm runs.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::job::{FILE, Job, LOGS, RESULT, SHARDS, SUBMITTED};
use crate::Failure;
use crate::run::quoted;

/// The script that submits the others.
pub const SUBMIT: &str = "submit.sh";
const PLAY: &str = "play.sh";
const MERGE: &str = "merge.sh";

/// Seconds before the end of its time at which a task is told to stop; Slurm may say so up to a minute earlier.
const BEFORE_END: u64 = 60;

/// Writes the folder of a job.
///
/// # Errors
/// A folder or a file that cannot be written; nothing that was there is overwritten.
pub fn write(job: &Job, folder: &Path) -> Result<(), Failure> {
    let written = || -> io::Result<()> {
        fs::create_dir_all(folder)?;
        fs::create_dir(folder.join(SHARDS))?;
        fs::create_dir(folder.join(LOGS))?;
        let description = serde_json::to_string_pretty(job).expect("a job is plain data") + "\n";
        let files = [(PLAY, play(job)), (MERGE, merge(job)), (SUBMIT, submit(job)), (FILE, description)];
        for (name, text) in files {
            let mut file = OpenOptions::new().write(true).create_new(true).open(folder.join(name))?;
            file.write_all(text.as_bytes())?;
        }
        Ok(())
    };
    written().map_err(|error| Failure::run(format!("cannot write {}: {error}", folder.display())))
}

/// The path of something in the folder of a job, as a word of a shell.
pub fn path(job: &Job, name: &str) -> String {
    quoted(&format!("{}/{name}", job.folder))
}

/// The same as a pattern of sbatch for the names of files.
fn log(job: &Job, name: &str) -> String {
    quoted(&format!("{}/{LOGS}/{name}", job.folder.replace('%', "%%")))
}

/// Plays the shard of a task. A task that is begun once more, or that its time limit ends, goes on where it was.
fn play(job: &Job) -> String {
    let tasks = job.tasks.len();
    let shards: Vec<&str> = job.tasks.iter().map(|task| &*task.shard).collect();
    let shards = shards.join("\n    ");
    let (working_folder, program, config) =
        (quoted(&job.working_folder), quoted(&job.program), quoted(&job.config));
    let out = path(job, SHARDS);
    format!(
        r#"#!/bin/bash
# Plays one shard of the run: the task's. Written by `torneo slurm`; {SUBMIT} submits it.
#SBATCH --array=1-{tasks}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:USR1@{BEFORE_END}
set -u
shards=(
    {shards}
)
cd -- {working_folder} || exit 1
out={out}/"$SLURM_ARRAY_TASK_ID"
resume=()
if [ -e "$out" ]; then resume=(--resume); fi

# Signals come to this shell, which hands them on: the run then keeps every finished game.
run=
requeue=
trap 'requeue=yes; [ -z "$run" ] || kill -INT "$run"' USR1
trap '[ -z "$run" ] || kill -INT "$run"' INT TERM
{program} run {config} --shard "${{shards[SLURM_ARRAY_TASK_ID - 1]}}" --out "$out" \
    --threads "${{SLURM_CPUS_ON_NODE:-1}}" --no-analysis "${{resume[@]}}" &
run=$!
[ -z "$requeue" ] || kill -INT "$run"
while :; do
    wait "$run"
    code=$?
    # A signal ends the waiting, not the run.
    kill -0 "$run" 2>/dev/null || break
done
if [ -n "$requeue" ] && [ "$code" = 130 ]; then
    echo "the time is over: the task goes on later"
    scontrol requeue "$SLURM_JOB_ID" && sleep 60
fi
exit "$code"
"#
    )
}

/// Joins the shards and analyses the results.
fn merge(job: &Job) -> String {
    let (working_folder, program) = (quoted(&job.working_folder), quoted(&job.program));
    let (tasks, shards, result) = (job.tasks.len(), path(job, SHARDS), path(job, RESULT));
    format!(
        r#"#!/bin/bash
# Joins the shards and analyses the results, once all tasks have ended well. Written by `torneo slurm`.
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu
cd -- {working_folder}
if [ ! -e {result}/manifest.json ]; then
    shards=()
    for task in $(seq {tasks}); do shards+=({shards}/"$task"); done
    {program} merge "${{shards[@]}}" --out {result}
fi
{program} analyze {result}
{program} report {result}
"#
    )
}

/// Submits both jobs and notes their numbers.
fn submit(job: &Job) -> String {
    let options: Vec<String> = job.options.iter().map(|option| format!(" {}", quoted(option))).collect();
    let options = options.concat();
    let name = quoted(&job.name);
    let (play, merge, submitted) = (path(job, PLAY), path(job, MERGE), path(job, SUBMITTED));
    let (play_log, merge_log) = (log(job, "task-%a.log"), log(job, "merge.log"));
    format!(
        r#"#!/bin/bash
# Submits the run: its shards, then the job that joins them. What is finished is not played again, so that this can be
# done once more after a failure. Further arguments go to sbatch. Written by `torneo slurm`.
set -euo pipefail
array="$(sbatch --parsable --job-name={name} --output={play_log}{options} "$@" {play})"
# In a federation the name of the cluster follows the number.
array="${{array%%;*}}"
merge="$(sbatch --parsable --job-name={name} --output={merge_log} --dependency="afterok:$array" \
    --kill-on-invalid-dep=yes{options} "$@" {merge})" || {{ scancel "$array"; exit 1; }}
echo "$array ${{merge%%;*}}" >> {submitted}
echo "submitted: array $array, then ${{merge%%;*}} joins the shards"
"#
    )
}
