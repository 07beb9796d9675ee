//! What all chess-like games share: pieces as sets of gaits, and which moves keep the own king safe.
//!
//! A *gait* is one way of going, such as a rook's. A kind of piece is the set of its gaits (a queen has a rook's and
//! a bishop's), so that a compound piece needs no tables of its own. Gaits that depend on the owner, such as a
//! pawn's, are one gait for each owner. The board may have any number of cells and dimensions: it shows only in the
//! tables behind [`Army`].

pub mod batch;
mod exchange;
pub mod pawns;

use std::ops::ControlFlow;

use crate::grid::BitSet;
use torneo_contract::{Refusal, Seat, refuse_if, zobrist};

/// The gaits of a piece, as bits.
pub type Kind = u16;

/// How the gaits of a game go, on the game's board.
pub trait Army {
    /// The set of cells.
    type Set: BitSet;
    /// The gait that marks kings.
    const KING: usize;
    /// The gaits that capture in another way than they move, as bits.
    const PAWNS: Kind;
    /// The gaits that other pieces can block, as bits.
    const RIDERS: Kind;

    /// The cells that a gait attacks.
    fn attacks(&self, gait: usize, from: usize, occupied: Self::Set) -> Self::Set;

    /// The cells from which a gait attacks a cell on the empty board.
    fn aims(&self, gait: usize, at: usize) -> Self::Set;

    /// The cells that must be empty for a rider to attack a cell that it attacks on the empty board.
    fn path(&self, gait: usize, from: usize, at: usize) -> Self::Set;
}

/// The pieces on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forces<S, const GAITS: usize, const SEATS: usize> {
    /// By gait, the cells of the pieces that have it.
    pub gaits: [S; GAITS],
    /// The cells of the pieces of each player.
    pub owned: [S; SEATS],
    /// The keys of the pieces that were put and taken; 0 where they are only placed.
    pub key: u64,
}

/// What bounds the moves of a player so that the own king stays safe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard<S> {
    /// The pieces that attack the king.
    pub checkers: S,
    /// Own pieces that stand alone between the king and a rider. They may have to stay on its path.
    pub pinned: S,
    /// The cells to which any piece except the king may go without leaving the king in check.
    pub allowed: S,
}

impl<S: BitSet> Guard<S> {
    /// Whether the king is attacked.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }
}

/// The key of a piece on a cell, of which hashes of positions are made.
#[inline]
pub fn piece_key(seat: Seat, kind: Kind, cell: usize) -> u64 {
    zobrist::key(u64::from(kind) << 16 | (seat.index() as u64) << 8 | cell as u64)
}

impl<S: BitSet, const GAITS: usize, const SEATS: usize> Forces<S, GAITS, SEATS> {
    /// The empty board.
    pub const EMPTY: Self = Forces { gaits: [S::EMPTY; GAITS], owned: [S::EMPTY; SEATS], key: 0 };

    /// Puts a piece on an empty cell, with its key.
    #[inline]
    pub fn put(&mut self, seat: Seat, kind: Kind, cell: usize) {
        self.place(seat, kind, cell);
        self.key ^= piece_key(seat, kind, cell);
    }

    /// Places a piece on an empty cell, without its key: where hashes are made of the sets.
    #[inline]
    pub fn place(&mut self, seat: Seat, kind: Kind, cell: usize) {
        let at = S::one(cell);
        for (gait, set) in self.gaits.iter_mut().enumerate() {
            if kind >> gait & 1 == 1 {
                *set = *set | at;
            }
        }
        self.owned[seat.index()] = self.owned[seat.index()] | at;
    }

    /// Takes a piece from its cell, with its key.
    #[inline]
    pub fn take(&mut self, seat: Seat, kind: Kind, cell: usize) {
        self.clear(S::one(cell));
        self.key ^= piece_key(seat, kind, cell);
    }

    /// Empties cells, whose pieces were only placed.
    #[inline]
    pub fn clear(&mut self, cells: S) {
        let left = !cells;
        self.gaits.iter_mut().chain(&mut self.owned).for_each(|set| *set = *set & left);
    }

    /// The kind of the piece on a cell, 0 if it is empty.
    #[inline]
    pub fn kind(&self, cell: usize) -> Kind {
        let gaits = self.gaits.iter().enumerate();
        gaits.fold(0, |kind, (gait, set)| kind | Kind::from(set.has(cell)) << gait)
    }

    /// The owner of the piece on a cell.
    pub fn owner(&self, cell: usize) -> Option<Seat> {
        Seat::all(SEATS).find(|seat| self.owned[seat.index()].has(cell))
    }

    /// The cells of a player's pieces of one kind.
    pub fn of_kind(&self, seat: Seat, kind: Kind) -> S {
        let gaits = self.gaits.iter().enumerate();
        gaits.fold(
            self.owned[seat.index()],
            |cells, (gait, &set)| {
                if kind >> gait & 1 == 1 { cells & set } else { cells & !set }
            },
        )
    }

    /// The occupied cells.
    #[inline]
    pub fn occupied(&self) -> S {
        self.owned.iter().fold(S::EMPTY, |all, &owned| all | owned)
    }

    /// The cell of a player's king.
    #[inline]
    pub fn king<A: Army<Set = S>>(&self, seat: Seat) -> usize {
        (self.gaits[A::KING] & self.owned[seat.index()]).lowest()
    }

    /// Those of `by` that attack a cell when `occupied` is occupied.
    #[inline]
    pub fn attackers<A: Army<Set = S>>(&self, army: &A, cell: usize, occupied: S, by: S) -> S {
        let mut attackers = S::EMPTY;
        for (gait, &set) in self.gaits.iter().enumerate() {
            let aiming = army.aims(gait, cell) & set & by;
            if A::RIDERS >> gait & 1 == 0 {
                attackers = attackers | aiming;
                continue;
            }
            for from in aiming.members() {
                if (army.path(gait, from, cell) & occupied).is_empty() {
                    attackers = attackers | S::one(from);
                }
            }
        }
        attackers
    }

    /// Whether one of `by` attacks a cell when `occupied` is occupied.
    #[inline]
    pub fn attacked<A: Army<Set = S>>(&self, army: &A, cell: usize, occupied: S, by: S) -> bool {
        self.gaits.iter().enumerate().any(|(gait, &set)| {
            let aiming = army.aims(gait, cell) & set & by;
            let mut members = aiming.members();
            !aiming.is_empty()
                && (A::RIDERS >> gait & 1 == 0
                    || members.any(|from| (army.path(gait, from, cell) & occupied).is_empty()))
        })
    }

    /// Which pieces attack the king of a player or would if one own piece moved away.
    #[inline]
    pub fn guard<A: Army<Set = S>>(&self, army: &A, seat: Seat) -> Guard<S> {
        let (own, occupied) = (self.owned[seat.index()], self.occupied());
        let (king, others) = (self.king::<A>(seat), occupied & !own);
        let mut guard = Guard { checkers: S::EMPTY, pinned: S::EMPTY, allowed: !S::EMPTY };
        for (gait, &set) in self.gaits.iter().enumerate() {
            for from in (army.aims(gait, king) & set & others).members() {
                let rides = A::RIDERS >> gait & 1 == 1;
                let path = if rides { army.path(gait, from, king) } else { S::EMPTY };
                let blockers = path & occupied;
                if blockers.is_empty() {
                    guard.checkers = guard.checkers | S::one(from);
                    guard.allowed = guard.allowed & (path | S::one(from));
                } else if blockers.without_lowest().is_empty() {
                    guard.pinned = guard.pinned | blockers & own;
                }
            }
        }
        guard
    }

    /// The cells to which a pinned piece must keep.
    pub fn pin<A: Army<Set = S>>(&self, army: &A, seat: Seat, pinned: usize) -> S {
        let (own, occupied) = (self.owned[seat.index()], self.occupied());
        let (king, others) = (self.king::<A>(seat), occupied & !own);
        let mut keep = !S::EMPTY;
        for (gait, &set) in self.gaits.iter().enumerate() {
            if A::RIDERS >> gait & 1 == 0 {
                continue;
            }
            for from in (army.aims(gait, king) & set & others).members() {
                let path = army.path(gait, from, king);
                if path & occupied == S::one(pinned) {
                    keep = keep & (path | S::one(from));
                }
            }
        }
        keep
    }

    /// Where a piece may go by its gaits (pawns: capture), own pieces considered but not the king's safety.
    pub fn reach<A: Army<Set = S>>(&self, army: &A, cell: usize, occupied: S) -> S {
        let gaits = self.gaits.iter().enumerate().filter(|(_, set)| set.has(cell));
        gaits.fold(S::EMPTY, |reach, (gait, _)| reach | army.attacks(gait, cell, occupied))
    }

    /// Where a player's king could go if attacks did not matter.
    #[inline]
    pub fn king_steps<A: Army<Set = S>>(&self, army: &A, seat: Seat) -> S {
        self.reach(army, self.king::<A>(seat), self.occupied()) & !self.owned[seat.index()]
    }

    /// Whether a player's king would be safe on one of the cells where it could go.
    #[inline]
    pub fn king_is_safe<A: Army<Set = S>>(&self, army: &A, seat: Seat, to: usize) -> bool {
        let (own, occupied) = (self.owned[seat.index()], self.occupied());
        let others = occupied & !own & !S::one(to);
        !self.attacked(army, to, occupied & !S::one(self.king::<A>(seat)), others)
    }

    /// The legal moves of a player's king.
    #[inline]
    pub fn king_targets<A: Army<Set = S>>(&self, army: &A, seat: Seat) -> S {
        self.safe_for_king(army, seat, self.king_steps(army, seat))
    }

    /// Those of some cells where a player's king would be safe.
    #[inline]
    pub fn safe_for_king<A: Army<Set = S>>(&self, army: &A, seat: Seat, cells: S) -> S {
        let unsafe_at = |to: &usize| !self.king_is_safe(army, seat, *to);
        cells.members().filter(unsafe_at).fold(cells, |safe, to| safe & !S::one(to))
    }

    /// Whether a player's king would be safe on one of some cells.
    #[inline]
    pub fn king_can_reach<A: Army<Set = S>>(&self, army: &A, seat: Seat, cells: S) -> bool {
        cells.members().any(|to| self.king_is_safe(army, seat, to))
    }

    /// Refuses a position in which a player could capture the king of the other one, or his king stands next to it.
    ///
    /// # Errors
    /// Such a position; `names` are those of the players.
    pub fn check_kings<A: Army<Set = S>>(
        &self,
        army: &A,
        to_move: Seat,
        names: [&str; 2],
    ) -> Result<(), Refusal> {
        let (waiting, by) = (to_move.other(), self.owned[to_move.index()]);
        let king = self.king::<A>(waiting);
        let adjacent = army.aims(A::KING, king) & self.gaits[A::KING] & by;
        refuse_if!(!adjacent.is_empty(), "the kings stand next to each other");
        let attacked = self.attacked(army, king, self.occupied(), by);
        refuse_if!(attacked, "{} is in check but not to move", names[waiting.index()]);
        Ok(())
    }

    /// Calls `visit` with gait, cell and legal targets of the pieces of a player that can move, pawns left out and
    /// the king last. A piece with several gaits is visited once for each.
    #[inline]
    pub fn for_each_mover<A: Army<Set = S>>(
        &self,
        army: &A,
        seat: Seat,
        guard: &Guard<S>,
        mut visit: impl FnMut(usize, usize, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.for_each_piece(army, seat, guard, &mut visit)?;
        let targets = self.king_targets(army, seat);
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        visit(A::KING, self.king::<A>(seat), targets)
    }

    /// The same without the king.
    #[inline]
    pub fn for_each_piece<A: Army<Set = S>>(
        &self,
        army: &A,
        seat: Seat,
        guard: &Guard<S>,
        mut visit: impl FnMut(usize, usize, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if (guard.allowed & !self.owned[seat.index()]).is_empty() {
            return ControlFlow::Continue(());
        }
        self.for_each_reach(army, seat, |gait, from, reach| {
            let targets = reach & self.keep(army, seat, guard, from);
            if targets.is_empty() {
                return ControlFlow::Continue(());
            }
            visit(gait, from, targets)
        })
    }

    /// Calls `visit` with gait, cell and reach of the pieces of a player, pawns and the king left out: where they
    /// could go if the own king's safety did not matter.
    #[inline]
    pub fn for_each_reach<A: Army<Set = S>>(
        &self,
        army: &A,
        seat: Seat,
        mut visit: impl FnMut(usize, usize, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (own, occupied) = (self.owned[seat.index()], self.occupied());
        let pieces = own & !self.gaits[A::KING];
        for (gait, &set) in self.gaits.iter().enumerate().rev() {
            if A::PAWNS >> gait & 1 == 1 {
                continue;
            }
            for from in (set & pieces).members() {
                visit(gait, from, army.attacks(gait, from, occupied) & !own)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The cells to which an own piece other than the king may go without exposing the king.
    #[inline]
    pub fn keep<A: Army<Set = S>>(&self, army: &A, seat: Seat, guard: &Guard<S>, from: usize) -> S {
        match guard.pinned.has(from) {
            true => guard.allowed & self.pin(army, seat, from),
            false => guard.allowed,
        }
    }

    /// Divides a set of own pieces by their pins: one part holds all that are not pinned, each pinned one is
    /// a part of its own. Calls `visit` with each part and with the cells to which it may go without exposing
    /// the king.
    #[inline]
    pub fn for_each_pin<A: Army<Set = S>>(
        &self,
        army: &A,
        seat: Seat,
        guard: &Guard<S>,
        pieces: S,
        mut visit: impl FnMut(S, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let free = pieces & !guard.pinned;
        if !free.is_empty() {
            visit(free, guard.allowed)?;
        }
        for from in (pieces & guard.pinned).members() {
            visit(S::one(from), guard.allowed & self.pin(army, seat, from))?;
        }
        ControlFlow::Continue(())
    }
}
