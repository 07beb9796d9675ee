//! Symmetric matrices of the model's parameters.
//!
//! All sums are taken in one order by basic operations, so that ratings are the same bits on every machine: libraries of linear
//! algebra choose the kernels of their products by the processor that they find.

use std::ops::{Add, Div, Index, IndexMut, Mul};

/// A symmetric matrix, all of its entries row by row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Symmetric {
    length: usize,
    entries: Vec<f64>,
}

impl Symmetric {
    /// Nothing but zeros.
    pub fn zeros(length: usize) -> Symmetric {
        Symmetric { length, entries: vec![0.0; length * length] }
    }

    /// Number of rows, which is that of columns.
    pub fn len(&self) -> usize {
        self.length
    }

    fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.entries.chunks_exact(self.length.max(1))
    }

    /// Takes a parameter out: nothing in its row and column but a one on the diagonal.
    pub fn fix(&mut self, parameter: usize) {
        for other in 0..self.length {
            self[(parameter, other)] = 0.0;
            self[(other, parameter)] = 0.0;
        }
        self[(parameter, parameter)] = 1.0;
    }

    /// Adds the products of all pairs of terms, so often.
    pub fn add_products(&mut self, terms: &[(usize, f64)], often: f64) {
        for &(i, x) in terms {
            for &(j, y) in terms {
                self[(i, j)] += often * x * y;
            }
        }
    }

    /// The part of the first `length` rows and columns.
    pub fn leading(&self, length: usize) -> Symmetric {
        let entries = self.rows().take(length).flat_map(|row| &row[..length]).copied().collect();
        Symmetric { length, entries }
    }

    /// The product with a vector.
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.rows().map(|row| dot(row, vector)).collect()
    }

    /// The matrix between a vector and itself, not below 0: the variance along a direction.
    pub fn along(&self, direction: &[f64]) -> f64 {
        dot(direction, &self.times(direction)).max(0.0)
    }

    /// The matrix with `outer` multiplied to both of its sides.
    pub fn between(&self, outer: &Symmetric) -> Symmetric {
        // The rows of the symmetric `outer` are its columns, and the product of three symmetric matrices like these is one.
        let half: Vec<Vec<f64>> = outer.rows().map(|row| self.times(row)).collect();
        let entries = half.iter().flat_map(|row| outer.times(row)).collect();
        Symmetric { length: self.length, entries }
    }

    /// The lower triangle whose product with its transpose is the matrix (Cholesky); none if that is not positive definite.
    pub fn root(&self) -> Option<Triangle> {
        let n = self.length;
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(n);
        for i in 0..n {
            let mut row = Vec::with_capacity(i + 1);
            for (j, above) in rows.iter().enumerate() {
                row.push((self[(i, j)] - dot(&row[..j], &above[..j])) / above[j]);
            }
            let rest = self[(i, i)] - dot(&row, &row);
            if rest <= 0.0 || !rest.is_finite() {
                return None;
            }
            row.push(rest.sqrt());
            rows.push(row);
        }
        Some(Triangle(rows))
    }
}

impl Index<(usize, usize)> for Symmetric {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.entries[row * self.length + column]
    }
}

impl IndexMut<(usize, usize)> for Symmetric {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.entries[row * self.length + column]
    }
}

impl Add<&Symmetric> for Symmetric {
    type Output = Symmetric;

    fn add(mut self, other: &Symmetric) -> Symmetric {
        self.entries.iter_mut().zip(&other.entries).for_each(|(x, y)| *x += y);
        self
    }
}

impl Mul<f64> for &Symmetric {
    type Output = Symmetric;

    fn mul(self, scale: f64) -> Symmetric {
        Symmetric { length: self.length, entries: self.entries.iter().map(|x| x * scale).collect() }
    }
}

impl Div<f64> for Symmetric {
    type Output = Symmetric;

    fn div(mut self, scale: f64) -> Symmetric {
        self.entries.iter_mut().for_each(|x| *x /= scale);
        self
    }
}

/// A lower triangle, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Triangle(Vec<Vec<f64>>);

impl Triangle {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Writes the product with a vector over `product`.
    pub fn times(&self, vector: &[f64], product: &mut Vec<f64>) {
        product.clear();
        product.extend(self.0.iter().map(|row| dot(row, vector)));
    }

    /// The vector whose product with the matrix that this is the root of is `vector`.
    pub fn solve(&self, vector: &[f64]) -> Vec<f64> {
        let mut solution = vector.to_vec();
        for (i, row) in self.0.iter().enumerate() {
            solution[i] = (solution[i] - dot(&row[..i], &solution)) / row[i];
        }
        for (i, row) in self.0.iter().enumerate().rev() {
            solution[i] /= row[i];
            let solved = solution[i];
            solution.iter_mut().zip(&row[..i]).for_each(|(x, entry)| *x -= entry * solved);
        }
        solution
    }

    /// The inverse of the matrix that this is the root of.
    pub fn inverse(&self) -> Symmetric {
        let n = self.len();
        let column = |i: usize| {
            let mut unit = vec![0.0; n];
            unit[i] = 1.0;
            self.solve(&unit)
        };
        let mut inverse = Symmetric { length: n, entries: (0..n).flat_map(column).collect() };
        for i in 0..n {
            for j in 0..i {
                inverse[(i, j)] = inverse[(j, i)];
            }
        }
        inverse
    }
}

/// The sum of the products of as many numbers as the shorter one has.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `A^T A` and a little on the diagonal: positive definite.
    fn definite(length: usize, numbers: &[f64]) -> Symmetric {
        let mut matrix = Symmetric::zeros(length);
        for i in 0..length {
            for j in 0..length {
                let row = |k: usize| numbers[k * length + i] * numbers[k * length + j];
                matrix[(i, j)] = (0..length).map(row).sum::<f64>() + if i == j { 0.1 } else { 0.0 };
            }
        }
        matrix
    }

    proptest! {
        #[test]
        fn roots_solve_and_invert(length in 1_usize..9, numbers in prop::collection::vec(-2.0..2.0_f64, 64)) {
            let matrix = definite(length, &numbers);
            let root = matrix.root().expect("it is positive definite");
            let solution = root.solve(&numbers[..length]);
            for (x, y) in matrix.times(&solution).iter().zip(&numbers) {
                prop_assert!((x - y).abs() < 1e-6, "{x} {y}");
            }
            let unit = matrix.between(&root.inverse());
            prop_assert!(unit.entries.iter().zip(&root.inverse().entries).all(|(x, y)| (x - y).abs() < 1e-5));
        }
    }

    #[test]
    fn what_is_not_definite_has_no_root() {
        let mut matrix = Symmetric::zeros(2);
        assert!(matrix.root().is_none());
        (matrix[(0, 0)], matrix[(1, 1)]) = (1.0, 1.0);
        (matrix[(0, 1)], matrix[(1, 0)]) = (2.0, 2.0);
        assert!(matrix.root().is_none());
        matrix.fix(1);
        assert_eq!(matrix.root().unwrap().inverse(), matrix);
        assert_eq!(matrix.leading(1).times(&[3.0]), [3.0]);
    }
}
