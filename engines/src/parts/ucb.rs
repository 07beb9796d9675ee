//! Upper confidence bounds (Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem",
//! 2002).

use std::f64::consts::{LN_2, SQRT_2};

/// The natural logarithm of a positive normal number, from the basic operations alone: the same bits on every
/// machine, which the standard library does not promise. The error is below 1e-15 of the result or of 1.
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

/// The bonus of an arm for being little known, but for its own number of visits.
#[inline]
pub fn exploration(c: f64, visits: u32) -> f64 {
    c * ln(f64::from(visits)).sqrt()
}

/// The upper confidence bound of an arm from the sum of its scores, its visits (at least one) and the
/// [`exploration`] of all arms.
#[inline]
pub fn bound(total: f64, visits: u32, exploration: f64) -> f64 {
    let share = 1.0 / f64::from(visits);
    total * share + exploration * share.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_right() {
        for n in (1..100_000u32).step_by(7) {
            let x = f64::from(n);
            assert!((ln(x) - x.ln()).abs() <= 1e-14 * x.ln().max(1.0), "{x}");
        }
    }
}
