//! The units on the board, the supplies, and the state of the current turn.

use torneo_board::grid::BitSet;
use torneo_contract::{MAX_SEATS, Seat, mixer::hash_of, zobrist};

use super::cells::{self, CELLS, NEAR, SYMMETRIES};

pub(super) const MOST_PLAYERS: usize = 6;
/// Units of each player at the start.
pub(super) const ARMY: u8 = 12;
pub(super) const VORTEXES: usize = 3;
/// Supplies that there are.
const BANK: u8 = 60;

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Phase {
    /// A terrain triangle is placed.
    Terrain,
    /// A vortex is placed.
    Vortex,
    /// A unit is placed.
    Units,
    /// The player rolls for the first supplies.
    Supplies,
    /// The player chooses what to do.
    Choose,
    /// Dice are rolled for a march.
    March,
    /// A march goes on for up to this number of steps.
    Steps(u8),
    /// Dice are rolled for an attack of one stack on another.
    Dislodge(u8, u8),
    /// The attacked stack on this cell is pushed; whether the turn ends after that.
    Push(u8, bool),
    /// Dice are rolled for foraging.
    Forage,
    /// The marker moves by either die or both.
    Circles(u8, u8),
}

/// The turn in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Turning {
    pub(super) seat: u8,
    pub(super) phase: Phase,
    /// Marches, attacks and foraging of this turn, the one in progress included.
    pub(super) actions: u16,
    /// Supplies gained by foraging, once the player has foraged.
    pub(super) foraged: Option<u8>,
    /// The turn began with units on a vortex, and nothing has been rolled yet.
    pub(super) danger: bool,
    /// Units that have come to each vortex in this turn; the vortexes ascend.
    pub(super) arrived: [u8; VORTEXES],
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Over {
    /// Only this player has units left.
    Won(Seat),
    /// The rounds are played.
    Limit,
}

/// The position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Units on each cell.
    pub(super) units: [u8; CELLS],
    /// The cells of each player's units.
    pub(super) held: [u128; MOST_PLAYERS],
    /// Units of each player.
    pub(super) armies: [u8; MOST_PLAYERS],
    pub(super) terrain: u128,
    pub(super) vortexes: u128,
    pub(super) supplies: [u8; MOST_PLAYERS],
    /// The supply marker of each player.
    pub(super) markers: [u8; MOST_PLAYERS],
    pub(super) turning: Turning,
    /// Full rounds played.
    pub(super) rounds: u32,
    pub(super) over: Option<Over>,
    placement: u64,
}

/// The key of a number of units of a player on a cell.
#[inline]
fn key(seat: usize, cell: usize, units: u8) -> u64 {
    if units == 0 { 0 } else { zobrist::key(((seat * CELLS + cell) << 4 | units as usize) as u64) }
}

impl Turning {
    pub(super) fn of(seat: usize, phase: Phase) -> Turning {
        Turning { seat: seat as u8, phase, actions: 0, foraged: None, danger: false, arrived: [0; VORTEXES] }
    }
}

impl Board {
    pub(super) fn empty() -> Board {
        Board {
            units: [0; CELLS],
            held: [0; MOST_PLAYERS],
            armies: [0; MOST_PLAYERS],
            terrain: 0,
            vortexes: 0,
            supplies: [0; MOST_PLAYERS],
            markers: [0; MOST_PLAYERS],
            turning: Turning::of(0, Phase::Choose),
            rounds: 0,
            over: None,
            placement: 0,
        }
    }

    /// The player whose turn it is.
    #[inline]
    pub(super) fn mover(&self) -> usize {
        self.turning.seat as usize
    }

    /// Sets the number of a player's units on a cell that holds no others.
    #[inline]
    pub(super) fn set_units(&mut self, seat: usize, cell: usize, units: u8) {
        let before = self.units[cell];
        self.placement ^= key(seat, cell, before) ^ key(seat, cell, units);
        self.armies[seat] = self.armies[seat] - before + units;
        self.units[cell] = units;
        let one = 1 << cell;
        self.held[seat] = if units > 0 { self.held[seat] | one } else { self.held[seat] & !one };
    }

    #[inline]
    pub(super) fn occupied(&self) -> u128 {
        self.held.iter().fold(0, |set, held| set | held)
    }

    /// The player whose units stand on a cell.
    #[inline]
    pub(super) fn owner(&self, cell: usize) -> Option<usize> {
        self.held.iter().position(|held| held.has(cell))
    }

    /// The cells that a player's units cannot be on: terrain and units of others.
    #[inline]
    pub(super) fn closed_to(&self, seat: usize) -> u128 {
        self.terrain | self.occupied() & !self.held[seat]
    }

    /// The place of a vortex among the vortexes.
    #[inline]
    pub(super) fn vortex_number(&self, cell: usize) -> Option<usize> {
        self.vortexes.has(cell).then(|| (self.vortexes & ((1 << cell) - 1)).len() as usize)
    }

    /// The units of the mover on a cell that may move in this turn.
    #[inline]
    pub(super) fn movable(&self, cell: usize) -> u8 {
        let arrived = self.vortex_number(cell).map_or(0, |number| self.turning.arrived[number]);
        self.units[cell] - arrived
    }

    /// Supplies in the bank.
    #[inline]
    pub(super) fn bank(&self) -> u8 {
        BANK - self.supplies.iter().sum::<u8>()
    }

    /// Removes the stacks that a piece which has come to a cell captures: stacks beside it that are not the mover's,
    /// and what stands there itself, if every side of theirs is covered and one of them by the mover.
    #[inline]
    pub(super) fn capture_around(&mut self, cell: usize) {
        let own = self.held[self.mover()];
        let suspects = (NEAR[cell] | 1 << cell) & self.occupied() & !own;
        if suspects == 0 {
            return;
        }
        let captured = suspects.members().filter(|&at| self.is_captured(at, own));
        let captured = captured.fold(0u128, |set, at| set | 1 << at);
        for at in captured.members() {
            if let Some(owner) = self.owner(at) {
                self.set_units(owner, at, 0);
            }
        }
    }

    #[inline]
    fn is_captured(&self, cell: usize, own: u128) -> bool {
        let near = NEAR[cell];
        near & own != 0 && self.owner(cell).is_some_and(|owner| near & !self.closed_to(owner) == 0)
    }

    /// How many players have units.
    #[inline]
    pub(super) fn alive(&self) -> usize {
        self.armies.iter().filter(|&&units| units > 0).count()
    }

    /// The hash of what the position text shows.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        let word = |numbers: &[u8; MOST_PLAYERS]| numbers.iter().fold(0, |word, &n| word << 8 | u64::from(n));
        let land = (self.terrain, self.vortexes);
        self.placement ^ hash_of(&(self.turning, land, word(&self.supplies), word(&self.markers)))
    }

    /// The board after a symmetry of the hexagon. Home sectors and the track keep their places.
    fn image(&self, symmetry: usize) -> Board {
        let cell = |at: u8| cells::image(at as usize, symmetry) as u8;
        let set = |set: u128| set.members().fold(0, |image, at| image | 1 << cells::image(at, symmetry));
        let mut board = Board { units: [0; CELLS], held: [0; MOST_PLAYERS], ..*self };
        (board.armies, board.placement) = ([0; MOST_PLAYERS], 0);
        for (seat, held) in self.held.into_iter().enumerate() {
            held.members().for_each(|at| board.set_units(seat, cells::image(at, symmetry), self.units[at]));
        }
        (board.terrain, board.vortexes) = (set(self.terrain), set(self.vortexes));
        board.turning.phase = match self.turning.phase {
            Phase::Dislodge(from, at) => Phase::Dislodge(cell(from), cell(at)),
            Phase::Push(at, ends) => Phase::Push(cell(at), ends),
            phase => phase,
        };
        board
    }

    /// The least hash that turning the board, and turning it over, gives; of a board without vortexes.
    pub(super) fn symmetric_hash(&self) -> u64 {
        (0..SYMMETRIES).map(|symmetry| self.image(symmetry).hash()).min().unwrap_or_default()
    }
}

const _: () = assert!(MOST_PLAYERS <= MAX_SEATS);
