//! Names that not every system takes are refused wherever the program writes.

use std::collections::BTreeSet;

use crate::command_line::{refused, stdout};
use crate::packages::commands;

/// Every command with an option or an argument that names what is written, with what else it needs.
const WRITERS: [(&str, &str, &[&str]); 32] = [
    ("run", "--out", &["quickstart"]),
    ("merge", "--out", &["results/a"]),
    ("slurm", "--out", &["run.toml", "--tasks", "2"]),
    ("atlas", "--out", &["atlas.toml"]),
    ("atlas", "--page", &["atlas.toml"]),
    ("advantage", "--out", &["hnefatafl", "--engine", "random"]),
    ("match", "--out", &["random", "greedy", "--games", "blocker"]),
    ("best-of", "--out", &["random", "greedy", "--games", "blocker"]),
    ("tune", "--out", &["alpha-beta", "--game", "blocker", "--param", "depth=1..3"]),
    ("learn", "--out", &["surakarta"]),
    ("export", "--out", &["results/a", "--format", "json"]),
    ("report", "--out", &["results/a"]),
    ("analyze", "--svg", &["results/a"]),
    ("analyze", "--png", &["results/a"]),
    ("web", "--out", &[]),
    ("show", "--svg", &["trax"]),
    ("show", "--png", &["trax"]),
    ("exploit", "--csv", &["rising-hazard", "--engine", "random"]),
    ("solve", "--table", &["three-mens-morris"]),
    ("dice", "--svg", &["3d6"]),
    ("dice", "--png", &["3d6"]),
    ("dice combos", "--svg", &["3d6"]),
    ("dice combos", "--png", &["3d6"]),
    ("dice odds", "--svg", &["hazard"]),
    ("dice odds", "--png", &["hazard"]),
    ("dice run", "--svg", &["-e", "output 1d6"]),
    ("dice run", "--png", &["-e", "output 1d6"]),
    ("man", "", &[]),
    ("rate", "--out", &["random"]),
    ("ladder", "--page", &["surakarta"]),
    ("ladder build", "--out", &["blocker"]),
    ("run", "--name", &["--games", "blocker", "--engines", "random"]),
];

#[test]
fn every_command_that_writes_refuses_names_that_windows_refuses() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (command, option, others) in WRITERS {
        for name in ["con", "NUL.txt", "lpt1.csv", "out.", "a:b"] {
            let place = if option == "--name" { name.to_owned() } else { at(name) };
            let command = command.split(' ').chain(others.iter().copied());
            let option = (!option.is_empty()).then_some(option);
            let arguments: Vec<&str> = command.chain(option).chain([&*place]).collect();
            let said = refused(&arguments);
            let names_it = said.contains(&format!("`{name}`")) || said.contains("a name has letters");
            assert!(names_it, "{arguments:?}: {said}");
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}

/// Options that name what is read.
const READING: [&str; 9] = [
    "--reuse",
    "--replay",
    "--status",
    "--design",
    "--modules",
    "--load",
    "--openings",
    "--engines",
    "--ladder",
];

#[test]
fn the_table_has_every_option_that_writes() {
    let mut known: BTreeSet<(String, String)> = BTreeSet::new();
    known.extend(WRITERS.iter().map(|(command, option, _)| ((*command).to_owned(), (*option).to_owned())));
    let mut found = 0;
    for command in commands() {
        let help = stdout(&command.split(' ').chain(["--help"]).collect::<Vec<_>>());
        for option in help.lines().filter_map(place_option).filter(|option| !READING.contains(option)) {
            let row = (command.clone(), option.to_owned());
            assert!(known.contains(&row), "{command} {option} is in no row");
            found += 1;
        }
    }
    assert!(found > 20, "{found}");
}

/// The option that a line of a help shows, if it takes a file or a folder.
fn place_option(line: &str) -> Option<&str> {
    let (option, value) = line.trim_start().split_once(' ')?;
    let is_place = ["<DIR>", "<FILE>", "<FOLDER>"].iter().any(|place| value.starts_with(place));
    (option.starts_with("--") && is_place).then_some(option)
}
