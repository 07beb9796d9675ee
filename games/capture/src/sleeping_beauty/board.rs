//! The pieces on the 32 dark squares and what a move does to them.

use torneo_board::grid::{BitSet, Grid};
use torneo_contract::{Ending, zobrist};

use super::seen::Seen;

pub(super) const SIDE: usize = 8;
pub(super) type Squares = Grid<SIDE, SIDE>;

/// The squares that the game uses: a1 and all that bishops reach from there. As neighbours beyond the edge of the
/// board would be light squares, sets can be shifted without further masks.
pub(super) const DARK: u64 = 0xaa55_aa55_aa55_aa55;

pub(super) const WHITE: usize = 0;
pub(super) const BLACK: usize = 1;
pub(super) const NAMES: [&str; 2] = ["White", "Black"];

/// The rank on which the men of each side are promoted.
pub(super) const FAR: [u64; 2] = [0xff << 56, 0xff];

/// Kinds of piece.
pub(super) const MAN: usize = 0;
pub(super) const LADY: usize = 1;
pub(super) const BEAUTY: usize = 2;
/// The letters of the kinds for White and for Black.
pub(super) const LETTERS: [[char; 3]; 2] = [['M', 'L', 'S'], ['m', 'l', 's']];

/// The four diagonal directions as distances of square numbers, the two of White's men first, then those of Black's.
/// Two further is the opposite direction.
pub(super) const DIRECTIONS: [i32; 4] = [9, 7, -9, -7];

/// Whether a direction leads forward for a side.
#[inline]
pub(super) const fn is_forward(side: usize, direction: usize) -> bool {
    direction / 2 == side
}

/// The square numbers one step on; light numbers are beyond the edge.
#[inline]
pub(super) fn step(set: u64, direction: usize) -> u64 {
    set.shifted(DIRECTIONS[direction])
}

/// The squares next to the members of a set, and some light ones.
#[inline]
pub(super) const fn around(set: u64) -> u64 {
    set << 9 | set << 7 | set >> 9 | set >> 7
}

/// The number of the square `steps` away on a direction that stays on the board.
#[inline]
pub(super) const fn ahead(square: u8, direction: usize, steps: i32) -> u8 {
    (square as i32 + steps * DIRECTIONS[direction]) as u8
}

/// Keys of the pieces by side, kind and square; of Black to move, and of a lady just lost.
static KEYS: [[[u64; Squares::SQUARES]; 3]; 2] =
    [zobrist::tables(0), zobrist::tables(3 * Squares::SQUARES as u64)];
pub(super) const SIDE_KEY: u64 = zobrist::key(6 * Squares::SQUARES as u64);
pub(super) const WAKING_KEY: u64 = zobrist::key(6 * Squares::SQUARES as u64 + 1);

/// Stands for the square of a woken beauty where none is woken.
pub(super) const NOBODY: u8 = Squares::SQUARES as u8;

/// A turn: which beauty wakes, and a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    /// The square of the beauty that wakes, or [`NOBODY`].
    pub(super) woken: u8,
    pub(super) from: u8,
    pub(super) to: u8,
    /// The number of jumps over enemy pieces; 0 for plain moves and captures by replacement.
    pub(super) jumps: u8,
    /// The directions of the jumps, two bits each, the first lowest. No lady jumps more than nine times: from any square
    /// only nine others can be jumped over.
    pub(super) path: u32,
}

impl Action {
    /// The directions of the jumps.
    pub(super) fn directions(self) -> impl Iterator<Item = usize> {
        (0..self.jumps).map(move |jump| (self.path >> (2 * jump) & 3) as usize)
    }

    /// The squares that are jumped over.
    #[inline]
    fn jumped(self) -> u64 {
        let mut at = self.from;
        self.directions().fold(0, |jumped, direction| {
            let over = u64::one(ahead(at, direction, 1) as usize);
            at = ahead(at, direction, 2);
            jumped | over
        })
    }
}

/// The pieces and what else the rules depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// By side and kind.
    pub(super) pieces: [[u64; 3]; 2],
    pub(super) to_move: usize,
    /// Whether the side to move has just lost its lady and has a beauty to wake.
    pub(super) waking: bool,
    /// Whether a position has been repeated in the lady sequence.
    pub(super) repeated: bool,
    pub(super) ending: Option<Ending>,
    pub(super) hash: u64,
    /// The positions of the lady sequence.
    pub(super) seen: Seen,
}

impl Board {
    pub(super) const EMPTY: Board = Board {
        pieces: [[0; 3]; 2],
        to_move: WHITE,
        waking: false,
        repeated: false,
        ending: None,
        hash: 0,
        seen: Seen::EMPTY,
    };

    /// Puts a piece on a square, or takes it off.
    #[inline]
    pub(super) fn toggle(&mut self, side: usize, kind: usize, square: usize) {
        self.pieces[side & 1][kind] ^= 1 << square;
        self.hash ^= KEYS[side & 1][kind][square];
    }

    /// The pieces of a side.
    #[inline]
    pub(super) fn owned(&self, side: usize) -> u64 {
        let [men, lady, beauties] = self.pieces[side & 1];
        men | lady | beauties
    }

    /// The dark squares on which nothing stands.
    #[inline]
    pub(super) fn empty(&self) -> u64 {
        DARK & !self.owned(WHITE) & !self.owned(BLACK)
    }

    /// The side and the kind of the piece on a square.
    pub(super) fn piece(&self, square: usize) -> Option<(usize, usize)> {
        let mut kinds = (0..2).flat_map(|side| (0..3).map(move |kind| (side, kind)));
        kinds.find(|&(side, kind)| self.pieces[side][kind].has(square))
    }

    /// Whether a move captures.
    #[inline]
    pub(super) fn captures(&self, action: Action) -> bool {
        action.jumps > 0 || self.owned(self.to_move ^ 1).has(action.to as usize)
    }

    /// Whether a move promotes a man.
    #[inline]
    pub(super) fn promotes(&self, action: Action) -> bool {
        let side = self.to_move & 1;
        FAR[side].has(action.to as usize) && self.pieces[side][MAN].has(action.from as usize)
    }

    /// What a man that this move promotes becomes.
    #[inline]
    pub(super) fn promoted(&self, action: Action) -> usize {
        if self.pieces[self.to_move & 1][LADY] != 0 || action.woken != NOBODY { BEAUTY } else { LADY }
    }

    /// Moves the pieces and gives the turn to the other side; whether a position of the lady sequence came back.
    #[inline]
    pub(super) fn play(&mut self, action: Action) -> bool {
        let (side, enemy) = (self.to_move & 1, self.to_move & 1 ^ 1);
        if self.waking {
            self.toggle(side, BEAUTY, action.woken as usize);
            self.toggle(side, LADY, action.woken as usize);
            self.set_waking(false);
        }
        let (from, to) = (action.from as usize, action.to as usize);
        let is_man = self.pieces[side][MAN].has(from);
        let kind = if is_man { MAN } else { LADY };
        let placed = if self.promotes(action) { self.promoted(action) } else { kind };

        let [enemy_men, enemy_lady, _] = self.pieces[enemy];
        let struck = if action.jumps > 0 { action.jumped() } else { u64::one(to) & (enemy_men | enemy_lady) };
        for square in struck.members() {
            self.toggle(enemy, if enemy_lady.has(square) { LADY } else { MAN }, square);
        }
        self.toggle(side, kind, from);
        self.toggle(side, placed, to);
        self.to_move = enemy;
        self.hash ^= SIDE_KEY;
        self.set_waking(struck & enemy_lady != 0 && self.pieces[enemy][BEAUTY] != 0);

        // No position with more pieces or with the men elsewhere can come back.
        if is_man || struck != 0 {
            self.seen.clear();
        }
        self.repeated &= !is_man;
        self.record()
    }

    /// Adds the position to those of the lady sequence; whether it was one of them.
    #[inline]
    pub(super) fn record(&mut self) -> bool {
        let [own, other] = [self.to_move & 1, self.to_move & 1 ^ 1].map(|side| self.pieces[side][LADY]);
        own != 0 && other != 0 && self.seen.insert(self.to_move & 1, own.lowest(), other.lowest())
    }

    /// Whether the side to move has lost its lady by the last move.
    #[inline]
    pub(super) fn set_waking(&mut self, waking: bool) {
        if self.waking != waking {
            self.waking = waking;
            self.hash ^= WAKING_KEY;
        }
    }
}
