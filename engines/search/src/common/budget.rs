//! How long an engine may think.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::clock::{GameClock, RunningClock};
use torneo_contract::{OptionInfo, Options};
use web_time::Instant; // the clock of the standard library, and in browsers theirs

/// The option for a time budget, the same for every engine that has one.
pub const TIME: OptionInfo = OptionInfo::float("time", 0.000_001..=1_000_000.0, "")
    .help("seconds for each choice; none by default; a run with it is not reproducible");

/// A budget in counted steps (nodes or simulations), in seconds, or in both.
#[derive(Clone, Copy, Default, Debug)]
pub struct Budget {
    /// The number of steps; none for no bound.
    pub steps: Option<u64>,
    /// Seconds; none for no bound.
    pub seconds: Option<f64>,
}

/// The seconds of the first choice that the options allow, by their time and their clock; none where they have neither.
pub fn seconds(options: &Options) -> Option<f64> {
    let clock = GameClock::of(options).ok().flatten();
    let first = clock.map(|clock| RunningClock::new(clock).face().allotted());
    let time = if options.has(TIME.name) { options.maybe_float(TIME.name) } else { None };
    time.into_iter().chain(first).reduce(f64::min)
}

impl Budget {
    /// The budget that the option `steps` and the option `time` give; where neither is given, `default` steps.
    pub fn from_options(options: &Options, steps: &str, default: Option<u64>) -> Budget {
        // A clock says before each choice how much of it is to be spent.
        let clock = GameClock::of(options).ok().flatten().map(|clock| clock.seconds + clock.increment);
        let seconds = options.maybe_float(TIME.name).or(clock);
        let steps = options.maybe_int(steps).map(i64::unsigned_abs);
        Budget { steps: if seconds.is_none() { steps.or(default) } else { steps }, seconds }
    }

    /// So many steps, and the same seconds.
    pub fn with_steps(self, steps: u64) -> Budget {
        Budget { steps: Some(steps), ..self }
    }

    /// Starts to spend the budget, which `stop` ends early.
    pub fn start<'a>(&self, stop: &'a Stop) -> Clock<'a> {
        let deadline = self.seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
        Clock { steps: self.steps.unwrap_or(u64::MAX), deadline, stop }
    }
}

/// What ends every search at once: a flag that somebody else sets. What is chosen then does not count.
#[derive(Clone, Default, Debug)]
pub struct Stop(Option<Arc<AtomicBool>>);

impl Stop {
    /// Searches end when this flag is set.
    pub fn at(flag: &Arc<AtomicBool>) -> Stop {
        Stop(Some(flag.clone()))
    }

    /// Whether the flag is set.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// A budget being spent.
#[derive(Clone, Copy, Debug)]
pub struct Clock<'a> {
    steps: u64,
    deadline: Option<Instant>,
    stop: &'a Stop,
}

impl Clock<'_> {
    /// Whether the budget is spent after this many steps. The flag, and the time where there is a time
    /// budget, are looked at at every `every`-th step (a power of two).
    #[inline]
    pub fn is_over(&self, steps: u64, every: u64) -> bool {
        steps >= self.steps || steps & (every - 1) == 0 && self.is_late()
    }

    fn is_late(&self) -> bool {
        self.stop.is_set() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bound_ends_the_budget() {
        let stop = Stop::default();
        let clock = Budget { steps: Some(10), ..Budget::default() }.start(&stop);
        assert!(!clock.is_over(9, 1) && clock.is_over(10, 1));
        let clock = Budget { seconds: Some(0.000_001), ..Budget::default() }.start(&stop);
        std::thread::sleep(Duration::from_millis(1));
        assert!(!clock.is_over(3, 4) && clock.is_over(4, 4));
    }

    #[test]
    fn a_flag_ends_every_budget() {
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Stop::at(&flag);
        let clock = Budget::default().start(&stop);
        assert!(!clock.is_over(8, 4));
        flag.store(true, Ordering::Relaxed);
        assert!(!clock.is_over(9, 4) && clock.is_over(12, 4));
    }
}
