//! Distributions of whole numbers and pools of dice.

use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use torneo_dice::distribution::Distribution;
use torneo_dice::error::{Error, Made};
use torneo_dice::meter::{Bounds, Meter, checked};
use torneo_dice::pools::{self, Combination, Order, Reading, Source};

/// What a calculation may take: some hundred seconds, and 1 GiB.
fn meter() -> Meter {
    Meter::new(Bounds { steps: 2e10, bytes: 1024.0 * 1048576.0 })
}

fn refused(error: Error) -> PyErr {
    match error {
        Error::Steps { .. } | Error::Memory { .. } => PyMemoryError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// Whole numbers with their weights.
#[pyclass(frozen, module = "torneo._torneo")]
pub struct Numbers(Arc<Distribution>);

#[pymethods]
impl Numbers {
    #[new]
    fn new(weights: Vec<(i64, BigUint)>) -> PyResult<Numbers> {
        for (number, _) in &weights {
            checked(Some(*number)).map_err(refused)?;
        }
        Ok(Numbers(Arc::new(Distribution::of(weights))))
    }

    /// The die with faces from 1.
    #[staticmethod]
    fn die(faces: i64) -> PyResult<Numbers> {
        if !(1..=1_000_000).contains(&faces) {
            return Err(value_error!("expected 1 to 1000000 faces, found {faces}"));
        }
        Ok(Numbers(Arc::new(Distribution::ascending((1..=faces).map(|face| (face, 1u32.into())).collect()))))
    }

    /// The numbers in ascending order with their weights.
    fn weights(&self) -> Vec<(i64, BigUint)> {
        self.0.weights().to_vec()
    }

    /// The sum of the weights.
    fn total(&self) -> BigUint {
        self.0.total().clone()
    }

    /// The expected value: numerator and denominator.
    fn mean(&self) -> (BigInt, BigInt) {
        let mean = self.0.mean();
        (mean.numer().clone(), mean.denom().clone())
    }

    /// The variance: numerator and denominator.
    fn variance(&self) -> (BigInt, BigInt) {
        let variance = self.0.variance();
        (variance.numer().clone(), variance.denom().clone())
    }

    /// The sum of two independent numbers.
    fn plus(&self, py: Python<'_>, other: &Numbers) -> PyResult<Numbers> {
        let (a, b) = (self.0.clone(), other.0.clone());
        made(py, move |meter| pools::sum(&a, &b, meter))
    }

    /// The opposite numbers.
    fn negated(&self) -> Numbers {
        Numbers(Arc::new(self.0.as_ref().clone().negated()))
    }

    /// The sum of several throws; below 0 the opposite of it.
    fn times(&self, py: Python<'_>, count: i64) -> PyResult<Numbers> {
        let dice = self.dice(count.unsigned_abs(), Source::Thrown)?;
        let sum = made(py, move |meter| dice.total(meter).map(|sum| sum.as_ref().clone()))?;
        Ok(if count < 0 { sum.negated() } else { sum })
    }

    /// The pool of several equal dice, or of cards dealt from the deck with these copies.
    fn pool(&self, count: u64, is_dealt: bool) -> PyResult<NumberPool> {
        let source = if is_dealt { Source::Dealt } else { Source::Thrown };
        Ok(NumberPool(Arc::new(pools::Pool::Dice(self.dice(count, source)?))))
    }
}

impl Numbers {
    fn dice(&self, count: u64, source: Source) -> PyResult<pools::Dice> {
        let most = if source == Source::Thrown { 100_000u32.into() } else { self.0.total().clone() };
        if BigUint::from(count) > most {
            return Err(value_error!("expected at most {most} dice or cards, found {count}"));
        }
        Ok(pools::Dice { source, count: count as u32, die: self.0.clone() })
    }
}

fn made(py: Python<'_>, of: impl FnOnce(&Meter) -> Made<Distribution> + Send) -> PyResult<Numbers> {
    py.detach(|| of(&meter())).map(|made| Numbers(Arc::new(made))).map_err(refused)
}

/// Dice and cards that are thrown and dealt together.
#[pyclass(frozen, module = "torneo._torneo")]
pub struct NumberPool(Arc<pools::Pool>);

#[pymethods]
impl NumberPool {
    /// Two pools as one: `sum`, `union`, `intersection` or `difference`.
    fn both(&self, other: &NumberPool, combination: &str) -> PyResult<NumberPool> {
        let combination = match combination {
            "sum" => Combination::Sum,
            "union" => Combination::Union,
            "intersection" => Combination::Intersection,
            "difference" => Combination::Difference,
            _ => return Err(value_error!("`{combination}` is no combination of pools")),
        };
        let (a, b) = (self.0.as_ref().clone(), other.0.as_ref().clone());
        Ok(NumberPool(Arc::new(pools::Pool::Both(combination, Box::new(a), Box::new(b)))))
    }

    /// The pool with each face at most this often.
    fn at_most(&self, most: u32) -> NumberPool {
        NumberPool(Arc::new(pools::Pool::AtMost(most, Box::new(self.0.as_ref().clone()))))
    }

    /// The number of dice, if it is always the same.
    fn fixed_size(&self) -> Option<usize> {
        self.0.size()
    }

    /// A reading by its name.
    #[pyo3(signature = (reading, numbers = Vec::new(), other = None))]
    fn read(
        &self,
        py: Python<'_>,
        reading: &str,
        mut numbers: Vec<i64>,
        other: Option<&NumberPool>,
    ) -> PyResult<Numbers> {
        numbers.sort_unstable();
        let one = || numbers.first().copied().unwrap_or(0).max(0) as usize;
        let reading = match reading {
            "sum" => Reading::Sum,
            "ranks" => Reading::Ranks(numbers.iter().filter_map(|rank| (*rank).try_into().ok()).collect()),
            "lowest" => Reading::Lowest(one()),
            "count" => Reading::Count(numbers),
            "size" => Reading::Size,
            "set" => Reading::Set,
            "pairs" => Reading::Pairs,
            "straight" => Reading::Straight,
            "distinct" => Reading::Distinct,
            "wins" => Reading::Wins,
            _ => return Err(value_error!("`{reading}` is no reading of pools")),
        };
        let pools: Vec<Arc<pools::Pool>> =
            std::iter::once(self.0.clone()).chain(other.map(|other| other.0.clone())).collect();
        made(py, move |meter| {
            pools::read(&pools.iter().map(Arc::as_ref).collect::<Vec<_>>(), &reading, meter)
        })
    }

    /// Every throw, from its highest die on, with its weight.
    fn listed<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyTuple>, BigUint)>> {
        let pool = self.0.clone();
        let throws = py.detach(move || pools::listed(&pool, &meter())).map_err(refused)?;
        throws.into_iter().map(|(throw, ways)| Ok((PyTuple::new(py, throw)?, ways))).collect()
    }

    /// The last states of a walk over the faces, with their weights: `next(state, face, count)` gives the next state.
    fn walk<'py>(
        &self,
        py: Python<'py>,
        start: Bound<'py, PyAny>,
        next: Bound<'py, PyAny>,
        is_descending: bool,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, BigUint)>> {
        let order = if is_descending { Order::Descending } else { Order::Ascending };
        let numbers = PyDict::new(py);
        numbers.set_item(&start, 0)?;
        let mut states = vec![start];
        let mut failed = None;
        let mut step = |state: &u32, face: i64, count: u32| -> Made<u32> {
            let mut of = || -> PyResult<u32> {
                let state = next.call1((&states[*state as usize], face, count))?;
                if let Some(number) = numbers.get_item(&state)? {
                    return number.extract();
                }
                let number = states.len() as u32;
                numbers.set_item(&state, number)?;
                states.push(state);
                Ok(number)
            };
            of().map_err(|error| {
                failed = Some(error);
                Error::Called
            })
        };
        let walked = pools::walk_pool(&self.0, order, 0, 200.0, &meter(), &mut step);
        failed.map_or(Ok(()), Err)?;
        let walked = walked.map_err(refused)?;
        Ok(walked.into_iter().map(|(state, ways)| (states[state as usize].clone(), ways)).collect())
    }
}
