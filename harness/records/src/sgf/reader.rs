//! Reading SGF.

use std::sync::Arc;

use torneo_contract::{Seat, nearest, reason};
use torneo_registry::{AnyGame, Registry};

use super::nodes::{Line, games};
use super::{GAMES, OPENING, Points, colour};
use crate::draft::{Draft, Placed, ReadError, game_of};
use crate::record::{By, Record, play};

/// Reads the main lines of games. Without `game` it is what the property `RU` says.
///
/// # Errors
/// The first place that is not of the format, or not by the rules of its game.
pub fn read(registry: &Registry, text: &str, game: Option<&str>) -> Result<Vec<Record>, ReadError> {
    games(text)?.iter().map(|line| read_game(registry, line, game)).collect()
}

fn read_game(registry: &Registry, line: &Line, asked: Option<&str>) -> Result<Record, ReadError> {
    let game = chosen(registry, line, asked)?;
    let points = Points::of(&*game);
    let (mut moves, mut colours, mut opening) = (Vec::<Placed>::new(), Vec::new(), 0);
    for (name, values) in line.nodes.iter().flatten() {
        let (value, at) = &values[0];
        match &**name {
            "B" | "W" => {
                moves.push((points.read(value.trim()), *at));
                colours.push(name.clone());
            }
            "AB" | "AW" | "AE" | "HA" if value != "0" => {
                let message = format!("`{name}`: stones that are set up are not moves of the game");
                return Err(ReadError::new(*at, message));
            }
            "C" if value == OPENING => opening = moves.len(),
            _ => {}
        }
    }
    let text = |name: &str| line.root(name).map(|(value, _)| value.clone()).unwrap_or_default();
    let mut record = Record {
        event: text("EV"),
        round: text("RO").parse::<u64>().ok().and_then(|round| round.checked_sub(1)),
        reason: text("GC"),
        opening,
        ..Record::default()
    };
    let players = Seat::all(2).map(|seat| text(&format!("P{}", colour(&*game, seat))));
    if line.root("PB").or(line.root("PW")).is_some() {
        record.engines = players.collect();
    }
    let result_line = line.root("RE").map_or(line.line, |(_, at)| *at);
    read_result(&*game, &mut record, &text("RE")).map_err(|why| ReadError::new(result_line, why))?;
    let lines: Vec<usize> = moves.iter().map(|(_, at)| *at).collect();
    let record = Draft { record, words: moves, result_line }.finish(&*game)?;
    check_colours(&*game, &record, &colours, &lines)?;
    Ok(record)
}

fn chosen(registry: &Registry, line: &Line, asked: Option<&str>) -> Result<Arc<dyn AnyGame>, ReadError> {
    let named = line.root("RU").filter(|(rules, _)| {
        let id = rules.split('(').next().unwrap_or_default();
        GAMES.contains(&id) || nearest(id, GAMES.iter().copied()).is_some()
    });
    match (asked, named) {
        (Some(spec), _) => game_of(registry, spec, line.line),
        (None, Some((spec, at))) => game_of(registry, spec, *at),
        (None, None) => {
            let at = line.root("RU").map_or(line.line, |(_, at)| *at);
            let found = ReadError::new(at, "the property `RU` does not say which game it is");
            Err(found.with_help("say it, such as --game \"atari-go(size=9)\""))
        }
    }
}

fn read_result(game: &dyn AnyGame, record: &mut Record, text: &str) -> Result<(), String> {
    let (winner, how) = match text.split_once('+') {
        Some(parts) => parts,
        None => match text {
            "Draw" | "0" => {
                record.scores = vec![0.5, 0.5];
                return Ok(());
            }
            "" | "?" | "Void" => return Ok(()),
            _ => return Err(format!("the result `RE` is such as B+, W+R or Draw, found `{text}`")),
        },
    };
    let seat = Seat::all(2).find(|seat| winner.chars().eq([colour(game, *seat)]));
    let seat = seat.ok_or_else(|| format!("the result `RE` begins with B+ or W+, found `{text}`"))?;
    record.scores = Seat::all(2).map(|other| if other == seat { 1.0 } else { 0.0 }).collect();
    if record.reason.is_empty() && how.starts_with('T') {
        reason::TIME_FORFEIT.clone_into(&mut record.reason);
    }
    Ok(())
}

/// Every move is by whose turn it is.
fn check_colours(
    game: &dyn AnyGame,
    record: &Record,
    colours: &[String],
    lines: &[usize],
) -> Result<(), ReadError> {
    let mut wrong = None;
    let mut number = 0;
    let played = play(game, record, |_, by, token| {
        if let By::Seat(seat) = by {
            let due = colour(game, *seat);
            if wrong.is_none() && !colours[number].chars().eq([due]) {
                let message = format!("token {} `{token}`: it is the turn of {due}", number + 1);
                wrong = Some(ReadError::new(lines[number], message));
            }
            number += 1;
        }
        Ok(())
    });
    played.map_err(|error| ReadError::new(1, error.to_string()))?;
    wrong.map_or(Ok(()), Err)
}
