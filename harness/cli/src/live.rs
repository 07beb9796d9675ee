//! A line on the terminal that shows the progress.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use torneo_present::numbers::duration;
use torneo_present::terminal::shown;

use super::tell;

/// The line; unless stderr is a terminal it is only [told](Line::telling) from time to time.
pub struct Line {
    bar: ProgressBar,
    /// What is to be shown.
    text: Mutex<String>,
    began: Instant,
}

impl Line {
    pub fn new() -> Line {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
        bar.set_style(
            ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}").expect("the template is valid"),
        );
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        Line { bar, text: Mutex::default(), began: Instant::now() }
    }

    /// Does something; meanwhile, where stderr is no terminal, a line each `every` tells how far it is.
    pub fn telling<T>(&self, every: Duration, work: impl FnOnce() -> T) -> T {
        if !self.bar.is_hidden() {
            return work();
        }
        let (end, ended) = channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                while ended.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                    let text = self.text.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    let text = if text.is_empty() { "no group of games is finished yet" } else { &text };
                    tell(&format!("{}: {text}", duration(self.began.elapsed())));
                }
            });
            let done = work();
            drop(end);
            done
        })
    }

    pub fn show(&self, text: &str) {
        let text = shown(text).into_owned();
        self.bar.set_message(text.clone());
        *self.text.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
