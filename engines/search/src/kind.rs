//! What an engine tells of itself, and how it is set up for a game.

use std::any::Any;
use std::sync::Arc;

use torneo_contract::{Options, Playable, Spec, SpecError};
use torneo_solve::Solved;

use crate::common::budget;
use crate::common::clock::GameClock;
use crate::engine::{Engine, EngineInfo};
use crate::learned::{self, Learned, Sight};
use crate::policy::{self, Policy};
use crate::traits::Traits;

/// What an engine is set up with.
#[derive(Clone, Copy)]
pub struct SetUp<'a> {
    /// The options of the engine.
    pub options: &'a Options,
    /// The game.
    pub traits: &'a Traits,
    /// The tables of the game that its engines share.
    pub solved: &'a Solved,
    /// What the game tells to what is learnt.
    pub sight: &'a dyn Fn() -> Sight,
}

impl SetUp<'_> {
    /// The learnt evaluation that the options ask for, if they do.
    ///
    /// # Errors
    /// As [`learned::asked`], and weights for which nothing is asked.
    pub fn learned(&self) -> Result<Option<Learned>, SpecError> {
        learned::asked(self.options, policy::evaluation_path(self.options)?, self.sight)
    }

    /// The learnt policy that the options ask for, if they do.
    ///
    /// # Errors
    /// As [`policy::asked`].
    pub fn policy(&self) -> Result<Option<Arc<Policy>>, SpecError> {
        policy::asked(self.options, self.sight)
    }

    /// That the engine does not play the game.
    pub fn refuse(&self, info: &EngineInfo, why: &str) -> SpecError {
        SpecError::new(format!("the engine `{}` does not play `{}`{why}", info.id, self.traits.info.id))
    }
}

/// An engine that plays any game. Everything but [`build`](EngineKind::build) is asked before there is a game's type.
pub trait EngineKind: Any + Send + Sync {
    /// The description.
    fn info(&self) -> &'static EngineInfo;

    /// The options that name engines of which a player is made.
    fn parts(&self) -> &'static [&'static str] {
        &[]
    }

    /// The options that stand in every specification, with the values where none are given.
    fn filled(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The threads that a player searches with.
    fn threads(&self, _options: &Options) -> usize {
        1
    }

    /// The most memory that a player takes by its options, in bytes.
    fn memory(&self, _options: &Options) -> u64 {
        0
    }

    /// The memory in bytes of the tables of a game that this engine shares with all others at its table.
    fn shared_memory(&self, _options: &Options) -> u64 {
        0
    }

    /// Whether play is a pure function of the seed: there is no time budget, and one thread searches.
    fn is_reproducible(&self, options: &Options) -> bool {
        self.threads(options) == 1 && budget::seconds(options).is_none()
    }

    /// Whether it is known to draw at random, if only between choices that are equally good: two of its games that go alike
    /// are then two observations.
    fn draws_at_random(&self, _options: &Options) -> bool {
        true
    }

    /// Checks what the kinds and ranges of the options do not show, whatever the game.
    ///
    /// # Errors
    /// Options that cannot be used.
    fn check_options(&self, options: &Options) -> Result<(), SpecError> {
        GameClock::of(options).map(drop)
    }

    /// The specification that replaces one which leaves something to the game. None where it stands as it is.
    fn followed(&self, _options: &Options, _traits: &Traits) -> Option<Spec> {
        None
    }

    /// Whether [`build`](EngineKind::build) can make a player. It makes none. It makes the tables of an engine
    /// that needs them.
    ///
    /// # Errors
    /// Options that contradict each other, or a game that the engine cannot play.
    fn check(&self, set_up: &SetUp<'_>) -> Result<(), SpecError> {
        set_up.learned().map(drop)
    }

    /// Makes a player of a game.
    ///
    /// # Errors
    /// As [`check`](EngineKind::check).
    fn build<G: Playable>(&self, game: &G, set_up: &SetUp<'_>) -> Result<Box<dyn Engine<G>>, SpecError>
    where
        Self: Sized;
}
