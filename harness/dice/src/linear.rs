//! Absorbing Markov chains in exact arithmetic.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use torneo_contract::refuse_if;

/// The equation of one state: its value is
/// `(sum of weight * value of the next state + sum of constants) / total`, component by component.
///
/// Numbers are of type `W`: `u64`, or `BigUint` where they are too large for that.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Equation<W = u64> {
    /// The next states with their weights; each state once.
    pub next: Vec<(usize, W)>,
    /// Constants, by component.
    pub constants: Vec<(usize, W)>,
    /// The sum of all weights, those of the results included.
    pub total: W,
}

/// A chain that may go on for ever: some state leads to no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("play need not end: some position leads to no result")]
pub struct Endless;

/// The value of a state as far as it is known: a linear expression in the values of states that are not finished yet.
/// All numerators stand over the same denominator.
#[derive(Clone, Debug)]
struct Expression {
    terms: Vec<(usize, BigUint)>,
    values: Vec<BigUint>,
    denominator: BigUint,
}

/// The solution of the equations, found on demand.
///
/// The method is depth-first elimination. States are finished in the postorder of a depth-first search. A
/// state that is being finished replaces the states finished before it by their expressions. Only states that
/// are still being searched (its ancestors) remain. Then it solves its equation for itself. The state from
/// which a strongly connected component was entered is finished last of the component, and nothing unknown
/// remains in its expression.
///
/// This is Gaussian elimination in a good order: chains that return through few states, as rounds of dice
/// games do, fill in little.
pub struct Solution<'a, W = u64> {
    equations: &'a [Equation<W>],
    components: usize,
    expressions: Vec<Option<Expression>>,
    entered: Vec<bool>,
}

impl<'a, W: Clone + Into<BigUint>> Solution<'a, W> {
    /// Solves for the value of `start` and of all states that it leads to.
    ///
    /// # Errors
    /// The chain need not end.
    pub fn new(
        equations: &'a [Equation<W>],
        components: usize,
        start: usize,
    ) -> Result<Solution<'a, W>, Endless> {
        let expressions = vec![None; equations.len()];
        let entered = vec![false; equations.len()];
        let mut solution = Solution { equations, components, expressions, entered };
        solution.reach(start)?;
        Ok(solution)
    }

    /// Solves for the values of another state and of all states that it leads to as well.
    ///
    /// # Errors
    /// The chain need not end.
    pub fn reach(&mut self, start: usize) -> Result<(), Endless> {
        if std::mem::replace(&mut self.entered[start], true) {
            return Ok(());
        }
        let mut path = vec![(start, 0)];
        while let Some((state, child)) = path.last_mut() {
            let state = *state;
            match self.equations[state].next.get(*child) {
                Some((next, _)) => {
                    let next = *next;
                    *child += 1;
                    if !std::mem::replace(&mut self.entered[next], true) {
                        path.push((next, 0));
                    }
                }
                None => {
                    self.expressions[state] = Some(self.finish(state)?);
                    path.pop();
                }
            }
        }
        Ok(())
    }

    /// The value of a state: one fraction for each component.
    pub fn value(&mut self, state: usize) -> Vec<BigRational> {
        self.resolve(state);
        let expression = self.expressions[state].as_ref().expect("the state was reached");
        let denominator = BigInt::from(expression.denominator.clone());
        let fraction = |n: &BigUint| BigRational::new(BigInt::from(n.clone()), denominator.clone());
        expression.values.iter().map(fraction).collect()
    }

    /// The values of the first so many states, which are reached for it.
    ///
    /// # Errors
    /// A position leads to no result.
    pub fn values(&mut self, states: usize) -> Result<Vec<Vec<BigRational>>, Endless> {
        (0..states).map(|state| self.reach(state).map(|()| self.value(state))).collect()
    }

    /// The value of a state: one numerator for each component, and the denominator of all.
    pub fn shares(&mut self, state: usize) -> (Vec<BigUint>, BigUint) {
        self.resolve(state);
        let expression = self.expressions[state].as_ref().expect("the state was reached");
        (expression.values.clone(), expression.denominator.clone())
    }

    fn finish(&mut self, state: usize) -> Result<Expression, Endless> {
        let equation = &self.equations[state];
        for (next, _) in &equation.next {
            self.resolve(*next);
        }
        let mut sum = Sum::new(self.components);
        for (next, weight) in &equation.next {
            let weight = weight.clone().into();
            match &self.expressions[*next] {
                Some(expression) => sum.add(expression, &weight),
                None => sum.add_term(*next, &weight),
            }
        }
        for (component, amount) in &equation.constants {
            sum.values[*component] += &sum.denominator * amount.clone().into();
        }
        sum.denominator *= equation.total.clone().into();
        let mut closed = false;
        if let Some(itself) = sum.terms.remove(&state) {
            refuse_if!(itself >= sum.denominator, Endless);
            sum.denominator -= itself;
            closed = true;
        }
        Ok(sum.into_expression(closed))
    }

    /// Replaces finished states in the expression of a finished state.
    fn resolve(&mut self, state: usize) {
        let Some(expression) = &self.expressions[state] else { return };
        let finished = |solution: &Self, state: usize| solution.expressions[state].is_some();
        let inner: Vec<usize> =
            expression.terms.iter().map(|&(s, _)| s).filter(|&s| finished(self, s)).collect();
        if inner.is_empty() {
            return;
        }
        for &state in &inner {
            self.resolve(state);
        }
        let expression = self.expressions[state].take().expect("the state is finished");
        let mut sum = Sum::new(self.components);
        for (next, coefficient) in &expression.terms {
            match &self.expressions[*next] {
                Some(known) => sum.add(known, coefficient),
                None => {
                    let term = coefficient * &sum.denominator;
                    *sum.terms.entry(*next).or_default() += term;
                }
            }
        }
        for (value, constant) in sum.values.iter_mut().zip(&expression.values) {
            *value += constant * &sum.denominator;
        }
        sum.denominator *= &expression.denominator;
        self.expressions[state] = Some(sum.into_expression(true));
    }
}

/// A sum of expressions over a common denominator.
struct Sum {
    terms: BTreeMap<usize, BigUint>,
    values: Vec<BigUint>,
    denominator: BigUint,
    /// Whether the denominators differed, so that the sum may be reducible.
    mixed: bool,
}

impl Sum {
    fn new(components: usize) -> Sum {
        let values = vec![BigUint::zero(); components];
        Sum { terms: BTreeMap::new(), values, denominator: BigUint::one(), mixed: false }
    }

    fn add(&mut self, expression: &Expression, weight: &BigUint) {
        let mut factor = weight.clone();
        if expression.denominator != self.denominator {
            self.mixed |= !self.denominator.is_one();
            let common = self.denominator.lcm(&expression.denominator);
            self.scale(&(&common / &self.denominator));
            factor *= &common / &expression.denominator;
            self.denominator = common;
        }
        for (state, coefficient) in &expression.terms {
            *self.terms.entry(*state).or_default() += coefficient * &factor;
        }
        for (value, more) in self.values.iter_mut().zip(&expression.values) {
            if !more.is_zero() {
                *value += more * &factor;
            }
        }
    }

    fn add_term(&mut self, state: usize, weight: &BigUint) {
        let term = &self.denominator * weight;
        *self.terms.entry(state).or_default() += term;
    }

    fn scale(&mut self, factor: &BigUint) {
        if !factor.is_one() {
            self.terms.values_mut().chain(&mut self.values).for_each(|number| *number *= factor);
        }
    }

    /// Divides by what all numbers have in common, where that can be something.
    fn into_expression(mut self, closed: bool) -> Expression {
        if closed || self.mixed {
            let mut divisor = self.denominator.clone();
            for number in self.terms.values().chain(&self.values) {
                if divisor.is_one() {
                    break;
                }
                divisor = divisor.gcd(number);
            }
            if !divisor.is_one() {
                let numbers = self.terms.values_mut().chain(&mut self.values);
                numbers.chain([&mut self.denominator]).for_each(|number| *number /= &divisor);
            }
        }
        Expression {
            terms: self.terms.into_iter().collect(),
            values: self.values,
            denominator: self.denominator,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    fn equation(next: &[(usize, u64)], constants: &[(usize, u64)], total: u64) -> Equation {
        Equation { next: next.to_vec(), constants: constants.to_vec(), total }
    }

    #[test]
    fn gambler_with_three_coins() {
        // A fair game from 3 coins to 0 or 7: 3/7 is reached 7 with, and it takes 3 * 4 steps.
        let chain: Vec<Equation> = (1..7)
            .map(|coins: usize| {
                let next: Vec<(usize, u64)> = [coins - 1, coins + 1]
                    .iter()
                    .filter(|c| (1..7).contains(*c))
                    .map(|c| (c - 1, 1))
                    .collect();
                let mut constants = vec![(1, 2)];
                if coins == 6 {
                    constants.push((0, 1));
                }
                equation(&next, &constants, 2)
            })
            .collect();
        let mut solution = Solution::new(&chain, 2, 2).unwrap();
        assert_eq!(solution.value(2), [fraction(3, 7), fraction(12, 1)]);
        for coins in 1..7 {
            assert_eq!(
                solution.value(coins - 1),
                [fraction(coins as i64, 7), fraction((coins * (7 - coins)) as i64, 1)]
            );
        }
    }

    #[test]
    fn a_chain_without_end_is_refused() {
        let chain = [equation(&[(1, 1)], &[], 1), equation(&[(0, 1)], &[], 1)];
        assert!(Solution::new(&chain, 1, 0).is_err());
    }
}
