//! Clocks for a whole game: what an engine has left, and what of it a choice may take.

use std::time::Duration;

use torneo_contract::{OptionInfo, Options, SpecError};

/// The option for a clock, the same for every engine that keeps one.
pub const CLOCK: OptionInfo = OptionInfo::text("clock", "")
    .help("SECONDS+INCREMENT or MOVES/SECONDS+INCREMENT: time for the game or for so many choices, and time added after each choice; a run with it is not reproducible");

/// The longest time that can be asked for: some days.
pub const MOST_SECONDS: f64 = 1_000_000.0;
/// Programs count in milliseconds, and take no time at all for no limit.
pub const LEAST_SECONDS: f64 = 0.001;

/// The time for a whole game, in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameClock {
    /// At the start, and at the start of each period.
    pub seconds: f64,
    /// Added after each choice.
    pub increment: f64,
    /// Choices of a period; none if the time is for the game.
    pub period: Option<u32>,
}

/// What a clock shows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Face {
    /// Seconds left for the game or its period.
    pub left: f64,
    /// Seconds added after each choice.
    pub increment: f64,
    /// Choices up to the end of the period, the next one included; none if there are no periods.
    pub moves_to_go: Option<u32>,
}

impl GameClock {
    /// The clock of the option [`CLOCK`]; none where the engine has no such option, or it is not given.
    ///
    /// # Errors
    /// A text of another form, or a clock by which the first choice would have no time.
    pub fn of(options: &Options) -> Result<Option<GameClock>, SpecError> {
        let text = if options.has(CLOCK.name) { options.text(CLOCK.name) } else { "" };
        if text.is_empty() {
            return Ok(None);
        }
        let wrong = |why: String| options.error(CLOCK.name, why);
        let unread = || {
            wrong(format!(
                "expected SECONDS+INCREMENT such as 60+0.6, or MOVES/SECONDS+INCREMENT such as 40/60+0.6, found `{text}`"
            ))
        };
        let (period, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves), rest),
            None => (None, text),
        };
        let (seconds, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let number = |text: &str| text.trim().parse().ok().filter(|n| (0.0..=MOST_SECONDS).contains(n));
        let (seconds, increment) = number(seconds).zip(number(increment)).ok_or_else(unread)?;
        let period =
            period.map(|moves| moves.trim().parse().ok().filter(|&moves| moves > 0).ok_or_else(unread));
        let period = period.transpose()?;
        if seconds < LEAST_SECONDS {
            return Err(wrong(format!(
                "the first choice would have no time: a clock needs {LEAST_SECONDS} seconds or more, found {seconds}"
            )));
        }
        if increment > 0.0 && increment < LEAST_SECONDS {
            return Err(wrong(format!(
                "expected an increment of 0 or {LEAST_SECONDS} seconds or more, found {increment}"
            )));
        }
        Ok(Some(GameClock { seconds, increment, period }))
    }
}

/// A clock in a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunningClock {
    clock: GameClock,
    left: f64,
    /// Choices made in the period.
    choices: u32,
}

impl RunningClock {
    /// The clock at the start of a game.
    pub fn new(clock: GameClock) -> RunningClock {
        RunningClock { clock, left: clock.seconds, choices: 0 }
    }

    /// What it shows.
    pub fn face(&self) -> Face {
        let moves_to_go = self.clock.period.map(|period| period - self.choices);
        Face { left: self.left, increment: self.clock.increment, moves_to_go }
    }

    /// A choice took this long.
    pub fn spend(&mut self, took: Duration) {
        self.left = (self.left - took.as_secs_f64()).max(0.0) + self.clock.increment;
        self.choices += 1;
        if self.clock.period == Some(self.choices) {
            self.left += self.clock.seconds;
            self.choices = 0;
        }
    }
}

/// The part of what is left that a choice may take where no period says how many there are.
const SHARE: f64 = 1.0 / 30.0;
/// The part of the increment that a choice may take beside.
const SHARE_OF_INCREMENT: f64 = 0.8;
/// Seconds that are left for what is no thinking.
pub const OVERHEAD: f64 = 0.03;

impl Face {
    /// The seconds that a choice may take with all that belongs to it: a thirtieth of what is left, or an equal part of a period,
    /// and most of the increment.
    pub fn share(&self) -> f64 {
        let share = self.moves_to_go.map_or(SHARE, |moves| 1.0 / f64::from(moves.max(1)));
        (self.left * share + SHARE_OF_INCREMENT * self.increment).min(self.left)
    }

    /// The seconds that a choice may take thinking.
    pub fn allotted(&self) -> f64 {
        (self.share() - OVERHEAD).max(LEAST_SECONDS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(left: f64, increment: f64, moves_to_go: Option<u32>) -> Face {
        Face { left, increment, moves_to_go }
    }

    #[test]
    fn a_clock_is_never_overrun_by_what_is_allotted() {
        for increment in [0.0, 0.1, 5.0] {
            let mut clock = RunningClock::new(GameClock { seconds: 10.0, increment, period: None });
            for _ in 0..1000 {
                let allotted = clock.face().allotted();
                assert!(allotted >= LEAST_SECONDS);
                assert!(allotted <= clock.face().left.max(LEAST_SECONDS), "{:?}", clock.face());
                clock.spend(Duration::from_secs_f64(allotted));
            }
        }
    }

    #[test]
    fn the_last_choice_of_a_period_may_take_what_is_left() {
        assert!((face(3.0, 0.0, Some(1)).allotted() - 2.97).abs() < 1e-9);
        assert!((face(3.0, 0.0, Some(2)).allotted() - 1.47).abs() < 1e-9);
        assert!((face(30.0, 1.0, None).allotted() - 1.77).abs() < 1e-9);
        assert_eq!(face(0.0, 0.0, None).allotted(), LEAST_SECONDS);
    }

    #[test]
    fn periods_add_their_time() {
        let mut clock = RunningClock::new(GameClock { seconds: 4.0, increment: 0.5, period: Some(2) });
        clock.spend(Duration::from_secs(3));
        assert_eq!(clock.face(), face(1.5, 0.5, Some(1)));
        clock.spend(Duration::from_secs(1));
        assert_eq!(clock.face(), face(5.0, 0.5, Some(2)));
    }
}
