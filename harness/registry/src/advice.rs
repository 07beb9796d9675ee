//! What an engine would play, and why: one game in progress with one engine at one seat.

use std::sync::Arc;

use rand_core::SeedableRng;
use torneo_contract::session::{IllegalMove, Session, Typed};
use torneo_contract::{Notation, Playable, PositionError, Seat, SpecError, Turn, reason};
use torneo_search::registry::{EngineSpec, build, check};
use torneo_search::{By, Candidate, Engine, Explanation, Fault, Rng, Stop};
use torneo_solve::{Expander, Solved};

use crate::table::{caught, panic_message};

/// What an engine would play.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The token of its choice.
    pub token: String,
    /// The expected score of the seat, 0 to 1; none if the engine estimates none.
    pub value: Option<f64>,
    /// Positions visited.
    pub nodes: u64,
    /// The depth of the search in plies.
    pub depth: Option<u32>,
    /// The decisions that the engine expects from here, the chosen one first.
    pub line: Vec<String>,
    /// Actions with their values, the chosen one first, the others from the best on.
    pub candidates: Vec<Advised>,
}

/// An action that an engine thought about.
#[derive(Clone, PartialEq, Debug)]
pub struct Advised {
    /// Its token.
    pub token: String,
    /// The expected score of the seat after it, 0 to 1.
    pub value: Option<f64>,
    /// Positions visited, simulations or playouts spent on it.
    pub nodes: u64,
}

/// A game in progress and an engine at one of its seats.
pub trait Adviser: Send {
    /// Begins a game at `seat` from the start.
    fn begin(&mut self, seat: Seat, seed: u64);

    /// Plays one token.
    ///
    /// # Errors
    /// A token that is not a legal ply; the position stays as it is.
    fn play(&mut self, token: &str) -> Result<(), IllegalMove>;

    /// Goes to another position. An engine that is another program learns of it when it is asked.
    ///
    /// # Errors
    /// A text that is not a position of the game; the position stays as it is.
    fn set_position(&mut self, text: &str) -> Result<(), PositionError>;

    /// The game as it stands.
    fn session(&self) -> &dyn Session;

    /// What the engine would play at its seat, with up to `candidates` actions; the seat is to choose.
    ///
    /// # Errors
    /// An engine that fails, or whose seat is not to choose.
    fn advise(&mut self, candidates: usize) -> Result<Advice, Fault>;
}

/// A game from its start with an engine at its first seat. The engine answers at once when `stop` is set.
///
/// # Errors
/// An engine that cannot play the game.
pub(crate) fn adviser<G: Playable>(
    game: &G,
    expander: Arc<dyn Expander>,
    engine: &EngineSpec,
    stop: Stop,
) -> Result<Box<dyn Adviser>, SpecError> {
    let solved = Solved::new(expander);
    check(engine, game, &solved)?;
    let mut engine = build(engine, game, &solved)?;
    engine.heed(stop);
    let session = Typed::new(game.clone());
    Ok(Box::new(TypedAdviser { session, engine, seat: Seat::FIRST }))
}

struct TypedAdviser<G: Playable> {
    session: Typed<G>,
    engine: Box<dyn Engine<G>>,
    seat: Seat,
}

impl<G: Playable> Adviser for TypedAdviser<G> {
    fn begin(&mut self, seat: Seat, seed: u64) {
        self.session = Typed::new(self.session.game_and_position().0.clone());
        self.seat = seat;
        self.engine.begin(self.session.game_and_position().0, seat, Rng::seed_from_u64(seed));
    }

    fn play(&mut self, token: &str) -> Result<(), IllegalMove> {
        let by = match self.session.turn() {
            Turn::Chance => By::Chance,
            Turn::Simultaneous(_) => By::Simultaneous,
            Turn::Seat(_) | Turn::Over => By::Seat,
        };
        self.session.play(token)?;
        if self.engine.follows() {
            self.engine.observe(token, by);
        }
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> Result<(), PositionError> {
        self.session.set_position(text)
    }

    fn session(&self) -> &dyn Session {
        &self.session
    }

    fn advise(&mut self, candidates: usize) -> Result<Advice, Fault> {
        let (game, position) = self.session.game_and_position();
        let chooses = match game.turn(position) {
            Turn::Seat(seat) => seat == self.seat,
            Turn::Simultaneous(seats) => seats.contains(self.seat),
            Turn::Chance | Turn::Over => false,
        };
        if !chooses {
            return Err(Fault::new(reason::ENGINE_ERROR, format!("seat {} is not to choose", self.seat)));
        }
        let engine = &mut self.engine;
        let found = caught(|| {
            let choice = engine.attempt(game, position)?;
            Ok((choice, engine.explain(game, position, candidates)))
        });
        let found = found
            .unwrap_or_else(|panic| Err(Box::new(Fault::new(reason::ENGINE_ERROR, panic_message(&*panic)))));
        let (choice, explanation) = found.map_err(|fault: Box<Fault>| *fault)?;
        Ok(written(game, position, (choice.action, choice.nodes), explanation))
    }
}

/// Advice in the notation of the game.
fn written<G: Playable>(
    game: &G,
    position: &G::Position,
    (action, nodes): (G::Action, u64),
    explanation: Explanation<G::Action>,
) -> Advice {
    let Explanation { value, depth, line, candidates } = explanation;
    let advised = |one: &Candidate<G::Action>| Advised {
        token: token(game, position, one.action),
        value: one.value,
        nodes: one.nodes,
    };
    let line = if line.is_empty() { vec![action] } else { line };
    let candidates =
        if candidates.is_empty() { vec![Candidate { action, value, nodes }] } else { candidates };
    Advice {
        token: token(game, position, action),
        value,
        nodes,
        depth,
        line: write_line(game, position, &line),
        candidates: candidates.iter().map(advised).collect(),
    }
}

fn token<G: Notation>(game: &G, position: &G::Position, action: G::Action) -> String {
    let mut token = String::new();
    game.write_action(position, action, &mut token);
    token
}

/// The tokens of successive decisions.
fn write_line<G: Playable>(game: &G, position: &G::Position, line: &[G::Action]) -> Vec<String> {
    let (mut position, mut tokens) = (position.clone(), Vec::new());
    for &action in line {
        tokens.push(token(game, &position, action));
        if !matches!(game.turn(&position), Turn::Seat(_)) {
            break;
        }
        game.apply(&mut position, action);
    }
    tokens
}
