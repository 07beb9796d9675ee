//! What explanations of choices are made of. They loop over lists instead of collecting them: they are compiled for every game, and
//! are no hot code.

use std::cmp::Reverse;

use super::order;
use crate::engine::Candidate;

/// The mixture in which each action has a share of the sum of all weights, which are not negative; those without weight are left
/// out. Empty if fewer than two have a weight.
pub fn mixture<A>(mut weighted: Vec<(A, f64)>) -> Vec<(A, f64)> {
    weighted.retain(|(_, weight)| *weight > 0.0);
    if weighted.len() < 2 {
        weighted.clear();
    }
    let mut total = 0.0;
    for (_, weight) in &weighted {
        total += weight;
    }
    for (_, weight) in &mut weighted {
        *weight /= total;
    }
    weighted
}

/// The mixture of actions that are equally likely.
pub fn equal_mixture<A: Copy>(actions: &[A]) -> Vec<(A, f64)> {
    let mut weighted = Vec::with_capacity(actions.len());
    for &action in actions {
        weighted.push((action, 1.0));
    }
    mixture(weighted)
}

/// Puts the chosen action before all others, and those by their nodes.
pub fn rank<A: Copy + Ord>(candidates: &mut [Candidate<A>], chosen: A) {
    order::by_key(candidates, |one| (one.action != chosen, Reverse(one.nodes), one.action));
}
