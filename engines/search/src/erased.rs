//! Engines that play sessions: what the harness asks of a player once the types of games are erased.

use torneo_contract::session::{Session, Typed};
use torneo_contract::{Game, Notation, Outcome, Playable, Seat, Turn};

use crate::common::clock::Face;
use crate::engine::{By, Candidate, Engine, Explanation, Fault, Rng, Stop};

/// A player at one seat, as [`Engine`], of a game whose types are erased. Its sessions are of the game for which it was built.
pub trait AnyEngine: Send {
    /// As [`Engine::set_stop`].
    fn set_stop(&mut self, stop: Stop);

    /// As [`Engine::set_time`].
    fn set_time(&mut self, _seconds: f64) {}

    /// What its clock shows, if it keeps one.
    fn clock(&self) -> Option<Face> {
        None
    }

    /// What the clocks of all seats show: told before each choice of a game in which one is kept.
    fn see_clocks(&mut self, _clocks: &[Option<Face>]) {}

    /// As [`Engine::begin`].
    fn begin(&mut self, session: &dyn Session, seat: Seat, rng: Rng);

    /// [Chooses](Session::choose) one of the legal actions of its seat in the session; the nodes of the search for it.
    ///
    /// # Errors
    /// What the engine did wrong: its seat loses the game.
    fn choose(&mut self, session: &mut dyn Session) -> Result<u64, Box<Fault>>;

    /// What its last choice, made in this position, rests on, with up to `candidates` actions, each by its token.
    fn explain(&mut self, session: &dyn Session, candidates: usize) -> Explanation<String>;

    /// Of the explanation of its last choice the value and the depth.
    fn estimate(&mut self, session: &dyn Session) -> (Option<f64>, Option<u32>);

    /// Whether it is to be told that a game begins before its first ply, of every ply and of the end.
    fn follows(&self) -> bool {
        false
    }

    /// The next game begins in this position and not at the start: told before it [begins](AnyEngine::begin), and only to
    /// engines that [follow](AnyEngine::follows) the game.
    fn start_from(&mut self, _position: &str) {}

    /// A ply was played, its own too; only for engines that [follow](AnyEngine::follows) the game.
    fn observe(&mut self, _token: &str, _by: By) {}

    /// The game is over; only for engines that [follow](AnyEngine::follows) it.
    fn finish(&mut self, _outcome: &Outcome) {}
}

/// An engine of a known game, the game's types erased.
pub fn erased<G: Playable>(engine: Box<dyn Engine<G>>) -> Box<dyn AnyEngine> {
    Box::new(Erased(engine))
}

struct Erased<G>(Box<dyn Engine<G>>);

fn typed<G: Playable>(session: &dyn Session) -> (&G, &G::Position) {
    Typed::<G>::of(session).expect("the session is of this game").game_and_position()
}

impl<G: Playable> AnyEngine for Erased<G> {
    fn set_stop(&mut self, stop: Stop) {
        self.0.set_stop(stop);
    }

    fn set_time(&mut self, seconds: f64) {
        self.0.set_time(seconds);
    }

    fn begin(&mut self, session: &dyn Session, seat: Seat, rng: Rng) {
        self.0.begin(typed::<G>(session).0, seat, rng);
    }

    fn choose(&mut self, session: &mut dyn Session) -> Result<u64, Box<Fault>> {
        let session = Typed::<G>::of_mut(session).expect("the session is of this game");
        let (game, position) = session.game_and_position();
        let choice = self.0.choose(game, position);
        session.choose_action(choice.action);
        Ok(choice.nodes)
    }

    fn explain(&mut self, session: &dyn Session, candidates: usize) -> Explanation<String> {
        let (game, position) = typed::<G>(session);
        written(game, position, self.0.explain(game, position, candidates))
    }

    fn estimate(&mut self, session: &dyn Session) -> (Option<f64>, Option<u32>) {
        let (game, position) = typed::<G>(session);
        let found = self.0.explain(game, position, 0);
        (found.value, found.depth)
    }
}

/// An explanation in the notation of the game.
fn written<G: Notation>(
    game: &G,
    position: &G::Position,
    found: Explanation<G::Action>,
) -> Explanation<String> {
    let mut candidates = Vec::with_capacity(found.candidates.len());
    for Candidate { action, value, nodes } in found.candidates {
        candidates.push(Candidate { action: token(game, position, action), value, nodes });
    }
    let mut mixture = Vec::with_capacity(found.mixture.len());
    for (action, probability) in found.mixture {
        mixture.push((token(game, position, action), probability));
    }
    let (mut position, mut line) = (position.clone(), Vec::new());
    for action in found.line {
        line.push(token(game, &position, action));
        if !matches!(game.turn(&position), Turn::Seat(_)) {
            break;
        }
        game.apply(&mut position, action);
    }
    Explanation { value: found.value, depth: found.depth, line, candidates, mixture }
}

fn token<G: Notation>(game: &G, position: &G::Position, action: <G as Game>::Action) -> String {
    let mut token = String::new();
    game.write_action(position, action, &mut token);
    token
}
