//! Engines that play sessions: what the harness asks of a player once the types of games are erased.

use torneo_contract::session::{Session, Typed};
use torneo_contract::{Game, Notation, Outcome, Playable, Seat, Turn};

use crate::assessment::Assessment;
use crate::common::clock::Face;
use crate::engine::{
    self, ActionFeatures, By, Candidate, Choice, Engine, Explanation, Fault, FaultyAnswer, Rng, Stop,
};
use crate::inquiry::{Inquiry, Limits, Thought};
use crate::scale::Scale;

/// A player at one seat, as [`Engine`], of a game whose types are erased. Its sessions are of the game for which it was built.
pub trait AnyEngine: Send {
    /// As [`Engine::set_stop`].
    fn set_stop(&mut self, stop: Stop);

    /// What its clock shows, if it keeps one.
    fn clock(&self) -> Option<Face> {
        None
    }

    /// What the clocks of all seats show: told before each choice of a game in which one is kept.
    fn see_clocks(&mut self, _clocks: &[Option<Face>]) {}

    /// The number in its run of the game that begins next; only for engines that [follow](AnyEngine::follows) the game.
    fn set_number(&mut self, _game_no: u64) {}

    /// As [`Engine::begin`].
    fn begin(&mut self, session: &dyn Session, seat: Seat, rng: Rng);

    /// [Chooses](Session::choose) one of the legal actions of its seat in the session; the nodes of the search for it.
    ///
    /// # Errors
    /// What the engine did wrong: its seat loses the game.
    fn choose(&mut self, session: &mut dyn Session) -> Result<u64, Box<Fault>>;

    /// What its last choice, made in this position, rests on, with up to `candidates` actions, each by its token.
    fn explain(&mut self, session: &dyn Session, candidates: usize) -> Explanation<String>;

    /// As [`Engine::features`].
    fn features(&mut self, _session: &dyn Session) -> Option<ActionFeatures> {
        None
    }

    /// What it says of its last choice, made in this position, for which it visited so many `nodes`.
    fn assess(&mut self, session: &dyn Session, nodes: u64) -> Assessment;

    /// Tells values by another scale than that of the game; other programs tell what they tell.
    fn set_scale(&mut self, _scale: Scale) {}

    /// As [`Engine::set_limits`]; other programs keep the limits that they were told.
    fn set_limits(&mut self, _limits: Option<Limits>) {}

    /// [Chooses](Session::choose) as [`choose`](AnyEngine::choose), watched as by [`Engine::analyse`]. The actions of the
    /// inquiry are tokens of the session.
    ///
    /// # Errors
    /// As [`choose`](AnyEngine::choose).
    fn analyse(
        &mut self,
        session: &mut dyn Session,
        inquiry: &mut Inquiry<'_, String>,
    ) -> Result<u64, Box<Fault>> {
        let nodes = self.choose(session)?;
        let mut token = String::new();
        session.write_choice(&mut token);
        let found = self.explain(session, inquiry.lines);
        engine::tell_of_one(token, nodes, found, inquiry);
        Ok(nodes)
    }

    /// Whether it is to be told that a game begins before its first ply, of every ply and of the end.
    fn follows(&self) -> bool {
        false
    }

    /// The answers to its last questions that were asked for again, or lost the game; only of engines that
    /// [follow](AnyEngine::follows) the game. They are told once.
    fn take_faulty(&mut self) -> Vec<FaultyAnswer> {
        Vec::new()
    }

    /// The next game begins in this position and not at the start: told before it [begins](AnyEngine::begin), and only to
    /// engines that [follow](AnyEngine::follows) the game.
    fn start_from(&mut self, _position: &str) {}

    /// A ply was played, its own too; only for engines that [follow](AnyEngine::follows) the game.
    fn observe(&mut self, _token: &str, _by: By) {}

    /// The game is over; only for engines that [follow](AnyEngine::follows) it.
    fn finish(&mut self, _outcome: &Outcome) {}
}

/// An engine of a known game, the game's types erased. It tells the expected scores for which its values stand by the scale.
pub fn erased<G: Playable>(engine: Box<dyn Engine<G>>, scale: Scale) -> Box<dyn AnyEngine> {
    Box::new(Erased { engine, seat: Seat::FIRST, scale })
}

struct Erased<G> {
    engine: Box<dyn Engine<G>>,
    seat: Seat,
    scale: Scale,
}

impl<G: Playable> Erased<G> {
    /// What makes expected scores of the values of the search.
    fn scaling(&self, game: &G) -> impl Fn(f64) -> f64 + use<G> {
        let (scale, seat, seats) = (self.scale, self.seat, game.seats());
        move |value| scale.score(value, seat, seats)
    }
}

fn typed<G: Playable>(session: &dyn Session) -> (&G, &G::Position) {
    Typed::<G>::of(session).expect("the session is of this game").game_and_position()
}

impl<G: Playable> AnyEngine for Erased<G> {
    fn set_stop(&mut self, stop: Stop) {
        self.engine.set_stop(stop);
    }

    fn begin(&mut self, session: &dyn Session, seat: Seat, rng: Rng) {
        self.seat = seat;
        self.engine.begin(typed::<G>(session).0, seat, rng);
    }

    fn choose(&mut self, session: &mut dyn Session) -> Result<u64, Box<Fault>> {
        let session = Typed::<G>::of_mut(session).expect("the session is of this game");
        let (game, position) = session.game_and_position();
        let choice = self.engine.choose(game, position);
        session.choose_action(choice.action);
        Ok(choice.nodes)
    }

    fn explain(&mut self, session: &dyn Session, candidates: usize) -> Explanation<String> {
        let (game, position) = typed::<G>(session);
        let found = self.engine.explain(game, position, candidates);
        written(game, position, scaled(self.scaling(game), found))
    }

    fn features(&mut self, session: &dyn Session) -> Option<ActionFeatures> {
        let (game, position) = typed::<G>(session);
        self.engine.features(game, position)
    }

    fn assess(&mut self, session: &dyn Session, nodes: u64) -> Assessment {
        let (game, position) = typed::<G>(session);
        let found = self.engine.explain(game, position, 0);
        let Explanation { value, depth, .. } = scaled(self.scaling(game), found);
        match game.seats() {
            2 => Assessment::of_search(value, depth, self.engine.plies_to_end(), nodes),
            _ => Assessment { value, depth, ..Assessment::default() },
        }
    }

    fn set_scale(&mut self, scale: Scale) {
        self.scale = scale;
    }

    fn set_limits(&mut self, limits: Option<Limits>) {
        self.engine.set_limits(limits);
    }

    fn analyse(
        &mut self,
        session: &mut dyn Session,
        inquiry: &mut Inquiry<'_, String>,
    ) -> Result<u64, Box<Fault>> {
        let chooser = session.turn().choosers().iter().next();
        let mut numbers = Vec::with_capacity(inquiry.among.len());
        for token in inquiry.among {
            numbers.extend(session.read(chooser, token));
        }
        let session = Typed::<G>::of_mut(session).expect("the session is of this game");
        let (game, position) = session.game_and_position();
        let (mut actions, mut among) = (Vec::new(), Vec::with_capacity(numbers.len()));
        if let Some(seat) = chooser {
            game.actions(position, seat, &mut actions);
        }
        for number in numbers {
            among.extend(actions.get(number).copied());
        }
        let scaling = self.scaling(game);
        let mut report = |thought: &Thought<G::Action>| {
            let Thought { rank, depth, value, plies, nodes, .. } = *thought;
            let value = value.map(&scaling);
            let line = tokens(game, position, &thought.line);
            (inquiry.report)(&Thought { rank, depth, value, plies, nodes, line });
        };
        let lines = inquiry.lines;
        let Choice { action, nodes } =
            self.engine.analyse(game, position, &mut Inquiry { among: &among, lines, report: &mut report });
        session.choose_action(action);
        Ok(nodes)
    }
}

/// An explanation with expected scores in place of the values of a search.
fn scaled<A>(scaling: impl Fn(f64) -> f64, mut found: Explanation<A>) -> Explanation<A> {
    let candidates = found.candidates.iter_mut().filter_map(|one| one.value.as_mut());
    found.value.as_mut().into_iter().chain(candidates).for_each(|value| *value = scaling(*value));
    found
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
    let line = tokens(game, position, &found.line);
    Explanation { value: found.value, depth: found.depth, line, candidates, mixture }
}

/// The tokens of a line of decisions.
fn tokens<G: Notation>(game: &G, position: &G::Position, actions: &[G::Action]) -> Vec<String> {
    let (mut position, mut line) = (position.clone(), Vec::with_capacity(actions.len()));
    for &action in actions {
        line.push(token(game, &position, action));
        if !matches!(game.turn(&position), Turn::Seat(_)) {
            break;
        }
        game.apply(&mut position, action);
    }
    line
}

fn token<G: Notation>(game: &G, position: &G::Position, action: <G as Game>::Action) -> String {
    let mut token = String::new();
    game.write_action(position, action, &mut token);
    token
}
