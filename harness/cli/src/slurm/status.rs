//! The progress of the jobs of a folder.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::Serialize;
use torneo_arena::results::{GAMES, MANIFEST, last_number};
use torneo_arena::storage;
use torneo_present::table::{Column, aligned};

use super::job::{Job, RESULT, SHARDS, SUBMITTED};
use crate::Failure;
use crate::output::{print, print_json};

/// What Slurm says of the jobs that were submitted last: the state of each task, and of the one that joins them.
#[derive(Default)]
struct Queue {
    /// By task; none for the job that joins the shards.
    states: HashMap<Option<usize>, String>,
    submitted: bool,
}

/// How far everything is.
#[derive(Serialize)]
struct Status {
    name: String,
    games: u64,
    played: u64,
    tasks: Vec<TaskStatus>,
    /// What there is to be said of the joined results.
    result: String,
    /// Where they are, once they are there.
    folder: Option<String>,
}

#[derive(Serialize)]
struct TaskStatus {
    task: usize,
    shard: String,
    games: u64,
    played: u64,
    state: String,
}

/// Prints the progress of the jobs of a folder.
///
/// # Errors
/// A folder that holds no jobs.
pub fn tell_of(folder: &Path, json: bool) -> Result<(), Failure> {
    let job = Job::read(folder)?;
    let queue = Queue::ask(folder);
    let status = Status::of(&job, folder, &queue);
    if json {
        print_json(&status);
        return Ok(());
    }
    print(&format!(
        "{}: {} of {} games in {} tasks",
        status.name,
        status.played,
        status.games,
        status.tasks.len()
    ));
    let row = |TaskStatus { task, shard, games, played, state }: &TaskStatus| {
        vec![task.to_string(), format!("groups {shard}: {played} of {games} games, {state}")]
    };
    let columns = [("", Column::Right(5)), ("", Column::Left(0))];
    let lines = aligned(&columns, status.tasks.iter().map(row).collect());
    lines.lines().for_each(|line| print(&format!("    {line}")));
    print(&match &status.folder {
        Some(folder) => format!("results: {folder}"),
        None => format!("results: {}", status.result),
    });
    Ok(())
}

impl Status {
    fn of(job: &Job, folder: &Path, queue: &Queue) -> Status {
        let task = |(task, planned): (usize, &super::job::Task)| {
            let rows = folder.join(SHARDS).join(task.to_string()).join(GAMES);
            let begun = rows.exists();
            let last = last_number(&rows).ok().flatten();
            let played =
                last.map_or(0, |last| (last + 1).saturating_sub(planned.first_game)).min(planned.games);
            let state = match queue.states.get(&Some(task)) {
                _ if played == planned.games => "finished".to_owned(),
                Some(state) => state.clone(),
                None if begun && queue.submitted => "stopped".to_owned(),
                None if begun => "begun".to_owned(),
                None => queue.absent(),
            };
            TaskStatus { task, shard: planned.shard.clone(), games: planned.games, played, state }
        };
        let tasks: Vec<TaskStatus> = (1..).zip(&job.tasks).map(task).collect();
        let result = folder.join(RESULT);
        let there = result.join(MANIFEST).exists();
        Status {
            name: job.name.clone(),
            games: job.games,
            played: tasks.iter().map(|task| task.played).sum(),
            tasks,
            result: match queue.states.get(&None) {
                _ if there => "joined".to_owned(),
                Some(state) => state.clone(),
                None => queue.absent(),
            },
            folder: there.then(|| result.display().to_string()),
        }
    }
}

impl Queue {
    /// Asks Slurm, where it is.
    fn ask(folder: &Path) -> Queue {
        let Ok(text) = storage::read_to_string(&folder.join(SUBMITTED)) else { return Queue::default() };
        let Some((array, merge)) = text.lines().last().and_then(|line| line.split_once(' ')) else {
            return Queue::default();
        };
        let asked = Command::new("squeue")
            .args(["--noheader", "--array", "--format=%F|%K|%T|%N|%r"])
            .arg(format!("--jobs={array},{merge}"))
            .stderr(Stdio::null())
            .output();
        let said = asked.map(|asked| String::from_utf8_lossy(&asked.stdout).into_owned()).unwrap_or_default();
        let states = said.lines().filter_map(|line| state(line, array, merge)).collect();
        Queue { states, submitted: true }
    }

    /// What is to be said of a job that is not in the queue.
    fn absent(&self) -> String {
        if self.submitted { "not in the queue".to_owned() } else { "not submitted".to_owned() }
    }
}

/// A line of squeue.
fn state(line: &str, array: &str, merge: &str) -> Option<(Option<usize>, String)> {
    let mut fields = line.split('|');
    let mut field = || fields.next().map(str::trim);
    let (job, index, state, nodes, reason) = (field()?, field()?, field()?, field()?, field()?);
    let state = state.to_lowercase();
    let state = match (nodes, reason) {
        ("" | "(null)", "" | "None") => state,
        ("" | "(null)", reason) => format!("{state} ({reason})"),
        (nodes, _) => format!("{state} on {nodes}"),
    };
    match index.parse() {
        Ok(task) if job == array => Some((Some(task), state)),
        _ if job == merge => Some((None, state)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_squeue_are_read() {
        let read = |line| state(line, "7", "15");
        let task = |task, state: &str| Some((Some(task), state.to_owned()));
        assert_eq!(read("7|3|RUNNING|node1|None"), task(3, "running on node1"));
        assert_eq!(read("7|12|PENDING||BeginTime"), task(12, "pending (BeginTime)"));
        assert_eq!(read("15|N/A|PENDING||Dependency"), Some((None, "pending (Dependency)".to_owned())));
        assert_eq!(read("8|1|RUNNING|node1|None"), None);
        assert_eq!(read("slurm_load_jobs error: Invalid job id specified"), None);
    }
}
