//! How long a sequential test is expected to take (Wald 1945).

use serde::Serialize;

use super::Hypotheses;

/// Mean numbers of groups until a test decides.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ExpectedGroups {
    /// If H0 is true.
    pub h0: f64,
    /// If the truth lies midway between the hypotheses, where tests take longest.
    pub between: f64,
    /// If H1 is true.
    pub h1: f64,
}

impl ExpectedGroups {
    /// The lengths for hypotheses whose advantages differ by this many standard deviations of a group's score. The ratio
    /// is taken to move like a Brownian motion, so tests of few groups are a little longer.
    pub fn of(hypotheses: &Hypotheses, difference: f64) -> ExpectedGroups {
        let Hypotheses { alpha, beta, .. } = *hypotheses;
        let (b, a) = hypotheses.bounds();
        let squared = difference * difference;
        ExpectedGroups {
            h0: -2.0 * (alpha * a + (1.0 - alpha) * b) / squared,
            between: -a * b / squared,
            h1: 2.0 * ((1.0 - beta) * a + beta * b) / squared,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_walds() {
        let hypotheses = Hypotheses { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        let found = ExpectedGroups::of(&hypotheses, 0.1);
        // 2 * 0.9 * ln 19 = 5.3000 and (ln 19)^2 = 8.6697.
        assert!((found.h0 - 530.0).abs() < 0.1 && (found.h1 - found.h0).abs() < 1e-9, "{found:?}");
        assert!((found.between - 866.97).abs() < 0.1, "{found:?}");
        let found = ExpectedGroups::of(&Hypotheses { alpha: 0.01, beta: 0.2, ..hypotheses }, 0.1);
        assert!(found.h1 > found.h0, "a rarer error of the first kind takes longer to leave H0: {found:?}");
    }
}
