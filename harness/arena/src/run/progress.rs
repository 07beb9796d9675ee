//! Progress bars, on a terminal only, and messages about failing engines.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Tells people something: a line on stderr. Where nobody can be told, on a full disk for instance, the work goes on.
pub fn tell(message: &str) {
    let _ = writeln!(std::io::stderr(), "{message}");
}

/// How far a run is, for another thread to look at.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
}

impl Progress {
    /// Games that are finished, and games of the run; both 0 until it begins.
    pub fn games(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }
}

/// The bars of a run.
pub struct Bars {
    bar: ProgressBar,
    told: Option<Arc<Progress>>,
    faults: Mutex<Faults>,
    reused: AtomicU64,
}

/// How often the engines failed: the number of games by the name of the engine and the reason.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults(BTreeMap<String, BTreeMap<&'static str, u64>>);

impl Faults {
    /// Counts a game; the number of games so far.
    fn add(&mut self, engine: &str, reason: &'static str) -> u64 {
        *self.0.entry(engine.to_owned()).or_default().entry(reason).or_default() += 1;
        self.games()
    }

    /// The number of games in which an engine failed.
    pub fn games(&self) -> u64 {
        self.0.values().flat_map(BTreeMap::values).sum()
    }

    /// The counts in words, engine by engine, such as `mine: engine-crash 2, time-forfeit 1`.
    pub fn lines(&self) -> Vec<String> {
        let reasons = |counts: &BTreeMap<&str, u64>| {
            counts.iter().map(|(reason, count)| format!("{reason} {count}")).collect::<Vec<_>>().join(", ")
        };
        self.0.iter().map(|(engine, counts)| format!("{engine}: {}", reasons(counts))).collect()
    }
}

/// Messages about failing engines that are shown; the rest is only counted.
const SHOWN_FAILURES: u64 = 10;

impl Bars {
    /// Bars that are never shown.
    pub fn hidden() -> Bars {
        Bars { bar: ProgressBar::hidden(), told: None, faults: Mutex::default(), reused: AtomicU64::new(0) }
    }

    /// The bar of a run of `total` games; it is hidden if somebody else is `told`.
    pub fn new(total: u64, told: Option<Arc<Progress>>) -> Bars {
        let target = match &told {
            Some(progress) => {
                progress.total.store(total, Ordering::Relaxed);
                ProgressDrawTarget::hidden()
            }
            None => ProgressDrawTarget::stderr_with_hz(10),
        };
        let bar = ProgressBar::with_draw_target(Some(total), target);
        let style = ProgressStyle::with_template(
            "{elapsed_precise} {wide_bar:.cyan/blue} {human_pos}/{human_len} games, {per_sec}, ETA {eta_precise}\n{msg}",
        );
        bar.set_style(style.expect("the template is valid"));
        Bars { bar, told, faults: Mutex::default(), reused: AtomicU64::new(0) }
    }

    /// Begins to count, after `done` games that are there.
    pub fn begin(&self, done: u64) {
        if let Some(progress) = &self.told {
            progress.done.store(done, Ordering::Relaxed);
        }
        self.bar.set_position(done);
        self.bar.reset_eta();
        if !self.bar.is_hidden() {
            self.bar.enable_steady_tick(Duration::from_millis(250));
        }
    }

    /// Adds finished games.
    pub fn add(&self, games: u64) {
        self.bar.inc(games);
        if let Some(progress) = &self.told {
            progress.done.fetch_add(games, Ordering::Relaxed);
        }
    }

    /// Shows what is being played, and below it the engines that failed so far.
    pub fn now_playing(&self, pairing: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            let faults = self.faults().lines().into_iter().map(|line| format!("\n{line}"));
            self.bar.set_message(pairing() + &faults.collect::<String>());
        }
    }

    /// Tells of an engine that failed in a game.
    pub fn failure(&self, engine: &str, reason: &'static str, message: &str) {
        let games = self.faults.lock().unwrap_or_else(PoisonError::into_inner).add(engine, reason);
        if games <= SHOWN_FAILURES {
            self.bar.suspend(|| tell(&format!("warning: {message}")));
        }
    }

    /// How often the engines failed so far.
    pub fn faults(&self) -> Faults {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Counts a game that another run had played.
    pub fn reuse(&self) {
        self.reused.fetch_add(1, Ordering::Relaxed);
    }

    /// Number of games that other runs had played.
    pub fn reused(&self) -> u64 {
        self.reused.load(Ordering::Relaxed)
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
