//! Elo ratings: the Bradley-Terry model (Bradley and Terry, "Rank analysis of incomplete block designs", 1952) on the
//! head-to-head scores of the groups, a drawn game counting as half a win.
//!
//! A weak prior - every engine draws one group against a player of rating 0 - keeps ratings finite when an engine
//! wins or loses everything. Intervals come from the profile likelihood, scaled by the dispersion of the groups.

use serde::Serialize;

use super::collect::Collected;

/// The rating of an engine.
#[derive(Clone, Debug, Serialize)]
pub struct Rating {
    /// The engine.
    pub engine: String,
    /// Elo points relative to the anchor: the engine `random` if it takes part, else the mean of all.
    pub elo: f64,
    /// The lower end of the 95% interval; none for the anchor itself.
    pub low: Option<f64>,
    /// The upper end of the 95% interval; none for the anchor itself.
    pub high: Option<f64>,
    /// Number of games.
    pub games: u64,
    /// Whether the engine won or lost every group, so that only the prior bounds its rating on one side.
    pub one_sided: bool,
}

/// Elo points per unit of the logistic scale.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Groups drawn against a player of rating 0 by every engine.
const PRIOR: f64 = 1.0;
/// The 95% quantile of the chi-square distribution with one degree of freedom.
const CHI_SQUARE: f64 = 3.841_458_820_694_124;
/// Ratings are looked for within this distance of zero on the logistic scale (about 7,000 Elo).
const WIDEST: f64 = 40.0;

/// Scores of the pairings that the model is fitted to.
struct Model {
    engines: usize,
    /// Two engines, the number of their groups and the first one's total score.
    pairs: Vec<(usize, usize, f64, f64)>,
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// `ln(logistic(x))` without overflow.
fn log_logistic(x: f64) -> f64 {
    if x > 0.0 { -(-x).exp().ln_1p() } else { x - x.exp().ln_1p() }
}

impl Model {
    fn log_likelihood(&self, strength: &[f64]) -> f64 {
        let term =
            |x: f64, groups: f64, score: f64| score * log_logistic(x) + (groups - score) * log_logistic(-x);
        let pairs =
            self.pairs.iter().map(|&(a, b, groups, score)| term(strength[a] - strength[b], groups, score));
        pairs.sum::<f64>() + strength.iter().map(|&x| term(x, PRIOR, PRIOR / 2.0)).sum::<f64>()
    }

    /// Maximises the likelihood by Newton's method with step halving, from `strength` on; the difference of engine
    /// `fixed.0` to `fixed.1` (or to zero) stays as it is.
    fn fit(&self, strength: &mut [f64], fixed: Option<(usize, Option<usize>)>) -> f64 {
        let mut likelihood = self.log_likelihood(strength);
        for _ in 0..200 {
            let step = self.newton_step(strength, fixed);
            let mut scale = 1.0;
            let improved = loop {
                let next: Vec<f64> = strength.iter().zip(&step).map(|(x, d)| x + scale * d).collect();
                let value = self.log_likelihood(&next);
                if value >= likelihood {
                    strength.copy_from_slice(&next);
                    break value - likelihood;
                }
                scale /= 2.0;
                if scale < 1e-12 {
                    break 0.0;
                }
            };
            likelihood += improved;
            if improved < 1e-10 {
                break;
            }
        }
        likelihood
    }

    /// The Newton step: the gradient divided by the curvature. A fixed difference moves both engines together.
    fn newton_step(&self, strength: &[f64], fixed: Option<(usize, Option<usize>)>) -> Vec<f64> {
        let n = self.engines;
        // Which free variable each engine's strength moves with.
        let variable = |engine: usize| match fixed {
            Some((held, None)) if engine == held => None,
            Some((held, Some(to))) if engine == held => Some(to),
            _ => Some(engine),
        };
        let mut gradient = vec![0.0; n];
        let mut curvature = vec![vec![0.0; n]; n];
        let mut add = |terms: &[(Option<usize>, f64)], slope: f64, weight: f64| {
            for &(i, sign) in terms {
                let Some(i) = i else { continue };
                gradient[i] += sign * slope;
                for &(j, other) in terms {
                    if let Some(j) = j {
                        curvature[i][j] += sign * other * weight;
                    }
                }
            }
        };
        for &(a, b, groups, score) in &self.pairs {
            let p = logistic(strength[a] - strength[b]);
            let terms = [(variable(a), 1.0), (variable(b), -1.0)];
            if terms[0].0 != terms[1].0 {
                add(&terms, score - groups * p, groups * p * (1.0 - p));
            }
        }
        for (engine, &x) in strength.iter().enumerate() {
            let p = logistic(x);
            add(&[(variable(engine), 1.0)], PRIOR * (0.5 - p), PRIOR * p * (1.0 - p));
        }
        for (i, row) in curvature.iter_mut().enumerate() {
            row[i] += 1e-9;
        }
        let free = solve(curvature, gradient);
        (0..n).map(|engine| variable(engine).map_or(0.0, |i| free[i])).collect()
    }
}

/// Solves a symmetric positive definite system by Gaussian elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        let (top, below) = matrix.split_at_mut(i + 1);
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[i] / top[i][i];
            for (entry, pivot) in row[i..].iter_mut().zip(&top[i][i..]) {
                *entry -= factor * pivot;
            }
            right[i + 1 + offset] -= factor * right[i];
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| matrix[i][j] * right[j]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}

/// Ratings over all games, the best first; `anchor` is the index of the engine at 0.
pub fn ratings(names: &[&str], collected: &Collected, anchor: Option<usize>) -> Vec<Rating> {
    if collected.pairs.is_empty() {
        return Vec::new();
    }
    let pair = |(&(a, b), sums): (&(usize, usize), &super::collect::PairSums)| {
        let groups = sums.scores.count as f64;
        (a, b, groups, groups * sums.scores.mean)
    };
    let model = Model { engines: names.len(), pairs: collected.pairs.iter().map(pair).collect() };
    let mut strength = vec![0.0; names.len()];
    let best = model.fit(&mut strength, None);
    let drop = CHI_SQUARE / 2.0 * dispersion(collected);
    let mean = strength.iter().sum::<f64>() / strength.len() as f64;
    let zero = anchor.map_or(mean, |anchor| strength[anchor]);
    let rating = |engine: usize| {
        let sums = collected.engines.get(&engine);
        let bound = |direction: f64| {
            (anchor != Some(engine)).then(|| {
                let offset = profile_bound(&model, &strength, best - drop, (engine, anchor), direction);
                if anchor.is_some() { ELO * offset } else { ELO * (offset - mean) }
            })
        };
        Rating {
            engine: names[engine].to_owned(),
            elo: ELO * (strength[engine] - zero),
            low: bound(-1.0),
            high: bound(1.0),
            games: sums.map_or(0, |sums| sums.games),
            one_sided: sums.is_some_and(|sums| sums.scores.mean == 0.0 || sums.scores.mean == 1.0),
        }
    };
    let mut ratings: Vec<Rating> = (0..names.len()).map(rating).collect();
    ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    ratings
}

/// The mean dispersion of the groups over the pairings.
fn dispersion(collected: &Collected) -> f64 {
    let weigh = |f: fn(&super::collect::PairSums) -> f64| collected.pairs.values().map(f).sum::<f64>();
    weigh(|sums| sums.scores.count as f64 * sums.scores.dispersion()) / weigh(|sums| sums.scores.count as f64)
}

/// How far the difference of an engine to the anchor (or to zero) can go in a direction until the likelihood, the
/// other engines fitted anew, falls to `level`.
fn profile_bound(
    model: &Model,
    strength: &[f64],
    level: f64,
    (engine, anchor): (usize, Option<usize>),
    direction: f64,
) -> f64 {
    let base = |strength: &[f64]| anchor.map_or(0.0, |anchor| strength[anchor]);
    let found = strength[engine] - base(strength);
    let likelihood_at = |offset: f64| {
        let mut moved = strength.to_vec();
        moved[engine] = base(&moved) + offset;
        model.fit(&mut moved, Some((engine, anchor)))
    };
    let (mut inside, mut outside) = (found, found + direction);
    while likelihood_at(outside) > level && outside.abs() < WIDEST {
        (inside, outside) = (outside, found + 2.0 * (outside - found));
    }
    for _ in 0..40 {
        let middle = f64::midpoint(inside, outside);
        if likelihood_at(middle) > level { inside = middle } else { outside = middle }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::super::collect::PairSums;
    use super::*;

    fn collected(pairs: &[((usize, usize), u64, f64)]) -> Collected {
        let mut collected = Collected::default();
        for &(pair, groups, mean) in pairs {
            let mut sums = PairSums { games: 2 * groups, ..PairSums::default() };
            // Two-valued groups with this mean.
            let wins = (groups as f64 * mean).round() as u64;
            for group in 0..groups {
                sums.scores.add(if group < wins { 1.0 } else { 0.0 });
            }
            collected.pairs.insert(pair, sums);
            collected.engines.entry(pair.0).or_default().scores.add(mean);
            collected.engines.entry(pair.1).or_default().scores.add(1.0 - mean);
        }
        collected
    }

    #[test]
    fn two_engines_have_the_difference_of_their_score() {
        let ratings = ratings(&["a", "b"], &collected(&[((0, 1), 100_000, 0.75)]), Some(1));
        assert!((ratings[0].elo - 400.0 * 3f64.log10()).abs() < 0.1, "{ratings:?}");
        let (low, high) = (ratings[0].low.unwrap(), ratings[0].high.unwrap());
        // The standard error of a score of 0.75 in 100,000 groups, on the Elo scale.
        let half = 1.96 * ELO / (100_000f64 * 0.75 * 0.25).sqrt();
        assert!((ratings[0].elo - low - half).abs() < 0.05 && (high - ratings[0].elo - half).abs() < 0.05);
        assert_eq!((ratings[1].elo, ratings[1].low), (0.0, None));
    }

    #[test]
    fn a_chain_adds_up() {
        let chain = [((0, 1), 10_000, 0.75), ((1, 2), 10_000, 0.75)];
        let ratings = ratings(&["a", "b", "c"], &collected(&chain), Some(2));
        assert!((ratings[0].elo - 2.0 * ratings[1].elo).abs() < 0.5, "{ratings:?}");
    }

    #[test]
    fn winning_everything_stays_finite() {
        let ratings = ratings(&["a", "b"], &collected(&[((0, 1), 20, 1.0)]), Some(1));
        assert!(ratings[0].one_sided && ratings[0].elo.is_finite());
        let (low, high) = (ratings[0].low.unwrap(), ratings[0].high.unwrap());
        assert!(
            low > 100.0 && low < ratings[0].elo && ratings[0].elo < high && high.is_finite(),
            "{ratings:?}"
        );
    }
}
