//! What is asked of a game before an engine is set up for it.

use torneo_contract::{GameInfo, Heuristics, Seat, Setting};

use crate::learned;

/// What the set-up of engines depends on, of a game with its options set.
#[derive(Clone, Copy, Debug)]
pub struct Traits {
    /// The description.
    pub info: &'static GameInfo,
    /// Number of seats.
    pub seats: usize,
    /// Whether it offers an evaluation.
    pub is_evaluated: bool,
    /// Whether play to the end tells more than its evaluation.
    pub plays_out: bool,
    /// The settings that search it best.
    pub settings: &'static [Setting],
    /// The weights of an evaluation that was learnt for it with these options.
    pub weights: Option<&'static str>,
}

impl Traits {
    /// Those of a game with its canonical specification.
    pub fn of<G: Heuristics>(game: &G, canonical: &str) -> Traits {
        Traits {
            info: const { &G::INFO },
            seats: game.seats(),
            is_evaluated: game.evaluate(&game.start(), Seat::FIRST).is_some(),
            plays_out: game.plays_out(),
            settings: game.settings(),
            weights: learned::weights_of(game.weights(), canonical),
        }
    }

    /// The settings that suit the game and that its options allow: an evaluation that was learnt takes
    /// weights.
    pub fn wanted(&self) -> impl Iterator<Item = &'static Setting> {
        let has_weights = self.weights.is_some();
        let settings = self.settings.iter();
        settings.filter(move |setting| has_weights || !setting.options.contains("evaluation=learned"))
    }
}
