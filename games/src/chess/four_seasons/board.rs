//! The pieces on the board, their moves and what a move does.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::geometry::{Geometry, SEATS};
use crate::contract::{Seat, SeatSet};
use crate::parts::grid::BitSet;
use crate::parts::zobrist;

/// The largest number of pieces that one player can own.
pub(super) const MOST_PIECES: usize = 32;

/// The kinds of pieces, which are also indices of [`Board::kinds`]; pawns of the four directions follow from `PAWN`.
pub(super) const KING: usize = 0;
pub(super) const ROOK: usize = 1;
pub(super) const KNIGHT: usize = 2;
pub(super) const BISHOP: usize = 3;
pub(super) const GENERAL: usize = 4;
pub(super) const PAWN: usize = 5;
pub(super) const KINDS: usize = 9;

/// For each face of the die the kinds that it lets move; face 0 stands for play without a die.
const FACES: [u16; 7] =
    [0b1_1111_1111, 0b1_1110_0000, 1 << BISHOP, 1 << ROOK, 1 << KNIGHT, 1 << GENERAL, 1 << KING];

/// A decision of a player or a roll of the dice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A piece moves from one square to another.
    Move {
        /// The square left.
        from: u8,
        /// The square entered, with capture and promotion as they come.
        to: u8,
    },
    /// The turn is lost.
    Pass,
    /// The faces thrown, the larger first; the second is 0 where one die is used.
    Roll([u8; 2]),
}

/// The pieces and what the position text shows besides, with counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// The squares of the pieces of each kind.
    pub(super) kinds: [u64; KINDS],
    /// The squares of the pieces of each player.
    pub(super) owned: [u64; SEATS],
    pub(super) to_move: Seat,
    /// The players who have made a move.
    pub(super) moved: SeatSet,
    /// The roll that the player to move has to follow, as in [`Action::Roll`]; zeros if none has been made.
    pub(super) dice: [u8; 2],
    /// Which elimination each player fell in, counted from 1; 0 for those who remain.
    pub(super) fallen: [u8; SEATS],
    /// Turns since the last capture, pawn move or elimination.
    pub(super) idle: u32,
    pub(super) turns: u32,
    /// Why the game is over; none while it goes on.
    pub(super) ended: Option<&'static str>,
}

/// What bounds the moves of a player so that the own king stays safe.
struct Guard {
    king: usize,
    own: u64,
    others: u64,
    occupied: u64,
    /// Where other pieces than the king may go, attackers of the king considered.
    allowed: u64,
    pinned: u64,
    /// For each direction from the king the squares to which the piece that is pinned there must keep.
    pins: [u64; 4],
}

/// The legal choices of the player to move.
#[derive(Debug)]
pub(super) struct Choices {
    /// The pieces that can move, with the squares that they can move to.
    pub(super) moves: ArrayVec<(u8, u64), MOST_PIECES>,
    pub(super) pass: bool,
}

impl Choices {
    pub(super) fn len(&self) -> usize {
        self.moves.iter().map(|(_, targets)| targets.len() as usize).sum::<usize>() + usize::from(self.pass)
    }

    /// The choice with this number below [`len`](Choices::len).
    pub(super) fn nth(&self, mut number: usize) -> Action {
        for &(from, targets) in &self.moves {
            let count = targets.len() as usize;
            if number < count {
                return Action::Move { from, to: targets.nth(number) as u8 };
            }
            number -= count;
        }
        Action::Pass
    }

    pub(super) fn list(&self, actions: &mut Vec<Action>) {
        for &(from, targets) in &self.moves {
            actions.extend(targets.members().map(|to| Action::Move { from, to: to as u8 }));
        }
        if self.pass {
            actions.push(Action::Pass);
        }
    }
}

impl Board {
    pub(super) const EMPTY: Board = Board {
        kinds: [0; KINDS],
        owned: [0; SEATS],
        to_move: Seat::FIRST,
        moved: SeatSet::EMPTY,
        dice: [0; 2],
        fallen: [0; SEATS],
        idle: 0,
        turns: 0,
        ended: None,
    };

    pub(super) fn put(&mut self, seat: Seat, kind: usize, square: usize) {
        self.kinds[kind] |= 1 << square;
        self.owned[seat.index()] |= 1 << square;
    }

    /// The owner and kind of the piece on a square.
    pub(super) fn piece(&self, square: usize) -> Option<(Seat, usize)> {
        let owner = Seat::all(SEATS).find(|seat| self.owned[seat.index()].has(square))?;
        Some((owner, self.kind(square)))
    }

    /// The kind of the piece that stands on a square.
    #[inline]
    pub(super) fn kind(&self, square: usize) -> usize {
        (0..KINDS - 1).find(|&kind| self.kinds[kind].has(square)).unwrap_or(KINDS - 1)
    }

    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.owned[0] | self.owned[1] | self.owned[2] | self.owned[3]
    }

    #[inline]
    pub(super) fn remains(&self, seat: Seat) -> bool {
        self.owned[seat.index()] != 0
    }

    pub(super) fn remaining(&self) -> usize {
        self.owned.iter().filter(|&&pieces| pieces != 0).count()
    }

    /// The next player after `seat` in turn order who remains.
    #[inline]
    pub(super) fn next(&self, seat: Seat) -> Seat {
        let mut next = seat.next(SEATS);
        while !self.remains(next) && next != seat {
            next = next.next(SEATS);
        }
        next
    }

    #[inline]
    pub(super) fn king(&self, seat: Seat) -> usize {
        (self.kinds[KING] & self.owned[seat.index()]).lowest()
    }

    pub(super) fn hash(&self) -> u64 {
        let moved = self.moved.iter().fold(0, |set, seat| set | 1 << seat.index());
        let [first, second] = self.dice.map(u64::from);
        let state = self.to_move.index() as u64 | moved << 2 | first << 6 | second << 9;
        let sets = self.kinds.iter().chain(&self.owned);
        sets.fold(zobrist::key(state), |hash, &set| zobrist::key(hash ^ set))
    }

    /// The pieces other than rooks that attack a square, whoever owns them.
    #[inline]
    fn leapers_at(&self, geometry: &Geometry, square: usize) -> u64 {
        let pawns = (0..4).fold(0, |set, d| set | geometry.take[d].from[square] & self.kinds[PAWN + d]);
        geometry.king.from[square] & self.kinds[KING]
            | geometry.knight.from[square] & self.kinds[KNIGHT]
            | geometry.bishop.from[square] & self.kinds[BISHOP]
            | geometry.general.from[square] & self.kinds[GENERAL]
            | pawns
    }

    /// The pieces that attack a square when these squares are occupied, whoever owns them.
    #[inline]
    pub(super) fn attackers(&self, geometry: &Geometry, square: usize, occupied: u64) -> u64 {
        let leapers = self.leapers_at(geometry, square);
        if geometry.rook_lines[square] & self.kinds[ROOK] == 0 {
            return leapers;
        }
        leapers | geometry.rook_from.reach(square, occupied) & self.kinds[ROOK]
    }

    #[inline]
    fn guard(&self, geometry: &Geometry, seat: Seat) -> Guard {
        let (own, occupied) = (self.owned[seat.index()], self.occupied());
        let (king, others) = (self.king(seat), occupied & !own);
        let mut guard = Guard { king, own, others, occupied, allowed: !0, pinned: 0, pins: [0; 4] };
        let leapers = self.leapers_at(geometry, king) & others;
        if leapers != 0 {
            guard.allowed = if leapers.len() == 1 { leapers } else { 0 };
        }
        let rooks = self.kinds[ROOK] & others;
        if geometry.rook_lines[king] & rooks != 0 {
            guard.against_rooks(geometry, rooks);
        }
        guard.allowed &= !own & !self.kinds[KING];
        guard
    }

    /// The legal moves of one piece, as far as king and board are concerned.
    #[inline]
    fn targets(&self, geometry: &Geometry, guard: &Guard, kind: usize, from: usize) -> u64 {
        let reach = match kind {
            KING => return self.king_targets(geometry, guard),
            ROOK => geometry.rook.reach(from, guard.occupied),
            KNIGHT => geometry.knight.to[from],
            BISHOP => geometry.bishop.to[from],
            GENERAL => geometry.general.to[from],
            pawn => {
                let direction = pawn - PAWN;
                geometry.push[direction][from] & !guard.occupied
                    | geometry.take[direction].to[from] & guard.others
            }
        };
        reach & guard.allowed & guard.pin(from)
    }

    #[inline]
    fn king_targets(&self, geometry: &Geometry, guard: &Guard) -> u64 {
        let steps = geometry.king.to[guard.king] & !guard.own & !self.kinds[KING];
        let occupied = guard.occupied & !(1 << guard.king);
        steps.members().fold(0, |safe, to| {
            let attackers = self.attackers(geometry, to, occupied) & guard.others & !(1 << to);
            if attackers == 0 { safe | 1 << to } else { safe }
        })
    }

    /// Calls `visit` with every movable piece of a player, its kind and its legal targets, the king last.
    #[inline]
    fn for_each_mover(
        &self,
        geometry: &Geometry,
        seat: Seat,
        mut visit: impl FnMut(usize, usize, u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let guard = self.guard(geometry, seat);
        for kind in (0..KINDS).rev() {
            for from in (self.kinds[kind] & guard.own).members() {
                let targets = self.targets(geometry, &guard, kind, from);
                if targets != 0 {
                    visit(kind, from, targets)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a player has a legal move, first-move rule and dice not considered.
    #[inline]
    pub(super) fn can_move(&self, geometry: &Geometry, seat: Seat) -> bool {
        self.for_each_mover(geometry, seat, |_, _, _| ControlFlow::Break(())).is_break()
    }

    /// The legal targets of a piece of the player to move, first-move rule and dice not considered.
    pub(super) fn targets_of(&self, geometry: &Geometry, kind: usize, from: usize) -> u64 {
        self.targets(geometry, &self.guard(geometry, self.to_move), kind, from)
    }

    /// Where a piece of the player to move could go if its king did not matter.
    pub(super) fn pseudo_targets(&self, geometry: &Geometry, kind: usize, from: usize) -> u64 {
        let (own, occupied) = (self.owned[self.to_move.index()], self.occupied());
        let allowed = !own & !self.kinds[KING];
        if kind == KING {
            return geometry.king.to[from] & allowed;
        }
        let others = occupied & !own;
        let free = Guard { king: 0, own, others, occupied, allowed, pinned: 0, pins: [0; 4] };
        self.targets(geometry, &free, kind, from)
    }

    /// Whether the player to move makes a first move and has one toward the next player's corner.
    pub(super) fn must_go_onward(&self, geometry: &Geometry) -> bool {
        let onward = &geometry.onward[self.to_move.index()];
        !self.moved.contains(self.to_move)
            && self
                .for_each_mover(geometry, self.to_move, |_, from, targets| {
                    if targets & onward[from] != 0 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })
                .is_break()
    }

    /// The legal choices of the player to move.
    #[inline]
    pub(super) fn choices(&self, geometry: &Geometry) -> Choices {
        let onward = self.must_go_onward(geometry);
        let faces = self.dice.map(|face| FACES[face as usize]);
        let kinds = if self.dice[1] == 0 { faces[0] } else { faces[0] | faces[1] };
        let (mut moves, mut playable) = (ArrayVec::new(), 0u16);
        let _ = self.for_each_mover(geometry, self.to_move, |kind, from, mut targets| {
            if onward {
                targets &= geometry.onward[self.to_move.index()][from];
            }
            if kinds >> kind & 1 == 1 && targets != 0 {
                playable |= 1 << kind;
                moves.push((from as u8, targets));
            }
            ControlFlow::Continue(())
        });
        Choices { moves, pass: faces.iter().any(|face| face & playable == 0) }
    }

    /// Moves a piece of the player to move; whether that is progress: a capture or a pawn move.
    #[inline]
    pub(super) fn play(&mut self, geometry: &Geometry, from: usize, to: usize) -> bool {
        let captured = self.occupied().has(to);
        if captured {
            let left = !(1 << to);
            self.kinds.iter_mut().chain(&mut self.owned).for_each(|set| *set &= left);
        }
        let kind = self.kind(from);
        self.kinds[kind] ^= 1 << from;
        let promoted = kind >= PAWN && geometry.last[kind - PAWN].has(to);
        self.kinds[if promoted { GENERAL } else { kind }] |= 1 << to;
        self.owned[self.to_move.index()] ^= 1 << from | 1 << to;
        self.moved.insert(self.to_move);
        captured || kind >= PAWN
    }

    /// Takes a player who cannot move out of the game: mated, the army goes to the mating player; else it leaves.
    pub(super) fn eliminate(&mut self, geometry: &Geometry, seat: Seat) {
        let army = self.owned[seat.index()];
        let king = self.king(seat);
        let attackers = self.attackers(geometry, king, self.occupied()) & !army;
        let backwards = (1..SEATS).map(|back| (seat.index() + SEATS - back) % SEATS);
        let mater = backwards.into_iter().find(|&other| self.owned[other] & attackers != 0);
        self.owned[seat.index()] = 0;
        let gone = match mater {
            Some(mater) => {
                self.owned[mater] |= army & !(1 << king);
                1 << king
            }
            None => army,
        };
        self.kinds.iter_mut().for_each(|set| *set &= !gone);
        self.fallen[seat.index()] = 1 + self.fallen.iter().max().expect("there are seats");
    }
}

impl Guard {
    /// Takes the rooks of the others into account: checks to be met and own pieces that are pinned.
    fn against_rooks(&mut self, geometry: &Geometry, rooks: u64) {
        for direction in 0..4 {
            let on_ray = geometry.rook_from.ray(direction, self.king) & rooks;
            if on_ray == 0 {
                continue;
            }
            let rook = geometry.rook_from.first(direction, on_ray);
            let between = geometry.rook_from.between(direction, self.king, rook);
            let blockers = between & self.occupied;
            if blockers == 0 {
                self.allowed = if self.allowed == !0 { between | 1 << rook } else { 0 };
            } else if blockers.len() == 1 && blockers & self.own != 0 {
                self.pinned |= blockers;
                self.pins[direction] = between | 1 << rook;
            }
        }
    }

    /// The squares to which a piece must keep so as not to expose the king.
    #[inline]
    fn pin(&self, from: usize) -> u64 {
        if !self.pinned.has(from) {
            return !0;
        }
        self.pins.iter().copied().find(|pin| pin.has(from)).expect("a pinned piece stands on its pin")
    }
}
