//! What people see of a run: the standing while it goes on, what is known when it is stopped, tables that fit.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_torneo");

/// Writes a configuration; its path, and where its results go.
fn configuration(folder: &Path, games: &str, engines: &str, rounds: u32) -> (PathBuf, PathBuf) {
    let config = folder.join("live.toml");
    let text =
        format!("name = \"live\"\nseed = 4\ngames = {games}\nengines = {engines}\nrounds = {rounds}\n");
    fs::write(&config, text).unwrap();
    (config, folder.join("out"))
}

/// The bytes of a run that do not depend on how it was watched.
fn bytes(out: &Path) -> Vec<Vec<u8>> {
    ["games.csv", "seats.csv", "manifest.json"].map(|name| fs::read(out.join(name)).unwrap()).to_vec()
}

#[test]
fn tables_are_as_wide_as_the_terminal_and_never_wider_than_100() {
    let folder = tempfile::tempdir().unwrap();
    let games = r#"["three-mens-morris", "three-mens-morris(equal_turns=false)", "hazard"]"#;
    let engines = r#"["random", "greedy", "mcts(sims=20)", { name = "a name that is as long as names of engines become with all their options", spec = "random" }]"#;
    let (config, out) = configuration(folder.path(), games, engines, 2);
    let run =
        Command::new(PROGRAM).arg("run").arg(&config).arg("--out").arg(&out).env_remove("COLUMNS").output();
    let run = run.unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let widest = |text: &[u8]| String::from_utf8_lossy(text).lines().map(|line| line.chars().count()).max();
    assert!(widest(&run.stdout) <= Some(100), "{}", String::from_utf8_lossy(&run.stdout));
    let before = bytes(&out);
    for columns in [40, 60, 80, 300] {
        let analyze = Command::new(PROGRAM)
            .args(["analyze", "--bootstrap", "0", "--replays", "0"])
            .arg(&out)
            .env("COLUMNS", columns.to_string())
            .output();
        let text = analyze.unwrap().stdout;
        let most = columns.min(100);
        assert!(widest(&text) <= Some(most), "{columns}: {}", String::from_utf8_lossy(&text));
        let text = String::from_utf8_lossy(&text).split_whitespace().collect::<Vec<_>>().join(" ");
        for part in ["greedy", "mcts(sims=20)", "hazard", "First player's"] {
            assert!(text.contains(part), "{columns}: {part}: {text}");
        }
    }
    assert!(bytes(&out) == before);
    let all = Command::new(PROGRAM)
        .args(["analyze", "--bootstrap", "0", "--replays", "0"])
        .arg(&out)
        .arg("--all")
        .env("COLUMNS", "40")
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&all.stdout).contains("with all their options"), "nothing is cut");
}

#[test]
fn of_many_engines_the_top_is_shown_and_a_file_has_them_all() {
    let folder = tempfile::tempdir().unwrap();
    let engine = |n: usize| format!("{{ name = \"engine {n}\", spec = \"random\" }}");
    let engines = format!("[{}]", (1..=23).map(engine).collect::<Vec<_>>().join(", "));
    let (config, out) = configuration(folder.path(), r#"["three-mens-morris", "hazard"]"#, &engines, 1);
    let run = Command::new(PROGRAM).arg("run").arg(&config).arg("--out").arg(&out).output().unwrap();
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(text.contains("more engines"), "{text}");
    assert!(text.lines().count() <= 25 && text.lines().all(|line| line.chars().count() <= 100), "{text}");
    let ratings = out.join("ratings.csv");
    let rated = fs::read_to_string(ratings).unwrap();
    assert_eq!(rated.lines().filter(|line| line.starts_with("all,")).count(), 23, "{rated}");
}

/// A line on stderr from time to time, and at the end what is known; the rest of the run is to the byte the same.
#[test]
fn a_run_that_is_piped_says_how_things_stand_and_what_is_known_when_it_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let engines = r#"["random", "greedy", "mcts(sims=300)"]"#;
    let (config, out) = configuration(folder.path(), r#"["three-mens-morris", "surakarta"]"#, engines, 400);
    let run = |more: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command.arg("run").arg(&config).arg("--out").arg(&out).args(more).env("COLUMNS", "60");
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    for more in [&["--report-every", "1"][..], &["--report-every", "1", "--resume"]] {
        let mut child = run(more);
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        let says = |line: &String| line.contains(" games, about ") && line.contains("mcts(sims=300) ");
        let line = lines.find(says).expect("a line says how things stand");
        assert!(line.contains(" of 4800 games, about ") && line.contains(" left; "), "{line}");
        assert!(line.contains("mcts(sims=300) ") && line.contains('['), "{line}");
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let rest: Vec<String> = lines.collect();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let known =
            rest.iter().position(|line| line.ends_with(" of 4800 games are played")).expect("a summary");
        let titles: Vec<&str> = rest[known + 1].split_whitespace().collect();
        assert_eq!(titles, ["engine", "games", "win", "score", "95%"], "{rest:?}");
        let engines: Vec<&str> =
            rest[known + 2..known + 5].iter().map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(engines[0], "mcts(sims=300)", "{rest:?}");
        assert!(rest[known + 1..known + 5].iter().all(|line| line.chars().count() <= 60), "{rest:?}");
        assert!(rest.last().unwrap().starts_with("interrupted; continue with: "), "{rest:?}");
    }
}

#[test]
fn on_a_terminal_the_standing_is_below_the_bar() {
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("skipped: no `script`, which makes terminals");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let engines = r#"["random", "mcts(time=0.03)"]"#;
    let (config, out) = configuration(folder.path(), r#"["three-mens-morris"]"#, engines, 20);
    let command = format!("{PROGRAM} run {} --threads 1 --out {}", config.display(), out.display());
    let mut shown = Command::new("script");
    shown.args(["-q", "-e", "-c", &command, "/dev/null"]).env("COLUMNS", "70").env("TERM", "xterm");
    let shown = shown.stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&shown.stdout);
    assert!(shown.status.success(), "{text}");
    for part in [
        "three-mens-morris: random - mcts(time=0.03)",
        "engine",
        "score",
        " left",
        "mcts(time=0.03)  ",
        "95%",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
