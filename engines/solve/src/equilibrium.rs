//! The equilibrium of a matrix game (von Neumann, "Zur Theorie der Gesellschaftsspiele", 1928).
//!
//! Linear programming finds it (Dantzig, "A proof of the equivalence of the programming problem and the game
//! problem", 1951).

use microlp::{ComparisonOp, OptimizationDirection, Problem};

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
    let most = |column: usize| fold(matrix.iter().copied().skip(column).step_by(columns), |a, b| b > a);
    let rows = matrix.len() / columns;
    let (best, secured) = (1..rows).fold((0, least(0)), |(row, value), next| match least(next) {
        better if better > value => (next, better),
        _ => (row, value),
    });
    let held = fold((0..columns).map(most), |a, b| b < a);
    (secured >= held).then_some((best, secured))
}

fn fold<T: Copy>(mut items: impl Iterator<Item = T>, replaces: impl Fn(T, T) -> bool) -> T {
    let first = items.next().expect("a matrix has rows and columns");
    items.fold(first, |kept, item| if replaces(kept, item) { item } else { kept })
}

/// An equilibrium of the game with the row player's payoffs `matrix`, row by row.
pub fn solve(matrix: &[f64], columns: usize) -> Equilibrium {
    let rows = matrix.len() / columns;
    if let Some((row, value)) = saddle_point(matrix, columns) {
        return Equilibrium { value, strategy: pure(row, rows) };
    }
    by_linear_programme(matrix, columns).unwrap_or_else(|| Equilibrium {
        value: matrix.iter().sum::<f64>() / matrix.len() as f64,
        strategy: vec![1.0 / rows as f64; rows],
    })
}

fn pure(row: usize, rows: usize) -> Vec<f64> {
    (0..rows).map(|index| if index == row { 1.0 } else { 0.0 }).collect()
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
}
