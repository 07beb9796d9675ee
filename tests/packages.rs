//! What people install: what the program says of its build, and what comes with it for shells and for `man`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::command_line::stdout;
use crate::support::program::{IS_OWN, PROGRAM};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What `git` says in the checkout; none where there is none.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").current_dir(root()).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap().trim_end().to_owned())
}

#[test]
fn the_version_says_what_the_program_was_built_from() {
    let short = stdout(&["-V"]);
    assert_eq!(short, concat!("torneo ", env!("CARGO_PKG_VERSION"), "\n"));
    let long = stdout(&["--version"]);
    let lines: Vec<&str> = long.lines().collect();
    let [first, commit, target, rustc] = lines[..] else { panic!("expected four lines: {long}") };
    assert_eq!(first, short.trim_end());
    let commit = commit.strip_prefix("commit: ").unwrap();
    let hash = commit.strip_suffix(" (changed)").unwrap_or(commit);
    let is_hash = hash.len() == 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(is_hash || commit == "unknown", "{long}");
    let head = git(&["rev-parse", "--show-toplevel"])
        .filter(|checkout| Path::new(checkout).canonicalize().ok() == root().canonicalize().ok())
        .and_then(|_| git(&["rev-parse", "HEAD"]));
    // A build after a commit tells of that commit.
    assert!(!*IS_OWN || hash == head.as_deref().unwrap_or("unknown"), "{long}, HEAD is {head:?}");
    assert!(target.strip_prefix("target: ").unwrap().contains(std::env::consts::ARCH), "{long}");
    let version = rustc.strip_prefix("rustc: ").unwrap();
    assert!(version.starts_with("1.") && version.contains('.'), "{long}");
}

/// The commands for people as they are typed, such as `dice roll`.
pub fn commands() -> Vec<String> {
    let mut found = below("");
    let nested: Vec<String> = found.iter().flat_map(|command| below(command)).collect();
    found.extend(nested);
    found
}

/// The commands that the help of a command lists.
fn below(command: &str) -> Vec<String> {
    let help = stdout(&command.split_whitespace().chain(["--help"]).collect::<Vec<_>>());
    let list = help.split("Commands:\n").nth(1).unwrap_or_default();
    let names = list.lines().take_while(|line| !line.is_empty()).filter_map(|line| {
        let name = line.strip_prefix("  ")?.split(' ').next()?;
        (!name.is_empty() && name != "help").then_some(name)
    });
    names.map(|name| format!("{command} {name}").trim_start().to_owned()).collect()
}

#[test]
fn every_command_has_a_page_that_man_takes() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    let said = stdout(&["man", pages.to_str().unwrap()]);
    let written: BTreeSet<String> = fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let names = commands().into_iter().map(|name| format!("torneo-{}.1", name.replace(' ', "-")));
    let expected: BTreeSet<String> = names.chain(["torneo.1".to_owned()]).collect();
    assert_eq!(written, expected);
    assert!(written.contains("torneo-dice-roll.1"), "{written:?}");
    assert!(said.starts_with(&format!("{} pages: ", written.len())), "{said}");
    let groff = std::env::var("TORNEO_GROFF").unwrap_or_default();
    if groff.is_empty() {
        return eprintln!("skipped: TORNEO_GROFF names no groff, so no page was formatted");
    }
    for name in written {
        let page = Command::new(&groff).args(["-man", "-ww", "-Tutf8"]).arg(pages.join(&name)).output();
        let page = page.unwrap();
        let warnings = String::from_utf8_lossy(&page.stderr);
        assert!(page.status.success() && warnings.is_empty(), "{name}: {warnings}");
        assert!(!page.stdout.is_empty(), "{name}");
    }
}

#[test]
fn every_shell_has_completions() {
    let begins = [
        ("bash", "_torneo()"),
        ("zsh", "#compdef torneo"),
        ("fish", "complete -c torneo"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion:arg-completer[torneo]"),
    ];
    for (shell, holds) in begins {
        let script = stdout(&["completions", shell]);
        assert!(script.contains(holds) && script.contains("advantage"), "{shell}: {script}");
    }
}

/// Every file of `configs` is built in, as it is.
#[test]
fn the_configurations_are_those_of_the_folder() {
    let registry = torneo::registry();
    let built_in: BTreeMap<String, String> = registry
        .configurations()
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
        .collect();
    let files = fs::read_dir(root().join("configs")).unwrap().map(|entry| entry.unwrap().path());
    let files: BTreeMap<String, String> = files
        .map(|path| {
            (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap())
        })
        .collect();
    assert_eq!(built_in, files);
    // The results go to `results/NAME`.
    for (name, text) in files {
        assert!(
            text.contains(&format!("\nname = \"{name}\"\n"))
                || text.starts_with(&format!("name = \"{name}\"\n")),
            "{name}"
        );
    }
}

/// The program in a folder.
fn within(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(&*PROGRAM).current_dir(folder).args(arguments).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .split_whitespace()
        .filter(|word| *word != "\u{2502}")
        .collect::<Vec<_>>()
        .join(" ")
}

const SMALL: &str = r#"name = "mine"
seed = 3
games = ["three-mens-morris"]
engines = ["random", "greedy"]
rounds = 6
"#;

#[test]
fn a_configuration_is_run_by_its_name_unless_a_file_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let there = folder.path();
    let plan = within(there, &["run", "quickstart", "--dry-run"]);
    assert!(plan.status.success() && text(&plan.stdout).starts_with("quickstart: 1080 games"), "{plan:?}");
    // A folder of this name is no configuration.
    fs::create_dir(there.join("quickstart")).unwrap();
    assert!(within(there, &["run", "quickstart", "--dry-run"]).status.success());
    fs::remove_dir(there.join("quickstart")).unwrap();
    let reference = within(there, &["run", "reference", "--no-analysis", "--threads", "2"]);
    assert!(reference.status.success(), "{reference:?}");
    let written = fs::read(there.join("results/reference/games.csv")).unwrap();
    assert!(written == fs::read(root().join("results/reference/games.csv")).unwrap(), "the committed games");
    fs::write(there.join("quickstart"), SMALL).unwrap();
    let plan = within(there, &["run", "quickstart", "--dry-run"]);
    assert!(text(&plan.stdout).starts_with("mine: 12 games"), "{plan:?}");
    for wrong in ["quickstrat", "configs/quickstart.toml", "quickstart.tom"] {
        let refused = within(there, &["run", wrong, "--dry-run"]);
        let said = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{said}");
        for part in [wrong, "did you mean `quickstart`?", "all-games", "zertz-depths"] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
    assert!(!text(&within(there, &["run", "xyzzy-none"]).stderr).contains("did you mean"));
}

/// Parts counted from 0 are those counted from 1: they resume, and merge into the whole.
#[test]
fn parts_are_counted_from_zero() {
    let folder = tempfile::tempdir().unwrap();
    let there = folder.path();
    fs::write(there.join("run.toml"), SMALL).unwrap();
    let run =
        |arguments: &[&str]| within(there, &[&["run", "run.toml", "--no-analysis"], arguments].concat());
    assert!(run(&["--out", "whole"]).status.success());
    for part in ["0/3", "1/3", "2/3"] {
        let done = run(&["--shard", part, "--from-zero"]);
        assert!(done.status.success(), "{done:?}");
    }
    let again = run(&["--shard", "1/3", "--from-zero", "--resume"]);
    assert!(
        again.status.success() && text(&again.stderr).contains("4 games were there already"),
        "{again:?}"
    );
    let parts = ["results/mine/shard-1-of-3", "results/mine/shard-2-of-3", "results/mine/shard-3-of-3"];
    let merged = within(there, &[&["merge"], &parts[..], &["--out", "merged"]].concat());
    assert!(merged.status.success(), "{merged:?}");
    for file in ["games.csv", "seats.csv"] {
        let read = |name: &str| fs::read(there.join(name).join(file)).unwrap();
        assert_eq!(read("merged"), read("whole"), "{file}");
    }
    let plan = run(&["--shard", "0/3", "--from-zero", "--dry-run"]);
    assert!(text(&plan.stdout).contains("shard 0/3 (counted from 0): 4 games in 2 groups"), "{plan:?}");
    for (arguments, says) in [
        (&["--shard", "3/3", "--from-zero"][..], "`0/3` to `2/3`, found `3/3`"),
        (&["--shard", "0..2", "--from-zero"], "found `0..2`"),
        (&["--shard", "0/3"], "found `0/3`"),
        (&["--from-zero"], "--shard"),
    ] {
        let refused = run(arguments);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(text(&refused.stderr).contains(says), "{refused:?}");
    }
}

/// What the program has built in from outside the folders of crates is in the sources for pip, and in the crates as they are published.
#[test]
fn what_is_built_in_is_in_every_package() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let (script, pip, crates) =
        (read("harness/build.rs"), read("python/pyproject.toml"), read("release/crates.sh"));
    let folders: BTreeSet<&str> = script
        .split("\"../")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .filter(|folder| root().join(folder).is_dir())
        .collect();
    assert!(folders.len() > 3, "{folders:?}");
    for folder in folders {
        let (place, wildcard) = (folder.split('/').next().unwrap(), format!("\"{folder}/"));
        assert!(pip.contains(&wildcard) || pip.contains(&format!("\"{place}/**")), "pip lacks {folder}");
        assert!(root().join("python").join(folder).is_dir(), "python/{folder} leads to {folder}");
        let is_brought = |line: &str| {
            let brought = line.strip_prefix("bring ").and_then(|rest| rest.split(' ').next());
            brought.is_some_and(|brought| Path::new(folder).starts_with(brought))
        };
        assert!(crates.lines().any(is_brought), "the crates lack {folder}");
    }
}
