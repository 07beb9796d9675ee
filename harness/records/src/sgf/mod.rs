//! Smart Game Format FF\[4\] (A. Hollosi, 1999) for Atari Go and Havannah.
//!
//! Atari Go is written as Go (`GM[1]`), whose coordinates it shares. Havannah has no number in the format's
//! list of games, so `GM` is left out. Its moves stand in the coordinates of the game, as on the server
//! Little Golem. The property `RU` names the game with its options.

mod nodes;
mod pieces;
mod reader;
mod writer;

pub(crate) use pieces::Pieces;
pub(crate) use reader::read;
pub use writer::write;

use torneo_contract::{Options, Seat, Spec};
use torneo_registry::AnyGame;

/// The ids of the games that the format carries.
pub const GAMES: &[&str] = &["atari-go", "havannah"];

/// The comment at the last move of an opening.
const OPENING: &str = "end of the opening";

/// How the points of a game are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Points {
    /// Two letters, the column from the left and the row from the top; in Go columns leave out I, here not.
    Go {
        /// Lines of the board.
        size: usize,
    },
    /// As in the game.
    Plain,
}

/// The columns of Go.
const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The lines of the board.
fn size_of(game: &dyn AnyGame) -> usize {
    let spec = game.canonical().parse::<Spec>();
    let options = spec.and_then(|spec| Options::check(&spec, game.info().options));
    options.map_or(0, |options| options.int("size").unsigned_abs() as usize)
}

impl Points {
    fn of(game: &dyn AnyGame) -> Points {
        match game.info().id {
            "atari-go" => Points::Go { size: size_of(game) },
            _ => Points::Plain,
        }
    }

    /// A token as a value; none for one that is no point.
    fn written(self, token: &str) -> Option<String> {
        let Points::Go { size } = self else { return Some(token.to_owned()) };
        let (column, row) = token.split_at_checked(1)?;
        let column = COLUMNS.iter().position(|letter| column.as_bytes() == [*letter])?;
        let row = size.checked_sub(row.parse().ok()?).filter(|row| *row < size)?;
        let letter = |at: usize| char::from(b'a' + at as u8);
        Some(String::from_iter([letter(column), letter(row)]))
    }

    /// A value as a token; what is no point stays as it is.
    fn read(self, value: &str) -> String {
        let Points::Go { size } = self else { return value.to_owned() };
        if value.is_empty() {
            return "pass".to_owned();
        }
        let at = |letter: u8| usize::from(letter.wrapping_sub(b'a'));
        match value.as_bytes() {
            [column, row] if at(*column).max(at(*row)) < size => {
                format!("{}{}", char::from(COLUMNS[at(*column)]), size - at(*row))
            }
            _ => value.to_owned(),
        }
    }
}

/// The colour of a seat: `B` or `W`.
fn colour(game: &dyn AnyGame, seat: Seat) -> char {
    if game.seat_name(seat).starts_with('B') { 'B' } else { 'W' }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_go_count_from_the_top() {
        let go = Points::Go { size: 9 };
        for (token, value) in [("A1", "ai"), ("J9", "ia"), ("H7", "hc"), ("E5", "ee")] {
            assert_eq!(go.written(token).as_deref(), Some(value));
            assert_eq!(go.read(value), token);
        }
        for token in ["", "I3", "A0", "A10", "é1", "swap"] {
            assert_eq!(go.written(token), None, "{token}");
        }
        for (value, token) in [("", "pass"), ("tt", "tt"), ("ja", "ja"), ("AA", "AA"), ("abc", "abc")] {
            assert_eq!(go.read(value), token);
        }
    }
}
