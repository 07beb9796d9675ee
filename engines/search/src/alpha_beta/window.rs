//! What a search is asked for and what it found.

use super::slot::{Bound, COMPLETE, Entry, NO_ACTION, UNJUDGED};
use crate::common::value::{SPAN, WIN};

/// The window that a value matters in.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// Every value matters.
    pub const FULL: Window = Window { alpha: -WIN - 1, beta: WIN + 1 };

    /// The values that differ from `value` by at most `margin`.
    pub fn around(value: i32, margin: i32) -> Window {
        Window {
            alpha: value.saturating_sub(margin).max(Window::FULL.alpha),
            beta: value.saturating_add(margin).min(Window::FULL.beta),
        }
    }

    /// Whether a value lies inside, so that it is exact.
    pub fn holds(self, value: i32) -> bool {
        self.alpha < value && value < self.beta
    }

    /// The window of our side or of the other one.
    pub(super) fn seen_by(self, ours: bool) -> Window {
        if ours { self } else { Window { alpha: -self.beta, beta: -self.alpha } }
    }

    /// Asks only whether the value is above `alpha`.
    pub(super) fn above(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Whether the question is only on which side of one value the answer lies.
    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    /// A line of this value exists; whether it is too good to matter.
    pub(super) fn raise(&mut self, value: i32) -> bool {
        self.alpha = self.alpha.max(value);
        self.alpha >= self.beta
    }
}

/// What the search of a node found: its value, exact inside the window and a bound outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value for the side that asked.
    pub value: i32,
    /// Whether the value rests only on ends of the game that do not depend on how they were reached: it would
    /// be the same at a greater depth and after another history.
    pub complete: bool,
}

impl Found {
    /// The result of a search that was stopped; nobody looks at it.
    pub(super) const STOPPED: Found = Found { value: 0, complete: false };

    pub(super) fn seen_by(self, ours: bool) -> Found {
        if ours { self } else { Found { value: -self.value, ..self } }
    }
}

/// What is left of a line, and what is behind.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Plies to search before quiescence.
    pub depth: u32,
    /// Plies from the root.
    pub ply: u32,
    /// The last ply was a pass that only the search made.
    pub passed: bool,
    /// In a best-reply search: one of the opponents has had its free choice since our side moved.
    pub replied: bool,
    /// Plies of quiescence done.
    pub quiet: u32,
}

impl Line {
    /// The beginning of a line of `depth` plies.
    pub fn of(depth: u32) -> Line {
        Line { depth, ply: 0, passed: false, replied: false, quiet: 0 }
    }

    pub(super) fn next(self) -> Line {
        Line { depth: self.depth.saturating_sub(1), ply: self.ply + 1, passed: false, ..self }
    }

    /// The next ply, in quiescence.
    pub(super) fn next_noisy(self) -> Line {
        Line { quiet: self.quiet + 1, ..self.next() }
    }

    /// The line with fewer plies to search, one at least.
    pub(super) fn reduced(self, plies: u32) -> Line {
        Line { depth: self.depth.saturating_sub(plies).max(1), ..self }
    }
}

/// The value of a table entry where it answers the question.
pub(super) fn cut_by(entry: Entry, window: Window, line: Line) -> Option<Found> {
    let value = from_table(entry.value, line.ply);
    let enough = line.ply > 0
        && u32::from(entry.depth) >= line.depth
        && match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
    enough.then_some(Found { value, complete: entry.depth == COMPLETE })
}

/// The table entry of what was found in a position with this evaluation.
pub(super) fn entry(
    found: Found,
    best: Option<usize>,
    units: Option<i32>,
    (window, line): (Window, Line),
) -> Entry {
    let bound = if found.value >= window.beta {
        Bound::Lower
    } else if found.value > window.alpha {
        Bound::Exact
    } else {
        Bound::Upper
    };
    let depth = if found.complete { COMPLETE } else { line.depth.min(u32::from(COMPLETE) - 1) as u8 };
    Entry {
        value: to_table(found.value, line.ply),
        depth,
        bound,
        best: best.map_or(NO_ACTION, |best| best.min(NO_ACTION.into()) as u16),
        units: units.unwrap_or(UNJUDGED),
    }
}

/// Wins are counted from the root in the search and from the position in the table.
fn to_table(value: i32, ply: u32) -> i32 {
    value + decided_sign(value) * ply as i32
}

fn from_table(value: i32, ply: u32) -> i32 {
    value - decided_sign(value) * ply as i32
}

fn decided_sign(value: i32) -> i32 {
    if value.abs() > SPAN { value.signum() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_keep_their_distance_in_the_table() {
        for value in [WIN - 9, 5 - WIN, SPAN, 0, -12] {
            assert_eq!(from_table(to_table(value, 4), 4), value);
        }
        assert_eq!(to_table(WIN - 9, 4), WIN - 5);
    }

    #[test]
    fn windows_stay_on_the_scale() {
        let window = Window::around(WIN - 3, 50);
        assert_eq!((window.alpha, window.beta), (WIN - 53, WIN + 1));
        assert!(!window.is_null() && Window::above(7).is_null());
    }
}
