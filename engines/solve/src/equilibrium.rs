//! Matrix games (von Neumann, "Zur Theorie der Gesellschaftsspiele", 1928), solved with a certificate: mixtures of both
//! players, and what they guarantee.
//!
//! The simplex method finds the mixtures in a condensed tableau (Tucker, "Solving a matrix game by linear
//! programming", 1960). It is due to Dantzig, "A proof of the equivalence of the programming problem and the
//! game problem", 1951. The bounds are what the mixtures pay against every answer, so they hold even if the
//! mixtures are not exact.

use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// Entries below this are taken for zero when a pivot is looked for, where payoffs differ by up to 1.
const TINY: f64 = 1e-12;
/// The gap between what the mixtures guarantee, as a part of the largest difference of payoffs, above which the
/// mixtures are looked for in another way.
const WIDE: f64 = 1e-11;

/// Bounds of a value.
pub type Interval = [f64; 2];

/// What the row player can be sure of, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Equilibrium {
    /// The value of the game for the row player.
    pub value: f64,
    /// The probability of each row.
    pub strategy: Vec<f64>,
}

/// The best row with certainty and the value that it secures, if no mixture of rows secures more (a saddle point).
///
/// `matrix` holds the row player's payoffs row by row; the column player's are the opposite.
pub fn saddle_point<T: Copy + PartialOrd>(matrix: &[T], columns: usize) -> Option<(usize, T)> {
    let least = |row: usize| fold(matrix[row * columns..][..columns].iter().copied(), |a, b| b < a);
    let rows = matrix.len() / columns;
    let (best, secured) = (1..rows).fold((0, least(0)), |(row, value), next| match least(next) {
        better if better > value => (next, better),
        _ => (row, value),
    });
    let held = fold((0..columns).map(|column| most(matrix, columns, column)), |a, b| b < a);
    (secured >= held).then_some((best, secured))
}

/// The most that a column pays.
fn most<T: Copy + PartialOrd>(matrix: &[T], columns: usize, column: usize) -> T {
    fold(matrix.iter().copied().skip(column).step_by(columns), |a, b| b > a)
}

fn fold<T: Copy>(mut items: impl Iterator<Item = T>, replaces: impl Fn(T, T) -> bool) -> T {
    let first = items.next().expect("a matrix has rows and columns");
    items.fold(first, |kept, item| if replaces(kept, item) { item } else { kept })
}

/// An equilibrium of the game with the row player's payoffs `matrix`, row by row. Where there are several it is that of the
/// linear programme, not that of [`MatrixSolver`]: what searches choose rests on it.
pub fn solve(matrix: &[f64], columns: usize) -> Equilibrium {
    let rows = matrix.len() / columns;
    if let Some((row, value)) = saddle_point(matrix, columns) {
        let mut strategy = Vec::new();
        set_pure(&mut strategy, rows, row);
        return Equilibrium { value, strategy };
    }
    by_linear_programme(matrix, columns).unwrap_or_else(|| Equilibrium {
        value: matrix.iter().sum::<f64>() / matrix.len() as f64,
        strategy: vec![1.0 / rows as f64; rows],
    })
}

/// Solves matrices, keeping its memory.
#[derive(Clone, Debug, Default)]
pub struct MatrixSolver {
    tableau: Vec<f64>,
    /// What each row and each column of the tableau stands for: below the number of columns a column of the matrix,
    /// from there on a row.
    row_labels: Vec<usize>,
    column_labels: Vec<usize>,
    /// The mixture of the rows.
    pub rows: Vec<f64>,
    /// The mixture of the columns.
    pub columns: Vec<f64>,
    matrix: Vec<f64>,
}

impl MatrixSolver {
    /// Bounds of the value for the row player of a game whose payoffs are known by bounds, row by row. The mixtures
    /// that show the bounds remain in `rows`, for the lower bound, and `columns`, for the upper one.
    pub fn bounds(&mut self, payoffs: &[Interval], columns: usize) -> Interval {
        let exact = payoffs.iter().all(|[low, high]| low == high);
        let low = self.side(payoffs, columns, 0);
        if exact {
            return [low, self.guaranteed_by_columns(payoffs, columns).max(low)];
        }
        let rows = self.rows.clone();
        self.side(payoffs, columns, 1);
        self.rows = rows;
        [low, self.guaranteed_by_columns(payoffs, columns).max(low)]
    }

    /// Finds mixtures for one side of the bounds; what the rows guarantee by it.
    fn side(&mut self, payoffs: &[Interval], columns: usize, side: usize) -> f64 {
        self.matrix.clear();
        self.matrix.extend(payoffs.iter().map(|bounds| bounds[side]));
        if !self.saddle_point(columns) {
            self.simplex(columns);
        }
        guaranteed_by_rows(&self.matrix, &self.rows, columns)
    }

    /// The most that any row gets of the mixture of the columns.
    fn guaranteed_by_columns(&self, payoffs: &[Interval], columns: usize) -> f64 {
        let paid =
            |row: &[Interval]| row.iter().zip(&self.columns).map(|(payoff, weight)| payoff[1] * weight).sum();
        payoffs.chunks_exact(columns).map(paid).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Whether one row and one column hold each other; they are the mixtures then.
    fn saddle_point(&mut self, columns: usize) -> bool {
        let rows = self.matrix.len() / columns;
        let Some((row, value)) = saddle_point(&self.matrix, columns) else { return false };
        let column = (0..columns).find(|&column| most(&self.matrix, columns, column) <= value);
        let column = column.expect("a saddle point is in a column");
        set_pure(&mut self.rows, rows, row);
        set_pure(&mut self.columns, columns, column);
        true
    }

    /// Finds the mixtures by the simplex method, and where rounding or a circle of pivots spoils them, by another
    /// solver.
    fn simplex(&mut self, columns: usize) {
        let least = self.matrix.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self.matrix.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.exchange(columns, least, most - least);
        let low = guaranteed_by_rows(&self.matrix, &self.rows, columns);
        let mut opposite = transposed(&self.matrix, columns);
        opposite.iter_mut().for_each(|payoff| *payoff = -*payoff);
        let rows = self.rows.len();
        let high = -guaranteed_by_rows(&opposite, &self.columns, rows);
        if high - low <= WIDE * (most - least) {
            return;
        }
        let found = solve(&self.matrix, columns).strategy;
        if guaranteed_by_rows(&self.matrix, &found, columns) > low {
            self.rows = found;
        }
        let found = solve(&opposite, rows).strategy;
        if -guaranteed_by_rows(&opposite, &found, rows) < high {
            self.columns = found;
        }
    }

    /// Maximises the sum of `y >= 0` where no row of the matrix, its payoffs moved to `1..=2`, pays more than 1
    /// against it.
    fn exchange(&mut self, columns: usize, least: f64, range: f64) {
        let rows = self.matrix.len() / columns;
        let width = columns + 1;
        self.tableau.clear();
        for row in self.matrix.chunks_exact(columns) {
            self.tableau.extend(row.iter().map(|payoff| (payoff - least) / range + 1.0));
            self.tableau.push(1.0);
        }
        self.tableau.extend(std::iter::repeat_n(-1.0, columns));
        self.tableau.push(0.0);
        self.column_labels.clear();
        self.column_labels.extend(0..columns);
        self.row_labels.clear();
        self.row_labels.extend(columns..columns + rows);
        for _ in 0..8 * (rows + columns) {
            let (column, cost) = best(self.tableau[rows * width..][..columns].iter().copied());
            if cost >= -TINY {
                break;
            }
            let ratio = |row: usize| {
                let entry = self.tableau[row * width + column];
                if entry > TINY { self.tableau[row * width + columns] / entry } else { f64::INFINITY }
            };
            let (row, ratio) = best((0..rows).map(ratio));
            if ratio == f64::INFINITY {
                break;
            }
            self.pivot(row, column, width);
        }
        self.read(rows, columns);
    }

    fn pivot(&mut self, row: usize, column: usize, width: usize) {
        let inverse = 1.0 / self.tableau[row * width + column];
        for entry in &mut self.tableau[row * width..][..width] {
            *entry *= inverse;
        }
        self.tableau[row * width + column] = inverse;
        for other in (0..self.tableau.len() / width).filter(|&other| other != row) {
            let factor = self.tableau[other * width + column];
            if factor == 0.0 {
                continue;
            }
            self.tableau[other * width + column] = 0.0;
            for at in 0..width {
                self.tableau[other * width + at] -= factor * self.tableau[row * width + at];
            }
        }
        std::mem::swap(&mut self.row_labels[row], &mut self.column_labels[column]);
    }

    /// Reads the mixtures from the tableau: the columns' are its solution, the rows' the dual one.
    fn read(&mut self, rows: usize, columns: usize) {
        let width = columns + 1;
        self.rows.clear();
        self.rows.resize(rows, 0.0);
        self.columns.clear();
        self.columns.resize(columns, 0.0);
        for (row, &label) in self.row_labels.iter().enumerate().filter(|&(_, &label)| label < columns) {
            self.columns[label] = self.tableau[row * width + columns].max(0.0);
        }
        for (column, &label) in self.column_labels.iter().enumerate().filter(|&(_, &label)| label >= columns)
        {
            self.rows[label - columns] = self.tableau[rows * width + column].max(0.0);
        }
        normalise(&mut self.rows);
        normalise(&mut self.columns);
    }
}

/// The least that a mixture of the rows gets.
fn guaranteed_by_rows(matrix: &[f64], rows: &[f64], columns: usize) -> f64 {
    let paid = |column: usize| {
        let row = |(row, weight): (usize, &f64)| weight * matrix[row * columns + column];
        rows.iter().enumerate().map(row).sum::<f64>()
    };
    (0..columns).map(paid).fold(f64::INFINITY, f64::min)
}

fn transposed(matrix: &[f64], columns: usize) -> Vec<f64> {
    (0..columns).flat_map(|column| matrix[column..].iter().step_by(columns).copied()).collect()
}

/// The least number with its place, the first of equal ones.
fn best(numbers: impl Iterator<Item = f64>) -> (usize, f64) {
    numbers.enumerate().fold((0, f64::INFINITY), |best, next| if next.1 < best.1 { next } else { best })
}

fn set_pure(mixture: &mut Vec<f64>, len: usize, chosen: usize) {
    mixture.clear();
    mixture.resize(len, 0.0);
    mixture[chosen] = 1.0;
}

fn normalise(mixture: &mut [f64]) {
    let sum: f64 = mixture.iter().sum();
    if sum > 0.0 {
        mixture.iter_mut().for_each(|weight| *weight /= sum);
    } else {
        mixture.fill(1.0 / mixture.len() as f64);
    }
}

/// Maximises `v` where each column pays at least `v` against the mixture of rows. None if the solver fails, which
/// only rounding could bring about: the programme is feasible and bounded.
fn by_linear_programme(matrix: &[f64], columns: usize) -> Option<Equilibrium> {
    let rows = matrix.len() / columns;
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let value = problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let weights: Vec<_> = (0..rows).map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    for column in 0..columns {
        let paid = weights.iter().enumerate().map(|(row, &weight)| (weight, matrix[row * columns + column]));
        let paid: Vec<_> = paid.chain([(value, -1.0)]).collect();
        problem.add_constraint(&paid, ComparisonOp::Ge, 0.0);
    }
    let all: Vec<_> = weights.iter().map(|&weight| (weight, 1.0)).collect();
    problem.add_constraint(&all, ComparisonOp::Eq, 1.0);
    let solution = problem.solve().ok()?.into_solution().ok()?;
    let strategy: Vec<f64> = weights.iter().map(|&weight| solution.var_value(weight).max(0.0)).collect();
    Some(Equilibrium { value: solution.var_value(value), strategy })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng as _, SeedableRng};

    fn bounds(matrix: &[f64], columns: usize) -> (Interval, MatrixSolver) {
        let mut solver = MatrixSolver::default();
        let payoffs: Vec<Interval> = matrix.iter().map(|&payoff| [payoff; 2]).collect();
        (solver.bounds(&payoffs, columns), solver)
    }

    fn is_near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?} {expected:?}");
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn matching_pennies_is_mixed_evenly() {
        let found = solve(&[1.0, -1.0, -1.0, 1.0], 2);
        assert!(near(found.value, 0.0));
        assert!(found.strategy.iter().all(|&share| near(share, 0.5)));
    }

    #[test]
    fn unequal_stakes_shift_the_mixture() {
        // Rows pay (3, -1) and (-2, 1): the first row with probability 3/7, value 1/7.
        let found = solve(&[3.0, -1.0, -2.0, 1.0], 2);
        assert!(near(found.value, 1.0 / 7.0));
        assert!(near(found.strategy[0], 3.0 / 7.0));
    }

    #[test]
    fn rock_paper_scissors_with_a_dominated_row() {
        let matrix = [0.0, -1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 1.0, 0.0, -1.0, -1.0, -1.0];
        let found = solve(&matrix, 3);
        assert!(near(found.value, 0.0) && near(found.strategy[3], 0.0));
        assert!(found.strategy[..3].iter().all(|&share| near(share, 1.0 / 3.0)));
    }

    #[test]
    fn a_saddle_point_needs_no_mixture() {
        assert_eq!(saddle_point(&[4, 2, 3, 1], 2), Some((0, 2)));
        assert_eq!(saddle_point(&[1, -1, -1, 1], 2), None);
        assert_eq!(solve(&[5.0, 6.0, 7.0], 1).strategy, [0.0, 0.0, 1.0]);
    }

    #[test]
    fn games_solved_by_hand() {
        // Two by two without a saddle point: value (ad - bc) / (a + d - b - c).
        let (value, solver) = bounds(&[3.0, -1.0, -2.0, 1.0], 2);
        is_near(&value, &[1.0 / 7.0; 2]);
        is_near(&solver.rows, &[3.0 / 7.0, 4.0 / 7.0]);
        is_near(&solver.columns, &[2.0 / 7.0, 5.0 / 7.0]);
        // Rock, paper, scissors where a win with rock counts double: (1, 2, 1) / 4 for both.
        let (value, solver) = bounds(&[0.0, -1.0, 2.0, 1.0, 0.0, -1.0, -2.0, 1.0, 0.0], 3);
        is_near(&value, &[0.0; 2]);
        is_near(&solver.rows, &[0.25, 0.5, 0.25]);
        is_near(&solver.columns, &[0.25, 0.5, 0.25]);
        // A game of two finger Morra: value -1/12 with 7/12 and 5/12 for both.
        let (value, solver) = bounds(&[2.0, -3.0, -3.0, 4.0], 2);
        is_near(&value, &[-1.0 / 12.0; 2]);
        is_near(&solver.rows, &[7.0 / 12.0, 5.0 / 12.0]);
        // A saddle point.
        let (value, solver) = bounds(&[4.0, 2.0, 3.0, 1.0], 2);
        is_near(&value, &[2.0; 2]);
        assert_eq!((&solver.rows[..], &solver.columns[..]), (&[1.0, 0.0][..], &[0.0, 1.0][..]));
    }

    #[test]
    fn bounds_enclose_the_value_found_by_another_solver() {
        let mut rng = crate::Rng::seed_from_u64(4);
        for _ in 0..2_000 {
            let rows = 1 + (rng.next_u64() % 9) as usize;
            let columns = 1 + (rng.next_u64() % 9) as usize;
            let matrix: Vec<f64> = (0..rows * columns).map(|_| (rng.next_u64() % 7) as f64 / 6.0).collect();
            let ([low, high], _) = bounds(&matrix, columns);
            let value = by_linear_programme(&matrix, columns).unwrap().value;
            assert!(low <= value + 1e-9 && value <= high + 1e-9 && high - low < 1e-9, "{low} {value} {high}");
        }
    }

    #[test]
    fn payoffs_that_hardly_differ_give_narrow_bounds() {
        let mut rng = crate::Rng::seed_from_u64(6);
        for scale in [1e-3, 1e-6, 1e-9] {
            for _ in 0..500 {
                let matrix: Vec<f64> =
                    (0..27).map(|_| 0.5 + scale * (rng.next_u64() % 5) as f64 / 5.0).collect();
                let ([low, high], _) = bounds(&matrix, 3);
                assert!(high - low <= 1e-10 * scale + 1e-15, "{low} {high}");
            }
        }
    }

    #[test]
    fn wide_payoffs_give_wide_bounds() {
        let mut solver = MatrixSolver::default();
        let payoffs = [[0.9, 1.0], [0.0, 0.2], [0.0, 0.0], [1.0, 1.0]];
        let [low, high] = solver.bounds(&payoffs, 2);
        let lowest = bounds(&[0.9, 0.0, 0.0, 1.0], 2).0;
        let highest = bounds(&[1.0, 0.2, 0.0, 1.0], 2).0;
        is_near(&[low, high], &[lowest[0], highest[1]]);
    }
}
