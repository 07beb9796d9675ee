//! Upper confidence bounds.
//!
//! See Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", 2002.

use std::sync::LazyLock;

use super::elementary::ln;

/// Numbers of visits below this one have their parts in a table: most positions of a tree are visited less often.
const TABLED: usize = 1 << 11;

/// What bounds need of a number of visits, each by a slow operation. Of 0 visits it is that of one.
#[derive(Clone, Copy)]
pub struct Visits {
    /// The reciprocal.
    pub share: f64,
    /// The square root of the reciprocal.
    pub spread: f64,
    /// The square root of the logarithm.
    pub growth: f64,
}

static TABLE: LazyLock<Box<[Visits]>> = LazyLock::new(|| (0..TABLED as u32).map(Visits::new).collect());

impl Visits {
    fn new(visits: u32) -> Visits {
        let count = f64::from(visits.max(1));
        let share = 1.0 / count;
        Visits { share, spread: share.sqrt(), growth: ln(count).sqrt() }
    }

    /// That of this number.
    #[inline]
    pub fn of(visits: u32) -> Visits {
        TABLE.get(visits as usize).copied().unwrap_or_else(|| Visits::new(visits))
    }
}

/// The factor of the exploration bonus that all arms share. `visits` counts those of all arms together.
#[inline]
pub fn exploration(c: f64, visits: u32) -> f64 {
    c * Visits::of(visits).growth
}

/// The upper confidence bound of an arm. It follows from the sum of its scores, its visits (at least one) and
/// the [`exploration`] of all arms.
#[inline]
pub fn bound(total: f64, visits: u32, exploration: f64) -> f64 {
    let Visits { share, spread, .. } = Visits::of(visits);
    total * share + exploration * spread
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds_what_is_worked_out_beyond_it() {
        let bits = |Visits { share, spread, growth }: Visits| [share, spread, growth].map(f64::to_bits);
        for visits in 0..2 * TABLED as u32 {
            assert_eq!(bits(Visits::of(visits)), bits(Visits::new(visits)), "{visits}");
        }
        assert_eq!(bits(Visits::of(0)), bits(Visits::of(1)));
        assert_eq!(exploration(2.0, 1), 0.0);
    }
}
