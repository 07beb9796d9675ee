//! Whether an engine treats moves alike that symmetries of the board map onto each other: their scores are the same then.

use torneo_statistics::distributions::chi_squared_above;

/// The probability of a difference below which an engine is said to treat such moves differently.
pub const SIGNIFICANT: f64 = 0.01;
/// Half the width of a 95% interval in standard errors.
const HALF: f64 = 1.96;

/// A score with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    score: f64,
    error: f64,
}

impl Measured {
    /// A score with a 95% interval; none without a width.
    pub fn of(score: f64, low: f64, high: f64) -> Option<Measured> {
        let error = (high - low) / (2.0 * HALF);
        (error > 0.0).then_some(Measured { score, error })
    }
}

/// Chi-squared of scores that are supposed to be the same, and its degrees of freedom.
pub fn homogeneity(scores: &[Measured]) -> (f64, usize) {
    let weight: f64 = scores.iter().map(|one| one.error.powi(-2)).sum();
    let mean = scores.iter().map(|one| one.score * one.error.powi(-2)).sum::<f64>() / weight;
    let squares = scores.iter().map(|one| ((one.score - mean) / one.error).powi(2)).sum();
    (squares, scores.len().saturating_sub(1))
}

/// The probability of a chi-squared at least this large if nothing differs; none without a degree of freedom.
pub fn probability((squares, freedom): (f64, usize)) -> Option<f64> {
    (freedom > 0).then(|| chi_squared_above(squares, freedom as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(score: f64) -> Measured {
        Measured::of(score, score - HALF * 0.03, score + HALF * 0.03).unwrap()
    }

    #[test]
    fn equal_scores_are_homogeneous() {
        let p = |scores: &[Measured]| probability(homogeneity(scores));
        assert!((p(&[measured(0.5); 4]).unwrap() - 1.0).abs() < 1e-12);
        // Two scores 3 standard errors of their difference apart: chi-squared 9 with one degree of freedom.
        let apart = [measured(0.5), measured(0.5 + 3.0 * 0.03 * 2f64.sqrt())];
        assert!((p(&apart).unwrap() - 0.0027).abs() < 1e-4);
        assert_eq!(p(&apart[..1]), None);
        assert_eq!(Measured::of(0.5, 0.5, 0.5), None);
    }
}
