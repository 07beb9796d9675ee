//! Uniformly random games that go on from a position.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use rayon::prelude::*;
use torneo_contract::session::Session;
use torneo_registry::AnyGame;
use torneo_registry::streams::{Purpose, Streams};

use crate::process::with_threads;
use crate::python_game::is_python;
use crate::table::Table;
use crate::wait::{waited, waited_beside};

/// Playouts that share one generator, so that results do not depend on the number of threads.
const BLOCK: usize = 64;

/// Games that are tried to see how long all will take.
const TRIED: usize = 4;
/// What takes no longer than this is not worth waking another thread.
const SHORT: Duration = Duration::from_millis(5);

/// The scores of the seats in `n` games that go on from here, game after game. Ctrl-C stops it.
///
/// # Errors
/// Threads that the system does not give, and what a signal raised.
pub fn play_out(py: Python<'_>, table: Table, n: usize, seed: u64, threads: usize) -> PyResult<Vec<f64>> {
    if is_python(&*table.game) {
        // Methods in Python wait for each other, and belong to the thread of the call.
        return waited_beside(py, move |call| all(&*table.game, table.session(), n, seed, 1, call.stop()))?;
    }
    let (game, from) = (&table.game, table.session());
    let is_short = py.detach(|| {
        let began = Instant::now();
        all(&**game, from, n.min(TRIED), seed, 1, &AtomicBool::new(false))?;
        Ok::<bool, PyErr>(began.elapsed() * (n / TRIED + 1) as u32 <= SHORT)
    })?;
    if is_short {
        return py.detach(|| all(&**game, from, n, seed, 1, &AtomicBool::new(false)));
    }
    waited(py, move |call| all(&*table.game, table.session(), n, seed, threads, call.stop()))?
}

/// The scores of all games; 0 for those that `stop` left out.
fn all(
    game: &dyn AnyGame,
    from: &dyn Session,
    n: usize,
    seed: u64,
    threads: usize,
    stop: &AtomicBool,
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
