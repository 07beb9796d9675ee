//! What the harness asks of a player.

use educe::Educe;
use torneo_contract::{Game, OptionInfo, Seat};

pub use crate::common::budget::Stop;

/// The generator inside engines, seeded from the seat's stream at the start of each game.
pub type Rng = torneo_contract::random::Generator;

/// A player at one seat. One value plays many games, one after the other.
///
/// What it chooses must be a pure function of its specification, the game, the seat, the generator given to
/// [`begin`](Engine::begin) and the positions since then: nothing may carry over from earlier games, and no clock
/// may be read unless a time budget was asked for.
pub trait Engine<G: Game>: Send {
    /// Once `stop` is set, choices do not count any more and may be made at once. An engine that thinks for
    /// long looks at it.
    fn set_stop(&mut self, _stop: Stop) {}

    /// From now on a choice may take so many seconds: told before each one to engines with a clock, which have time budgets.
    fn set_time(&mut self, _seconds: f64) {}

    /// Begins a game at `seat`.
    fn begin(&mut self, game: &G, seat: Seat, rng: Rng);

    /// Chooses one of the legal actions of its seat, which has to decide, alone or together with others.
    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action>;

    /// What its last choice, made in this position, rests on, with up to `candidates` actions.
    fn explain(&mut self, _game: &G, _position: &G::Position, _candidates: usize) -> Explanation<G::Action> {
        Explanation::default()
    }
}

/// Who made a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// The seat whose turn it was.
    Seat,
    /// Chance.
    Chance,
    /// Several seats at the same time.
    Simultaneous,
    /// The opening, before the engines took over.
    Opening,
}

/// The reason of a fault that is no engine's: no result has it.
const OF_MACHINE: &str = "machine-error";

/// What an engine did wrong, so that its seat loses the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// One of [`torneo_contract::reason::FAULTS`].
    pub reason: &'static str,
    /// What was found and what was expected.
    pub message: String,
}

impl Fault {
    /// A fault; `reason` is one of [`torneo_contract::reason::FAULTS`].
    pub fn new(reason: &'static str, message: impl Into<String>) -> Fault {
        Fault { reason, message: message.into() }
    }

    /// What this machine does not give: files, memory, threads. No seat loses by it, and the game does not count.
    pub fn of_machine(message: impl Into<String>) -> Fault {
        Fault::new(OF_MACHINE, message)
    }

    /// Whether it is the machine's and no engine's.
    pub fn is_of_machine(&self) -> bool {
        self.reason == OF_MACHINE
    }
}

/// What a choice rests on.
#[derive(Clone, PartialEq, Debug, Educe)]
#[educe(Default(bound()))]
pub struct Explanation<A> {
    /// The expected score of the seat, 0 to 1; none if the engine estimates none.
    pub value: Option<f64>,
    /// The depth of the search in plies.
    pub depth: Option<u32>,
    /// The decisions that the engine expects from here, the chosen one first, up to the first turn of another kind.
    pub line: Vec<A>,
    /// Actions with their values, the best first; empty if the engine compares none.
    pub candidates: Vec<Candidate<A>>,
    /// The actions among which the choice was drawn, two at least, with their probabilities. These are
    /// positive and add up to 1. Empty if nothing was drawn, or if the engine does not tell.
    pub mixture: Vec<(A, f64)>,
}

/// An action that an engine thought about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate<A> {
    /// The action.
    pub action: A,
    /// The expected score of the seat after it, 0 to 1.
    pub value: Option<f64>,
    /// Positions visited, simulations or playouts spent on it.
    pub nodes: u64,
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
