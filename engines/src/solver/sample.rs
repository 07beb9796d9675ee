//! How many positions there are at least, from random games.

use rand_core::SeedableRng;
use rayon::prelude::*;
use torneo_contract::{Playable, Scratch, playout};

use crate::engine::Rng;
use crate::solver::{Control, Unsolved};

/// Games played at once, and at most.
const BATCH: u64 = 1 << 10;
const MOST: u64 = 1 << 14;
/// Plies of a game that are looked at.
const PLIES: usize = 120;

/// An estimate of the positions below the root, told apart by `key`, that tends to be too low: among the positions after so many plies of
/// `n` random games `n * n / 2` pairs are compared, and if `c` of them are equal, there are about `n * n / 2 / c`
/// positions, or more if some are likelier than others. Games are played until the estimate is far beyond `enough`.
pub fn fewest_positions<G: Playable>(
    game: &G,
    root: &G::Position,
    key: impl Fn(&G::Position) -> u64 + Sync,
    enough: f64,
    control: &Control,
) -> Result<f64, Unsolved> {
    let mut by_ply: Vec<Vec<u64>> = vec![Vec::new(); PLIES];
    let mut fewest = 0.0;
    for first in (0..MOST).step_by(BATCH as usize) {
        control.check()?;
        let played: Vec<Vec<u64>> =
            (first..first + BATCH).into_par_iter().map(|seed| random_game(game, root, &key, seed)).collect();
        for hashes in played {
            for (ply, hash) in hashes.into_iter().enumerate() {
                by_ply[ply].push(hash);
            }
        }
        fewest = by_ply.iter_mut().map(|hashes| estimate(hashes)).fold(0.0, f64::max);
        if fewest > 10.0 * enough {
            break;
        }
    }
    Ok(fewest)
}

/// The keys of the positions of a random game from the root.
fn random_game<G: Playable>(
    game: &G,
    root: &G::Position,
    key: impl Fn(&G::Position) -> u64,
    seed: u64,
) -> Vec<u64> {
    let (mut rng, mut scratch) = (Rng::seed_from_u64(seed), Scratch::default());
    let (mut position, mut keys) = (root.clone(), Vec::new());
    while keys.len() < PLIES && playout::random_ply(game, &mut position, &mut rng, &mut scratch).is_some() {
        keys.push(key(&position));
    }
    keys
}

fn estimate(hashes: &mut [u64]) -> f64 {
    let pairs = |count: usize| count as f64 * count.saturating_sub(1) as f64 / 2.0;
    hashes.sort_unstable();
    let equal: f64 = hashes.chunk_by(|a, b| a == b).map(|same| pairs(same.len())).sum();
    // A count of c speaks against a mean above c + 3.
    pairs(hashes.len()) / (equal + 3.0)
}
