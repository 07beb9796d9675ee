//! The pieces, zone by zone.

use super::tables::{
    BETWEEN, KEYS, KINDS, MAX_ZONES, QUEEN, ZONE, ZONE_SIDE, file_and_rank, square_at, value, zone_of,
};
use torneo_board::grid::BitSet;
use torneo_contract::zobrist;

/// The bits of a place of a zone: one for each kind.
const PLACE: u64 = 1 | 1 << ZONE | 1 << (2 * ZONE);
/// The places of a zone for one kind.
pub(super) const ZONE_SET: u64 = (1 << ZONE) - 1;

/// What the keys of the side to move, the scores and the barred move begin with.
const SIDE_KEYS: u64 = 1 << 32;
const SCORE_KEYS: u64 = 2 << 32;
const BARRED_KEYS: u64 = 3 << 32;

/// A piece goes from one square to another: to an empty one, onto an enemy piece, which it captures, or onto an own
/// one, with which it merges.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The number of the square that it leaves.
    pub(super) from: u8,
    /// The number of the square that it reaches.
    pub(super) to: u8,
}

impl Move {
    #[inline]
    pub(super) fn new(from: usize, to: usize) -> Move {
        Move { from: from as u8, to: to as u8 }
    }

    #[inline]
    pub(super) fn squares(self) -> (usize, usize) {
        (self.from as usize, self.to as usize)
    }

    #[inline]
    pub(super) fn reversed(self) -> Move {
        Move { from: self.to, to: self.from }
    }
}

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The player who has moved has no piece left.
    Emptied,
    /// Too many plies passed without a capture.
    Quiet,
    /// The player to move has pieces and may move none.
    NoMove,
}

/// The pieces, and all else that the rules depend on except earlier placements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// The pieces of each zone: bit `kind * ZONE + place`.
    pub(super) zones: [u64; MAX_ZONES],
    /// All squares with a piece.
    pub(super) occupied: u64,
    /// The hash of the pieces alone.
    pub(super) placement: u64,
    /// Points of each player.
    pub(super) scores: [u8; MAX_ZONES],
    /// The player to move.
    pub(super) to_move: u8,
    /// The move that would take back the last one, where the game for two forbids it.
    pub(super) barred: Option<Move>,
    /// Plies since the last capture.
    pub(super) quiet: u32,
    /// How the game has ended.
    pub(super) over: Option<End>,
}

impl Board {
    pub(super) const EMPTY: Board = Board {
        zones: [0; MAX_ZONES],
        occupied: 0,
        placement: 0,
        scores: [0; MAX_ZONES],
        to_move: 0,
        barred: None,
        quiet: 0,
        over: None,
    };

    /// The player to move.
    #[inline]
    pub(super) fn mover(&self) -> usize {
        self.to_move as usize % MAX_ZONES
    }

    /// The squares with pieces of a player.
    #[inline]
    pub(super) fn owned(&self, player: usize) -> u64 {
        self.occupied & (ZONE_SET << (player * ZONE))
    }

    /// The kind of the piece on a square, if one stands there.
    #[inline]
    pub(super) fn piece(&self, square: usize) -> Option<usize> {
        let bits = self.zones[zone_of(square)] >> (square % ZONE) & PLACE;
        (bits != 0).then(|| bits.lowest() / ZONE)
    }

    /// The kind of the piece on a square that has one.
    #[inline]
    fn kind(&self, square: usize) -> usize {
        let bits = self.zones[zone_of(square)] >> (square % ZONE) & PLACE;
        (bits.trailing_zeros() as usize / ZONE).min(QUEEN)
    }

    /// Puts a piece on an empty square or takes it off.
    #[inline]
    pub(super) fn toggle(&mut self, kind: usize, square: usize) {
        self.zones[zone_of(square)] ^= 1 << (kind * ZONE + square % ZONE);
        self.occupied ^= 1 << square;
        self.placement ^= KEYS[kind][square];
    }

    /// The pieces of a player of one kind, as places of the zone.
    #[inline]
    pub(super) fn places(&self, player: usize, kind: usize) -> u64 {
        self.zones[player] >> (kind * ZONE) & ZONE_SET
    }

    /// The sum of the values of a player's pieces.
    #[inline]
    pub(super) fn value_of(&self, player: usize) -> u32 {
        (0..KINDS).map(|kind| u32::from(value(kind)) * self.places(player, kind).len()).sum()
    }

    /// Whether no piece stands between two squares of a line.
    #[inline]
    pub(super) fn is_clear(&self, action: Move) -> bool {
        let (from, to) = action.squares();
        BETWEEN[from][to] & self.occupied == 0
    }

    /// The kind that an own piece becomes on the square of another own piece by field promotion.
    #[inline]
    pub(super) fn merged(&self, action: Move) -> Option<usize> {
        let (from, to) = action.squares();
        let (mover, met) = (self.piece(from)?, self.piece(to)?);
        let promoted = mover + met + 1;
        (promoted <= QUEEN && self.places(zone_of(from), promoted) == 0).then_some(promoted)
    }

    /// The value of the piece that a move captures, 0 if none.
    #[inline]
    pub(super) fn captured(&self, action: Move) -> u8 {
        let (from, to) = action.squares();
        if zone_of(from) == zone_of(to) { 0 } else { self.piece(to).map_or(0, value) }
    }

    /// The hash of the pieces after a move to an empty square.
    #[inline]
    pub(super) fn placement_after(&self, action: Move) -> u64 {
        let (from, to) = action.squares();
        let keys = &KEYS[self.kind(from)];
        self.placement ^ keys[from] ^ keys[to]
    }

    /// Moves a piece; whether the number of pieces falls, so that no earlier placement can come back.
    #[inline]
    pub(super) fn play(&mut self, action: Move) -> bool {
        let (from, to) = action.squares();
        let (mut kind, player) = (self.kind(from), zone_of(from));
        let crosses = player != zone_of(to);
        self.toggle(kind, from);
        self.quiet += 1;
        let fewer = self.occupied.has(to);
        if fewer {
            let met = self.kind(to);
            self.toggle(met, to);
            if crosses {
                self.scores[player] += value(met);
                self.quiet = 0;
            } else {
                kind += met + 1;
            }
        }
        self.toggle(kind, to);
        self.barred = (crosses && !fewer).then(|| action.reversed());
        fewer
    }

    /// The same position with the files of the board for two turned round.
    pub(super) fn mirrored(&self) -> Board {
        let mut mirrored = Board { zones: [0; MAX_ZONES], occupied: 0, placement: 0, ..*self };
        let turned = |square: usize| {
            let (file, rank) = file_and_rank(square);
            square_at(ZONE_SIDE - 1 - file, rank)
        };
        for square in self.occupied.members() {
            mirrored.toggle(self.kind(square), turned(square));
        }
        let turned_move = |action: Move| {
            let (from, to) = action.squares();
            Move::new(turned(from), turned(to))
        };
        mirrored.barred = self.barred.map(turned_move);
        mirrored
    }

    /// The hash of the pieces, the player to move, the scores and the barred move.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        let scores = u64::from(u32::from_le_bytes(self.scores));
        let barred = self.barred.map_or(0, |Move { from, to }| 1 + u64::from(from) * 64 + u64::from(to));
        self.placement
            ^ zobrist::key(SIDE_KEYS + u64::from(self.to_move))
            ^ zobrist::key(SCORE_KEYS + scores)
            ^ zobrist::key(BARRED_KEYS + barred)
    }
}
