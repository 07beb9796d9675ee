//! Points and positions in writing, and drawings.

use torneo_board::{fen, text};
use torneo_contract::scene::Glyph;
use torneo_contract::{
    End, Ending, Exchange, Field, Form, Formats, Interchange, Kind, Notation, PositionError, Seat, Sgf,
    reason, refusal, refuse,
};

use super::chains::{BLACK, Stones, WHITE};
use super::{AtariGo, Point, Position};

const NAMES: [&str; 2] = ["Black", "White"];
const LETTERS: [char; 2] = ['B', 'W'];
const SIDES: [&str; 2] = ["b", "w"];
/// The columns: `I` is left out.
const COLUMNS: &str = "ABCDEFGHJKLMNOPQRST";

pub(super) fn column(file: usize) -> char {
    char::from(COLUMNS.as_bytes()[file])
}

/// The stones that a side has placed in the turns before turn `turn`: at least and at most.
fn placed_before(side: usize, turn: usize) -> (usize, usize) {
    let turns = (1..turn).filter(|turn| turn % 2 == 1 - side);
    (turns.clone().count(), turns.sum())
}

impl AtariGo {
    pub(super) fn name(&self, point: usize) -> String {
        let size = self.lattice.size;
        format!("{}{}", column(point % size), point / size + 1)
    }

    /// The point of a name, in capital or small letters.
    fn parse_point(&self, name: &str) -> Option<usize> {
        let letter = name.chars().next()?;
        let file = COLUMNS[..self.lattice.size].find(letter.to_ascii_uppercase())?;
        let number = name.strip_prefix(letter).and_then(text::parse_number::<usize>)?;
        (1..=self.lattice.size).contains(&number).then(|| (number - 1) * self.lattice.size + file)
    }

    /// Reads the rows of the board into the points of each side.
    fn read_rows(&self, rows: &str) -> Result<[Vec<usize>; 2], PositionError> {
        let size = self.lattice.size;
        let (mut points, mut refused) = ([Vec::new(), Vec::new()], None);
        let read = fen::parse_ranks(rows, size, size, |file, rank, letter| {
            let point = rank * size + file;
            let Some(side) = LETTERS.iter().position(|&known| known == letter) else {
                // The name without `I`.
                let name = self.name(point);
                refused = Some(format!("{name}: expected `B`, `W` or a number, found `{letter}`"));
                return Err(refusal!(""));
            };
            points[side].push(point);
            Ok(())
        });
        match refused {
            Some(message) => Err(message.into()),
            None => read.map(|()| points),
        }
    }

    /// Reads number and stone of a progressive turn, such as `3.2`.
    fn read_turn(&self, field: &str, side: usize) -> Result<(u16, u16), PositionError> {
        let most = self.lattice.len() as u16 + 1;
        let fits = |&[turn, stone]: &[u16; 2]| (1..=most).contains(&turn) && (1..=turn).contains(&stone);
        let Some([turn, stone]) = text::parse_numbers(field, '.').filter(fits) else {
            refuse!("expected the turn and its stone as `3.2`, found `{field}`");
        };
        if usize::from(turn % 2) != 1 - side {
            refuse!("turn {turn} is one of {}, found `{}`", NAMES[side ^ 1], SIDES[side]);
        }
        Ok((turn, turn - stone + 1))
    }

    /// Whether so many stones can stand.
    fn check_counts(&self, position: &Position, counts: [usize; 2]) -> Result<(), PositionError> {
        let (side, [black, white]) = (position.side(), counts);
        let name = NAMES[side];
        if self.progressive {
            let turn = position.turn as usize;
            for (other, found) in counts.into_iter().enumerate() {
                let now = if other == side { position.stone_of_turn() as usize - 1 } else { 0 };
                let (least, most) = placed_before(other, turn);
                if !(least + now..=most + now).contains(&found) {
                    let (least, most) = (least + now, most + now);
                    refuse!(
                        "before stone {} of turn {turn} {} has {least} to {most} stones, found {found}",
                        position.stone_of_turn(),
                        NAMES[other]
                    );
                }
            }
        } else if black != white + side {
            let expected = ["as many black as white stones", "one black stone more than white ones"][side];
            refuse!("with {name} to move there are {expected}, found {black} and {white}");
        }
        Ok(())
    }

    /// The stones of the board but one.
    fn set_up(&self, points: &[Vec<usize>; 2], left_out: Option<usize>) -> Stones {
        let mut stones = Stones::none(&self.lattice);
        for (side, points) in points.iter().enumerate() {
            for &point in points.iter().filter(|&&point| Some(point) != left_out) {
                stones.put(&self.lattice, side, point);
            }
        }
        stones
    }

    /// Whether the side that has moved last has captured with its last stone.
    fn is_captured(&self, points: &[Vec<usize>; 2], position: &Position) -> Result<bool, PositionError> {
        let dead = position.stones.dead();
        if dead == [0; 2] {
            return Ok(false);
        }
        let side = position.side();
        let last = |point: &&usize| self.set_up(points, Some(**point)).dead() == [0; 2];
        let fresh = position.left == position.turn;
        if fresh && dead[side] > 0 && points[side ^ 1].iter().any(|point| last(&point)) {
            return Ok(true);
        }
        refuse!(
            "a chain without a liberty is one of {}, captured by the last stone; found {} of Black and {} of White",
            NAMES[side],
            dead[BLACK],
            dead[WHITE]
        );
    }
}

impl Notation for AtariGo {
    const SEATS: &'static [&'static str] = &NAMES;
    const ENDS: &'static [End] =
        &[(reason::WON, "a chain is captured"), (reason::NO_MOVE, "{loser} cannot place a stone")];
    const INTERCHANGE: Option<Exchange<Self>> = Exchange::OFFERED;
    const KINDS: &'static [Kind] = &[
        Kind::new(LETTERS[0], "stone", Some(Seat::FIRST), Glyph::Disc),
        Kind::new(LETTERS[1], "stone", Some(Seat::SECOND), Glyph::Disc),
    ];

    fn write_action(&self, _position: &Position, Point(point): Point, written: &mut String) {
        written.push_str(&self.name(point as usize));
    }

    fn parse_action(&self, _position: &Position, written: &str, legal: &[Point]) -> Option<Point> {
        let point = Point(self.parse_point(written)? as u16);
        legal.contains(&point).then_some(point)
    }

    fn why_illegal(&self, position: &Position, written: &str) -> Option<String> {
        let size = self.lattice.size;
        let Some(point) = self.parse_point(written) else {
            let pass = ["pass", "PASS", "Pass"].contains(&written);
            let far = text::parse_square(&written.to_ascii_lowercase(), 26, 99).is_some();
            let last = column(size - 1);
            return match (pass, far) {
                (true, _) => Some("there is no passing".to_owned()),
                (_, true) => Some(format!("the board is A1 to {last}{size}, without a column I")),
                _ => None,
            };
        };
        Some(match position.stones.is_empty(point) {
            false => "a stone is placed on an empty point".to_owned(),
            true => "its chain would have no liberty".to_owned(),
        })
    }

    fn position_text(&self, position: &Position) -> String {
        let size = self.lattice.size;
        let stone = |file: usize, rank: usize| {
            position.stones.side(&self.lattice, rank * size + file).map(|side| LETTERS[side])
        };
        let mut written = fen::placement(size, size, stone) + " " + SIDES[position.side()];
        if self.progressive {
            written += &format!(" {}.{}", position.turn, position.stone_of_turn());
        }
        written
    }

    fn parse_position(&self, written: &str) -> Result<Position, PositionError> {
        let fields: Vec<&str> = written.split_whitespace().collect();
        let (rows, side, turn) = match fields[..] {
            [rows, side] if !self.progressive => (rows, side, None),
            [rows, side, turn] if self.progressive => (rows, side, Some(turn)),
            _ if self.progressive => refuse!(
                "expected the rows, the side to move, and the turn with its stone, as in `5/5/2B2/5/5 w 2.1`, found `{written}`"
            ),
            _ => refuse!("expected the rows and the side to move, as in `5/5/2B2/5/5 w`, found `{written}`"),
        };
        let side = text::parse_side(side, SIDES)?.index();
        let points = self.read_rows(rows)?;
        let (turn, left) = turn.map_or(Ok((1, 1)), |field| self.read_turn(field, side))?;
        let stones = self.set_up(&points, None);
        let mut position = Position { stones, to_move: side as u8, turn, left, ending: None };
        self.check_counts(&position, [points[BLACK].len(), points[WHITE].len()])?;
        if self.is_captured(&points, &position)? {
            position.ending = Some(Ending::win(Seat::new(side ^ 1), reason::WON));
            return Ok(position);
        }
        if position.left < position.turn && self.is_stopped(&position.stones, side) {
            refuse!("the turn goes on, but an atari has ended it");
        }
        position.ending = self.judge(&position);
        Ok(position)
    }

    fn pieces(&self, position: &Position, on: &mut [u8]) {
        for (point, on) in on.iter_mut().enumerate() {
            *on = position.stones.side(&self.lattice, point).map_or(0, |side| 1 + side as u8);
        }
    }

    fn fields(&self, position: &Position, fields: &mut Vec<Field>) {
        if self.progressive {
            fields.push(Field::number("turn", position.turn, u16::MAX.into()));
            fields.push(Field::number("stone_of_the_turn", position.stone_of_turn(), u16::MAX.into()));
        }
    }
}

/// The letter of a column or a row in SGF, counted from 0.
fn letter(at: usize) -> char {
    char::from(b'a' + at as u8)
}

impl Interchange for AtariGo {
    /// GTP has no word for a turn of several stones.
    fn formats(&self) -> Formats {
        let sgf = Sgf { number: Some(1), numbers: &[], black: Seat::FIRST };
        Formats { gtp: !self.progressive, sgf: Some(sgf), size: self.lattice.size, ..Formats::NONE }
    }

    /// A point of SGF is two letters: the column from the left and the row from the top.
    fn export_action(&self, form: Form, _position: &Position, Point(point): Point) -> Option<String> {
        let (size, point) = (self.lattice.size, usize::from(point));
        Some(match form {
            Form::Sgf => [letter(point % size), letter(size - 1 - point / size)].iter().collect(),
            _ => self.name(point),
        })
    }

    fn import_action(&self, form: Form, _position: &Position, text: &str) -> String {
        let size = self.lattice.size;
        let at = |letter: &u8| Some(usize::from(letter.wrapping_sub(b'a'))).filter(|&at| at < size);
        let point = match text.as_bytes() {
            [] if form == Form::Sgf => return "pass".to_owned(),
            [column, row] if form == Form::Sgf => at(column).zip(at(row)),
            _ => None,
        };
        point.map_or_else(|| text.to_owned(), |(file, row)| self.name((size - 1 - row) * size + file))
    }
}

#[cfg(test)]
mod tests {
    use torneo_contract::{Described, Game, Options};

    use super::*;

    #[test]
    fn points_of_sgf_count_from_the_top() {
        let options = Options::check(&"atari-go(size=9)".parse().unwrap(), AtariGo::INFO.options);
        let game = AtariGo::new(&options.unwrap()).unwrap();
        let start = game.start();
        for (token, value) in [("A1", "ai"), ("J9", "ia"), ("H7", "hc"), ("E5", "ee")] {
            let point = Point(game.parse_point(token).unwrap() as u16);
            assert_eq!(game.export_action(Form::Sgf, &start, point).as_deref(), Some(value));
            assert_eq!(game.import_action(Form::Sgf, &start, value), token);
            assert_eq!(game.export_action(Form::Gtp, &start, point).as_deref(), Some(token));
        }
        for (value, token) in [("", "pass"), ("tt", "tt"), ("ja", "ja"), ("AA", "AA"), ("abc", "abc")] {
            assert_eq!(game.import_action(Form::Sgf, &start, value), token);
        }
    }
}
