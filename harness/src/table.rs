//! A table: one game with the engines that play it.
//!
//! This is the dynamic boundary between the harness and the typed world of games and engines: below it everything
//! is statically dispatched except one virtual call for each decision of an engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand_chacha::ChaCha8Rng;
use rand_core::Rng as _;
use torneo_contract::{
    Outcome, Playable, Ply, Scratch, Seat, SeatSet, SeatVec, Spec, SpecError, Turn, reason,
};
use torneo_engines::registry::{EngineSpec, build};
use torneo_engines::{Engine, Rng};
use torneo_games::registry::{self, Visitor};

use crate::streams::{Purpose, generator, stream};

/// One game to be played: who sits where, and where its luck comes from.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// The master seed of the tournament.
    pub seed: u64,
    /// The number of the game, from 0.
    pub game_no: u64,
    /// The number of the first game of its mirrored group.
    pub group_first: u64,
    /// The index of the engine at each seat.
    pub engines: SeatVec<usize>,
}

/// What holds for every game of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// Random plies before the engines take over.
    pub opening_plies: u64,
    /// Plies after which a game is adjudicated a draw.
    pub max_plies: u64,
    /// Whether the moves are recorded.
    pub record: bool,
}

/// What happened in a game. The value is reused from game to game.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// Turns of the contract played, the opening's included.
    pub plies: u64,
    /// The tokens of the opening.
    pub opening: String,
    /// The tokens of the whole game, if it is recorded.
    pub record: String,
    /// Decisions of the engine at each seat.
    pub actions: SeatVec<u64>,
    /// Positions that the engine at each seat visited.
    pub nodes: SeatVec<u64>,
    /// The seat whose engine failed, with its message.
    pub failed: Option<(Seat, String)>,
}

/// A game with its engines, ready to be played by many threads.
pub trait Table: Send + Sync {
    /// Number of seats.
    fn seats(&self) -> usize;

    /// What one thread needs to play.
    fn player(&self) -> Box<dyn Player>;
}

/// One thread's place at a table.
pub trait Player {
    /// Plays a game; false if it was abandoned because `stop` was set.
    fn play(
        &mut self,
        fixture: &Fixture,
        conditions: Conditions,
        stop: &AtomicBool,
        played: &mut Played,
    ) -> bool;
}

/// Sets up the table of a game specification with these engines.
///
/// # Errors
/// A specification that does not stand for a game, or an engine that cannot play it; the error says which.
pub fn table(spec: &Spec, engines: &[EngineSpec]) -> Result<Arc<dyn Table>, SpecError> {
    struct SetUp<'a>(&'a [EngineSpec]);
    impl Visitor for SetUp<'_> {
        type Output = Result<Arc<dyn Table>, SpecError>;
        fn visit<G: Playable>(self, game: G, canonical: String) -> Self::Output {
            for engine in self.0 {
                build(engine, &game, &canonical)?;
            }
            Ok(Arc::new(TypedTable { game, canonical: canonical.into(), engines: self.0.into() }))
        }
    }
    registry::visit(spec, SetUp(engines))?
}

struct TypedTable<G: Playable> {
    game: G,
    /// The game's specification.
    canonical: Arc<str>,
    engines: Arc<[EngineSpec]>,
}

impl<G: Playable> Table for TypedTable<G> {
    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn player(&self) -> Box<dyn Player> {
        let start = self.game.start();
        Box::new(TypedPlayer {
            position: start.clone(),
            start,
            scratch: Scratch::default(),
            waiting: (0..self.engines.len() * self.game.seats()).map(|_| None).collect(),
            specs: self.engines.clone(),
            canonical: self.canonical.clone(),
            game: self.game.clone(),
        })
    }
}

struct TypedPlayer<G: Playable> {
    game: G,
    canonical: Arc<str>,
    specs: Arc<[EngineSpec]>,
    start: G::Position,
    position: G::Position,
    scratch: Scratch<G::Action>,
    /// Engines built so far and not at work, by engine and seat; they are kept from game to game.
    waiting: Vec<Option<Box<dyn Engine<G>>>>,
}

impl<G: Playable> TypedPlayer<G> {
    /// Takes an engine for a seat from those that wait; builds it at its first game.
    fn take(&mut self, engine: usize, seat: usize) -> Box<dyn Engine<G>> {
        let waiting = self.waiting[engine * self.game.seats() + seat].take();
        waiting.unwrap_or_else(|| {
            build(&self.specs[engine], &self.game, &self.canonical).expect("the table has built it before")
        })
    }
}

impl<G: Playable> Player for TypedPlayer<G> {
    fn play(
        &mut self,
        fixture: &Fixture,
        conditions: Conditions,
        stop: &AtomicBool,
        played: &mut Played,
    ) -> bool {
        let seats = self.game.seats();
        let engines =
            fixture.engines.iter().enumerate().map(|(seat, &engine)| self.take(engine, seat)).collect();
        played.reset(seats);
        self.position.clone_from(&self.start);
        let mut sitting = Sitting {
            game: &self.game,
            fixture,
            conditions,
            position: &mut self.position,
            scratch: &mut self.scratch,
            engines,
            begun: SeatSet::EMPTY,
            luck: None,
            thinking: None,
            played,
        };
        let finished = catch_unwind(AssertUnwindSafe(|| sitting.play(stop)));
        let Sitting { thinking, engines, .. } = sitting;
        for (seat, engine) in engines.into_iter().enumerate() {
            // An engine that panicked is in no known state and is built anew.
            if thinking.is_none_or(|failed| failed.index() != seat) {
                self.waiting[fixture.engines[seat] * seats + seat] = Some(engine);
            }
        }
        match (finished, thinking) {
            (Ok(finished), _) => finished,
            (Err(panic), Some(seat)) => {
                played.outcome = Some(loss(seat, seats));
                played.failed = Some((seat, panic_message(&*panic)));
                true
            }
            (Err(panic), None) => std::panic::resume_unwind(panic),
        }
    }
}

/// The outcome of a game in which the engine at `loser` failed: the others share the win.
fn loss(loser: Seat, seats: usize) -> Outcome {
    Outcome::shared_by(seats, reason::ENGINE_ERROR, |seat| seat != loser)
}

/// The message of a panic.
pub(crate) fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").to_owned()
}

impl Played {
    fn reset(&mut self, seats: usize) {
        self.outcome = None;
        self.plies = 0;
        self.opening.clear();
        self.record.clear();
        self.failed = None;
        for counts in [&mut self.actions, &mut self.nodes] {
            counts.clear();
            counts.extend(std::iter::repeat_n(0, seats));
        }
    }
}

/// One game in progress.
struct Sitting<'a, G: Playable> {
    game: &'a G,
    fixture: &'a Fixture,
    conditions: Conditions,
    position: &'a mut G::Position,
    scratch: &'a mut Scratch<G::Action>,
    /// The engine at each seat.
    engines: SeatVec<Box<dyn Engine<G>>>,
    /// Which engines have been told that the game began: they are told at their first decision.
    begun: SeatSet,
    /// The stream of chance, once it was needed.
    luck: Option<ChaCha8Rng>,
    /// The seat whose engine is at work.
    thinking: Option<Seat>,
    played: &'a mut Played,
}

impl<G: Playable> Sitting<'_, G> {
    fn play(&mut self, stop: &AtomicBool) -> bool {
        if self.conditions.opening_plies > 0 {
            self.open();
        }
        loop {
            if self.played.plies >= self.conditions.max_plies && self.game.turn(self.position) != Turn::Over {
                self.played.outcome = Some(Outcome::draw(self.game.seats(), reason::LENGTH_LIMIT));
                return true;
            }
            match self.game.turn(self.position) {
                Turn::Seat(seat) => {
                    if stop.load(Ordering::Relaxed) {
                        return false;
                    }
                    let action = self.decide(seat);
                    self.apply(action);
                }
                Turn::Chance => {
                    let result = self.draw_chance();
                    self.apply(result);
                }
                Turn::Simultaneous(seats) => {
                    if stop.load(Ordering::Relaxed) {
                        return false;
                    }
                    let joint: SeatVec<G::Action> = seats.iter().map(|seat| self.decide(seat)).collect();
                    self.apply_simultaneous(&joint);
                }
                Turn::Over => {
                    self.played.outcome = Some(self.game.outcome(self.position));
                    return true;
                }
            }
        }
    }

    #[inline]
    fn apply(&mut self, action: G::Action) {
        if self.conditions.record {
            self.write(&Ply::One(action));
        }
        self.game.apply(self.position, action);
        self.played.plies += 1;
    }

    fn apply_simultaneous(&mut self, joint: &SeatVec<G::Action>) {
        if self.conditions.record {
            self.write(&Ply::Joint(joint.clone()));
        }
        self.game.apply_simultaneous(self.position, joint);
        self.played.plies += 1;
    }

    fn write(&mut self, ply: &Ply<G::Action>) {
        if !self.played.record.is_empty() {
            self.played.record.push(' ');
        }
        ply.write(self.game, self.position, &mut self.played.record);
    }

    #[inline]
    fn decide(&mut self, seat: Seat) -> G::Action {
        let engine = &mut self.engines[seat.index()];
        self.thinking = Some(seat);
        if !self.begun.contains(seat) {
            self.begun.insert(seat);
            let rng = generator(self.fixture.seed, self.fixture.game_no, Purpose::Seat(seat));
            engine.begin(self.game, seat, rng);
        }
        let choice = engine.choose(self.game, self.position);
        self.thinking = None;
        self.played.actions[seat.index()] += 1;
        self.played.nodes[seat.index()] += choice.nodes;
        choice.action
    }

    fn draw_chance(&mut self) -> G::Action {
        let fixture = self.fixture;
        let luck =
            self.luck.get_or_insert_with(|| stream(fixture.seed, fixture.group_first, Purpose::Chance));
        self.game.chance_at(self.position, luck.next_u64(), self.scratch)
    }

    /// Plays the random opening. A ply that would end the game is not played: the engines take over before it.
    fn open(&mut self) {
        let mut rng = generator(self.fixture.seed, self.fixture.group_first, Purpose::Opening);
        let mut next = self.position.clone();
        while self.played.plies < self.conditions.opening_plies {
            let Some(ply) = self.opening_ply(&mut rng) else { break };
            next.clone_from(self.position);
            ply.apply(self.game, &mut next);
            if self.game.turn(&next) == Turn::Over {
                break;
            }
            self.write(&ply);
            self.position.clone_from(&next);
            self.played.plies += 1;
        }
        self.played.opening.push_str(&self.played.record);
        if !self.conditions.record {
            self.played.record.clear();
        }
    }

    fn opening_ply(&mut self, rng: &mut Rng) -> Option<Ply<G::Action>> {
        let (game, position) = (self.game, &*self.position);
        match game.turn(position) {
            Turn::Seat(seat) => Some(Ply::One(game.random_action(position, seat, rng, self.scratch))),
            Turn::Simultaneous(seats) => {
                let choose = |seat| game.random_action(position, seat, rng, self.scratch);
                Some(Ply::Joint(seats.iter().map(choose).collect()))
            }
            Turn::Chance => Some(Ply::One(self.draw_chance())),
            Turn::Over => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::{Game, Options};
    use torneo_engines::Choice;
    use torneo_games::morris::ThreeMensMorris;

    /// Plays the first legal action and fails at its second turn.
    struct Failing(u32);

    impl Engine<ThreeMensMorris> for Failing {
        fn begin(&mut self, _game: &ThreeMensMorris, _seat: Seat, _rng: Rng) {}

        fn choose(
            &mut self,
            game: &ThreeMensMorris,
            position: &<ThreeMensMorris as Game>::Position,
        ) -> Choice<<ThreeMensMorris as Game>::Action> {
            self.0 += 1;
            assert!(self.0 < 2, "out of ideas");
            let mut actions = Vec::new();
            game.actions(position, Seat::FIRST, &mut actions);
            Choice { action: actions[0], nodes: 1 }
        }
    }

    #[test]
    fn a_failing_engine_loses_its_game_and_the_next_game_is_played() {
        let spec: Spec = "three-mens-morris".parse().unwrap();
        let options = Options::check(&spec, ThreeMensMorris::INFO.options).unwrap();
        let random = EngineSpec::check(&"random".parse().unwrap()).unwrap();
        let game = ThreeMensMorris::new(&options).unwrap();
        let table = TypedTable {
            game,
            canonical: "three-mens-morris".into(),
            engines: vec![random.clone(), random].into(),
        };
        let start = table.game.start();
        let mut player = TypedPlayer {
            position: start.clone(),
            start,
            scratch: Scratch::default(),
            waiting: vec![Some(Box::new(Failing(0))), None, None, None],
            specs: table.engines.clone(),
            canonical: table.canonical.clone(),
            game: table.game.clone(),
        };
        let fixture = Fixture { seed: 1, game_no: 0, group_first: 0, engines: [0, 1].into_iter().collect() };
        let conditions = Conditions { opening_plies: 0, max_plies: 1000, record: true };
        let (stop, mut played) = (AtomicBool::new(false), Played::default());
        assert!(player.play(&fixture, conditions, &stop, &mut played));
        let outcome = played.outcome.clone().unwrap();
        assert_eq!((outcome.reason, outcome.scores.to_vec()), (reason::ENGINE_ERROR, vec![0.0, 1.0]));
        assert_eq!(played.failed, Some((Seat::FIRST, "out of ideas".to_owned())));
        assert!(played.record.starts_with("@a1 @") && played.plies == 2);
        assert!(player.play(&fixture, conditions, &stop, &mut played));
        assert!(played.failed.is_none() && played.outcome.as_ref().unwrap().reason != reason::ENGINE_ERROR);
    }
}
