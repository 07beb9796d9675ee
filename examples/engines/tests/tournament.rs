//! Programs that behave play whole tournaments, and those with fixed budgets play the same games again.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use torneo_arena::plan::{Shard, Tournament};
use torneo_arena::results::Manifest;
use torneo_arena::run::{RunOptions, run};

use crate::support::{play, registry, tournament, unruly, unruly_entry};

const GAMES: &str = r#"["three-mens-morris", "lanza(players=3)", "frames(size=5)", "rising-hazard(pots=3)"]"#;

fn no_echo() -> String {
    format!(
        "{{ name = \"no-echo\", command = [\"{}\"], nodes = 100 }}",
        env!("CARGO_BIN_EXE_torneo-example-engines")
    )
}

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap()
}

#[test]
fn fixed_budgets_give_the_same_bytes_again() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    let engines = [no_echo(), unruly_entry("good", "good", "nodes = 5"), "\"greedy\"".to_owned()];
    let settings = "rounds = 3\n[opening]\nrandom_plies = 2";
    let tournament = tournament(GAMES, &engines, settings);
    play(&tournament, &first, 1);
    let analysis = play(&tournament, &second, 2);
    for file in ["games.csv", "seats.csv", "manifest.json"] {
        assert_eq!(read(&first, file), read(&second, file), "{file}");
    }
    assert_eq!(analysis.engine_errors, 0, "{}", read(&second, "games.csv"));
    let manifest = Manifest::read(&first).unwrap();
    assert!(manifest.reproducible);
    assert_eq!(manifest.condition.as_deref(), Some("reproducible if the engine is: no-echo, good"));
}

/// The games of a program depend on what it is called, not on where its file stands.
#[test]
fn a_program_plays_the_same_games_from_another_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let played = |place: &str, own: &str, program: &str| {
        fs::create_dir_all(file(place)).unwrap();
        let command = file(&format!("{place}/program"));
        fs::copy(program, &command).unwrap();
        let engine = format!("{{ {own} command = [\"{command}\"], nodes = 100 }}");
        let out = folder.path().join(format!("{place}/out"));
        play(&tournament(GAMES, &[engine, "\"greedy\"".to_owned()], "rounds = 3"), &out, 2);
        // Without the column of names: a program without one is called by its command.
        read(&out, "games.csv")
    };
    let program = env!("CARGO_BIN_EXE_torneo-example-engines");
    let first = played("first", "name = \"net\",", program);
    assert_eq!(played("second", "name = \"net\",", program), first);
    assert_eq!(played("third", "name = \"net 2\", identity = \"net\",", program), first);
    assert_ne!(played("fourth", "name = \"net 2\",", program), first);
    let without = played("fifth", "", program);
    assert_eq!(played("sixth", "", program), without);
}

/// Another program under the same identity meets the same games, but its games are not those of the first. One of the same name
/// and identity is the same program that stands elsewhere.
#[test]
fn games_of_another_program_are_not_used_again() {
    let folder = tempfile::tempdir().unwrap();
    let engines = |name: &str, mode: &str| {
        let program = format!("{{ identity = \"net\", {}", &unruly_entry(name, mode, "nodes = 5")[1..]);
        [program, "\"random\"".to_owned(), "\"greedy\"".to_owned()]
    };
    let first = tournament("[\"three-mens-morris\"]", &engines("net", "good"), "rounds = 4");
    play(&first, &folder.path().join("first"), 1);
    let reused = |name: &str, mode: &str| {
        let again = tournament("[\"three-mens-morris\"]", &engines(name, mode), "rounds = 4");
        let options = RunOptions { reuse: vec![folder.path().join("first")], ..RunOptions::default() };
        run(&again, &folder.path().join(format!("{name} {mode}")), options, &Arc::default()).unwrap().reused
    };
    assert_eq!((reused("net", "good"), reused("other", "good"), reused("net", "good 0")), (24, 24, 24));
    assert_eq!(reused("other", "illegal"), 8, "the games of random and greedy");
}

#[test]
fn the_example_in_python_sees_a_win() {
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("one_ply.py");
    let engine = format!(
        "{{ name = \"one-ply\", command = [\"python3\", \"{}\"], startup = 120, ping = 120, watchdog = 120 }}",
        script.display()
    );
    let tournament = tournament(GAMES, &[engine, "\"random\"".to_owned()], "rounds = 10");
    let analysis = play(&tournament, &folder.path().join("out"), 2);
    assert_eq!(analysis.engine_errors, 0);
    let at_morris = analysis
        .by_game
        .iter()
        .find(|score| score.engine == "one-ply" && score.game.as_deref() == Some("three-mens-morris"));
    assert!(at_morris.unwrap().score.value > 0.6, "{:?}", at_morris.unwrap());
}

#[test]
fn evaluations_are_written_in_the_order_of_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let engines = [unruly_entry("good", "good", "nodes = 5"), "\"alpha-beta(depth=2)\"".to_owned()];
    let played = |name: &str, more: &str, threads: usize| {
        let out = folder.path().join(name);
        let games = r#"["three-mens-morris", "rising-hazard(pots=2)"]"#;
        play(&tournament(games, &engines, &format!("rounds = 1\n[output]\n{more}")), &out, threads);
        out
    };
    let (first, second) = (played("1", "evaluations = true", 1), played("2", "evaluations = true", 2));
    let without = played("3", "evaluations = false", 2);
    let moves = read(&first, "moves.csv");
    assert_eq!(moves, read(&second, "moves.csv"));
    assert_eq!(read(&first, "games.csv"), read(&without, "games.csv"));
    assert!(!without.join("moves.csv").exists());
    let mut rows = csv::Reader::from_reader(moves.as_bytes());
    let columns = ["game_no", "ply", "seat", "token", "value", "nodes", "depth", "cp", "mate"];
    assert_eq!(rows.headers().unwrap(), &columns[..]);
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    assert!(
        rows.iter().all(|row| row[4].is_empty() || (0.0..=1.0).contains(&row[4].parse::<f64>().unwrap()))
    );
    assert!(rows.iter().any(|row| &row[4] == "0.500000" && &row[5] == "10"), "the program's own values");
    assert!(rows.iter().any(|row| &row[6] == "2"), "depths of alpha-beta");
    let decisions: u64 = read(&first, "seats.csv")
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').nth(1).unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(rows.len() as u64, decisions);
}

#[test]
fn logs_are_kept_for_each_program() {
    let folder = tempfile::tempdir().unwrap();
    let tournament =
        tournament("[\"three-mens-morris\"]", &[no_echo(), "\"random\"".to_owned()], "rounds = 1");
    tournament.log_programs(&folder.path().join("logs"));
    play(&tournament, &folder.path().join("out"), 1);
    let log = read(folder.path(), "logs/0-no-echo.log");
    for part in
        [r#"> {"type":"hello","protocol":1"#, r#"< {"type":"ready"}"#, r#""by":"seat""#, r#"{"type":"over""#]
    {
        assert!(log.contains(part), "{part}: {log}");
    }
    assert_eq!(log.matches("# started").count(), 1, "one process for both seats: {log}");
}

#[test]
fn a_specification_and_a_table_are_the_same_engine() {
    let command = unruly("good");
    let table = format!(
        "{{ command = \"{command}\", nodes = 7, clock = [1, 0.5], options = {{ depth = 4, style = \"a; b\" }} }}"
    );
    let tournament = tournament("[\"three-mens-morris\"]", &[table, "\"random\"".to_owned()], "");
    let spec = &tournament.config.engines[0].spec;
    let read = registry().engine(spec).unwrap();
    assert_eq!(&read.canonical(), spec);
    assert!(
        spec.contains("nodes=7") && spec.contains("clock=\"1+0.5\"") || spec.contains("clock=1+0.5"),
        "{spec}"
    );
    assert!(!tournament.is_reproducible());
}

#[test]
fn mistakes_in_tables_are_placed() {
    for (entry, part) in [
        ("{ command = [] }", "`command` is a program"),
        ("{ command = [\"a\", 3] }", "`command` is a program"),
        ("{ command = \"no-such-program-here\" }", "cannot start the program `no-such-program-here`"),
        ("{ command = \"cat\", node = 3 }", "unknown key `node`"),
        ("{ command = \"cat\", clock = 3 }", "`clock` is seconds and increment"),
        ("{ command = \"cat\", protocol = \"usi\" }", "protocol"),
        ("{ command = \"cat\", protocol = \"uci\" }", "needs a limit"),
        ("{ command = \"cat\", protocol = \"uci\", depth = 3 }", "does not play `three-mens-morris`"),
        ("{ command = \"cat\", options = 3 }", "`options` is a table"),
        ("{ command = \"cat\", nodes = 0 }", "nodes"),
        ("{ name = \"x\" }", "lacks `spec = ...`"),
        ("{ command = \"cat\", identity = \"\" }", "expected a word for the program"),
        ("{ spec = \"greedy\", identity = \"g\" }", "`identity` is of programs"),
    ] {
        let text = format!(
            "name = \"t\"\nseed = 5\ngames = [\"three-mens-morris\"]\nengines = [\"random\", {entry}]\n"
        );
        let greeted = |tournament: Tournament| tournament.greet(&Arc::default());
        match Tournament::parse(&registry(), "t.toml", &text, Shard::WHOLE).and_then(greeted) {
            Err(error) => assert!(error.is_input() && error.to_string().contains(part), "{entry}: {error}"),
            Ok(_) => panic!("{entry} is taken"),
        }
    }
}
