//! The pieces on the board, their moves and what a move does.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::geometry::{Geometry, SEATS};
use torneo_board::army::{Army, Forces};
use torneo_board::grid::BitSet;
use torneo_contract::{Seat, SeatSet, zobrist};

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
    /// The pieces; the gaits are the kinds.
    pub(super) forces: Forces<u64, KINDS, SEATS>,
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
        forces: Forces::EMPTY,
        to_move: Seat::FIRST,
        moved: SeatSet::EMPTY,
        dice: [0; 2],
        fallen: [0; SEATS],
        idle: 0,
        turns: 0,
        ended: None,
    };

    pub(super) fn put(&mut self, seat: Seat, kind: usize, square: usize) {
        self.forces.place(seat, 1 << kind, square);
    }

    /// The owner and kind of the piece on a square.
    pub(super) fn piece(&self, square: usize) -> Option<(Seat, usize)> {
        Some((self.forces.owner(square)?, self.kind(square)))
    }

    /// The kind of the piece that stands on a square.
    #[inline]
    pub(super) fn kind(&self, square: usize) -> usize {
        (0..KINDS - 1).find(|&kind| self.forces.gaits[kind].has(square)).unwrap_or(KINDS - 1)
    }

    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.forces.occupied()
    }

    #[inline]
    pub(super) fn remains(&self, seat: Seat) -> bool {
        self.forces.owned[seat.index()] != 0
    }

    pub(super) fn remaining(&self) -> usize {
        self.forces.owned.iter().filter(|&&pieces| pieces != 0).count()
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

    pub(super) fn hash(&self) -> u64 {
        let moved = self.moved.iter().fold(0, |set, seat| set | 1 << seat.index());
        let [first, second] = self.dice.map(u64::from);
        let state = self.to_move.index() as u64 | moved << 2 | first << 6 | second << 9;
        let sets = self.forces.gaits.iter().chain(&self.forces.owned);
        sets.fold(zobrist::key(state), |hash, &set| zobrist::key(hash ^ set))
    }

    /// Calls `visit` with every movable piece of a player, its kind and its legal targets, the king last. Kings are
    /// never captured.
    #[inline]
    fn for_each_mover(
        &self,
        geometry: &Geometry,
        seat: Seat,
        mut visit: impl FnMut(usize, usize, u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (forces, free) = (&self.forces, !self.forces.gaits[KING]);
        let (own, guard) = (forces.owned[seat.index()], forces.guard(geometry, seat));
        for pawn in (PAWN..KINDS).rev() {
            for from in (forces.gaits[pawn] & own).members() {
                let mut targets = self.pawn_targets(geometry, seat, pawn, from) & guard.allowed & free;
                if guard.pinned.has(from) {
                    targets &= forces.pin(geometry, seat, from);
                }
                if targets != 0 {
                    visit(pawn, from, targets)?;
                }
            }
        }
        forces.for_each_mover(geometry, seat, &guard, |kind, from, targets| match targets & free {
            0 => ControlFlow::Continue(()),
            targets => visit(kind, from, targets),
        })
    }

    /// Where a pawn could go if its king did not matter.
    #[inline]
    fn pawn_targets(&self, geometry: &Geometry, seat: Seat, pawn: usize, from: usize) -> u64 {
        let occupied = self.occupied();
        let others = occupied & !self.forces.owned[seat.index()];
        geometry.push[pawn - PAWN][from] & !occupied | geometry.take[pawn - PAWN].to[from] & others
    }

    /// Whether a player has a legal move, first-move rule and dice not considered.
    #[inline]
    pub(super) fn can_move(&self, geometry: &Geometry, seat: Seat) -> bool {
        self.for_each_mover(geometry, seat, |_, _, _| ControlFlow::Break(())).is_break()
    }

    /// The legal targets of a piece of the player to move, first-move rule and dice not considered.
    pub(super) fn targets_of(&self, geometry: &Geometry, piece: usize) -> u64 {
        let mut found = 0;
        let _ = self.for_each_mover(geometry, self.to_move, |_, from, targets| {
            found |= if from == piece { targets } else { 0 };
            ControlFlow::Continue(())
        });
        found
    }

    /// Where a piece of the player to move could go if its king did not matter.
    pub(super) fn pseudo_targets(&self, geometry: &Geometry, kind: usize, from: usize) -> u64 {
        let allowed = !self.forces.owned[self.to_move.index()] & !self.forces.gaits[KING];
        allowed
            & match kind {
                PAWN.. => self.pawn_targets(geometry, self.to_move, kind, from),
                _ => geometry.attacks(kind, from, self.occupied()),
            }
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
        let kind = self.kind(from);
        let promoted = kind >= PAWN && geometry.last[kind - PAWN].has(to);
        self.forces.clear(1 << from | 1 << to);
        self.put(self.to_move, if promoted { GENERAL } else { kind }, to);
        self.moved.insert(self.to_move);
        captured || kind >= PAWN
    }

    /// Takes a player who cannot move out of the game: mated, the army goes to the mating player; else it leaves.
    pub(super) fn eliminate(&mut self, geometry: &Geometry, seat: Seat) {
        let forces = &mut self.forces;
        let army = forces.owned[seat.index()];
        let king = forces.king::<Geometry>(seat);
        let attackers = forces.attackers(geometry, king, forces.occupied(), !army);
        let backwards = (1..SEATS).map(|back| (seat.index() + SEATS - back) % SEATS);
        let mater = backwards.into_iter().find(|&other| forces.owned[other] & attackers != 0);
        match mater {
            Some(mater) => {
                forces.clear(1 << king);
                forces.owned[mater] |= forces.owned[seat.index()];
                forces.owned[seat.index()] = 0;
            }
            None => forces.clear(army),
        }
        self.fallen[seat.index()] = 1 + self.fallen.iter().max().expect("there are seats");
    }
}
