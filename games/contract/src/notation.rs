//! How positions and actions are written.

use crate::{Game, PositionError, Seat, SeatVec};

/// The texts of a game: tokens of plies, position texts, drawings, names of seats.
pub trait Notation: Game {
    /// What a seat is called in this game, such as `White`.
    fn seat_name(&self, seat: Seat) -> &'static str;

    /// What the winner of a game that ended for [`reason::WON`](crate::reason::WON) reached, in a few words
    /// such as `three in a row`. None where there is nothing to add.
    fn aim_reached(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Whether chance still sets the game up here: it deals, draws the array or decides the order.
    fn sets_up(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Appends the notation of an action that is legal here (of a seat or of chance). It holds no blank and, for
    /// joint choices, not the separator of [`write_joint`](Notation::write_joint).
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

    /// Appends an action as printed games write it, such as `Nxf6+`. Returns false and appends nothing where
    /// the game has no such notation. [`parse_action`](Notation::parse_action) reads it back.
    fn write_printed(&self, _position: &Self::Position, _action: Self::Action, _text: &mut String) -> bool {
        false
    }

    /// Appends the notation of a joint choice.
    fn write_joint(&self, position: &Self::Position, joint: &[Self::Action], text: &mut String) {
        for (index, &action) in joint.iter().enumerate() {
            if index > 0 {
                text.push('/');
            }
            self.write_action(position, action, text);
        }
    }

    /// Cuts the notation of a joint choice into the choices of the choosing seats, in seat order; none if it has
    /// another form.
    fn split_joint<'a>(&self, text: &'a str) -> Option<SeatVec<&'a str>> {
        let mut parts = SeatVec::new();
        for part in text.split('/') {
            parts.try_push(part).ok()?;
        }
        Some(parts)
    }

    /// The text of a position: one line, as the rules page writes it.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads a position text. Histories and counters that the text does not show start afresh: the result equals
    /// the written position after [`forget_history`](Game::forget_history).
    ///
    /// # Errors
    /// A text of another form, or a position that cannot be; the message says which.
    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// A drawing of the board for people, several lines.
    fn draw(&self, position: &Self::Position) -> String;
}
