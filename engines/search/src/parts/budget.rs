//! How long an engine may think.

use std::time::{Duration, Instant};

use torneo_contract::{OptionInfo, OptionKind, Options};

/// The option for a time budget, the same for every engine that has one.
pub const TIME: OptionInfo = OptionInfo {
    name: "time",
    kind: OptionKind::Float { min: 0.000_001, max: 1_000_000.0 },
    default: "",
    help: "seconds for each choice; none by default, and with it a run is not reproducible",
};

/// A budget in counted steps (nodes or simulations), in seconds, or in both.
#[derive(Clone, Copy, Default, Debug)]
pub struct Budget {
    /// The number of steps; none for no bound.
    pub steps: Option<u64>,
    /// Seconds; none for no bound.
    pub seconds: Option<f64>,
}

impl Budget {
    /// The budget that the option `steps` and the option `time` give; where neither is given, `default` steps.
    pub fn from_options(options: &Options, steps: &str, default: Option<u64>) -> Budget {
        let seconds = options.maybe_float(TIME.name);
        let steps = options.maybe_int(steps).map(i64::unsigned_abs);
        Budget { steps: if seconds.is_none() { steps.or(default) } else { steps }, seconds }
    }

    /// Starts to spend the budget.
    pub fn start(&self) -> Clock {
        let deadline = self.seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
        Clock { steps: self.steps.unwrap_or(u64::MAX), deadline }
    }
}

/// A budget being spent.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    steps: u64,
    deadline: Option<Instant>,
}

impl Clock {
    /// Whether the budget is spent after so many steps. The time is looked at only where there is a time budget,
    /// and at every `every`-th step (a power of two).
    #[inline]
    pub fn is_over(&self, steps: u64, every: u64) -> bool {
        steps >= self.steps
            || self.deadline.is_some_and(|deadline| steps & (every - 1) == 0 && Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bound_ends_the_budget() {
        let clock = Budget { steps: Some(10), seconds: None }.start();
        assert!(!clock.is_over(9, 1) && clock.is_over(10, 1));
        let clock = Budget { steps: None, seconds: Some(0.000_001) }.start();
        std::thread::sleep(Duration::from_millis(1));
        assert!(!clock.is_over(3, 4) && clock.is_over(4, 4));
    }
}
