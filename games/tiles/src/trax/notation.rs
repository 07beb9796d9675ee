//! Moves and positions as texts, and why a move is illegal.

use super::board::Board;
use super::tile::{DRAWN, FIRST, LETTERS, SYMBOLS, TILES, matching};
use super::{Action, NAMES, Position, SMALL, Trax};
use crate::mosaic::Cell;
use torneo_board::text;
use torneo_contract::{
    End, Field, Game, Notation, PositionError, Seat, Words, how_it_ended, reason, refuse, refuse_if,
    scenery::Last,
};

/// The letter of the column just left of the tiles.
const BEFORE: char = '@';
const ALPHABET: usize = 26;
/// The sides to move.
const SIDES_TO_MOVE: [&str; 2] = ["w", "r"];
/// A cell without a tile.
const NOTHING: char = '.';

/// Appends the name of a column, counted from 0 just left of the tiles: `@`, `A`, ..., `Z`, `AA`, ...
fn write_column(column: usize, written: &mut String) {
    let Some(column) = column.checked_sub(1) else { return written.push(BEFORE) };
    if column >= ALPHABET {
        write_column(column / ALPHABET, written);
    }
    written.push(char::from(b'A' + (column % ALPHABET) as u8));
}

/// The name of a column, counted from 1.
pub(super) fn column_name(column: usize) -> String {
    text::written(|name| write_column(column, name))
}

/// Appends a cell such as `A0`.
fn write_cell(column: usize, row: usize, written: &mut String) {
    write_column(column, written);
    text::write_number(row, written);
}

/// The name of a cell.
pub(super) fn cell_name(column: usize, row: usize) -> String {
    text::written(|name| write_cell(column, row, name))
}

/// A move as it was written: column, row, symbol.
pub(super) fn read(written: &str) -> Option<(usize, usize, char)> {
    let symbol = written.chars().next_back().filter(|symbol| SYMBOLS.contains(symbol))?;
    let cell = &written[..written.len() - symbol.len_utf8()];
    let digits = cell.find(|c: char| c.is_ascii_digit())?;
    let (letters, number) = cell.split_at(digits);
    let letter = |c: char| match c.to_ascii_uppercase() {
        c @ 'A'..='Z' => Some(c as usize - 'A' as usize + 1),
        _ => None,
    };
    let column = match letters {
        "@" => 0,
        "" => return None,
        letters if letters.len() > 3 => return None,
        letters => letters.chars().try_fold(0, |column, c| Some(ALPHABET * column + letter(c)?))?,
    };
    Some((column, text::parse_number::<u16>(number)?.into(), symbol))
}

/// The tiles of a text, by row and column.
fn parse_tiles(rows: &str, most: usize) -> Result<Vec<(Cell, usize)>, PositionError> {
    let mut tiles = Vec::new();
    for (y, row) in rows.split('/').enumerate() {
        for (x, letter) in row.chars().enumerate() {
            refuse_if!(x.max(y) >= most, "{} columns or rows are too many", x.max(y) + 1);
            match LETTERS.iter().position(|&known| known == letter) {
                Some(tile) => tiles.push(((x as i16, y as i16), tile)),
                None if letter == NOTHING => {}
                None => {
                    let letters: String = LETTERS.into_iter().chain([NOTHING]).collect();
                    let row = y + 1;
                    refuse!("row {row}: expected one of `{letters}`, found `{letter}`");
                }
            }
        }
    }
    Ok(tiles)
}

/// Columns and rows of some tiles.
fn extent(tiles: &[(Cell, usize)]) -> (usize, usize) {
    let count = |axis: fn(Cell) -> i16| {
        let places = tiles.iter().map(|&(cell, _)| axis(cell));
        places.clone().max().zip(places.min()).map_or(0, |(high, low)| (high - low + 1) as usize)
    };
    (count(|cell| cell.0), count(|cell| cell.1))
}

/// Puts the tiles down, each next to one before.
fn connect(mut tiles: Vec<(Cell, usize)>) -> Result<Board, PositionError> {
    let mut board = Board::empty();
    let name = |(x, y): Cell| format!("column {}, row {}", x + 1, y + 1);
    while !tiles.is_empty() {
        let before = tiles.len();
        let mut rest = Vec::new();
        for (cell, tile) in tiles {
            match board.mosaic.open_within(cell) {
                Some(open) if matching(board.mosaic.open()[open].touch) >> tile & 1 == 0 => {
                    refuse!("{}: the tile does not match its neighbours", name(cell))
                }
                None if board.mosaic.tiles() > 0 => rest.push((cell, tile)),
                _ => board.put(cell, tile),
            }
        }
        tiles = rest;
        refuse_if!(tiles.len() == before, "{}: the tile is not connected with the others", name(tiles[0].0));
    }
    Ok(board)
}

/// Refuses what no turn leaves.
fn check(board: &Board, to_move: Seat) -> Result<(), PositionError> {
    let tiles = board.mosaic.tiles();
    if tiles < 2 && to_move.index() != tiles {
        let name = NAMES[tiles];
        refuse!("with {tiles} tiles on the plane {name} is to move");
    }
    if tiles == 1 && !board.iter().any(|(_, tile)| FIRST.contains(&tile)) {
        refuse!("the first tile is `|` or `J`");
    }
    let (left, top) = board.mosaic.bounds().low;
    for open in board.mosaic.open() {
        let name = cell_name((open.cell.0 - left + 1) as usize, (open.cell.1 - top + 1) as usize);
        match matching(open.touch).count_ones() {
            0 => refuse!("three sides of one colour touch {name}"),
            1 => refuse!("forced play would have filled {name}"),
            _ => {}
        }
    }
    Ok(())
}

/// The tiles with names of columns and rows; white tracks are drawn.
pub(super) fn draw(board: &Board) -> String {
    if board.mosaic.tiles() == 0 {
        return "no tiles\n".to_owned();
    }
    let bounds = board.mosaic.bounds();
    let (columns, rows) = bounds.size();
    let width = rows.to_string().len();
    let mut drawing = String::new();
    for y in 0..rows {
        drawing += &format!("{:width$} ", y + 1);
        for x in 0..columns {
            let tile = board.mosaic.tile((bounds.low.0 + x as i16, bounds.low.1 + y as i16));
            drawing.push(tile.map_or('·', |tile| DRAWN[usize::from(tile)]));
        }
        drawing.push('\n');
    }
    let mut last = String::new();
    write_column(columns, &mut last);
    drawing + &format!("columns A to {last}\n")
}

impl Notation for Trax {
    const SEATS: &'static [&'static str] = &NAMES;

    const ENDS: &'static [End] = &[
        (reason::WON, "a loop or a line"),
        (reason::DRAWN, "both completed a loop or a line"),
        (reason::NO_MOVE, "no tile can be placed"),
        (reason::LENGTH_LIMIT, "the limit of tiles is reached"),
    ];

    fn cause(&self, position: &Self::Position, _last: Option<&Last<Self>>) -> Words {
        let (outcome, board) = (self.outcome(position), &position.board);
        match outcome.winner() {
            Some(winner) if board.loops[winner.index()] => "a loop".into(),
            Some(_) => "a line from edge to edge".into(),
            None => how_it_ended(Self::ENDS, &outcome),
        }
    }

    /// Appends a move such as `C12\`.
    fn write_action(&self, _position: &Position, action: Action, written: &mut String) {
        write_cell(action.column.into(), action.row.into(), written);
        written.push(SYMBOLS[usize::from(action.tile)]);
    }

    /// For each symbol at most one colouring matches.
    fn parse_action(&self, _position: &Position, written: &str, legal: &[Action]) -> Option<Action> {
        let (column, row, symbol) = read(written)?;
        let meant = |action: &Action| {
            (usize::from(action.column), usize::from(action.row)) == (column, row)
                && SYMBOLS[usize::from(action.tile)] == symbol
        };
        legal.iter().copied().find(meant)
    }

    fn why_illegal(&self, position: &Position, written: &str) -> Option<String> {
        let (column, row, symbol) = read(written)?;
        let board = &position.board;
        if board.mosaic.tiles() == 0 {
            return Some("the first tile is `@0+` or `@0/`".to_owned());
        }
        let name = cell_name(column, row);
        let (columns, rows) = board.mosaic.bounds().size();
        if column > columns + 1 || row > rows + 1 {
            return Some(format!("{name} is not next to a tile"));
        }
        let (left, top) = board.mosaic.bounds().low;
        let cell = (left + column as i16 - 1, top + row as i16 - 1);
        if board.mosaic.tile(cell).is_some() {
            return Some(format!("there is a tile on {name} already"));
        }
        let Some(open) = board.mosaic.open_at(cell).map(|open| &board.mosaic.open()[open]) else {
            return Some(format!("{name} is not next to a tile"));
        };
        let fitting = matching(open.touch);
        let grown = |place: usize, size: usize| size + usize::from(place == 0 || place == size + 1);
        let fits = !self.small || grown(column, columns) <= SMALL && grown(row, rows) <= SMALL;
        Some(if !fits {
            "the tiles lie within 8 columns and 8 rows".to_owned()
        } else if !(0..TILES).any(|tile| fitting >> tile & 1 == 1 && SYMBOLS[tile] == symbol) {
            format!("no `{symbol}` matches the tiles round {name}")
        } else {
            "it would let three sides of one colour touch a cell".to_owned()
        })
    }

    /// The text of a position: the rows from the top, and the side to move.
    fn position_text(&self, position: &Position) -> String {
        let board = &position.board;
        let mut written = String::new();
        if board.mosaic.tiles() == 0 {
            written.push(NOTHING);
        } else {
            let bounds = board.mosaic.bounds();
            for cell in bounds.cells() {
                if cell.0 == bounds.low.0 && cell.1 > bounds.low.1 {
                    written.push('/');
                }
                written.push(board.mosaic.tile(cell).map_or(NOTHING, |tile| LETTERS[usize::from(tile)]));
            }
        }
        written + " " + SIDES_TO_MOVE[position.to_move.index()]
    }

    fn parse_position(&self, written: &str) -> Result<Position, PositionError> {
        let Some([rows, side]) = text::words(written) else {
            refuse!("expected rows and the side to move as `J7/L. w`, found `{written}`");
        };
        let to_move = text::parse_side(side, SIDES_TO_MOVE)?;
        // Each turn makes the tiles wider or higher by one at most.
        let most = self.max_tiles + 1;
        let tiles = parse_tiles(rows, most)?;
        let (columns, rows) = extent(&tiles);
        if columns + rows > most {
            refuse!("{columns} columns and {rows} rows are more than so few tiles can have");
        }
        let board = connect(tiles)?;
        check(&board, to_move)?;
        let (columns, rows) = board.mosaic.bounds().size();
        if self.small && columns.max(rows) > SMALL {
            refuse!("the tiles lie within 8 columns and 8 rows, found {columns} and {rows}");
        }
        let over = if board.mosaic.tiles() == 0 { None } else { self.judge(&board, to_move.other()) };
        Ok(Position { board, to_move, over })
    }

    fn fields(&self, position: &Position, fields: &mut Vec<Field>) {
        let mosaic = &position.board.mosaic;
        if mosaic.tiles() > 0 {
            let (left, top) = mosaic.bounds().low;
            for ((x, y), tile) in mosaic.iter() {
                let name = format!("tile_{}_{}", x - left + 1, y - top + 1);
                fields.push(Field::number(name, tile, TILES as i64 - 1).hidden());
            }
        }
        fields.push(Field::number("side", position.to_move.index(), 1).hidden());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_on_after_z() {
        for (column, name) in [(0, "@"), (1, "A"), (26, "Z"), (27, "AA"), (52, "AZ"), (53, "BA"), (702, "ZZ")]
        {
            let mut written = String::new();
            write_column(column, &mut written);
            assert_eq!(written, name);
            assert_eq!(read(&format!("{name}12\\")), Some((column, 12, '\\')));
        }
        for bad in ["", "+", "A", "A0", "0+", "A+", "A01+", "@A0+", "A-1+", "é0+", "A0é", "ABCD0+"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
