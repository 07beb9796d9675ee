//! Upper confidence bounds.
//!
//! See Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", 2002.

use super::elementary::ln;

/// The factor of the exploration bonus that all arms share. `visits` counts those of all arms together.
#[inline]
pub fn exploration(c: f64, visits: u32) -> f64 {
    c * ln(f64::from(visits)).sqrt()
}

/// The upper confidence bound of an arm. It follows from the sum of its scores, its visits (at least one) and
/// the [`exploration`] of all arms.
#[inline]
pub fn bound(total: f64, visits: u32, exploration: f64) -> f64 {
    let share = 1.0 / f64::from(visits);
    total * share + exploration * share.sqrt()
}
