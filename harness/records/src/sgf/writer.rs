//! Writing SGF.

use torneo_contract::{Form, Seat, Sgf, reason, refuse_if};
use torneo_registry::AnyGame;

use super::OPENING;
use crate::record::{By, Record, WriteError, exported, play};

/// Moves in a line.
const MOVES_OF_LINE: usize = 10;

/// Writes a game, with an empty line behind it.
///
/// # Errors
/// A record that the rules of the game do not bear out, or that begins elsewhere than at the start.
pub fn write(game: &dyn AnyGame, record: &Record) -> Result<String, WriteError> {
    let why = || "SGF is written from the start of a game only".to_owned();
    refuse_if!(record.position.is_some(), WriteError::Unwritable(why()));
    let sgf = game.formats().sgf.ok_or_else(|| WriteError::not_carried(Form::Sgf, game))?;
    let mut moves = String::new();
    let mut played = 0;
    let end = play(game, record, |session, by, token| {
        let (By::Seat(seat), Some(point)) = (by, exported(session, Form::Sgf, token)?) else { return Ok(()) };
        if played % MOVES_OF_LINE == 0 {
            moves.push('\n');
        }
        played += 1;
        moves += &format!(";{}[{}]", sgf.colour(*seat), escaped(&point));
        if played == record.opening {
            moves += &format!("C[{OPENING}]");
        }
        Ok(())
    })?;
    Ok(root(game, sgf, record, &record.how_it_ended(&*end)) + &moves + ")\n\n")
}

fn root(game: &dyn AnyGame, sgf: Sgf, record: &Record, how_it_ended: &str) -> String {
    let mut text = "(;FF[4]CA[UTF-8]".to_owned();
    let mut property = |name: &str, value: &str| {
        if !value.is_empty() {
            text += &format!("{name}[{}]", escaped(value));
        }
    };
    property("AP", concat!("torneo:", env!("CARGO_PKG_VERSION")));
    property("GM", &sgf.number.map_or(String::new(), |number| number.to_string()));
    let size = game.formats().size;
    property("SZ", &if size > 0 { size.to_string() } else { String::new() });
    property("GN", game.info().title);
    property("EV", &record.event);
    property("RO", &record.round.map_or(String::new(), |round| (round + 1).to_string()));
    for (seat, engine) in Seat::all(2).zip(&record.engines) {
        property(&format!("P{}", sgf.colour(seat)), engine);
    }
    property("RE", &result(sgf, record));
    property("RU", &record.game);
    property("GC", how_it_ended);
    text
}

/// The result: the colour that wins and, where its engine failed, how the other one lost.
fn result(sgf: Sgf, record: &Record) -> String {
    let [first, second] = record.scores[..] else { return "?".to_owned() };
    if first == second {
        return "Draw".to_owned();
    }
    let winner = sgf.colour(if first > second { Seat::FIRST } else { Seat::SECOND });
    let how = match &*record.reason {
        reason::TIME_FORFEIT => "T",
        why if reason::FAULTS.contains(&why) => "F",
        _ => "",
    };
    format!("{winner}+{how}")
}

/// A text as a value.
fn escaped(text: &str) -> String {
    let mut written = String::new();
    for c in text.chars() {
        match c {
            ']' | '\\' => written.extend(['\\', c]),
            c if c.is_control() => written.push(' '),
            c => written.push(c),
        }
    }
    written
}
