//! Ctrl-C and signals while games are played, on a terminal and without one.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::terminal::pseudo_terminal;

/// Two games at a time, of some tenths of a second each.
const CONFIG: &str = "name = \"slow\"
seed = 5
games = [\"blocker\"]
engines = [\"greedy\", \"ENGINE\"]
rounds = 6
";
const COUNTED: &str = "mcts(sims=600)";
const TIMED: &str = "mcts(time=0.03)";
/// What a terminal sends for Ctrl-C.
const CTRL_C: &[u8] = b"\x03";

fn configured(folder: &Path, engine: &str) {
    fs::write(folder.join("slow.toml"), CONFIG.replace("ENGINE", engine)).unwrap();
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_torneo");

fn run(mut command: Command, folder: &Path, more: &[&str]) -> Command {
    command.current_dir(folder).args(["run", "slow.toml", "--no-analysis", "--threads", "2"]).args(more);
    command.env("TERM", "xterm").env("COLUMNS", "100").stdin(Stdio::null());
    command
}

/// The rows of the games in a folder.
fn rows(folder: &Path, out: &str) -> Vec<String> {
    let games = fs::read_to_string(folder.join(out).join("games.csv")).unwrap_or_default();
    games.lines().skip(1).map(str::to_owned).collect()
}

fn await_rows(folder: &Path, out: &str, count: usize) {
    let began = Instant::now();
    while rows(folder, out).len() < count || !folder.join(out).join("games.csv").exists() {
        assert!(began.elapsed() < Duration::from_secs(100), "no games are played");
        sleep(Duration::from_millis(5));
    }
}

/// The exit code of a run on a terminal, and what its screen showed; `act` has the keyboard once so many games are there.
fn at_terminal(
    folder: &Path,
    out: &str,
    games: usize,
    act: impl FnOnce(&mut fs::File, &Child),
) -> (Option<i32>, String) {
    let (mut screen, slave) = pseudo_terminal();
    // `setsid --ctty` makes its terminal the one whose keys give signals.
    let mut command = Command::new("setsid");
    command.args(["--ctty", PROGRAM]);
    let mut command = run(command, folder, &["--out", out]);
    // What is on its way to the screen is lost when nobody has the terminal open any more.
    let held = slave.try_clone().unwrap();
    command.stdin(slave.try_clone().unwrap()).stdout(slave.try_clone().unwrap()).stderr(slave);
    let mut child = command.spawn().expect("setsid starts");
    drop(command);
    let mut read = screen.try_clone().unwrap();
    let reading = std::thread::spawn(move || {
        let (mut seen, mut some) = (Vec::new(), [0; 4096]);
        while let Ok(count @ 1..) = read.read(&mut some) {
            seen.extend_from_slice(&some[..count]);
        }
        String::from_utf8_lossy(&seen).into_owned()
    });
    await_rows(folder, out, games);
    act(&mut screen, &child);
    let code = child.wait().expect("it ends").code();
    sleep(Duration::from_millis(500));
    drop(held);
    (code, reading.join().unwrap())
}

/// Goes on with a run to its end, without a terminal.
fn resumed(folder: &Path, out: &str) -> Vec<String> {
    let output = run(Command::new(PROGRAM), folder, &["--out", out, "--resume"]).output();
    let output = output.expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    rows(folder, out)
}

#[test]
fn the_first_key_lets_the_games_end_that_are_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    configured(folder, COUNTED);
    let (code, screen) = at_terminal(folder, "out", 2, |keys, _| keys.write_all(CTRL_C).unwrap());
    assert_eq!(code, Some(130), "{screen}");
    let told = screen.split("finishing ").nth(1).expect("it says so");
    assert!(told.contains("; once more to stop at once"), "{screen}");
    let on: usize = told.split(' ').next().unwrap().parse().unwrap();
    assert!((1..=4).contains(&on), "{screen}");
    assert!(screen.contains("interrupted; continue with: "), "{screen}");
    // Whole pairs, and not all of them.
    let found = rows(folder, "out").len();
    assert!(found.is_multiple_of(2) && (2..12).contains(&found), "{found}");
    assert_eq!(resumed(folder, "out"), {
        fs::rename(folder.join("out"), folder.join("there")).unwrap();
        let whole = run(Command::new(PROGRAM), folder, &["--out", "out"]).output().unwrap();
        assert!(whole.status.success());
        rows(folder, "out")
    });
    for file in ["games.csv", "seats.csv", "manifest.json"] {
        let read = |out: &str| fs::read(folder.join(out).join(file)).unwrap();
        assert!(read("there") == read("out"), "{file}");
    }
}

#[test]
fn the_second_key_stops_at_once() {
    let folder = tempfile::tempdir().unwrap();
    // Its games would go on for hours.
    configured(folder.path(), "mcts(sims=100000000)");
    let (code, screen) = at_terminal(folder.path(), "out", 0, |keys, _| {
        sleep(Duration::from_millis(1500));
        keys.write_all(CTRL_C).unwrap();
        sleep(Duration::from_millis(300));
        keys.write_all(CTRL_C).unwrap();
    });
    assert_eq!(code, Some(130), "{screen}");
    assert!(screen.contains("finishing ") && screen.contains("stopping: "), "{screen}");
}

/// A run by the clock has other games each time; those that are there stay as they are.
#[test]
fn timed_games_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    configured(folder, TIMED);
    let (code, screen) = at_terminal(folder, "out", 2, |keys, _| keys.write_all(CTRL_C).unwrap());
    assert!(code == Some(130) && screen.contains("finishing "), "{screen}");
    let before = rows(folder, "out");
    let after = resumed(folder, "out");
    assert!(before.len() < 12 && after.len() == 12, "{} and {}: {screen}", before.len(), after.len());
    assert_eq!(after[..before.len()], before);
}

#[test]
fn other_signals_and_other_places_stop_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    configured(folder, COUNTED);
    let end = |child: &Child, signal| kill_process(Pid::from_child(child), signal).unwrap();
    let (code, screen) = at_terminal(folder, "term", 2, |_, child| end(child, Signal::TERM));
    assert_eq!(code, Some(130), "{screen}");
    assert!(screen.contains("stopping: ") && !screen.contains("finishing"), "{screen}");
    let mut command = run(Command::new(PROGRAM), folder, &["--out", "int"]);
    let mut child = command.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    await_rows(folder, "int", 2);
    end(&child, Signal::INT);
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{said}");
    assert!(said.contains("stopping: ") && !said.contains("finishing"), "{said}");
    assert_eq!(resumed(folder, "int"), resumed(folder, "term"));
}
