//! Actions as integers.

use crate::alphabet::Alphabet;

/// Integers that one step may have at most where it enters two places.
const MOST_PAIRS: usize = 25_000;

/// How actions are written as integers below a fixed bound.
///
/// An action is the sequence of places that a person clicks to enter it, each a number of the [`Alphabet`].
/// Where two numbers fit below a moderate bound, a step enters two of them, `n + n * first + second` with `n`
/// the length of the alphabet. A last number alone is `first`. Where they do not fit, every step enters one.
/// No action begins with all numbers of another, so the steps of an action tell it from all others that are
/// legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Codec {
    /// The places.
    pub alphabet: Alphabet,
    /// Whether a step enters two of them.
    pub pairs: bool,
}

impl Codec {
    /// The codec of an alphabet with which actions of up to `longest` numbers were seen.
    pub fn new(alphabet: Alphabet, longest: usize) -> Codec {
        let numbers = alphabet.size();
        Codec { pairs: longest > 1 && numbers * (numbers + 1) <= MOST_PAIRS, alphabet }
    }

    /// How many integers there are.
    pub fn size(&self) -> usize {
        let numbers = self.alphabet.size();
        if self.pairs { numbers * (numbers + 1) } else { numbers }
    }

    /// The integer of the next step of an action, and how many numbers it enters. The numbers are those still
    /// to be entered, at least one.
    #[inline]
    pub fn step(&self, rest: &[u32]) -> (usize, usize) {
        match *rest {
            [first, second, ..] if self.pairs => {
                let numbers = self.alphabet.size();
                (numbers + numbers * first as usize + second as usize, 2)
            }
            _ => (rest[0] as usize, 1),
        }
    }

    /// What an integer enters, for people.
    pub fn describe(&self, action: usize) -> String {
        let numbers = self.alphabet.size();
        match action.checked_sub(numbers) {
            None => self.alphabet.describe(action),
            Some(pair) => {
                let [first, second] =
                    [pair / numbers, pair % numbers].map(|number| self.alphabet.describe(number));
                format!("{first}; {second}")
            }
        }
    }
}
