//! The weights of the terms and their sum.

use std::fmt::Write as _;
use std::ops::Range;

use super::terms::{LAYOUT, WEIGHTS};

/// The phase with all pieces on the board.
pub const MIDDLE: i32 = 128;

/// A value in the middle game and in the endgame, in one word so that both are added at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Phased(i64);

impl Phased {
    /// The two values.
    pub const fn new(middle: i32, end: i32) -> Phased {
        Phased(((end as i64) << 32) + middle as i64)
    }

    /// The value in the middle game and in the endgame.
    pub const fn parts(self) -> (i32, i32) {
        let middle = self.0 as i32;
        (middle, ((self.0 - middle as i64) >> 32) as i32)
    }

    /// The values with a multiple of others added.
    #[must_use]
    #[inline]
    pub const fn plus(self, other: Phased, times: i32) -> Phased {
        Phased(self.0 + other.0 * times as i64)
    }

    /// The value at a phase, 128 with all pieces to 0 with kings and pawns alone.
    pub fn at(self, phase: i32) -> i32 {
        let (middle, end) = self.parts();
        (middle * phase + end * (MIDDLE - phase)) / MIDDLE
    }
}

/// The weights of all terms.
#[derive(Clone, Debug)]
pub struct Weights(Box<[Phased; WEIGHTS]>);

impl Weights {
    /// Weights of numbers in the order of the terms.
    pub fn of(numbers: impl Fn(usize) -> Phased) -> Weights {
        Weights(Box::new(std::array::from_fn(numbers)))
    }

    /// The numbers of the weights of a term, by its name in files.
    pub fn range(name: &str) -> Option<Range<usize>> {
        let number = LAYOUT.iter().position(|entry| entry.1 == name)?;
        let end = LAYOUT.get(number + 1).map_or(WEIGHTS, |next| next.0.at(0));
        Some(LAYOUT[number].0.at(0)..end)
    }

    /// The number of weights.
    pub const COUNT: usize = WEIGHTS;

    /// The weights with these numbers.
    #[inline]
    pub fn get(&self, term: usize) -> Phased {
        self.0[term]
    }

    /// Reads lines such as `passed end 0 5 10` and, by kind of piece, `material N middle 320`: what a line leaves out at its end is 0, and so is
    /// every term without a line. `#` begins a remark.
    pub fn read(letters: &str, written: &str) -> Result<Weights, String> {
        let mut parts = [vec![0; WEIGHTS], vec![0; WEIGHTS]];
        for line in written.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
            if !line.is_empty() {
                Self::read_line(letters, line, &mut parts).ok_or_else(|| format!("no weights: `{line}`"))?;
            }
        }
        Ok(Weights::of(|term| Phased::new(parts[0][term], parts[1][term])))
    }

    fn read_line(letters: &str, line: &str, parts: &mut [Vec<i32>; 2]) -> Option<()> {
        let mut words = line.split_whitespace();
        let name = words.next()?;
        let &(term, _, by_kind, count) = LAYOUT.iter().find(|entry| entry.1 == name)?;
        let kind = if by_kind { letters.find(words.next()?)? } else { 0 };
        let part = ["middle", "end"].iter().position(|&part| Some(part) == words.clone().next())?;
        words.next();
        let first = if by_kind { term.of(kind, 0) } else { term.at(0) };
        let numbers: Vec<i32> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
        parts[part].get_mut(first..first + numbers.len().min(count + 1))?.copy_from_slice(&numbers);
        (numbers.len() <= count).then_some(())
    }

    /// The weights as lines that [`read`](Weights::read) reads.
    pub fn write(&self, letters: &str) -> String {
        let mut written = String::new();
        for (term, name, by_kind, count) in LAYOUT {
            let kinds = if by_kind { letters.chars().map(Some).collect() } else { vec![None] };
            for (kind, letter) in kinds.into_iter().enumerate() {
                let first = term.of(kind, 0);
                for part in ["middle", "end"] {
                    let number = |term: usize| {
                        let (middle, end) = self.0[term].parts();
                        if part == "middle" { middle } else { end }
                    };
                    let mut numbers: Vec<i32> = (first..first + count).map(number).collect();
                    while numbers.last() == Some(&0) {
                        numbers.pop();
                    }
                    if numbers.is_empty() {
                        continue;
                    }
                    written += name;
                    if let Some(letter) = letter {
                        let _ = write!(written, " {letter}");
                    }
                    written = written + " " + part;
                    numbers.iter().for_each(|number| {
                        let _ = write!(written, " {number}");
                    });
                    written.push('\n');
                }
            }
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_values_are_kept_in_one_word() {
        for (middle, end) in [(3, 7), (-3, 7), (3, -7), (-30_000, -1), (0, -1), (-1, 0)] {
            let both = Phased::new(middle, end);
            assert_eq!(both.parts(), (middle, end));
            assert_eq!((both.at(MIDDLE), both.at(0)), (middle, end));
        }
        let sum = Phased::default().plus(Phased::new(-5, 9), 3).plus(Phased::new(2, -4), -1);
        assert_eq!(sum.parts(), (-17, 31));
    }

    #[test]
    fn files_are_read_and_written() {
        let text = "turn middle 12\nmaterial N middle 320\nmaterial N end 300\npassed end 0 5 -10\n";
        let weights = Weights::read("PKN", &format!("# what\n{text}")).unwrap();
        assert_eq!(weights.write("PKN"), text);
        for wrong in ["turn middle 1 2", "turm middle 1", "material Q end 1", "turn 1", "turn end x"] {
            assert!(Weights::read("PKN", wrong).is_err(), "{wrong}");
        }
    }
}
