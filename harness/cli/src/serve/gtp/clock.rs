//! The time of a side as GTP tells it: main time, then periods of some stones each (Canadian byo-yomi).

use torneo_registry::{Face, LEAST_SECONDS as LEAST, OVERHEAD};

/// The settings of a game: seconds of main time, seconds of a period, and its stones.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    main: f64,
    period: f64,
    stones: u32,
}

impl Settings {
    /// The settings of the three numbers of `time_settings`; none where they set no limit: a period without stones.
    pub fn new(main: u32, period: u32, stones: u32) -> Option<Settings> {
        let endless = period > 0 && stones == 0;
        (!endless).then_some(Settings { main: main.into(), period: period.into(), stones })
    }

    /// A clock at the beginning of a game.
    pub fn start(self) -> Clock {
        let mut clock = Clock { settings: self, left: self.main, stones: 0 };
        clock.enter_period();
        clock
    }
}

/// The clock of a side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Clock {
    settings: Settings,
    /// Seconds left of the main time or of the period.
    left: f64,
    /// Stones to be played in the period; 0 in the main time.
    stones: u32,
}

impl Clock {
    fn enter_period(&mut self) {
        let Settings { period, stones, .. } = self.settings;
        if self.stones == 0 && self.left <= 0.0 && stones > 0 {
            (self.left, self.stones) = (period, stones);
        }
    }

    /// Takes over what the other side says of it.
    pub fn set(&mut self, left: u32, stones: u32) {
        (self.left, self.stones) = (left.into(), stones);
        self.enter_period();
    }

    /// Seconds for the next choice.
    pub fn share(&self) -> f64 {
        let Settings { period, stones, .. } = self.settings;
        let moves_to_go = Some(self.stones).filter(|stones| *stones > 0);
        let share = Face { left: self.left, increment: 0.0, moves_to_go }.share();
        let seconds = match (self.stones, stones) {
            (0, stones) if stones > 0 => share.max((period / f64::from(stones)).min(self.left)),
            _ => share,
        };
        (seconds - OVERHEAD).max(LEAST)
    }

    /// A choice took so many seconds.
    pub fn spend(&mut self, seconds: f64) {
        self.left = (self.left - seconds).max(0.0);
        if self.stones > 0 {
            self.stones -= 1;
            self.left = if self.stones == 0 { 0.0 } else { self.left };
        }
        self.enter_period();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64) {
        assert!((found + OVERHEAD - expected).abs() < 1e-9, "{found} {expected}");
    }

    #[test]
    fn main_time_is_shared_out_and_periods_follow_it() {
        assert_eq!(Settings::new(0, 30, 0), None);
        let mut clock = Settings::new(60, 20, 4).unwrap().start();
        near(clock.share(), 5.0);
        clock.set(2, 0);
        near(clock.share(), 2.0);
        clock.spend(2.5);
        near(clock.share(), 5.0);
        for _ in 0..3 {
            clock.spend(6.0);
        }
        near(clock.share(), 2.0);
        clock.spend(1.0);
        near(clock.share(), 5.0);
        clock.set(6, 3);
        near(clock.share(), 2.0);
        near(Settings::new(30, 0, 0).unwrap().start().share(), 1.0);
        let over = Settings::new(0, 0, 0).unwrap().start().share();
        assert!((over - LEAST).abs() < 1e-12, "{over}");
    }
}
