//! The board, its castles, and what stands around each square.

use crate::contract::Ending;
use crate::parts::grid::{BitSet, DIAGONAL, Grid, ORTHOGONAL};
use crate::parts::zobrist;

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

/// The quarters of the board: the squares with files of one parity and ranks of one parity. A leap stays within its
/// quarter, where it is a step to a neighbour, over a square of another quarter.
pub const QUARTERS: usize = 4;

/// The places of a quarter in each of its rows. Some at the end are on no board.
pub const ROW: usize = 8;

/// The quarter of each square and its place there.
static PLACES: [(u8, u8); SQUARES] = {
    let mut places = [(0, 0); SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let (file, rank) = (Squares::file(square), Squares::rank(square));
        places[square] = ((rank % 2 * 2 + file % 2) as u8, (rank / 2 * ROW + file / 2) as u8);
        square += 1;
    }
    places
};

/// The square of each place of each quarter.
static SQUARES_OF: [[u8; 64]; QUARTERS] = {
    let mut squares = [[0; 64]; QUARTERS];
    let mut square = 0;
    while square < SQUARES {
        let (quarter, place) = PLACES[square];
        squares[quarter as usize][place as usize] = square as u8;
        square += 1;
    }
    squares
};

/// A set of squares, by quarters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set(pub [u64; QUARTERS]);

impl Set {
    /// The set without members.
    pub const EMPTY: Set = Set([0; QUARTERS]);

    /// The set with a square, or without it if it was a member.
    const fn toggled(mut self, square: u8) -> Set {
        let (quarter, place) = PLACES[square as usize];
        self.0[quarter as usize] ^= 1 << place;
        self
    }

    /// Adds a square, or takes it out if it was a member.
    #[inline]
    pub fn toggle(&mut self, square: u8) {
        *self = self.toggled(square);
    }

    /// Whether a square is a member.
    #[inline]
    pub fn has(&self, square: u8) -> bool {
        let (quarter, place) = PLACES[square as usize];
        self.0[quarter as usize].has(place as usize)
    }

    /// Number of members.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|quarter| quarter.len() as usize).sum()
    }

    /// The members, quarter by quarter.
    #[inline]
    pub fn squares(self) -> impl Iterator<Item = u8> {
        (0..QUARTERS).flat_map(move |quarter| squares(quarter, self.0[quarter]))
    }
}

/// The quarter of a square and its place there.
#[inline]
pub fn place(square: u8) -> (usize, usize) {
    let (quarter, place) = PLACES[square as usize];
    (quarter as usize, place as usize)
}

/// The square of a place of a quarter.
#[inline]
pub fn square_of(quarter: usize, place: usize) -> u8 {
    SQUARES_OF[quarter % QUARTERS][place % 64]
}

/// The squares of a set of places of a quarter.
#[inline]
pub fn squares(quarter: usize, places: u64) -> impl Iterator<Item = u8> {
    places.members().map(move |place| square_of(quarter, place))
}

/// Which leaps over a set of pieces connect the places of a quarter with their neighbours: to the right, upwards,
/// upwards right, and upwards left.
#[derive(Clone, Copy, Debug)]
pub struct Leaps([u64; 4]);

/// How much higher the place is to which each of [`Leaps`] leads.
const LEAPS: [usize; 4] = [1, ROW, ROW + 1, ROW - 1];

impl Leaps {
    /// The leaps over the pieces of a set.
    #[inline]
    pub fn over(pieces: &Set, quarter: usize) -> Leaps {
        let over = |other: usize| pieces.0[(quarter ^ other) % QUARTERS];
        // In a quarter of the right or upper squares the neighbours are one place further.
        let (right, up) = (quarter % 2, quarter / 2 % 2 * ROW);
        Leaps([over(1) >> right, over(2) >> up, over(3) >> (right + up), over(3) << 1 >> (right + up)])
    }

    /// The places to which some leap leads, whether something stands there or not.
    #[inline]
    pub fn ends(&self) -> u64 {
        self.0.into_iter().zip(LEAPS).fold(0, |found, (leaps, higher)| found | leaps | leaps << higher)
    }

    /// The leaps that are left without the piece over which one leads between two places.
    #[inline]
    pub fn without(mut self, from: usize, to: usize) -> Leaps {
        let (low, high) = (from.min(to), from.max(to));
        let clear = |set: &mut u64, place: usize| *set &= !(1 << place);
        // Two diagonal leaps cross above a piece.
        match high - low {
            1 => clear(&mut self.0[0], low),
            ROW => clear(&mut self.0[1], low),
            difference => {
                let right = difference == ROW + 1;
                clear(&mut self.0[2], if right { low } else { low - 1 });
                clear(&mut self.0[3], if right { low + 1 } else { low });
            }
        }
        self
    }

    /// The places to which one leap leads from a place of a set, whether something stands there or not.
    #[inline]
    pub fn from(&self, set: u64) -> u64 {
        self.0
            .into_iter()
            .zip(LEAPS)
            .fold(0, |found, (leaps, higher)| found | (set & leaps) << higher | set >> higher & leaps)
    }
}

/// What a side's leaps in a quarter depend on.
#[derive(Clone, Copy, Debug)]
pub struct Quarter {
    pub number: usize,
    /// Leaps over friendly pieces, and over enemy ones.
    pub friends: Leaps,
    pub enemies: Leaps,
    /// The places where nothing stands.
    pub empty: u64,
    /// Of these, those outside the own castle.
    pub vacant: u64,
    /// The places outside the enemy castle.
    pub outside: u64,
}

/// All squares of the board, and those of the castles of White and Black.
static BOARD: Set = {
    let (mut board, mut square) = (Set::EMPTY, 0);
    while square < SQUARES {
        if is_on_board(square) {
            board = board.toggled(square as u8);
        }
        square += 1;
    }
    board
};
const fn castle(side: usize) -> Set {
    Set::EMPTY.toggled(CASTLES[side][0]).toggled(CASTLES[side][1])
}
static CASTLE_SETS: [Set; 2] = [castle(WHITE), castle(BLACK)];

/// Keys of white men, black men, white knights and black knights on each square.
static KEYS: [[u64; SQUARES]; 4] = [
    zobrist::table(0),
    zobrist::table(SQUARES as u64),
    zobrist::table(2 * SQUARES as u64),
    zobrist::table(3 * SQUARES as u64),
];
const SIDE_KEY: u64 = zobrist::key(4 * SQUARES as u64);

/// The pieces and what else the rules depend on.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    pub pieces: [Set; 2],
    pub knights: Set,
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
    /// The order in the lists does not matter.
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
        let (quarter, place) = PLACES[square as usize];
        let quarter = quarter as usize % QUARTERS;
        self.pieces[side & 1].0[quarter] ^= 1 << place;
        self.knights.0[quarter] ^= u64::from(knight) << place;
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
        let quarters = self.pieces[side & 1].0.iter().zip(self.knights.0);
        quarters.map(|(all, knights)| (all & knights).len() as usize).sum()
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

    /// A quarter as a side sees it.
    #[inline]
    pub fn quarter(&self, side: usize, quarter: usize) -> Quarter {
        let set = |set: &Set| set.0[quarter % QUARTERS];
        let empty = set(&BOARD) & !set(&self.pieces[0]) & !set(&self.pieces[1]);
        Quarter {
            number: quarter % QUARTERS,
            friends: Leaps::over(&self.pieces[side & 1], quarter),
            enemies: Leaps::over(&self.pieces[side & 1 ^ 1], quarter),
            empty,
            vacant: empty & !set(&CASTLE_SETS[side & 1]),
            outside: !set(&CASTLE_SETS[side & 1 ^ 1]),
        }
    }

    /// The pieces of a side in its own castle.
    #[inline]
    pub fn in_own_castle(&self, side: usize) -> impl Iterator<Item = u8> {
        let pieces = self.pieces[side & 1];
        CASTLES[side & 1].into_iter().filter(move |&square| pieces.has(square))
    }

    /// Whether a side has a piece in the enemy castle.
    #[inline]
    pub fn has_entered(&self, side: usize) -> bool {
        let pieces = self.pieces[side & 1].0.iter().zip(CASTLE_SETS[side & 1 ^ 1].0);
        pieces.fold(0, |found, (pieces, castle)| found | pieces & castle) != 0
    }

    /// Number of pieces of a side in the enemy castle.
    #[inline]
    pub fn count_entered(&self, side: usize) -> usize {
        let pieces = &self.pieces[side & 1];
        CASTLES[side & 1 ^ 1].into_iter().filter(|&square| pieces.has(square)).count()
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
