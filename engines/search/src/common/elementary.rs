//! Elementary functions from the basic operations alone: the same bits on every machine, which the standard library
//! does not promise.

use std::f64::consts::{LN_2, SQRT_2};

/// The natural logarithm of a positive normal number. The error is below 1e-15 of the result or of 1.
#[inline]
pub fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as i32 - 1023;
    let mut mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    if mantissa > SQRT_2 {
        mantissa *= 0.5;
        exponent += 1;
    }
    // ln m = 2 artanh((m - 1) / (m + 1)), with |argument| < 0.1716.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let series = (0..9).rev().fold(0.0, |sum, k| sum * square + 1.0 / f64::from(2 * k + 1));
    f64::from(exponent) * LN_2 + 2.0 * s * series
}

/// The exponential of a number that is not positive; 0 below -700. The error is below 1e-13 of the result.
#[inline]
pub fn exp(x: f64) -> f64 {
    if x < -700.0 {
        return 0.0;
    }
    // exp x = 2^k exp r, with |r| at most half of ln 2.
    let k = (x / LN_2 - 0.5) as i64;
    let r = x - k as f64 * LN_2;
    let series = (1..14).rev().fold(1.0, |sum, n| 1.0 + sum * r / f64::from(n));
    series * f64::from_bits(((1023 + k) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_right() {
        for n in (1..100_000u32).step_by(7) {
            let x = f64::from(n);
            assert!((ln(x) - libm::log(x)).abs() <= 1e-14 * libm::log(x).max(1.0), "{x}");
        }
    }

    #[test]
    fn the_exponential_is_right() {
        for n in 0..69_999 {
            let x = -f64::from(n) * 0.01;
            assert!((exp(x) - libm::exp(x)).abs() <= 1e-13 * libm::exp(x), "{x}");
        }
        assert_eq!((exp(0.0), exp(-1e9)), (1.0, 0.0));
    }
}
