//! Polynomials with non-negative whole coefficients: as one large number each (Kronecker substitution), and powers of
//! them.

use std::ops::AddAssign;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

/// The limbs of 64 bits that a coefficient needs where no coefficient is above `largest`.
pub fn width(largest: &BigUint) -> usize {
    (largest.bits() as usize).div_ceil(64).max(1)
}

/// The polynomial with these coefficients by exponent, each exponent once, `width` limbs for each.
pub fn pack<'a>(terms: impl Iterator<Item = (usize, &'a BigUint)>, width: usize) -> BigUint {
    let mut limbs: Vec<u64> = Vec::new();
    for (exponent, coefficient) in terms {
        let at = exponent * width;
        let digits = coefficient.to_u64_digits();
        limbs.resize(limbs.len().max(at + digits.len()), 0);
        limbs[at..at + digits.len()].copy_from_slice(&digits);
    }
    from_limbs(&limbs)
}

/// The coefficients from exponent 0 to the degree.
pub fn unpack(polynomial: &BigUint, width: usize) -> Vec<BigUint> {
    polynomial.to_u64_digits().chunks(width).map(from_limbs).collect()
}

/// The number of limbs of 64 bits, the lowest first.
pub fn from_limbs(limbs: &[u64]) -> BigUint {
    let halves = |&limb: &u64| [limb as u32, (limb >> 32) as u32];
    BigUint::new(limbs.iter().flat_map(halves).collect())
}

/// The coefficients of the `count`-th power of a polynomial with a constant term, given by ascending exponents.
///
/// Method: the power `f = g^n` fulfils `g f' = n g' f`, which gives every coefficient from as many earlier ones as `g`
/// has terms (J. C. P. Miller; Knuth, "The Art of Computer Programming" 2, section 4.7). Where all coefficients of `g`
/// up to its degree are equal, `g = (1 - q^S) / (1 - q)` leaves three terms.
pub fn power(terms: &[(usize, BigUint)], count: u32) -> Vec<BigUint> {
    let degree = terms[terms.len() - 1].0;
    let is_uniform = terms.len() == degree + 1 && terms.iter().all(|(_, weight)| *weight == terms[0].1);
    let is_symmetric = terms.iter().zip(terms.iter().rev()).all(|(a, b)| a.0 + b.0 == degree && a.1 == b.1);
    let last = degree * count as usize;
    let wanted = if is_symmetric { last / 2 } else { last };
    let mut coefficients = match is_uniform {
        true => uniform_power(degree as i64 + 1, i64::from(count), wanted, &terms[0].1.pow(count)),
        false => general_power(terms, i64::from(count), wanted),
    };
    for exponent in wanted + 1..=last {
        coefficients.push(coefficients[last - exponent].clone());
    }
    coefficients
}

/// `lead * (1 + q + ... + q^(faces - 1))^count` up to an exponent.
fn uniform_power(faces: i64, count: i64, wanted: usize, lead: &BigUint) -> Vec<BigUint> {
    let mut powers: Vec<BigUint> = Vec::with_capacity(wanted + 1);
    powers.push(lead.clone());
    for at in 1..=wanted as i64 {
        let mut sum = Sum::default();
        sum.add(&powers[at as usize - 1], i128::from(at - 1 + count));
        if at >= faces {
            sum.add(&powers[(at - faces) as usize], i128::from(at - faces - count * faces));
        }
        if at > faces {
            let factor = count * (faces - 1) - (at - faces - 1);
            sum.add(&powers[(at - faces - 1) as usize], i128::from(factor));
        }
        powers.push(sum.over(&BigUint::from(at as u64)));
    }
    powers
}

fn general_power(terms: &[(usize, BigUint)], count: i64, wanted: usize) -> Vec<BigUint> {
    let mut powers: Vec<BigUint> = Vec::with_capacity(wanted + 1);
    let constant = &terms[0].1;
    powers.push(constant.pow(count as u32));
    for at in 1..=wanted {
        let mut sum = Sum::default();
        for (exponent, weight) in terms[1..].iter().take_while(|(exponent, _)| *exponent <= at) {
            let earlier = at - exponent;
            let factor = i128::from(count) * *exponent as i128 - earlier as i128;
            match u32::try_from(weight) {
                Ok(weight) => sum.add(&powers[earlier], factor * i128::from(weight)),
                // The short numbers first: the long one is multiplied once.
                Err(_) => *sum.side(factor) += &powers[earlier] * (weight * factor.unsigned_abs()),
            }
        }
        powers.push(sum.over(&(constant * at as u64)));
    }
    powers
}

/// A sum of multiples, those above and below zero apart.
#[derive(Default)]
struct Sum {
    plus: BigUint,
    minus: BigUint,
}

impl Sum {
    fn add(&mut self, number: &BigUint, factor: i128) {
        if number.is_zero() {
            return;
        }
        let side = self.side(factor);
        let factor = factor.unsigned_abs();
        // One pass where the factor is a single limb.
        *side += u64::try_from(factor).map_or_else(|_| number * factor, |factor| number * factor);
    }

    /// Where multiples by a factor of this sign go.
    fn side(&mut self, factor: i128) -> &mut BigUint {
        if factor < 0 { &mut self.minus } else { &mut self.plus }
    }

    /// The quotient by a divisor of the sum, which is not negative.
    fn over(self, divisor: &BigUint) -> BigUint {
        let sum = self.plus - self.minus;
        let (quotient, rest) = sum.div_rem(divisor);
        debug_assert!(rest.is_zero(), "powers have whole coefficients");
        quotient
    }
}

/// Binomial coefficients up to a row.
pub struct Pascal<W = BigUint>(Vec<Vec<W>>);

impl<W: One + Clone + for<'a> AddAssign<&'a W>> Pascal<W> {
    /// The rows 0 to `last`.
    pub fn new(last: usize) -> Pascal<W> {
        let mut rows = vec![vec![W::one()]];
        for n in 1..=last {
            let mut row = rows[n - 1].clone();
            row.push(W::one());
            for k in 1..n {
                row[k] += &rows[n - 1][k - 1];
            }
            rows.push(row);
        }
        Pascal(rows)
    }

    /// `n` choose `k`.
    pub fn choose(&self, n: usize, k: usize) -> &W {
        &self.0[n][k]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn big(numbers: &[u64]) -> Vec<BigUint> {
        numbers.iter().map(|&number| number.into()).collect()
    }

    #[test]
    fn powers() {
        let terms = |weights: &[u64]| -> Vec<(usize, BigUint)> {
            big(weights).into_iter().enumerate().filter(|(_, weight)| !weight.is_zero()).collect()
        };
        assert_eq!(power(&terms(&[1, 1, 1]), 3), big(&[1, 3, 6, 7, 6, 3, 1]));
        assert_eq!(power(&terms(&[2, 2]), 2), big(&[4, 8, 4]));
        assert_eq!(power(&terms(&[2, 0, 1]), 2), big(&[4, 0, 4, 0, 1]));
        assert_eq!(power(&terms(&[1, 5, 2]), 2), big(&[1, 10, 29, 20, 4]));
    }

    #[test]
    fn packing() {
        let numbers = big(&[3, 0, u64::MAX, 7]);
        let packed = pack([(0, &numbers[0]), (2, &numbers[2]), (3, &numbers[3])].into_iter(), 2);
        assert_eq!(unpack(&packed, 2), numbers);
    }
}
