//! What an engine would play, and why: one game in progress with one engine at one seat.

use rand_core::SeedableRng;
use serde::Serialize;
use torneo_contract::session::{IllegalMove, Session};
use torneo_contract::{PositionError, Seat, SpecError, reason};
use torneo_search::{AnyEngine, Candidate, Explanation, Fault, Inquiry, Limits, Rng, Stop};
use torneo_solve::Solved;

use crate::game_loop::who_plays;
use crate::panics::{caught, panic_message};
use crate::{AnyGame, EngineSpec};

/// What an engine would play.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
    /// The tokens among which the choice was drawn, with their probabilities; empty if nothing was drawn, or the engine does not
    /// tell.
    #[serde(skip)]
    pub mixture: Vec<(String, f64)>,
}

/// An action that an engine thought about.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Advised {
    /// Its token.
    pub token: String,
    /// The expected score of the seat after it, 0 to 1.
    pub value: Option<f64>,
    /// Positions visited, simulations or playouts spent on it.
    pub nodes: u64,
}

/// A game in progress and an engine at one of its seats.
pub struct Adviser {
    start: Box<dyn Session>,
    session: Box<dyn Session>,
    engine: Box<dyn AnyEngine>,
    seat: Seat,
}

impl Adviser {
    /// A game from its start with an engine at its first seat. The engine answers at once when `stop` is set.
    ///
    /// # Errors
    /// An engine that cannot play the game.
    pub(crate) fn new(game: &dyn AnyGame, engine: &EngineSpec, stop: Stop) -> Result<Adviser, SpecError> {
        let solved = Solved::new(game.expander());
        game.check(engine, &solved)?;
        game.greet(engine, &stop)?;
        let mut engine = game.engine(engine, &solved)?;
        engine.set_stop(stop);
        let start = game.session();
        Ok(Adviser { session: start.copy(), start, engine, seat: Seat::FIRST })
    }

    /// Begins a game at `seat` from the start.
    pub fn begin(&mut self, seat: Seat, seed: u64) {
        self.session.go_to(&*self.start);
        self.seat = seat;
        self.engine.begin(&*self.session, seat, Rng::seed_from_u64(seed));
    }

    /// Goes on where the end of the game was not forced, as [`Session::play_on`].
    pub fn play_on(&mut self) -> bool {
        self.session.play_on()
    }

    /// Plays one token of a game that was played elsewhere, as [`follow`](torneo_contract::session).
    ///
    /// # Errors
    /// As `play`.
    pub fn follow(&mut self, token: &str) -> Result<(), IllegalMove> {
        self.session.play_on();
        self.play(token)
    }

    /// Plays one token.
    ///
    /// # Errors
    /// A token that is not a legal ply; the position stays as it is.
    pub fn play(&mut self, token: &str) -> Result<(), IllegalMove> {
        let by = who_plays(self.session.turn());
        self.session.play(token)?;
        if self.engine.follows() {
            self.engine.observe(token, by);
        }
        Ok(())
    }

    /// From now on the engine answers at once when this is set.
    pub fn set_stop(&mut self, stop: Stop) {
        self.engine.set_stop(stop);
    }

    /// Goes to where another game of the same kind stands, its history included. An engine that is another program does not
    /// learn how it came there.
    pub fn go_to(&mut self, session: &dyn Session) {
        self.session.go_to(session);
    }

    /// Whether the engine is told of every ply of a game: it knows only what led to a position from its beginning on.
    pub fn follows(&self) -> bool {
        self.engine.follows()
    }

    /// Goes to another position. An engine that is another program learns of it when it is asked.
    ///
    /// # Errors
    /// A text that is not a position of the game; the position stays as it is.
    pub fn set_position(&mut self, text: &str) -> Result<(), PositionError> {
        self.session.set_position(text)
    }

    /// The game as it stands.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// What the engine would play at its seat, with up to `candidates` actions. The seat has to be one that
    /// chooses.
    ///
    /// # Errors
    /// An engine that fails, or whose seat does not choose now.
    pub fn advise(&mut self, candidates: usize) -> Result<Advice, Fault> {
        let asked = self.ask(|engine, session| {
            let nodes = engine.choose(session)?;
            Ok((nodes, engine.explain(session, candidates)))
        });
        let (token, (nodes, explanation)) = asked?;
        Ok(advice(token, nodes, explanation))
    }

    /// Takes these limits in the place of the engine's own from now on; none for its own.
    pub fn set_limits(&mut self, limits: Option<Limits>) {
        self.engine.set_limits(limits);
    }

    /// The token that the engine would play at its seat, watched.
    ///
    /// # Errors
    /// As [`advise`](Adviser::advise).
    pub fn analyse(&mut self, inquiry: &mut Inquiry<'_, String>) -> Result<String, Fault> {
        Ok(self.ask(|engine, session| engine.analyse(session, inquiry))?.0)
    }

    /// Lets the engine choose at its seat; the token of its choice, which is not played, and what `choose` returns.
    fn ask<T>(
        &mut self,
        choose: impl FnOnce(&mut dyn AnyEngine, &mut dyn Session) -> Result<T, Box<Fault>>,
    ) -> Result<(String, T), Fault> {
        if !self.session.turn().choosers().contains(self.seat) {
            return Err(Fault::new(
                reason::ENGINE_ERROR,
                format!("{} does not choose here", self.session.seat_name(self.seat)),
            ));
        }
        let (engine, session) = (&mut *self.engine, &mut *self.session);
        let found = caught(|| choose(engine, session));
        let mut token = String::new();
        session.write_choice(&mut token);
        session.unchoose();
        let found = found
            .unwrap_or_else(|panic| Err(Box::new(Fault::new(reason::ENGINE_ERROR, panic_message(&*panic)))));
        found.map(|found| (token, found)).map_err(|fault| *fault)
    }
}

/// What an engine says of its choice; of one that says nothing more, the choice alone.
fn advice(token: String, nodes: u64, explanation: Explanation<String>) -> Advice {
    let Explanation { value, depth, line, candidates, mixture } = explanation;
    let line = if line.is_empty() { vec![token.clone()] } else { line };
    let advised = |one: Candidate<String>| Advised { token: one.action, value: one.value, nodes: one.nodes };
    let candidates = match candidates.is_empty() {
        true => vec![Advised { token: token.clone(), value, nodes }],
        false => candidates.into_iter().map(advised).collect(),
    };
    Advice { token, value, nodes, depth, line, candidates, mixture }
}
