//! Progress bars, on a terminal only, and messages about failing engines.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Tells people something: a line on stderr. Where nobody can be told, on a full disk for instance, the work goes on.
pub fn tell(message: &str) {
    let _ = writeln!(std::io::stderr(), "{message}");
}

/// The bars of a run.
pub struct Bars {
    bar: ProgressBar,
    failures: AtomicU64,
    reused: AtomicU64,
}

/// Messages about failing engines that are shown; the rest is only counted.
const SHOWN_FAILURES: u64 = 10;

impl Bars {
    /// The bar of a run of `total` games of which `done` are there.
    pub fn new(total: u64, done: u64) -> Bars {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(10));
        let style = ProgressStyle::with_template(
            "{elapsed_precise} {wide_bar:.cyan/blue} {human_pos}/{human_len} games, {per_sec}, ETA {eta_precise}\n{msg}",
        );
        bar.set_style(style.expect("the template is valid"));
        bar.set_position(done);
        bar.reset_eta();
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        Bars { bar, failures: AtomicU64::new(0), reused: AtomicU64::new(0) }
    }

    /// Adds finished games.
    pub fn add(&self, games: u64) {
        self.bar.inc(games);
    }

    /// Shows what is being played.
    pub fn now_playing(&self, pairing: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(pairing());
        }
    }

    /// Tells of an engine that failed.
    pub fn failure(&self, message: &str) {
        let before = self.failures.fetch_add(1, Ordering::Relaxed);
        if before < SHOWN_FAILURES {
            self.bar.suspend(|| tell(&format!("warning: {message}")));
        }
    }

    /// Number of games in which an engine failed.
    pub fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
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
