//! Programs that are tested by UCI and GTP: ours, which do everything right, and ours behind filters that spoil what they hear or say.

use std::process::{Command, Output};

use serde_json::Value;

use crate::support::program::PROGRAM;

fn check(protocol: &str, arguments: &[&str]) -> Output {
    let command = ["engine-check", "--protocol", protocol];
    Command::new(&*PROGRAM).args(command).args(arguments).output().expect("the program starts")
}

/// An engine of ours that hears through one filter and speaks through another, as a command of the shell.
fn filtered(hears: &str, engine: &str, says: &str) -> String {
    format!("{hears} | {} engine {engine} | {says}", *PROGRAM)
}

const UCI: &str = "'alpha-beta(depth=2)' --protocol uci";
const GTP: &str = "'mcts(sims=10)' --protocol gtp --game 'atari-go(size=5)'";

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The tests that failed, with what was told of them.
fn faults(protocol: &str, more: &[&str], command: &str) -> Vec<(String, String)> {
    let arguments = [more, &["--json", "--watchdog", "1", "sh", "-c", command]].concat();
    let output = check(protocol, &arguments);
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let failed = found["checks"].as_array().unwrap().iter().filter(|check| check["fault"].is_string());
    let failed: Vec<(String, String)> = failed
        .map(|check| {
            (check["check"].as_str().unwrap().to_owned(), check["fault"].as_str().unwrap().to_owned())
        })
        .collect();
    assert_eq!(found["faults"], failed.len(), "{found}");
    assert_eq!(output.status.code(), Some(i32::from(!failed.is_empty())), "{found}");
    failed
}

#[track_caller]
fn has_fault(found: &[(String, String)], check: &str, parts: &[&str]) {
    let there =
        found.iter().any(|(what, why)| what.contains(check) && parts.iter().all(|part| why.contains(part)));
    assert!(there, "{check}: {parts:?}: {found:#?}");
}

#[test]
fn a_good_program_has_no_fault_by_uci() {
    let good = check("uci", &[&**PROGRAM, "engine", "alpha-beta(depth=4)", "--protocol", "uci"]);
    let said = text(&good);
    assert!(good.status.success() && !said.contains("FAULT") && !said.contains("no: "), "{said}");
    for part in [
        "ok    says uciok: torneo alpha-beta",
        "ok    takes setoption name Hash value 1",
        "ok    thinks until stop: its move came ",
        "ok    castles by the king's two squares: e1g1",
        "ok    castles by taking its own rook: b1g1",
        "ok    promotes: e7e8",
        "ok    finds a mate in 2: d2d8",
        "ok    plays two games in one process: 30 and 30 plies",
        "ok    ends when its input ends",
        "ok    plays fischerandom(start=518) as Black: ",
        "the same way again: yes",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    for game in ["fischerandom", "grand-chess"] {
        let good =
            check("uci", &["--game", game, &**PROGRAM, "engine", "alpha-beta(depth=1)", "--protocol", "uci"]);
        assert!(good.status.success(), "{}", text(&good));
    }
}

#[test]
fn faults_by_uci_are_found() {
    for (hears, says, check, parts) in [
        ("cat", "sed -u 's/^bestmove.*/&\\n&/'", "stops at nodes", &["it answers twice: `bestmove "][..]),
        (
            "cat",
            "sed -u 's/bestmove e1g1/bestmove e1h1/'",
            "castles by the king's two squares",
            &[
                "writes `e1h1` for `e1g1`",
                "at `position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1`",
                "\n        < bestmove e1h1",
            ],
        ),
        ("cat", "sed -u 's/ pv .*/ pv e2e5/'", "stops at nodes", &["`e2e5` is not legal in `info depth 1"]),
        (
            "sed -u 's/^go nodes.*/go infinite/'",
            "cat",
            "stops at nodes",
            &["does not end at `go nodes 100`", "it was stopped after"],
        ),
        ("sed -u 's/^go infinite/go depth 1/'", "cat", "thinks until stop", &["before `stop`"]),
        (
            "while read -r line; do case $line in *7k/6Q1*) kill -9 0;; esac; echo \"$line\"; done",
            "cat",
            "lives on after mate",
            &["engine-crash", "at `position fen 7k/6Q1"],
        ),
        (
            "cat",
            "sed -u 's/\\(bestmove e7e8\\)q/echo \\1Q/; s/^echo //'",
            "promotes",
            &["writes `e7e8Q` for `e7e8q`"],
        ),
        (
            "sed -u 's/ moves e1g1/ moves e1g1 f8e7/'",
            "cat",
            "reads castling by the king's two squares: king side",
            &["illegal-move"],
        ),
        (
            "sed -u 's/^setoption name UCI_Chess960 value false/isready/'",
            "cat",
            "the king's two squares again",
            &["for `e1g1`"],
        ),
    ] {
        let found = faults("uci", &[], &filtered(hears, UCI, says));
        has_fault(&found, check, parts);
    }
}

/// A program that says nothing, ends, or never ends to speak.
#[test]
fn broken_programs_are_given_up() {
    let found = faults("uci", &[], "read -r line; echo out of luck >&2; exit 3");
    has_fault(&found, "says uciok", &["engine-crash", "\n        ! out of luck"]);
    let found = faults("uci", &[], "echo uciok; exec yes info string $(printf %01000d 0)");
    has_fault(
        &found,
        "answers isready",
        &["protocol-error", "bytes before `readyok`", "\n        < info string"],
    );
    let found = faults(
        "uci",
        &[],
        "echo uciok; while read -r line; do [ \"$line\" = isready ] && echo readyok; done",
    );
    has_fault(&found, "stops at nodes", &["time-forfeit", "`bestmove` did not come"]);
    assert!(found.len() <= 12, "{found:#?}");
    let silent = check("gtp", &["--watchdog", "0.2", "sh", "-c", "cat > /dev/null"]);
    assert!(
        silent.status.code() == Some(1) && text(&silent).contains("FAULT speaks version 2"),
        "{silent:?}"
    );
}

#[test]
fn a_good_program_has_no_fault_by_gtp() {
    for game in ["atari-go(size=5)", "havannah(size=4, swap=true)"] {
        let good = check(
            "gtp",
            &["--game", game, &**PROGRAM, "engine", "mcts(sims=10)", "--protocol", "gtp", "--game", game],
        );
        let said = text(&good);
        assert!(good.status.success() && !said.contains("FAULT"), "{said}");
        for part in [
            "speaks version 2",
            "repeats the numbers of commands",
            "plays and takes back",
            "two games in one process: ",
            "final score ",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
}

#[test]
fn faults_by_gtp_are_found() {
    let game = ["--game", "atari-go(size=5)"];
    let boards = "sed -u 's/torneo-game/no-game/'";
    for (hears, says, check, parts) in [
        ("cat", "sed -u 's/^\\([=?]\\)[0-9]*/\\1/'", "repeats the numbers", &["begins with `=1283`"][..]),
        (
            "cat",
            "sed -u 's/^?\\([0-9]*\\).*/=\\1/'",
            "refuses unknown commands",
            &["it obeys `no-such-command`"],
        ),
        (
            "cat",
            "sed -u 's/^=\\([0-9]*\\) [A-E][1-5]$/=\\1 Z99/'",
            "plays two games",
            &["`Z99` is not legal", "at `atari-go(size=5), black Z99`", "\n        < ="],
        ),
        ("cat", "sed -u /^undo/d", "lists its commands", &[]),
    ] {
        let mut found = faults("gtp", &game, &filtered(hears, GTP, says));
        found.retain(|(what, _)| !what.starts_with("ends when"));
        match parts {
            [] => assert!(found.is_empty(), "{found:#?}"),
            _ => has_fault(&found, check, parts),
        }
    }
    // A program that knows the size alone. Its filter does not end with it.
    let mut found = faults("gtp", &game, &filtered(boards, GTP, boards));
    found.retain(|(what, _)| !what.starts_with("ends when"));
    assert!(found.is_empty(), "{found:#?}");
    let found = faults("gtp", &game, &filtered("cat", GTP, "sed -u /^genmove/d"));
    has_fault(&found, "lists its commands", &["lacks the command `genmove`"]);
}

#[test]
fn what_cannot_be_tested_is_bad_input() {
    for (protocol, arguments, part) in [
        ("uci", &["no-such-program"][..], "cannot start"),
        ("gtp", &["no-such-program"], "cannot start"),
        ("uci", &["--game", "hnefatafl", "cat"], "UCI carries"),
        ("gtp", &["--game", "chess", "cat"], "GTP carries"),
        ("uci", &["--game", "fischerandum", "cat"], "fischerandom"),
        ("udi", &["cat"], "uci"),
        ("uci", &["--watchdog", "-1", "cat"], "watchdog"),
    ] {
        let output = check(protocol, arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{protocol} {arguments:?}: {stderr}");
        assert!(stderr.contains(part), "{protocol} {arguments:?}: {stderr}");
    }
}
