//! The pegs, the turn in progress, and what the faces of the die allow.

use torneo_board::grid::BitSet;
use torneo_contract::{Ending, Seat, mixer::hash_of, zobrist};

use super::holes::{
    COLUMNS, CROSSING_LINE, HALF, HOLES, Hole, ROWS, START_LINE, above, mirror, mirrored, nearest_to_start,
};
use super::steps::{Moved, Stepping};

pub(super) const FACES: u8 = 6;
/// The face that lets pegs of both halves step.
const BOTH_HALVES: u8 = 5;
/// Pegs that one roll can send back.
pub(super) const MOST_SENT: u8 = 3;

/// Keys of a peg in each hole, by half.
static KEYS: [[u64; HOLES]; 2] = zobrist::tables(0);

/// A roll, or one of the actions of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// The die shows this face.
    Roll(u8),
    /// A peg steps from hole to hole.
    Step(Hole, Hole),
    /// A peg crosses to a hole of the other half.
    Cross(Hole, Hole),
    /// Two pegs go to the reserve, the lower number first.
    Remove(Hole, Hole),
    /// A peg comes from the reserve.
    Add(Hole),
    /// A peg is sent back from hole to hole.
    SendBack(Hole, Hole),
    /// No more pegs are sent back.
    Stop,
    /// The turn is forfeited.
    Pass,
}

/// What follows the roll of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rolled {
    /// The face; 0 before the roll.
    pub(super) face: u8,
    /// Steps left of a step turn.
    pub(super) left: u8,
    /// Pegs that have been sent back.
    pub(super) sent: u8,
    /// Whether pegs of both halves may step.
    pub(super) both: bool,
    pub(super) moved: Moved,
}

impl Rolled {
    pub(super) const NOT: Rolled = Rolled { face: 0, left: 0, sent: 0, both: false, moved: Moved::NONE };
}

/// The position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// The pegs of each half.
    pub(super) pegs: [u64; 2],
    pub(super) reserve: u8,
    /// Whose turn it is, or who is to roll.
    pub(super) to_move: Seat,
    pub(super) rolled: Rolled,
    /// Turns of both players.
    pub(super) turns: u32,
    pub(super) ending: Option<Ending>,
    placement: u64,
}

impl Board {
    pub(super) fn empty(reserve: u8) -> Board {
        Board {
            pegs: [0; 2],
            reserve,
            to_move: Seat::FIRST,
            rolled: Rolled::NOT,
            turns: 0,
            ending: None,
            placement: 0,
        }
    }

    pub(super) fn start(reserve: u8) -> Board {
        let mut board = Board::empty(reserve);
        for half in 0..2 {
            START_LINE.members().for_each(|hole| board.toggle(Hole::new(half, hole)));
        }
        board
    }

    /// Puts a peg into a vacant hole or takes it out.
    #[inline]
    pub(super) fn toggle(&mut self, hole: Hole) {
        self.pegs[hole.half()] ^= hole.one();
        self.placement ^= KEYS[hole.half()][hole.number()];
    }

    /// The half of the player whose turn it is.
    #[inline]
    pub(super) fn own(&self) -> usize {
        self.to_move.index()
    }

    #[inline]
    pub(super) fn vacant(&self, half: usize) -> u64 {
        HALF & !self.pegs[half]
    }

    /// Whether all pegs of the own half stand on its crossing line.
    #[inline]
    fn all_on_crossing_line(&self) -> bool {
        self.pegs[self.own()] & !CROSSING_LINE == 0
    }

    /// Begins what follows a roll.
    #[inline]
    pub(super) fn roll(&mut self, face: u8) {
        self.rolled = Rolled::NOT;
        self.rolled.face = face;
        if self.is_step_turn() {
            self.rolled.left = face;
            self.rolled.both = face == BOTH_HALVES || self.all_on_crossing_line();
        }
    }

    #[inline]
    pub(super) fn is_step_turn(&self) -> bool {
        (2..=BOTH_HALVES).contains(&self.rolled.face)
    }

    #[inline]
    pub(super) fn stepping(&self) -> Stepping {
        let halves = std::array::from_fn(|half| self.rolled.both || half == self.own());
        Stepping { pegs: self.pegs, moved: self.rolled.moved, halves }
    }

    /// Makes a step.
    #[inline]
    pub(super) fn step(&mut self, from: Hole, to: Hole) {
        self.toggle(from);
        self.toggle(to);
        self.rolled.moved.step(from, to);
        self.rolled.left -= 1;
    }

    /// The own pegs that can cross.
    #[inline]
    pub(super) fn crossers(&self, half: usize) -> u64 {
        self.pegs[half] & !self.pegs[half ^ 1] & CROSSING_LINE
    }

    /// Where a peg goes that crosses from a hole of this half.
    #[inline]
    pub(super) fn crossing(&self, from: Hole) -> Action {
        let half = from.half() ^ 1;
        let to = nearest_to_start(self.vacant(half), from.number()).unwrap_or(from.number());
        Action::Cross(from, Hole::new(half, to))
    }

    /// The opponent's pegs that can be sent back.
    #[inline]
    pub(super) fn sendable(&self) -> u64 {
        let half = self.own() ^ 1;
        self.pegs[half] & above(self.vacant(half))
    }

    /// Where a peg of a half goes that is sent back.
    #[inline]
    pub(super) fn sending(&self, from: Hole) -> Action {
        let to = nearest_to_start(self.vacant(from.half()), from.number()).unwrap_or(from.number());
        Action::SendBack(from, Hole::new(from.half(), to))
    }

    /// The hash of what the position text shows.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        let Rolled { face, left, sent, both, moved } = self.rolled;
        let state = u64::from(self.reserve)
            | (self.to_move.index() as u64) << 8
            | u64::from(face) << 16
            | u64::from(left) << 24
            | u64::from(sent) << 32
            | u64::from(both) << 40;
        let hash = self.placement ^ zobrist::key(state);
        if moved.active.is_none() {
            hash
        } else {
            hash ^ hash_of(&(moved.active, moved.trail, moved.finished))
        }
    }

    /// The board with the columns in reverse order.
    fn mirror(&self) -> Board {
        let image = |hole: Hole| Hole::new(hole.half(), mirror(hole.number()));
        let mut board = Board { pegs: [0; 2], placement: 0, ..*self };
        for half in 0..2 {
            self.pegs[half].members().for_each(|hole| board.toggle(image(Hole::new(half, hole))));
        }
        let Moved { active, trail, finished } = self.rolled.moved;
        board.rolled.moved =
            Moved { active: active.map(image), trail: mirrored(trail), finished: finished.map(mirrored) };
        board
    }

    /// The same hash for a position and its mirror image.
    pub(super) fn symmetric_hash(&self) -> u64 {
        self.hash().min(self.mirror().hash())
    }

    /// What a half weighs in the evaluation: its pegs, less what they have advanced, less what crossing is worth.
    pub(super) fn burden(&self, half: usize) -> i32 {
        let pegs = self.pegs[half];
        // A peg counts once for each row that it has left behind.
        let rows: u32 = (1..ROWS).map(|row| (pegs >> (row * COLUMNS)).len()).sum();
        let crossing = if self.crossers(half) != 0 { CROSSING } else { 0 };
        PEG * pegs.len() as i32 - ADVANCED * rows as i32 - crossing
    }
}

/// A peg in a half.
pub(super) const PEG: i32 = 100;
/// A row that a peg is away from the start line.
pub(super) const ADVANCED: i32 = 6;
/// Some peg can cross.
pub(super) const CROSSING: i32 = 40;
