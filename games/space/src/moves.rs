//! Legal moves, found by checks and pins.

use std::ops::ControlFlow;

use super::board::{Action, Board, EnPassant, Side};
use super::tables::{KING_FILE, PAWN, Tables};
use torneo_board::army::Army;
use torneo_board::army::batch::{Batch, Draw};
use torneo_board::army::pawns::Steps;
use torneo_board::grid::{BitSet, Bits192};
use torneo_contract::Seat;

/// Visits batches of moves until it breaks.
pub(super) trait Visit: FnMut(Batch<Bits192>) -> ControlFlow<()> {}
impl<F: FnMut(Batch<Bits192>) -> ControlFlow<()>> Visit for F {}

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

/// Visits the moves of one piece, if there are any.
#[inline]
pub(super) fn visit_piece(from: usize, targets: Bits192, visit: &mut impl Visit) -> ControlFlow<()> {
    if targets.is_empty() { GO_ON } else { visit(Batch::Piece(from, targets)) }
}

impl Tables {
    /// Whether some of the pawns that enter these cells are promoted.
    #[inline]
    fn promote(&self, board: &Board, targets: Bits192) -> bool {
        !(targets & self.promotes(board.array, board.to_move)).is_empty()
    }

    /// The number of moves of a batch, promotions told apart.
    #[inline]
    fn size(&self, board: &Board, batch: &Batch<Bits192>) -> usize {
        let moves = batch.targets().len() as usize;
        match batch {
            Batch::Piece(..) => moves,
            Batch::Pawns(steps) if self.promote(board, steps.targets) => {
                let promoted = steps.targets & self.promotes(board.array, board.to_move);
                moves + promoted.len() as usize * (self.promotions().len() - 1)
            }
            Batch::Pawns(_) => moves,
        }
    }

    /// Calls `visit` with all legal moves of the player to move; promotions of pawns are still to be told
    /// apart.
    #[inline]
    fn for_each_batch(&self, board: &Board, mut visit: impl Visit) -> ControlFlow<()> {
        self.for_each_batch_but_king(board, &mut visit)?;
        let (forces, seat) = (&board.forces, board.to_move);
        let goals = forces.safe_for_king(self, seat, self.king_goals(board));
        visit_piece(forces.king::<Self>(seat), goals, &mut visit)
    }

    /// Where the king of the player to move could go without castling if attacks did not matter.
    #[inline]
    fn king_goals(&self, board: &Board) -> Bits192 {
        let steps = board.forces.king_steps(self, board.to_move);
        if self.rules.marks.is_some() { steps | self.king_transfers(board, steps) } else { steps }
    }

    /// Calls `visit` with all legal moves but those of the king; castling is among them.
    #[inline]
    fn for_each_batch_but_king(&self, board: &Board, mut visit: impl Visit) -> ControlFlow<()> {
        let (forces, guard, seat) = (&board.forces, &board.guard, board.to_move);
        if self.rules.marks.is_some() {
            self.for_each_batch_with_transfers(board, &mut visit)?;
        } else {
            self.for_each_pawn_batch(board, &mut visit)?;
            forces
                .for_each_piece(self, seat, guard, |_, from, targets| visit(Batch::Piece(from, targets)))?;
        }
        if let Some(en_passant) = board.en_passant {
            for from in self.takers(board, en_passant).members() {
                visit_piece(from, self.en_passant_targets(board, en_passant, from), &mut visit)?;
            }
        }
        if board.castling != 0 {
            visit_piece(forces.king::<Self>(seat), self.castlings(board), &mut visit)?;
        }
        GO_ON
    }

    /// Calls `visit` with the legal moves of the pawns of the player to move, en passant and transfers apart.
    #[inline]
    fn for_each_pawn_batch(&self, board: &Board, visit: &mut impl Visit) -> ControlFlow<()> {
        let (forces, guard, seat) = (&board.forces, &board.guard, board.to_move);
        let pawns = forces.gaits[PAWN + seat.index()];
        let targets = [!forces.occupied(), forces.owned[seat.other().index()]];
        let fresh = board.fresh_pawns(seat);
        forces.for_each_pin(self, seat, guard, pawns, |pawns, allowed| {
            self.pawns.for_each_steps(seat, pawns, pawns & fresh, targets, |Steps { targets, by }| {
                let targets = targets & allowed;
                if targets.is_empty() { GO_ON } else { visit(Batch::Pawns(Steps { targets, by })) }
            })
        })
    }

    /// Whether a pawn of a player captures from one cell on another.
    #[inline]
    pub(super) fn attacks_as_pawn(&self, seat: Seat, from: usize, to: usize) -> bool {
        self.attacks(PAWN + seat.index(), from, Bits192::EMPTY).has(to)
    }

    /// The pawns of the player to move whose capture leads to the cell passed over.
    #[inline]
    pub(super) fn takers(&self, board: &Board, EnPassant { passed, .. }: EnPassant) -> Bits192 {
        let gait = PAWN + board.to_move.index();
        board.forces.gaits[gait] & self.aims(gait, passed as usize)
    }

    /// Whether the player to move can capture en passant.
    pub(super) fn can_take(&self, board: &Board, en_passant: EnPassant) -> bool {
        let mut takers = self.takers(board, en_passant).members();
        takers.any(|from| !self.en_passant_targets(board, en_passant, from).is_empty())
    }

    /// Where a pawn may end that captures en passant: on the cell passed over or where it goes from there.
    pub(super) fn en_passant_targets(
        &self,
        board: &Board,
        EnPassant { passed, pawn }: EnPassant,
        from: usize,
    ) -> Bits192 {
        let (passed, taken) = (passed as usize, Bits192::one(pawn as usize));
        let stays = match self.is_safe_after(board, from, taken, passed) {
            true => Bits192::one(passed),
            false => Bits192::EMPTY,
        };
        stays | self.transfers(board, from, passed, taken)
    }

    /// Whether the king of the player to move is safe after another piece has gone to a cell and enemies have
    /// been taken off.
    pub(super) fn is_safe_after(&self, board: &Board, from: usize, taken: Bits192, to: usize) -> bool {
        let (forces, seat) = (&board.forces, board.to_move);
        let occupied = forces.occupied() & !(Bits192::one(from) | taken) | Bits192::one(to);
        let others = forces.owned[seat.other().index()] & !taken & !Bits192::one(to);
        !forces.attacked(self, forces.king::<Self>(seat), occupied, others)
    }

    /// The cells that the king of the player to move may enter by castling.
    fn castlings(&self, board: &Board) -> Bits192 {
        let (seat, home) = (board.to_move, board.array.home(board.to_move));
        let may = |side: &Side| board.castling & side.right(seat) != 0;
        let free =
            Side::ALL.into_iter().filter(may).filter(|&side| self.castling_hindrance(board, side).is_none());
        free.fold(Bits192::EMPTY, |targets, side| {
            let [_, king, _] = side.files();
            targets | Bits192::one(home + king) | self.castling_transfer(board, side)
        })
    }

    /// Which rule forbids the player to move to castle who has the right to.
    pub(super) fn castling_hindrance(&self, board: &Board, side: Side) -> Option<&'static str> {
        let (forces, seat, home) = (&board.forces, board.to_move, board.array.home(board.to_move));
        let [rook, king, _] = side.files();
        let (occupied, others) = (forces.occupied(), forces.owned[seat.other().index()]);
        let between = KING_FILE.min(rook) + 1..KING_FILE.max(rook);
        if between.clone().any(|file| occupied.has(home + file)) {
            return Some("a piece stands between king and rook");
        }
        if board.guard.in_check() {
            return Some("a king in check does not castle");
        }
        let mut crossed = KING_FILE.min(king)..=KING_FILE.max(king);
        let without_king = occupied & !Bits192::one(home + KING_FILE);
        crossed
            .any(|file| forces.attacked(self, home + file, without_king, others))
            .then_some("the king would cross or reach an attacked cell")
    }

    /// Whether the player to move has a legal move.
    #[inline]
    pub(super) fn can_move(&self, board: &Board) -> bool {
        self.for_each_batch_but_king(board, |_| ControlFlow::Break(())).is_break()
            || board.forces.king_can_reach(self, board.to_move, self.king_goals(board))
    }

    /// The number of legal moves.
    #[inline]
    pub(super) fn count(&self, board: &Board) -> usize {
        let mut count = 0;
        let _ = self.for_each_batch(board, |batch| {
            count += self.size(board, &batch);
            GO_ON
        });
        count
    }

    pub(super) fn list(&self, board: &Board, actions: &mut Vec<Action>) {
        let _ = self.for_each_batch(board, |batch| {
            match batch {
                Batch::Piece(from, targets) => {
                    actions.extend(targets.members().map(|to| Action::plain(from, to)));
                }
                Batch::Pawns(steps) => actions.extend(self.pawn_moves(board, steps)),
            }
            GO_ON
        });
    }

    /// The legal captures and promotions, in the same order, where moves end on the cell on which they capture.
    pub(super) fn list_gains(&self, board: &Board, actions: &mut Vec<Action>) {
        let (before, forces, seat) = (actions.len(), &board.forces, board.to_move);
        let passed = board.en_passant.map_or(Bits192::EMPTY, |way| Bits192::one(way.passed as usize));
        let met = forces.owned[seat.other().index()] | passed;
        let promotes = self.promotes(board.array, seat);
        let king = |targets: Bits192| Batch::Piece(forces.king::<Self>(seat), targets);
        let mut list = |batch: Batch<Bits192>| {
            match batch {
                Batch::Piece(from, targets) => {
                    actions.extend((targets & met).members().map(|to| Action::plain(from, to)));
                }
                Batch::Pawns(Steps { targets, by }) => {
                    let targets = targets & (met | promotes);
                    actions.extend(self.pawn_moves(board, Steps { targets, by }));
                }
            }
            GO_ON
        };
        let _ = self.for_each_batch_but_king(board, &mut list);
        let _ = list(king(forces.safe_for_king(self, seat, self.king_goals(board) & met)));
        actions.extract_if(before.., |action| self.gain(board, *action).is_none()).for_each(drop);
    }

    /// The moves of pawns, with every promotion of those that are promoted.
    #[inline]
    fn pawn_moves(&self, board: &Board, steps: Steps<Bits192>) -> impl Iterator<Item = Action> {
        let promotes = self.promotes(board.array, board.to_move);
        steps.targets.members().flat_map(move |to| {
            let kinds = if promotes.has(to) { self.promotions() } else { &[0] };
            kinds.iter().map(move |&promotion| Action::Move {
                from: steps.from(to) as u8,
                to: to as u8,
                promotion,
            })
        })
    }

    /// A legal move, all equally likely if `below` draws a number below its argument evenly.
    #[inline]
    pub(super) fn pick(&self, board: &Board, below: impl FnMut(usize) -> usize) -> Action {
        let mut draw = Draw::new();
        let _ = self.for_each_batch_but_king(board, |batch| {
            draw.push(self.size(board, &batch), batch);
            GO_ON
        });
        let goals = self.king_goals(board);
        let (batch, number) = draw.pick(self, &board.forces, board.to_move, goals, below);
        match batch {
            Batch::Pawns(steps) if self.promote(board, steps.targets) => {
                self.pawn_moves(board, steps).nth(number).expect("the moves are counted")
            }
            _ => {
                let to = batch.targets().nth(number);
                Action::plain(batch.from(to), to)
            }
        }
    }
}
