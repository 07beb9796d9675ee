//! The report of a run: one page, without a network, whose replays are the recorded games.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use torneo_games::session;

const CONFIG: &str = r#"
name = "shown"
seed = 5
games = ["hnefatafl", "hazard(players=3)", "frames(size=5)", "ot-tjin"]
engines = ["random", "greedy", "mcts(sims=20)"]
rounds = 3
[limits]
max_plies = 60
"#;

fn torneo(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_torneo")).args(arguments).output().expect("the program starts")
}

/// Plays a small tournament and writes its report.
fn report(folder: &Path) -> (PathBuf, String) {
    let config = folder.join("shown.toml");
    std::fs::write(&config, CONFIG).unwrap();
    let out = folder.join("out");
    let run = torneo(&["run", config.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let shown = torneo(&["report", out.to_str().unwrap()]);
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    (out, page)
}

/// The first drawing of a game; then for each ply its token, where the drawing changes, how many characters go and what
/// comes in their place.
type Replay = (String, Vec<(String, usize, usize, String)>);

/// What a script element of the page holds.
fn script<'a>(page: &'a str, id: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("id=\"{id}\">")).unwrap_or_else(|| panic!("no element {id}"));
    rest.split_once("</script>").expect("the element ends").0
}

#[test]
fn the_page_needs_no_network() {
    let folder = tempfile::tempdir().unwrap();
    let (_, page) = report(folder.path());
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    for link in ["http://", "https://", "src=", "@import", "url("] {
        assert!(!outside.contains(link), "{link}");
    }
    for part in
        ["What it says", "Engines", "First-move advantage", "The games", "Replays", "How to reproduce it"]
    {
        assert!(page.contains(part), "{part}");
    }
    assert!(
        page.contains("lang=\"en\"")
            && page.contains("name=\"viewport\"")
            && page.contains("prefers-color-scheme")
    );
    assert!(!page.contains("NaN") && !page.contains("inf "));
}

#[test]
fn replays_are_the_recorded_games() {
    let folder = tempfile::tempdir().unwrap();
    let (out, page) = report(folder.path());
    let list: Value = serde_json::from_str(script(&page, "games")).unwrap();
    let list = list.as_array().unwrap();
    let unpack = |id: &str| -> Vec<Replay> {
        let packed = STANDARD.decode(script(&page, id).trim()).unwrap();
        let mut text = String::new();
        flate2::read::DeflateDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    let games: Vec<Replay> = ["block-0", "block-1"].into_iter().flat_map(unpack).collect();
    let mut rows = csv::Reader::from_path(out.join("games.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    assert_eq!((rows.len(), list.len()), (games.len(), games.len()), "every game can be replayed");
    for ((first, frames), row) in games.into_iter().zip(&rows) {
        let mut game = session::open(&row[3]).unwrap();
        let mut drawing: Vec<char> = first.chars().collect();
        assert_eq!(first, game.draw());
        assert_eq!(frames.len(), row[9].split(' ').count());
        for ((token, at, gone, come), expected) in frames.into_iter().zip(row[9].split(' ')) {
            assert_eq!(token, expected);
            game.play(&token).unwrap();
            drawing.splice(at..at + gone, come.chars());
            assert_eq!(drawing.iter().collect::<String>(), game.draw());
        }
    }
}

#[test]
fn bad_folders_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let empty = torneo(&["report", folder.path().to_str().unwrap()]);
    assert_eq!(empty.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&empty.stderr).contains("not a results folder"));
    let (out, _) = report(folder.path());
    // Results that were edited are analysed, and said to be edited.
    let seats = std::fs::read_to_string(out.join("seats.csv")).unwrap();
    std::fs::write(out.join("seats.csv"), seats.replacen("random", "greedy", 1)).unwrap();
    let edited = torneo(&["analyze", out.to_str().unwrap()]);
    assert!(edited.status.success());
    assert!(String::from_utf8_lossy(&edited.stdout).contains("seats.csv was edited"));
}
