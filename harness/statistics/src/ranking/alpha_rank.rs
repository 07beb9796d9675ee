//! Alpha-rank, for one population and a symmetric game of two (Omidshafiei et al., "alpha-Rank: multi-agent
//! evaluation by evolution", 2019).
//!
//! A mutant of another kind invades a population of `m` copies of one player. Kinds replace each other with
//! the fixation probabilities of the Moran process with selection of intensity `alpha`. The share of the time
//! that the population consists of a kind is the rank of that player.

use serde::Serialize;

/// How the population evolves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct AlphaRank {
    /// The intensity of selection.
    pub alpha: f64,
    /// The number of individuals.
    pub population: u32,
}

impl Default for AlphaRank {
    /// With scores in `0..=1`: a player who scores 0.6 against another replaces it with probability 0.64.
    fn default() -> AlphaRank {
        AlphaRank { alpha: 10.0, population: 50 }
    }
}

/// The stationary distribution over the players; `payoffs[a][b]` is what `a` gets against `b`.
pub fn alpha_rank(payoffs: &[Vec<f64>], settings: AlphaRank) -> Vec<f64> {
    let n = payoffs.len();
    if n < 2 {
        return vec![1.0; n];
    }
    let mut chain = vec![vec![0.0; n]; n];
    for (resident, row) in chain.iter_mut().enumerate() {
        for (mutant, share) in row.iter_mut().enumerate().filter(|(mutant, _)| *mutant != resident) {
            *share = fixation(payoffs, settings, mutant, resident) / (n - 1) as f64;
        }
    }
    stationary(chain)
}

/// The probability that a mutant's kind takes over a population of residents.
fn fixation(payoffs: &[Vec<f64>], settings: AlphaRank, mutant: usize, resident: usize) -> f64 {
    let AlphaRank { alpha, population } = settings;
    let m = f64::from(population);
    let (mut exponent, mut terms) = (0.0, vec![0.0]);
    for mutants in 1..population {
        let k = f64::from(mutants);
        let of_mutant =
            ((k - 1.0) * payoffs[mutant][mutant] + (m - k) * payoffs[mutant][resident]) / (m - 1.0);
        let of_resident =
            (k * payoffs[resident][mutant] + (m - k - 1.0) * payoffs[resident][resident]) / (m - 1.0);
        exponent -= alpha * (of_mutant - of_resident);
        terms.push(exponent);
    }
    let largest = terms.iter().copied().fold(f64::MIN, f64::max);
    let sum: f64 = terms.iter().map(|term| libm::exp(term - largest)).sum();
    // Kept above 0, so that every kind can be left.
    libm::exp(-largest - libm::log(sum)).max(f64::MIN_POSITIVE)
}

/// The stationary distribution of a Markov chain whose shares off the diagonal are given, by elimination without
/// subtractions (Grassmann, Taksar and Heyman, "Regenerative analysis and steady state distributions for Markov
/// chains", 1985).
fn stationary(mut chain: Vec<Vec<f64>>) -> Vec<f64> {
    let n = chain.len();
    for last in (1..n).rev() {
        let (before, rest) = chain.split_at_mut(last);
        let left: f64 = rest[0][..last].iter().sum();
        for row in before {
            row[last] /= left;
            let share = row[last];
            row[..last].iter_mut().zip(&rest[0][..last]).for_each(|(to, from)| *to += share * from);
        }
    }
    let mut distribution = vec![1.0];
    while distribution.len() < n {
        let next = distribution.len();
        distribution.push(distribution.iter().zip(&chain).map(|(reached, row)| reached * row[next]).sum());
    }
    let total: f64 = distribution.iter().sum();
    distribution.iter().map(|p| p / total).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: &[f64], expected: &[f64]) {
        assert!(found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-4), "{found:?} {expected:?}");
    }

    #[test]
    fn the_commitment_game_is_ranked_as_published() {
        // Payoffs of Han, Pereira, Santos and Lenaerts, "Good agreements make good friends", 2013, and the distribution
        // that OpenSpiel's tests give for them.
        let (r, t, p, s, delta, eps) = (1.0, 2.0, 0.0, -1.0, 4.0, 0.25);
        let payoffs = [
            [r - eps / 2.0, r - eps, 0.0, s + delta - eps, r - eps],
            [r, r, s, s, s],
            [0.0, t, p, p, p],
            [t - delta, t, p, p, p],
            [r, t, p, p, p],
        ];
        let payoffs: Vec<Vec<f64>> = payoffs.iter().map(|row| row.to_vec()).collect();
        let found = alpha_rank(&payoffs, AlphaRank { alpha: 0.1, population: 20 });
        close(&found, &[0.409_667_87, 0.079_598_41, 0.205_069_98, 0.085_059_83, 0.220_603_9]);
    }

    #[test]
    fn rock_paper_scissors_is_a_third_each() {
        // OpenSpiel's table of the game, at the intensity given there.
        let payoffs = vec![vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]];
        close(&alpha_rank(&payoffs, AlphaRank { alpha: 100.0, population: 50 }), &[1.0 / 3.0; 3]);
    }

    #[test]
    fn constant_sums_have_the_closed_form() {
        // u = alpha m / (m - 1) (score - 1/2); the odds of two kinds are the quotient of their fixations, exp((m-1) u).
        let payoffs = vec![vec![0.5, 0.52], vec![0.48, 0.5]];
        let settings = AlphaRank { alpha: 1.0, population: 20 };
        let u: f64 = 20.0 / 19.0 * 0.02;
        let odds = libm::exp(19.0 * u);
        close(&alpha_rank(&payoffs, settings), &[odds / (1.0 + odds), 1.0 / (1.0 + odds)]);
    }

    #[test]
    fn a_kind_that_beats_all_stays() {
        let payoffs = vec![vec![0.5, 1.0, 1.0], vec![0.0, 0.5, 0.6], vec![0.0, 0.4, 0.5]];
        close(&alpha_rank(&payoffs, AlphaRank::default()), &[1.0, 0.0, 0.0]);
    }
}
