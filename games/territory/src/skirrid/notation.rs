//! Placements and positions in writing.

use torneo_board::scene::stand;
use torneo_board::{fen, text};
use torneo_contract::scene::Glyph;
use torneo_contract::{
    End, Field, Game, Kind, Notation, PLAYERS, PositionError, Seat, Turn, reason, refuse, refuse_if,
};

use super::board::{ALL_TILES, Last};
use super::numbers::{CENTRE, SIDE, SQUARES, Squares, in_diamond};
use super::shapes::{Figure, LETTERS, MULTIPLIERS, SLOTS, TILES, is_down, multiplier};
use super::{Action, Board, PASSES, Skirrid};

const SIDES: [&str; 2] = ["1", "2"];
const PASS: &str = "pass";
const FACES: [char; 2] = ['u', 'd'];
/// A covered square, and one that was covered face down in the last turn.
pub(super) const COVERED: char = '#';
pub(super) const LAST: char = 'x';

/// A placement as it is written: tile, face, squares, and the multiplier's square.
struct Written {
    tile: usize,
    down: bool,
    squares: Vec<usize>,
    star: Option<usize>,
}

impl Written {
    fn parse(text: &str) -> Option<Written> {
        let (head, squares) = text.split_once(':')?;
        let mut letters = head.chars();
        let shape = LETTERS.iter().position(|&letter| Some(letter) == letters.clone().next())?;
        letters.next();
        let multiplier =
            letters.next()?.to_digit(10).filter(|digit| (1..=MULTIPLIERS as u32).contains(digit))?;
        let down = FACES.iter().position(|&face| letters.clone().next() == Some(face))? == 1;
        letters.next();
        let (squares, star) = match squares.split_once('*') {
            Some((squares, star)) => (squares, Some(Squares::parse(star)?)),
            None => (squares, None),
        };
        let mut squares = squares.split(',').map(Squares::parse).collect::<Option<Vec<usize>>>()?;
        squares.sort_unstable_by_key(|&square| (Squares::file(square), Squares::rank(square)));
        let tile = shape * MULTIPLIERS + multiplier as usize - 1;
        letters.as_str().is_empty().then_some(Written { tile, down, squares, star })
    }

    /// The square of the lowest rank and the leftmost file.
    fn corner(&self) -> Option<usize> {
        let file = self.squares.iter().map(|&square| Squares::file(square)).min()?;
        let rank = self.squares.iter().map(|&square| Squares::rank(square)).min()?;
        Some(Squares::at(file, rank))
    }
}

impl Skirrid {
    /// The square of the multiplier of a tile that lies so.
    #[inline]
    pub(super) fn star_of(&self, figure: Figure, at: usize) -> usize {
        let (file, rank) = self.shapes.outline_of(figure).squares[figure.star as usize];
        at + Squares::at(file as usize, rank as usize)
    }

    /// The squares of a placement in their order, and the multiplier's square of tiles that have one.
    pub(super) fn squares_of(&self, tile: usize, figure: Figure, at: usize) -> (Vec<usize>, Option<usize>) {
        let outline = self.shapes.outline_of(figure);
        let square = |&(file, rank): &(u8, u8)| at + Squares::at(file as usize, rank as usize);
        let squares: Vec<usize> = outline.squares.iter().map(square).collect();
        (squares, (multiplier(tile) > 1).then(|| self.star_of(figure, at)))
    }

    /// The way in which a tile lies that covers what is written, with its square.
    fn find(&self, written: &Written) -> Option<(usize, usize)> {
        let at = written.corner()?;
        let slot = (0..SLOTS).filter(|&slot| is_down(slot) == written.down).find(|&slot| {
            self.shapes.figure(written.tile, slot).is_some_and(|figure| {
                let fits = self.shapes.outline_of(figure).squares.iter().all(|&(file, rank)| {
                    Squares::file(at) + (file as usize) < SIDE && Squares::rank(at) + (rank as usize) < SIDE
                });
                fits && self.squares_of(written.tile, figure, at) == (written.squares.clone(), written.star)
            })
        })?;
        Some((slot, at))
    }

    /// Which rule forbids a placement.
    fn why_no_placement(&self, board: &Board, written: &Written) -> String {
        let (tile, side) = (written.tile, board.side());
        let name = format!("{}{}", LETTERS[tile / MULTIPLIERS], multiplier(tile));
        let Some(_) = self.find(written) else {
            let face = if written.down { "down" } else { "up" };
            return format!("the tile {name} cannot lie like this face {face}");
        };
        if board.tiles[side] >> tile & 1 == 0 {
            return format!("the tile {name} has been placed");
        }
        if board.is_empty() && written.down {
            return "the first tile is placed face up".to_owned();
        }
        let places = self.places(board);
        let first = |blocked: &dyn Fn(usize) -> bool| {
            written.squares.iter().copied().find(|&square| blocked(square)).map(Squares::name)
        };
        if let Some(square) = first(&|square| board.is_covered(square)) {
            return format!("{square} is covered");
        }
        let entered = board.scores[side] >= self.entry_score;
        if let Some(square) = first(&|square| !entered && !in_diamond(square)) {
            let score = self.entry_score;
            return format!("{square} is in a corner, which is open from {score} points on");
        }
        if let Some(square) = first(&|square| !places.is_free(square)) {
            return format!("{square} is beside the tile that has just been placed face down");
        }
        if !written.squares.iter().any(|&square| places.is_frontier(square)) {
            let centre = Squares::name(Squares::at(CENTRE, CENTRE));
            return if board.is_empty() {
                format!("the first tile covers {centre}")
            } else {
                "a tile is placed beside another".to_owned()
            };
        }
        String::new()
    }

    /// The tiles of a player that are left, such as `E123R13`.
    pub(super) fn write_tiles(tiles: u32, written: &mut String) {
        for (shape, letter) in LETTERS.into_iter().enumerate() {
            let left = tiles >> (shape * MULTIPLIERS) & ((1 << MULTIPLIERS) - 1);
            if left != 0 {
                written.push(letter);
                let digits = (0..MULTIPLIERS).filter(|multiplier| left >> multiplier & 1 == 1);
                digits.for_each(|multiplier| text::write_number(multiplier + 1, written));
            }
        }
        if tiles == 0 {
            written.push('-');
        }
    }

    fn read_tiles(field: &str) -> Result<u32, PositionError> {
        let (mut tiles, mut shape) = (0u32, None);
        for letter in field.chars().filter(|_| field != "-") {
            let digit = letter.to_digit(10).filter(|digit| (1..=MULTIPLIERS as u32).contains(digit));
            match (LETTERS.iter().position(|&known| known == letter), digit, shape) {
                (Some(found), ..) => shape = Some(found),
                (None, Some(digit), Some(shape))
                    if tiles >> (shape * MULTIPLIERS + digit as usize - 1) & 1 == 0 =>
                {
                    tiles |= 1 << (shape * MULTIPLIERS + digit as usize - 1);
                }
                _ => refuse!("expected tiles as `E123R13` or `-`, found `{field}`"),
            }
        }
        let mut written = String::new();
        Self::write_tiles(tiles, &mut written);
        refuse_if!(written != field, "expected tiles as `{written}`, found `{field}`");
        Ok(tiles)
    }

    fn read_scores(&self, field: &str, tiles: [u32; 2]) -> Result<[u32; 2], PositionError> {
        let Some(scores) = text::parse_numbers(field, '-') else {
            refuse!("expected two scores as `12-5`, found `{field}`");
        };
        let number = u32::from(self.numbers.iter().copied().max().unwrap_or(0));
        let most = |side: usize| -> u32 {
            let used = (0..TILES).filter(|tile| tiles[side] >> tile & 1 == 0);
            used.map(|tile| (tile / MULTIPLIERS) as u32 + multiplier(tile)).sum::<u32>() * number
        };
        for (side, score) in scores.into_iter().enumerate() {
            let (name, most) = (PLAYERS[side], most(side));
            refuse_if!(score > most, "the tiles that {name} has placed score {most} at most, found {score}");
        }
        Ok(scores)
    }

    /// Reads the covered squares, and those that the last tile covers face down.
    fn read_squares(&self, rows: &str) -> Result<[Vec<usize>; 2], PositionError> {
        let mut squares = [Vec::new(), Vec::new()];
        fen::parse_ranks(rows, SIDE, SIDE, |file, rank, letter| {
            let square = Squares::at(file, rank);
            match letter {
                COVERED => squares[0].push(square),
                LAST => squares.iter_mut().for_each(|list| list.push(square)),
                _ => refuse!("expected `#`, `x` or a number, found `{letter}`"),
            }
            Ok(())
        })?;
        Ok(squares)
    }

    /// Whether the tiles that were placed can cover these squares.
    fn check_squares(&self, board: &Board, squares: &[usize]) -> Result<(), PositionError> {
        let used = (0..2).flat_map(|side| (0..TILES).filter(move |tile| board.tiles[side] >> tile & 1 == 0));
        let expected: usize = used.map(|tile| tile / MULTIPLIERS + 1).sum();
        let found = squares.len();
        refuse_if!(found != expected, "the placed tiles cover {expected} squares, found {found}");
        let centre = Squares::at(CENTRE, CENTRE);
        if !squares.is_empty() && !squares.contains(&centre) {
            refuse!("the first tile covers {}, found it empty", Squares::name(centre));
        }
        if let Some(&apart) = squares.iter().find(|&&square| !self.reached(squares).contains(&square)) {
            refuse!("{}: all tiles are connected, found one apart", Squares::name(apart));
        }
        let corner = squares.iter().find(|&&square| !in_diamond(square)).map(|&square| Squares::name(square));
        let (entry, [first, second]) = (self.entry_score, board.scores);
        if let Some(corner) = corner.filter(|_| first.max(second) < entry) {
            refuse!("{corner}: the corners are open from {entry} points on, found {first}-{second}");
        }
        Ok(())
    }

    /// The covered squares that are connected with the centre.
    fn reached(&self, squares: &[usize]) -> Vec<usize> {
        let (mut found, mut next) = (vec![Squares::at(CENTRE, CENTRE)], 0);
        while let Some(&at) = found.get(next) {
            for step in torneo_board::grid::ORTHOGONAL {
                if let Some(near) =
                    Squares::step(at, step).filter(|near| squares.contains(near) && !found.contains(near))
                {
                    found.push(near);
                }
            }
            next += 1;
        }
        found
    }

    /// The tile of the opponent that covers these squares face down.
    fn read_last(&self, board: &Board, squares: &[usize]) -> Result<Option<Last>, PositionError> {
        if squares.is_empty() {
            return Ok(None);
        }
        let other = board.side() ^ 1;
        let used = (0..TILES).filter(|tile| board.tiles[other] >> tile & 1 == 0);
        for tile in used.filter(|tile| tile / MULTIPLIERS + 1 == squares.len()) {
            for figure in
                (0..SLOTS).filter(|&slot| is_down(slot)).filter_map(|slot| self.shapes.figure(tile, slot))
            {
                let mut sorted = squares.to_vec();
                sorted.sort_unstable_by_key(|&square| (Squares::file(square), Squares::rank(square)));
                let written = Written { tile, down: true, squares: sorted, star: None };
                let Some(at) = written.corner() else { continue };
                let offsets = written.squares.iter().map(|&square| {
                    (
                        (Squares::file(square) - Squares::file(at)) as u8,
                        (Squares::rank(square) - Squares::rank(at)) as u8,
                    )
                });
                if self.shapes.outline_of(figure).squares.iter().copied().eq(offsets) {
                    return Ok(Some(Last { outline: figure.outline, at: at as u16 }));
                }
            }
        }
        refuse!("no tile that {} has placed lies face down on the squares `x`", PLAYERS[other]);
    }

    /// Whether it can be this side's turn after so many passes.
    fn check_turn(&self, board: &Board) -> Result<(), PositionError> {
        let (side, name) = (board.side(), PLAYERS[board.side()]);
        let over = self.turn(board) == Turn::Over;
        if board.is_empty() && (side != 0 || board.passes > 0) {
            refuse!("Player 1 places the first tile, found another turn");
        }
        if board.tiles[1] != ALL_TILES && board.tiles[0] == ALL_TILES {
            refuse!("Player 1 places the first tile, found tiles of Player 2 alone");
        }
        refuse_if!(board.tiles[side] == 0 && !over, "{name} has no tile left and is skipped, found its turn");
        if board.last.is_some() && (board.passes > 0 || over) {
            refuse!("the last turn was a pass or the last of all, found squares `x`");
        }
        let first = (ALL_TILES & !board.tiles[0]).count_ones() == 1;
        if board.last.is_some() && side == 1 && first {
            refuse!("the first tile lies face up, found squares `x`");
        }
        Ok(())
    }
}

impl Notation for Skirrid {
    const ENDS: &'static [End] =
        &[(reason::WON, "on points, {points}"), (reason::DRAWN, "equal points, {points}")];
    const KINDS: &'static [Kind] = &[Kind::new(COVERED, "covered_square", None, Glyph::Filled)];

    fn write_action(&self, _board: &Board, action: Action, written: &mut String) {
        let Action::Place { figure, at } = action else { return written.push_str(PASS) };
        let (tile, slot) = (figure as usize / SLOTS, figure as usize % SLOTS);
        let Some(figure) = self.shapes.figure(tile, slot) else { return };
        written.push(LETTERS[tile / MULTIPLIERS]);
        text::write_number(multiplier(tile) as usize, written);
        written.push(FACES[usize::from(is_down(slot))]);
        let (squares, star) = self.squares_of(tile, figure, at as usize);
        for (index, square) in squares.into_iter().enumerate() {
            written.push(if index == 0 { ':' } else { ',' });
            Squares::write(square, written);
        }
        if let Some(star) = star {
            written.push('*');
            Squares::write(star, written);
        }
    }

    /// Reads the squares in any order.
    fn parse_action(&self, board: &Board, written: &str, legal: &[Action]) -> Option<Action> {
        if written == PASS {
            return legal.contains(&Action::Pass).then_some(Action::Pass);
        }
        let placement = Written::parse(written)?;
        let (slot, at) = self.find(&placement)?;
        self.is_legal(board, placement.tile, slot, at).then(|| Action::place(placement.tile, slot, at))
    }

    fn why_illegal(&self, board: &Board, written: &str) -> Option<String> {
        if written == PASS {
            return Some("a player passes only if no tile can be placed".to_owned());
        }
        Some(self.why_no_placement(board, &Written::parse(written)?))
    }

    fn position_text(&self, board: &Board) -> String {
        let last: Vec<usize> = board.last_squares(&self.shapes.outlines).collect();
        let square = |file: usize, rank: usize| {
            let square = Squares::at(file, rank);
            board.is_covered(square).then(|| if last.contains(&square) { LAST } else { COVERED })
        };
        let mut written = fen::placement(SIDE, SIDE, square);
        for tiles in board.tiles {
            written.push(' ');
            Self::write_tiles(tiles, &mut written);
        }
        let [first, second] = board.scores;
        written += &format!(" {} {first}-{second}", SIDES[board.side()]);
        if board.passes > 0 {
            written += &format!(" {}", "p".repeat(board.passes as usize));
        }
        written
    }

    fn parse_position(&self, written: &str) -> Result<Board, PositionError> {
        let fields: Vec<&str> = written.split_whitespace().collect();
        let (rows, tiles, side, scores, passes) = match fields[..] {
            [rows, first, second, side, scores] => (rows, [first, second], side, scores, ""),
            [rows, first, second, side, scores, passes] => (rows, [first, second], side, scores, passes),
            _ => refuse!(
                "expected the ranks, the tiles of both players, the side to move and the scores, found `{written}`"
            ),
        };
        let mut board = Board::empty();
        let tiles = [Self::read_tiles(tiles[0])?, Self::read_tiles(tiles[1])?];
        for (side, tiles) in tiles.into_iter().enumerate() {
            (0..TILES).filter(|tile| tiles >> tile & 1 == 0).for_each(|tile| board.use_tile(side, tile));
        }
        board.to_move = text::parse_side(side, SIDES)?.index() as u8;
        board.scores = self.read_scores(scores, tiles)?;
        if passes.len() > PASSES as usize || passes.chars().any(|letter| letter != 'p') {
            refuse!("expected passes in a row as `p` or `pp`, found `{passes}`");
        }
        board.passes = passes.len() as u8;
        let [squares, last] = self.read_squares(rows)?;
        self.check_squares(&board, &squares)?;
        board.cover_all(&squares);
        board.last = self.read_last(&board, &last)?;
        self.check_turn(&board)?;
        Ok(board)
    }

    fn pieces(&self, board: &Board, on: &mut [u8]) {
        stand(on, 1, (0..SQUARES).filter(|&square| board.is_covered(square)));
    }

    fn fields(&self, board: &Board, fields: &mut Vec<Field>) {
        for seat in Seat::all(2) {
            for tile in 0..TILES {
                let name =
                    format!("tile_{}{}", LETTERS[tile / MULTIPLIERS].to_ascii_lowercase(), multiplier(tile));
                let left = board.tiles[seat.index()] >> tile & 1 == 1;
                fields.push(Field::flag(name, left).of(seat).hidden());
            }
            fields.push(Field::number("points", board.scores[seat.index()], u32::MAX.into()).of(seat));
        }
        fields.push(Field::number("passes", board.passes, PASSES.into()).hidden());
        let outline = board.last.map_or(0, |last| i64::from(last.outline) + 1);
        fields.push(Field::number("last_outline", outline, u8::MAX.into()).hidden());
        let at = board.last.map(|last| usize::from(last.at));
        fields.push(Field::site("last_corner", at, SIDE * SIDE).hidden());
        fields.push(Field::number("side", board.side(), 1).hidden());
    }
}
