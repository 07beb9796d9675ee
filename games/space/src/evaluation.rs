//! What positions and captures are worth.

use super::board::{Action, Board};
use super::levels::{SIDE, file, level, rank};
use super::tables::{BISHOP, KNIGHT, PAWN, PAWNS, QUEEN, ROOK, Tables};
use torneo_board::army::Army;
use torneo_board::grid::BitSet;
use torneo_contract::Seat;

pub const PAWN_VALUE: i32 = 100;
/// For each cell that a piece attacks and that is not held by an own piece.
const MOBILITY: i32 = 3;
/// For each rank that a pawn has advanced.
const ADVANCE: i32 = 8;
/// For each level that a pawn has come nearer to the level where it is promoted.
const CLIMB: i32 = 6;

/// A lead from which on the leader chases the king.
const LEAD: i32 = 400;
/// For the chaser: for each file and each rank between the chased king and the middle of its level.
const EDGE: i32 = 10;
/// For the chaser: for each step that the kings have come nearer than from corner to corner.
const NEAR: i32 = 6;
/// For the chaser where pieces attack on their own level only: for each piece on the level of the chased
/// king.
const SAME_LEVEL: i32 = 12;

/// Steps of a king from corner to corner.
const CORNER_TO_CORNER: usize = SIDE - 1;

impl Tables {
    /// How good a position is for a player: pieces, and for a player with a lead how close to mate the other
    /// king is.
    pub(super) fn evaluate(&self, board: &Board, seat: Seat) -> i32 {
        let lead = self.strength(board, seat) - self.strength(board, seat.other());
        if lead >= LEAD {
            lead + self.chase(board, seat)
        } else if lead <= -LEAD {
            lead - self.chase(board, seat.other())
        } else {
            lead
        }
    }

    /// How well a player chases the other king.
    fn chase(&self, board: &Board, seat: Seat) -> i32 {
        let forces = &board.forces;
        let (own, chased) = (forces.king::<Tables>(seat), forces.king::<Tables>(seat.other()));
        let from_middle = |at: usize| (SIDE / 2).abs_diff(at).min((SIDE / 2 - 1).abs_diff(at));
        let edge = from_middle(file(chased)) + from_middle(rank(chased));
        let apart = level(own)
            .abs_diff(level(chased))
            .max(file(own).abs_diff(file(chased)))
            .max(rank(own).abs_diff(rank(chased)));
        let with_it = match self.rules.marks {
            Some(_) => forces.owned[seat.index()].words()[level(chased)].count_ones(),
            None => 0,
        };
        EDGE * edge as i32 + NEAR * (CORNER_TO_CORNER - apart) as i32 + SAME_LEVEL * with_it as i32
    }

    /// The value of a player's pieces.
    fn strength(&self, board: &Board, seat: Seat) -> i32 {
        let (forces, own) = (&board.forces, board.forces.owned[seat.index()]);
        let occupied = forces.occupied();
        let material: i32 = self
            .promotions()
            .iter()
            .zip(self.rules.values)
            .map(|(&kind, value)| value * forces.of_kind(seat, kind).len() as i32)
            .sum();
        let attacked = |gait: usize| {
            let cells = (forces.gaits[gait] & own).members();
            cells.map(|from| (self.attacks(gait, from, occupied) & !own).len() as i32).sum::<i32>()
        };
        let mobility: i32 = [KNIGHT, BISHOP, ROOK, QUEEN].into_iter().map(attacked).sum();
        let home = board.array.home_level(seat);
        let pawn = |cell: usize| {
            let rank = if seat == Seat::FIRST { rank(cell) } else { SIDE - 1 - rank(cell) };
            let climbed = if self.rules.marks.is_some() { 0 } else { level(cell).abs_diff(home) };
            PAWN_VALUE + ADVANCE * (rank - 1) as i32 + CLIMB * climbed as i32
        };
        let pawns: i32 = forces.gaits[PAWN + seat.index()].members().map(pawn).sum();
        material + MOBILITY * mobility + pawns
    }

    /// A capture or a promotion.
    #[inline]
    pub(super) fn is_noisy(&self, board: &Board, action: Action) -> bool {
        let Action::Move { from, to, promotion } = action else { return false };
        promotion != 0 || self.captured_value(board, from as usize, to as usize) != 0
    }

    /// What is captured and what a pawn becomes, less a little for the piece that captures.
    pub(super) fn gain(&self, board: &Board, action: Action) -> i32 {
        let Action::Move { from, to, promotion } = action else { return 0 };
        let captured = self.captured_value(board, from as usize, to as usize);
        captured + self.value_of(promotion) - self.value_of(board.forces.kind(from as usize)) / 16
    }

    /// The value of the piece that a move captures; 0 if it captures none.
    #[inline]
    pub(super) fn captured_value(&self, board: &Board, from: usize, to: usize) -> i32 {
        let (forces, seat) = (&board.forces, board.to_move);
        let target = self.capture_cell(from, to);
        if forces.owned[seat.other().index()].has(target) {
            return self.value_of(forces.kind(target));
        }
        let passes = board.en_passant.is_some_and(|en_passant| en_passant.passed as usize == target);
        let takes = passes && forces.kind(from) & PAWNS != 0 && self.attacks_as_pawn(seat, from, target);
        if takes { PAWN_VALUE } else { 0 }
    }
}
