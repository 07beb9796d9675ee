//! Hands, the bag, whose turn it is, and what is due.

use arrayvec::ArrayVec;
use educe::Educe;

use super::board::Board;
use super::hand::{Choices, Hand};
use super::tile::TILES;
use torneo_board::grid::BitSet;
use torneo_contract::zobrist;

/// The largest number of players.
pub(super) const PLAYERS: usize = 4;

/// A set of tiles.
pub(super) type Tiles = u64;

/// All tiles.
pub(super) const ALL: Tiles = (1 << TILES) - 1;

/// More open cells than 56 tiles can have: the first tile has six, and every other adds two at most.
pub(super) const OPEN_CELLS: usize = 2 * TILES + 8;

/// How far the game or a turn has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// The first hands are dealt.
    Deal,
    /// Nothing has been placed in this turn.
    Begin,
    /// Forced placements have been made, the free one has not.
    Forced,
    /// The free placement has been made.
    End,
}

/// All stages with their names in position texts.
pub(super) const STAGES: [(Stage, &str); 4] =
    [(Stage::Deal, "deal"), (Stage::Begin, "begin"), (Stage::Forced, "forced"), (Stage::End, "end")];

/// Everything that is on the table.
#[derive(Debug, PartialEq, Educe)]
#[educe(Clone)]
pub struct Position {
    pub(super) board: Board,
    pub(super) hands: [Tiles; PLAYERS],
    pub(super) bag: Tiles,
    /// The seat that decides or draws.
    pub(super) seat: usize,
    pub(super) stage: Stage,
    /// Turns in a row, up to the last one, in which nothing was placed.
    pub(super) idle: usize,
    /// Whether the seat draws next.
    pub(super) drawing: bool,
    /// Whether the seat can fill a forced space, and so must.
    pub(super) pressed: bool,
    pub(super) over: bool,
}

/// The numbers of open cells with the choices of a hand there.
pub(super) type Placements = ArrayVec<(u16, Choices), OPEN_CELLS>;

impl Position {
    /// Whether matching is not all that a placement needs now.
    #[inline]
    pub(super) fn is_restricted(&self, restrictions: bool) -> bool {
        restrictions && self.bag != 0
    }

    /// The legal placements of the seat next to other tiles.
    #[inline]
    pub(super) fn placements(&self, hand: &Hand, restrictions: bool) -> Placements {
        let restricted = self.is_restricted(restrictions);
        let mut placements = Placements::new();
        for (number, open) in self.board.mosaic.open().iter().enumerate() {
            if !self.pressed || Board::is_forced(open) {
                let choices = self.board.choices(open, hand, restricted);
                if choices != 0 {
                    placements.push((number as u16, choices));
                }
            }
        }
        placements
    }

    /// Whether the seat can fill a forced space.
    #[inline]
    fn can_fill(&self, restrictions: bool) -> bool {
        let mut forced = self.board.mosaic.open().iter().filter(|open| Board::is_forced(open)).peekable();
        if forced.peek().is_none() {
            return false;
        }
        let hand = Hand::new(self.hands[self.seat]);
        let restricted = self.is_restricted(restrictions);
        forced.any(|open| self.board.choices(open, &hand, restricted) != 0)
    }

    /// Sees what comes next when a placement with its draw, or a skip, is done.
    #[inline]
    pub(super) fn settle(&mut self, players: usize, restrictions: bool) {
        if self.bag == 0 && self.hands[..players].iter().all(|&hand| hand == 0) {
            self.over = true;
            return;
        }
        self.pressed = self.can_fill(restrictions);
        if self.stage == Stage::End && !self.pressed {
            self.next_turn(players, restrictions);
        }
    }

    /// Gives the turn to the next seat.
    #[inline]
    pub(super) fn next_turn(&mut self, players: usize, restrictions: bool) {
        self.seat = if self.seat + 1 == players { 0 } else { self.seat + 1 };
        self.stage = Stage::Begin;
        self.pressed = self.can_fill(restrictions);
    }

    /// The hash of what the text shows.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        self.board.hash ^ self.state_key() ^ hands_key(&self.hands)
    }

    /// The key of whose turn it is.
    pub(super) fn state_key(&self) -> u64 {
        zobrist::key(1 << 40 | (self.seat << 8 | (self.stage as usize) << 4 | self.idle) as u64)
    }
}

/// The key of all hands.
#[inline]
pub(super) fn hands_key(hands: &[Tiles; PLAYERS]) -> u64 {
    let keys = hands.iter().enumerate().map(|(seat, &hand)| zobrist::key(hand ^ (seat as u64 + 1) << 60));
    keys.fold(0, |all, key| all ^ key)
}

/// The number of tiles in a set.
#[inline]
pub(super) fn count(tiles: Tiles) -> usize {
    tiles.len() as usize
}
