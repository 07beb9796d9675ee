//! Who is told what a position has.

use torneo_contract::Seat;

use super::terms::{KINDS, WEIGHTS};
use super::weights::{Phased, Weights};

/// Is told what a position has, term by term.
pub trait Tally {
    /// A player has this many of what a term counts.
    fn add(&mut self, seat: Seat, term: usize, count: i32);

    /// A player has a piece of a kind on a square, which has these terms.
    #[inline]
    fn stand(&mut self, seat: Seat, _kind: usize, _square: usize, terms: impl Fn() -> [usize; 3]) {
        terms().into_iter().for_each(|term| self.add(seat, term, 1));
    }
}

/// The weights of what a position has.
pub struct Sum<'a, const CELLS: usize> {
    weights: &'a Weights,
    places: &'a [[[Phased; CELLS]; KINDS]; 2],
    /// By seat.
    sums: [Phased; 2],
}

impl<'a, const CELLS: usize> Sum<'a, CELLS> {
    /// Nothing yet; `places` by seat, kind and square.
    pub fn new(weights: &'a Weights, places: &'a [[[Phased; CELLS]; KINDS]; 2]) -> Sum<'a, CELLS> {
        Sum { weights, places, sums: [Phased::default(); 2] }
    }

    /// White's less Black's.
    pub fn total(&self) -> Phased {
        self.sums[0].plus(self.sums[1], -1)
    }
}

impl<const CELLS: usize> Tally for Sum<'_, CELLS> {
    #[inline]
    fn add(&mut self, seat: Seat, term: usize, count: i32) {
        let sum = &mut self.sums[seat.index()];
        *sum = sum.plus(self.weights.get(term), count);
    }

    #[inline]
    fn stand(&mut self, seat: Seat, kind: usize, square: usize, _terms: impl Fn() -> [usize; 3]) {
        let sum = &mut self.sums[seat.index()];
        *sum = sum.plus(self.places[seat.index()][kind][square], 1);
    }
}

/// What a position has, White's less Black's, by term.
pub struct Counts(Box<[i32; WEIGHTS]>);

impl Default for Counts {
    fn default() -> Counts {
        Counts(Box::new([0; WEIGHTS]))
    }
}

impl Counts {
    /// The terms that differ between the players, each with what White has more.
    pub fn differences(&self) -> Vec<(usize, i32)> {
        self.0.iter().copied().enumerate().filter(|&(_, count)| count != 0).collect()
    }
}

impl Tally for Counts {
    fn add(&mut self, seat: Seat, term: usize, count: i32) {
        self.0[term] += if seat == Seat::FIRST { count } else { -count };
    }
}
