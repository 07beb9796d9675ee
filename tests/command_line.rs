//! The program as users type it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::support::program::PROGRAM;

pub fn torneo(arguments: &[&str]) -> Output {
    Command::new(&*PROGRAM).args(arguments).output().expect("the program starts")
}

pub fn stdout(arguments: &[&str]) -> String {
    let output = torneo(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

pub fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(arguments)).expect("JSON")
}

/// The rows of a file of results, without the head.
pub fn rows(folder: impl AsRef<Path>, file: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(folder.as_ref().join(file)).unwrap();
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// A command that must end with exit code 2 and print nothing to stdout; returns what it says, without the breaks
/// that fit it to the terminal.
pub fn refused(arguments: &[&str]) -> String {
    let output = torneo(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{arguments:?} prints to stdout");
    let words = stderr.split_whitespace().filter(|word| *word != "│");
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn games_and_engines_are_listed() {
    let games = json(&["games", "--json"]);
    let morris = games.as_array().unwrap().iter().find(|game| game["id"] == "three-mens-morris").unwrap();
    assert_eq!(morris["seats"]["min"], 2);
    assert_eq!(morris["options"][0]["name"], "diagonals");
    assert_eq!(morris["options"][0]["default"], true);
    let list = stdout(&["games"]);
    assert!(list.lines().count() < 50 && list.contains("  three-mens-morris "), "{list}");
    let told = stdout(&["games", "hazard(players=3)", "lanza"]);
    for part in ["hazard: Hazard", "2 to 8 players", "Also looked for as: dice", "torneo play lanza"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert_eq!(json(&["games", "hazard", "lanza", "--json"])[1]["id"], "lanza");
    assert!(stdout(&["engines"]).contains("\n  mcts "));
    assert!(stdout(&["engines", "mcts"]).contains("  sims "));
    assert_eq!(json(&["engines", "mcts", "--json"])[0]["id"], "mcts");
    assert!(json(&["engines", "--json"]).as_array().unwrap().iter().any(|engine| engine["id"] == "random"));
}

/// The program does not start Python: it names the door of games in Python.
#[test]
fn games_in_python_are_sent_to_python() {
    for arguments in [&["--game-module", "mine.py", "games"][..], &["--game-module=mine.py", "games"]] {
        let said = refused(arguments);
        assert!(said.contains("`python -m torneo --game-module FILE COMMAND`"), "{said}");
    }
    assert!(!refused(&["--game-modules", "games"]).contains("python -m"));
}

/// A start that chance draws is shown with one of its draws, always the same, and says so.
#[test]
fn a_drawn_start_is_shown_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("start.svg");
    let svg = file.to_str().unwrap();
    for (game, on_it) in [("fischerandom", "R"), ("tantrix", "Red")] {
        let shown = stdout(&["show", game, "--svg", svg]);
        assert!(
            shown.contains("One of the starts that chance draws:\n") && shown.contains(on_it),
            "{game}: {shown}"
        );
        let picture = fs::read_to_string(&file).unwrap();
        assert!(picture.contains(">One of the starts that chance draws"), "{game}");
        assert_eq!(stdout(&["show", game, "--svg", svg]), shown);
        assert_eq!(fs::read_to_string(&file).unwrap(), picture);
    }
    for other in [&["show", "hnefatafl"][..], &["show", "hazard"], &["show", "fischerandom(start=518)"]] {
        assert!(!stdout(other).contains("chance draws:"), "{other:?}");
    }
}

#[test]
fn show_prints_the_documented_fields() {
    let start = json(&["show", "three-mens-morris", "--json"]);
    assert_eq!(start["game"], "three-mens-morris");
    assert_eq!(start["position"], ".../.../... w 3,3 -");
    assert_eq!((&start["turn"], &start["seat"]), (&Value::from("seat"), &Value::from(0)));
    assert_eq!(start["legal"].as_array().unwrap().len(), 9);
    let over = json(&["show", "three-mens-morris", "--moves", "@a1 @a2 @b1 @b2 @c1 @c2", "--json"]);
    assert_eq!((&over["turn"], &over["over"]), (&Value::from("over"), &Value::from(true)));
    assert_eq!(over["scores"], serde_json::json!([0.5, 0.5]));
    let dice = json(&["show", "hazard(players=4)", "--json"]);
    assert_eq!((&dice["turn"], dice["legal"].as_array().unwrap().len()), (&Value::from("chance"), 56));
    let frames = json(&["show", "frames(size=5)", "--json"]);
    assert_eq!(frames["turn"], "together");
    assert_eq!(frames["legal_by_seat"][1].as_array().unwrap().len(), 25);
}

#[test]
fn show_tells_positions_as_data() {
    let position = "rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR b HAha f3 0 2";
    let chess = json(&["show", "fischerandom", "--position", position, "--json", "--state"]);
    let king = serde_json::json!({ "site": "e1", "kind": "king", "letter": "K", "owner": 0 });
    assert!(chess["pieces"].as_array().unwrap().contains(&king));
    let field = |name: &str, owner: Value| {
        let fields = chess["fields"].as_array().unwrap();
        fields.iter().find(|field| field["name"] == name && field["owner"] == owner).unwrap().clone()
    };
    assert_eq!(field("castling_king_side", 1.into())["value"], 1);
    assert_eq!(field("double_step", Value::Null)["site"], "f3");
    let clock = field("halfmove_clock", Value::Null);
    assert_eq!((&clock["value"], &clock["least"]), (&Value::from(0), &Value::from(0)));
    assert!(refused(&["show", "trax", "--state"]).contains("--json"));
    for game in json(&["games", "--json"]).as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let shown = json(&["show", id, "--json", "--state"]);
        let (pieces, fields) = (shown["pieces"].as_array().unwrap(), shown["fields"].as_array().unwrap());
        assert!(pieces.iter().all(|piece| piece["site"].is_string() && piece["kind"].is_string()), "{id}");
        let bound = |field: &Value, name: &str| field[name].as_i64().unwrap();
        let within =
            |field: &Value| (bound(field, "least")..=bound(field, "most")).contains(&bound(field, "value"));
        assert!(fields.iter().all(within), "{id}");
        // Nothing is on the table at first in a few games, which have no fields either.
        let bare = ["havannah", "atari-go"].contains(&id);
        assert!(bare || !pieces.is_empty() || !fields.is_empty(), "{id}");
    }
}

#[test]
fn show_tells_and_draws_what_is_on_the_table() {
    let shown = json(&["show", "three-mens-morris", "--moves", "@b2", "--json", "--scene"]);
    assert_eq!(
        (&shown["board"]["sites"][4]["name"], shown["board"]["sites"].as_array().unwrap().len()),
        (&Value::from("b2"), 9)
    );
    assert_eq!(shown["scene"]["items"][0]["at"], serde_json::json!({ "site": 4 }));
    assert_eq!(shown["scene"]["marks"], serde_json::json!([{ "enter": 4 }]));
    assert_eq!(shown["clicks"].as_array().unwrap().len(), shown["legal"].as_array().unwrap().len());
    let frames = json(&["show", "frames(size=5)", "--json", "--scene"]);
    assert_eq!(frames["clicks_by_seat"][1].as_array().unwrap().len(), 25);
    assert!(json(&["show", "hazard", "--json"]).get("scene").is_none());

    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (svg, png) = (file("a.svg"), file("a.png"));
    stdout(&["show", "tantrix(players=3)", "--svg", &svg, "--png", &png, "--size", "300", "--theme", "dark"]);
    assert!(fs::read_to_string(&svg).unwrap().contains("width=\"300\""));
    let bytes = fs::read(&png).unwrap();
    assert_eq!((&bytes[1..4], &bytes[16..20]), (&b"PNG"[..], &300u32.to_be_bytes()[..]));
    for (wrong, says) in [("7", "16..=8192"), ("9000", "16..=8192"), ("wide", "invalid digit")] {
        assert!(refused(&["show", "trax", "--svg", &svg, "--size", wrong]).contains(says), "{wrong}");
    }
    assert!(refused(&["show", "trax", "--scene"]).contains("--json"));
    assert!(refused(&["show", "trax", "--svg", &svg, "--theme", "drak"]).contains("'dark'"));
    let nowhere = file("nowhere/a.svg");
    assert_eq!(torneo(&["show", "trax", "--svg", &nowhere]).status.code(), Some(1));
}

#[test]
fn plots_of_dice_are_drawn_as_svg_and_as_png() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (arguments, height) in
        [(["combos", "3d6"], 460), (["combos", "4d6kh3"], 460), (["odds", "triga(players=3)"], 920u32)]
    {
        let (svg, png) = (file("a.svg"), file("a.png"));
        stdout(&["dice", arguments[0], arguments[1], "--svg", &svg, "--png", &png]);
        assert!(fs::read_to_string(&svg).unwrap().contains("<text"));
        let bytes = fs::read(&png).unwrap();
        let size = [&(2 * 760u32).to_be_bytes()[..], &(2 * height).to_be_bytes()].concat();
        assert_eq!((&bytes[1..4], &bytes[16..24]), (&b"PNG"[..], &size[..]), "{arguments:?}");
        [svg, png].iter().for_each(|file| fs::remove_file(file).unwrap());
    }
    let nowhere = file("nowhere/a.png");
    assert_eq!(torneo(&["dice", "combos", "3d6", "--png", &nowhere]).status.code(), Some(1));
}

#[test]
fn show_begins_at_a_position() {
    let shown = json(&[
        "show",
        "three-mens-morris",
        "--position",
        ".b./ww./bwb b 0,0 -",
        "--moves",
        "c1-c2",
        "--json",
    ]);
    assert_eq!(shown["position"], ".b./wwb/bw. w 0,0 -");
    assert!(stdout(&["show", "three-mens-morris"]).contains("White to move: 9 legal moves"));
    let many = stdout(&["show", "zertz"]);
    assert!(many.contains("1944 legal moves") && many.ends_with("... and 1744 more\n"), "{many}");
    let drawn = stdout(&["show", "three-mens-morris", "--moves", "@a1 @a2 @b1 @b2 @c1 @c2"]);
    assert!(drawn.ends_with("\nA draw: both have three in a row.\n"), "{drawn}");
    let thrown = stdout(&["show", "hazard", "--moves", "0:531 1:411"]);
    assert!(
        thrown.ends_with("Player 2 wins: 6 is a hazard. Points: -1 for Player 1 and 1 for Player 2.\n"),
        "{thrown}"
    );
}

#[test]
fn perft_counts_and_divides() {
    assert_eq!(stdout(&["perft", "three-mens-morris", "4"]).trim(), "3024");
    assert_eq!(stdout(&["perft", "three-mens-morris", "0"]).trim(), "1");
    let divided = stdout(&["perft", "three-mens-morris", "2", "--divide"]);
    assert!(divided.contains("@b2 8") && divided.trim().ends_with("72"));
}

#[test]
fn completions_and_help_have_what_they_should() {
    let bash = stdout(&["completions", "bash"]);
    assert!(bash.contains("complete -F _torneo") && bash.contains("torneo__subcmd__advantage"), "{bash}");
    assert!(stdout(&["completions", "zsh"]).starts_with("#compdef torneo"));
    for command in [
        "games",
        "engines",
        "show",
        "perft",
        "play",
        "run",
        "merge",
        "analyze",
        "exploit",
        "bench",
        "completions",
    ] {
        assert!(stdout(&[command, "--help"]).contains("Example"), "{command}: the help has an example");
    }
}

#[test]
fn exploit_tells_what_engines_lose() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("choices.csv");
    let rows = file.to_str().unwrap();
    let arguments =
        ["exploit", "rising-hazard", "--engine", "random", "greedy", "--seeds", "2", "--csv", rows];
    let text = stdout(&arguments);
    assert!(text.contains("worst case") && text.contains("greedy: NashConv"), "{text}");
    let written = fs::read_to_string(&file).unwrap();
    assert!(written.starts_with("engine,seat,position,value,loss,action,probability,optimal\n"));
    let found = json(&[&arguments[..7], &["--json"]].concat());
    assert_eq!((found["seeds"].as_u64(), found["engines"][1]["engine"].as_str()), (Some(2), Some("greedy")));
    let value = found["engines"][0]["seats"][0]["value"].as_f64().unwrap();
    assert!(
        (value - 0.540_504_699_482).abs() < 1e-9,
        "the value that the dice odds of the game have: {value}"
    );
    assert!(refused(&["exploit", "lanza(players=3)", "--engine", "random"]).contains("3 seats"));
    let large = refused(&["exploit", "frames", "--engine", "random", "--positions", "1000"]);
    assert!(large.contains("more than 1000 positions") && large.contains("--position"), "{large}");
    assert!(refused(&["exploit", "hazard", "--engine", "random"]).contains("choice"));
    assert!(refused(&["exploit", "rising-hazard", "--engine", "rando"]).contains("random"));
}

#[test]
fn bench_measures() {
    let speeds = json(&["bench", "three-mens-morris", "--seconds", "0.05", "--json"]);
    assert!(speeds[0]["plies_per_second"].as_f64().unwrap() > 1000.0);
}

#[test]
fn play_reads_moves_and_answers() {
    let mut child = Command::new(&*PROGRAM)
        .args(["play", "three-mens-morris", "--engine", "random"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().unwrap().write_all(b"?\n@z9\n@b2\nq\n").unwrap();
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(text.contains("@z9 is not possible"), "{text}");
    assert!(text.contains("1. White (you): @b2") && text.contains("2. Black: @"), "{text}");
    assert!(text.contains("moves: @b2 @"), "{text}");
}

/// The old program's way to play Blocker: the digit of the piece, directions, `i` to stop early.
#[test]
fn play_reads_blocker_moves_as_the_old_program_did() {
    let mut child = Command::new(&*PROGRAM)
        .args(["play", "blocker", "--engine", "random"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().unwrap().write_all(b"4 e i\nq\n").unwrap();
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(text.contains("1. White (you): 4:e\n"), "{text}");
}

/// What a person at the terminal sees who types these lines.
fn typed(arguments: &[&str], lines: &str) -> String {
    let mut child = Command::new(&*PROGRAM)
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn a_game_is_taken_back_saved_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.toml");
    let file = file.to_str().unwrap();
    let morris = ["three-mens-morris", "--engine", "alpha-beta(depth=2)"];
    let text = typed(
        &morris,
        &format!("help\nB 2\nsave {file}\nundo\nundo\n@a1\nload {file}\nhint\nmoves\nresign\n"),
    );
    for part in [
        "take the last choice back",
        "1. White (you): @b2",
        ", depth 2, ",
        "saved: ",
        "There is nothing to take back.",
        "1. White (you): @a1",
        "expected score ",
        "You lost: you resigned.\n",
        "moves: @b2 @",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Loaded, the game is where it was saved: two moves on.
    let on = typed(&["--load", file, "--engine", "random"], "quit\n");
    assert_eq!(on.lines().last().unwrap().split_whitespace().count(), 3, "{on}");
    let other = typed(&["nine-mens-morris"], &format!("load {file}\nsave {file}.x/y\nload\nquit\n"));
    assert!(other.contains("is a game of three-mens-morris") && other.contains("cannot write"), "{other}");
    assert!(other.contains("load needs the name of a file"), "{other}");
    let damaged = folder.path().join("damaged.toml");
    fs::write(&damaged, "game = \"three-mens-morris\"\nmoves = \"@b2 @b2\"\n").unwrap();
    let damaged = damaged.to_str().unwrap();
    assert!(
        typed(&["three-mens-morris"], &format!("load {damaged}\nq\n"))
            .contains("token 2: `@b2` is not legal")
    );
    assert!(refused(&["play", "--load", "nowhere.toml"]).contains("nowhere.toml"));
}

/// Taking back does not change what the dice show.
#[test]
fn chance_is_the_same_after_taking_back() {
    let game = ["rising-hazard(pots=2)", "--engine", "random"];
    let played = |lines: &str| {
        let text = typed(&game, lines);
        let throws = text.lines().filter(|line| line.contains(". You throw ") || line.contains(" throws "));
        throws.filter(|line| line.ends_with('.')).map(str::to_owned).collect::<Vec<_>>()
    };
    // The twelve throws up to the first decision.
    let begin = "\n".repeat(12);
    let once = played(&format!("{begin}throw\n\nquit\n"));
    let again = played(&format!("{begin}throw\n\nundo\n0:throw\n\nquit\n"));
    assert!(again.len() > once.len(), "some throws were shown twice");
    assert_eq!(again.iter().collect::<std::collections::BTreeSet<_>>(), once.iter().collect());
}

#[test]
fn rules_are_printed() {
    let text = stdout(&["rules", "hnefatafl"]);
    assert!(
        text.starts_with("# Hnefatafl") && text.contains("## Rules as implemented") && !text.contains("![")
    );
    assert!(refused(&["rules", "hnefatafll"]).contains("hnefatafl"));
}

const CONFIG: &str = r#"name = "cli"
seed = 3
games = ["three-mens-morris", "lanza"]
engines = ["random", "greedy"]
rounds = 2
"#;

fn write_config(folder: &Path, text: &str) -> String {
    let path = folder.join("config.toml");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_run_writes_results_and_shows_them() {
    let folder = tempfile::tempdir().unwrap();
    let config = write_config(folder.path(), CONFIG);
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let plan = stdout(&["run", &config, "--dry-run"]);
    assert!(
        plan.contains("cli: 8 games in 4 groups") && plan.contains("random / greedy | greedy / random"),
        "{plan}"
    );
    assert!(!Path::new(out).exists());
    let shown = stdout(&["run", &config, "--out", out, "--threads", "2"]);
    assert!(shown.starts_with("8 games in ") && shown.contains("Who is strongest?"), "{shown}");
    assert!(shown.contains("lanza: no first move") || shown.contains("Not measured: lanza"), "{shown}");
    assert!(shown.lines().count() <= 25, "{shown}");
    let analysis = json(&["analyze", out, "--json"]);
    let models = |row: &&Value| row["method"] == "model" && row["verdict"].is_null();
    assert_eq!(analysis["first_move"].as_array().unwrap().iter().filter(models).count(), 4);
    assert_eq!(analysis["leaderboard"][0]["rank"], 1);
    // The same without a file.
    let asked = stdout(&[
        "run",
        "--games",
        "three-mens-morris",
        "lanza",
        "--engines",
        "random",
        "greedy",
        "--rounds",
        "2",
        "--seed",
        "3",
        "--name",
        "cli",
        "--out",
        &format!("{out}-asked"),
    ]);
    assert_eq!(
        asked.lines().skip(1).take(5).collect::<Vec<_>>(),
        shown.lines().skip(1).take(5).collect::<Vec<_>>()
    );
    let read = |out: &str| fs::read(Path::new(out).join("games.csv")).unwrap();
    assert_eq!(read(out), read(&format!("{out}-asked")));
    let printed = stdout(&["run", "--games", "lanza", "--engines", "random", "--print-config"]);
    assert!(
        printed.contains("format = \"self-play\"") && printed.contains("games = [\"lanza\"]"),
        "{printed}"
    );
    let again = write_config(folder.path(), &printed);
    assert!(stdout(&["run", &again, "--dry-run"]).contains("lanza"));
    let config = write_config(folder.path(), CONFIG);
    let games = fs::read_to_string(Path::new(out).join("games.csv")).unwrap();
    assert!(games.starts_with("game_no,round,pair,game,opening,seats,winner,reason,plies,record\n"));
    assert_eq!(games.lines().count(), 9);
    // A recorded game replays.
    let record = games.lines().nth(1).unwrap().split(',').next_back().unwrap();
    assert_eq!(json(&["show", "three-mens-morris", "--moves", record, "--json"])["over"], true);
    assert!(refused(&["run", &config, "--out", out]).contains("holds this run already"));
}

/// A run killed half-way resumes to the bytes that an undisturbed run writes.
#[test]
fn a_killed_run_resumes_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let config = CONFIG.replace("rounds = 2", "rounds = 1000");
    let config = write_config(folder.path(), &config);
    let (killed, whole) = (folder.path().join("killed"), folder.path().join("whole"));
    let mut child = Command::new(&*PROGRAM)
        .args(["run", &config, "--out", killed.to_str().unwrap()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    // Wait for rows, then kill: SIGKILL on Unix.
    for _ in 0..400 {
        if fs::metadata(killed.join("seats.csv")).is_ok_and(|file| file.len() > 5_000) {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let rows = fs::read_to_string(killed.join("games.csv")).unwrap().lines().count();
    assert!((2..4_001).contains(&rows), "killed with {rows} rows");
    stdout(&["run", &config, "--out", killed.to_str().unwrap(), "--resume", "--threads", "1"]);
    stdout(&["run", &config, "--out", whole.to_str().unwrap(), "--threads", "2"]);
    for name in ["games.csv", "seats.csv", "manifest.json"] {
        assert!(fs::read(killed.join(name)).unwrap() == fs::read(whole.join(name)).unwrap(), "{name}");
    }
}

#[test]
fn bad_arguments_are_refused() {
    let said = [
        (vec!["show", "three-mens-moris"], "did you mean `three-mens-morris`?"),
        (vec!["show", "three-mens-morris(diagonal=true)"], "did you mean `diagonals`?"),
        (vec!["show", "three-mens-morris(diagonals=yes)"], "expects true or false, found `yes`"),
        (vec!["show", "hazard(players=9)"], "2..=8"),
        (vec!["show", "hazard(players=2"], "closing parenthesis"),
        (vec!["show", "lanza(start=sides, players=3)"], "start"),
        (vec!["show", "three-mens-morris", "--position", "x"], "argument --position"),
        (vec!["show", "three-mens-morris", "--moves", "@b2 @b2"], "move 2"),
        (vec!["show", "three-mens-morris", "--moves", "@b2 zz"], "legal: @a1"),
        (vec!["show", "hazard", "--moves", "1:651"], "Player 1 throws"),
        (vec!["show", "frames(size=5)", "--moves", "a1"], "move 1"),
        (vec!["perft", "three-mens-morris", "-1"], "-1"),
        (vec!["perft", "three-mens-morris", "x"], "x"),
        (vec!["perft", "nothing", "1"], "no game is called \"nothing\""),
        (vec!["play", "three-mens-morris", "--engine", "randm"], "did you mean `random`?"),
        (vec!["play", "three-mens-morris", "--engine", "mcts(sims=0)"], "sims"),
        (vec!["bench", "hazart"], "did you mean `hazard`?"),
        (vec!["bench", "--seconds", "0"], "--seconds"),
        (vec!["analyze", "/nowhere"], "cannot read /nowhere"),
        (vec!["run", "/nowhere.toml"], "cannot read"),
        (vec!["merge", "/nowhere", "--out", "/nowhere2"], "not a results folder"),
        (
            vec![
                "match",
                "alpha-beta(threads=2)",
                "greedy",
                "--games",
                "three-mens-morris",
                "--sprt",
                "0,50",
            ],
            "searches with 2 threads",
        ),
        (vec!["play", "three-mens-morris", "--engine", "alpha-beta(threads=0)"], "threads"),
        (
            vec!["rules", "shogi"],
            "Do you mean fischerandom(start=518) (orthodox chess, `chess` for short), grand-chess, four-seasons",
        ),
        (vec!["show", "Tafl"], "Do you mean hnefatafl?"),
        (vec!["play", "mancala"], "Do you mean ot-tjin?"),
        (vec!["games", "draughts"], "Do you mean sleeping-beauty-draughts"),
        (vec!["perft", "nine men's moris", "1"], "did you mean `nine-mens-morris`?"),
        (vec!["dice", "odds", "craps"], "Do you mean hazard"),
        (vec!["shwo"], "show"),
        (vec!["run"], "CONFIG"),
    ];
    for (arguments, expected) in said {
        let message = refused(&arguments);
        assert!(message.contains(expected), "{arguments:?}: expected `{expected}` in: {message}");
    }
}

#[test]
fn lists_with_commas_are_refused_by_name() {
    for (games, engines, argument) in [
        ("hazard,triga", "random", "--games"),
        ("hazard;triga", "random", "--games"),
        ("hazard", "random,greedy", "--engines"),
    ] {
        let said = refused(&["run", "--games", games, "--engines", engines, "greedy", "--out", "nowhere"]);
        assert!(said.contains(&format!("argument {argument}: expected one name a word")), "{said}");
    }
}

/// A folder that cannot be made is a failure while working, and not of what was given.
/// A folder with the results of a small run (`RUN` in a command), and a file (`FILE`) below which nothing can be made.
fn with_files() -> (tempfile::TempDir, impl Fn(&str) -> Output) {
    let folder = tempfile::tempdir().unwrap();
    let [run, file] = ["run", "file"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    fs::write(&file, "").unwrap();
    let games = ["run", "--games", "three-mens-morris", "--engines", "random", "greedy", "--rounds", "1"];
    stdout(&[&games[..], &["--out", &run]].concat());
    let design = "name = \"small\"\nseed = 3\nlevels = [{ engine = \"random\" }]\n[games]\n\
                  three-mens-morris = { b = 4, random-0 = 20 }\n";
    fs::write(folder.path().join("design.toml"), design).unwrap();
    let design = folder.path().join("design.toml").to_str().unwrap().to_owned();
    let called = move |command: &str| {
        let words = command
            .split(' ')
            .map(|word| word.replace("RUN", &run).replace("FILE", &file).replace("DESIGN", &design));
        torneo(&words.collect::<Vec<_>>().iter().map(String::as_str).collect::<Vec<_>>())
    };
    (folder, called)
}

/// Every command that writes a file or a folder, where none can be made: it fails while it works.
#[cfg(unix)]
#[test]
fn what_cannot_be_written_is_no_fault_of_the_input() {
    let (_folder, called) = with_files();
    for command in [
        "run --games three-mens-morris --engines random greedy --rounds 1 --out FILE/out",
        "match random greedy --games three-mens-morris --sprt 0,50 --max-rounds 2 --out FILE/out",
        "advantage three-mens-morris --engine random --precision 0.4 --out FILE/out",
        "merge RUN --out FILE/out",
        "tune mcts(sims=4) --game three-mens-morris --param c=0.1..1 --iterations 1 --out FILE/out",
        "learn three-mens-morris --minutes 0.001 --out FILE/out",
        "atlas DESIGN --out FILE/out",
        "analyze RUN --svg FILE/out",
        "analyze RUN --png FILE/out",
        "report RUN --out FILE/out",
        "export RUN --format json --out FILE/out",
        "show three-mens-morris --svg FILE/out",
        "show three-mens-morris --png FILE/out",
        "dice combos 3d6 --svg FILE/out",
        "dice odds triga --png FILE/out",
        "exploit frames(size=3) --engine random --csv FILE/out",
        "solve catch-the-rabbit --table FILE/out",
    ] {
        let output = called(command);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command}: {said}");
        assert!(said.contains("/out"), "{command}: {said}");
    }
}

/// Every command that reads a file or a folder, where there is none: what was given is wrong.
#[test]
fn what_cannot_be_read_is_a_fault_of_the_input() {
    let (_folder, called) = with_files();
    for command in [
        "run FILE/in",
        "run --games three-mens-morris --engines random greedy --rounds 1 --out RUN2 --reuse FILE/in",
        "match random greedy --games three-mens-morris --sprt 0,50 --openings FILE/in",
        "advantage three-mens-morris --engine random --openings FILE/in",
        "best-of random greedy --games three-mens-morris --openings FILE/in",
        "tune mcts(sims=4) --game three-mens-morris --param c=0.1..1 --openings FILE/in",
        "merge FILE/in --out RUN2",
        "slurm FILE/in --tasks 2",
        "slurm --status FILE/in",
        "atlas FILE/in",
        "atlas DESIGN --out FILE/in --page RUN/page.md",
        "verify FILE/in",
        "analyze FILE/in",
        "report FILE/in",
        "export FILE/in --format json",
        "import FILE/in --format json",
        "play --load FILE/in",
        "dice run FILE/in",
        "bestmove catch-the-rabbit --engine perfect(table=FILE/in)",
        "web FILE/in",
    ] {
        let output = called(command);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
    }
}

/// What stands on the command line is wrong there, and in no file.
#[test]
fn bad_arguments_of_tournaments_are_named() {
    let run = ["run", "--out", "nowhere"];
    let games = ["--games", "hnefatafl", "--engines", "random", "greedy"];
    let said: [(Vec<&str>, &str, Option<&str>); 14] = [
        (vec!["--games", "hnefatfl", "--engines", "random"], "--games: no game", Some("hnefatafl")),
        (
            vec!["--games", "hnefatafl", "--engines", "rndom", "greedy"],
            "--engines: there is no",
            Some("random"),
        ),
        (vec!["--games", "hnefatafl", "--engines", "mcts(sims=0)", "greedy"], "--engines: `mcts`", None),
        (vec!["--games", "hnefatafl", "--engines", "mcts(sms=5)"], "--engines: `mcts` has no", Some("sims")),
        (vec!["--games", "hnefatafl", "--engines", "random", "random"], "--engines: two engines", None),
        (vec!["--games", "triga", "triga", "--engines", "random"], "--games: `triga` is listed twice", None),
        (vec!["--games", "lanza(players=9)", "--engines", "random"], "--games: `lanza`", None),
        (
            vec!["--games", "hnefatafl", "--engines", "perfect", "greedy"],
            "--games: perfect cannot play",
            None,
        ),
        (vec!["--rounds", "0"], "--rounds: `rounds` is a whole number 1..=1000000000, not 0", None),
        (vec!["--self-play", "0"], "--self-play: `self_play` is a whole number", None),
        (vec!["--name", "a/b"], "--name: a name has letters", None),
        (vec!["--rounds", "9999999999"], "--rounds: ", None),
        (vec!["--engines", "external(command=\"no-such-program\")"], "--engines: ", None),
        (vec!["--engines", "alpha-beta(threads=2)"], "--engines: `alpha-beta(threads=2)` searches", None),
    ];
    for (given, expected, nearest) in said {
        let before: &[&str] = if given[0] == "--games" { &[] } else { &games };
        let message = refused(&[&run[..], before, &given].concat());
        assert!(message.contains(&format!("argument {expected}")), "{given:?}: {message}");
        assert!(!message.contains("games = [") && !message.contains("command line"), "{given:?}: {message}");
        if let Some(nearest) = nearest {
            assert!(message.contains(&format!("did you mean `{nearest}`?")), "{given:?}: {message}");
        }
    }
    let trials = [
        (vec!["match", "gredy", "random", "--sprt", "0,50", "--games", "triga"], "<ENGINE>: there is no"),
        (vec!["match", "greedy", "random", "--sprt", "0,50", "--games", "trga"], "--games: no game"),
        (vec!["best-of", "greedy", "rndom", "--games", "triga"], "<ENGINE>: there is no"),
        (vec!["best-of", "greedy", "random", "--games", "trga"], "--games: no game"),
        (vec!["advantage", "triga", "--engine", "gredy"], "--engine: there is no"),
    ];
    for (arguments, expected) in trials {
        let message = refused(&arguments);
        assert!(message.contains(&format!("argument {expected}")), "{arguments:?}: {message}");
        assert!(message.contains("did you mean"), "{arguments:?}: {message}");
    }
}

#[test]
fn bad_configurations_are_refused_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let said = [
        ("rounds = 2", "round = 2", "unknown key `round`", Some("did you mean `rounds`?")),
        ("rounds = 2", "rounds = 0", "1..=", None),
        ("rounds = 2", "rounds = \"two\"", "whole number", None),
        ("seed = 3", "seed = -3", "whole number", None),
        ("seed = 3\n", "", "lacks `seed", None),
        ("\"lanza\"", "\"lnaza\"", "no game is called \"lnaza\"", Some("did you mean `lanza`?")),
        ("\"lanza\"", "\"merels\"", "Do you mean nine-mens-morris, three-mens-morris", None),
        ("\"lanza\"", "\"lanza(player=3)\"", "no option `player`", Some("did you mean `players`?")),
        ("\"lanza\"", "\"lanza(players=3, start=sides)\"", "start", None),
        ("\"lanza\"", "\"three-mens-morris\"", "listed twice", None),
        ("\"lanza\"", "3", "in quotes", None),
        ("\"greedy\"", "\"gredy\"", "there is no engine `gredy`", Some("did you mean `greedy`?")),
        ("\"greedy\"", "\"random\"", "two engines have the name `random`", None),
        ("\"greedy\"", "\"alpha-beta(depth=2, threads=2)\"", "searches with 2 threads", None),
        (
            "\"greedy\"",
            "{ name = \"x\", spec = \"alpha-beta(threads=[1, 4])\" }",
            "searches with 4 threads",
            None,
        ),
        (
            "\"greedy\"",
            "{ nam = \"x\", spec = \"random\" }",
            "unknown key `nam`",
            Some("did you mean `name`?"),
        ),
        (", \"greedy\"", "", "at least two engines", None),
        ("name = \"cli\"", "name = \"a/b\"", "becomes a folder", None),
        ("rounds = 2", "format = \"robin\"", "unknown format", None),
        (
            "rounds = 2",
            "[opening]\nrandom_ply = 3",
            "unknown key `random_ply`",
            Some("did you mean `random_plies`?"),
        ),
        ("rounds = 2", "[limits]\nmax_plies = 0", "whole number", None),
        ("rounds = 2", "[output]\nrecord = 1", "true or false", None),
        ("rounds = 2", "rounds = = 2", "not a TOML file", None),
    ];
    for (from, to, expected, near) in said {
        assert!(CONFIG.contains(from));
        let config = write_config(folder.path(), &CONFIG.replacen(from, to, 1));
        let out = folder.path().join("out");
        let message = refused(&["run", &config, "--out", out.to_str().unwrap()]);
        assert!(message.contains(expected), "{to}: expected `{expected}` in: {message}");
        assert!(near.is_none_or(|near| message.contains(near)), "{to}: expected `{near:?}` in: {message}");
        assert!(message.contains("config.toml:"), "{to}: the place is named: {message}");
        assert!(!out.exists(), "{to}: nothing is written");
    }
}

#[test]
fn an_advantage_is_measured_to_a_precision() {
    let arguments = |threads| {
        ["advantage", "hazard", "--engine", "random", "--precision", "0.03", "--json", "--threads", threads]
    };
    let found = json(&arguments("1"));
    let bound = |end: &str| found["score"][end].as_f64().unwrap();
    assert!(bound("high") - bound("low") <= 0.06 && found["precise"] == true);
    assert!(bound("low") < 0.557994515255 && 0.557994515255 < bound("high"), "the exact value is known");
    assert_eq!(json(&arguments("2")), found, "the result does not depend on the number of threads");
    let cut = json(&[
        "advantage",
        "hazard",
        "--engine",
        "random",
        "--precision",
        "0.01",
        "--max-games",
        "100",
        "--json",
    ]);
    assert_eq!((&cut["precise"], &cut["score"]["groups"]), (&Value::from(false), &Value::from(100)));
    for (game, engine, precision, named) in [
        ("hazzard", "random", "0.1", "hazard"),
        ("hazard", "randon", "0.1", "random"),
        ("hazard", "random", "2", "0.0001 to 0.5"),
    ] {
        assert!(refused(&["advantage", game, "--engine", engine, "--precision", precision]).contains(named));
    }
}

#[test]
fn a_match_stops_when_it_is_decided() {
    let arguments =
        ["match", "greedy", "random", "--games", "razzle-dazzle", "blocker", "--sprt", "0,100", "--json"];
    let found = json(&arguments);
    assert_eq!(found["decision"], "accept-h1");
    assert!(found["log_likelihood_ratio"].as_f64().unwrap() >= found["bounds"][1].as_f64().unwrap());
    assert_eq!(found["by_game"].as_array().unwrap().len(), 2);
    assert_eq!(json(&[&arguments[..], &["--threads", "1"]].concat()), found);
    let same = [
        "match",
        "random",
        "random",
        "--games",
        "hazard",
        "--sprt",
        "50,100",
        "--max-rounds",
        "2000",
        "--json",
    ];
    assert_eq!(json(&same)["decision"], "accept-h0");
    assert!(
        refused(&["match", "greedy", "random", "--games", "blocker", "--sprt", "10,0"])
            .contains("the lower first")
    );
}

#[test]
fn calibration_says_what_it_finds() {
    // So few simulations may miss a target by chance: exit code 0 or 1.
    let output = torneo(&["calibrate", "--simulations", "1", "--bootstrap", "10", "--json"]);
    assert!(output.status.code().is_some_and(|code| code < 2));
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let found = found.as_array().unwrap();
    assert!(found.len() > 10 && found.iter().all(|item| item["cases"].as_u64().unwrap() >= 1));
}

/// The page of a dice game holds all that the dice games share, and its terms before the rules that use them.
#[test]
fn rules_of_dice_games_hold_the_common_ones() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/games/dice-common.md");
    let common = fs::read_to_string(file).unwrap();
    let (_, sections) = common.split_once("\n## ").unwrap();
    for game in torneo_games::infos().iter().filter(|info| info.family == "dice") {
        let page = stdout(&["rules", game.id]);
        let missing = sections.lines().find(|line| !page.contains(line));
        assert_eq!(missing, None, "{}", game.id);
        let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{}: {text}", game.id));
        assert!(place("A *hazard* of three dice") < place("## Rules as implemented"), "{page}");
        assert!(!page.contains("dice-common"), "{page}");
    }
    assert!(stdout(&["rules", "dice-common"]).starts_with("# Dice games: what they share\n"));
}

/// A number below the range is told the range, and is not taken for an option.
#[test]
fn negative_numbers_are_refused_as_numbers() {
    let run = "run --games hazard --engines random greedy";
    for (typed, says) in [
        (format!("{run} --rounds -1"), "'-1' for '--rounds <N>': expected a whole number"),
        (format!("{run} --threads -1"), "-1 is not in 0..=1024"),
        (format!("{run} --seed -7"), "'-7' for '--seed <S>': expected a whole number"),
        ("dice roll 3d6 --times -1".to_owned(), "-1 is not in 1..="),
        ("analyze x --prior -1".to_owned(), "expected a number of games"),
    ] {
        let message = refused(&typed.split(' ').collect::<Vec<_>>());
        assert!(message.contains(says) && !message.contains("unexpected"), "{typed}: {message}");
    }
}
