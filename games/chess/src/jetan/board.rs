//! The pieces on the board and the counts of the draw rules.

use torneo_board::grid::BitSet;
use torneo_contract::scene::Figure;
use torneo_contract::zobrist;

use super::paths::{BLACK, KINDS, ORANGE, SIDE, SQUARES, Squares};

/// The letters of the kinds, as Black's pieces are written.
pub(super) const LETTERS: [char; KINDS] = ['W', 'A', 'D', 'F', 'C', 'Q', 'T', 'P'];
/// What the kinds are called.
pub(super) const KIND_NAMES: [&str; KINDS] =
    ["Warrior", "Padwar", "Dwar", "Flier", "Chief", "Princess", "Thoat", "Panthan"];
/// What the kinds look like.
pub(super) const FIGURES: [Figure; KINDS] = [
    Figure::Warrior,
    Figure::Padwar,
    Figure::Dwar,
    Figure::Flier,
    Figure::Chief,
    Figure::Princess,
    Figure::Thoat,
    Figure::Panthan,
];
/// The values of the kinds in points of money.
pub(super) const VALUES: [u32; KINDS] = [2, 2, 4, 4, 10, 0, 3, 1];
/// How many of each kind an army has.
pub(super) const ARMY: [u32; KINDS] = [2, 2, 2, 2, 1, 1, 2, 8];
/// The most of one kind in an army.
pub(super) const MOST_OF_KIND: usize = 8;
/// The back rank and the front rank from their owner's left to right, as letters.
const BACK_RANK: &str = "WADFCQFDAW";
const FRONT_RANK: &str = "TPPPPPPPPT";

/// All squares.
pub(super) const BOARD: u128 = (1 << SQUARES) - 1;
/// The set of each square.
pub(super) static ONE: [u128; SQUARES] = {
    let mut sets = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        sets[square] = 1 << square;
        square += 1;
    }
    sets
};

/// Keys of the pieces by side, kind and square; of the escapes by side, and of Orange to move.
static KEYS: [[[u64; SQUARES]; KINDS]; 2] = [zobrist::tables(0), zobrist::tables((KINDS * SQUARES) as u64)];
const STATE_KEYS: u64 = (2 * KINDS * SQUARES) as u64;
static ESCAPE_KEYS: [u64; 2] = zobrist::table(STATE_KEYS);
const SIDE_KEY: u64 = zobrist::key(STATE_KEYS + 2);

/// Stands for no piece in [`Board::on`].
const NOTHING: u8 = u8::MAX;
/// Pieces of a side, Chief and Princess included, at or below which the game can be cut short.
const FEW: u32 = 3;

/// A decision, an answer before a game, or the dice of a duel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A piece moves.
    Move {
        /// The square left, counted along the ranks from a1.
        from: u8,
        /// The square entered or, in a duel, attacked.
        to: u8,
    },
    /// The Princess escapes.
    Escape {
        /// The square left.
        from: u8,
        /// The square entered.
        to: u8,
    },
    /// No piece moves.
    Pass,
    /// Whether a piece is fielded or bought back.
    Answer(bool),
    /// The attacker's die and the defender's.
    Throw([u8; 2]),
}

/// The pieces, the side to move and what the draw rules count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pub(super) kinds: [[u128; KINDS]; 2],
    pub(super) owned: [u128; 2],
    /// The piece on each square: its kind, and 8 more for Orange; [`NOTHING`] where none stands.
    on: [u8; SQUARES],
    pub(super) to_move: usize,
    /// Whether each Princess may still escape.
    pub(super) escapes: [bool; 2],
    /// The hash of the placement, the side to move and the escapes, and that of the mirror image.
    pub(super) hash: u64,
    pub(super) mirrored: u64,
    /// Plies since the last capture.
    pub(super) idle: u16,
    /// 0 while a side has more pieces than [`FEW`] or the values differ; else 1 more than the plies since then.
    pub(super) equal_plies: u16,
    pub(super) plies: u16,
}

/// The same square on the other wing.
#[inline]
pub(super) const fn mirrored(square: usize) -> usize {
    Squares::at(SIDE - 1 - Squares::file(square), Squares::rank(square))
}

/// The squares on which the pieces of a kind start, from their owner's left to right; as many as an army has of it.
pub(super) type Starts = [[[u8; MOST_OF_KIND]; KINDS]; 2];

/// The start squares of both sides. `facing`: Orange's ranks mirror Black's, so that Chief faces Chief.
pub(super) fn starts(facing: bool) -> Starts {
    let mut starts = [[[0; MOST_OF_KIND]; KINDS]; 2];
    let mut counts = [[0; KINDS]; 2];
    for (rank, letters) in [BACK_RANK, FRONT_RANK].into_iter().enumerate() {
        for place in 0..SIDE {
            let squares = [Squares::at(place, rank), Squares::at(SIDE - 1 - place, SIDE - 1 - rank)];
            for (side, square) in squares.into_iter().enumerate() {
                let from_left = if facing && side == ORANGE { SIDE - 1 - place } else { place };
                let letter = letters.as_bytes()[from_left] as char;
                let kind = LETTERS.iter().position(|&known| known == letter).expect("a kind");
                starts[side][kind][counts[side][kind]] = square as u8;
                counts[side][kind] += 1;
            }
        }
    }
    starts
}

impl Board {
    /// No piece, both escapes, Black to move.
    pub(super) fn empty() -> Board {
        let escapes = ESCAPE_KEYS[0] ^ ESCAPE_KEYS[1];
        Board {
            kinds: [[0; KINDS]; 2],
            owned: [0; 2],
            on: [NOTHING; SQUARES],
            to_move: BLACK,
            escapes: [true; 2],
            hash: escapes,
            mirrored: escapes,
            idle: 0,
            equal_plies: 0,
            plies: 0,
        }
    }

    #[inline]
    fn toggle(&mut self, side: usize, kind: usize, square: usize) {
        self.kinds[side][kind] ^= ONE[square];
        self.owned[side] ^= ONE[square];
        self.hash ^= KEYS[side][kind][square];
        self.mirrored ^= KEYS[side][kind][mirrored(square)];
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn put(&mut self, side: usize, kind: usize, square: usize) {
        self.toggle(side, kind, square);
        self.on[square] = (kind + side * KINDS) as u8;
    }

    /// Takes the piece off a square; its side and kind.
    #[inline]
    pub(super) fn take(&mut self, square: usize) -> Option<(usize, usize)> {
        let (side, kind) = self.piece(square)?;
        self.toggle(side, kind, square);
        self.on[square] = NOTHING;
        Some((side, kind))
    }

    /// The side and the kind of the piece on a square.
    #[inline]
    pub(super) fn piece(&self, square: usize) -> Option<(usize, usize)> {
        let piece = self.on[square] as usize;
        (piece < 2 * KINDS).then_some((piece / KINDS, piece % KINDS))
    }

    #[inline]
    pub(super) fn occupied(&self) -> u128 {
        self.owned[0] | self.owned[1]
    }

    /// Gives the turn to the other side.
    #[inline]
    pub(super) fn flip(&mut self) {
        self.to_move ^= 1;
        self.hash ^= SIDE_KEY;
        self.mirrored ^= SIDE_KEY;
    }

    /// Gives the turn to a side.
    pub(super) fn set_to_move(&mut self, side: usize) {
        if self.to_move != side {
            self.flip();
        }
    }

    /// Takes the right to escape from a Princess.
    #[inline]
    pub(super) fn use_escape(&mut self, side: usize) {
        if self.escapes[side] {
            self.escapes[side] = false;
            self.hash ^= ESCAPE_KEYS[side];
            self.mirrored ^= ESCAPE_KEYS[side];
        }
    }

    /// How many pieces of each kind a side has.
    pub(super) fn force(&self, side: usize) -> [u32; KINDS] {
        self.kinds[side].map(u128::len)
    }

    /// The value of a side's pieces in points.
    pub(super) fn value_of(&self, side: usize) -> u32 {
        self.force(side).iter().zip(VALUES).map(|(count, value)| count * value).sum()
    }

    /// Whether both sides have few pieces of the same value.
    pub(super) fn is_even_end(&self) -> bool {
        self.owned.iter().all(|pieces| pieces.len() <= FEW) && self.value_of(0) == self.value_of(1)
    }

    /// The draw rules count from here.
    pub(super) fn reset_counts(&mut self) {
        (self.idle, self.plies, self.equal_plies) = (0, 0, u16::from(self.is_even_end()));
    }

    /// Counts a ply for the draw rules.
    #[inline]
    pub(super) fn count_ply(&mut self, captured: bool) {
        self.plies += 1;
        if captured {
            self.idle = 0;
            self.equal_plies = u16::from(self.is_even_end());
        } else {
            self.idle += 1;
            self.equal_plies += u16::from(self.equal_plies > 0);
        }
    }
}
