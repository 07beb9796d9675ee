//! Soft Condorcet optimisation.
//!
//! Lanctot et al., "Soft Condorcet optimization for ranking of general agents", 2024: ratings that make a smooth count of
//! wrongly ordered pairs least, the sum over voters and pairs `a` before `b` of `1 / (1 + exp(r[a] - r[b]))`. Without the
//! smoothing that is the ranking of Kemeny and Young, the likeliest if voters err independently.

use super::Votes;
use crate::logistic;

/// Steps of gradient descent. The descent is deterministic: all voters at each step, from equal ratings.
const STEPS: usize = 20_000;
/// The length of a step, for the mean over voters.
const RATE: f64 = 0.1;

/// The ratings, with mean 0; only their order and which ones lie close together mean anything.
pub fn soft_condorcet(votes: &Votes) -> Vec<f64> {
    let n = votes.players();
    let mut ratings = vec![0.0_f64; n];
    let scale = RATE / votes.voters().max(1) as f64;
    let mut step = vec![0.0; n];
    for _ in 0..STEPS {
        step.fill(0.0);
        for a in 0..n {
            for b in a + 1..n {
                // A wrong order of the pair weighs sigmoid(r[b] - r[a]); both slopes are the same, with opposite signs.
                let wrong = logistic(ratings[b] - ratings[a]);
                let pull = votes.margin(a, b) * wrong * (1.0 - wrong);
                step[a] += pull;
                step[b] -= pull;
            }
        }
        ratings.iter_mut().zip(&step).for_each(|(rating, step)| *rating += scale * step);
    }
    ratings
}

#[cfg(test)]
mod tests {
    use super::super::order;
    use super::super::tests::{PENTATHLON, votes};
    use super::*;

    #[test]
    fn the_pentathlon_is_ranked_as_published() {
        // C, A, B, where Elo rates A and C the same.
        assert_eq!(order(&soft_condorcet(&votes(&PENTATHLON))), [2, 0, 1]);
    }

    #[test]
    fn a_single_voter_is_followed() {
        assert_eq!(order(&soft_condorcet(&votes(&[&[3, 1, 0, 2]]))), [3, 1, 0, 2]);
    }

    #[test]
    fn an_even_cycle_leaves_all_alike() {
        let ratings = soft_condorcet(&votes(&[&[0, 1, 2], &[1, 2, 0], &[2, 0, 1]]));
        assert!(ratings.iter().all(|rating| rating.abs() < 1e-9), "{ratings:?}");
    }
}
