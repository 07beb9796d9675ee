//! A line on the terminal that shows the progress.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use torneo_present::terminal::shown;

/// The line; nothing is shown unless stderr is a terminal.
pub struct Line(ProgressBar);

impl Line {
    pub fn new() -> Line {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
        bar.set_style(
            ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}").expect("the template is valid"),
        );
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        Line(bar)
    }

    pub fn show(&self, text: &str) {
        self.0.set_message(shown(text).into_owned());
    }

    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}
