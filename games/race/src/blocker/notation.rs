//! How turns and positions of Blocker are written.

use super::solids::{DIRECTIONS, GODFATHER, KINDS, Placement, SIDE, Squares};
use torneo_board::text;
use torneo_contract::{PositionError, refuse, refuse_if};

/// The letters of the sides in position texts.
pub const SIDES: [char; 2] = ['w', 'b'];

/// The index of the kind with this digit.
fn kind_of(digit: char) -> Option<usize> {
    KINDS.iter().position(|kind| kind.digit == digit)
}

/// Appends a turn, such as `4:e,n`.
pub fn write_turn(kind: usize, rolls: &[usize], written: &mut String) {
    written.push(KINDS[kind].digit);
    for (index, &direction) in rolls.iter().enumerate() {
        written.push(if index == 0 { ':' } else { ',' });
        written.push_str(DIRECTIONS[direction]);
    }
}

/// Reads a turn: the kind and the directions of its rolls.
///
/// The separators may be missing or be blanks, and letters `i` (stop here) may follow. Without a separator
/// two letters are one diagonal of the Godfather if possible, and two rolls of any other piece.
pub fn read_turn(written: &str) -> Option<(usize, Vec<usize>)> {
    let mut letters = written.trim_start().chars();
    let kind = kind_of(letters.next()?)?;
    let (mut rolls, mut stopped) = (Vec::new(), false);
    for word in letters.as_str().split(|c: char| c == ',' || c == ':' || c.is_whitespace()) {
        let mut rest = word;
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix('i') {
                (rest, stopped) = (after, true);
                continue;
            }
            let longest = if kind == GODFATHER { 2 } else { 1 };
            let prefix = |length: usize| {
                let name = rest.get(..length)?;
                DIRECTIONS.iter().position(|&direction| direction == name).map(|found| (found, length))
            };
            let (direction, length) = (1..=longest).rev().find_map(prefix)?;
            if stopped {
                return None;
            }
            rolls.push(direction);
            rest = &rest[length..];
        }
    }
    Some((kind, rolls))
}

/// The name of a piece in position texts and drawings, such as `w4`.
pub fn piece_name(seat: usize, kind: usize) -> String {
    format!("{}{}", SIDES[seat], KINDS[kind].digit)
}

/// Reads a piece of a position text, such as `w4@6,0:1x2x2`. Its side and kind are known.
///
/// # Errors
/// Another piece or form, or a placement that the kind does not have on the board.
pub fn read_piece(seat: usize, kind: usize, written: &str) -> Result<Placement, PositionError> {
    let name = piece_name(seat, kind);
    let Some(placement) = written.strip_prefix(&name).and_then(|rest| rest.strip_prefix('@')) else {
        refuse!("expected `{name}@x,y:DXxDYxDZ`, found `{written}`");
    };
    let split = || {
        let (square, size) = placement.split_once(':')?;
        let (x, y) = square.split_once(',')?;
        let size: Vec<usize> = size.split('x').map(read_number).collect::<Option<_>>()?;
        Some((read_number(x)?, read_number(y)?, <[usize; 3]>::try_from(size).ok()?))
    };
    let find = || {
        let (x, y, size) = split().ok_or("a placement such as `6,0:1x2x2`")?;
        refuse_if!(x >= SIDE || y >= SIDE, "a column and a row from 0 to 10");
        let lies = || format!("a way in which the {} lies on the board", KINDS[kind].name);
        Placement::find(kind, Squares::at(x, y), size).ok_or_else(lies)
    };
    find()
        .map_err(|expected: String| format!("piece {name}: expected {expected}, found `{placement}`").into())
}

/// A number of one or two digits.
fn read_number(written: &str) -> Option<usize> {
    text::parse_number(written).filter(|&number| number < 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_read_leniently() {
        let (n, ne, e) = (0, 1, 2);
        for written in ["4:e,n", "4en", "4 e n", "4:en", "4e,n", " 4: e, n ", "4:e,n,i", "4 e n i", "4eni"] {
            assert_eq!(read_turn(written), Some((3, vec![e, n])), "{written}");
        }
        assert_eq!(read_turn("0ne"), Some((0, vec![ne])));
        assert_eq!(read_turn("0:n,e"), Some((0, vec![n, e])));
        assert_eq!(read_turn("0nen"), Some((0, vec![ne, n])));
        assert_eq!(read_turn("1ne"), Some((1, vec![n, e])));
        assert_eq!(read_turn("4"), Some((3, vec![])));
        for bad in ["", "3:e", "e", "4:x", "4:e,i,n", "4:é", "0:é", "44", "4:E"] {
            assert_eq!(read_turn(bad), None, "{bad}");
        }
    }
}
