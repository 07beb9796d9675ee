//! Moves that go on to another level: from marked squares, and at first moves.
//!
//! A piece lands on its own level as in orthodox chess and may then go straight up or down. As attacks stay
//! on a level, where a piece ends tells where it has landed, and moves are pairs of cells here too.

use std::ops::ControlFlow;

use super::board::{Board, Side};
use super::levels::{CELLS, SQUARES, on_any_level};
use super::moves::{Visit, visit_piece};
use super::tables::{KING_KIND, PAWN, Tables};
use torneo_board::army::batch::Batch;
use torneo_board::army::pawns::Steps;
use torneo_board::grid::{BitSet, Bits192};

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

/// The same squares of every level.
#[inline]
fn on_every_level(squares: u64) -> Bits192 {
    Bits192::from_words([squares; 3])
}

/// A cell and those straight above and below it.
#[inline]
fn column(cell: usize) -> Bits192 {
    on_every_level(1 << (cell % SQUARES))
}

/// Landings of one piece.
#[derive(Clone, Copy)]
struct Landings {
    from: usize,
    /// Where it can land if the own king's safety does not matter.
    all: Bits192,
    /// Where it may land and stay.
    stays: Bits192,
}

impl Tables {
    /// Calls `visit` with the legal moves of the player to move, those of the king and en passant left out.
    pub(super) fn for_each_batch_with_transfers(
        &self,
        board: &Board,
        visit: &mut impl Visit,
    ) -> ControlFlow<()> {
        let (forces, guard, seat) = (&board.forces, &board.guard, board.to_move);
        let stars = on_every_level(self.marks(0));
        let first = self.compelled(board);
        self.for_each_batch_of_pawns(board, first, visit)?;
        forces.for_each_reach(self, seat, |_, from, all| {
            let stays = all & forces.keep(self, seat, guard, from);
            let targets = match first.has(from) {
                true => self.first_targets(board, Landings { from, all, stays }),
                false if (all & stars).is_empty() => stays,
                false => stays | self.all_transfers(board, from, all & stars),
            };
            visit_piece(from, targets, visit)
        })
    }

    /// Where a king that can land on some cells could go from those that are marked.
    #[inline]
    pub(super) fn king_transfers(&self, board: &Board, landings: Bits192) -> Bits192 {
        on_every_level(on_any_level(landings) & self.marks(KING_KIND)) & !board.forces.occupied()
    }

    /// The pieces of the player to move whose first move has rules of its own.
    #[inline]
    fn compelled(&self, board: &Board) -> Bits192 {
        if self.rules.leave_at_once { board.first_movers(board.to_move) } else { Bits192::EMPTY }
    }

    /// The moves of the pawns; those of `first` move for the first time.
    fn for_each_batch_of_pawns(
        &self,
        board: &Board,
        first: Bits192,
        visit: &mut impl Visit,
    ) -> ControlFlow<()> {
        let (forces, guard, seat) = (&board.forces, &board.guard, board.to_move);
        let pawns = forces.gaits[PAWN + seat.index()];
        let fresh = board.fresh_pawns(seat);
        let targets = [!forces.occupied(), forces.owned[seat.other().index()]];
        let stars = on_every_level(self.marks(0));
        forces.for_each_pin(self, seat, guard, pawns & !first, |pawns, allowed| {
            self.pawns.for_each_steps(seat, pawns, pawns & fresh, targets, |Steps { targets, by }| {
                let stays = targets & allowed;
                if !stays.is_empty() {
                    visit(Batch::Pawns(Steps { targets: stays, by }))?;
                }
                (targets & stars).members().try_for_each(|landing| {
                    let from = Steps { targets, by }.from(landing);
                    visit_piece(from, self.all_transfers(board, from, Bits192::one(landing)), visit)
                })
            })
        })?;
        (pawns & first).members().try_for_each(|from| {
            let (pawn, mut all) = (Bits192::one(from), Bits192::EMPTY);
            let _ = self.pawns.for_each_steps(seat, pawn, pawn, targets, |Steps { targets, .. }| {
                all = all | targets;
                GO_ON
            });
            let stays = all & forces.keep(self, seat, guard, from);
            visit_piece(from, self.first_targets(board, Landings { from, all, stays }), visit)
        })
    }

    /// Where a piece other than the king may go from landings on marked squares.
    fn all_transfers(&self, board: &Board, from: usize, landings: Bits192) -> Bits192 {
        let (forces, guard) = (&board.forces, &board.guard);
        let others = forces.owned[board.to_move.other().index()];
        let one_by_one = |landings: Bits192| {
            landings.members().fold(Bits192::EMPTY, |targets, landing| {
                let goals = column(landing) & !Bits192::one(landing);
                targets | self.safe_goals(board, from, Bits192::one(landing) & others, goals)
            })
        };
        let captures = one_by_one(landings & others);
        if guard.pinned.has(from) {
            return captures;
        }
        // A piece that is not pinned exposes no king; on the other level it can come between king and
        // checker.
        let goals = on_every_level(on_any_level(landings & !others)) & !landings & !forces.occupied();
        captures | goals & guard.allowed
    }

    /// Where a piece may go from a landing on which it has captured `taken`; nowhere if the square is not
    /// marked.
    pub(super) fn transfers(&self, board: &Board, from: usize, landing: usize, taken: Bits192) -> Bits192 {
        let kind = board.forces.kind(from);
        if self.marks(kind) >> (landing % SQUARES) & 1 == 0 {
            return Bits192::EMPTY;
        }
        self.safe_goals(board, from, taken, column(landing) & !Bits192::one(landing))
    }

    /// Those of some cells on other levels that are empty and where a piece other than the king may go after
    /// it has captured `taken`.
    fn safe_goals(&self, board: &Board, from: usize, taken: Bits192, goals: Bits192) -> Bits192 {
        let goals = goals & !board.forces.occupied();
        let exposed = |to: &usize| !self.is_safe_after(board, from, taken, *to);
        goals.members().filter(exposed).fold(goals, |safe, to| safe & !Bits192::one(to))
    }

    /// Where a piece may end with its first move: on the next level toward the enemy if there is room, or
    /// from a mark two levels on; on its own level if there is no room or if that parries a check.
    fn first_targets(&self, board: &Board, Landings { from, all, stays }: Landings) -> Bits192 {
        let (forces, array) = (&board.forces, board.array);
        let others = forces.owned[board.to_move.other().index()];
        let onward =
            if array.home_level(board.to_move) == 0 { SQUARES as isize } else { -(SQUARES as isize) };
        let marks = on_every_level(self.marks(forces.kind(from)));
        all.members().fold(Bits192::EMPTY, |targets, landing| {
            let next = landing.wrapping_add_signed(onward);
            let beyond = landing.wrapping_add_signed(2 * onward);
            let mut goals = Bits192::one(next);
            if marks.has(landing) && beyond < CELLS {
                goals = goals | Bits192::one(beyond);
            }
            let targets = targets | self.safe_goals(board, from, Bits192::one(landing) & others, goals);
            if board.guard.in_check() || forces.occupied().has(next) {
                targets | stays & Bits192::one(landing)
            } else {
                targets
            }
        })
    }

    /// The cell on the next level toward the enemy that a castling king may enter together with the rook.
    pub(super) fn castling_transfer(&self, board: &Board, side: Side) -> Bits192 {
        if !self.rules.leave_at_once {
            return Bits192::EMPTY;
        }
        let (forces, seat, home) = (&board.forces, board.to_move, board.array.home(board.to_move));
        // A castling pair stands on its first level.
        let next = if home < SQUARES { home + SQUARES } else { home - SQUARES };
        let [rook, king_goal, rook_goal] = side.files();
        let (king, goal) = (forces.king::<Self>(seat), next + king_goal);
        let pair = Bits192::one(goal) | Bits192::one(next + rook_goal);
        let occupied = forces.occupied();
        let after = occupied & !(Bits192::one(king) | Bits192::one(home + rook)) | pair;
        let others = forces.owned[seat.other().index()];
        match (pair & occupied).is_empty() && !forces.attacked(self, goal, after, others) {
            true => Bits192::one(goal),
            false => Bits192::EMPTY,
        }
    }
}
