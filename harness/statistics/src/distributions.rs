//! Distribution functions and quantiles, with the same bits on every system: made of basic operations and of the crate `libm`,
//! where other crates take the logarithms and powers of the system.
//!
//! The functions are those of the [Digital Library of Mathematical Functions](https://dlmf.nist.gov): the incomplete gamma function of
//! chapter 8.7 and 8.9, the incomplete beta function of chapter 8.17.

use std::f64::consts::{PI, SQRT_2};

/// Most terms of a series or a continued fraction. Those of the shapes that occur, up to some 10^6, need a few thousand.
const TERMS: u32 = 100_000;
/// A sum has ended when a term changes it by less.
const SMALL: f64 = 1e-16;
/// What stands for 0 in a continued fraction (Lentz's method, as Thompson and Barnett changed it, 1986).
const TINY: f64 = 1e-300;

/// The probability that a standard normal variable is at most `x`.
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// The value that a standard normal variable exceeds with probability `1 - p`; infinite at 0 and 1.
pub fn normal_quantile(p: f64) -> f64 {
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    let density = |x: f64| libm::exp(-0.5 * x * x) / (2.0 * PI).sqrt();
    match p {
        0.0 => f64::NEG_INFINITY,
        p => inverse(p, 0.0, (f64::NEG_INFINITY, 0.0), normal_cdf, density),
    }
}

/// The probability that a chi-squared variable with `freedom` degrees of freedom (above 0) is above `x`.
pub fn chi_squared_above(x: f64, freedom: f64) -> f64 {
    gamma_above(x / 2.0, freedom / 2.0)
}

/// The value that a gamma variable of this shape (above 0) and scale 1 exceeds with probability `1 - p`.
pub fn gamma_quantile(p: f64, shape: f64) -> f64 {
    // Wilson and Hilferty: the cube root is nearly normal.
    let root = 1.0 - 1.0 / (9.0 * shape) + normal_quantile(p) / (3.0 * shape.sqrt());
    let start = (shape * root * root * root).max(shape * 1e-3);
    let density = |x: f64| libm::exp((shape - 1.0) * libm::log(x) - x - libm::lgamma(shape));
    match p {
        0.0 => 0.0,
        1.0 => f64::INFINITY,
        p => inverse(p, start, (0.0, f64::INFINITY), |x| 1.0 - gamma_above(x, shape), density),
    }
}

/// The probability that Student's variable with `freedom` degrees of freedom (above 0) is at most `t`.
pub fn student_cdf(t: f64, freedom: f64) -> f64 {
    let beyond = 0.5 * beta_cdf(freedom / (freedom + t * t), freedom / 2.0, 0.5);
    if t > 0.0 { 1.0 - beyond } else { beyond }
}

/// The value that Student's variable with `freedom` degrees of freedom (above 0) exceeds with probability `1 - p`.
pub fn student_quantile(p: f64, freedom: f64) -> f64 {
    if p > 0.5 {
        return -student_quantile(1.0 - p, freedom);
    }
    let scale = libm::lgamma((freedom + 1.0) / 2.0) - libm::lgamma(freedom / 2.0);
    let scale = libm::exp(scale) / (freedom * PI).sqrt();
    let density = |t: f64| scale * libm::exp(-0.5 * (freedom + 1.0) * libm::log1p(t * t / freedom));
    match p {
        0.0 => f64::NEG_INFINITY,
        0.5 => 0.0,
        p => inverse(p, normal_quantile(p), (f64::NEG_INFINITY, 0.0), |t| student_cdf(t, freedom), density),
    }
}

/// The value that a beta variable of these shapes (above 0) exceeds with probability `1 - p`.
pub fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    let scale = log_beta(a, b);
    let density = |x: f64| libm::exp((a - 1.0) * libm::log(x) + (b - 1.0) * libm::log1p(-x) - scale);
    if p == 0.0 || p == 1.0 {
        return p;
    }
    inverse(p, a / (a + b), (0.0, 1.0), |x| beta_cdf(x, a, b), density)
}

/// The probability that a beta variable of these shapes (above 0) is at most `x`: the regularised incomplete beta function.
pub fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    // The fraction ends soon on one side of the mean only.
    if x > (a + 1.0) / (a + b + 2.0) { 1.0 - beta_fraction(1.0 - x, b, a) } else { beta_fraction(x, a, b) }
}

fn log_beta(a: f64, b: f64) -> f64 {
    libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b)
}

/// The incomplete beta function by its continued fraction (8.17.22).
fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    let before = libm::exp(a * libm::log(x) + b * libm::log1p(-x) - log_beta(a, b)) / a;
    let part = |term: u32| {
        let (m, n) = (f64::from(term / 2), f64::from(term));
        if term.is_multiple_of(2) {
            m * (b - m) * x / ((a + n - 1.0) * (a + n))
        } else {
            -(a + m) * (a + b + m) * x / ((a + n - 1.0) * (a + n))
        }
    };
    before / fraction(1.0, |term| (part(term), 1.0))
}

/// The probability that a gamma variable of this shape is above `x`: the regularised upper incomplete gamma function.
fn gamma_above(x: f64, shape: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let before = libm::exp(shape * libm::log(x) - x - libm::lgamma(shape));
    if x >= shape + 1.0 {
        // 8.9.2 in its even form.
        let term = |n: u32| {
            let n = f64::from(n);
            (n * (shape - n), x + 2.0 * n + 1.0 - shape)
        };
        return before / fraction(x + 1.0 - shape, term);
    }
    // 8.7.1.
    let (mut term, mut sum) = (1.0 / shape, 1.0 / shape);
    for n in 1..TERMS {
        term *= x / (shape + f64::from(n));
        sum += term;
        if term < sum * SMALL {
            break;
        }
    }
    1.0 - before * sum
}

/// `first + a1 / (b1 + a2 / (b2 + ...))`, from `(a, b)` by number.
fn fraction(first: f64, part: impl Fn(u32) -> (f64, f64)) -> f64 {
    let away = |x: f64| if x == 0.0 { TINY } else { x };
    let (mut value, mut c, mut d) = (away(first), away(first), 0.0);
    for number in 1..TERMS {
        let (a, b) = part(number);
        d = 1.0 / away(b + a * d);
        c = away(b + a / c);
        value *= c * d;
        if (c * d - 1.0).abs() < SMALL {
            break;
        }
    }
    value
}

/// Where a distribution function between these ends is `p`, by Newton's steps, which keep inside what is known.
fn inverse(
    p: f64,
    start: f64,
    (mut low, mut high): (f64, f64),
    cdf: impl Fn(f64) -> f64,
    density: impl Fn(f64) -> f64,
) -> f64 {
    /// More than enough to halve all doubles down to one.
    const STEPS: u32 = 2_200;
    let mut x = start;
    for _ in 0..STEPS {
        let error = cdf(x) - p;
        if error == 0.0 {
            return x;
        }
        if error > 0.0 {
            high = x;
        } else {
            low = x;
        }
        let step = error / density(x);
        let mut next = x - step;
        let inside = next > low && next < high;
        if !inside {
            next = match (low.is_finite(), high.is_finite()) {
                (true, true) => low + (high - low) / 2.0,
                (true, false) => 2.0 * low + 1.0,
                _ => 2.0 * high - 1.0,
            };
        }
        let is_last = (inside && (next - x).abs() <= 1e-15 * x.abs()) || next <= low || next >= high;
        if is_last {
            return next.clamp(low, high);
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{Beta, ChiSquared, ContinuousCDF, Gamma, Normal, StudentsT};

    use super::*;

    const CHANCES: [f64; 13] =
        [1e-12, 1e-6, 0.001, 0.01, 0.025, 0.05, 0.3, 0.5, 0.7, 0.9, 0.975, 0.995, 0.999_999];
    const SHAPES: [f64; 9] = [0.5, 1.0, 1.5, 2.0, 3.7, 10.0, 40.0, 333.0, 5000.0];

    fn near(found: f64, known: f64, of: &str) {
        assert!((found - known).abs() <= 1e-10 * known.abs().max(1e-3), "{of}: {found}, not {known}");
    }

    #[test]
    fn the_normal_distribution_is_that_of_tables() {
        let normal = Normal::standard();
        for x in (-80..=80).map(|x| f64::from(x) / 10.0) {
            near(normal_cdf(x), normal.cdf(x), "cdf");
        }
        CHANCES.iter().for_each(|&p| near(normal_quantile(p), normal.inverse_cdf(p), "quantile"));
        near(normal_quantile(0.975), 1.959_963_984_540_054, "97.5%");
        assert_eq!(normal_quantile(1.0), f64::INFINITY);
    }

    #[test]
    fn chi_squared_and_gamma_are_those_of_another_crate() {
        for shape in SHAPES {
            let (chi, gamma) = (ChiSquared::new(shape).unwrap(), Gamma::new(shape, 1.0).unwrap());
            for at in [0.01, 0.1, 0.5, 0.9, 1.0, 1.1, 1.5, 2.0, 3.0] {
                near(chi_squared_above(at * shape, shape), chi.sf(at * shape), "chi squared");
            }
            for p in CHANCES {
                let x = gamma_quantile(p, shape);
                assert!((gamma.cdf(x) - p).abs() < 1e-11, "gamma {shape} {p}: {x}");
            }
        }
        // erfc(sqrt(15)) + sqrt(60 / pi) exp(-15) (1 + 10), of five degrees of freedom.
        near(chi_squared_above(30.0, 5.0), 1.474_858_103_844e-5, "the tail");
    }

    #[test]
    fn student_and_beta_are_those_of_another_crate() {
        for shape in SHAPES {
            let student = StudentsT::new(0.0, 1.0, shape).unwrap();
            for t in (-60..=60).map(|t| f64::from(t) / 5.0) {
                near(student_cdf(t, shape), student.cdf(t), "Student");
            }
            for p in CHANCES {
                let t = student_quantile(p, shape);
                let back = student_cdf(t, shape);
                assert!((back - p).abs() <= 1e-12 * p.max(1e-3), "Student {shape} {p}: {t} is at {back}");
            }
            for other in SHAPES {
                let beta = Beta::new(shape, other).unwrap();
                for x in [1e-5, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99] {
                    near(beta_cdf(x, shape, other), beta.cdf(x), "beta");
                }
                for p in CHANCES {
                    let x = beta_quantile(p, shape, other);
                    let back = beta_cdf(x, shape, other);
                    // As near as numbers are to each other there.
                    let step = beta_cdf(x.next_up(), shape, other) - beta_cdf(x.next_down(), shape, other);
                    assert!((back - p).abs() <= 1e-11 + step, "beta {shape} {other} {p}: {x} is at {back}");
                }
            }
        }
        // Tables of Student's distribution.
        near(student_quantile(0.975, 1.0), 12.706_204_736_174_7, "1 degree");
        near(student_quantile(0.975, 10.0), 2.228_138_851_964_94, "10 degrees");
    }
}
