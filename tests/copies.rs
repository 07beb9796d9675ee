//! Programs that draw nothing at random play the same games again: copies of a game are no evidence.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const TORNEO: &str = env!("CARGO_BIN_EXE_torneo");

/// A program that always chooses the same of the legal tokens: the first, or the second where there are several.
const SCRIPT: &str = r#"#!/bin/sh
while read -r line; do
    case "$line" in
    *'"type":"hello"'*) echo '{"type":"hello","name":"scripted"}' ;;
    *'"type":"new"'*) echo '{"type":"ready"}' ;;
    *'"type":"ping"'*) echo '{"type":"pong"}' ;;
    *'"type":"go"'*)
        token=$(printf '%s' "$line" | sed -n 's/.*"legal":\["[^"]*","\([^"]*\)".*/\1/p')
        if [ "$1" = first ] || [ -z "$token" ]; then
            token=$(printf '%s' "$line" | sed -n 's/.*"legal":\["\([^"]*\)".*/\1/p')
        fi
        echo "{\"type\":\"move\",\"token\":\"$token\"}" ;;
    *'"type":"quit"'*) exit 0 ;;
    esac
done
"#;

/// A folder with the program, and the two engines as specifications.
struct Place {
    folder: tempfile::TempDir,
    engines: [String; 2],
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("scripted.sh");
        fs::write(&script, SCRIPT).unwrap();
        let engine = |which: &str| format!("external(command=\"sh {} {which}\")", script.display());
        Place { engines: ["first", "second"].map(engine), folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// A configuration of the two programs; `extra` is added to each entry, `rest` to the file.
    fn configuration(&self, extra: &str, rest: &str) -> String {
        let script = self.path("scripted.sh");
        let entry = |which: &str| {
            format!("{{ name = \"{which}\", command = [\"sh\", \"{script}\", \"{which}\"]{extra} }}")
        };
        let text = format!(
            "name = \"copies\"\nseed = 1\ngames = [\"three-mens-morris\"]\nengines = [{}, {}]\n{rest}",
            entry("first"),
            entry("second")
        );
        let path = self.path("copies.toml");
        fs::write(&path, text).unwrap();
        path
    }
}

fn torneo(arguments: &[&str]) -> Output {
    Command::new(TORNEO).args(arguments).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn analysed(folder: &str) -> (Value, String) {
    let json = torneo(&["analyze", folder, "--json"]);
    assert!(json.status.success(), "{}", text(&json.stderr));
    let told = torneo(&["analyze", folder, "--all"]);
    (serde_json::from_slice(&json.stdout).unwrap(), text(&told.stdout))
}

#[test]
fn copies_count_once_in_a_run() {
    let place = Place::new();
    let (config, out) = (place.configuration("", "rounds = 6\n"), place.path("out"));
    let run = torneo(&["run", &config, "--out", &out]);
    assert!(run.status.success(), "{}", text(&run.stderr));
    let told = "12 games, 2 different: copies count once";
    assert!(text(&run.stdout).contains(told), "{}", text(&run.stdout));
    let (json, printed) = analysed(&out);
    assert!(printed.contains(told), "{printed}");
    assert_eq!(
        (json["copies"][0]["groups"].as_u64(), json["copies"][0]["different"].as_u64()),
        (Some(6), Some(1))
    );
    assert_eq!(json["copies"][0]["engines"], serde_json::json!(["first", "second"]));
    assert_eq!(json["scores"][0]["score"]["groups"], 1);
    assert_eq!(json["leaderboard"][0]["games"], 12, "games stay as played");
    for engine in json["leaderboard"].as_array().unwrap() {
        for key in ["elo", "interval", "superiority"] {
            assert!(engine[key].is_null(), "{key}: {engine}");
        }
    }
    assert!(json["scores"][0]["score"]["low"].is_null() && json["scores"][0]["score"]["high"].is_null());
    assert_eq!(json["ratings"][0]["comparable"], false);
    let pair = &json["pairs"][0];
    assert!(pair["interval"].is_null() && pair["leads"].as_array().unwrap().is_empty(), "{pair}");
    assert_eq!(pair["different"], false);
    let report = torneo(&["report", &out]);
    assert!(report.status.success());
    let page = fs::read_to_string(Path::new(&out).join("report.html")).unwrap();
    assert!(page.contains(told));
}

#[test]
fn different_openings_are_no_copies_and_random_programs_have_none() {
    let place = Place::new();
    for (extra, rest) in
        [("", "rounds = 20\n[opening]\nrandom_plies = 4\n"), (", random = true", "rounds = 6\n")]
    {
        let (config, out) = (place.configuration(extra, rest), place.path(&format!("out{}", rest.len())));
        assert!(torneo(&["run", &config, "--out", &out]).status.success());
        let (json, printed) = analysed(&out);
        let copies = json["copies"].as_array().unwrap();
        let groups = json["scores"][0]["score"]["groups"].as_u64().unwrap();
        match extra.is_empty() {
            // A few of the openings come twice.
            true => assert!(groups > 10 && copies.len() <= 1, "{printed}"),
            false => assert!(groups == 6 && copies.is_empty(), "{printed}"),
        }
        assert!(json["leaderboard"][0]["elo"].is_number());
    }
}

#[test]
fn trials_stop_when_nothing_new_comes() {
    let place = Place::new();
    let book = place.path("book.txt");
    fs::write(&book, "@b2\n").unwrap();
    let [first, second] = &place.engines;
    let shared = ["--games", "three-mens-morris", "--openings", &book];
    let commands = [
        [&["match", first, second, "--sprt", "0,200"][..], &shared].concat(),
        [&["best-of", first, second][..], &shared].concat(),
    ];
    for command in commands {
        let told = torneo(&command);
        assert_eq!(told.status.code(), Some(1), "{command:?}: {}", text(&told.stdout));
        assert!(text(&told.stderr).contains("nothing new"), "{command:?}: {}", text(&told.stderr));
        assert!(text(&told.stdout).contains("different: copies count once"), "{}", text(&told.stdout));
        let json = torneo(&[&command[..], &["--json"]].concat());
        assert_eq!(json.status.code(), Some(1));
        let json: Value = serde_json::from_slice(&json.stdout).unwrap();
        assert_eq!(json["stopped"], "copies", "{json}");
    }
    let out = place.path("kept");
    let kept = torneo(&[
        "match",
        first,
        second,
        "--sprt",
        "0,200",
        "--games",
        "three-mens-morris",
        "--openings",
        &book,
        "--out",
        &out,
    ]);
    assert_eq!(kept.status.code(), Some(1));
    let json = torneo(&[
        "match",
        first,
        second,
        "--sprt",
        "0,200",
        "--games",
        "three-mens-morris",
        "--openings",
        &book,
        "--json",
    ]);
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((&json["decision"], &json["groups"]), (&Value::from("undecided"), &Value::from(1)));
    assert!(json["elo"].is_null() && json["match_elo"].is_null() && json["score"]["low"].is_null(), "{json}");
    // Tuning moves an option that the program does not heed.
    let tuned = torneo(&[
        "tune",
        &first.replace(')', ", nodes=10)"),
        "--param",
        "nodes=1..100",
        "--game",
        "three-mens-morris",
        "--openings",
        &book,
        "--iterations",
        "100",
        "--pairs",
        "2",
    ]);
    assert_eq!(tuned.status.code(), Some(1), "{}", text(&tuned.stdout));
    assert!(text(&tuned.stderr).contains("nothing new"), "{}", text(&tuned.stderr));
}
