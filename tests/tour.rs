//! The tour of the program in `docs/tour.md` shows what its commands print.
//!
//! `TOUR_UPDATE=1` writes what is printed into the page, in place of what does not fit.
#![cfg(unix)]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/tour.md")
}

/// A command of the tour, and what stands below it.
#[derive(Debug, PartialEq)]
struct Step {
    /// The number of its line, from 1.
    line: usize,
    /// The command as the shell reads it, with a text for its input.
    command: String,
    /// The lines that it prints.
    expected: Vec<String>,
    /// The lines of the page with what is printed: the first, and the one behind the last, from 0.
    place: (usize, usize),
}

/// The commands of the blocks that are a session at a console.
fn steps(markdown: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let (mut inside, mut end_of_input) = (false, None::<String>);
    for (index, line) in markdown.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
            assert_eq!(end_of_input, None, "line {}: the text of a command has no end", index + 1);
        } else if let (true, Some(command)) = (inside && end_of_input.is_none(), line.strip_prefix("$ ")) {
            let word = command.split_once("<<'").and_then(|(_, rest)| rest.split_once('\''));
            end_of_input = word.map(|(word, _)| word.to_owned());
            let place = (index + 1, index + 1);
            steps.push(Step { line: index + 1, command: command.to_owned(), expected: Vec::new(), place });
        } else if inside {
            let step = steps.last_mut().expect("a block begins with a command");
            if let Some(end) = &end_of_input {
                step.command += &format!("\n{line}");
                step.place = (index + 1, index + 1);
                if line == end {
                    end_of_input = None;
                }
            } else {
                step.expected.push(line.to_owned());
                step.place.1 = index + 1;
            }
        }
    }
    steps
}

/// A line without what differs from time to time and from machine to machine: durations, rates and threads, and
/// how many checkpoints a run has taken time for. In the figures of `bench` every number is a rate.
fn masked(line: &str, is_bench: bool) -> String {
    let is_number = |word: &str| {
        word.contains(|letter: char| letter.is_ascii_digit())
            && word.chars().all(|letter| letter.is_ascii_digit() || letter == '.')
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    let varies = |index: usize| {
        let unit = words.get(index + 1).map(|unit| unit.trim_end_matches(['.', ',', ':']));
        let is_rate =
            words[index..].iter().take(3).any(|word| word.trim_end_matches(['.', ',']).ends_with("/s"));
        is_bench
            || is_rate
            || words.contains(&"checkpoints")
            || matches!(unit, Some("s" | "ms" | "min" | "h" | "us" | "seconds" | "threads" | "thread"))
    };
    let mask = |(index, word): (usize, &&str)| match is_number(word) && varies(index) {
        true => "#".to_owned(),
        false if word.starts_with(['─', '═']) => "─".to_owned(),
        false => word.replace("thread", "threads").replace("threadss", "threads"),
    };
    words.iter().enumerate().map(mask).collect::<Vec<_>>().join(" ")
}

/// Whether the lines are as expected; `...` stands for any number of lines.
fn fits(expected: &[String], found: &[String]) -> bool {
    match expected {
        [] => found.is_empty(),
        [dots, rest @ ..] if dots.trim() == "..." => {
            (0..=found.len()).any(|skipped| fits(rest, &found[skipped..]))
        }
        [line, rest @ ..] => {
            found.split_first().is_some_and(|(first, more)| first == line && fits(rest, more))
        }
    }
}

#[test]
fn the_tour_shows_what_is_printed() {
    let markdown = fs::read_to_string(page()).expect("the tour");
    let steps = steps(&markdown);
    assert!(steps.len() > 25, "{} commands", steps.len());
    let folder = tempfile::tempdir().expect("a folder");
    let program = Path::new(env!("CARGO_BIN_EXE_torneo")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let mut complaints = String::new();
    let mut lines: Vec<&str> = markdown.lines().collect();
    let mut printed_at = Vec::new();
    for step in &steps {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("exec 2>&1\n{}", step.command)).current_dir(folder.path());
        shell.env("PATH", &path).env_remove("COLUMNS").env("NO_COLOR", "1");
        let output = shell.output().expect("the shell starts");
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        let is_bench = step.command.starts_with("torneo bench");
        let mask = |lines: Vec<&str>| lines.iter().map(|line| masked(line, is_bench)).collect::<Vec<_>>();
        let found = mask(printed.lines().collect());
        let expected = mask(step.expected.iter().map(|line| &**line).collect());
        if !output.status.success() || !fits(&expected, &found) {
            writeln!(
                complaints,
                "docs/tour.md:{}: {}\n{}\n--- expected\n{}\n--- found\n{printed}",
                step.line,
                step.command,
                output.status,
                step.expected.join("\n"),
            )
            .expect("it is text");
            printed_at.push((step.place, printed));
        }
    }
    if std::env::var_os("TOUR_UPDATE").is_some() {
        for ((start, end), printed) in printed_at.iter().rev() {
            lines.splice(*start..*end, printed.lines());
        }
        fs::write(page(), lines.join("\n") + "\n").expect("the tour can be written");
    }
    assert!(complaints.is_empty(), "{complaints}");
}

#[test]
fn commands_are_read_with_their_input_and_output() {
    let page = "Text\n```console\n$ cat > a <<'E'\n$ b\nE\n$ ls\na\n...\n```\n```sh\n$ no\n```\n";
    let steps = steps(page);
    assert_eq!(steps.len(), 2, "{steps:?}");
    assert_eq!((steps[0].command.as_str(), steps[0].place), ("cat > a <<'E'\n$ b\nE", (5, 5)));
    assert_eq!((steps[1].expected.join("|").as_str(), steps[1].place), ("a|...", (6, 8)));
}

#[test]
fn times_and_rates_are_masked() {
    let line = |text| masked(text, false);
    assert_eq!(line("60 games in 0.3 s on 2 threads."), line("60 games in 12 s on 1 thread."));
    assert_eq!(line("0.1 s, 8.3 million leaves/s"), line("2.0 s, 7 million leaves/s"));
    assert_ne!(line("60 games in 1 s"), line("61 games in 1 s"));
    assert_eq!(masked("hazard  11  2.5", true), masked("hazard 300 4", true));
}

#[test]
fn three_dots_are_any_lines() {
    let lines = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    assert!(fits(&lines("a ... d"), &lines("a b c d")) && fits(&lines("a ... b"), &lines("a b")));
    assert!(!fits(&lines("a ... c"), &lines("a b c d")) && !fits(&lines("a"), &lines("a b")));
}
