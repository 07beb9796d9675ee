//! What the harness asks of a player.

use torneo_contract::{Game, OptionInfo, Seat};

pub use crate::parts::budget::Stop;

/// The generator inside engines, seeded from the seat's stream at the start of each game.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// A player at one seat. One value plays many games, one after the other.
///
/// What it chooses must be a pure function of its specification, the game, the seat, the generator given to
/// [`begin`](Engine::begin) and the positions since then: nothing may carry over from earlier games, and no clock
/// may be read unless a time budget was asked for.
pub trait Engine<G: Game>: Send {
    /// Everything that is to be chosen from now on may be chosen at once, and does not count, when `stop` is set. An
    /// engine that thinks for long looks at it.
    fn heed(&mut self, _stop: Stop) {}

    /// Begins a game at `seat`.
    fn begin(&mut self, game: &G, seat: Seat, rng: Rng);

    /// Chooses one of the legal actions of its seat, which is to decide, alone or together with others.
    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action>;
}

/// What an engine chose.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice<A> {
    /// The action.
    pub action: A,
    /// Positions visited by the search for it; 0 for engines that do not search.
    pub nodes: u64,
}

/// The description of an engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineInfo {
    /// The name in specifications: lower case, `-` for blanks.
    pub id: &'static str,
    /// One line on how it plays.
    pub summary: &'static str,
    /// The options in the order in which they are listed.
    pub options: &'static [OptionInfo],
}

/// A generator to hold until the first game begins.
pub(crate) fn unseeded() -> Rng {
    use rand_core::SeedableRng;
    Rng::seed_from_u64(0)
}
