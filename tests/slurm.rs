//! `torneo slurm`: its scripts, run by hand and by a stand-in for Slurm's programs. A real Slurm is in `tests/slurm`.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_torneo");

/// Characters that shells and Slurm's file names give a meaning.
const AWKWARD: &str = "it's 100% \"$HOME\" `x` \\ *;";

const CONFIG: &str = r#"
name = "array"
seed = 9
games = ["three-mens-morris", "hazard"]
engines = ["random", "greedy", "mcts(sims=30)"]
rounds = 6
"#;

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("run.toml"), CONFIG).unwrap();
        fs::create_dir(folder.path().join("bin")).unwrap();
        Place { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A program of Slurm that is a script here.
    fn stand_in(&self, name: &str, script: &str) {
        let path = self.path("bin").join(name);
        fs::write(&path, format!("#!/bin/bash\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let path = format!("{}:/usr/bin:/bin", self.path("bin").display());
        command.current_dir(self.folder.path()).env("PATH", path);
        command
    }

    fn slurm(&self, arguments: &[&str]) -> Output {
        let mut command = self.command(PROGRAM);
        if !arguments.contains(&"--status") {
            command.args(["slurm", "run.toml", "--calibrate", "1"]).args(arguments).output().unwrap()
        } else {
            command.arg("slurm").args(arguments).output().unwrap()
        }
    }

    fn script(&self, path: &Path, task: Option<usize>) -> Output {
        let mut bash = self.command("bash");
        task.into_iter().for_each(|task| _ = bash.env("SLURM_ARRAY_TASK_ID", task.to_string()));
        bash.arg(path).output().unwrap()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn succeeded(output: &Output) -> String {
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stderr)
}

fn status(place: &Place, run: &str) -> serde_json::Value {
    serde_json::from_str(&succeeded(&place.slurm(&["--status", run, "--json"]))).unwrap()
}

#[test]
fn the_scripts_play_resume_and_join_to_the_bytes_of_one_machine() {
    let place = Place::new();
    let run = place.path(AWKWARD);
    succeeded(&place.slurm(&["--tasks", "5", "--out", AWKWARD]));
    assert_eq!(status(&place, AWKWARD)["played"], 0);
    for task in 1..=5 {
        succeeded(&place.script(&run.join("play.sh"), Some(task)));
    }
    // Task 2 is begun again after it was cut off, task 3 after it had ended.
    let rows = run.join("shards/2/games.csv");
    let bytes = fs::read(&rows).unwrap();
    let header = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    fs::write(&rows, &bytes[..header]).unwrap();
    let found = status(&place, AWKWARD);
    assert_eq!(
        (found["tasks"][1]["played"].as_u64(), &found["tasks"][1]["state"]),
        (Some(0), &"begun".into())
    );
    assert_eq!(found["tasks"][2]["state"], "finished");
    fs::write(&rows, &bytes).unwrap();
    for task in [2, 3] {
        let again = place.script(&run.join("play.sh"), Some(task));
        assert!(text(&again.stderr).contains("games were there already"), "{}", text(&again.stderr));
    }
    assert!(!run.join("result").exists());
    for _ in 0..2 {
        succeeded(&place.script(&run.join("merge.sh"), None));
    }
    assert!(run.join("result/report.html").exists());
    let found = status(&place, AWKWARD);
    assert_eq!((&found["played"], &found["result"]), (&found["games"], &"joined".into()));
    let whole = place.path("whole");
    let alone =
        place.command(PROGRAM).args(["run", "run.toml", "--no-analysis", "--out"]).arg(&whole).output();
    succeeded(&alone.unwrap());
    for name in ["manifest.json", "games.csv", "seats.csv"] {
        let [ours, theirs] = [&run.join("result"), &whole].map(|folder| fs::read(folder.join(name)).unwrap());
        assert!(ours == theirs, "{name}");
    }
}

#[test]
fn what_is_submitted_is_what_was_asked_for() {
    let place = Place::new();
    place.stand_in(
        "sbatch",
        "echo call >> said; for word in \"$@\"; do echo \"<$word>\" >> said; done; echo $((40 + $(grep -c call said)))",
    );
    let out = succeeded(&place.slurm(&[
        "--tasks",
        "3",
        "--out",
        AWKWARD,
        "--partition",
        "long",
        "--submit",
        "--",
        "--comment=a b'c",
        "--time=1:00",
    ]));
    assert!(out.ends_with("submitted: array 41, then 42 joins the shards\n"), "{out}");
    let said = fs::read_to_string(place.path("said")).unwrap();
    let calls: Vec<Vec<&str>> = said.split("call\n").skip(1).map(|call| call.lines().collect()).collect();
    let run = place.path(AWKWARD);
    let word = |name: &str| format!("<{}>", run.join(name).display());
    for (call, script) in calls.iter().zip(["play.sh", "merge.sh"]) {
        for option in ["<--parsable>", "<--partition=long>", "<--comment=a b'c>", "<--time=1:00>"] {
            assert!(call.contains(&option), "{call:?}");
        }
        assert_eq!(call.last(), Some(&&*word(script)));
    }
    // Slurm reads `%` in names of files as the beginning of a symbol.
    let log = format!("<--output={}/logs/task-%a.log>", run.display().to_string().replace('%', "%%"));
    assert!(calls[0].contains(&&*log), "{:?}", calls[0]);
    assert!(calls[1].contains(&"<--dependency=afterok:41>"), "{:?}", calls[1]);
    assert_eq!(fs::read_to_string(run.join("jobs")).unwrap(), "41 42\n");

    place.stand_in(
        "squeue",
        "echo '41|2|RUNNING|node7|None'; echo '41|3|PENDING||Resources'; echo '42|N/A|PENDING||Dependency'",
    );
    let found = status(&place, AWKWARD);
    let states: Vec<&serde_json::Value> = (0..3).map(|task| &found["tasks"][task]["state"]).collect();
    assert_eq!(states, ["not in the queue", "running on node7", "pending (Resources)"]);
    assert_eq!(found["result"], "pending (Dependency)");
}

#[test]
fn a_job_that_cannot_be_submitted_whole_is_taken_back() {
    let place = Place::new();
    place.stand_in("sbatch", "case \"$*\" in *dependency*) echo 'no such thing' >&2; exit 1;; esac; echo 7");
    place.stand_in("scancel", "echo \"$@\" > cancelled");
    let output = place.slurm(&["--tasks", "2", "--out", "run", "--submit"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("were not submitted"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(place.path("cancelled")).unwrap(), "7\n");
    assert!(!place.path("run/jobs").exists());
}

/// Slurm tells a task that its time is nearly over: what it has played is kept, and it is put back into the queue.
#[test]
fn a_task_whose_time_is_over_goes_back_to_the_queue() {
    let place = Place::new();
    let long = CONFIG.replace("sims=30", "sims=3000").replace("rounds = 6", "rounds = 2000");
    fs::write(place.path("run.toml"), long).unwrap();
    place.stand_in("scontrol", "echo \"$@\" > requeued; exit 1");
    succeeded(&place.slurm(&["--tasks", "2", "--out", "run"]));
    let mut task = place.command("bash");
    task.arg(place.path("run/play.sh")).env("SLURM_ARRAY_TASK_ID", "2").env("SLURM_JOB_ID", "43");
    let mut task = task.spawn().unwrap();
    let rows = place.path("run/shards/2/games.csv");
    while fs::metadata(&rows).map_or(0, |file| file.len()) < 200 {
        assert!(task.try_wait().unwrap().is_none(), "the task ended");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-USR1", &task.id().to_string()]).status().unwrap().success());
    assert_eq!(task.wait().unwrap().code(), Some(130));
    assert_eq!(fs::read_to_string(place.path("requeued")).unwrap(), "requeue 43\n");
    let found = status(&place, "run");
    let (played, games) =
        (found["tasks"][1]["played"].as_u64().unwrap(), found["tasks"][1]["games"].as_u64());
    assert!(0 < played && Some(played) < games, "{found}");
}

#[test]
fn what_cannot_be_is_refused_and_nothing_is_written() {
    let place = Place::new();
    let refuse = |arguments: &[&str]| refused(&place.slurm(arguments));
    assert!(refuse(&["--tasks", "37"]).contains("expected 1 to 36, the groups of the run, found 37"));
    assert!(refuse(&["--tasks", "0"]).contains("0 is not in 1..="));
    // Whether or not there is a Slurm on the machine that tests.
    let mut alone = place.command(PROGRAM);
    alone.args(["slurm", "run.toml", "--tasks", "2", "--submit"]).env("PATH", place.path("bin"));
    assert!(refused(&alone.output().unwrap()).contains("no program `sbatch` is on the path"));
    for option in ["--array=1-3", "-a1-3", "--dependency=after:1", "--signal=USR2", "--open-mode=truncate"] {
        let said = refuse(&["--tasks", "2", "--", option]);
        assert!(said.contains(option) && said.contains("set by the scripts themselves"), "{said}");
    }
    assert!(refuse(&["--tasks", "2", "--", "long"]).contains("expected an option of sbatch"));
    assert!(refuse(&["--tasks", "2", "--out", "bin/../run.toml"]).contains("is not empty"));
    assert!(refuse(&["--status", "bin"]).contains("is not a folder of `torneo slurm`"));
    assert!(refuse(&["--tasks", "2", "--out", "two\nlines"]).contains("control characters"));
    fs::write(place.path("run.toml"), format!("{CONFIG}\ninterleave = true\n")).unwrap();
    assert!(refuse(&["--tasks", "2"]).contains("in one piece, without shards"));
    fs::write(place.path("run.toml"), CONFIG).unwrap();
    let names: Vec<_> =
        fs::read_dir(place.folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    succeeded(&place.slurm(&["--tasks", "2"]));
    let before = fs::read(place.path("results/array-slurm/slurm.json")).unwrap();
    assert!(refuse(&["--tasks", "3"]).contains("holds the jobs of a run already"));
    assert!(fs::read(place.path("results/array-slurm/slurm.json")).unwrap() == before);
}
