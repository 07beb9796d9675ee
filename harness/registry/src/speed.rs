//! Raw speed on one thread: uniformly random playouts of games, and searches of engines.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand_core::SeedableRng;
use torneo_contract::{Game, Scratch, SpecError, Turn, playout};
use torneo_search::signature::{self, Signature, Task};
use torneo_search::{AnyEngine, Rng};
use torneo_solve::Solved;
use web_time::Instant;

use crate::{AnyGame, EngineSpec};

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
pub(crate) fn playouts<G: Game>(game: &G, canonical: &str, time: Duration) -> Speed {
    let mut rng = Rng::seed_from_u64(1283);
    let mut scratch = Scratch::default();
    let start = game.start();
    let mut position = start.clone();
    let (mut games, mut plies) = (0, 0);
    let began = Instant::now();
    while began.elapsed() < time {
        for _ in 0..BATCH {
            position.clone_from(&start);
            plies += playout::playout(game, &mut position, LONGEST, &mut rng, &mut scratch);
            games += 1;
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    Speed {
        game: canonical.to_owned(),
        playouts_per_second: games as f64 / seconds,
        plies_per_second: plies as f64 / seconds,
        mean_plies: plies as f64 / games as f64,
    }
}

/// Plays uniformly random games on from a position: the scores of the seats, game after game. Who plays on for a million plies
/// shares the score.
pub(crate) fn play_out<G: Game>(
    game: &G,
    from: &G::Position,
    rng: &mut Rng,
    scores: &mut [f64],
    stop: &AtomicBool,
) {
    let mut scratch = Scratch::default();
    let mut position = from.clone();
    for scores in scores.chunks_exact_mut(game.seats()) {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        position.clone_from(from);
        playout::playout(game, &mut position, LONGEST, rng, &mut scratch);
        match game.turn(&position) {
            Turn::Over => scores.copy_from_slice(&game.outcome(&position).scores),
            _ => scores.fill(1.0 / scores.len() as f64),
        }
    }
}

/// What a benchmark of an engine found.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct SearchSpeed {
    /// The canonical specification of the game.
    pub game: String,
    /// The canonical specification of the engine.
    pub engine: String,
    /// Positions (alpha-beta), simulations (mcts) or playouts (flat-mc) per second.
    pub nodes_per_second: f64,
    /// Choices per second.
    pub choices_per_second: f64,
    /// Nodes of one round of the tasks: it changes only when the search does.
    pub nodes: u64,
    /// A hash of the choices of one round of the tasks.
    pub choices: String,
}

/// Lets each engine choose for the given time in positions of random games, but at least once in each of them; nothing for a game
/// without choices.
///
/// # Errors
/// An engine that cannot play the game.
pub(crate) fn searches(
    game: &dyn AnyGame,
    engines: &[EngineSpec],
    time: Duration,
) -> Result<Vec<SearchSpeed>, SpecError> {
    let mut tasks = signature::tasks(&*game.session());
    let solved = Solved::new(game.expander());
    let mut measured = Vec::new();
    let engines = if tasks.is_empty() { &[] } else { engines };
    for engine in engines {
        let mut player = game.engine(engine, &solved)?;
        let (signature, rounds, seconds) = repeat(&mut tasks, &mut *player, time);
        measured.push(SearchSpeed {
            game: game.canonical().to_owned(),
            engine: engine.canonical(),
            nodes_per_second: (rounds * signature.nodes) as f64 / seconds,
            choices_per_second: (rounds * tasks.len() as u64) as f64 / seconds,
            nodes: signature.nodes,
            choices: format!("{:04x}", signature.choices),
        });
    }
    Ok(measured)
}

/// Rounds of the tasks for the given time: what each did, their number, the seconds. The first one is not counted, unless it takes
/// that long by itself.
fn repeat(tasks: &mut [Task], player: &mut dyn AnyEngine, time: Duration) -> (Signature, u64, f64) {
    let began = Instant::now();
    let signature = signature::signature(tasks, player);
    if began.elapsed() >= time {
        return (signature, 1, began.elapsed().as_secs_f64());
    }
    let (mut rounds, began) = (0, Instant::now());
    while began.elapsed() < time {
        signature::signature(tasks, player);
        rounds += 1;
    }
    (signature, rounds, began.elapsed().as_secs_f64())
}
