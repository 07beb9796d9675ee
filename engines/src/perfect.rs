//! Play from tables of exact values.

use std::any::Any;
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use torneo_contract::{OptionInfo, OptionKind, Options, Playable, Seat, SpecError, random};

use crate::engine::{self, Choice, Engine, EngineInfo, Rng};
use crate::solver::retrograde::Tables;
use crate::solver::{Control, Progress, Unsolved};

/// The registry entry.
pub const INFO: EngineInfo = EngineInfo {
    id: "perfect",
    summary: "exact values from a table of all positions, for games that are small enough",
    options: &[
        OptionInfo {
            name: "table",
            kind: OptionKind::Text,
            default: "",
            help: "a file that `torneo solve --table` has written; without it the game is solved first",
        },
        OptionInfo {
            name: "memory",
            kind: OptionKind::Int { min: 1, max: 65_536 },
            default: "256",
            help: "MiB that solving may take",
        },
    ],
};

/// The options.
#[derive(Clone, Debug)]
pub struct PerfectOptions {
    /// The file of tables; empty if the game is to be solved.
    pub table: String,
    /// Bytes that solving may take.
    pub memory: u64,
}

impl PerfectOptions {
    /// Takes the options from a checked specification.
    pub fn new(options: &Options) -> PerfectOptions {
        PerfectOptions {
            table: options.text("table").to_owned(),
            memory: u64::from(options.u32("memory")) << 20,
        }
    }
}

/// Tables by game specification and file, of this process.
type Cache = HashMap<(String, String), Arc<dyn Any + Send + Sync>>;

static CACHE: LazyLock<Mutex<Cache>> = LazyLock::new(Mutex::default);

/// The tables of a game: those of an earlier call, or else of the file, or else solved now.
fn tables<G: Playable>(
    game: &G,
    canonical: &str,
    options: &PerfectOptions,
) -> Result<Arc<Tables<G>>, Unsolved> {
    // Held while the game is solved, so that it is solved once.
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (canonical.to_owned(), options.table.clone());
    if let Some(tables) = cache.get(&key).and_then(|known| known.clone().downcast().ok()) {
        return Ok(tables);
    }
    let tables = if options.table.is_empty() {
        let (stop, progress) = (AtomicBool::new(false), |_: &Progress| {});
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let control = Control { memory: options.memory, threads, stop: &stop, progress: &progress };
        Tables::solve(game, canonical, &game.start(), None, &control)?
    } else {
        Tables::load(game, Path::new(&options.table))?
    };
    if !tables.is_complete() {
        return Err(Unsolved::Unfit("what play without end is worth depends on the history".to_owned()));
    }
    let tables = Arc::new(tables);
    cache.insert(key, tables.clone());
    Ok(tables)
}

/// Plays a best action by the tables: the nearest win, else a draw, else the farthest loss; of equal ones each with
/// the same probability. The tables leave histories out, so it looks at each action whether it ends the game.
pub struct Perfect<G: Playable> {
    tables: Arc<Tables<G>>,
    rng: Rng,
}

impl<G: Playable> Perfect<G> {
    /// A perfect player of the game with this canonical specification.
    ///
    /// # Errors
    /// A game that cannot be solved within the memory, or a file without its tables.
    pub fn new(game: &G, canonical: &str, options: &PerfectOptions) -> Result<Perfect<G>, SpecError> {
        let tables = tables(game, canonical, options)
            .map_err(|error| SpecError::new(format!("perfect cannot play {canonical}: {error}")))?;
        Ok(Perfect { tables, rng: engine::unseeded() })
    }
}

impl<G: Playable> Engine<G> for Perfect<G> {
    fn begin(&mut self, _game: &G, _seat: Seat, rng: Rng) {
        self.rng = rng;
    }

    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action> {
        let best = self.tables.best(game, position).expect("the tables hold all positions of a game");
        Choice { action: best[random::below(&mut self.rng, best.len())].0, nodes: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::alpha_beta::{AlphaBeta, AlphaBetaOptions};
    use crate::solver::Value;
    use rand_core::SeedableRng;
    use torneo_contract::Scratch;
    use torneo_contract::Turn;
    use torneo_games::hunt::Hnefatafl;
    use torneo_games::morris::ThreeMensMorris;

    const SOLVED: PerfectOptions = PerfectOptions { table: String::new(), memory: 16 << 20 };

    fn game<G: Playable>(spec: &str) -> G {
        let options = Options::check(&spec.parse().unwrap(), G::INFO.options).unwrap();
        G::new(&options).unwrap()
    }

    /// Plays a game after some random plies; the value of the opening and the winner.
    fn play<G: Playable>(
        game: &G,
        tables: &Tables<G>,
        players: &mut [&mut dyn Engine<G>; 2],
        seed: u64,
    ) -> (Value, Option<Seat>) {
        let mut rng = Rng::seed_from_u64(seed);
        let (mut position, mut scratch) = (game.start(), Scratch::default());
        for _ in 0..seed % 6 {
            if let Turn::Seat(seat) = game.turn(&position) {
                let action = game.random_action(&position, seat, &mut rng, &mut scratch);
                game.apply(&mut position, action);
            }
        }
        let value = tables.value(game, &position).unwrap().unwrap();
        for seat in Seat::all(2) {
            players[seat.index()].begin(game, seat, Rng::seed_from_u64(seed + 1000));
        }
        while let Turn::Seat(seat) = game.turn(&position) {
            let action = players[seat.index()].choose(game, &position).action;
            game.apply(&mut position, action);
        }
        (value, game.outcome(&position).winner())
    }

    #[test]
    fn wins_are_won_and_draws_are_kept() {
        for spec in ["three-mens-morris", "three-mens-morris(equal_turns=false)"] {
            let game: ThreeMensMorris = game(spec);
            let mut perfect = Perfect::new(&game, spec, &SOLVED).unwrap();
            let tables = perfect.tables.clone();
            let options =
                Options::check(&"alpha-beta(depth=4)".parse().unwrap(), crate::alpha_beta::INFO.options);
            let mut alpha_beta =
                AlphaBeta::<ThreeMensMorris>::new(AlphaBetaOptions::new(&options.unwrap()).unwrap());
            let mut random = Random::<ThreeMensMorris>::new();
            let others: [&mut dyn Engine<_>; 2] = [&mut alpha_beta, &mut random];
            for other in others {
                for seed in 0..60 {
                    let (value, winner) = play(&game, &tables, &mut [&mut perfect, &mut *other], seed);
                    assert!(winner == Some(Seat::FIRST) || value.winner != Some(Seat::FIRST));
                    assert!(winner != Some(Seat::SECOND) || value.winner == Some(Seat::SECOND));
                    let (value, winner) = play(&game, &tables, &mut [&mut *other, &mut perfect], seed);
                    assert!(winner == Some(Seat::SECOND) || value.winner != Some(Seat::SECOND));
                    assert!(winner != Some(Seat::FIRST) || value.winner == Some(Seat::FIRST));
                }
            }
            let mut opponent = Perfect::new(&game, spec, &SOLVED).unwrap();
            assert!(Arc::ptr_eq(&tables, &opponent.tables), "solved once");
            let (value, winner) = play(&game, &tables, &mut [&mut perfect, &mut opponent], 0);
            assert_eq!(value.winner, winner);
        }
    }

    #[test]
    fn games_that_are_too_large_are_refused() {
        let tafl: Hnefatafl = game("hnefatafl");
        let error = Perfect::new(&tafl, "hnefatafl", &SOLVED).err().unwrap().to_string();
        assert!(error.starts_with("perfect cannot play hnefatafl: too large: "), "{error}");
        let options = PerfectOptions { table: "missing".to_owned(), memory: 0 };
        let error = Perfect::new(&tafl, "hnefatafl", &options).err().unwrap().to_string();
        assert!(error.contains("does not number its positions"), "{error}");
    }
}
