//! Games played at a terminal, as somebody sees them who types.

#![cfg(unix)]

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use torneo_contract::{Seat, Turn};
use torneo_present::telling::ending;
use torneo_registry::streams::{Purpose, Streams};

use crate::support::terminal::pseudo_terminal;

/// What stands at the end of the screen when the program waits for a line.
const WAITS: &str = "\n> ";

/// Plays in a pseudo-terminal: each line is typed when the program waits for one. What the screen shows, without colours unless
/// they are asked for.
fn played(arguments: &[&str], colours: bool, lines: &[&str]) -> String {
    let mut lines = lines.iter();
    // Who has nothing more to type leaves.
    answered(arguments, colours, |_| (*lines.next().unwrap_or(&"quit")).to_owned())
}

/// The same with what is typed depending on what the screen has shown since the last line.
fn answered(arguments: &[&str], colours: bool, mut answer: impl FnMut(&str) -> String) -> String {
    let (mut screen, slave) = pseudo_terminal();
    let mut command = Command::new(env!("CARGO_BIN_EXE_torneo"));
    command.arg("play").args(arguments).env("COLUMNS", "80").env("TERM", "xterm");
    match colours {
        true => command.env_remove("NO_COLOR"),
        false => command.env("NO_COLOR", "1"),
    };
    command.stdin(slave.try_clone().unwrap()).stderr(slave.try_clone().unwrap()).stdout(slave);
    let mut child = command.spawn().expect("the program starts");
    // What keeps the other end open here is closed, so that reading ends with the program.
    drop(command);
    let (mut seen, mut answered) = (Vec::new(), 0);
    let mut some = [0; 4096];
    while let Ok(count @ 1..) = screen.read(&mut some) {
        seen.extend_from_slice(&some[..count]);
        let text = String::from_utf8_lossy(&seen[answered..]);
        if text.ends_with(WAITS) {
            let line = answer(&text);
            answered = seen.len();
            screen.write_all(format!("{line}\n").as_bytes()).expect("the program reads");
        }
    }
    assert!(child.wait().expect("it ends").success());
    String::from_utf8(seen).expect("UTF-8").replace("\r\n", "\n")
}

#[test]
fn a_seat_decides() {
    let lines = ["d1-d9", "d1-d4", "b9-b8", "position", "moves please", "undo", "f2-f3", "resign", "quit"];
    insta::assert_snapshot!(played(&["hnefatafl", "--engine", "random"], false, &lines));
}

#[test]
fn a_game_is_won_saved_and_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.toml");
    let save = format!("save {}", file.display());
    let won = ".../ww./bb. w 1,1 -";
    let lines = ["@c2", "save", &save, "again", "@c2", "undo", "quit"];
    let screen = played(&["three-mens-morris", "--position", won, "--engine", "random"], false, &lines);
    assert!(file.exists(), "{screen}");
    insta::assert_snapshot!(screen.replace(&folder.path().display().to_string(), "FOLDER"));
}

#[test]
fn chance_throws_dice() {
    insta::assert_snapshot!(played(
        &["rising-hazard(pots=1)", "--engine", "random"],
        false,
        &["", "", "what", "", "quit"]
    ));
}

#[test]
fn chance_sets_the_game_up() {
    insta::assert_snapshot!(played(&["lanza", "--engine", "random"], false, &["J1Q4K6"]));
    insta::assert_snapshot!(played(&["fischerandom", "--engine", "random"], false, &["e2e5", "e2e4"]));
    insta::assert_snapshot!(played(&["hazard(battle=highest)", "--engine", "random"], false, &[""]));
}

#[test]
fn seats_choose_at_the_same_time() {
    insta::assert_snapshot!(played(&["king-of-pearls", "--engine", "random"], false, &["3", "9"]));
    let hidden = played(&["king-of-pearls"], false, &["1", "2"]);
    assert!(hidden.contains("Black chooses, unseen by White."), "{hidden}");
}

#[test]
fn three_seats_play() {
    let two = ["martian-chess(players=4)", "--engine", "random", "--engine", "random"];
    let screen = played(&two, false, &[]);
    assert!(screen.contains("a person is ") && screen.contains(" to move."), "{screen}");
    let lines = ["a7-a6", "?"];
    insta::assert_snapshot!(played(
        &["four-seasons", "--engine", "random", "--engine", "random", "--engine", "random"],
        false,
        &lines
    ));
}

#[test]
fn the_last_move_is_marked_in_colours() {
    let screen = played(&["hnefatafl", "--engine", "random"], true, &["d1-d4"]);
    assert!(screen.contains("\u{1b}[7m"), "{screen}");
    assert!(!played(&["hnefatafl", "--engine", "random"], false, &["d1-d4"]).contains('\u{1b}'));
}

/// Words of the program that no game knows.
const FIELDS: [&str; 5] = ["streak", "numbers:", "first role", "turns and money", "rehazard"];

/// The last line before the record is the sentence of its end, and every ply has a line of its own.
fn check_told(game: &str, screen: &str, you: Option<Seat>) {
    let (shown, record) = screen.rsplit_once("\nmoves: ").unwrap_or_else(|| panic!("{game}: {screen}"));
    let last = shown.lines().rfind(|line| !line.starts_with("> ")).expect("a line");
    let mut session = torneo::registry().game(game).expect(game).session();
    session.play_all(record.trim()).unwrap_or_else(|(number, error)| panic!("{game}, {number}: {error}"));
    assert_eq!(session.turn(), Turn::Over, "{game}: {screen}");
    assert_eq!(last, ending(&*session, you), "{game}: {screen}");
    for number in 1..=record.split_whitespace().count() {
        let line = shown.lines().find(|line| line.starts_with(&format!("{number}. ")));
        let line = line.unwrap_or_else(|| panic!("{game} does not tell ply {number}: {screen}"));
        assert!(line.ends_with('.') || line.contains(" s"), "{game}: {line}");
    }
    assert!(FIELDS.iter().all(|field| !shown.contains(field)), "{game}: {screen}");
}

fn dice_games() -> Vec<&'static str> {
    let games: Vec<&str> =
        torneo_games::infos().iter().filter(|info| info.family == "dice").map(|info| info.id).collect();
    assert_eq!(games.len(), 12);
    games
}

#[test]
fn dice_games_are_played_to_their_end_by_a_person() {
    for game in dice_games() {
        let (mut throws, mut decisions) = (0, 0);
        // With this seed both games of decisions come to one.
        let seed = if game == "half-hazard" { "2" } else { "1283" };
        let screen = answered(&[game, "--engine", "random", "--seed", seed], false, |text| {
            let is_decision = text.contains("You decide: `throw`");
            decisions += usize::from(is_decision);
            throws += usize::from(text.contains("Enter throws your dice."));
            let word = if text.contains("(q)uit") { "quit" } else { "" };
            if is_decision { "stop".to_owned() } else { word.to_owned() }
        });
        assert!(throws > 0, "{game}: {screen}");
        assert_eq!(decisions > 0, ["half-hazard", "rising-hazard"].contains(&game), "{game}: {screen}");
        check_told(game, &screen, Some(Seat::FIRST));
    }
}

#[test]
fn who_watches_is_asked_nothing() {
    for game in dice_games() {
        let mut command = Command::new(env!("CARGO_BIN_EXE_torneo"));
        command.args(["play", game, "--watch", "--hints", "random"]).stdin(Stdio::null());
        let output = command.output().expect("the program starts");
        let screen = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(output.status.success() && !screen.contains("Enter"), "{game}: {screen}");
        check_told(game, &screen, None);
    }
}

/// Nobody throws for a person who is not there.
#[test]
fn dice_of_people_wait_for_them() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_torneo"));
    let output = command.args(["play", "hazard"]).stdin(Stdio::null()).output().expect("the program starts");
    let screen = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(screen.ends_with("Player 1: Enter throws your dice.\nmoves: \n"), "{screen}");
}

#[test]
fn who_resigns_is_told_so() {
    let screen = played(&["three-mens-morris", "--engine", "random"], false, &["resign", "quit"]);
    assert!(screen.contains("\nYou lost: you resigned.\n"), "{screen}");
}

/// Random games of each game that are looked at.
const GAMES: u64 = 4;

#[test]
fn every_end_can_be_told() {
    for entry in torneo::registry().games() {
        let game = torneo::registry().game(entry.info().id).expect("the defaults are valid");
        for number in 0..GAMES {
            let mut session = game.session();
            let mut rng = Streams::numbered(1283, number).generator(Purpose::Opening);
            while session.play_randomly(&mut rng) {}
            let reason = session.result().reason;
            assert!(!session.cause().is_empty(), "{}: {reason}", game.canonical());
        }
    }
}
