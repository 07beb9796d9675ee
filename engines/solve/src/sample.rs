//! How many positions there are at least, from random games.

use rayon::prelude::*;
use torneo_contract::refuse_if;

use crate::{Control, Expander, Identity, Needs, Position, Unsolved};

/// Games played at once, and in all.
const BATCH: u64 = 1 << 10;
const GAMES: u64 = 1 << 14;
/// Plies of a game that are looked at.
const PLIES: usize = 120;

/// An estimate of the number of positions below the root, which tends to be too low. `identity` says which
/// positions count as the same.
///
/// `n` random games are played, and their positions after the same number of plies are compared: `n * (n - 1)
/// / 2` pairs. If `c` pairs are equal, the estimate is the number of pairs divided by `c + 3`. There are more
/// positions if some are likelier than others. The largest estimate over all numbers of plies counts. The
/// number of games is always the same, so the estimate depends on nothing but the game.
///
/// # Errors
/// [`Unsolved::Interrupted`].
fn fewest_positions(
    expander: &dyn Expander,
    root: Position<'_>,
    identity: Identity,
    control: &Control,
) -> Result<f64, Unsolved> {
    let mut by_ply: Vec<Vec<u64>> = vec![Vec::new(); PLIES];
    for first in (0..GAMES).step_by(BATCH as usize) {
        control.check()?;
        let play = |seed| {
            let mut keys = Vec::new();
            expander.random_game(root, seed, PLIES, identity, &mut keys);
            keys
        };
        let played: Vec<Vec<u64>> = (first..first + BATCH).into_par_iter().map(play).collect();
        for keys in played {
            for (ply, key) in keys.into_iter().enumerate() {
                by_ply[ply].push(key);
            }
        }
    }
    Ok(by_ply.iter_mut().map(|keys| estimate(keys)).fold(0.0, f64::max))
}

/// Refuses a game whose positions below the root certainly take more than the memory. Each takes these bytes and seconds.
///
/// # Errors
/// [`Unsolved::TooLarge`], or [`Unsolved::Interrupted`].
pub fn refuse_too_many(
    expander: &dyn Expander,
    root: Position<'_>,
    identity: Identity,
    (bytes, seconds): (f64, f64),
    control: &Control,
) -> Result<(), Unsolved> {
    let positions = fewest_positions(expander, root, identity, control)?;
    let needs = Needs { positions, bytes: positions * bytes, seconds: positions * seconds };
    refuse_if!(needs.bytes > control.memory as f64, Unsolved::TooLarge(needs));
    Ok(())
}

fn estimate(hashes: &mut [u64]) -> f64 {
    let pairs = |count: usize| count as f64 * count.saturating_sub(1) as f64 / 2.0;
    hashes.sort_unstable();
    let equal: f64 = hashes.chunk_by(|a, b| a == b).map(|same| pairs(same.len())).sum();
    // A count of c speaks against a mean above c + 3.
    pairs(hashes.len()) / (equal + 3.0)
}
