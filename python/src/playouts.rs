//! Uniformly random games that go on from a position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use rayon::prelude::*;
use torneo_contract::session::Session;
use torneo_registry::AnyGame;
use torneo_registry::streams::{Purpose, Streams};

use crate::process::with_threads;

/// Playouts that share one generator, so that results do not depend on the number of threads.
const BLOCK: usize = 64;
/// Games that are played between two looks at the flag that stops them.
const AT_ONCE: usize = 4;

/// The scores of the seats in `n` games that go on from here, game after game; 0 for games that `stop` left out.
///
/// # Errors
/// Threads that the system does not give.
pub fn play_out(
    game: &dyn AnyGame,
    from: &dyn Session,
    n: usize,
    seed: u64,
    threads: usize,
    stop: &Arc<AtomicBool>,
) -> PyResult<Vec<f64>> {
    let seats = from.seats();
    let mut scores = vec![0.0; n * seats];
    with_threads(threads, || {
        scores.par_chunks_mut(BLOCK * seats).enumerate().for_each(|(block, scores)| {
            let mut rng = Streams::numbered(seed, block as u64).generator(Purpose::Chance);
            for scores in scores.chunks_mut(AT_ONCE * seats) {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                game.play_out(from, &mut rng, scores);
            }
        });
    })?;
    Ok(scores)
}
