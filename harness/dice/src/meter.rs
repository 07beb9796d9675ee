//! How much a program or a pool may take.

use std::cell::Cell;

/// The bounds of a program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// Steps at most: statements, calls, and additions of 64 bits.
    pub steps: f64,
    /// Bytes at most of one distribution, or of those that are mixed.
    pub bytes: f64,
}

impl Bounds {
    /// As much as it takes, for what is bounded otherwise.
    pub const NONE: Bounds = Bounds { steps: f64::INFINITY, bytes: f64::INFINITY };
}

impl Default for Bounds {
    /// Some ten seconds, and 256 MiB.
    fn default() -> Bounds {
        Bounds { steps: 2e9, bytes: 256.0 * 1048576.0 }
    }
}

/// Numbers up to this are reckoned with, whatever their sign.
pub const LARGEST: i64 = 1_000_000_000_000_000;
/// The number, if it can be reckoned with.
///
/// # Errors
/// It is too large.
pub fn checked(number: Option<i64>) -> Result<i64, String> {
    let fits = number.filter(|number| number.unsigned_abs() <= LARGEST as u64);
    fits.ok_or_else(|| "the numbers are too large (at most 10^15)".to_owned())
}

/// Counts what a program takes.
pub struct Meter {
    bounds: Bounds,
    taken: Cell<f64>,
}

impl Meter {
    /// Nothing is taken yet.
    pub fn new(bounds: Bounds) -> Meter {
        Meter { bounds, taken: Cell::new(0.0) }
    }

    /// Counts steps before they are made.
    ///
    /// # Errors
    /// All steps together are too many; the text says so.
    pub fn steps(&self, steps: f64) -> Result<(), String> {
        let all = self.taken.get() + steps;
        self.taken.set(all);
        match all <= self.bounds.steps {
            true => Ok(()),
            false => Err(format!(
                "the program would take about {all:.1e} steps (at most {:.0e}; more with --steps)",
                self.bounds.steps
            )),
        }
    }

    /// Checks the size of a distribution before it is made: its values, and the bits of a weight.
    ///
    /// # Errors
    /// It is too large; the text says so.
    pub fn values(&self, values: f64, bits: f64) -> Result<(), String> {
        self.bytes(bytes(values, bits))?;
        self.steps(values)
    }

    /// Checks the bytes of what is kept together.
    ///
    /// # Errors
    /// They are too many; the text says so.
    pub fn bytes(&self, bytes: f64) -> Result<(), String> {
        match bytes <= self.bounds.bytes {
            true => Ok(()),
            false => Err(format!(
                "distributions would take about {:.0} MiB (at most {:.0}; more with --memory)",
                bytes / 1048576.0,
                self.bounds.bytes / 1048576.0
            )),
        }
    }
}

/// The bytes of values whose weights have this number of bits.
pub fn bytes(values: f64, bits: f64) -> f64 {
    values * (40.0 + bits / 8.0)
}
