//! Mixed strategies at simultaneous turns.

use torneo_contract::random;

use crate::common::elementary::exp;
use crate::engine::Rng;
use rand_core::Rng as _;

/// How each seat selects at a simultaneous turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Simultaneous {
    /// Decoupled UCT (Tak, Lanctot and Winands, "Monte Carlo Tree Search Variants for Simultaneous Move Games", 2014).
    Duct,
    /// Exp3 (Auer, Cesa-Bianchi, Freund and Schapire, "The Nonstochastic Multiarmed Bandit Problem", 2002).
    Exp3,
    /// Regret matching (Hart and Mas-Colell, "A Simple Adaptive Procedure Leading to Correlated Equilibrium",
    /// 2000).
    ///
    /// The regrets come from the means of the joint choices (Lanctot, Lisy and Winands, "Monte Carlo Tree
    /// Search in Simultaneous Move Games with Applications to Goofspiel", 2014).
    RegretMatching,
}

/// The share of the selections that is uniformly random.
const EXP3_RANDOM: f64 = 0.1;
const REGRET_RANDOM: f64 = 0.1;

/// What a seat has learnt of one of its actions at a simultaneous turn.
#[derive(Clone, Copy, Default, Debug)]
pub struct Mix {
    /// Exp3: the estimated sum of the scores if it were always played. Regret matching: the regret not to have.
    pub gain: f64,
    /// The sum of its probabilities in the strategies so far, from which the average strategy comes.
    pub share: f64,
}

impl Simultaneous {
    /// Begins with the evaluations (none, or one for each action), which count as this many simulations.
    pub fn begin(self, mixes: &mut [Mix], scores: &[f64], weight: u32) {
        let (count, weight) = (mixes.len() as f64, f64::from(weight));
        let mean = scores.iter().sum::<f64>() / count;
        for (mix, &score) in mixes.iter_mut().zip(scores) {
            mix.gain = match self {
                Simultaneous::Duct => 0.0,
                Simultaneous::Exp3 => score * weight * count,
                Simultaneous::RegretMatching => (score - mean) * weight,
            };
        }
    }

    /// Draws an action by the current strategy, and its probability; the strategy is added to the average.
    pub fn draw(self, mixes: &mut [Mix], strategy: &mut Vec<f64>, rng: &mut Rng) -> (usize, f64) {
        let count = mixes.len() as f64;
        strategy.clear();
        let random = match self {
            Simultaneous::Duct => 1.0,
            Simultaneous::Exp3 => {
                let most = mixes.iter().fold(f64::NEG_INFINITY, |most, mix| most.max(mix.gain));
                strategy.extend(mixes.iter().map(|mix| exp((mix.gain - most) * EXP3_RANDOM / count)));
                EXP3_RANDOM
            }
            Simultaneous::RegretMatching => {
                strategy.extend(mixes.iter().map(|mix| mix.gain.max(0.0)));
                REGRET_RANDOM
            }
        };
        let sum: f64 = strategy.iter().sum();
        if sum <= 0.0 {
            strategy.clear();
            strategy.resize(mixes.len(), 1.0 / count);
        } else {
            strategy.iter_mut().for_each(|share| *share /= sum);
        }
        let mut left = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let mut drawn = None;
        for (index, (mix, share)) in mixes.iter_mut().zip(&*strategy).enumerate() {
            mix.share += share;
            let probability = (1.0 - random) * share + random / count;
            if drawn.is_none() && left < probability {
                drawn = Some((index, probability));
            }
            left -= probability;
        }
        // Rounding may leave a little.
        drawn.unwrap_or((mixes.len() - 1, (1.0 - random) * strategy[mixes.len() - 1] + random / count))
    }

    /// Learns from the score of the action that was drawn with a probability. `other` is the mean score of another
    /// action against the same choices of the others, where there is one.
    pub fn learn(
        self,
        mixes: &mut [Mix],
        drawn: usize,
        probability: f64,
        score: f64,
        mut other: impl FnMut(usize) -> Option<f64>,
    ) {
        match self {
            Simultaneous::Duct => {}
            Simultaneous::Exp3 => mixes[drawn].gain += score / probability,
            Simultaneous::RegretMatching => {
                for (index, mix) in mixes.iter_mut().enumerate() {
                    if index != drawn
                        && let Some(other) = other(index)
                    {
                        mix.gain += other - score;
                    }
                }
            }
        }
    }
}

/// An action drawn by the average strategy.
pub fn draw_average(mixes: &[Mix], rng: &mut Rng) -> usize {
    const UNIT: f64 = (1u64 << 32) as f64;
    let total = mixes.iter().map(|mix| mix.share).sum::<f64>().max(f64::MIN_POSITIVE);
    let weight = |mix: &Mix| (mix.share / total * UNIT) as u64;
    let mut target = random::scale(rng.next_u64(), mixes.iter().map(weight).sum());
    for (index, mix) in mixes.iter().enumerate() {
        match target.checked_sub(weight(mix)) {
            Some(left) => target = left,
            None => return index,
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;

    /// The average strategies of both seats of a matrix game after many rounds; the scores are the first seat's.
    fn averages(method: Simultaneous, matrix: &[f64], columns: usize) -> [Vec<f64>; 2] {
        let mut rng = Rng::seed_from_u64(3);
        let mut mixes = [vec![Mix::default(); matrix.len() / columns], vec![Mix::default(); columns]];
        let mut strategy = Vec::new();
        for _ in 0..200_000 {
            let (row, of_row) = method.draw(&mut mixes[0], &mut strategy, &mut rng);
            let (column, of_column) = method.draw(&mut mixes[1], &mut strategy, &mut rng);
            let score = |row: usize, column: usize| matrix[row * columns + column];
            let known = score(row, column);
            method.learn(&mut mixes[0], row, of_row, known, |row| Some(score(row, column)));
            method.learn(&mut mixes[1], column, of_column, 1.0 - known, |column| {
                Some(1.0 - score(row, column))
            });
        }
        mixes.map(|mixes| {
            let total: f64 = mixes.iter().map(|mix| mix.share).sum();
            mixes.iter().map(|mix| mix.share / total).collect()
        })
    }

    #[test]
    fn average_strategies_approach_the_equilibrium() {
        // The first row with probability 3/7, the first column with 2/7.
        let matrix = [1.0, 0.2, 0.0, 0.6];
        for method in [Simultaneous::Exp3, Simultaneous::RegretMatching] {
            let [rows, columns] = averages(method, &matrix, 2);
            assert!((rows[0] - 3.0 / 7.0).abs() < 0.05, "{method:?} {rows:?}");
            assert!((columns[0] - 2.0 / 7.0).abs() < 0.05, "{method:?} {columns:?}");
        }
    }

    #[test]
    fn a_dominated_action_is_given_up() {
        let matrix = [0.6, 0.7, 0.8, 0.1, 0.2, 0.3];
        for method in [Simultaneous::Exp3, Simultaneous::RegretMatching] {
            let [rows, columns] = averages(method, &matrix, 3);
            assert!(rows[0] > 0.95 && columns[0] > 0.9, "{method:?} {rows:?} {columns:?}");
        }
    }
}
