//! How positions and actions are written, as text and as data.

use std::fmt;

use crate::scene::Colour;
use crate::scenery::Last;
use crate::{Exchange, Field, Game, Kind, MAX_SEATS, Outcome, PositionError, Reason, Seat, Words, reason};

/// What a seat is called, and the colour of its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatName {
    /// What it is called.
    pub text: &'static str,
    /// The colour, where the name does not say it.
    pub colour: Option<Colour>,
}

impl SeatName {
    /// A name whose pieces have a colour that it does not say.
    pub const fn coloured(text: &'static str, colour: Colour) -> SeatName {
        SeatName { text, colour: Some(colour) }
    }

    /// The colour of the pieces: that which is given, that which the name says, or that of the seat.
    pub fn colour(&self, seat: Seat) -> Colour {
        self.colour.or_else(|| Colour::named(self.text)).unwrap_or(Colour::SEATS[seat.index()])
    }
}

impl From<&'static str> for SeatName {
    fn from(text: &'static str) -> SeatName {
        SeatName { text, colour: None }
    }
}

impl fmt::Display for SeatName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

/// What seats are called that the game has no names for.
pub const PLAYERS: [&str; MAX_SEATS] =
    ["Player 1", "Player 2", "Player 3", "Player 4", "Player 5", "Player 6", "Player 7", "Player 8"];

/// A reason for which games end, and the cause in words that fit behind `White wins:`, `You lost:` or `A draw:`, such as
/// `three in a row`. It may name winners, losers and points as [`Words::of_end`] reads them: `{loser} cannot move`.
pub type End = (Reason, &'static str);

/// The cause of an end of a game whose [`ENDS`](Notation::ENDS) these are; where they do not name the reason, the
/// [phrase](reason::phrase) that all games share.
pub fn how_it_ended(ends: &[End], outcome: &Outcome) -> Words {
    match ends.iter().find(|(reason, _)| *reason == outcome.reason) {
        Some((_, cause)) => Words::of_end(cause, outcome),
        None => reason::phrase(outcome.reason).into(),
    }
}

/// The texts of a game: tokens of plies, position texts, names of seats; and its positions as data.
pub trait Notation: Game {
    /// What the seats are called, such as `White`, where the options do not matter.
    const SEATS: &'static [&'static str] = &PLAYERS;

    /// Every reason for which the game can end by its rules, with the cause in its words. A game that names any names
    /// all: the check of conformance finds those that are missing.
    const ENDS: &'static [End] = &[];

    /// The [`kinds`](Notation::kinds) of things, where the options do not matter.
    const KINDS: &'static [Kind] = &[];

    /// How other programs write the game, where it implements [`Interchange`](crate::Interchange):
    /// [`Exchange::OFFERED`].
    const INTERCHANGE: Option<Exchange<Self>> = None;

    /// What stands before the first choice in the notation of a joint choice, and between two.
    const JOINT: [&'static str; 2] = ["", "/"];

    /// What a seat is called in this game, and the colour of its pieces.
    fn seat_name(&self, seat: Seat) -> SeatName {
        Self::SEATS[seat.index()].into()
    }

    /// Why a game that is over ended, in words that fit behind `White wins:`, `You lost:` or `A draw:`. `last` is the ply
    /// that led here, where it is known. A game overrides this where [`ENDS`](Notation::ENDS) cannot say it all.
    fn cause(&self, position: &Self::Position, _last: Option<&Last<Self>>) -> Words {
        how_it_ended(Self::ENDS, &self.outcome(position))
    }

    /// What a ply did, in words such as `9: your number`, as the rules of the game call it; `position` is the one that it led
    /// to. None where the board shows it, as in most games.
    fn tell(&self, _last: &Last<Self>, _position: &Self::Position) -> Option<Words> {
        None
    }

    /// Appends the notation of an action that is legal here (of a seat or of chance). It holds no blank and, for
    /// joint choices, no separator of [`JOINT`](Notation::JOINT).
    fn write_action(&self, position: &Self::Position, action: Self::Action, text: &mut String);

    /// The action among `legal` that `text` stands for. Games that read more than the canonical notation override
    /// this.
    fn parse_action(
        &self,
        position: &Self::Position,
        text: &str,
        legal: &[Self::Action],
    ) -> Option<Self::Action> {
        let mut written = String::new();
        legal.iter().copied().find(|&action| {
            written.clear();
            self.write_action(position, action, &mut written);
            written == text
        })
    }

    /// Which rule forbids what `text` describes, for an action that [`parse_action`](Notation::parse_action) does not
    /// find; none if the text describes nothing.
    fn why_illegal(&self, _position: &Self::Position, _text: &str) -> Option<String> {
        None
    }

    /// The text of a position: one line, as the rules page writes it.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads a position text. Histories and counters that the text does not show start afresh: the result equals
    /// the written position after [`forget_history`](Game::forget_history).
    ///
    /// # Errors
    /// A text of another form, or a position that cannot be; the message says which.
    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// The kinds of things that stand on sites, numbered from 1. It is empty in games that do not tell what stands where. The
    /// numbers stay: learnt evaluations know kinds by them.
    fn kinds(&self) -> &[Kind] {
        Self::KINDS
    }

    /// What stands where: writes the number of a kind to `on` for each site of [`Scenery::board`](crate::Scenery::board), by
    /// the number of the site. `on` is as long as the largest number asks and all zeros, which stay where nothing stands.
    /// Searches call this, so it must not allocate.
    #[inline]
    fn pieces(&self, _position: &Self::Position, _on: &mut [u8]) {}

    /// Appends everything that the position text shows and [`pieces`](Notation::pieces) does not: positions have the same text
    /// if and only if pieces, fields and turn are the same. Whose turn it is needs no field.
    fn fields(&self, _position: &Self::Position, _fields: &mut Vec<Field>) {}
}
