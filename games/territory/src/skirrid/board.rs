//! What lies on the board, and where a tile fits.

use torneo_board::grid::{BitSet, ORTHOGONAL};
use torneo_contract::zobrist;

use super::numbers::{CENTRE, SIDE, SQUARES, Squares, in_diamond};
use super::shapes::{LARGEST, Outline, TILES};

/// The files of a rank.
const RANK: u32 = (1 << SIDE) - 1;
/// Ranks with those above the board that a tile could reach.
const PADDED: usize = SIDE + LARGEST;

/// A set of squares, rank by rank.
pub(super) type Ranks = [u32; SIDE];

/// The squares of the corners.
static CORNERS: Ranks = {
    let mut corners = [0; SIDE];
    let mut square = 0;
    while square < SQUARES {
        corners[Squares::rank(square)] |= (!in_diamond(square) as u32) << Squares::file(square);
        square += 1;
    }
    corners
};

/// Tiles of a player as a set.
pub(super) const ALL_TILES: u32 = (1 << TILES) - 1;

/// Keys of a covered square, and of one that the last tile covers face down.
static COVERED_KEYS: [u64; SQUARES] = zobrist::table(0);
static LAST_KEYS: [u64; SQUARES] = zobrist::table(SQUARES as u64);
/// What the keys of used tiles, of the side to move with the passes, and of the scores begin with.
const TILE_KEYS: u64 = 1 << 32;
const TURN_KEYS: u64 = 2 << 32;
const SCORE_KEYS: u64 = 3 << 32;

/// Squares that a tile covers face down since the opponent's last turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Last {
    pub outline: u8,
    /// The square of its lowest rank and leftmost file.
    pub at: u16,
}

/// The covered squares and what else the rules depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pub(super) covered: Ranks,
    /// The squares beside a covered one; before the first tile the centre, which it covers.
    frontier: Ranks,
    /// The tiles that each player has left.
    pub(super) tiles: [u32; 2],
    pub(super) scores: [u32; 2],
    pub(super) to_move: u8,
    /// Turns passed in a row.
    pub(super) passes: u8,
    /// The tile that the opponent of the side to move has just placed face down.
    pub(super) last: Option<Last>,
    /// The hash of covered squares and used tiles.
    hash: u64,
}

/// Where a side may place its tiles.
pub(super) struct Places {
    /// The squares that it may cover, with empty ranks above the board.
    free: [u32; PADDED],
    /// The squares of which it must cover one.
    frontier: [u32; PADDED],
}

impl Board {
    pub(super) fn empty() -> Board {
        let mut frontier = [0; SIDE];
        frontier[CENTRE] = 1 << CENTRE;
        Board {
            covered: [0; SIDE],
            frontier,
            tiles: [ALL_TILES; 2],
            scores: [0; 2],
            to_move: 0,
            passes: 0,
            last: None,
            hash: 0,
        }
    }

    #[inline]
    pub(super) fn side(&self) -> usize {
        usize::from(self.to_move & 1)
    }

    /// Whether no tile lies on the board.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.tiles == [ALL_TILES; 2]
    }

    pub(super) fn is_covered(&self, square: usize) -> bool {
        self.covered[Squares::rank(square)].has(Squares::file(square))
    }

    /// Where the side to move may place its tiles; `entered` if it may use the corners.
    #[inline]
    pub(super) fn places(&self, outlines: &[Outline], entered: bool) -> Places {
        let mut places = Places { free: [0; PADDED], frontier: [0; PADDED] };
        for (free, (covered, corners)) in places.free.iter_mut().zip(self.covered.iter().zip(&CORNERS)) {
            *free = RANK & !covered & if entered { RANK } else { !corners };
        }
        if let Some(Last { outline, at }) = self.last {
            let (file, rank) = (Squares::file(at as usize), Squares::rank(at as usize));
            for (up, around) in outlines[outline as usize].around.iter().enumerate() {
                if let Some(barred) = (rank + up).checked_sub(1).filter(|&rank| rank < SIDE) {
                    places.free[barred] &= !(around << file >> 1);
                }
            }
        }
        places.frontier[..SIDE].copy_from_slice(&self.frontier);
        places
    }

    /// The empty squares beside a tile, without those of the corners unless `entered`.
    #[inline]
    pub(super) fn open_frontier(&self, entered: bool) -> Ranks {
        std::array::from_fn(|rank| {
            let closed = if entered { 0 } else { CORNERS[rank] };
            self.frontier[rank] & !self.covered[rank] & !closed
        })
    }

    /// Covers the squares of an outline; its tile is taken out of the stock after that.
    #[inline]
    pub(super) fn cover(&mut self, outline: &Outline, at: usize) {
        let (file, rank) = (Squares::file(at), Squares::rank(at));
        if self.is_empty() {
            self.frontier = [0; SIDE];
        }
        for (up, row) in outline.rows.iter().enumerate().take(SIDE - rank) {
            self.covered[rank + up] |= row << file;
        }
        for (up, around) in outline.around.iter().enumerate() {
            if let Some(beside) = (rank + up).checked_sub(1).filter(|&rank| rank < SIDE) {
                self.frontier[beside] |= around << file >> 1 & RANK;
            }
        }
        for &(f, r) in &outline.squares {
            self.hash ^= COVERED_KEYS[Squares::at(file + f as usize, rank + r as usize)];
        }
    }

    /// Covers squares one by one; there is no other on the board.
    pub(super) fn cover_all(&mut self, squares: &[usize]) {
        if !squares.is_empty() {
            self.frontier = [0; SIDE];
        }
        for &square in squares {
            self.covered[Squares::rank(square)] |= 1 << Squares::file(square);
            self.hash ^= COVERED_KEYS[square];
            for near in ORTHOGONAL.into_iter().filter_map(|step| Squares::step(square, step)) {
                self.frontier[Squares::rank(near)] |= 1 << Squares::file(near);
            }
        }
    }

    /// Takes a tile out of the stock of a player.
    #[inline]
    pub(super) fn use_tile(&mut self, side: usize, tile: usize) {
        self.tiles[side] ^= 1 << tile;
        self.hash ^= zobrist::key(TILE_KEYS + (side * TILES + tile) as u64);
    }

    /// The key of what is neither a covered square nor a tile.
    #[inline]
    fn rest_key(&self) -> u64 {
        let scores = u64::from(self.scores[0]) << 16 | u64::from(self.scores[1]);
        zobrist::key(TURN_KEYS + u64::from(self.to_move) + 2 * u64::from(self.passes))
            ^ zobrist::key(SCORE_KEYS + scores)
    }

    /// The squares of the tile that was just placed face down.
    pub(super) fn last_squares<'a>(&self, outlines: &'a [Outline]) -> impl Iterator<Item = usize> + 'a {
        self.last.into_iter().flat_map(|Last { outline, at }| {
            let (file, rank) = (Squares::file(at as usize), Squares::rank(at as usize));
            let squares = &outlines[outline as usize].squares;
            squares.iter().map(move |&(f, r)| Squares::at(file + f as usize, rank + r as usize))
        })
    }

    #[inline]
    pub(super) fn hash(&self, outlines: &[Outline]) -> u64 {
        let last = self.last_squares(outlines).fold(0, |hash, square| hash ^ LAST_KEYS[square]);
        self.hash ^ last ^ self.rest_key()
    }

    /// The hash of the position with each square moved.
    pub(super) fn moved_hash(&self, outlines: &[Outline], to: impl Fn(usize) -> usize) -> u64 {
        let covered = |to: &dyn Fn(usize) -> usize| {
            let squares = (0..SQUARES).filter(|&square| self.is_covered(square));
            squares.fold(0, |hash, square| hash ^ COVERED_KEYS[to(square)])
        };
        let last = self.last_squares(outlines).fold(0, |hash, square| hash ^ LAST_KEYS[to(square)]);
        self.hash ^ covered(&|square| square) ^ covered(&to) ^ last ^ self.rest_key()
    }
}

impl Places {
    /// Whether a tile may lie here: `at` is the square of its lowest rank and leftmost file.
    #[inline]
    pub(super) fn fits(&self, outline: &Outline, file: usize, rank: usize) -> bool {
        let (mut missing, mut touching) = (0, 0);
        for (up, row) in outline.rows.iter().enumerate() {
            let row = row << file;
            missing |= row & !self.free[rank + up];
            touching |= row & self.frontier[rank + up];
        }
        (missing == 0) & (touching != 0)
    }

    /// All squares on which the lowest rank and leftmost file of an outline may be.
    #[inline]
    pub(super) fn anchors(&self, outline: &Outline) -> Ranks {
        let (mut fits, mut touching) = ([RANK; SIDE], [0; SIDE]);
        for &(file, up) in &outline.squares {
            let (free, frontier) = (&self.free[up as usize..][..SIDE], &self.frontier[up as usize..][..SIDE]);
            for rank in 0..SIDE {
                fits[rank] &= free[rank] >> file;
                touching[rank] |= frontier[rank] >> file;
            }
        }
        std::array::from_fn(|rank| fits[rank] & touching[rank])
    }

    /// Whether a square may be covered.
    pub(super) fn is_free(&self, square: usize) -> bool {
        self.free[Squares::rank(square)].has(Squares::file(square))
    }

    /// Whether a square is beside a tile, or the centre of an empty board.
    pub(super) fn is_frontier(&self, square: usize) -> bool {
        self.frontier[Squares::rank(square)].has(Squares::file(square))
    }
}
