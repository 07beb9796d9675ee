//! The pieces on the board, their legal moves and what a move does.

use std::ops::ControlFlow;

use super::tables::{
    AANCA, CROCODILE, GAITS, GIRAFFE, KING, KING_LEAP, LION, PAWN, RHINOCEROS, ROOK, SIDE, SQUARES, Tables,
};
use torneo_board::army::batch::{Batch, Draw};
use torneo_board::army::{Forces, Guard, Kind};
use torneo_board::grid::{BitSet, Bits192};
use torneo_contract::{Ending, Seat, zobrist};

/// The pieces that each player begins with, pawns and king included.
pub(super) const MOST_PIECES: usize = 24;

/// By file, the gait (White's) of the piece that a pawn becomes.
const BECOMES: [usize; SIDE] =
    [ROOK, LION, RHINOCEROS, GIRAFFE, CROCODILE, AANCA, AANCA, CROCODILE, GIRAFFE, RHINOCEROS, LION, ROOK];

/// A move from one square to another, with capture and promotion as they come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Action {
    #[inline]
    fn new(from: usize, to: usize) -> Action {
        Action { from: from as u8, to: to as u8 }
    }
}

/// The pieces and the side to move, with counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pub(super) forces: Forces<Bits192, GAITS, 2>,
    pub(super) to_move: Seat,
    /// Plies since the last capture or pawn move.
    pub(super) idle: u32,
    pub(super) plies: u32,
    /// Checks and pins against the player to move.
    pub(super) guard: Guard<Bits192>,
    pub(super) ending: Option<Ending>,
}

/// The gait of a kind as `owner` has it: pawns and rhinoceroses of the players go differently.
pub(super) fn gait_of(gait: usize, owner: Seat) -> usize {
    gait + if matches!(gait, PAWN | RHINOCEROS) { owner.index() } else { 0 }
}

impl Board {
    pub(super) const EMPTY: Board = Board {
        forces: Forces::EMPTY,
        to_move: Seat::FIRST,
        idle: 0,
        plies: 0,
        guard: Guard { checkers: Bits192::EMPTY, pinned: Bits192::EMPTY, allowed: Bits192::EMPTY },
        ending: None,
    };

    #[inline]
    pub(super) fn hash(&self) -> u64 {
        self.forces.key ^ zobrist::key(1 << 60 | self.to_move.index() as u64)
    }

    /// Calls `visit` with all legal moves of the player to move.
    #[inline]
    fn for_each_batch(
        &self,
        tables: &Tables,
        mut visit: impl FnMut(Batch<Bits192>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.for_each_batch_but_king(tables, &mut visit)?;
        let (forces, seat) = (&self.forces, self.to_move);
        let steps = forces.king_targets(tables, seat);
        if steps.is_empty() {
            return ControlFlow::Continue(());
        }
        visit(Batch::Piece(forces.king::<Tables>(seat), steps))
    }

    #[inline]
    fn for_each_batch_but_king(
        &self,
        tables: &Tables,
        mut visit: impl FnMut(Batch<Bits192>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (forces, guard, seat) = (&self.forces, &self.guard, self.to_move);
        tables.pawns.for_each_batch(tables, forces, seat, guard, &mut visit)?;
        forces.for_each_piece(tables, seat, guard, |_, from, targets| visit(Batch::Piece(from, targets)))
    }

    #[inline]
    pub(super) fn can_move(&self, tables: &Tables) -> bool {
        let (forces, seat) = (&self.forces, self.to_move);
        self.for_each_batch_but_king(tables, |_| ControlFlow::Break(())).is_break()
            || forces.king_can_reach(tables, seat, forces.king_steps(tables, seat))
    }

    pub(super) fn count(&self, tables: &Tables) -> usize {
        let mut count = 0;
        let _ = self.for_each_batch(tables, |batch| {
            count += batch.targets().len() as usize;
            ControlFlow::Continue(())
        });
        count
    }

    pub(super) fn list(&self, tables: &Tables, actions: &mut Vec<Action>) {
        let _ = self.for_each_batch(tables, |batch| {
            actions.extend(batch.targets().members().map(|to| Action::new(batch.from(to), to)));
            ControlFlow::Continue(())
        });
    }

    /// The legal captures and promotions, in the same order.
    pub(super) fn list_gains(&self, tables: &Tables, actions: &mut Vec<Action>) {
        let (forces, seat) = (&self.forces, self.to_move);
        let enemies = forces.owned[seat.other().index()];
        let _ = self.for_each_batch_but_king(tables, |batch| {
            let gains = match batch {
                Batch::Piece(_, targets) => targets & enemies,
                Batch::Pawns(steps) => steps.targets & (enemies | tables.last_ranks),
            };
            actions.extend(gains.members().map(|to| Action::new(batch.from(to), to)));
            ControlFlow::Continue(())
        });
        let met = forces.king_steps(tables, seat) & enemies;
        let safe = forces.safe_for_king(tables, seat, met).members();
        actions.extend(safe.map(|to| Action::new(forces.king::<Tables>(seat), to)));
    }

    /// A legal move, all equally likely if `below` draws a number below its argument evenly.
    #[inline]
    pub(super) fn pick(&self, tables: &Tables, below: impl FnMut(usize) -> usize) -> Action {
        let mut draw = Draw::new();
        let _ = self.for_each_batch_but_king(tables, |batch| {
            draw.push(batch.targets().len() as usize, batch);
            ControlFlow::Continue(())
        });
        let steps = self.forces.king_steps(tables, self.to_move);
        let (batch, number) = draw.pick(tables, &self.forces, self.to_move, steps, below);
        let to = batch.targets().nth(number);
        Action::new(batch.from(to), to)
    }

    /// Moves a piece of the player to move and passes the turn on; whether it was a capture or a pawn move.
    #[inline]
    pub(super) fn play(&mut self, Action { from, to }: Action) -> bool {
        let (from, to) = (from as usize, to as usize);
        let (seat, other) = (self.to_move, self.to_move.other());
        let captures = self.forces.owned[other.index()].has(to);
        if captures {
            self.forces.take(other, self.forces.kind(to), to);
        }
        let kind = self.forces.kind(from);
        let pawn = kind == 1 << (PAWN + seat.index());
        self.forces.take(seat, kind, from);
        self.forces.put(seat, becomes(seat, kind, to), to);
        self.to_move = other;
        self.plies += 1;
        self.idle = if captures || pawn { 0 } else { self.idle + 1 };
        captures || pawn
    }
}

/// What a piece is after it has entered a square: a pawn on the last rank is promoted, a king loses its leap.
#[inline]
fn becomes(seat: Seat, kind: Kind, to: usize) -> Kind {
    if kind == 1 << (PAWN + seat.index()) && is_last(seat, to) {
        1 << gait_of(BECOMES[to % SIDE], seat)
    } else if kind >> KING & 1 == 1 {
        kind & !(1 << KING_LEAP)
    } else {
        kind
    }
}

/// Whether a square is on the last rank for the pawns of this player.
#[inline]
pub(super) fn is_last(seat: Seat, square: usize) -> bool {
    if seat == Seat::FIRST { square >= SQUARES - SIDE } else { square < SIDE }
}
