//! Actions as integers.

use crate::Form;
use crate::alphabet::Alphabet;

/// Integers that one step may have at most where it enters two places.
const MOST_PAIRS: usize = 25_000;

/// How actions are written as integers below a fixed bound.
///
/// An action is the sequence of places that a person clicks to enter it, each a number of the [`Alphabet`] of `n`.
/// Where two numbers fit below a moderate bound, a step enters two of them: `(n + 1) * first + second`, with `n` for the second
/// of a last number alone. In the first version it is `n + n * first + second`, and `first` alone. Where two do not fit, every
/// step enters one.
/// No action begins with all numbers of another, so the steps of an action tell it from all others that are
/// legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Codec {
    /// The places.
    pub alphabet: Alphabet,
    /// Whether a step enters two of them.
    pub pairs: bool,
    /// What is added to `first * stride` for a pair, and for a number alone with the stride of its own.
    stride: usize,
    pair: usize,
    alone: (usize, usize),
}

impl Codec {
    /// The codec of an alphabet with which actions of up to `longest` numbers were seen.
    pub fn new(alphabet: Alphabet, longest: usize, form: Form) -> Codec {
        let numbers = alphabet.size();
        let pairs = longest > 1 && numbers * (numbers + 1) <= MOST_PAIRS;
        let (stride, pair, alone) = match (pairs, form) {
            (true, Form::Second { .. }) => (numbers + 1, 0, (numbers + 1, numbers)),
            _ => (numbers, numbers, (1, 0)),
        };
        Codec { alphabet, pairs, stride, pair, alone }
    }

    /// The same integers for another alphabet of the same size.
    #[must_use]
    pub fn with(&self, alphabet: Alphabet) -> Codec {
        Codec { alphabet, ..*self }
    }

    /// The sizes of the heads that together choose an integer: of the first place and, where steps enter two, of the second one,
    /// whose last number stands for none.
    pub fn heads(&self) -> Vec<usize> {
        let numbers = self.alphabet.size();
        if self.pairs { vec![numbers, numbers + 1] } else { vec![numbers] }
    }

    /// The choices of the heads that stand for an integer.
    pub fn factor(&self, action: usize) -> Vec<usize> {
        let (first, second) = self.places(action);
        let second = second.unwrap_or(self.alphabet.size());
        if self.pairs { vec![first, second] } else { vec![first] }
    }

    /// The integer of choices of the heads; none if there is none such.
    pub fn join(&self, parts: &[usize]) -> Option<usize> {
        let heads = self.heads();
        let fits = parts.len() == heads.len() && parts.iter().zip(&heads).all(|(part, head)| part < head);
        let second = parts.get(1).copied().filter(|&second| second < self.alphabet.size());
        fits.then(|| self.entering(parts[0], second))
    }

    /// The integer that enters one number, or two.
    #[inline]
    fn entering(&self, first: usize, second: Option<usize>) -> usize {
        match second {
            Some(second) => self.pair + self.stride * first + second,
            None => self.alone.0 * first + self.alone.1,
        }
    }

    /// The numbers that an integer enters.
    fn places(&self, action: usize) -> (usize, Option<usize>) {
        let numbers = self.alphabet.size();
        let pair = action.checked_sub(self.pair).filter(|_| self.pairs);
        match pair.map(|pair| (pair / self.stride, pair % self.stride)) {
            Some((first, second)) if second < numbers => (first, Some(second)),
            Some((first, _)) => (first, None),
            None => (action, None),
        }
    }

    /// What becomes of each integer if each number becomes another one.
    pub fn permuted(&self, number: impl Fn(usize) -> usize) -> Vec<usize> {
        let image = |action| {
            let (first, second) = self.places(action);
            self.entering(number(first), second.map(&number))
        };
        (0..self.size()).map(image).collect()
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
            [first, second, ..] if self.pairs => (self.entering(first as usize, Some(second as usize)), 2),
            _ => (self.alone(rest[0]), 1),
        }
    }

    /// The integer of a last number alone.
    #[inline]
    pub fn alone(&self, number: u32) -> usize {
        self.entering(number as usize, None)
    }

    /// What an integer enters, for people.
    pub fn describe(&self, action: usize) -> String {
        let (first, second) = self.places(action);
        let first = self.alphabet.describe(first);
        match second {
            None => first,
            Some(second) => format!("{first}; {}", self.alphabet.describe(second)),
        }
    }
}
