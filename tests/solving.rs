//! `torneo solve` and the engine `perfect` as users type them.
#![expect(clippy::disallowed_methods, reason = "the folders are those of the tests")]

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

fn torneo(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_torneo")).args(arguments).output().expect("the program starts")
}

fn stdout(arguments: &[&str]) -> String {
    let output = torneo(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn solved(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[&["solve", "--json"], arguments].concat())).expect("JSON")
}

/// A command that must end with exit code 2 and print nothing to stdout; returns what it says.
fn refused(arguments: &[&str]) -> String {
    let output = torneo(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{arguments:?} prints to stdout");
    stderr.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn three_mens_morris_is_solved() {
    let draw = solved(&["three-mens-morris"]);
    assert_eq!((&draw["winner"], &draw["scores"]), (&Value::Null, &json!([0.5, 0.5])));
    assert_eq!(draw["best"], json!(["@a1", "@c1", "@b2", "@a3", "@c3"]));
    assert_eq!(draw["line_end"], "repeats");
    let white = solved(&["three-mens-morris(equal_turns=false)", "--threads", "1"]);
    assert_eq!((&white["winner"], &white["plies"], &white["best"]), (&json!(0), &json!(9), &json!(["@b2"])));
    let line = white["line"].as_array().unwrap();
    let moves: Vec<&str> = line.iter().map(|token| token.as_str().unwrap()).collect();
    let game = "three-mens-morris(equal_turns=false)";
    let shown = stdout(&["show", game, "--moves", &moves.join(" ")]);
    assert!(moves.len() == 9 && shown.contains("White wins: three in a row."), "{shown}");
    for options in ["diagonals=false", "diagonals=false, equal_turns=false"] {
        let plain = solved(&[&format!("three-mens-morris({options})")]);
        assert_eq!((&plain["winner"], plain["best"].as_array().unwrap().len()), (&Value::Null, 9));
    }
}

#[test]
fn positions_are_solved() {
    let hunt = "catch-the-rabbit(rabbit_wins_at=0)";
    let position = "...../.h.../..R../..h../.h... h";
    let found = solved(&[hunt, "--position", position]);
    assert_eq!(
        (&found["seat"], &found["winner"], &found["position"]),
        (&json!(1), &json!(0), &json!(position))
    );
    assert_eq!(found["layers"][3]["name"], "3 hunters");
    let to_move = |layer: &Value, field: &str| -> u64 {
        let sides = layer["to_move"].as_array().unwrap().iter();
        sides
            .map(|side| side[field].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>())
            .sum()
    };
    let layer = &found["layers"][3];
    assert_eq!(to_move(layer, "won") + to_move(layer, "endlessly_won"), 2 * 25 * 2024);
    let text = stdout(&["solve", hunt, "--position", position]);
    assert!(text.contains("Rabbit wins"), "{text}");
    let found = solved(&["sleeping-beauty-draughts", "--position", "Lc3 lg7 mb6 w"]);
    assert_eq!((&found["winner"], &found["plies"], &found["endless"]), (&json!(1), &json!(18), &Value::Null));
}

#[test]
fn what_cannot_be_solved_says_why() {
    let tafl = refused(&["solve", "hnefatafl", "--memory", "64"]);
    assert!(tafl.contains("too large: about") && tafl.contains("positions"), "{tafl}");
    assert!(refused(&["solve", "hazard", "--method", "retrograde"]).contains("turns of single seats"));
    assert!(refused(&["solve", "frames", "--memory", "64"]).contains("by backward induction: too large"));
    let spent = refused(&["solve", "havannah", "--method", "proof", "--nodes", "1000", "--memory", "16"]);
    assert!(spent.contains("by proof-number search: not solved within 1000 positions"), "{spent}");
    assert!(refused(&["solve", "four-seasons"]).contains("two seats, the game has 4"));
    assert!(refused(&["solve", "three-mens-moris"]).contains("did you mean `three-mens-morris`"));
    assert!(refused(&["solve", "three-mens-morris", "--position", "w"]).contains("--position"));
    let rabbit = refused(&["solve", "catch-the-rabbit", "--memory", "100"]);
    assert!(rabbit.contains("8.594e7 positions"), "{rabbit}");
}

#[test]
fn winners_are_proven() {
    // Retrograde analysis finds it too large.
    let found = solved(&["havannah(size=3)", "--memory", "64", "--each"]);
    assert_eq!(
        (&found["method"], &found["winner"], &found["cyclic"]),
        (&json!("proof"), &json!(0), &json!(false))
    );
    let after = found["after"].as_array().unwrap().iter();
    let winning: Vec<_> = after.filter(|after| after["winner"] == 0).map(|after| &after["action"]).collect();
    assert_eq!(winning, ["a1", "c1", "a3", "e3", "c5", "e5"]);
    assert!(found["size"].as_u64().unwrap() > 0 && found["nodes"].as_u64().unwrap() < 300_000);
    let text = stdout(&["solve", "havannah(size=3, swap=true)", "--method", "proof"]);
    assert!(text.contains("Black wins"), "{text}");
}

/// What best play gives `seat` if it has the winners of `after` to choose from.
fn best_of(after: &Value, seat: usize) -> Value {
    let winners: Vec<&Value> = after.as_array().unwrap().iter().map(|after| &after["winner"]).collect();
    let wanted = [json!(seat), Value::Null];
    wanted.into_iter().find(|winner| winners.contains(&winner)).unwrap_or(json!(1 - seat))
}

/// A position is worth its best reply, also where the reply gives the seats each other's colours.
#[test]
fn a_swap_is_worth_what_follows_it() {
    for (game, best, first_moves) in [
        ("akron(size=3, balls=3)", json!(1), ["a1", "a2", "b1", "b2"]),
        ("akron(size=3, balls=5)", Value::Null, ["a1", "a2", "b1", "b2"]),
        ("havannah(size=3, swap=true)", json!(1), ["a1", "b1", "b2", "c3"]),
    ] {
        let proof = |more: &[&str]| {
            solved(&[&[game, "--method", "proof", "--memory", "64", "--each"], more].concat())
        };
        let after_moves = |moves: &str| -> String {
            let shown: Value =
                serde_json::from_str(&stdout(&["show", game, "--moves", moves, "--json"])).unwrap();
            shown["position"].as_str().unwrap().to_owned()
        };
        let start = proof(&[]);
        assert_eq!((&start["winner"], &best_of(&start["after"], 0)), (&best, &best), "{game}");
        for first in first_moves {
            let winner_after = |list: &Value, action: &str| -> Value {
                let mut found = list.as_array().unwrap().iter().filter(|after| after["action"] == action);
                found.next().unwrap()["winner"].clone()
            };
            let reply = proof(&["--position", &after_moves(first)]);
            let best = best_of(&reply["after"], 1);
            assert_eq!(
                (&reply["winner"], winner_after(&start["after"], first)),
                (&best, best.clone()),
                "{game} {first}"
            );
            let swapped = proof(&["--position", &after_moves(&format!("{first} swap"))]);
            assert_eq!(winner_after(&reply["after"], "swap"), swapped["winner"], "{game} {first} swap");
            assert_eq!(best_of(&swapped["after"], 0), swapped["winner"], "{game} {first} swap");
        }
    }
}

#[test]
fn values_and_mixtures() {
    let even = solved(&["frames(size=3, points=1)"]);
    assert_eq!((&even["method"], &even["value"]), (&json!("values"), &json!([0.5, 0.5])));
    assert_eq!(even["mixtures"]["seats"][0][4], json!({ "action": "b2", "probability": 1.0 }));
    let safe = ["frames(size=3, points=1)", "--payoff", "no-loss", "--cards", "first-shows"];
    assert_eq!(solved(&safe)["value"], json!([1.0, 1.0]));
    let found = solved(&["nibelungenlied(max_turns=2)"]);
    assert_eq!((&found["value"], found["after"].as_array().unwrap().len()), (&json!([0.5, 0.5]), 10));
    let text = stdout(&["solve", "nibelungenlied(max_turns=1)"]);
    assert!(text.contains("score of Natural Order: 0.5\n"), "{text}");
}

#[test]
fn tables_are_kept_and_foreign_files_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rabbit.table");
    let file = path.to_str().unwrap();
    let hunt = "catch-the-rabbit(rabbit_wins_at=0)";
    let solve = |position: &str| solved(&[hunt, "--position", position, "--table", file]);
    solve("...../.h.../..R../...../.h... h");
    let two = fs::read(&path).unwrap();
    let three = solve("...../.h.../..R../..h../.h... h");
    let all = fs::read(&path).unwrap();
    assert!(all.starts_with(&two) && all.len() > two.len());
    assert_eq!(solve("...../.h.../..R../..h../.h... h"), three);
    assert!(fs::read(&path).unwrap() == all);
    let other = ["solve", "catch-the-rabbit(rabbit_wins_at=1)", "--table", file];
    assert!(refused(&other).contains("the table is of"));
    let mut damaged = all.clone();
    damaged[all.len() - 1000] ^= 4;
    fs::write(&path, &damaged).unwrap();
    let position = "...../.h.../..R../..h../.h... h";
    let message = refused(&["solve", hunt, "--position", position, "--table", file]);
    assert!(message.contains("layer 3 (3 hunters) is damaged"), "{message}");
    assert!(fs::read(&path).unwrap() == damaged);
    assert!(refused(&["solve", "three-mens-morris", "--table", file]).contains("does not number"));
}

#[test]
fn perfect_plays_small_games_and_is_refused_for_others_before_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("run.toml");
    let out = folder.path().join("out");
    let write = |game: &str, engine: &str| {
        let text = format!(
            "name = \"x\"\nseed = 1\ngames = [\"{game}\"]\nengines = [\"{engine}\", \"random\"]\nrounds = 20\n"
        );
        fs::write(&config, text).unwrap();
    };
    let arguments = ["run", config.to_str().unwrap(), "--out", out.to_str().unwrap(), "--threads", "2"];
    write("three-mens-morris", "perfect");
    stdout(&arguments);
    let seats = fs::read_to_string(out.join("seats.csv")).unwrap();
    let scores =
        seats.lines().map(|row| row.split(',').collect::<Vec<_>>()).filter(|row| row[2] == "perfect");
    let scores: Vec<f64> = scores.map(|row| row[3].parse().unwrap()).collect();
    assert!(
        scores.len() == 40 && scores.iter().all(|&score| score >= 0.5),
        "the start is a draw: {scores:?}"
    );
    assert!(!fs::read_to_string(out.join("games.csv")).unwrap().contains("engine-error"));
    fs::remove_dir_all(&out).unwrap();
    for (engine, why) in [
        ("perfect", "perfect cannot play hnefatafl: too large"),
        ("perfect(table=none.table)", "perfect cannot play hnefatafl: the game does not number"),
    ] {
        write("hnefatafl", engine);
        let message = refused(&arguments);
        assert!(message.contains(why) && !out.exists(), "{message}");
    }
}

#[test]
fn perfect_plays_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.table");
    let play = ["play", "catch-the-rabbit", "--engine", &format!("perfect(table={})", path.display())];
    assert!(refused(&play).contains("none.table"));
}

/// Some minutes: `cargo test --release -p torneo --test main solving:: -- --ignored`.
#[test]
#[ignore = "minutes, and 200 MB"]
fn the_rabbit_is_caught() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rabbit.table");
    let file = path.to_str().unwrap();
    for (options, plies) in [("", 50), ("(hunters=11)", 60), ("(hunters=10)", 70), ("(first=hunters)", 51)] {
        let found = solved(&[&format!("catch-the-rabbit{options}"), "--table", file]);
        let hunters = usize::from(options != "(first=hunters)");
        assert_eq!((&found["winner"], &found["plies"]), (&json!(hunters), &json!(plies)));
        assert_eq!(found["line"].as_array().unwrap().len(), plies);
    }
}

#[test]
#[cfg(unix)]
fn a_solver_that_is_stopped_says_how_far_it_came() {
    let arguments = ["solve", "catch-the-rabbit", "--method", "proof", "--memory", "16"];
    let program = Command::new(env!("CARGO_BIN_EXE_torneo"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_secs(2));
    let sent = Command::new("kill").args(["-TERM", &program.id().to_string()]).status();
    assert!(sent.expect("there is `kill`").success());
    let ended = program.wait_with_output().expect("it ends");
    let said = String::from_utf8(ended.stderr).expect("UTF-8");
    assert_eq!(ended.status.code(), Some(130), "{said}");
    assert!(ended.stdout.is_empty(), "nothing is solved");
    let last = said.lines().last().expect("it says something");
    assert!(last.starts_with("stopped at positions to prove whether"), "{said}");
    let positions: u64 = last.rsplit(": ").next().unwrap().trim().parse().expect("a number");
    assert!(positions > 0, "{said}");
}
