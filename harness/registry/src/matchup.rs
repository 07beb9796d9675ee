//! A matchup: one game with the engines that play it.
//!
//! Games and engines are known here with their types erased: the loop of a game is compiled once, and what costs time, the searches, is
//! statically dispatched below one virtual call for each decision.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use torneo_contract::session::Session;
use torneo_contract::{Refusal, Seat, SpecError, reason, refusal};
use torneo_search::{AnyEngine, Fault, Stop};
use torneo_solve::Solved;

use crate::adjudication::{Adjudication, KNOWING, Referee};
use crate::book::Opened;
use crate::game_loop::GameLoop;
use crate::pairing::{MatchSettings, Pairing, Played, loss};
use crate::panics::{caught, panic_message};
use crate::{AnyGame, EngineSpec};

/// A game with its engines, ready to be played by many threads.
pub struct Matchup {
    game: Arc<dyn AnyGame>,
    /// The tables of the game that its engines share.
    solved: Arc<Solved>,
    engines: Arc<[EngineSpec]>,
}

impl Matchup {
    /// Sets up the table of a game with these engines.
    ///
    /// # Errors
    /// An engine that cannot play the game; the error says which.
    pub(crate) fn set(game: Arc<dyn AnyGame>, engines: &[EngineSpec]) -> Result<Matchup, SpecError> {
        let solved = Arc::new(Solved::new(game.expander()));
        for engine in engines {
            game.check(engine, &solved)?;
        }
        Ok(Matchup { game, solved, engines: engines.into() })
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Number of seats.
    pub fn seats(&self) -> usize {
        self.game.seats()
    }

    /// What a seat is called.
    pub fn seat_name(&self, seat: Seat) -> &'static str {
        self.game.seat_name(seat)
    }

    /// Whether games can be ended as these rules say.
    ///
    /// # Errors
    /// A game of more seats, or whose seats choose together; or one whose positions no table tells, if these are wanted.
    pub fn check_adjudication(&self, rules: &Adjudication) -> Result<(), SpecError> {
        let game = self.game.canonical();
        if self.seats() != 2 || self.game.info().turns.simultaneous {
            let message = "adjudication is for games of two seats that choose by turns";
            return Err(SpecError::new(format!("{message}: {game} is none")));
        }
        if !rules.solved {
            return Ok(());
        }
        let known = self.game.check(&knowing(&self.engines), &self.solved);
        known.map_err(|why| {
            SpecError::new(format!("`solved` needs the value of every position of {game}: {why}"))
        })
    }

    /// An engine that knows the value of every position, which [`check_adjudication`](Matchup::check_adjudication) has made sure of.
    pub fn knowing(&self) -> Box<dyn AnyEngine> {
        build_knowing(&*self.game, &self.engines, &self.solved)
    }

    /// Whether all seats choose together from the first choice on, so that none moves first.
    pub fn has_no_first_move(&self) -> bool {
        self.game.has_no_first_move()
    }

    /// Whether the game has turns of chance.
    pub fn has_chance(&self) -> bool {
        self.game.info().turns.chance
    }

    /// Whether the game is known to draw at random.
    pub fn draws_at_random(&self) -> bool {
        self.game.draws_at_random()
    }

    /// An opening of a book as results write it: a line of moves from the start in the game's own words, or the text of a
    /// position.
    ///
    /// # Errors
    /// A text that is neither, or after which the game is over.
    pub fn opening(&self, text: &str) -> Result<String, Refusal> {
        let opened = Opened::read(&*self.game.session(), text)?;
        if opened.from.is_some()
            && let Some(engine) = self.engines.iter().find(|engine| knows_moves_only(engine))
        {
            let engine = engine.canonical();
            return Err(refusal!("`{engine}` cannot begin in a position: it needs the moves that led there"));
        }
        Ok(opened.text())
    }

    /// Tries whether an engine, by its number, is ready to play the game.
    ///
    /// # Errors
    /// Why it is not, or that it does not play the game.
    pub fn greet(&self, engine: usize, stop: &Stop) -> Result<(), SpecError> {
        self.game.greet(&self.engines[engine], stop)
    }

    /// What one thread needs to play. Games are abandoned, and searches end at once, when `stop` is set.
    pub fn player(&self, stop: &Arc<AtomicBool>) -> Player {
        let start = self.game.session();
        Player {
            session: start.copy(),
            start,
            opened: None,
            knowing: None,
            waiting: (0..self.engines.len() * self.game.seats()).map(|_| None).collect(),
            specs: self.engines.clone(),
            solved: self.solved.clone(),
            game: self.game.clone(),
            stop: stop.clone(),
        }
    }
}

/// Whether an engine knows a position only by the moves that led to it.
fn knows_moves_only(engine: &EngineSpec) -> bool {
    engine.text_engine().is_some_and(|engine| engine.needs_history())
}

/// The engine that knows every position: the first with tables that plays here, else one that makes them.
fn knowing(engines: &[EngineSpec]) -> EngineSpec {
    let playing = engines.iter().find(|engine| engine.info().id == KNOWING);
    playing.cloned().unwrap_or_else(|| {
        let spec = KNOWING.parse().expect("it is a specification");
        EngineSpec::check(&spec).expect("it is built in")
    })
}

fn build_knowing(game: &dyn AnyGame, engines: &[EngineSpec], solved: &Solved) -> Box<dyn AnyEngine> {
    game.engine(&knowing(engines), solved).expect("the table has checked it")
}

/// One thread's place at a table.
pub struct Player {
    game: Arc<dyn AnyGame>,
    solved: Arc<Solved>,
    specs: Arc<[EngineSpec]>,
    start: Box<dyn Session>,
    /// The opening of a book that was played last.
    opened: Option<(Arc<str>, Opened)>,
    session: Box<dyn Session>,
    /// Engines built so far and not at work, by engine and seat; they are kept from game to game.
    waiting: Vec<Option<Box<dyn AnyEngine>>>,
    /// Who knows the value of every position, once it was asked for.
    knowing: Option<Box<dyn AnyEngine>>,
    stop: Arc<AtomicBool>,
}

impl Player {
    /// Takes an engine for a seat from those that wait; builds it at its first game.
    fn take(&mut self, engine: usize, seat: usize) -> Box<dyn AnyEngine> {
        let waiting = self.waiting[engine * self.game.seats() + seat].take();
        waiting.unwrap_or_else(|| {
            let built = self.game.engine(&self.specs[engine], &self.solved);
            let mut engine = built.expect("the table has checked it");
            engine.set_stop(Stop::at(&self.stop));
            engine
        })
    }

    /// Plays a game; false if it was abandoned.
    ///
    /// # Errors
    /// A fault of this machine, which gives an engine no files, memory or threads: the game does not count.
    pub fn play(
        &mut self,
        pairing: &Pairing,
        settings: MatchSettings,
        played: &mut Played,
    ) -> Result<bool, Fault> {
        let seats = self.game.seats();
        let engines =
            pairing.engines.iter().enumerate().map(|(seat, &engine)| self.take(engine, seat)).collect();
        played.reset(seats);
        self.session.go_to(&*self.start);
        let opened = pairing.opening.as_ref().map(|text| {
            if self.opened.as_ref().is_none_or(|(last, _)| last != text) {
                let read = Opened::read(&*self.start, text).expect("the table has checked it");
                self.opened = Some((text.clone(), read));
            }
            &self.opened.as_ref().expect("it was just read").1
        });
        // Where no seat ever chooses there is nothing to open with.
        let opening_plies = if self.game.has_choices() { settings.opening_plies } else { 0 };
        let settings = MatchSettings { opening_plies, ..settings };
        if self.knowing.is_none() && settings.adjudication.is_some_and(|rules| rules.solved) {
            self.knowing = Some(build_knowing(&*self.game, &self.specs, &self.solved));
        }
        let referee = settings.adjudication.map(|rules| Referee::new(rules, self.knowing.as_deref_mut()));
        let game_loop = GameLoop::new(&mut *self.session, pairing, settings, engines, played);
        let mut game_loop = game_loop.judged_by(referee);
        let finished = caught(|| game_loop.play(opened, &self.stop));
        let GameLoop { thinking, engines, .. } = game_loop;
        for (seat, engine) in engines.into_iter().enumerate() {
            // An engine that panicked is in no known state and is built anew.
            if thinking.is_none_or(|failed| failed.index() != seat) {
                self.waiting[pairing.engines[seat] * seats + seat] = Some(engine);
            }
        }
        match (finished, thinking) {
            (Ok(finished), _) => finished,
            (Err(panic), Some(seat)) => {
                played.outcome = Some(loss(seat, &pairing.engines, reason::ENGINE_ERROR));
                played.failed = Some((seat, panic_message(&*panic)));
                Ok(true)
            }
            (Err(panic), None) => std::panic::resume_unwind(panic),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::Described;
    use torneo_contract::{Game, Options, Spec};
    use torneo_games::morris::ThreeMensMorris;
    use torneo_search::{Choice, Engine, Rng, Scale, erased};

    use crate::GameEntry;
    use crate::streams::Streams;

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
        let game = GameEntry::of::<ThreeMensMorris>();
        let spec: Spec = "three-mens-morris".parse().unwrap();
        let game = game.set_up(&Options::check(&spec, ThreeMensMorris::INFO.options).unwrap()).unwrap();
        let random = EngineSpec::check(&"random".parse().unwrap()).unwrap();
        let mut player = game.table(&[random.clone(), random]).unwrap().player(&Arc::default());
        player.waiting[0] = Some(erased(Box::new(Failing(0)), Scale::default()));
        let pairing = Pairing {
            game_no: 0,
            opening: None,
            streams: Streams::numbered(1, 0),
            engines: [0, 1].into_iter().collect(),
        };
        let settings = MatchSettings {
            opening_plies: 0,
            max_plies: 1000,
            record: true,
            evaluations: false,
            times: false,
            play_on: false,
            adjudication: None,
        };
        let mut played = Played::default();
        assert!(player.play(&pairing, settings, &mut played).unwrap());
        let outcome = played.outcome.clone().unwrap();
        assert_eq!((outcome.reason, outcome.scores.to_vec()), (reason::ENGINE_ERROR, vec![0.0, 1.0]));
        assert_eq!(played.failed, Some((Seat::FIRST, "out of ideas".to_owned())));
        assert!(played.record.starts_with("@a1 @") && played.plies == 2);
        assert!(player.play(&pairing, settings, &mut played).unwrap());
        assert!(played.failed.is_none() && played.outcome.as_ref().unwrap().reason != reason::ENGINE_ERROR);
    }
}
