//! The logistic curve through values and results.

use super::Told;
use crate::logistic;

/// Cells into which values are divided for the fit.
const CELLS: usize = 400;
/// Slopes of which it is not said how much steeper, or flatter, they are.
const SLOPES: (f64, f64) = (0.05, 10.0);
const MOST_OFFSET: f64 = 5.0;
/// Twice the gain in likelihood at which an offset is believed: that of a chance of one in a hundred.
const BELIEVED: f64 = 6.635;
const MOST_STEPS: usize = 60;

/// A line in log-odds, counted from an even share: what a value stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// The factor of the log-odds of values.
    pub slope: f64,
    /// What the log-odds of the first seat have besides, and those of the second lack; 0 where the results do not tell, and at tables of
    /// more than two.
    pub first: f64,
}

/// The values of a cell, of one side.
#[derive(Clone, Copy, Default, Debug)]
struct Cell {
    values: f64,
    told: f64,
    scored: f64,
    /// The same with each game counting once.
    games: f64,
    scored_in_games: f64,
}

/// Values by size and side; those that are sure are left out.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    seats: usize,
    cells: Vec<[Cell; 2]>,
}

/// What the fit is made from: the log-odds of values from an even share, the side, a weight and a mean result.
struct Point {
    odds: f64,
    side: f64,
    weight: f64,
    result: f64,
}

impl Cells {
    pub fn new(seats: usize) -> Cells {
        Cells { seats, cells: vec![[Cell::default(); 2]; CELLS] }
    }

    pub fn add(&mut self, told: &Told, share: f64) {
        let &Told { value, result, is_first } = told;
        if value <= 0.0 || value >= 1.0 {
            return;
        }
        let place = ((value * CELLS as f64) as usize).min(CELLS - 1);
        let cell = &mut self.cells[place][usize::from(!is_first)];
        cell.values += 1.0;
        cell.told += value;
        cell.scored += result;
        cell.games += share;
        cell.scored_in_games += share * result;
    }

    /// The log-odds of an even share.
    fn even(&self) -> f64 {
        -libm::log(self.seats as f64 - 1.0)
    }

    fn points(&self, once_a_game: bool) -> Vec<Point> {
        let point = |(side, cell): (usize, &Cell)| {
            let told = cell.told / cell.values;
            let (weight, scored) = match once_a_game {
                true => (cell.games, cell.scored_in_games),
                false => (cell.values, cell.scored),
            };
            Point {
                odds: libm::log(told / (1.0 - told)) - self.even(),
                side: if self.seats != 2 {
                    0.0
                } else if side == 0 {
                    1.0
                } else {
                    -1.0
                },
                weight,
                result: scored / weight,
            }
        };
        let filled = |(_, cell): &(usize, &Cell)| cell.values > 0.0;
        self.cells.iter().flat_map(|pair| pair.iter().enumerate().filter(filled).map(point)).collect()
    }

    pub fn line(&self) -> Line {
        let (points, even) = (self.points(true), self.even());
        let [flat, tilted] = [false, true].map(|tilts| climbed(&points, even, tilts).1);
        let is_believed = 2.0 * (tilted - flat) > BELIEVED;
        climbed(&self.points(false), even, is_believed).0
    }
}

fn likelihood(points: &[Point], even: f64, line: Line) -> f64 {
    let of = |point: &Point| {
        let score = logistic(line.slope * point.odds + line.first * point.side + even);
        let score = score.clamp(1e-12, 1.0 - 1e-12);
        point.weight * (point.result * libm::log(score) + (1.0 - point.result) * libm::log(1.0 - score))
    };
    points.iter().map(of).sum()
}

/// The most likely line, with an offset if it `tilts`, and its logarithmic likelihood: by Newton's method, with shorter steps where a step
/// does not climb. The likelihood is concave.
fn climbed(points: &[Point], even: f64, tilts: bool) -> (Line, f64) {
    let mut line = Line { slope: 1.0, first: 0.0 };
    let mut height = likelihood(points, even, line);
    for _ in 0..MOST_STEPS {
        // A little of a prior keeps the matrix regular.
        let (mut slope, mut first) = (0.0, 0.0);
        let (mut ss, mut sf, mut ff) = (1e-9, 0.0, 1e-9);
        for point in points {
            let score = logistic(line.slope * point.odds + line.first * point.side + even);
            let (off, curve) = (point.weight * (point.result - score), point.weight * score * (1.0 - score));
            slope += off * point.odds;
            first += off * point.side;
            ss += curve * point.odds * point.odds;
            sf += curve * point.odds * point.side;
            ff += curve * point.side * point.side;
        }
        let step = if tilts {
            let determinant = ss * ff - sf * sf;
            [(ff * slope - sf * first) / determinant, (ss * first - sf * slope) / determinant]
        } else {
            [slope / ss, 0.0]
        };
        let mut length = 1.0;
        let next = loop {
            let next = Line {
                slope: (line.slope + length * step[0]).clamp(SLOPES.0, SLOPES.1),
                first: (line.first + length * step[1]).clamp(-MOST_OFFSET, MOST_OFFSET),
            };
            let reached = likelihood(points, even, next);
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
    (line, height)
}
