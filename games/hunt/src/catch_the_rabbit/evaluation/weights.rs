//! The weights of what is counted, and their text.

use std::fmt::Write as _;

use super::patterns::HOME_PATTERNS;
use super::{CROWDS, GROUPS, TERMS};

/// What a count adds to the two sums of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Worth {
    /// To the plies in which the hunters win, in fifths.
    pub plies: i32,
    /// To the logarithm of the odds that they do not win, in hundredths.
    pub odds: i32,
}

impl Worth {
    /// Adds what counts so many times.
    #[inline]
    pub(super) fn add(&mut self, other: Worth, times: i32) {
        self.plies += times * other.plies;
        self.odds += times * other.odds;
    }
}

/// The weights of all counts: of terms by side to move and number of hunters, then of patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights(Vec<Worth>);

/// The weights of terms.
const OF_TERMS: usize = 2 * CROWDS * TERMS.len();
/// Weights in a line of a file.
const IN_LINE: usize = 16;
/// No weight is larger.
const MOST: i32 = 10_000;

impl Weights {
    /// The number of weights.
    pub const COUNT: usize = OF_TERMS + 2 * GROUPS * HOME_PATTERNS;

    /// Weights of these worths, in their order.
    ///
    /// # Panics
    /// Another number of weights than [`COUNT`](Weights::COUNT).
    pub fn of(worths: impl IntoIterator<Item = Worth>) -> Weights {
        let worths: Vec<Worth> = worths.into_iter().collect();
        assert_eq!(worths.len(), Self::COUNT, "one worth for each weight");
        Weights(worths)
    }

    /// The number of the weight of a term.
    #[inline]
    pub(super) fn term(side: usize, crowd: usize, term: usize) -> usize {
        (side * CROWDS + crowd) * TERMS.len() + term
    }

    /// The number of the weight of a pattern with the rabbit at home.
    pub(super) fn of_pattern(side: usize, group: usize, number: usize) -> usize {
        OF_TERMS + (side * GROUPS + group) * HOME_PATTERNS + number
    }

    /// What terms are worth together.
    #[inline]
    pub(super) fn terms(&self, side: usize, crowd: usize, counts: &[i32; TERMS.len()]) -> Worth {
        let mut sum = Worth::default();
        let weights = &self.0[Self::term(side, crowd, 0)..][..TERMS.len()];
        weights.iter().zip(counts).for_each(|(&worth, &count)| sum.add(worth, count));
        sum
    }

    /// The weight with a number.
    pub(super) fn get(&self, number: usize) -> Worth {
        self.0[number]
    }

    /// Reads what [`write`](Weights::write) writes.
    ///
    /// # Errors
    /// The first line that has no weights.
    pub fn read(written: &str) -> Result<Weights, String> {
        let mut weights = vec![Worth::default(); Self::COUNT];
        for line in written.lines().filter(|line| !line.starts_with('#')) {
            Self::read_line(line, &mut weights).ok_or_else(|| format!("no weights: `{line}`"))?;
        }
        Ok(Weights(weights))
    }

    fn read_line(line: &str, weights: &mut [Worth]) -> Option<()> {
        let mut words = line.split(' ');
        let sum = words.next()?;
        let first: usize = words.next()?.parse().ok()?;
        for (offset, word) in words.enumerate() {
            let worth = weights.get_mut(first.checked_add(offset)?)?;
            let weight = word.parse().ok().filter(|weight| (-MOST..=MOST).contains(weight))?;
            match sum {
                "plies" => worth.plies = weight,
                "odds" => worth.odds = weight,
                _ => return None,
            }
        }
        Some(())
    }

    /// Lines such as `odds 32 5 0 -17`: the weights in one of the two sums from a number on. All others are 0.
    pub fn write(&self) -> String {
        let mut written = String::new();
        for (sum, of) in [("plies", (|worth| worth.plies) as fn(&Worth) -> i32), ("odds", |worth| worth.odds)]
        {
            for (line, worths) in self.0.chunks(IN_LINE).enumerate() {
                let numbers = worths.iter().map(of);
                let Some(from) = numbers.clone().position(|weight| weight != 0) else { continue };
                let kept = numbers.clone().rposition(|weight| weight != 0).map_or(0, |last| last + 1);
                let _ = write!(written, "{sum} {}", line * IN_LINE + from);
                numbers.take(kept).skip(from).for_each(|weight| {
                    let _ = write!(written, " {weight}");
                });
                written.push('\n');
            }
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_read_back() {
        let number = |number: usize| (number * 7919 % 41) as i32 - 20;
        let worth =
            |at: usize| Worth { plies: number(at), odds: if at % 50 < 20 { 0 } else { 3 * number(at) } };
        let weights = Weights::of((0..Weights::COUNT).map(worth));
        assert_eq!(Weights::read(&weights.write()), Ok(weights.clone()));
        let remarked = format!("# A remark.\n{}", weights.write());
        assert_eq!(Weights::read(&remarked), Ok(weights));
    }

    #[test]
    fn what_is_no_weight_is_refused_with_its_line() {
        let last = Weights::COUNT - 1;
        for line in [
            "odd 3 4",
            "odds",
            "odds x 4",
            "odds 3 4.5",
            "odds 3 10001",
            "odds 3  4",
            &format!("odds {last} 1 1"),
        ] {
            let error = Weights::read(&format!("plies 0 1\n{line}\n")).expect_err(line);
            assert!(error.contains(line), "{error}");
        }
    }
}
