//! The pieces of orthodox chess and their compounds, on a board of any size.

use torneo_board::army::pawns::Pawns;
use torneo_board::army::{Army, Kind};
use torneo_board::attacks::{self, Slides};
use torneo_board::grid::{BitSet, DIAGONAL, KNIGHT as LEAPS, ORTHOGONAL};
use torneo_contract::Seat;

use super::Variant;

/// The gaits; those of the pawns are numbered as their seats.
pub const PAWN: usize = 0;
pub const KNIGHT: usize = 2;
pub const DIAGONALS: usize = 3;
pub const ORTHOGONALS: usize = 4;
pub const KING: usize = 5;
pub const GAITS: usize = 6;

/// Either player's pawns.
pub const PAWNS: Kind = 0b11;

/// Where the gaits lead on the board of `V`, which has `CELLS` squares.
#[derive(Clone, Debug)]
pub struct Tables<V: Variant, const CELLS: usize> {
    pub pawns: Pawns<V::Set>,
    /// By seat: the ranks where its pawns may be promoted, and the last one.
    pub may_promote: [V::Set; 2],
    pub last: [V::Set; 2],
    /// By seat: what its pawns attack.
    takes: [[V::Set; CELLS]; 2],
    knight: [V::Set; CELLS],
    king: [V::Set; CELLS],
    diagonals: Slides<V::Set, CELLS, 2>,
    orthogonals: Slides<V::Set, CELLS, 2>,
}

/// The square a step of files and ranks away.
fn step<V: Variant>(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let file = (square % V::FILES).checked_add_signed(files as isize)?;
    let rank = (square / V::FILES).checked_add_signed(ranks as isize)?;
    (file < V::FILES && rank < V::RANKS).then_some(rank * V::FILES + file)
}

impl<V: Variant, const CELLS: usize> Tables<V, CELLS> {
    pub fn new() -> Self {
        assert_eq!(CELLS, V::FILES * V::RANKS);
        let leaps = |steps: &[(i32, i32)]| -> [V::Set; CELLS] {
            attacks::leaps(|from| steps.iter().filter_map(move |&by| step::<V>(from, by)))
        };
        let ranks = |first: usize, seat: usize| {
            let rank = |cell: usize| if seat == 0 { cell / V::FILES } else { V::RANKS - 1 - cell / V::FILES };
            let cells = (0..CELLS).filter(|&cell| rank(cell) >= first);
            cells.fold(V::Set::EMPTY, |set, cell| set | V::Set::one(cell))
        };
        Tables {
            pawns: Pawns::new(V::FILES, V::RANKS, Some(V::PAWN_RANK + 1)),
            may_promote: [0, 1].map(|seat| ranks(V::RANKS - V::PROMOTION_RANKS, seat)),
            last: [0, 1].map(|seat| ranks(V::RANKS - 1, seat)),
            takes: [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])],
            knight: leaps(&LEAPS),
            king: leaps(&[ORTHOGONAL, DIAGONAL].concat()),
            diagonals: Slides::new(|cell, direction| step::<V>(cell, DIAGONAL[direction])),
            orthogonals: Slides::new(|cell, direction| step::<V>(cell, ORTHOGONAL[direction])),
        }
    }

    /// The squares from which a pawn of this player captures on a square.
    #[inline]
    pub fn takers(&self, seat: Seat, square: usize) -> V::Set {
        self.takes[1 - seat.index()][square]
    }
}

impl<V: Variant, const CELLS: usize> Army for Tables<V, CELLS> {
    type Set = V::Set;
    const KING: usize = KING;
    const PAWNS: Kind = PAWNS;
    const RIDERS: Kind = 1 << DIAGONALS | 1 << ORTHOGONALS;

    #[inline]
    fn attacks(&self, gait: usize, from: usize, occupied: V::Set) -> V::Set {
        match gait {
            KNIGHT => self.knight[from],
            DIAGONALS => self.diagonals.reach(from, occupied),
            ORTHOGONALS => self.orthogonals.reach(from, occupied),
            KING => self.king[from],
            pawn => self.takes[pawn & 1][from],
        }
    }

    #[inline]
    fn aims(&self, gait: usize, at: usize) -> V::Set {
        match gait {
            KNIGHT => self.knight[at],
            DIAGONALS => self.diagonals.aims(at),
            ORTHOGONALS => self.orthogonals.aims(at),
            KING => self.king[at],
            pawn => self.takes[1 - (pawn & 1)][at],
        }
    }

    #[inline]
    fn path(&self, gait: usize, from: usize, at: usize) -> V::Set {
        match gait {
            DIAGONALS => self.diagonals.path(from, at),
            _ => self.orthogonals.path(from, at),
        }
    }
}
