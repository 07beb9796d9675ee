//! Engines of torneo that keep a clock.

use std::time::Duration;

use torneo_contract::session::Session;
use torneo_contract::{Outcome, Seat, reason};
use web_time::Instant; // the clock of the standard library, and in browsers theirs

use crate::assessment::Assessment;
use crate::common::clock::{Face, GameClock, RunningClock};
use crate::engine::{By, Explanation, Fault, FaultyAnswer, Rng, Stop};
use crate::erased::AnyEngine;
use crate::inquiry::{Inquiry, Limits};
use crate::scale::Scale;

/// Seconds by which a clock may be overrun before the game is lost, as for programs.
const MARGIN: f64 = 0.05;

/// An engine of torneo that keeps a clock.
pub struct Clocked {
    engine: Box<dyn AnyEngine>,
    clock: GameClock,
    running: RunningClock,
    /// How long the last choice took by this clock.
    took: Option<Duration>,
    /// Whether somebody else says how long it may think.
    has_limits: bool,
}

impl Clocked {
    /// An engine with a clock for each of its games.
    pub fn new(engine: Box<dyn AnyEngine>, clock: GameClock) -> Clocked {
        Clocked { engine, clock, running: RunningClock::new(clock), took: None, has_limits: false }
    }

    /// Thinks by the clock, unless somebody else says how long.
    fn timed(
        &mut self,
        think: impl FnOnce(&mut dyn AnyEngine) -> Result<u64, Box<Fault>>,
    ) -> Result<u64, Box<Fault>> {
        self.took = None;
        if self.has_limits {
            return think(&mut *self.engine);
        }
        let face = self.running.face();
        let seconds = Some(face.allotted());
        self.engine.set_limits(Some(Limits { seconds, own_too: true, ..Limits::default() }));
        let began = Instant::now();
        let nodes = think(&mut *self.engine)?;
        let took = began.elapsed();
        if took.as_secs_f64() > face.left + MARGIN {
            let message = format!("it took {:.3} s and had {:.3} s left", took.as_secs_f64(), face.left);
            return Err(Box::new(Fault::new(reason::TIME_FORFEIT, message)));
        }
        self.running.spend(took);
        self.took = Some(took);
        Ok(nodes)
    }
}

impl AnyEngine for Clocked {
    fn set_stop(&mut self, stop: Stop) {
        self.engine.set_stop(stop);
    }

    fn clock(&self) -> Option<Face> {
        Some(self.running.face())
    }

    fn see_clocks(&mut self, clocks: &[Option<Face>]) {
        self.engine.see_clocks(clocks);
    }

    fn set_number(&mut self, game_no: u64) {
        self.engine.set_number(game_no);
    }

    fn begin(&mut self, session: &dyn Session, seat: Seat, rng: Rng) {
        self.running = RunningClock::new(self.clock);
        self.engine.begin(session, seat, rng);
    }

    fn choose(&mut self, session: &mut dyn Session) -> Result<u64, Box<Fault>> {
        self.timed(|engine| engine.choose(session))
    }

    fn set_limits(&mut self, limits: Option<Limits>) {
        self.has_limits = limits.is_some();
        self.engine.set_limits(limits);
    }

    fn analyse(
        &mut self,
        session: &mut dyn Session,
        inquiry: &mut Inquiry<'_, String>,
    ) -> Result<u64, Box<Fault>> {
        self.timed(|engine| engine.analyse(session, inquiry))
    }

    fn explain(&mut self, session: &dyn Session, candidates: usize) -> Explanation<String> {
        self.engine.explain(session, candidates)
    }

    fn set_scale(&mut self, scale: Scale) {
        self.engine.set_scale(scale);
    }

    fn assess(&mut self, session: &dyn Session, nodes: u64) -> Assessment {
        Assessment { took: self.took, ..self.engine.assess(session, nodes) }
    }

    fn follows(&self) -> bool {
        self.engine.follows()
    }

    fn take_faulty(&mut self) -> Vec<FaultyAnswer> {
        self.engine.take_faulty()
    }

    fn start_from(&mut self, position: &str) {
        self.engine.start_from(position);
    }

    fn observe(&mut self, token: &str, by: By) {
        self.engine.observe(token, by);
    }

    fn finish(&mut self, outcome: &Outcome) {
        self.engine.finish(outcome);
    }
}
