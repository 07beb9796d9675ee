//! The board, its castles, and what stands around each square.

use super::quarters::{AllLeaps, BOARD, QUARTERS, Quarter, Set, place};
use torneo_board::grid::{DIAGONAL, Grid, ORTHOGONAL};
use torneo_contract::{Ending, zobrist};

const FILES: usize = 12;
const RANKS: usize = 16;
pub type Squares = Grid<FILES, RANKS>;
const SQUARES: usize = Squares::SQUARES;

pub const WHITE: usize = 0;
pub const BLACK: usize = 1;

/// Pieces of a side, at most, and its knights and men among them.
pub const PIECES: usize = 14;
pub const KNIGHTS: usize = 4;
pub const MEN: usize = PIECES - KNIGHTS;

/// The first file of each rank, from rank 1; the last one lies opposite.
const MARGINS: [usize; RANKS] = [5, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 5];

/// The castles of White and Black.
pub const CASTLES: [[u8; 2]; 2] = [
    [Squares::at(5, 0) as u8, Squares::at(6, 0) as u8],
    [Squares::at(5, RANKS - 1) as u8, Squares::at(6, RANKS - 1) as u8],
];

/// The eight directions; each is opposite to the one four further.
pub const DIRECTIONS: usize = 8;
pub const STEPS: [(i32, i32); DIRECTIONS] = {
    let mut steps = [(0, 0); DIRECTIONS];
    let mut i = 0;
    while i < 4 {
        steps[2 * i] = ORTHOGONAL[i];
        steps[2 * i + 1] = DIAGONAL[i];
        i += 1;
    }
    steps
};

/// How much higher the number of the next square is in each direction.
pub const OFFSETS: [i32; DIRECTIONS] = {
    let mut offsets = [0; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let (file, rank) = STEPS[direction];
        offsets[direction] = rank * FILES as i32 + file;
        direction += 1;
    }
    offsets
};

/// The square a number of steps away, which is on the board.
#[inline]
pub const fn stepped(square: u8, direction: usize, steps: i32) -> u8 {
    (square as i32 + steps * OFFSETS[direction % DIRECTIONS]) as u8
}

/// Whether a square of the grid belongs to the board.
pub const fn is_on_board(square: usize) -> bool {
    let (file, margin) = (Squares::file(square), MARGINS[Squares::rank(square)]);
    file >= margin && file < FILES - margin
}

const fn is_castle(side: usize, square: usize) -> bool {
    CASTLES[side][0] as usize == square || CASTLES[side][1] as usize == square
}

/// Stands for a square that does not exist.
const NOWHERE: u8 = u8::MAX;

/// Where the plain moves of each side lead from each square in each direction, as far as the shape of the board and
/// the castles decide, or [`NOWHERE`].
static STEPPED: [[[u8; DIRECTIONS]; SQUARES]; 2] = {
    let mut squares = [[[NOWHERE; DIRECTIONS]; SQUARES]; 2];
    let mut i = 0;
    while i < 2 * SQUARES * DIRECTIONS {
        let (side, square, direction) = (i % 2, i / 2 % SQUARES, i / 2 / SQUARES);
        // What has entered the enemy castle leaves it no more.
        if is_on_board(square)
            && !is_castle(1 - side, square)
            && let Some(near) = Squares::step(square, STEPS[direction])
            && is_on_board(near)
            && !is_castle(side, near)
        {
            squares[side][square][direction] = near as u8;
        }
        i += 1;
    }
    squares
};

/// The squares of the castles of White and Black.
static CASTLE_SETS: [Set; 2] = [castle(WHITE), castle(BLACK)];

const fn castle(side: usize) -> Set {
    Set::EMPTY.toggled(CASTLES[side][0]).toggled(CASTLES[side][1])
}

/// Keys of white men, black men, white knights and black knights on each square.
static KEYS: [[u64; SQUARES]; 4] = zobrist::tables(0);
const SIDE_KEY: u64 = zobrist::key(4 * SQUARES as u64);

/// The pieces and what else the rules depend on.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    pub pieces: [Set; 2],
    pub knights: Set,
    /// The leaps over the pieces of each side.
    pub leaps: [AllLeaps; 2],
    pub counts: [u8; 2],
    /// The squares of the pieces of each side, in any order, and the number of each of them there.
    lists: [[u8; PIECES]; 2],
    numbers: [u8; SQUARES],
    /// Castle moves that each side has made.
    pub castle_moves: [u8; 2],
    pub to_move: usize,
    hash: u64,
    /// Plies since the last capture or the last entry into an enemy castle.
    pub quiet: u32,
    pub ending: Option<Ending>,
}

impl PartialEq for Board {
    /// Leaps and lists follow from the pieces; the order in the lists does not matter.
    fn eq(&self, other: &Board) -> bool {
        let rest = |board: &Board| (board.castle_moves, board.to_move, board.quiet, board.ending);
        self.pieces == other.pieces && self.knights == other.knights && rest(self) == rest(other)
    }
}

impl Board {
    /// The board without pieces.
    pub const EMPTY: Board = Board {
        pieces: [Set::EMPTY; 2],
        knights: Set::EMPTY,
        leaps: [AllLeaps::NONE; 2],
        counts: [0; 2],
        lists: [[0; PIECES]; 2],
        numbers: [0; SQUARES],
        castle_moves: [0; 2],
        to_move: WHITE,
        hash: 0,
        quiet: 0,
        ending: None,
    };

    /// The hash of pieces, side to move and castle moves.
    #[inline]
    pub fn hash(&self) -> u64 {
        let moved = match self.castle_moves {
            [0, 0] => 0,
            [white, black] => zobrist::key(1 << 16 | u64::from(white) << 8 | u64::from(black)),
        };
        self.hash ^ moved ^ if self.to_move == WHITE { 0 } else { SIDE_KEY }
    }

    /// Changes whether a piece stands on a square.
    #[inline]
    fn toggle(&mut self, side: usize, square: u8, knight: bool) {
        let (quarter, place) = place(square);
        self.pieces[side & 1].0[quarter % QUARTERS] ^= 1 << place;
        self.knights.0[quarter % QUARTERS] ^= u64::from(knight) << place;
        self.leaps[side & 1].toggle(square);
        self.hash ^= KEYS[side & 1 | usize::from(knight) << 1][square as usize];
    }

    /// Puts a piece on an empty square; a side has at most [`PIECES`].
    #[inline]
    pub fn put(&mut self, side: usize, square: u8, knight: bool) {
        self.toggle(side, square, knight);
        let number = self.counts[side & 1];
        self.lists[side & 1][number as usize] = square;
        self.numbers[square as usize] = number;
        self.counts[side & 1] += 1;
    }

    /// Takes a piece off.
    #[inline]
    pub fn take(&mut self, side: usize, square: u8) {
        self.toggle(side, square, self.knights.has(square));
        self.counts[side & 1] -= 1;
        let list = &mut self.lists[side & 1];
        let (number, last) = (self.numbers[square as usize], list[self.counts[side & 1] as usize]);
        list[number as usize] = last;
        self.numbers[last as usize] = number;
    }

    /// Moves a piece to an empty square, or leaves it where it is.
    #[inline]
    pub fn shift(&mut self, side: usize, from: u8, to: u8) {
        let knight = self.knights.has(from);
        self.toggle(side, from, knight);
        self.toggle(side, to, knight);
        let number = self.numbers[from as usize];
        self.lists[side & 1][number as usize] = to;
        self.numbers[to as usize] = number;
    }

    /// The squares of a side's pieces.
    #[inline]
    pub fn list(&self, side: usize) -> &[u8] {
        &self.lists[side & 1][..self.counts[side & 1] as usize]
    }

    /// Number of knights of a side.
    #[inline]
    pub fn count_knights(&self, side: usize) -> usize {
        (self.pieces[side & 1] & self.knights).len()
    }

    /// Whose piece stands on a square.
    pub fn side_on(&self, square: u8) -> Option<usize> {
        (0..2).find(|&side| self.pieces[side].has(square))
    }

    /// Whether a piece stands on a square.
    #[inline]
    pub fn is_occupied(&self, square: u8) -> bool {
        self.side_on(square).is_some()
    }

    /// Where a plain move of a side leads in a direction.
    #[inline]
    pub fn step(&self, side: usize, square: u8, direction: usize) -> Option<u8> {
        let to = STEPPED[side & 1][square as usize][direction % DIRECTIONS];
        (to != NOWHERE && !self.is_occupied(to)).then_some(to)
    }

    /// The squares where nothing stands.
    #[inline]
    pub fn empty(&self) -> Set {
        BOARD & !(self.pieces[0] | self.pieces[1])
    }

    /// The squares outside a castle.
    #[inline]
    pub fn outside(castle: usize) -> Set {
        !CASTLE_SETS[castle & 1]
    }

    /// A quarter as a side sees it.
    #[inline]
    pub fn quarter(&self, side: usize, number: usize) -> Quarter {
        let (own, enemy) = (side & 1, side & 1 ^ 1);
        let number = number % QUARTERS;
        let empty = BOARD.0[number] & !self.pieces[own].0[number] & !self.pieces[enemy].0[number];
        Quarter {
            number,
            friends: self.leaps[own].of(number),
            enemies: self.leaps[enemy].of(number),
            empty,
            vacant: empty & !CASTLE_SETS[own].0[number],
            outside: !CASTLE_SETS[enemy].0[number],
        }
    }

    /// The pieces of a side that can jump.
    #[inline]
    pub fn jumpers(&self, side: usize) -> Set {
        let enemy = side & 1 ^ 1;
        self.pieces[side & 1] & Board::outside(enemy) & self.leaps[enemy].from(self.empty())
    }

    /// The pieces of a side in its own castle.
    #[inline]
    pub fn in_own_castle(&self, side: usize) -> impl Iterator<Item = u8> {
        let pieces = self.pieces[side & 1];
        CASTLES[side & 1].into_iter().filter(move |&square| pieces.has(square))
    }

    /// Whether a side has a piece in a castle.
    #[inline]
    pub fn stands_in(&self, side: usize, castle: usize) -> bool {
        !(self.pieces[side & 1] & CASTLE_SETS[castle & 1]).is_empty()
    }

    /// Whether a side has pieces on both squares of the enemy castle.
    #[inline]
    pub fn holds_enemy_castle(&self, side: usize) -> bool {
        (CASTLE_SETS[side & 1 ^ 1] & !self.pieces[side & 1]).is_empty()
    }
}

/// Whether a square belongs to the castle of a side's opponent.
#[inline]
pub fn is_enemy_castle(side: usize, square: u8) -> bool {
    let [first, second] = CASTLES[side & 1 ^ 1];
    square == first || square == second
}

/// Whether a square belongs to a side's own castle.
#[inline]
pub fn is_own_castle(side: usize, square: u8) -> bool {
    is_enemy_castle(side ^ 1, square)
}
