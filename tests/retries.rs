//! Answers of programs that are not legal, or cannot be read, and are asked for again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::support::python::python;

const TORNEO: &str = env!("CARGO_BIN_EXE_torneo");
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/support/wrong_answers.py");
const HEADER: &str = "game_no,ply,seat,engine,kind,text";

fn torneo(arguments: &[&str]) -> Output {
    Command::new(TORNEO).args(arguments).output().expect("the program starts")
}

/// A player whose first `times` answers to each question are wrong in this way.
struct Wrong<'a> {
    times: u32,
    kind: &'a str,
    retries: u32,
    /// How the engine behind it is served.
    served: &'a str,
    protocol: &'a str,
}

/// A folder in which a player with wrong answers meets `random`.
struct Place {
    folder: TempDir,
    config: PathBuf,
}

impl Place {
    /// None without Python.
    fn new(game: &str, player: &Wrong<'_>) -> Option<Place> {
        let python = python("json")?;
        let Wrong { times, kind, retries, served, protocol } = player;
        let limit = if *protocol == "uci" { ", depth = 1" } else { "" };
        let program = format!("{python} {SCRIPT} {times} {kind} {TORNEO} engine {served}");
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("config.toml");
        let text = format!(
            "name = \"retries\"\nseed = 5\ngames = [\"{game}\"]\nrounds = 3\nlimits = {{ max_plies = 12 }}\n\
             engines = [\"random\", {{ name = \"wrong\", command = \"{program}\", protocol = \"{protocol}\", \
             retries = {retries}{limit} }}]\n"
        );
        fs::write(&config, text).unwrap();
        Some(Place { folder, config })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, name: &str, more: &[&str]) -> Output {
        let out = self.path(name);
        let mut line =
            vec!["run", self.config.to_str().unwrap(), "--no-analysis", "--out", out.to_str().unwrap()];
        line.extend(more);
        torneo(&line)
    }

    /// The rows of a run that plays all games.
    #[track_caller]
    fn played(&self, name: &str, more: &[&str]) -> Rows {
        let output = self.run(name, more);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Rows::of(&self.path(name))
    }
}

#[derive(PartialEq, Debug)]
struct Rows {
    games: String,
    seats: String,
    faults: Vec<String>,
}

impl Rows {
    fn of(folder: &Path) -> Rows {
        let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap();
        let faults = read("faults.csv");
        let mut rows = faults.lines().map(str::to_owned);
        assert_eq!(rows.next().as_deref(), Some(HEADER));
        Rows { games: read("games.csv"), seats: read("seats.csv"), faults: rows.collect() }
    }

    /// The sum of a column of `seats.csv` over the seats of an engine.
    fn sum(&self, engine: &str, column: &str) -> u64 {
        let mut reader = csv::Reader::from_reader(self.seats.as_bytes());
        let header = reader.headers().unwrap().clone();
        let at = |name: &str| header.iter().position(|title| title == name).expect("a column");
        let (engines, numbers) = (at("engine"), at(column));
        let rows = reader.records().map(Result::unwrap).filter(|row| &row[engines] == engine);
        rows.map(|row| row[numbers].parse::<u64>().unwrap()).sum()
    }
}

const BY_LINES: Wrong<'_> =
    Wrong { times: 2, kind: "illegal", retries: 2, served: "random --protocol torneo", protocol: "torneo" };

/// Wrong answers that are within the retries lose nothing; each has its row, with what is wrong. The rows are the same on one thread
/// and two, and from shards.
#[test]
fn a_wrong_answer_is_asked_for_again() {
    for (kind, retried) in [("illegal", "`nowhere`: "), ("unread", "expected a JSON object, found `what?`")] {
        let Some(place) = Place::new("three-mens-morris", &Wrong { kind, ..BY_LINES }) else { return };
        let rows = place.played("one", &["--threads", "1"]);
        assert!(
            !rows.games.contains("illegal-move") && !rows.games.contains("protocol-error"),
            "{}",
            rows.games
        );
        let choices = rows.sum("wrong", "actions");
        assert!(choices > 10, "{choices}");
        assert_eq!(rows.faults.len() as u64, 2 * choices, "{kind}");
        for row in &rows.faults {
            let fields: Vec<&str> = row.trim_matches('"').splitn(6, ',').collect();
            assert_eq!(fields[3..5], ["wrong", kind], "{row}");
            assert!(fields[5].trim_matches('"').starts_with(retried), "{row}");
        }
        assert_eq!(place.played("two", &["--threads", "2"]), rows);
        for shard in ["1/2", "2/2"] {
            let output = place.run(&format!("shard{}", &shard[..1]), &["--shard", shard]);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        let [one, two, all] = ["shard1", "shard2", "all"].map(|name| place.path(name));
        let merged =
            torneo(&["merge", one.to_str().unwrap(), two.to_str().unwrap(), "--out", all.to_str().unwrap()]);
        assert!(merged.status.success(), "{}", String::from_utf8_lossy(&merged.stderr));
        assert_eq!(Rows::of(&all), rows);
        let verified = torneo(&["verify", all.to_str().unwrap()]);
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    }
}

/// One wrong answer more than the retries loses the game, as every wrong one does without them.
#[test]
fn the_last_retry_decides() {
    for (kind, reason) in [("illegal", "illegal-move"), ("unread", "protocol-error")] {
        for retries in [0, 1] {
            let Some(place) = Place::new("three-mens-morris", &Wrong { kind, retries, ..BY_LINES }) else {
                return;
            };
            let rows = place.played("out", &[]);
            let lost = rows.games.matches(reason).count();
            assert_eq!(lost, 6, "{kind}, {retries}: {}", rows.games);
            assert_eq!(rows.faults.len(), lost * (retries as usize + 1), "{:?}", rows.faults);
            assert!(
                rows.faults.iter().all(|row| row.contains(&format!(",wrong,{kind},"))),
                "{:?}",
                rows.faults
            );
        }
    }
}

/// By UCI the position comes again, by GTP the move is taken back.
#[test]
fn other_protocols_are_asked_again_too() {
    for (game, protocol, served, kinds) in [
        ("chess", "uci", "greedy --protocol uci", &["illegal", "unread"][..]),
        ("havannah(size=3)", "gtp", "random --protocol gtp --game havannah", &["illegal"]),
    ] {
        for kind in kinds {
            let player = Wrong { times: 1, kind, retries: 1, served, protocol };
            let Some(place) = Place::new(game, &player) else { return };
            let rows = place.played("out", &["--threads", "1"]);
            assert!(!rows.games.contains("illegal-move") && !rows.games.contains("error"), "{}", rows.games);
            assert_eq!(
                rows.faults.len() as u64,
                rows.sum("wrong", "actions"),
                "{protocol}: {:?}",
                rows.faults
            );
            assert!(rows.faults[0].contains(kind), "{:?}", rows.faults);
        }
    }
}

/// A program that takes no move back cannot be asked again.
#[test]
fn a_program_without_undo_is_refused() {
    let served = "random --protocol gtp --game havannah";
    let player = Wrong { times: 0, kind: "final", retries: 1, served, protocol: "gtp" };
    let Some(place) = Place::new("havannah(size=3)", &player) else { return };
    let output = place.run("out", &[]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("lacks the command `undo`"), "{said}");
    let [none] =
        [Wrong { retries: 0, ..player }].map(|player| Place::new("havannah(size=3)", &player).unwrap());
    assert!(none.played("out", &[]).faults.is_empty());
}
