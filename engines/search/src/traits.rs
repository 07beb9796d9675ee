//! What is asked of a game before an engine is set up for it.

use torneo_contract::{GameInfo, Heuristics, Seat, Setting};

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
    /// How it was found to be searched well.
    pub settings: &'static [Setting],
}

impl Traits {
    /// Those of a game.
    pub fn of<G: Heuristics>(game: &G) -> Traits {
        Traits {
            info: const { &G::INFO },
            seats: game.seats(),
            is_evaluated: game.evaluate(&game.start(), Seat::FIRST).is_some(),
            plays_out: game.plays_out(),
            settings: game.settings(),
        }
    }
}
