//! How large the values of an expression can be.

use super::evaluate::EvaluationError;
use super::size::{MOST_DICE, MOST_FACES, TooLarge};
use super::syntax::{Die, Expression, Modifier, Operator, Pool, Reading, Sides};

/// Values up to this are reckoned with.
const LARGEST: f64 = 1e18;

/// Refuses an expression whose values may leave 64 bits.
///
/// # Errors
/// Its values may.
pub fn check_range(expression: &Expression, explosions: u32) -> Result<(), EvaluationError> {
    match magnitude(expression, explosions)? <= LARGEST {
        true => expression.parts().into_iter().try_for_each(|part| check_range(part, explosions)),
        false => Err(EvaluationError::Overflow),
    }
}

/// The largest value of an expression at most, whatever its sign.
///
/// # Errors
/// Too many dice where their number is a value, or too many faces.
pub fn magnitude(expression: &Expression, explosions: u32) -> Result<f64, TooLarge> {
    Ok(match expression {
        Expression::Number(number) => number.abs_diff(0) as f64,
        Expression::Throw(Reading::Value, pool) | Expression::Given(Reading::Value, pool, _) => {
            of_dice(f64::from(pool.count), largest(&pool.die), &pool.modifiers, explosions)
        }
        Expression::Throw(_, Pool { count, .. }) | Expression::Given(_, Pool { count, .. }, _) => {
            f64::from(*count) * (f64::from(explosions) + 1.0)
        }
        Expression::Several { count, sides, modifiers, .. } => {
            let face = match sides {
                Sides::Die(die) => largest(die),
                Sides::Value(sides) => at_most(magnitude(sides, explosions)?, MOST_FACES, "faces")?,
            };
            of_dice(at_most(magnitude(count, explosions)?, MOST_DICE, "dice")?, face, modifiers, explosions)
        }
        Expression::Negative(inner) | Expression::Absolute(inner) => magnitude(inner, explosions)?,
        Expression::If(parts) => magnitude(&parts[1], explosions)?.max(magnitude(&parts[2], explosions)?),
        Expression::Both(operator, a, b) => {
            let (a, b) = (magnitude(a, explosions)?, magnitude(b, explosions)?);
            match operator {
                Operator::Plus | Operator::Minus => a + b,
                Operator::Times => a * b,
                Operator::Divide(_) => a,
                Operator::Larger | Operator::Smaller => a.max(b),
                Operator::Compare(_) => 1.0,
            }
        }
    })
}

/// How far the faces of a die are from 0 at most.
fn largest(die: &Die) -> f64 {
    die.faces.iter().map(|face| face.value.abs_diff(0)).max().unwrap_or(0) as f64
}

fn at_most(estimate: f64, most: f64, unit: &'static str) -> Result<f64, TooLarge> {
    match estimate <= most {
        true => Ok(estimate),
        false => Err(TooLarge { what: "throw of a varying number of dice", estimate, unit, most }),
    }
}

/// Of this number of dice whose faces are at most this far from 0.
fn of_dice(count: f64, face: f64, modifiers: &[Modifier], explosions: u32) -> f64 {
    let clamp = |modifier: &Modifier| match modifier {
        Modifier::Min(value) | Modifier::Max(value) => value.abs_diff(0),
        _ => 0,
    };
    let face = face.max(modifiers.iter().map(clamp).max().unwrap_or(0) as f64) + 1.0;
    let exploding = modifiers.iter().filter(|modifier| modifier.chain().is_some()).count();
    face * (f64::from(explosions) + 1.0).powi(exploding as i32) * count
}
