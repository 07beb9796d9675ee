//! How much work and memory an expression takes, estimated in advance.

use std::cell::Cell;

use super::faces;
use super::range::magnitude;
use super::syntax::{Condition, Die, Expression, Modifier, Operator, Pool, Reading, Sides};

/// More work or memory than the limit.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("the {what} would take about {estimate:.1e} {unit} (at most {most:.0e})")]
pub struct TooLarge {
    /// What is too large.
    pub what: &'static str,
    /// How much it would take.
    pub estimate: f64,
    /// What that counts: `steps` (additions of 64 bits) or `bytes`.
    pub unit: &'static str,
    /// The most that is taken.
    pub most: f64,
}

/// The most steps for one part of an expression: some ten seconds.
const MOST_STEPS: f64 = 2e10;
/// The most bytes for one part of an expression.
const MOST_BYTES: f64 = 4e8;

/// The steps that all parts of an expression may take together.
#[derive(Debug)]
pub struct Budget {
    taken: Cell<f64>,
    most: f64,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::of(MOST_STEPS)
    }
}

impl Budget {
    /// At most so many steps, and never more than one part may take.
    pub fn of(steps: f64) -> Budget {
        Budget { taken: Cell::new(0.0), most: steps.min(MOST_STEPS) }
    }

    /// Counts the steps of a part, and refuses it where all parts so far would take too many.
    ///
    /// # Errors
    /// The estimate is too high.
    pub fn check(&self, estimate: f64, what: &'static str) -> Result<(), TooLarge> {
        let all = self.taken.get() + estimate;
        self.taken.set(all);
        if all <= self.most { Ok(()) } else { Err(TooLarge { most: self.most, ..TooLarge::of(all, what) }) }
    }
}

impl TooLarge {
    /// Refuses what is estimated to take too many steps.
    ///
    /// # Errors
    /// The estimate is too high.
    pub fn check(estimate: f64, what: &'static str) -> Result<(), TooLarge> {
        Budget::default().check(estimate, what)
    }

    /// Refuses what is estimated to take too much memory.
    ///
    /// # Errors
    /// The estimate is too high.
    pub fn check_bytes(estimate: f64, what: &'static str) -> Result<(), TooLarge> {
        match estimate <= MOST_BYTES {
            true => Ok(()),
            false => Err(TooLarge { what, estimate, unit: "bytes", most: MOST_BYTES }),
        }
    }

    /// The refusal of something that takes too many steps.
    pub fn of(estimate: f64, what: &'static str) -> TooLarge {
        TooLarge { what, estimate, unit: "steps", most: MOST_STEPS }
    }
}

/// How large a distribution can be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shape {
    /// How many values there are at most.
    values: f64,
    /// The difference of the largest and the smallest value at most.
    range: f64,
    /// Bits of the total at most.
    bits: f64,
}

/// Most dice where their number is a value.
pub const MOST_DICE: f64 = 100_000.0;
/// Most faces where their number is a value.
pub const MOST_FACES: f64 = 100_000.0;

/// Bytes of a value with its weight beside the digits of the weight.
const OVERHEAD: f64 = 40.0;

impl Shape {
    /// How many values there are at most.
    pub fn values(&self) -> f64 {
        self.values
    }

    /// Bits of the total at most.
    pub fn bits(&self) -> f64 {
        self.bits
    }

    /// Bytes at most.
    pub fn bytes(&self) -> f64 {
        self.values * (self.bits / 8.0 + OVERHEAD)
    }

    /// Of the value of an expression, if every part of it can be worked out.
    ///
    /// # Errors
    /// Some part would take too long or too much memory.
    pub fn of(expression: &Expression, explosions: u32) -> Result<Shape, TooLarge> {
        let shape = match expression {
            Expression::Number(_) => Shape { values: 1.0, range: 0.0, bits: 1.0 },
            Expression::Throw(reading, pool) | Expression::Given(reading, pool, _) => {
                Shape::of_pool(*reading, pool, explosions)?
            }
            Expression::Several { count, sides, modifiers, span } => {
                let mut shape = Shape::of(count, explosions)?;
                let die = match sides {
                    Sides::Die(die) => die.clone(),
                    Sides::Value(sides) => {
                        shape.bits += Shape::of(sides, explosions)?.bits;
                        faces::numbered(magnitude(sides, explosions)?.clamp(1.0, MOST_FACES) as u64)
                    }
                };
                let count = magnitude(count, explosions)?.clamp(1.0, MOST_DICE) as u32;
                let pool = Pool { count, die, modifiers: modifiers.clone(), span: span.clone() };
                let most = Shape::of_pool(Reading::Value, &pool, explosions)?;
                // Where the faces vary, the total is a multiple of all of their numbers.
                let factor = if matches!(sides, Sides::Value(_)) { pool.die.faces.len() as f64 } else { 1.0 };
                let (low, high) = (pool.die.faces[0].value.min(0), pool.die.highest().max(0));
                let range = most.range.max((high - low) as f64 * f64::from(count));
                Shape { values: range + 1.0, range, bits: shape.bits + most.bits * factor }
            }
            Expression::Negative(inner) | Expression::Absolute(inner) => Shape::of(inner, explosions)?,
            Expression::If(parts) => {
                let [condition, a, b] = parts.as_ref();
                let (a, b) = (Shape::of(a, explosions)?, Shape::of(b, explosions)?);
                Shape {
                    values: a.values + b.values,
                    range: f64::INFINITY,
                    bits: Shape::of(condition, explosions)?.bits + a.bits + b.bits,
                }
            }
            Expression::Both(operator, a, b) => {
                Shape::of(a, explosions)?.with(Shape::of(b, explosions)?, *operator)?
            }
        };
        TooLarge::check_bytes(shape.bytes(), "distribution")?;
        Ok(shape)
    }

    /// Of what a throw shows.
    ///
    /// # Errors
    /// As [`Shape::of`].
    pub fn of_pool(reading: Reading, pool: &Pool, explosions: u32) -> Result<Shape, TooLarge> {
        let (dice, faces) = (f64::from(pool.count), pool.die.faces.len() as f64);
        TooLarge::check(single_work(&pool.die, &pool.modifiers, explosions), "throwing again")?;
        let bits = pool.die.total().bits() as f64;
        // Every throw that may follow another multiplies the total.
        let mut throws = 1.0;
        let mut chain = 1.0;
        let (mut low, mut high) = (pool.die.faces[0].value, pool.die.highest());
        for modifier in &pool.modifiers {
            match *modifier {
                Modifier::Explode(_) | Modifier::Penetrate(_) | Modifier::Compound(_) => {
                    throws *= f64::from(explosions) + 1.0;
                    chain *= f64::from(explosions) + 1.0;
                }
                Modifier::Reroll(_) | Modifier::RerollAlways(_) => throws *= 2.0,
                Modifier::Min(value) | Modifier::Max(value) => {
                    (low, high) = (low.min(value), high.max(value));
                }
                _ => {}
            }
        }
        let range = match reading {
            Reading::Value if pool.counts().is_none() => {
                // Chains differ in their number of dice too, and no die may count at all.
                let span = if chain > 1.0 { high.max(0) - low.min(0) } else { high - low };
                span as f64 * dice * chain
            }
            _ => dice * chain,
        };
        let listed = if throws > 1.0 { f64::INFINITY } else { combinations(dice, faces) };
        Ok(Shape { values: (range + 1.0).min(listed), range, bits: bits * dice * throws })
    }

    fn with(self, other: Shape, operator: Operator) -> Result<Shape, TooLarge> {
        let bits = self.bits + other.bits;
        let limbs = bits / 64.0 + 1.0;
        let pairs = self.values * other.values;
        // Long sums are multiplied as numbers, in about the power 1.5 of their length.
        let quick = 4.0 * ((self.values + other.values) * limbs).powf(1.5);
        let work = match operator {
            Operator::Plus | Operator::Minus => (pairs * (50.0 + limbs)).min(quick.max(1e6)),
            Operator::Times | Operator::Divide(_) => pairs * (50.0 + limbs),
            _ => (self.values + other.values) * (50.0 + limbs * limbs),
        };
        TooLarge::check(work, "combination of the throws")?;
        let (values, range) = match operator {
            Operator::Plus | Operator::Minus => {
                let range = self.range + other.range;
                (pairs.min(range + 1.0), range)
            }
            Operator::Times | Operator::Divide(_) => (pairs, f64::INFINITY),
            Operator::Larger | Operator::Smaller => (self.values + other.values, self.range.max(other.range)),
            Operator::Compare(_) => (2.0, 1.0),
        };
        Ok(Shape { values, range, bits })
    }
}

/// The number of combinations of this number of dice.
pub fn combinations(dice: f64, faces: f64) -> f64 {
    let few = dice.min(faces - 1.0);
    let mut product = 1.0;
    let mut at = 1.0;
    while at <= few && product < 1e18 {
        product *= (dice + faces - at) / at;
        at += 1.0;
    }
    product
}

/// Steps for what becomes of one die: every face that is thrown again leads to every face.
fn single_work(die: &Die, modifiers: &[Modifier], explosions: u32) -> f64 {
    let faces = die.faces.len() as f64;
    let span = (die.highest() - die.faces[0].value) as f64 + 1.0;
    let affected =
        |condition: Condition| die.faces.iter().filter(|face| condition.holds(face.value)).count() as f64;
    let factor = |modifier: &Modifier| match *modifier {
        Modifier::Explode(condition) | Modifier::Penetrate(condition) | Modifier::Compound(condition) => {
            let length = f64::from(explosions) + 1.0;
            let values = (span * length).min(faces.powf(length));
            length * (affected(condition) * values + faces)
        }
        Modifier::Reroll(condition) | Modifier::RerollAlways(condition) => {
            affected(condition) * faces + faces
        }
        _ => 1.0,
    };
    50.0 * modifiers.iter().map(factor).product::<f64>()
}

/// Bytes of the binomial coefficients up to a row.
pub fn pascal_bytes(rows: usize) -> f64 {
    let rows = rows as f64;
    rows * rows / 2.0 * (OVERHEAD + rows / 12.0)
}
