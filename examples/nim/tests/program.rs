//! A game and engines from outside go through every command.

use std::path::Path;
use std::process::{Command, Output};

fn torneo(folder: &Path, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_torneo-example-nim");
    Command::new(program).args(arguments).current_dir(folder).output().expect("the program runs")
}

#[track_caller]
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = torneo(folder, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("the output is text")
}

const CONFIG: &str = r#"
name = "nim"
seed = 1901
games = ["nim", "nim(heaps=4)", "three-mens-morris"]
engines = ["random", "fewest", "mcts(sims=20)"]
rounds = 3
"#;

/// By UCI the program is an engine, and it plays one.
#[test]
fn nim_is_played_by_uci() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = env!("CARGO_BIN_EXE_torneo-example-nim");
    let heard = folder.path().join("heard");
    let engine = format!("tee -a {} | {program} engine nim-sum --protocol uci --game nim", heard.display());
    let config = format!(
        "name = \"nim\"\nseed = 1\ngames = [\"nim\"]\nrounds = 2\n[[engines]]\nspec = \"random\"\n[[engines]]\n\
         name = \"uci\"\ncommand = [\"sh\", \"-c\", \"{engine}\"]\nprotocol = \"uci\"\ndepth = 1\n"
    );
    std::fs::write(folder.path().join("uci.toml"), config).expect("a configuration");
    printed(folder.path(), &["run", "uci.toml", "--out", "out", "--threads", "1"]);
    let games = std::fs::read_to_string(folder.path().join("out/games.csv")).expect("games");
    assert_eq!(games.matches(",won,").count(), 4, "{games}");
    let heard = std::fs::read_to_string(heard).expect("what it heard");
    for part in ["setoption name UCI_Variant value nim\n", "position fen 1,3,5 0\n", "go depth 1\n"] {
        assert!(heard.contains(part), "{part}: {heard}");
    }
}

#[test]
fn a_tournament_is_played_analysed_and_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("nim.toml"), CONFIG).expect("a configuration");
    let table = printed(folder.path(), &["run", "nim.toml", "--out", "out"]);
    assert!(table.contains("nim(heaps=4)") && table.contains("fewest"), "{table}");
    let games = std::fs::read_to_string(folder.path().join("out/games.csv")).expect("results");
    assert_eq!(games.lines().count(), 1 + 3 * 3 * 3 * 2);
    // Replays for the measures need the rules: a nim game has a branching factor.
    let json = printed(folder.path(), &["analyze", "out", "--json"]);
    assert!(json.contains("\"branching_factor\""), "{json}");
    printed(folder.path(), &["report", "out"]);
    let page = std::fs::read_to_string(folder.path().join("out/report.html")).expect("a report");
    assert!(page.contains("nim(heaps=4)"));
}

#[test]
fn the_game_is_listed_shown_counted_and_solved() {
    let here = Path::new(".");
    let listed = printed(here, &["games"]);
    assert!(listed.contains("  nim ") && listed.contains("Nim") && listed.contains("2 players"), "{listed}");
    assert!(printed(here, &["engines"]).contains("  nim-sum "));
    let shown = printed(here, &["show", "nim", "--moves", "3:5 2:3", "--json"]);
    assert!(shown.contains("\"position\": \"1,0,0 0\""), "{shown}");
    let scene = printed(here, &["show", "nim", "--moves", "3:5", "--json", "--scene"]);
    assert!(scene.contains("\"clicks\"") && scene.contains("\"ball\""), "{scene}");
    let folder = tempfile::tempdir().expect("a folder");
    printed(folder.path(), &["show", "nim", "--svg", "nim.svg"]);
    let picture = std::fs::read_to_string(folder.path().join("nim.svg")).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.contains("First"), "{picture}");
    assert_eq!(printed(here, &["perft", "nim", "1"]).trim(), "9");
    // 1 xor 3 xor 5 is not 0: the first seat wins.
    assert!(printed(here, &["solve", "nim"]).contains("First wins in 7 plies"));
}

#[test]
fn the_engine_of_one_game_wins_it_and_refuses_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments =
        ["advantage", "nim", "--engine", "nim-sum", "--json", "--random-plies", "0", "--precision", "0.05"];
    assert!(printed(folder.path(), &arguments).contains("\"value\": 1.0"));
    let config = CONFIG.replace("\"fewest\"", "\"nim-sum\"");
    std::fs::write(folder.path().join("nim.toml"), config).expect("a configuration");
    let refused = torneo(folder.path(), &["run", "nim.toml"]);
    assert_eq!(refused.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(errors.contains("`nim-sum` does not play `three-mens-morris`"), "{errors}");
}

#[test]
fn what_cannot_be_learnt_names_the_missing_call() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = torneo(folder.path(), &["learn", "nim"]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(errors.contains("`Notation::pieces`"), "{errors}");
}
