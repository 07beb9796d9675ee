//! Reading SGF.

use std::sync::Arc;

use torneo_contract::{Form, Refusal, Seat, Sgf, nearest, reason, refusal};
use torneo_registry::AnyGame;

use super::OPENING;
use super::nodes::{Line, games};
use crate::draft::{Draft, Placed, ReadError, carried_game, check_same};
use crate::import::{Imported, Piece};
use crate::known::Known;
use crate::record::{By, Record, WriteError, play};

/// Reads the main lines of games. Without `game` it is what the property `RU` says.
pub(crate) fn read(
    registry: &Known<'_>,
    piece: &Piece,
    game: Option<&str>,
) -> Vec<Result<Imported, ReadError>> {
    let imported = |line: &Line| {
        let text = |name: &str| line.root(name).map(|(value, _)| value.clone()).unwrap_or_default();
        let (round, is_ours) = (text("RO"), text("AP").starts_with("torneo:"));
        Ok(Imported { record: read_game(registry, line, game)?, notes: Vec::new(), round, is_ours })
    };
    match games(&piece.text, piece.line) {
        Ok(found) => found.iter().map(imported).collect(),
        Err(error) => vec![Err(error)],
    }
}

/// Properties that say one thing of a game, and those that are one move.
const OF_GAME: [&str; 14] =
    ["FF", "CA", "GM", "SZ", "RU", "RE", "PB", "PW", "EV", "RO", "GC", "HA", "KM", "DT"];
const OF_NODE: [&str; 2] = ["B", "W"];

fn read_game(registry: &Known<'_>, line: &Line, asked: Option<&str>) -> Result<Record, ReadError> {
    line.check_once(&OF_GAME, &OF_NODE)?;
    let game = chosen(registry, line, asked)?;
    let Some(sgf) = game.formats().sgf else {
        return Err(ReadError::new(line.line, WriteError::not_carried(Form::Sgf, &*game).to_string()));
    };
    check_kind(&*game, sgf, line)?;
    check_size(&*game, line)?;
    let (mut moves, mut colours, mut opening) = (Vec::<Placed>::new(), Vec::new(), 0);
    for (name, values) in line.nodes.iter().flatten() {
        let (value, at) = &values[0];
        match &**name {
            "B" | "W" => {
                moves.push((value.trim().to_owned(), *at));
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
    let players = Seat::all(2).map(|seat| text(&format!("P{}", sgf.colour(seat))));
    if line.root("PB").or(line.root("PW")).is_some() {
        record.engines = players.collect();
    }
    let result_line = line.root("RE").map_or(line.line, |(_, at)| *at);
    read_result(sgf, &mut record, &text("RE")).map_err(|why| ReadError::new(result_line, why))?;
    let lines: Vec<usize> = moves.iter().map(|(_, at)| *at).collect();
    let record =
        Draft { record, words: moves, result_line, ..Draft::default() }.finish(&*game, Some(Form::Sgf))?;
    check_colours(&*game, sgf, &record, &colours, &lines)?;
    Ok(record)
}

fn chosen(registry: &Known<'_>, line: &Line, asked: Option<&str>) -> Result<Arc<dyn AnyGame>, ReadError> {
    let named = line.root("RU").filter(|(rules, _)| {
        let (id, known) = (rules.split('(').next().unwrap_or_default(), registry.carried(Form::Sgf));
        known.contains(&id) || nearest(id, known).is_some()
    });
    match (named, asked) {
        (Some((spec, at)), asked) => {
            if let Some(asked) = asked {
                check_same(registry, asked, spec, *at)?;
            }
            carried_game(registry, Form::Sgf, spec, *at)
        }
        (None, Some(spec)) => carried_game(registry, Form::Sgf, &sized(registry, spec, line), line.line),
        (None, None) => {
            let at = line.root("RU").map_or(line.line, |(_, at)| *at);
            let found = ReadError::new(at, "the property `RU` does not say which game it is");
            Err(found.with_help("say it, such as --game \"atari-go(size=9)\""))
        }
    }
}

/// The specification with the size of the file, where it gives none itself and the game has more than one.
fn sized(registry: &Known<'_>, spec: &str, line: &Line) -> String {
    let has_sizes = |id: &str| {
        registry.info(id).is_ok_and(|info| info.options.iter().any(|option| option.name == "size"))
    };
    match (registry.spec(spec), line.root("SZ")) {
        (Ok(mut read), Some((size, _)))
            if has_sizes(&read.name) && !read.given.iter().any(|(option, _)| option == "size") =>
        {
            read.given.push(("size".to_owned(), written_size(size).to_owned()));
            read.to_string()
        }
        _ => spec.to_owned(),
    }
}

/// Some games by their numbers in `GM` (FF\[4\], list of games).
const NUMBERS: [(&str, &str); 12] = [
    ("1", "Go"),
    ("2", "Othello"),
    ("3", "chess"),
    ("4", "Gomoku"),
    ("5", "Nine Men's Morris"),
    ("6", "Backgammon"),
    ("7", "Chinese chess"),
    ("8", "Shogi"),
    ("9", "Lines of Action"),
    ("11", "Hex"),
    ("18", "Amazons"),
    ("21", "Twixt"),
];

/// Refuses a file of another game by its number in `GM`.
fn check_kind(game: &dyn AnyGame, sgf: Sgf, line: &Line) -> Result<(), ReadError> {
    let Some((number, at)) = line.root("GM") else { return Ok(()) };
    if sgf.number.iter().chain(sgf.numbers).any(|own| number.trim() == own.to_string()) {
        return Ok(());
    }
    let named = NUMBERS.iter().find(|(known, _)| *known == number.trim());
    let name = named.map_or_else(|| "another game".to_owned(), |(_, name)| (*name).to_owned());
    Err(ReadError::new(*at, format!("`GM[{number}]` is {name}, not {}", game.info().title)))
}

/// The size that the file gives to a square board, as a game's option has it; else as it is written.
fn written_size(written: &str) -> &str {
    let square = written.split_once(':').filter(|(columns, rows)| columns.trim() == rows.trim());
    square.map_or(written, |(columns, _)| columns).trim()
}

/// Refuses a board of another size than that of the game.
fn check_size(game: &dyn AnyGame, line: &Line) -> Result<(), ReadError> {
    let Some((written, at)) = line.root("SZ") else { return Ok(()) };
    let size = game.formats().size.to_string();
    if written_size(written) == size {
        return Ok(());
    }
    let message = format!(
        "the board of the file is `SZ[{written}]`, that of the game `{}` is {size}",
        game.canonical()
    );
    Err(ReadError::new(*at, message).with_help("name the game without its size, or with that of the file"))
}

fn read_result(sgf: Sgf, record: &mut Record, text: &str) -> Result<(), Refusal> {
    let (winner, how) = match text.split_once('+') {
        Some(parts) => parts,
        None => match text {
            "Draw" | "0" => {
                record.scores = vec![0.5, 0.5];
                return Ok(());
            }
            "" | "?" | "Void" => return Ok(()),
            _ => return Err(refusal!("the result `RE` is such as B+, W+R or Draw, found `{text}`")),
        },
    };
    let seat = Seat::all(2).find(|seat| winner.chars().eq([sgf.colour(*seat)]));
    let seat = seat.ok_or_else(|| refusal!("the result `RE` begins with B+ or W+, found `{text}`"))?;
    record.scores = Seat::all(2).map(|other| if other == seat { 1.0 } else { 0.0 }).collect();
    if record.reason.is_empty() && how.starts_with('T') {
        reason::TIME_FORFEIT.clone_into(&mut record.reason);
    }
    Ok(())
}

/// Every move is by whose turn it is.
fn check_colours(
    game: &dyn AnyGame,
    sgf: Sgf,
    record: &Record,
    colours: &[String],
    lines: &[usize],
) -> Result<(), ReadError> {
    let mut wrong = None;
    let mut number = 0;
    let played = play(game, record, |_, by, token| {
        if let By::Seat(seat) = by {
            let due = sgf.colour(*seat);
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
