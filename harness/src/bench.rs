//! Raw speed of the games: uniformly random playouts on one thread.

use std::time::{Duration, Instant};

use rand_core::SeedableRng;
use torneo_engines::Rng;
use torneo_games::contract::{Scratch, Spec, SpecError};
use torneo_games::registry::{self, Visitor};
use torneo_games::{Game, playout};

/// What a benchmark found.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Speed {
    /// The canonical specification.
    pub game: String,
    /// Games from the start position to the end per second.
    pub playouts_per_second: f64,
    /// Plies per second.
    pub plies_per_second: f64,
    /// Mean length of a game in plies.
    pub mean_plies: f64,
}

/// Games played between two looks at the clock.
const BATCH: u64 = 16;
/// Plies after which a playout is cut, for games that nothing else ends.
const LONGEST: u64 = 1_000_000;

/// Plays uniformly random games for the given time.
///
/// # Errors
/// A specification that does not stand for a game.
pub fn playouts(spec: &Spec, time: Duration) -> Result<Speed, SpecError> {
    struct Playouts(Duration);
    impl Visitor for Playouts {
        type Output = Speed;
        fn visit<G: Game>(self, game: G, canonical: String) -> Speed {
            let mut rng = Rng::seed_from_u64(1283);
            let mut scratch = Scratch::default();
            let start = game.start();
            let mut position = start.clone();
            let (mut games, mut plies) = (0, 0);
            let began = Instant::now();
            while began.elapsed() < self.0 {
                for _ in 0..BATCH {
                    position.clone_from(&start);
                    plies += playout::playout(&game, &mut position, LONGEST, &mut rng, &mut scratch);
                    games += 1;
                }
            }
            let seconds = began.elapsed().as_secs_f64();
            Speed {
                game: canonical,
                playouts_per_second: games as f64 / seconds,
                plies_per_second: plies as f64 / seconds,
                mean_plies: plies as f64 / games as f64,
            }
        }
    }
    registry::visit(spec, Playouts(time))
}
