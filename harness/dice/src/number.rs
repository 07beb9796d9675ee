//! Exact numbers and how they are printed.

use std::collections::HashMap;
use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
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
        Exact(whole(value))
    }

    /// The nearest decimal.
    pub fn decimal(&self) -> f64 {
        self.0.to_f64().unwrap_or(f64::NAN)
    }

    /// The fraction as `a/b`, also where `b` is 1.
    pub fn fraction(&self) -> String {
        format!("{}/{}", self.0.numer(), self.0.denom())
    }

    /// The decimal to twelve digits after the point or, where that would leave few digits that count, in scientific
    /// notation.
    pub fn decimal_text(&self) -> String {
        let size = self.decimal().abs();
        if self.0.is_zero() || (SMALL..LARGE).contains(&size) {
            return format!("{:.12}", self.decimal());
        }
        let sign = if self.0.is_negative() { "-" } else { "" };
        format!("{sign}{}", scientific(self.0.numer().magnitude(), self.0.denom().magnitude()))
    }
}

/// Longest fraction that is printed for people.
const SHOWN: usize = 72;
/// Bits of a decimal digit.
const BITS: f64 = std::f64::consts::LOG2_10;

/// Numbers from here on show enough digits with twelve after the point.
const SMALL: f64 = 1e-3;
/// Numbers from here on are too long to read.
const LARGE: f64 = 1e15;
/// Digits of a number in scientific notation.
const DIGITS: i64 = 12;

/// The quotient of two numbers above 0 in scientific notation, however small it is.
fn scientific(numerator: &BigUint, denominator: &BigUint) -> String {
    let bits = numerator.bits() as f64 - denominator.bits() as f64;
    // One too small at worst: the quotient is between 2^(bits - 1) and 2^(bits + 1).
    let mut exponent = ((bits - 1.0) / BITS).floor() as i64;
    let ten = BigUint::from(10u32);
    loop {
        let scale = DIGITS - 1 - exponent;
        let power = ten.pow(scale.unsigned_abs() as u32);
        let (top, bottom) = if scale < 0 {
            (numerator.clone(), denominator * power)
        } else {
            (numerator * power, denominator.clone())
        };
        let digits = ((top * 2u32 + &bottom) / (bottom * 2u32)).to_string();
        if digits.len() as i64 == DIGITS {
            return format!("{}.{}e{exponent}", &digits[..1], &digits[1..]);
        }
        exponent += 1;
    }
}

/// The nearest decimal of a quotient of large numbers, to within a few units of its last place.
pub fn ratio(numerator: &BigUint, denominator: &BigUint) -> f64 {
    let excess = numerator.bits().min(denominator.bits()).saturating_sub(KEPT);
    let (numerator, denominator) = (numerator >> excess, denominator >> excess);
    BigRational::new_raw(numerator.into(), denominator.into()).to_f64().unwrap_or(f64::NAN)
}

/// Leading bits that a quotient is worked out from.
const KEPT: u64 = 256;

/// Reduces fractions of one denominator. If the denominator has only small prime factors, as with dice, that
/// is much faster than a search for common divisors.
pub struct Reducer {
    whole: BigUint,
    /// The prime factors with their exponents; none where there are large ones too.
    factors: Option<Vec<(u32, u32)>>,
    /// What is left of the denominator without some factors.
    known: HashMap<Vec<u32>, BigInt>,
}

/// The largest prime factor that is looked for.
const LARGEST_PRIME: u32 = 2000;

impl Reducer {
    /// For fractions over `whole`.
    pub fn new(whole: &BigUint) -> Reducer {
        let mut rest = whole.clone();
        let mut factors = Vec::new();
        for prime in 2..=LARGEST_PRIME {
            let exponent = take_out(&mut rest, prime, u32::MAX);
            if exponent > 0 {
                factors.push((prime, exponent));
            }
        }
        Reducer { whole: whole.clone(), factors: rest.is_one().then_some(factors), known: HashMap::new() }
    }

    /// A fraction in lowest terms.
    pub fn reduced(&mut self, numerator: &BigUint) -> Exact {
        let Some(factors) = &self.factors else {
            return Exact::ratio(numerator.clone(), self.whole.clone());
        };
        if numerator.is_zero() {
            return Exact::whole(0);
        }
        let mut numerator = numerator.clone();
        let taken: Vec<u32> =
            factors.iter().map(|&(prime, exponent)| take_out(&mut numerator, prime, exponent)).collect();
        let whole = &self.whole;
        let denominator = self.known.entry(taken).or_insert_with_key(|taken| {
            let divisor: BigUint = factors
                .iter()
                .zip(taken)
                .map(|((prime, _), taken)| BigUint::from(*prime).pow(*taken))
                .product();
            (whole / divisor).into()
        });
        Exact(BigRational::new_raw(numerator.into(), denominator.clone()))
    }
}

/// Divides a number by a prime while that leaves no rest, at most so often; how often it was. Nothing is taken out of 0, which
/// every number divides for ever.
fn take_out(number: &mut BigUint, prime: u32, most: u32) -> u32 {
    let mut often = 0;
    if number.is_zero() {
        return often;
    }
    if prime == 2 {
        often = number.trailing_zeros().map_or(0, |zeros| zeros.min(u64::from(most)) as u32);
        *number >>= often;
        return often;
    }
    while often < most && (&*number % prime).is_zero() {
        *number /= prime;
        often += 1;
    }
    often
}

impl fmt::Display for Exact {
    /// The decimal, followed by the fraction where that is short enough to read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.0.numer().bits().max(1) + self.0.denom().bits();
        if !self.0.is_integer() && bits as f64 > (SHOWN + 4) as f64 * BITS {
            let digits =
                (self.0.numer().bits() as f64 / BITS).ceil() + (self.0.denom().bits() as f64 / BITS).ceil();
            return write!(f, "{} (a fraction of about {digits} digits)", self.decimal_text());
        }
        let fraction = self.0.to_string();
        match self.0.is_integer() {
            true => f.write_str(&fraction),
            false => write!(f, "{} = {fraction}", self.decimal_text()),
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
        /// The largest possible error.
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

/// A whole number as a fraction.
pub(crate) fn whole(value: impl Into<BigInt>) -> BigRational {
    BigRational::from_integer(value.into())
}

/// A sum of at most some thousands of products, each rounded by a few times 2^-53.
pub(crate) fn decimal(value: f64) -> Number {
    Number::Decimal { value, error: 1e-12 }
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
            Number::Decimal { value, error } => {
                let small = *value != 0.0 && value.abs() < SMALL;
                let value = if small { format!("{value:.11e}") } else { format!("{value:.12}") };
                write!(f, "{value} (error at most {error:.0e})")
            }
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
    fn small_numbers_show_their_digits() {
        assert_eq!(Exact::ratio(1, 216).to_string(), "0.004629629630 = 1/216");
        assert_eq!(Exact::ratio(1, 7776).to_string(), "1.28600823045e-4 = 1/7776");
        assert_eq!(Exact::ratio(1, BigInt::from(10).pow(600)).decimal_text(), "1.00000000000e-600");
        assert_eq!(Exact::ratio(-1, 3000).decimal_text(), "-3.33333333333e-4");
        assert_eq!(Exact::ratio(0, 1).to_string(), "0");
        assert_eq!(
            Exact::ratio(9_999_999_999_999i64, BigInt::from(10).pow(20)).decimal_text(),
            "1.00000000000e-7"
        );
    }

    #[test]
    fn fractions_are_reduced() {
        for whole in [6u32.pow(4), 2003 * 6] {
            let mut reducer = Reducer::new(&whole.into());
            for weight in 0..whole.min(2000) {
                assert_eq!(reducer.reduced(&weight.into()), Exact::ratio(weight, whole));
            }
        }
    }

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
