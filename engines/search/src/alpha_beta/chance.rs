//! Turns of chance: the mean over the results, cut off where the values that are still possible cannot bring it into
//! the window (Star1 and Star2: Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", 1983;
//! Hauk, Buro and Schaeffer, "Rediscovering *-Minimax Search", 2004).

use torneo_contract::{Heuristics, Seat, Turn};

use super::frame::Frame;
use super::ordering::Arrived;
use super::search::Search;
use super::window::{Found, Line, Window};
use crate::common::value::WIN;

/// Plies that must be left below a turn of chance for Star2's probes to pay.
const PROBE_DEPTH: u32 = 2;

impl<G: Heuristics> Search<'_, G> {
    /// The mean over the results of chance for our side or for theirs.
    pub(super) fn chance(
        &mut self,
        frames: &mut [Frame<G>],
        ours: bool,
        window: Window,
        line: Line,
    ) -> Found {
        let (frame, deeper) = frames.split_first_mut().expect("a frame for each ply");
        frame.outcomes.clear();
        self.game.chance(&frame.position, &mut frame.outcomes);
        let mut mean = std::mem::take(&mut frame.mean);
        mean.begin(frame.outcomes.iter().map(|&(_, weight)| weight));
        let found = if self.features.star2 && line.depth >= PROBE_DEPTH {
            self.probe(frame, deeper, &mut mean, (ours, window, line))
        } else {
            None
        };
        let found = found.unwrap_or_else(|| self.average(frame, deeper, &mut mean, (ours, window, line)));
        frames[0].mean = mean;
        found
    }

    /// Star1: every result is searched in the window in which it can still matter.
    fn average(
        &mut self,
        frame: &Frame<G>,
        deeper: &mut [Frame<G>],
        mean: &mut Mean,
        (ours, window, line): (bool, Window, Line),
    ) -> Found {
        let mut complete = true;
        for (index, &(result, _)) in frame.outcomes.iter().enumerate() {
            if mean.is_known(index) {
                complete = false;
                continue;
            }
            self.play_result(frame, &mut deeper[0], result);
            let next = self.value(deeper, ours, mean.window(index, window), line.next());
            if self.stopped {
                return Found::STOPPED;
            }
            complete &= next.complete;
            mean.know(index, next.value);
            if let Some(value) = mean.decided(window) {
                return Found { value, complete: complete && !mean.probed };
            }
        }
        Found { value: mean.least(), complete }
    }

    /// Star2: before anything is searched in full, one action after each result bounds its value from the side of
    /// whoever decides there. Some, if these bounds decide the window.
    fn probe(
        &mut self,
        frame: &mut Frame<G>,
        deeper: &mut [Frame<G>],
        mean: &mut Mean,
        (ours, window, line): (bool, Window, Line),
    ) -> Option<Found> {
        for (index, &(result, _)) in frame.outcomes.iter().enumerate() {
            self.play_result(frame, &mut deeper[0], result);
            let Turn::Seat(seat) = self.game.turn(&deeper[0].position) else { continue };
            let same = (seat == self.seat) == ours;
            let asked = mean.window(index, window).seen_by(same);
            let bound = self.probe_child(deeper, seat, asked, line.next());
            if self.stopped {
                return Some(Found::STOPPED);
            }
            mean.bound(index, bound.seen_by(same).value, same);
            if let Some(value) = mean.decided(window) {
                return Some(Found { value, complete: false });
            }
        }
        None
    }

    /// The value that the most promising action secures for the side of `seat`, which is to decide.
    fn probe_child(&mut self, frames: &mut [Frame<G>], seat: Seat, window: Window, line: Line) -> Found {
        if self.visit() {
            return Found::STOPPED;
        }
        let known = self.table.get(self.key(&frames[0].position, line));
        self.list(&mut frames[0], seat, line, known.map(|entry| usize::from(entry.best)));
        let (frame, deeper) = frames.split_first_mut().expect("a frame for each ply");
        let ours = seat == self.seat;
        let action = frame.actions[frame.order.pick(0)];
        self.play(frame, &mut deeper[0], action);
        self.value(deeper, ours, window, line.next())
    }

    pub(super) fn play_result(&self, frame: &Frame<G>, child: &mut Frame<G>, result: G::Action) {
        self.play_noisy(frame, child, result);
        child.arrived = Arrived::default();
    }
}

/// A weighted mean in the making: of each result a lower and an upper bound is known.
#[derive(Clone, Default, Debug)]
pub struct Mean {
    weights: Vec<i128>,
    bounds: Vec<(i32, i32)>,
    total: i128,
    /// The weighted sums of the lower and of the upper bounds.
    least: i128,
    most: i128,
    /// Some bounds come from probes.
    probed: bool,
}

impl Mean {
    fn begin(&mut self, weights: impl Iterator<Item = u64>) {
        self.weights.clear();
        self.weights.extend(weights.map(i128::from));
        self.bounds.clear();
        self.bounds.resize(self.weights.len(), (-WIN, WIN));
        self.total = self.weights.iter().sum();
        (self.least, self.most) = (-self.total * i128::from(WIN), self.total * i128::from(WIN));
        self.probed = false;
    }

    fn set(&mut self, index: usize, low: i32, high: i32) {
        let (weight, (old_low, old_high)) = (self.weights[index], self.bounds[index]);
        self.least += weight * i128::from(low - old_low);
        self.most += weight * i128::from(high - old_high);
        self.bounds[index] = (low, high);
    }

    /// The value of a result is this, as far as the window asked.
    fn know(&mut self, index: usize, value: i32) {
        self.set(index, value, value);
    }

    /// A probe bounds the value of a result, from below or from above.
    fn bound(&mut self, index: usize, value: i32, below: bool) {
        let (low, high) = self.bounds[index];
        self.probed = true;
        if below {
            self.set(index, value.max(low), high);
        } else {
            self.set(index, low, value.min(high));
        }
    }

    fn is_known(&self, index: usize) -> bool {
        self.bounds[index].0 >= self.bounds[index].1
    }

    /// The mean if all that is open turns out as badly as it can.
    fn least(&self) -> i32 {
        quotient(self.least, self.total) as i32
    }

    /// The value, if all that is open cannot bring it into the window any more.
    fn decided(&self, window: Window) -> Option<i32> {
        let (least, most) = (self.least(), quotient(self.most, self.total) as i32);
        if most <= window.alpha { Some(most) } else { (least >= window.beta).then_some(least) }
    }

    /// The values of a result that leave the mean undecided in `window`.
    fn window(&self, index: usize, window: Window) -> Window {
        let (weight, (low, high)) = (self.weights[index], self.bounds[index]);
        let win = i128::from(WIN);
        let others_most = self.most - weight * i128::from(high);
        let others_least = self.least - weight * i128::from(low);
        let alpha = floor(i128::from(window.alpha) * self.total - others_most, weight);
        let beta = -floor(others_least - i128::from(window.beta) * self.total, weight);
        Window { alpha: alpha.clamp(-win - 1, win) as i32, beta: beta.clamp(-win, win + 1) as i32 }
    }
}

/// The quotient by a positive number, towards 0. Most numbers fit in a word, which is divided much faster.
#[inline]
fn quotient(number: i128, by: i128) -> i128 {
    match (i64::try_from(number), i64::try_from(by)) {
        (Ok(number), Ok(by)) => i128::from(number / by),
        _ => number / by,
    }
}

/// The quotient by a positive number, downwards.
#[inline]
fn floor(number: i128, by: i128) -> i128 {
    let quotient = quotient(number, by);
    quotient - i128::from(quotient * by > number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_outside_its_window_decides_the_mean() {
        let window = Window { alpha: -100, beta: 250 };
        let mut mean = Mean::default();
        mean.begin([20, 10, 6].into_iter());
        mean.know(0, 77);
        mean.know(1, -1_000);
        let inner = mean.window(2, window);
        let after = |value| {
            let mut mean = mean.clone();
            mean.know(2, value);
            mean.least()
        };
        assert!(after(inner.alpha) <= window.alpha && after(inner.alpha + 7) > window.alpha);
        assert!(after(inner.beta) >= window.beta && after(inner.beta - 1) < window.beta);
    }

    #[test]
    fn words_are_divided_as_larger_numbers_are() {
        let large = 1 << 70;
        for number in [-9, -8, -7, -1, 0, 1, 7, 8, 9] {
            for by in [1, 2, 3, 8] {
                assert_eq!(quotient(number, by), quotient(number * large, by * large));
                assert_eq!(floor(number, by), number.div_euclid(by));
                assert_eq!(floor(number * large, by * large), number.div_euclid(by));
            }
        }
    }

    #[test]
    fn bounds_of_probes_decide_before_all_is_known() {
        let mut mean = Mean::default();
        mean.begin([1, 1].into_iter());
        let window = Window { alpha: -10, beta: 10 };
        mean.bound(0, 500, true);
        assert_eq!(mean.decided(window), None);
        mean.bound(1, 0, true);
        assert_eq!(mean.decided(window), Some(250));
        assert!(!mean.is_known(0));
    }
}
