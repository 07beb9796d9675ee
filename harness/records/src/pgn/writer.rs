//! Writing PGN in its export format.

use humantime::format_rfc3339_seconds;
use torneo_contract::session::Session;
use torneo_contract::{Form, Seat};
use torneo_registry::AnyGame;

use super::{OPENING, comments, termination};
use crate::record::{By, Record, WriteError, exported, play};

/// The longest line of moves, in characters.
const WIDTH: usize = 79;

/// Writes a game, with an empty line behind it.
///
/// # Errors
/// A record that the rules of the game do not bear out.
pub fn write(game: &dyn AnyGame, record: &Record) -> Result<String, WriteError> {
    let pgn = game.formats().pgn.ok_or_else(|| WriteError::not_carried(Form::Pgn, game))?;
    let mut moves = Movetext::default();
    let mut start = None;
    let end = play(game, record, |session, by, token| {
        if *by != By::Chance || !pgn.fen {
            start.get_or_insert_with(|| session.export_position(Form::Pgn));
        }
        if *by != By::Chance {
            moves.push(session, by, token)?;
            if let Some(told) = comments::written(&record.told_of(moves.played)) {
                moves.comment(&told);
            }
        }
        moves.played += 1;
        if moves.played == record.opening {
            moves.comment(OPENING);
        }
        Ok(())
    })?;
    let start = start.unwrap_or_else(|| end.export_position(Form::Pgn));
    if !record.reason.is_empty() {
        moves.comment(&record.how_it_ended(&*end));
    }
    let result = result(&record.scores);
    moves.word(result);
    let mut tags = Tags::default();
    tags.add("Event", or_unknown(&record.event));
    tags.add("Site", "?");
    let began = record.began.map(|began| format_rfc3339_seconds(began).to_string());
    let began = began.as_deref().and_then(|time| time.trim_end_matches('Z').split_once('T'));
    let date = began.map_or("????.??.??".to_owned(), |(date, _)| date.replace('-', "."));
    tags.add("Date", &date);
    tags.add("Round", &record.round.map_or("?".to_owned(), |round| (round + 1).to_string()));
    for (seat, name) in ["White", "Black"].into_iter().enumerate() {
        tags.add(name, or_unknown(record.engines.get(seat).map_or("", String::as_str)));
    }
    tags.add("Result", result);
    if let Some(variant) = pgn.variant {
        tags.add("Variant", variant);
    }
    if let Some(position) = start.filter(|_| pgn.fen || record.position.is_some()) {
        tags.add("SetUp", "1");
        tags.add("FEN", &position);
    }
    if !record.reason.is_empty() {
        tags.add("Termination", termination(&record.reason));
    }
    tags.add_clocks(&record.clocks);
    if let Some((_, time)) = began {
        tags.add("UTCDate", &date);
        tags.add("UTCTime", time);
    }
    tags.add("PlyCount", &moves.plies.to_string());
    tags.add("Game", &record.game);
    Ok(format!("{}\n{}\n\n", tags.0, moves.text))
}

fn or_unknown(text: &str) -> &str {
    if text.is_empty() { "?" } else { text }
}

fn result(scores: &[f64]) -> &'static str {
    match scores {
        [white, black] if white > black => "1-0",
        [white, black] if white < black => "0-1",
        [_, _] => "1/2-1/2",
        _ => "*",
    }
}

/// Tags as lines.
#[derive(Default)]
struct Tags(String);

impl Tags {
    /// Adds a tag; what a tag cannot hold becomes a blank.
    fn add(&mut self, name: &str, value: &str) {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.0 += &format!("[{name} \"{value}\"]\n");
    }

    /// Adds the time control, or that of each seat where they differ.
    fn add_clocks(&mut self, clocks: &[Option<String>]) {
        match clocks {
            [Some(white), Some(black)] if white == black => self.add("TimeControl", white),
            _ => {
                for (name, clock) in ["WhiteTimeControl", "BlackTimeControl"].into_iter().zip(clocks) {
                    clock.iter().for_each(|clock| self.add(name, clock));
                }
            }
        }
    }
}

/// The moves, broken into lines.
#[derive(Default)]
struct Movetext {
    text: String,
    /// Characters of the last line.
    width: usize,
    /// Plies of the seats, and of all.
    plies: u64,
    played: usize,
    /// Pairs of moves so far.
    pairs: u64,
    /// Whether no comment stands between White's move and Black's.
    goes_on: bool,
}

impl Movetext {
    fn push(&mut self, session: &dyn Session, by: &By, token: &str) -> Result<(), WriteError> {
        let written = exported(session, Form::Pgn, token)?.unwrap_or_default();
        if !written.chars().all(is_symbol) {
            return Err(WriteError::Unwritable(format!("PGN has no word for the move `{token}`")));
        }
        let white = *by == By::Seat(Seat::FIRST);
        if white {
            self.word(&format!("{}.", self.pairs + 1));
        } else if !self.goes_on {
            self.word(&format!("{}...", self.pairs + 1));
        }
        self.word(&written);
        self.pairs += u64::from(!white);
        (self.goes_on, self.plies) = (true, self.plies + 1);
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let text = format!("{{{text}}}");
        text.split(' ').for_each(|word| self.word(word));
        self.goes_on = false;
    }

    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.width > 0 && self.width + 1 + length > WIDTH {
            self.text.push('\n');
            self.width = 0;
        } else if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text += word;
        self.width += length;
    }
}

/// Whether a character can be a part of a move (PGN standard, 7).
pub(super) fn is_symbol(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_+#=:-".contains(c)
}
