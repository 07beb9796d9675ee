//! The value of an expression.

use super::distribution::Distribution;
use super::fault::{Fault, FaultKind};
use super::given::{Aspect, Given};
use super::size::{Shape, TooLarge};
use super::syntax::{Expression, Operator, Reading};
use super::tally::Wanted;
use super::throw;

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
    check_range(expression, explosions)?;
    Shape::of(expression, explosions)?;
    let on_dice = given.iter().find(|given| given.aspect != Aspect::Value);
    let distribution = match (expression, on_dice) {
        (Expression::Throw(reading, pool), Some(_)) => {
            let given = given.iter().map(|given| (given.aspect, given.condition)).collect();
            let wanted = Wanted { reading: *reading, counts: pool.counts(), given };
            throw::throw(pool, &wanted, explosions)?
        }
        (_, Some(wrong)) => {
            return Err(Fault { span: wrong.span.clone(), kind: FaultKind::SeveralThrows }.into());
        }
        (expression, None) => {
            let all = value(expression, explosions)?;
            all.given(|value| given.iter().all(|given| given.condition.holds(value)))
        }
    };
    if distribution.is_empty() { Err(EvaluationError::Impossible) } else { Ok(distribution) }
}

fn value(expression: &Expression, explosions: u32) -> Result<Distribution, TooLarge> {
    match expression {
        Expression::Number(number) => Ok(Distribution::certain(*number)),
        Expression::Throw(reading, pool) => {
            let wanted = Wanted { reading: *reading, counts: pool.counts(), given: Vec::new() };
            throw::throw(pool, &wanted, explosions)
        }
        Expression::Negative(inner) => Ok(value(inner, explosions)?.negated()),
        Expression::Both(operator, a, b) => {
            Ok(combine(*operator, value(a, explosions)?, value(b, explosions)?))
        }
    }
}

fn combine(operator: Operator, a: Distribution, b: Distribution) -> Distribution {
    match operator {
        Operator::Plus => a.plus(&b),
        Operator::Minus => a.plus(&b.negated()),
        Operator::Times => a.combined(&b, |a, b| a * b),
        Operator::Larger => a.larger(&b),
        Operator::Smaller => a.negated().larger(&b.negated()).negated(),
        Operator::Compare(comparison) => a.compared(comparison, &b),
    }
}

/// Values up to this are reckoned with.
const LARGEST: f64 = 1e18;

/// The largest value of an expression, whatever its sign; an error where it may leave 64 bits.
fn check_range(expression: &Expression, explosions: u32) -> Result<f64, EvaluationError> {
    let size = match expression {
        Expression::Number(number) => number.abs_diff(0) as f64,
        Expression::Throw(Reading::Value, pool) => {
            let face = pool.die.faces.iter().map(|face| face.value.abs_diff(0)).max().unwrap_or(0);
            let clamp = |modifier: &super::syntax::Modifier| match modifier {
                super::syntax::Modifier::Min(value) | super::syntax::Modifier::Max(value) => {
                    value.abs_diff(0)
                }
                _ => 0,
            };
            let face = pool.modifiers.iter().map(clamp).max().unwrap_or(0).max(face) as f64;
            let exploding =
                pool.modifiers.iter().filter(|m| matches!(m, super::syntax::Modifier::Explode(_)));
            let chain = (f64::from(explosions) + 1.0).powi(exploding.count() as i32);
            face * chain * f64::from(pool.count)
        }
        Expression::Throw(_, pool) => f64::from(pool.count) * (f64::from(explosions) + 1.0),
        Expression::Negative(inner) => check_range(inner, explosions)?,
        Expression::Both(operator, a, b) => {
            let (a, b) = (check_range(a, explosions)?, check_range(b, explosions)?);
            match operator {
                Operator::Plus | Operator::Minus => a + b,
                Operator::Times => a * b,
                Operator::Larger | Operator::Smaller => a.max(b),
                Operator::Compare(_) => 1.0,
            }
        }
    };
    if size <= LARGEST { Ok(size) } else { Err(EvaluationError::Overflow) }
}
