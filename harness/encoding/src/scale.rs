//! Values of fields as numbers of observations.

use torneo_contract::Field;

use crate::Form;

/// How the values of a field are written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Scale {
    /// As they are.
    Raw,
    /// From 0 for the least to 1 for the greatest value.
    Range {
        /// The least value.
        least: i64,
        /// One divided by the range.
        unit: f64,
    },
    /// The logarithm of one more than the distance from the least value, 1 for that of the greatest.
    Logarithm {
        /// The least value.
        least: i64,
        /// One divided by the logarithm for the greatest value.
        unit: f64,
    },
    /// 0.5 for 0, and above or below it half the logarithm of one more than the distance, 1 for that of the value farthest away.
    Balance {
        /// One divided by twice the logarithm for the value farthest away.
        unit: f64,
    },
}

impl Scale {
    /// The scale of a field.
    pub fn of(field: &Field, form: Form) -> Scale {
        let (least, range) = (field.least, field.most.saturating_sub(field.least).max(1) as f64);
        match form {
            Form::First => Scale::Raw,
            Form::Second { .. } if field.is_counter() && least < 0 => {
                let farthest = least.unsigned_abs().max(field.most.unsigned_abs()) as f64;
                Scale::Balance { unit: 0.5 / libm::log1p(farthest) }
            }
            Form::Second { .. } if field.is_counter() => {
                Scale::Logarithm { least, unit: 1.0 / libm::log1p(range) }
            }
            Form::Second { .. } => Scale::Range { least, unit: 1.0 / range },
        }
    }

    /// A value as a number of an observation.
    #[inline]
    pub fn number(self, value: i64) -> f32 {
        let above = |least: i64| value.saturating_sub(least).max(0) as f64;
        match self {
            Scale::Raw => value as f32,
            Scale::Range { least, unit } => (above(least) * unit).min(1.0) as f32,
            Scale::Logarithm { least, unit } => (libm::log1p(above(least)) * unit).min(1.0) as f32,
            Scale::Balance { unit } => {
                let distance = value.unsigned_abs() as f64;
                let half = (libm::log1p(distance) * unit).min(0.5);
                (0.5 + if value < 0 { -half } else { half }) as f32
            }
        }
    }
}
