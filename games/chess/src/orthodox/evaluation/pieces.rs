//! Pieces other than pawns: where they stand, what they attack, and what is told of one kind alone.

use torneo_board::army::Army;
use torneo_board::grid::BitSet;
use torneo_contract::Seat;

use super::tally::Tally;
use super::terms::{MOBILITY_BINS, Term};
use super::{Piece, Variant, View, share};
use crate::orthodox::tables::{DIAGONALS, GAITS, KING, KNIGHT, ORTHOGONALS};

/// The gaits that pieces may share.
const SHARED: [usize; 3] = [KNIGHT, DIAGONALS, ORTHOGONALS];

/// What the pieces of one player attack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attacks<S> {
    /// Everything, and what several pieces or pawns attack.
    pub(super) all: S,
    pub(super) twice: S,
    pub(super) pawns: S,
    /// By light pieces and by rooks.
    pub(super) light: S,
    pub(super) rooks: S,
    /// What the pieces with a gait attack, by any of their gaits; only of gaits that are not a pawn's.
    pub(super) having: [S; GAITS],
    /// How strongly the king's neighbourhood is attacked, and by how many pieces.
    pub(super) units: i32,
    pub(super) attackers: i32,
    /// What its pieces count for the phase.
    pub(super) left: i32,
}

impl<S: BitSet> Attacks<S> {
    /// Those of pawns and the king alone.
    fn of(pawns: S, king: S) -> Attacks<S> {
        Attacks {
            all: pawns | king,
            twice: pawns & king,
            pawns,
            light: S::EMPTY,
            rooks: S::EMPTY,
            having: [S::EMPTY; GAITS],
            units: 0,
            attackers: 0,
            left: 0,
        }
    }

    /// A piece more with what it attacks; `ring` is the neighbourhood of the other king.
    fn add(&mut self, piece: &Piece, reach: S, ring: S) {
        self.left += share(piece);
        self.twice = self.twice | (self.all & reach);
        self.all = self.all | reach;
        for gait in SHARED {
            if piece.kind >> gait & 1 == 1 {
                self.having[gait] = self.having[gait] | reach;
            }
        }
        let near = (reach & ring).len() as i32;
        if near > 0 {
            self.attackers += 1;
            self.units += near;
        }
    }
}

impl<V: Variant, const CELLS: usize> View<'_, V, CELLS> {
    /// What the pieces of a player are worth where they stand, and what they attack. `pawns` is what the pawns attack, by seat.
    pub(super) fn count_pieces(
        &self,
        seat: Seat,
        pawns: [V::Set; 2],
        tally: &mut impl Tally,
    ) -> Attacks<V::Set> {
        let [supported, endangered] = [seat, seat.other()].map(|seat| pawns[seat.index()]);
        let king = self.kings[seat.index()];
        let barred = self.pawns(seat) | self.forces.gaits[KING] | endangered;
        let mut attacks = Attacks::of(supported, self.tables.attacks(KING, king, self.occupied));
        for (kind, piece) in V::PIECES.iter().enumerate().map(|(index, piece)| (index + 1, piece)) {
            let cells = self.kinds[seat.index()][kind];
            if piece.kind >> KING & 1 == 1 {
                self.stand(seat, kind, king, tally);
                continue;
            }
            for square in cells.members() {
                self.stand(seat, kind, square, tally);
                let reach = self.reach(piece, square);
                attacks.add(piece, reach, self.rings[seat.other().index()]);
                let free = (reach & !barred).len() as usize / 2;
                tally.add(seat, Term::Mobility.of(kind, free.min(MOBILITY_BINS - 1)), 1);
                if piece.kind == 1 << ORTHOGONALS {
                    attacks.rooks = attacks.rooks | reach;
                    self.count_rook(seat, square, tally);
                } else if piece.kind == 1 << KNIGHT || piece.kind == 1 << DIAGONALS {
                    attacks.light = attacks.light | reach;
                    self.count_outpost(seat, (kind, square), supported, tally);
                }
            }
            if piece.kind == 1 << DIAGONALS {
                self.count_bishops(seat, cells, tally);
            }
        }
        attacks
    }

    /// What a piece attacks by all its gaits.
    fn reach(&self, piece: &Piece, square: usize) -> V::Set {
        let by = |gait: usize| match piece.kind >> gait & 1 == 1 {
            true => self.tables.attacks(gait, square, self.occupied),
            false => V::Set::EMPTY,
        };
        by(KNIGHT) | by(DIAGONALS) | by(ORTHOGONALS)
    }

    fn count_rook(&self, seat: Seat, square: usize, tally: &mut impl Tally) {
        let file = self.masks.file[square % V::FILES];
        if (file & self.pawns(seat)).is_empty() {
            let open = (file & self.pawns(seat.other())).is_empty();
            tally.add(seat, Term::RookFile.at(usize::from(open)), 1);
        }
    }

    fn count_outpost(
        &self,
        seat: Seat,
        (kind, square): (usize, usize),
        supported: V::Set,
        tally: &mut impl Tally,
    ) {
        let chasers = self.masks.flanks[seat.index()][square] & self.pawns(seat.other());
        if Self::rank(seat, square) >= V::RANKS / 2 && supported.has(square) && chasers.is_empty() {
            tally.add(seat, Term::Outpost.of(kind, 0), 1);
        }
    }

    fn count_bishops(&self, seat: Seat, bishops: V::Set, tally: &mut impl Tally) {
        tally.add(seat, Term::BishopPair.at(0), i32::from(bishops.len() > 1));
        for colour in [self.masks.dark, !self.masks.dark] {
            let pawns = (self.pawns(seat) & colour).len() as i32;
            tally.add(seat, Term::BishopPawns.at(0), (bishops & colour).len() as i32 * pawns);
        }
    }
}
