//! What records tell of choices: scores, depths, nodes and times, out of runs and out of the files of other programs.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use serde_json::{Value, json};
use torneo_records::{Format, Told, read};
use torneo_registry::Registry;

use crate::support::program::PROGRAM;
use crate::support::python::python;

static REGISTRY: LazyLock<Registry> = LazyLock::new(torneo::registry);

#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = Command::new(&*PROGRAM).args(arguments).output().expect("the program starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Plays some chess that says what choices rest on and how long they took; its folder.
fn played(folder: &Path, output: &str) -> String {
    let (config, out) = (folder.join("chess.toml"), folder.join("chess"));
    let text = format!(
        "name = \"chess\"\nseed = 7\ngames = [\"chess\"]\nrounds = 1\nengines = [\"random\", \"alpha-beta(depth=2)\", \
         {{ name = \"timed\", spec = \"alpha-beta(depth=1, clock=5+0.1)\" }}]\n[opening]\nrandom_plies = 2\n\
         [output]\n{output}\n"
    );
    fs::write(&config, text).unwrap();
    let out = out.to_str().unwrap().to_owned();
    printed(&["run", config.to_str().unwrap(), "--out", &out]);
    out
}

/// The movetext of each game, in one line each.
fn movetexts(pgn: &str) -> Vec<String> {
    let sections = pgn.split("\n\n").filter(|part| !part.is_empty() && !part.starts_with('['));
    sections.map(|part| part.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn exports_say_what_choices_rest_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = played(folder.path(), "evaluations = true\ntimes = true");
    let plain = printed(&["export", &out, "--format", "pgn"]);
    assert_eq!(plain, printed(&["export", &out, "--format", "pgn"]));
    assert!(plain.contains("[Date \"????.??.??\"]") && !plain.contains("UTC"), "{plain:.900}");
    assert!(plain.contains("[WhiteTimeControl \"5+0.1\"]") && plain.contains("[BlackTimeControl \"5+0.1\"]"));
    let texts = movetexts(&plain);
    assert!(texts.iter().any(|text| text.contains("+M1/1, n=") && text.contains("# {+M1/")), "{texts:?}");
    // What is told is read back as it was: by choice, from the side of who chose.
    let moves = fs::read_to_string(Path::new(&out).join("moves.csv")).unwrap();
    let records = read(&REGISTRY, Format::Pgn, &plain, None).unwrap();
    let mut told = 0;
    for row in moves.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let known = |column: usize| cells[column].parse::<i64>().ok();
        let (game, ply) = (known(0).unwrap() as usize, known(1).unwrap() as usize);
        let found = records[game].told_of(ply);
        assert_eq!((found.cp, found.mate), (known(7), known(8)), "{row}");
        assert_eq!(found.depth.map(i64::from), known(6).filter(|_| found.cp.or(found.mate).is_some()));
        assert_eq!(found.nodes.unwrap_or(0) as i64, known(5).unwrap(), "{row}");
        told += u32::from(found.mate.is_some());
    }
    assert!(told > 0, "some game ends in a mate that was seen");
    let timed = printed(&["export", &out, "--format", "pgn", "--times"]);
    assert!(timed.contains("[UTCTime \"") && timed.contains("[Date \"20"), "{timed:.900}");
    let records = read(&REGISTRY, Format::Pgn, &timed, None).unwrap();
    let last = records[0].told.last().unwrap();
    assert!(last.seconds.is_some_and(|seconds| seconds < 10.0), "{last:?}");
}

/// A run that wrote nothing of the kind is exported as before.
#[test]
fn nothing_is_told_where_nothing_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let out = played(folder.path(), "record = true");
    let pgn = printed(&["export", &out, "--format", "pgn"]);
    let records = read(&REGISTRY, Format::Pgn, &pgn, None).unwrap();
    assert!(records.iter().all(|record| record.told.is_empty()) && !pgn.contains("n="), "{pgn:.900}");
    let line = printed(&["export", &out, "--format", "json"]);
    let line: Value = serde_json::from_str(line.lines().next().unwrap()).unwrap();
    let tokens = line["tokens"].as_array().unwrap().len();
    assert_eq!(line["cp"], json!(vec![Value::Null; tokens]));
    assert!(line.get("seconds").is_none());
}

fn told(pgn: &str) -> Vec<Told> {
    let mut records = read(&REGISTRY, Format::Pgn, pgn, None).unwrap_or_else(|why| panic!("{pgn}: {why}"));
    records.remove(0).told
}

/// Comments as cutechess, fastchess and lichess write them.
#[test]
fn comments_of_other_programs_are_values() {
    let [white, black] = told("1. e4 {+0.31/12 0.104s, n=42103, sd=20} e5 {-0.25/11 1.2s} *")[..] else {
        panic!()
    };
    let expected =
        Told { cp: Some(31), depth: Some(12), seconds: Some(0.104), nodes: Some(42103), ..Told::default() };
    assert_eq!(white, expected);
    assert_eq!((black.cp, black.depth, black.seconds), (Some(-25), Some(11), Some(1.2)));
    // Mates are in plies there, and moves here.
    let mates = told("1. e4 {+M5/20 0.1s} e5 {-M4/20 0.1s} 2. d4 {+M1/3 0s, White mates} d5 {0.00/1 0s} *");
    assert_eq!(mates.iter().map(|told| told.mate).collect::<Vec<_>>(), [Some(3), Some(-2), Some(1), None]);
    assert_eq!(mates[3].cp, Some(0));
    // The evaluations of lichess are White's: Black's are turned.
    let lichess = told(
        "1. e4 { [%eval 0.17] [%clk 0:01:30] } 1... e5 { [%eval 0.19,20] [%clk 1:00:30.5] } 2. d4 { [%eval #3] } \
         2... d5 { [%eval #3] } 3. a3 { [%eval #-2] } *",
    );
    assert_eq!(
        lichess.iter().map(|told| told.cp).collect::<Vec<_>>(),
        [Some(17), Some(-19), None, None, None]
    );
    assert_eq!(
        lichess.iter().map(|told| told.mate).collect::<Vec<_>>(),
        [None, None, Some(3), Some(-3), Some(-2)]
    );
    assert_eq!((lichess[0].clock, lichess[1].clock, lichess[1].depth), (Some(90.0), Some(3630.5), Some(20)));
    // What people say is no value; a comment before the first move belongs to none.
    for text in [
        "1. e4 {+0.31 is better} e5 {0.5} *",
        "{+0.31/12 0.1s} 1. e4 {book} e5 {12} *",
        "1. e4 e5 {2s more} *",
    ] {
        let told = told(text);
        assert!(
            told.is_empty() || told == [Told::default(), Told { cp: Some(50), ..Told::default() }],
            "{told:?}"
        );
    }
}

#[test]
fn imports_have_lists_by_token() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("GAMES.Pgn");
    fs::write(&file, "1. e4 {+0.31/12 0.104s} e5 2. Nf3 {+M3/9 1s} *\n").unwrap();
    let line: Value = serde_json::from_str(&printed(&["import", file.to_str().unwrap(), "--json"])).unwrap();
    assert_eq!((&line["cp"], &line["mate"]), (&json!([31, null, null]), &json!([null, null, 2])));
    assert_eq!(line["seconds"], json!([0.104, null, 1.0]));
    // The line is read again as it is, also packed, whatever the letters of the name.
    use std::io::Write;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    writeln!(packed, "{line}").unwrap();
    let file = folder.path().join("games.JSON.GZ");
    fs::write(&file, packed.finish().unwrap()).unwrap();
    let again: Value = serde_json::from_str(&printed(&["import", file.to_str().unwrap(), "--json"])).unwrap();
    assert_eq!(again, line);
}

/// A drawn start is a token before the first move: comments keep their moves.
#[test]
fn comments_stay_with_their_moves_behind_a_drawn_start() {
    let told = told(
        "[Variant \"Chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\n\
         1. e4 {+0.31/12 0.1s} e5 {[%eval 0.4]} *",
    );
    assert_eq!(told.iter().map(|told| told.cp).collect::<Vec<_>>(), [None, Some(31), Some(-40)]);
}

/// A program's own words come into `moves.csv`: our engine as a program says what it says itself.
#[test]
fn programs_tell_centipawns_and_mates() {
    let folder = tempfile::tempdir().unwrap();
    let (config, out) = (folder.path().join("c.toml"), folder.path().join("out"));
    let command = [&*PROGRAM, "engine", "alpha-beta(depth=2)", "--protocol", "uci", "--game", "chess"];
    let text = format!(
        "name = \"c\"\nseed = 7\ngames = [\"chess\"]\nrounds = 2\nengines = [\"random\", {{ name = \"program\", \
         protocol = \"uci\", depth = 2, command = {command:?} }}]\n[output]\nevaluations = true\n"
    );
    fs::write(&config, text).unwrap();
    printed(&["run", config.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    let moves = fs::read_to_string(out.join("moves.csv")).unwrap();
    let by_program = moves.lines().skip(1).filter(|row| row.split(',').nth(6) != Some(""));
    let told = |row: &str| row.split(',').skip(7).filter(|cell| !cell.is_empty()).count();
    assert!(by_program.clone().all(|row| told(row) == 1), "{moves}");
    assert!(by_program.clone().any(|row| row.ends_with(",1")), "a mate in one move is told: {moves}");
}

#[test]
fn python_chess_reads_comments_and_moves() {
    let Some(python) = python("chess") else { return };
    let folder = tempfile::tempdir().unwrap();
    let out = played(folder.path(), "evaluations = true\ntimes = true");
    let file = folder.path().join("games.pgn");
    printed(&["export", &out, "--format", "pgn", "--times", "--out", file.to_str().unwrap()]);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/support/check_pgn.py");
    let checked = Command::new(&python).arg(script).arg(&file).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    assert_eq!(String::from_utf8_lossy(&checked.stdout).trim(), "6");
}
