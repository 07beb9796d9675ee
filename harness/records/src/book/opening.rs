//! One opening of a book, as the games of a run begin with it.

use torneo_contract::session::Session;
use torneo_contract::{Turn, refuse_if};
use torneo_present::english::Joined as _;
use torneo_registry::AnyGame;

use crate::draft::ReadError;
use crate::format::Format;
use crate::import::{Piece, games_of};
use crate::known::Known;
use crate::pgn::Starts;
use crate::record::Record;

/// One opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Moves from the start, or the text of a position.
    pub text: String,
    /// Whether the book has more moves.
    pub is_cut: bool,
}

/// With what an opening is read.
pub(super) struct Reading<'a> {
    pub registry: &'a Known<'a>,
    pub game: &'a dyn AnyGame,
    /// Choices of seats at most; none for all.
    pub plies: Option<u64>,
    pub starts: &'a mut Starts,
}

impl Reading<'_> {
    /// The opening that a whole game is. From a position it is the position that its moves lead to.
    pub fn game(self, format: Format, piece: &Piece) -> Result<Opening, ReadError> {
        let mut games = games_of(format, self.registry, piece, Some(self.game.canonical()), self.starts);
        let several = || ReadError::new(piece.line, "several games in a line; expected one");
        refuse_if!(games.len() > 1, several());
        let none = || ReadError::new(piece.line, "there is no game");
        let record = games.pop().ok_or_else(none)??.record;
        let is_empty = record.tokens.is_empty() && record.position.is_none();
        refuse_if!(is_empty, ReadError::new(piece.line, "the game has neither moves nor a position"));
        Ok(self.of_record(&record))
    }

    /// The opening of a line: moves in the words of the game, or in those of PGN, numbered or not; else the line as it is.
    pub fn line(self, piece: &Piece) -> Opening {
        let as_it_is = || Opening { text: piece.text.clone(), is_cut: false };
        if let Some(opening) = self.tokens(&piece.text) {
            return opening;
        }
        // Slashes part the rows of a board.
        if piece.text.contains('/') && !is_numbered(&piece.text) {
            return as_it_is();
        }
        if self.game.formats().pgn.is_some() {
            let game = Some(self.game.canonical());
            let read = games_of(Format::Pgn, self.registry, piece, game, self.starts);
            return match <[_; 1]>::try_from(read) {
                Ok([Ok(found)]) if !found.record.tokens.is_empty() => self.of_record(&found.record),
                _ => as_it_is(),
            };
        }
        let plain = without_numbers(&piece.text);
        self.tokens(&plain).unwrap_or_else(as_it_is)
    }

    /// A line of the game's own tokens; none where one is not legal.
    fn tokens(&self, text: &str) -> Option<Opening> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let mut session = self.game.session();
        let (kept, is_cut) = self.follow(&mut *session, &words)?;
        let text = if is_cut { words[..kept].iter().joined(" ") } else { text.to_owned() };
        Some(Opening { text, is_cut })
    }

    fn of_record(&self, record: &Record) -> Opening {
        let mut session = self.game.session();
        if let Some(position) = &record.position {
            session.set_position(position).expect("the record was played from there");
        }
        let followed = self.follow(&mut *session, &record.tokens);
        let (kept, is_cut) = followed.expect("the record was played");
        let text = match record.position {
            Some(_) => session.position(),
            None => record.tokens[..kept].iter().joined(" "),
        };
        Opening { text, is_cut }
    }

    /// Plays tokens up to the last choice that is asked for; how many there are, and whether more follow. None where one is
    /// not legal.
    fn follow(&self, session: &mut dyn Session, tokens: &[String]) -> Option<(usize, bool)> {
        let mut choices = 0;
        for (number, token) in tokens.iter().enumerate() {
            if self.plies == Some(choices) {
                return Some((number, true));
            }
            session.play_on();
            choices += u64::from(session.turn() != Turn::Chance);
            session.follow(token).ok()?;
        }
        Some((tokens.len(), false))
    }
}

/// Whether the moves of a line have numbers.
fn is_numbered(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| without_number(word) != word)
}

/// A word without the number of a move before it: `1.`, `1...` or `1.e4`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

fn without_numbers(text: &str) -> String {
    text.split_whitespace().map(without_number).filter(|word| !word.is_empty()).joined(" ")
}
