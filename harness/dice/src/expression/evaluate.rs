//! The value of an expression.

use num_bigint::BigUint;
use num_traits::One;
use torneo_contract::refuse_if;

use super::distribution::Distribution;
use super::fault::{Fault, FaultKind};
use super::given::{Aspect, Given};
use super::range::check_range;
use super::size::{Budget, Shape, TooLarge};
use super::syntax::{Die, Expression, Operator, Pool, Reading, Sides};
use super::tally::Wanted;
use super::{faces, throw};

/// Why an expression has no distribution.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum EvaluationError {
    /// It would take too long.
    #[error("{0}")]
    TooLarge(#[from] TooLarge),
    /// Conditions that do not apply to the expression.
    #[error("{0}")]
    Given(#[from] Fault),
    /// Conditions that never hold.
    #[error("what is given never happens")]
    Impossible,
    /// A quotient by zero.
    #[error("the divisor can be 0; one that cannot: `max(1, A)`")]
    DivisionByZero,
    /// A number of dice below 0.
    #[error("the number of dice can be {0} (at least 0); one that cannot: `max(0, A)`")]
    Dice(i64),
    /// Dice without faces.
    #[error("the number of faces can be {0} (at least 1); one that cannot: `max(1, A)`")]
    Faces(i64),
    /// Values outside 64 bits.
    #[error("values are too large (at most 10^18)")]
    Overflow,
}

/// The distribution of an expression where the conditions hold; its total counts those cases only.
///
/// # Errors
/// It would take too long, or the conditions do not fit the expression or never hold.
pub fn evaluate(
    expression: &Expression,
    given: &[Given],
    explosions: u32,
) -> Result<Distribution, EvaluationError> {
    evaluate_within(expression, given, explosions, f64::INFINITY)
}

/// The same in at most so many steps.
///
/// # Errors
/// As [`evaluate`].
pub fn evaluate_within(
    expression: &Expression,
    given: &[Given],
    explosions: u32,
    steps: f64,
) -> Result<Distribution, EvaluationError> {
    check_range(expression, explosions)?;
    Shape::of(expression, explosions)?;
    let evaluation = Evaluation { explosions, budget: Budget::of(steps) };
    let on_dice = given.iter().find(|given| given.aspect != Aspect::Value);
    let distribution = match (expression, on_dice) {
        (Expression::Throw(reading, pool), Some(_)) => evaluation.thrown(*reading, pool, given)?,
        (_, Some(wrong)) => {
            return Err(Fault { span: wrong.span.clone(), kind: FaultKind::SeveralThrows }.into());
        }
        (expression, None) => {
            let all = evaluation.value(expression)?;
            all.given(|value| given.iter().all(|given| given.condition.holds(value)))
        }
    };
    if distribution.is_empty() { Err(EvaluationError::Impossible) } else { Ok(distribution) }
}

struct Evaluation {
    explosions: u32,
    budget: Budget,
}

impl Evaluation {
    fn value(&self, expression: &Expression) -> Result<Distribution, EvaluationError> {
        Ok(match expression {
            Expression::Number(number) => Distribution::certain(*number),
            Expression::Throw(reading, pool) => self.thrown(*reading, pool, &[])?,
            Expression::Given(reading, pool, given) => match self.thrown(*reading, pool, given)? {
                never if never.is_empty() => return Err(EvaluationError::Impossible),
                thrown => thrown,
            },
            Expression::Several { count, sides, modifiers, span } => {
                let pool = |die: &Die, count| Pool {
                    count,
                    die: die.clone(),
                    modifiers: modifiers.clone(),
                    span: span.clone(),
                };
                self.several(&self.value(count)?, sides, &pool)?
            }
            Expression::Negative(inner) => self.value(inner)?.negated(),
            Expression::Absolute(inner) => {
                self.value(inner)?.combined(&Distribution::certain(0), |value, _| value.abs())
            }
            Expression::Both(Operator::Divide(_), _, divisor)
                if self.value(divisor)?.weights().iter().any(|(value, _)| *value == 0) =>
            {
                return Err(EvaluationError::DivisionByZero);
            }
            Expression::Both(operator, a, b) => combine(*operator, self.value(a)?, self.value(b)?),
            Expression::If(parts) => {
                let [condition, then, otherwise] = parts.as_ref();
                let condition = self.value(condition)?;
                let no = condition.given(|value| value == 0).total().clone();
                let yes = condition.total() - &no;
                Distribution::mixed(vec![(yes, self.value(then)?), (no, self.value(otherwise)?)])
            }
        })
    }

    fn thrown(
        &self,
        reading: Reading,
        pool: &Pool,
        given: &[Given],
    ) -> Result<Distribution, EvaluationError> {
        let given = given.iter().map(|given| (given.aspect, given.condition)).collect();
        let wanted = Wanted { reading, counts: pool.counts(), given };
        Ok(throw::throw(pool, &wanted, self.explosions, &self.budget)?)
    }

    /// What a varying number of dice shows.
    fn several(
        &self,
        counts: &Distribution,
        sides: &Sides,
        pool: &dyn Fn(&Die, u32) -> Pool,
    ) -> Result<Distribution, EvaluationError> {
        let dice: Vec<(Die, BigUint)> = match sides {
            Sides::Die(die) => vec![(die.clone(), BigUint::one())],
            Sides::Value(sides) => {
                let sides = self.value(sides)?;
                refuse_if!(sides.range().0 < 1, EvaluationError::Faces(sides.range().0));
                let die = |(sides, weight): &(i64, BigUint)| (faces::numbered(*sides as u64), weight.clone());
                sides.weights().iter().map(die).collect()
            }
        };
        refuse_if!(counts.range().0 < 0, EvaluationError::Dice(counts.range().0));
        // All parts are kept until they are mixed over one common total.
        let (mut bytes, mut values, mut bits) = (0.0, 0.0, 0.0f64);
        for (count, _) in counts.weights().iter().filter(|(count, _)| *count > 0) {
            for (die, _) in &dice {
                let shape = Shape::of_pool(Reading::Value, &pool(die, *count as u32), self.explosions)?;
                bytes += shape.bytes();
                values += shape.values();
                bits = bits.max(shape.bits());
            }
        }
        TooLarge::check_bytes(2.0 * bytes, "mixture of throws")?;
        let limbs = bits * if dice.len() > 1 { dice.len() as f64 } else { 1.0 } / 64.0;
        self.budget.check(values * (100.0 + 10.0 * limbs), "mixture of throws")?;
        let mut parts = Vec::new();
        for (count, weight) in counts.weights() {
            for (die, ways) in &dice {
                let thrown = match *count {
                    0 => Distribution::certain(0),
                    count => self.thrown(Reading::Value, &pool(die, count as u32), &[])?,
                };
                parts.push((weight * ways, thrown));
            }
        }
        Ok(Distribution::mixed(parts))
    }
}

fn combine(operator: Operator, a: Distribution, b: Distribution) -> Distribution {
    match operator {
        Operator::Plus => a.plus(&b),
        Operator::Minus => a.plus(&b.negated()),
        Operator::Times => a.combined(&b, |a, b| a * b),
        Operator::Divide(_) => a.combined(&b, |a, b| operator.apply(a, b).unwrap_or(0)),
        Operator::Larger => a.larger(&b),
        Operator::Smaller => a.negated().larger(&b.negated()).negated(),
        Operator::Compare(comparison) => a.compared(comparison, &b),
    }
}
