//! The pieces, what they capture, and when a battle is over.

use torneo_board::grid::{BitSet, Bits192};
use torneo_contract::{Seat, zobrist};

use super::tables::{CELLS, DIRECTIONS, STONE, SYMMETRIES, Tables};

/// The two sides, as numbers of sets of pieces.
pub(super) const DWARFS: usize = 0;
pub(super) const TROLLS: usize = 1;
/// Pieces at the start, the most that a side can have.
pub(super) const MOST: [u32; 2] = [32, 8];
/// Points for each piece left.
const POINTS: [u32; 2] = [1, 4];
pub(super) const SIDES: [&str; 2] = ["Dwarfs", "Trolls"];
pub(super) const LETTERS: [char; 2] = ['d', 'T'];

/// Keys of dwarfs and trolls on each cell.
static KEYS: [[u64; CELLS]; 2] = zobrist::tables(0);
const TO_MOVE_KEY: u64 = zobrist::key(2 * CELLS as u64);
const OFFER_KEY: u64 = zobrist::key(2 * CELLS as u64 + 1);
/// First of the keys that stand for the points of the first battle.
const SECOND_BATTLE: u64 = 1_000;

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Moves a piece. A dwarf captures on the cell where it ends, a troll beside it.
    Move {
        /// The cell where the piece stands.
        from: u8,
        /// The cell to which it goes.
        to: u8,
        /// Whether anything is captured.
        captures: bool,
    },
    /// Proposes to end the battle.
    Propose,
    /// Agrees to end it.
    Accept,
    /// Does not agree.
    Decline,
}

impl Action {
    #[inline]
    pub(super) fn to(from: usize, to: usize, captures: bool) -> Action {
        Action::Move { from: from as u8, to: to as u8, captures }
    }
}

/// The pieces, and the state of the battle and of the contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pub(super) pieces: [Bits192; 2],
    /// The side to move, or to answer a proposal.
    pub(super) to_move: usize,
    /// Plies in a row without a capture.
    pub(super) quiet: u16,
    /// Who plays the Dwarfs.
    pub(super) dwarfs_seat: Seat,
    /// The points of both seats in the first battle, once the second is played.
    pub(super) first_battle: Option<[u8; 2]>,
    /// Whether a proposal waits for its answer.
    pub(super) offered: bool,
    /// By side, whether it may not propose before it has moved.
    pub(super) barred: [bool; 2],
    /// Why the last battle is over.
    pub(super) over: Option<&'static str>,
    placement: u64,
}

impl Board {
    pub(super) fn empty() -> Board {
        Board {
            pieces: [Bits192::EMPTY; 2],
            to_move: DWARFS,
            quiet: 0,
            dwarfs_seat: Seat::FIRST,
            first_battle: None,
            offered: false,
            barred: [false; 2],
            over: None,
            placement: 0,
        }
    }

    /// The start of a battle.
    pub(super) fn start(tables: &Tables) -> Board {
        let mut board = Board::empty();
        let homes = [tables.dwarfs_home, tables.near[STONE]];
        for (side, home) in homes.into_iter().enumerate() {
            home.members().for_each(|cell| board.toggle(side, cell));
        }
        board
    }

    /// Puts a piece on an empty cell or takes it away.
    #[inline]
    pub(super) fn toggle(&mut self, side: usize, cell: usize) {
        let (set, one) = (self.pieces[side], Bits192::one(cell));
        self.pieces[side] = if set.has(cell) { set - one } else { set | one };
        self.placement ^= KEYS[side][cell];
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bits192 {
        self.pieces[DWARFS] | self.pieces[TROLLS]
    }

    pub(super) fn side_on(&self, cell: usize) -> Option<usize> {
        self.pieces.iter().position(|set| set.has(cell))
    }

    /// The seat that plays the side to move.
    #[inline]
    pub(super) fn seat(&self) -> Seat {
        Seat::new(self.to_move ^ self.dwarfs_seat.index())
    }

    /// The points of a side in this battle.
    #[inline]
    pub(super) fn points(&self, side: usize) -> u32 {
        POINTS[side] * self.pieces[side].len()
    }

    /// The points of a seat in all battles so far.
    pub(super) fn total(&self, seat: Seat) -> u32 {
        let first = self.first_battle.map_or(0, |points| u32::from(points[seat.index()]));
        first + self.points(seat.index() ^ self.dwarfs_seat.index())
    }

    /// The dwarfs on the cells beside a cell.
    #[inline]
    pub(super) fn dwarfs_beside(&self, tables: &Tables, cell: usize) -> Bits192 {
        tables.near[cell] & self.pieces[DWARFS]
    }

    /// How many pieces of a side stand in line without a gap, `cell` being the last of them in this direction; at
    /// most `most` are counted.
    #[inline]
    pub(super) fn line(
        &self,
        tables: &Tables,
        side: usize,
        cell: usize,
        direction: usize,
        most: usize,
    ) -> usize {
        let back = (direction + DIRECTIONS / 2) % DIRECTIONS;
        let (mut length, mut at) = (1, cell);
        while length < most {
            match tables.next(at, back) {
                Some(behind) if self.pieces[side].has(behind) => at = behind,
                _ => break,
            }
            length += 1;
        }
        length
    }

    /// The cells of the pieces that a legal action captures.
    #[inline]
    pub(super) fn captured(&self, tables: &Tables, action: Action) -> Bits192 {
        match action {
            Action::Move { to, captures: true, .. } if self.to_move == DWARFS => Bits192::one(to as usize),
            Action::Move { to, captures: true, .. } => self.dwarfs_beside(tables, to as usize),
            _ => Bits192::EMPTY,
        }
    }

    /// Moves a piece, takes what it captures off the board and gives the turn to the other side.
    #[inline]
    pub(super) fn play(&mut self, tables: &Tables, action: Action) {
        let Action::Move { from, to, captures } = action else { return };
        let side = self.to_move;
        let captured = self.captured(tables, action);
        captured.members().for_each(|cell| self.toggle(side ^ 1, cell));
        self.toggle(side, from as usize);
        self.toggle(side, to as usize);
        self.quiet = if captures { 0 } else { self.quiet + 1 };
        self.barred[side] = false;
        self.to_move = side ^ 1;
    }

    /// Whether the side to move has a move, proposals not counted. A shove needs a vacant cell beside the troll, and
    /// a dwarf takes any troll beside it; so a dwarf cannot move only where all dwarfs of the board shut it in, which
    /// takes as many as the board has cells.
    #[inline]
    pub(super) fn can_move(&self, tables: &Tables) -> bool {
        let side = self.to_move;
        let shut = if side == DWARFS { self.pieces[DWARFS] } else { self.occupied() };
        self.pieces[side].members().any(|cell| !(tables.near[cell] - shut).is_empty())
    }

    /// The hash of what the position text shows.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        self.placement ^ self.state_hash()
    }

    #[inline]
    fn state_hash(&self) -> u64 {
        let side = if self.to_move == DWARFS { 0 } else { TO_MOVE_KEY };
        let offer = if self.offered { OFFER_KEY } else { 0 };
        let second = self.first_battle.map_or(0, |[first, second]| {
            zobrist::key(SECOND_BATTLE + (u64::from(first) << 8 | u64::from(second)))
        });
        side ^ offer ^ second
    }

    /// The least hash that rotations and reflections of the board give.
    pub(super) fn symmetric_hash(&self, tables: &Tables) -> u64 {
        let mut hashes = [0; SYMMETRIES];
        for side in [DWARFS, TROLLS] {
            for cell in self.pieces[side].members() {
                let images = hashes.iter_mut().zip(tables.images[cell]);
                images.for_each(|(hash, image)| *hash ^= KEYS[side][image as usize]);
            }
        }
        hashes.into_iter().min().unwrap_or_default() ^ self.state_hash()
    }
}
