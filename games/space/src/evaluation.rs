//! What positions and captures are worth.

use super::board::{Action, Board};
use super::levels::{SIDE, file, level, rank};
use super::tables::{BISHOP, KING, KNIGHT, PAWN, PAWNS, QUEEN, ROOK, Tables};
use torneo_board::army::Army;
use torneo_board::grid::{BitSet, Bits192};
use torneo_board::terms::{less, weigh};
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

/// What is counted: pieces, the cells that they attack, pawns and how far they have come, and the chase of a king.
pub(super) const TERMS: [&str; 19] = [
    "queens",
    "rooks",
    "bishops",
    "knights",
    "queen-cells",
    "rook-cells",
    "bishop-cells",
    "knight-cells",
    "pawns",
    "pawn-ranks",
    "pawn-levels",
    "chased-to-edge",
    "chased-near",
    "chased-on-level",
    "king-cells",
    "king-attackers",
    "shelter",
    "attacked",
    "attacked-to-move",
];
const CELLS: usize = 4;
const PAWN_TERMS: usize = 8;
const CHASE: usize = 11;
/// Where those begin that have no weight here: cells around the enemy king that pieces attack, pieces that do, own pieces around the own king, and attacks on
/// enemy pieces other than pawns.
const UNWEIGHED: usize = 14;

impl Tables {
    /// How good a position is for a player: pieces, and for a player with a lead how close to mate the other
    /// king is; and what the player has more than the other.
    /// With `ALL` terms without a weight are counted, too.
    pub(super) fn evaluate<const ALL: bool>(&self, board: &Board, seat: Seat) -> (i32, [i32; TERMS.len()]) {
        let mut counts = less(self.counts::<ALL>(board, seat), self.counts::<ALL>(board, seat.other()));
        let weights = self.weights();
        let lead = weigh(&counts, &weights);
        if lead.abs() < LEAD {
            return (lead, counts);
        }
        let (chaser, sign) = if lead > 0 { (seat, 1) } else { (seat.other(), -1) };
        counts[CHASE..UNWEIGHED].copy_from_slice(&self.chase(board, chaser).map(|count| sign * count));
        (weigh(&counts, &weights), counts)
    }

    /// What each of the terms is worth.
    fn weights(&self) -> [i32; TERMS.len()] {
        let mut weights = [MOBILITY; TERMS.len()];
        weights[..CELLS].copy_from_slice(&self.rules.values);
        let climb = if self.rules.marks.is_some() { 0 } else { CLIMB };
        weights[UNWEIGHED..].fill(0);
        weights[PAWN_TERMS..UNWEIGHED].copy_from_slice(&[PAWN_VALUE, ADVANCE, climb, EDGE, NEAR, SAME_LEVEL]);
        weights
    }

    /// How well a player chases the other king.
    fn chase(&self, board: &Board, seat: Seat) -> [i32; UNWEIGHED - CHASE] {
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
        [edge as i32, (CORNER_TO_CORNER - apart) as i32, with_it as i32]
    }

    /// What is counted of a player's pieces.
    fn counts<const ALL: bool>(&self, board: &Board, seat: Seat) -> [i32; TERMS.len()] {
        let (forces, own) = (&board.forces, board.forces.owned[seat.index()]);
        let occupied = forces.occupied();
        let mut counts = [0; TERMS.len()];
        let (weighed, extra) = counts.split_at_mut(UNWEIGHED);
        let (mut zone, mut targets) = (Bits192::EMPTY, Bits192::EMPTY);
        if ALL {
            zone = self.attacks(KING, forces.king::<Tables>(seat.other()), occupied);
            targets = forces.owned[seat.other().index()] - forces.gaits[PAWN + seat.other().index()];
        }
        // By the rules a queen has a gait of its own, those of rook and bishop, or both.
        let queens = (forces.gaits[QUEEN] | forces.gaits[ROOK] & forces.gaits[BISHOP]) & own;
        let (pieces, cells) = weighed.split_at_mut(CELLS);
        for ((pieces, count), gait) in pieces.iter_mut().zip(cells).zip([QUEEN, ROOK, BISHOP, KNIGHT]) {
            let going = forces.gaits[gait] & own;
            *pieces = if gait == QUEEN { queens } else { going - queens }.len() as i32;
            for from in going.members() {
                let attacked = self.attacks(gait, from, occupied) & !own;
                *count += attacked.len() as i32;
                if ALL {
                    let near = (attacked & zone).len() as i32;
                    extra[0] += near;
                    extra[1] += i32::from(near > 0);
                    extra[3] += (attacked & targets).len() as i32;
                }
            }
        }
        if ALL {
            extra[2] = (self.attacks(KING, forces.king::<Tables>(seat), occupied) & own).len() as i32;
            extra[4] = if board.to_move == seat { extra[3] } else { 0 };
        }
        let home = board.array.home_level(seat);
        for cell in forces.gaits[PAWN + seat.index()].members() {
            let rank = if seat == Seat::FIRST { rank(cell) } else { SIDE - 1 - rank(cell) };
            weighed[PAWN_TERMS] += 1;
            weighed[PAWN_TERMS + 1] += rank as i32 - 1;
            weighed[PAWN_TERMS + 2] += level(cell).abs_diff(home) as i32;
        }
        counts
    }

    /// Of a capture or a promotion: what is captured and what a pawn becomes, less a little for the piece that captures.
    #[inline]
    pub(super) fn gain(&self, board: &Board, action: Action) -> Option<i32> {
        let Action::Move { from, to, promotion } = action else { return None };
        let captured = self.captured_value(board, from as usize, to as usize);
        let gain =
            || captured + self.value_of(promotion) - self.value_of(board.forces.kind(from as usize)) / 16;
        (promotion != 0 || captured != 0).then(gain)
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
