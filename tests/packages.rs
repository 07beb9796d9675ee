//! What people install: what the program says of its build, and what comes with it for shells and for `man`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command_line::stdout;
use crate::support::program::IS_OWN;

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
    if Command::new("groff").arg("--version").output().is_err() {
        return eprintln!("skipped: groff is not here, so no page was formatted");
    }
    for name in written {
        let page = Command::new("groff").args(["-man", "-ww", "-Tutf8"]).arg(pages.join(&name)).output();
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
