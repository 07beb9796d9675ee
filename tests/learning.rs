//! `torneo learn` as users type it, and engines with what was learnt.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn torneo(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_torneo"));
    command.current_dir(folder).args(arguments).output().expect("the program starts")
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = torneo(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A command that must end with exit code 2 and print nothing to stdout; returns what it says.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = torneo(folder, arguments);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{arguments:?} prints to stdout");
    stderr.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The shortest learning that there is: one generation.
const SHORT: [&str; 4] = ["--minutes", "0.001", "--nodes", "40"];

#[test]
fn the_same_command_gives_the_same_bytes_with_any_number_of_threads() {
    let folder = TempDir::new().unwrap();
    for (threads, out) in [("1", "one"), ("2", "two")] {
        let learn =
            [&["learn", "surakarta", "--seed", "4", "--threads", threads, "--out", out], &SHORT[..]].concat();
        let told = done(folder.path(), &learn);
        assert!(told.contains("generations") && told.contains(&format!("weights: {out}")), "{told}");
        // Terms, sites, lines of two and of three, each in full and by half.
        assert_eq!(told.lines().filter(|line| line.contains("of what was learnt: ")).count(), 8, "{told}");
        assert!(told.contains(", kept") && !told.contains("none of them wins"), "{told}");
    }
    let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(bytes("one"), bytes("two"));
    let other = [&["learn", "surakarta", "--seed", "5", "--out", "other"], &SHORT[..]].concat();
    done(folder.path(), &other);
    assert_ne!(bytes("one"), bytes("other"), "another seed gives other weights");
    let engine = "alpha-beta(nodes=500, evaluation=learned, weights=one)";
    for engine in [engine, &engine.replace("alpha-beta", "best-first")] {
        done(folder.path(), &["bestmove", "surakarta", "--engine", engine]);
    }
    let valued = |weights: &str| {
        let engine = format!("mcts(sims=200, evaluation=learned, weights={weights})");
        done(folder.path(), &["bestmove", "surakarta", "--engine", &engine, "--lines", "9", "--json"])
    };
    assert_eq!(valued("one"), valued("one"));
    let values = |weights: &str| valued(weights).split_once("candidates").map(|(_, rest)| rest.to_owned());
    assert_ne!(values("one"), values("other"), "mcts judges by the weights");
}

#[test]
fn what_does_not_win_is_not_kept() {
    let folder = TempDir::new().unwrap();
    let told =
        done(folder.path(), &[&["learn", "surakarta", "--seed", "1", "--out", "x"], &SHORT[..]].concat());
    assert!(told.contains("none of them wins") && !told.contains(", kept"), "{told}");
    let text = fs::read_to_string(folder.path().join("x")).unwrap();
    assert!(text.contains("\nboard 0 0 0\n") && text.contains("\nown 64 0\n"), "its own evaluation: {text}");
}

#[test]
fn lines_may_be_given() {
    let folder = TempDir::new().unwrap();
    let learn = |game, lines| [&["learn", game, "--lines", lines, "--out", "x"], &SHORT[..]].concat();
    let told = done(folder.path(), &learn("surakarta", "1"));
    let tried: Vec<&str> = told.lines().filter(|line| line.contains("of what was learnt: ")).collect();
    assert!(tried.len() == 2 && tried.iter().all(|line| line.starts_with("sites, ")), "{told}");
    fs::remove_file(folder.path().join("x")).unwrap();
    let told = done(folder.path(), &learn("trax", "0"));
    assert!(told.contains("what the game's own evaluation counts, 50% of what was learnt: "), "{told}");
    let text = fs::read_to_string(folder.path().join("x")).unwrap();
    assert!(
        text.starts_with("torneo-weights 3\ngame trax\n") && text.contains("\nterm one-apart "),
        "{text}"
    );
    fs::remove_file(folder.path().join("x")).unwrap();
    for (game, lines, expected) in
        [("blocker", "3", "1..=2"), ("blocker", "0", "1..=2"), ("trax", "1", "0..=0")]
    {
        let error = refused(folder.path(), &learn(game, lines));
        assert!(error.contains(&format!("lines of {lines} sites")) && error.contains(expected), "{error}");
        assert!(!folder.path().join("x").exists(), "nothing is written");
    }
    assert!(refused(folder.path(), &learn("blocker", "4")).contains("0..=3"));
}

#[test]
fn nothing_is_overwritten_unless_it_is_asked_for() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("three-mens-morris.weights"), "mine").unwrap();
    let learn = [&["learn", "three-mens-morris"], &SHORT[..]].concat();
    let error = refused(folder.path(), &learn);
    assert!(
        error.contains("three-mens-morris.weights is there already") && error.contains("--force"),
        "{error}"
    );
    assert_eq!(fs::read_to_string(folder.path().join("three-mens-morris.weights")).unwrap(), "mine");
    done(folder.path(), &[&learn[..], &["--force"]].concat());
}

#[test]
fn what_cannot_be_learnt_is_refused() {
    let folder = TempDir::new().unwrap();
    for (game, why) in [
        ("hazard", "tells neither what stands where nor what its evaluation counts"),
        ("half-hazard", "tells neither what stands where"),
        ("four-seasons", "tables of two seats"),
        ("martian-chess(players=4)", "tables of two seats"),
        ("surakata", "surakarta"),
    ] {
        let error = refused(folder.path(), &["learn", game, "--minutes", "1"]);
        assert!(error.contains("argument <GAME>") && error.contains(why), "{game}: {error}");
    }
    for minutes in ["0", "-1", "nan", "x"] {
        let error = refused(folder.path(), &["learn", "surakarta", &format!("--minutes={minutes}")]);
        assert!(error.contains("0.001..=1000000"), "{error}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}

#[test]
fn weights_are_held_against_the_game() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("none", "hello\n");
    write("other", "torneo-weights 2\ngame havannah\nboard 169 2 500\nfull 9\nown 64 0\n");
    write("old", "torneo-weights 1\ngame surakarta\nboard 36 2 144\nown 64 0\n");
    let best = |engine: &str| refused(folder.path(), &["bestmove", "surakarta", "--engine", engine]);
    for (engine, words) in [
        ("alpha-beta(evaluation=learned, weights=missing)", &["missing", "No such file"][..]),
        ("alpha-beta(evaluation=learned, weights=none)", &["none: line 1", "torneo-weights 3"]),
        ("alpha-beta(evaluation=learned, weights=old)", &["old: line 1", "torneo-weights 3"]),
        ("alpha-beta(evaluation=learned, weights=other)", &["other: line 3", "`havannah`", "another board"]),
        ("alpha-beta(weights=none)", &["`weights`", "evaluation=learned"]),
        ("best-first(weights=none)", &["`weights`", "evaluation=learned"]),
        ("mcts(weights=none)", &["`weights`", "evaluation=learned"]),
        ("mcts(evaluation=default)", &["evaluation", "game, learned"]),
    ] {
        let error = best(engine);
        assert!(words.iter().all(|word| error.contains(word)), "{engine}: {error}");
    }
    let config =
        "name = \"x\"\ngames = [\"hazard\"]\nengines = [\"random\", \"alpha-beta(evaluation=learned)\"]\n";
    write("run.toml", config);
    let error = refused(folder.path(), &["run", "run.toml"]);
    assert!(error.contains("hazard") && error.contains("run.toml"), "{error}");
}
