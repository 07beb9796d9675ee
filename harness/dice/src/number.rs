//! Exact numbers and how they are printed.

use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// A number known exactly; in JSON `{"exact": "a/b", "decimal": x}`, a whole number as `"a/1"`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Exact(pub BigRational);

impl Exact {
    /// The fraction `numerator / denominator`; the denominator is not 0.
    pub fn ratio(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Exact {
        Exact(BigRational::new(numerator.into(), denominator.into()))
    }

    /// A whole number.
    pub fn whole(value: impl Into<BigInt>) -> Exact {
        Exact(BigRational::from_integer(value.into()))
    }

    /// The nearest decimal.
    pub fn decimal(&self) -> f64 {
        self.0.to_f64().unwrap_or(f64::NAN)
    }

    /// The fraction as `a/b`, also where `b` is 1.
    pub fn fraction(&self) -> String {
        format!("{}/{}", self.0.numer(), self.0.denom())
    }
}

/// Longest fraction that is printed for people.
const SHOWN: usize = 72;

impl fmt::Display for Exact {
    /// The decimal, followed by the fraction where that is short enough to read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fraction = self.0.to_string();
        match fraction.len() {
            _ if self.0.is_integer() => f.write_str(&fraction),
            ..=SHOWN => write!(f, "{:.12} = {fraction}", self.decimal()),
            length => write!(f, "{:.12} (a fraction of {} digits)", self.decimal(), length - 1),
        }
    }
}

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut number = serializer.serialize_struct("Exact", 2)?;
        number.serialize_field("exact", &self.fraction())?;
        number.serialize_field("decimal", &self.decimal())?;
        number.end()
    }
}

/// A number known exactly or, where that would take too long, to within an error.
#[derive(Clone, PartialEq, Debug)]
pub enum Number {
    /// The exact value.
    Exact(Exact),
    /// A decimal; in JSON `{"exact": null, "decimal": x, "error": e}`.
    Decimal {
        /// The decimal.
        value: f64,
        /// How far from the truth it is at most.
        error: f64,
    },
}

impl Number {
    /// The nearest decimal known.
    pub fn decimal(&self) -> f64 {
        match self {
            Number::Exact(exact) => exact.decimal(),
            Number::Decimal { value, .. } => *value,
        }
    }

    /// The exact value, where it is known.
    pub fn exact(&self) -> Option<&BigRational> {
        match self {
            Number::Exact(Exact(value)) => Some(value),
            Number::Decimal { .. } => None,
        }
    }
}

impl From<BigRational> for Number {
    fn from(value: BigRational) -> Number {
        Number::Exact(Exact(value))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Exact(exact) => exact.fmt(f),
            Number::Decimal { value, error } => write!(f, "{value:.12} (error at most {error:.0e})"),
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Number::Exact(exact) => exact.serialize(serializer),
            Number::Decimal { value, error } => {
                let mut number = serializer.serialize_struct("Number", 3)?;
                number.serialize_field("exact", &None::<String>)?;
                number.serialize_field("decimal", value)?;
                number.serialize_field("error", error)?;
                number.end()
            }
        }
    }
}

/// A number of things; in JSON a number below 2^53, else a string of digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Count(pub BigUint);

/// Whole numbers from here on are not exact as numbers of JSON readers that use doubles.
const JSON_LIMIT: u64 = 1 << 53;

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.to_u64().filter(|&count| count < JSON_LIMIT) {
            Some(count) => serializer.serialize_u64(count),
            None => serializer.serialize_str(&self.0.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_json() {
        let json = |value: &Exact| serde_json::to_string(value).unwrap();
        assert_eq!(json(&Exact::ratio(10, 4)), r#"{"exact":"5/2","decimal":2.5}"#);
        assert_eq!(json(&Exact::whole(3)), r#"{"exact":"3/1","decimal":3.0}"#);
        let count = |value: u64| serde_json::to_string(&Count(value.into())).unwrap();
        assert_eq!(count(JSON_LIMIT - 1), "9007199254740991");
        assert_eq!(count(JSON_LIMIT), "\"9007199254740992\"");
    }
}
