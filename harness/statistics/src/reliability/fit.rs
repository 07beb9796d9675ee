//! The logistic curve through values and results.

use super::Told;
use crate::logistic;
use crate::model::matrix::Symmetric;

/// Cells into which values are divided for the fit.
const CELLS: usize = 400;
/// Slopes of which it is not said how much steeper, or flatter, they are.
const SLOPES: (f64, f64) = (0.05, 10.0);
const MOST_OFFSET: f64 = 5.0;
const MOST_STEPS: usize = 60;

/// A line in log-odds, counted from an even share: what a value stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// The factor of the log-odds of values.
    pub slope: f64,
    /// What the log-odds of the first seat have besides, and those of the second lack; 0 at tables of more than two.
    pub first: f64,
    /// What the log-odds of whoever tells have besides: below 0 where searches take the best of what they see for too good.
    pub mover: f64,
}

/// The parameters of a [`Line`] in its order.
const PARAMETERS: usize = 3;

/// The values of a cell, of one side.
#[derive(Clone, Copy, Default, Debug)]
struct Cell {
    values: f64,
    told: f64,
    scored: f64,
}

/// Values by size and side; those that are sure are left out.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    seats: usize,
    cells: Vec<[Cell; 2]>,
}

/// What the fit is made from: what the parameters of a line are multiplied by, a weight and a mean result.
struct Point {
    terms: [f64; PARAMETERS],
    weight: f64,
    result: f64,
}

/// Points, and the log-odds of an even share.
struct Curve {
    points: Vec<Point>,
    even: f64,
}

impl Cells {
    pub fn new(seats: usize) -> Cells {
        Cells { seats, cells: vec![[Cell::default(); 2]; CELLS] }
    }

    pub fn add(&mut self, told: &Told) {
        let &Told { value, result, is_first } = told;
        if value <= 0.0 || value >= 1.0 {
            return;
        }
        let place = ((value * CELLS as f64) as usize).min(CELLS - 1);
        let cell = &mut self.cells[place][usize::from(!is_first)];
        cell.values += 1.0;
        cell.told += value;
        cell.scored += result;
    }

    /// The log-odds of an even share.
    fn even(&self) -> f64 {
        -libm::log(self.seats as f64 - 1.0)
    }

    fn curve(&self) -> Curve {
        let even = self.even();
        let point = |(side, cell): (usize, &Cell)| {
            let told = cell.told / cell.values;
            let side = match (self.seats, side) {
                (2, 0) => 1.0,
                (2, _) => -1.0,
                _ => 0.0,
            };
            let odds = libm::log(told / (1.0 - told)) - even;
            Point { terms: [odds, side, 1.0], weight: cell.values, result: cell.scored / cell.values }
        };
        let filled = |(_, cell): &(usize, &Cell)| cell.values > 0.0;
        let points = self.cells.iter().flat_map(|pair| pair.iter().enumerate().filter(filled).map(point));
        Curve { points: points.collect(), even }
    }

    pub fn line(&self) -> Line {
        let [slope, first, mover] = self.curve().climbed();
        Line { slope, first, mover }
    }
}

impl Curve {
    fn score(&self, line: &[f64; PARAMETERS], point: &Point) -> f64 {
        let odds: f64 = line.iter().zip(&point.terms).map(|(value, term)| value * term).sum();
        logistic(odds + self.even)
    }

    fn likelihood(&self, line: &[f64; PARAMETERS]) -> f64 {
        let of = |point: &Point| {
            let score = self.score(line, point).clamp(1e-12, 1.0 - 1e-12);
            point.weight * (point.result * libm::log(score) + (1.0 - point.result) * libm::log(1.0 - score))
        };
        self.points.iter().map(of).sum()
    }

    /// The step of Newton's method.
    fn step(&self, line: &[f64; PARAMETERS]) -> [f64; PARAMETERS] {
        let mut gradient = [0.0; PARAMETERS];
        let mut information = Symmetric::zeros(PARAMETERS);
        // A little of a prior keeps the matrix regular.
        (0..PARAMETERS).for_each(|place| information[(place, place)] = 1e-9);
        for point in &self.points {
            let score = self.score(line, point);
            let terms: [(usize, f64); PARAMETERS] = std::array::from_fn(|place| (place, point.terms[place]));
            terms
                .iter()
                .for_each(|&(place, term)| gradient[place] += point.weight * (point.result - score) * term);
            information.add_products(&terms, point.weight * score * (1.0 - score));
        }
        let step = information.root().map(|root| root.solve(&gradient));
        step.map_or([0.0; PARAMETERS], |step| std::array::from_fn(|place| step[place]))
    }

    /// The most likely line: by Newton's method, with shorter steps where a step does not climb. The likelihood is concave.
    fn climbed(&self) -> [f64; PARAMETERS] {
        let mut line = [1.0, 0.0, 0.0];
        let mut height = self.likelihood(&line);
        for _ in 0..MOST_STEPS {
            let step = self.step(&line);
            let mut length = 1.0;
            let next = loop {
                let next = bounded(std::array::from_fn(|place| line[place] + length * step[place]));
                let reached = self.likelihood(&next);
                if reached >= height || length < 1e-6 {
                    break (next, reached);
                }
                length /= 2.0;
            };
            let gain = next.1 - height;
            if gain > 0.0 {
                (line, height) = next;
            }
            if gain < 1e-9 {
                break;
            }
        }
        line
    }
}

fn bounded([slope, first, mover]: [f64; PARAMETERS]) -> [f64; PARAMETERS] {
    let offset = |value: f64| value.clamp(-MOST_OFFSET, MOST_OFFSET);
    [slope.clamp(SLOPES.0, SLOPES.1), offset(first), offset(mover)]
}
