//! What the harness asks of a player.

use educe::Educe;
use torneo_contract::{Game, OptionInfo, Seat, reason};

pub use crate::common::budget::Stop;
use crate::inquiry::{Inquiry, Limits, Thought};

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

    /// Begins a game at `seat`.
    fn begin(&mut self, game: &G, seat: Seat, rng: Rng);

    /// Chooses one of the legal actions of its seat, which has to decide, alone or together with others.
    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action>;

    /// What its last choice, made in this position, rests on, with up to `candidates` actions.
    fn explain(&mut self, _game: &G, _position: &G::Position, _candidates: usize) -> Explanation<G::Action> {
        Explanation::default()
    }

    /// The features of the legal actions of the seat that decides here, for an engine that weighs them.
    fn features(&mut self, _game: &G, _position: &G::Position) -> Option<ActionFeatures> {
        None
    }

    /// Takes these limits in the place of its own from the next choice on; none for its own. An engine without limits leaves
    /// them out.
    fn set_limits(&mut self, _limits: Option<Limits>) {}

    /// Plies to the end of the game, where its last choice wins or loses and it knows in how many.
    fn plies_to_end(&self) -> Option<u32> {
        None
    }

    /// Chooses as [`choose`](Engine::choose), watched. An engine that goes deeper and deeper tells of every depth, others
    /// of the end.
    fn analyse(
        &mut self,
        game: &G,
        position: &G::Position,
        inquiry: &mut Inquiry<'_, G::Action>,
    ) -> Choice<G::Action> {
        told_at_the_end(self, game, position, inquiry)
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
    /// A narrower word than the reason, where there is one.
    kind: Option<&'static str>,
}

impl Fault {
    /// A fault; `reason` is one of [`torneo_contract::reason::FAULTS`].
    pub fn new(reason: &'static str, message: impl Into<String>) -> Fault {
        Fault { reason, message: message.into(), kind: None }
    }

    /// An answer in which no choice can be found.
    pub fn unread(message: impl Into<String>) -> Fault {
        Fault::new(reason::PROTOCOL_ERROR, message).of_kind(UNREAD)
    }

    /// The fault with a narrower word than its reason.
    pub fn of_kind(self, kind: &'static str) -> Fault {
        Fault { kind: Some(kind), ..self }
    }

    /// What kind of fault it is: `illegal` for an answer that is not legal, the narrower word if there is one, else the reason.
    pub fn kind(&self) -> &'static str {
        self.kind.unwrap_or(if self.reason == reason::ILLEGAL_MOVE { ILLEGAL } else { self.reason })
    }

    /// Whether another answer may be asked for: the player is there, but its answer was not legal or could not be read.
    pub fn is_of_answer(&self) -> bool {
        [ILLEGAL, UNREAD].contains(&self.kind())
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

/// The kind of a fault by an answer that is not legal.
pub const ILLEGAL: &str = "illegal";
/// The kind of a fault by an answer in which no choice can be found.
pub const UNREAD: &str = "unread";

/// An answer that was asked for again, or that lost the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultyAnswer {
    /// As [`Fault::kind`].
    pub kind: String,
    /// What was answered, and what is wrong with it.
    pub text: String,
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

/// What a learnt policy sees in actions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ActionFeatures {
    /// The features of each legal action, in their order.
    pub of: Vec<Vec<u32>>,
    /// The evaluation of the game after each of them, for the seat that decides. None where the game has none.
    pub units: Vec<Option<i32>>,
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

/// Chooses without being watched, and tells of it at the end.
pub(crate) fn told_at_the_end<G: Game, E: Engine<G> + ?Sized>(
    engine: &mut E,
    game: &G,
    position: &G::Position,
    inquiry: &mut Inquiry<'_, G::Action>,
) -> Choice<G::Action> {
    let choice = engine.choose(game, position);
    let found = engine.explain(game, position, inquiry.compared());
    tell_of(choice, &found, engine.plies_to_end(), inquiry)
}

/// What an engine tells of a choice that it made without being watched: at its end, and with the best of the actions that it
/// compares where only some may be chosen. The first of those if it compares none of them.
pub(crate) fn tell_of<A: Copy + PartialEq>(
    choice: Choice<A>,
    found: &Explanation<A>,
    plies: Option<u32>,
    inquiry: &mut Inquiry<'_, A>,
) -> Choice<A> {
    let Choice { action, nodes } = choice;
    let may = |action: &A| inquiry.among.is_empty() || inquiry.among.contains(action);
    let mut told: Vec<Thought<A>> = Vec::new();
    if may(&action) {
        let line = if found.line.first() == Some(&action) { found.line.clone() } else { vec![action] };
        told.push(Thought { plies, value: found.value, line, ..Thought::default() });
    }
    for one in found.candidates.iter().filter(|one| one.action != action && may(&one.action)) {
        told.push(Thought { value: one.value, line: vec![one.action], ..Thought::default() });
    }
    if told.is_empty() {
        told.extend(inquiry.among.first().map(|&first| Thought { line: vec![first], ..Thought::default() }));
    }
    told.truncate(inquiry.lines.max(1));
    for (index, thought) in told.iter_mut().enumerate() {
        (thought.rank, thought.depth, thought.nodes) = (index + 1, found.depth, nodes);
        (inquiry.report)(thought);
    }
    Choice { action: told.first().map_or(action, |best| best.line[0]), nodes }
}

/// What is told of the choice of a player that is not watched and says no more.
pub(crate) fn tell_of_one(
    token: String,
    nodes: u64,
    found: Explanation<String>,
    inquiry: &mut Inquiry<'_, String>,
) {
    let Explanation { value, depth, line, .. } = found;
    let line = if line.first() == Some(&token) { line } else { vec![token] };
    (inquiry.report)(&Thought { rank: 1, depth, value, plies: None, nodes, line });
}
