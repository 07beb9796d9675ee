//! The resolution of a turn of Lanza: what the orders of all pieces, executed at once, lead to.

use super::hexagon::MAX_CELLS;
use super::piece::{MAX_PLAYERS, OF_RANK, PIECES, Piece, Pieces, RANKS, stronger};
use torneo_board::grid::BitSet;

/// The target cell of each piece on the board.
pub type Targets = [u8; PIECES];

/// What was captured in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Captures {
    /// The captured pieces.
    pub pieces: u16,
    /// The enemy pieces that each player captured.
    pub points: [u16; MAX_PLAYERS],
}

impl Captures {
    fn add(&mut self, captor: Piece, captured: Piece) {
        self.pieces |= u16::one(captured.index());
        self.points[captor.owner().index()] += u16::from(captor.owner() != captured.owner());
    }
}

/// A turn on its way through the four steps.
struct Resolution<'a> {
    pieces: &'a mut Pieces,
    targets: &'a Targets,
    /// The pieces whose orders are live.
    live: u16,
    captures: Captures,
}

/// Carries out the orders.
pub fn resolve(pieces: &mut Pieces, targets: &Targets) -> Captures {
    let live = pieces.present;
    let mut turn = Resolution { pieces, targets, live, captures: Captures::default() };
    turn.swaps();
    turn.meetings();
    turn.moves();
    turn.captures
}

impl Resolution<'_> {
    #[inline]
    fn target(&self, piece: usize) -> usize {
        self.targets[piece] as usize
    }

    /// Step 1: two pieces ordered to each other's cells.
    #[inline]
    fn swaps(&mut self) {
        const NOBODY: u8 = PIECES as u8;
        let mut standing = [NOBODY; MAX_CELLS];
        for piece in self.pieces.iter() {
            standing[self.pieces.cell(piece)] = piece.index() as u8;
        }
        for a in self.pieces.iter() {
            // Pairs are looked at from their first piece, and no piece is in two, so `standing` may grow old.
            let b = standing[self.target(a.index())];
            if b != NOBODY && (b as usize) > a.index() && self.target(b as usize) == self.pieces.cell(a) {
                self.swap(a, Piece::from_index(b as usize));
            }
        }
    }

    fn swap(&mut self, a: Piece, b: Piece) {
        self.live &= !(u16::one(a.index()) | u16::one(b.index()));
        if a.rank() == b.rank() {
            return;
        }
        let (captor, captured) = if stronger(b.rank()) == a.rank() { (a, b) } else { (b, a) };
        let cell = self.pieces.cell(captured);
        self.pieces.take(captured);
        self.pieces.put(captor, cell);
        self.captures.add(captor, captured);
    }

    /// Steps 2 and 3: pieces ordered to the same cell, first those of equal rank, then the others.
    #[inline]
    fn meetings(&mut self) {
        let (mut wanted, mut equals) = ([0u64; RANKS], [0u64; RANKS]);
        for piece in self.live.members() {
            let (rank, cell) = (Piece::from_index(piece).rank(), u64::one(self.target(piece)));
            equals[rank] |= wanted[rank] & cell;
            wanted[rank] |= cell;
        }
        // The cells to which exactly one piece of a rank is ordered after step 2.
        let single: [u64; RANKS] = std::array::from_fn(|rank| wanted[rank] & !equals[rank]);
        let three = single[0] & single[1] & single[2];
        let stopped = equals.map(|equals| equals | three);
        let beaten: [u64; RANKS] = std::array::from_fn(|rank| single[rank] & single[stronger(rank)] & !three);
        if (0..RANKS).all(|rank| stopped[rank] | beaten[rank] == 0) {
            return;
        }
        let ordered = self.live;
        for piece in ordered.members().map(Piece::from_index) {
            let (rank, cell) = (piece.rank(), self.target(piece.index()));
            if stopped[rank].has(cell) {
                self.live &= !u16::one(piece.index());
            } else if beaten[rank].has(cell) {
                let mut captors = (ordered & OF_RANK[stronger(rank)]).members();
                let captor = captors.find(|&captor| self.target(captor) == cell);
                self.captures
                    .add(Piece::from_index(captor.expect("a stronger piece is ordered here")), piece);
                self.live &= !u16::one(piece.index());
                self.pieces.take(piece);
            }
        }
    }

    /// Step 4: what is ordered to a cell whose piece stays must stay as well; all others move together.
    #[inline]
    fn moves(&mut self) {
        let mut staying = self.pieces.cells_of(self.pieces.present & !self.live);
        loop {
            let before = self.live;
            for piece in before.members() {
                if staying.has(self.target(piece)) {
                    self.live &= !u16::one(piece);
                    staying |= u64::one(self.pieces.cell(Piece::from_index(piece)));
                }
            }
            if self.live == before {
                break;
            }
        }
        for piece in self.live.members() {
            self.pieces.put(Piece::from_index(piece), self.target(piece));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::hexagon::{DIRECTIONS, Hexagon};
    use super::super::piece::all_pieces;
    use super::*;
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use torneo_contract::random::below;

    /// A piece with its order, for the steps written out over lists.
    #[derive(Clone, Copy, Debug)]
    struct Ordered {
        piece: Piece,
        cell: usize,
        target: usize,
        live: bool,
        captor: Option<Piece>,
    }

    fn beats(a: Piece, b: Piece) -> bool {
        matches!((a.rank(), b.rank()), (0, 1) | (1, 2) | (2, 0))
    }

    fn step_1(all: &mut [Ordered]) {
        let before = all.to_vec();
        for (i, a) in before.iter().enumerate() {
            for (j, b) in before.iter().enumerate() {
                if i != j && a.target == b.cell && b.target == a.cell {
                    all[i].live = false;
                    if beats(a.piece, b.piece) {
                        all[i].cell = b.cell;
                        all[j].captor = Some(a.piece);
                    }
                }
            }
        }
    }

    fn steps_2_and_3(all: &mut [Ordered]) {
        let before = all.to_vec();
        for ordered in all.iter_mut() {
            let equal = |other: &&Ordered| other.piece.rank() == ordered.piece.rank();
            let rivals = before.iter().filter(|other| other.live && other.target == ordered.target);
            ordered.live &= rivals.filter(equal).count() == 1;
        }
        let before = all.to_vec();
        for ordered in all.iter_mut().filter(|ordered| ordered.live) {
            let rivals: Vec<_> =
                before.iter().filter(|other| other.live && other.target == ordered.target).collect();
            if rivals.len() == 3 {
                ordered.live = false;
            } else if let Some(captor) = rivals.iter().find(|other| beats(other.piece, ordered.piece)) {
                ordered.live = false;
                ordered.captor = Some(captor.piece);
            }
        }
    }

    fn step_4(all: &mut [Ordered]) {
        loop {
            let before = all.to_vec();
            let stays =
                |cell| before.iter().any(|other| !other.live && other.captor.is_none() && other.cell == cell);
            let blocked: Vec<usize> =
                (0..all.len()).filter(|&i| all[i].live && stays(all[i].target)).collect();
            if blocked.is_empty() {
                break;
            }
            blocked.into_iter().for_each(|i| all[i].live = false);
        }
        all.iter_mut().filter(|ordered| ordered.live).for_each(|ordered| ordered.cell = ordered.target);
    }

    #[test]
    fn resolution_follows_the_steps_as_written() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut captures_seen = 0;
        for round in 0..60_000 {
            let players = 2 + round % 3;
            let board = Hexagon::new(3 + below(&mut rng, players - 1));
            let cells = board.row(board.rows() - 1).end;
            let (mut pieces, mut targets, mut all) = (Pieces::NONE, [0; PIECES], Vec::new());
            for piece in all_pieces(players).members().map(Piece::from_index) {
                let cell = below(&mut rng, cells);
                if pieces.on(cell).is_none() {
                    let target = board.targets[cell][below(&mut rng, DIRECTIONS)];
                    pieces.put(piece, cell);
                    targets[piece.index()] = target;
                    all.push(Ordered { piece, cell, target: target as usize, live: true, captor: None });
                }
            }
            step_1(&mut all);
            steps_2_and_3(&mut all);
            step_4(&mut all);
            let (mut expected, mut captures) = (Pieces::NONE, Captures::default());
            for ordered in &all {
                match ordered.captor {
                    Some(captor) => captures.add(captor, ordered.piece),
                    None => expected.put(ordered.piece, ordered.cell),
                }
            }
            let before = pieces;
            assert_eq!(resolve(&mut pieces, &targets), captures, "{before:?} {targets:?}");
            assert_eq!(pieces, expected, "{before:?} {targets:?}");
            captures_seen += captures.pieces.len();
        }
        assert!(captures_seen > 10_000);
    }
}
