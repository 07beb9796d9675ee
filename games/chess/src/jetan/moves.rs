//! Which moves are legal.

use std::ops::ControlFlow;

use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_contract::random;

use super::board::{ARMY, Action, BOARD, Board, ONE};
use super::paths::{KINDS, PRINCESS, Paths, SIDE, SQUARES, mover};

/// The kinds but the Princess, those first that hardly ever lack a move.
const ORDER: [usize; KINDS - 1] = [7, 3, 6, 0, 1, 2, 4];

/// The squares that each kind may enter as far as the rules of money allow it; others may be among them that its moves
/// do not reach.
pub(super) type Entries = [u128; KINDS];

/// A piece and a way across the board.
#[derive(Clone, Copy, Debug)]
struct Slot {
    kind: u8,
    /// Which of the kind, in the order of the squares.
    nth: u8,
    step: (i8, i8),
}

/// The moves of both sides, with all that random moves are drawn from.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    pub(super) paths: Paths,
    /// For each side all pieces but the Princess with all displacements that they can ever go.
    slots: [Vec<Slot>; 2],
}

impl Moves {
    pub(super) fn new(paths: Paths) -> Moves {
        let slots = [0, 1].map(|side| {
            let kinds = (0..KINDS).filter(|&kind| kind != PRINCESS);
            let pieces = kinds.flat_map(|kind| (0..ARMY[kind] as u8).map(move |nth| (kind, nth)));
            let slots = pieces.flat_map(|(kind, nth)| {
                let displacements = paths.displacements(mover(side, kind)).iter();
                displacements.map(move |&step| Slot { kind: kind as u8, nth, step })
            });
            slots.collect()
        });
        Moves { paths, slots }
    }

    /// The squares that pieces of a side but its Princess could capture on.
    pub(super) fn attacks(&self, board: &Board, by: usize, occupied: u128) -> u128 {
        ORDER.into_iter().fold(0, |attacked, kind| {
            let mover = mover(by, kind);
            let targets = |attacked, from| attacked | self.paths.targets(mover, from, occupied);
            board.kinds[by][kind].fold(attacked, targets)
        })
    }

    /// Whether a piece of a side but its Princess could capture on a square.
    #[inline]
    pub(super) fn is_attacked(&self, board: &Board, by: usize, square: usize, occupied: u128) -> bool {
        ORDER.into_iter().any(|kind| {
            let mover = mover(by, kind);
            let near = board.kinds[by][kind] & self.paths.sources(mover, square);
            near.members().any(|from| self.paths.reaches(mover, from, square, occupied))
        })
    }

    /// Where the Princess to move may go: by ordinary moves and, if she has not used it, by her escape.
    pub(super) fn princess_targets(&self, board: &Board, entries: &Entries) -> [u128; 2] {
        let (side, princess) = (board.to_move & 1, board.kinds[board.to_move & 1][PRINCESS]);
        if princess == 0 || entries[PRINCESS] == 0 {
            return [0; 2];
        }
        let (from, occupied) = (princess.lowest(), board.occupied());
        let near = self.paths.targets(mover(side, PRINCESS), from, occupied);
        let far = if board.escapes[side] { BOARD & !near } else { 0 };
        let open = (near | far) & entries[PRINCESS] & !occupied;
        if open == 0 {
            return [0; 2];
        }
        let safe = open & !self.attacks(board, side ^ 1, occupied & !princess);
        [safe & near, safe & far]
    }

    /// Calls `visit` with the pieces but the Princess that can move, and their targets.
    #[inline]
    fn for_each_mover(
        &self,
        board: &Board,
        entries: &Entries,
        mut visit: impl FnMut(usize, u128) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (side, occupied) = (board.to_move & 1, board.occupied());
        for kind in ORDER {
            for from in board.kinds[side][kind].members() {
                let targets = self.paths.targets(mover(side, kind), from, occupied) & entries[kind];
                if targets != 0 {
                    visit(from, targets)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the side to move has a move.
    #[inline]
    pub(super) fn can_move(&self, board: &Board, entries: &Entries) -> bool {
        self.for_each_mover(board, entries, |_, _| ControlFlow::Break(())).is_break()
            || self.princess_targets(board, entries) != [0; 2]
    }

    /// Appends the moves of the side to move.
    pub(super) fn list(&self, board: &Board, entries: &Entries, actions: &mut Vec<Action>) {
        let _ = self.for_each_mover(board, entries, |from, targets| {
            let from = from as u8;
            targets.fold((), |(), to| actions.push(Action::Move { from, to: to as u8 }));
            ControlFlow::Continue(())
        });
        let [ordinary, escapes] = self.princess_targets(board, entries);
        if ordinary | escapes != 0 {
            let from = board.kinds[board.to_move & 1][PRINCESS].lowest() as u8;
            ordinary.fold((), |(), to| actions.push(Action::Move { from, to: to as u8 }));
            escapes.fold((), |(), to| actions.push(Action::Escape { from, to: to as u8 }));
        }
    }

    /// Appends the captures of the side to move in the same order. The Princess has none.
    pub(super) fn list_captures(&self, board: &Board, entries: &Entries, actions: &mut Vec<Action>) {
        let enemies = board.owned[(board.to_move ^ 1) & 1];
        let _ = self.for_each_mover(board, &entries.map(|entries| entries & enemies), |from, targets| {
            let from = from as u8;
            targets.fold((), |(), to| actions.push(Action::Move { from, to: to as u8 }));
            ControlFlow::Continue(())
        });
    }

    /// The number of moves of the side to move.
    pub(super) fn count(&self, board: &Board, entries: &Entries) -> usize {
        let [ordinary, escapes] = self.princess_targets(board, entries);
        let mut count = (ordinary | escapes).len();
        let _ = self.for_each_mover(board, entries, |_, targets| {
            count += targets.len();
            ControlFlow::Continue(())
        });
        count as usize
    }

    /// The number of pairs that [`draw`](Moves::draw) draws from. A Princess that may escape has all squares as displacements.
    #[inline]
    pub(super) fn pairs(&self, board: &Board) -> usize {
        let side = board.to_move & 1;
        let displacements =
            if board.escapes[side] { SQUARES } else { self.paths.displacements(mover(side, PRINCESS)).len() };
        self.slots[side].len() + displacements
    }

    /// Draws a piece and a way for it, each pair equally likely; the move, if that is a legal one.
    #[inline]
    pub(super) fn draw<R: Rng>(&self, board: &Board, entries: &Entries, rng: &mut R) -> Option<Action> {
        let side = board.to_move & 1;
        let slots = &self.slots[side];
        let drawn = random::below(rng, self.pairs(board));
        let Some(slot) = slots.get(drawn) else {
            let displacement = drawn - slots.len();
            let displacements = self.paths.displacements(mover(side, PRINCESS));
            let step = if board.escapes[side] { None } else { Some(displacements[displacement]) };
            return self.drawn_princess(board, entries, step, displacement);
        };
        let kind = slot.kind as usize;
        let mut pieces = board.kinds[side][kind];
        for _ in 0..slot.nth {
            pieces = pieces.without_lowest();
        }
        if pieces == 0 {
            return None;
        }
        let from = pieces.lowest();
        let to = target(from, slot.step)?;
        let mover = mover(side, kind);
        let open = self.paths.reach(mover, from) & entries[kind] & ONE[to] != 0;
        let open = open && self.paths.follows(mover, from, slot.step, board.occupied());
        open.then_some(Action::Move { from: from as u8, to: to as u8 })
    }

    /// The move of the Princess by a step or, without one, to any square of the board.
    #[inline]
    fn drawn_princess(
        &self,
        board: &Board,
        entries: &Entries,
        step: Option<(i8, i8)>,
        square: usize,
    ) -> Option<Action> {
        let (side, princess) = (board.to_move & 1, board.kinds[board.to_move & 1][PRINCESS]);
        if princess == 0 {
            return None;
        }
        let from = princess.lowest();
        let to = match step {
            Some(step) => target(from, step)?,
            None => square,
        };
        let near = self.paths.reach(mover(side, PRINCESS), from) & ONE[to] != 0;
        let open = (near || step.is_none()) && entries[PRINCESS] & ONE[to] & !board.occupied() != 0;
        if !open || self.is_attacked(board, side ^ 1, to, board.occupied() & !princess) {
            return None;
        }
        let (from, to) = (from as u8, to as u8);
        Some(if near { Action::Move { from, to } } else { Action::Escape { from, to } })
    }
}

/// The square a step away, if its number is one of the board; it may be beyond the edge.
#[inline]
fn target(from: usize, (files, ranks): (i8, i8)) -> Option<usize> {
    let to = from as i32 + i32::from(files) + i32::from(ranks) * SIDE as i32;
    (0..SQUARES as i32).contains(&to).then_some(to as usize)
}
