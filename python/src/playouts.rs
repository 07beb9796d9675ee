//! Uniformly random games that go on from a position.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use rayon::prelude::*;
use torneo_contract::session::Session;
use torneo_registry::AnyGame;
use torneo_registry::streams::{Purpose, Streams};

use crate::process::with_threads;

/// Playouts that share one generator, so that results do not depend on the number of threads.
const BLOCK: usize = 64;

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
    let block = |(block, scores): (usize, &mut [f64])| {
        let mut rng = Streams::numbered(seed, block as u64).generator(Purpose::Chance);
        game.play_out(from, &mut rng, scores, stop);
    };
    match threads {
        1 => scores.chunks_mut(BLOCK * seats).enumerate().for_each(block),
        _ => with_threads(threads, || scores.par_chunks_mut(BLOCK * seats).enumerate().for_each(block))?,
    }
    Ok(scores)
}
