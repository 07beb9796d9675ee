//! The end of lines: no evaluation right before a capture (Harris, "The Heuristic Search under Conditions of Error", 1974).

use torneo_contract::{Heuristics, Seat};

use super::frame::Frame;
use super::ordering;
use super::search::Search;
use super::slot::Entry;
use super::window::{Found, Line, Window, cut_by, entry};
use crate::common::value;

/// What an action may be worth beyond what it gains at once, in the units of evaluations (delta pruning).
const DELTA: i32 = 200;

impl<G: Heuristics> Search<'_, G> {
    /// The value at the horizon: the evaluation or what a noisy action makes of it.
    pub(super) fn quiescence(
        &mut self,
        frames: &mut [Frame<G>],
        seat: Seat,
        window: Window,
        line: Line,
    ) -> Found {
        let ours = seat == self.seat;
        let key = self.features.quiescence_table.then(|| self.key(&frames[0].position, line));
        let known = key.and_then(|key| self.table.get(key));
        if let Some(found) = known.and_then(|entry| cut_by(entry, window, line)) {
            return found;
        }
        // At tables of three and more the others have no evaluation of their own here: theirs is the opposite of ours.
        let sign = if ours { 1 } else { -1 };
        let units = match known.and_then(Entry::judged) {
            None => {
                self.evaluation.units(self.game, &frames[0].position, self.seat).map(|units| sign * units)
            }
            judged => judged,
        };
        let mut found = match units {
            Some(units) => Found { value: value::squash(units), complete: false },
            None => self.horizon(&frames[0].position).seen_by(ours),
        };
        let (frame, deeper) = frames.split_first_mut().expect("a frame for each ply");
        let spent = line.quiet as usize >= self.features.quiescence || deeper.is_empty();
        if found.value >= window.beta || spent {
            self.remember(key, found, units, (window, line));
            return found;
        }
        let trusted = units.filter(|_| self.features.pruning);
        self.list_noisy(frame, seat);
        let asked = window;
        let mut window = window;
        for tried in 0..frame.order.len() {
            window.raise(found.value);
            let action = frame.actions[frame.order.pick(tried)];
            let gain = frame.order.gain(tried);
            if let Some(units) = trusted.filter(|_| gain > 0) {
                let hope = value::squash(units.saturating_add(gain).saturating_add(DELTA));
                if hope <= window.alpha {
                    found.value = found.value.max(hope);
                    break;
                }
            }
            if self.features.exchanges && self.game.see(&frame.position, action) < 0 {
                continue;
            }
            self.play_noisy(frame, &mut deeper[0], action);
            let next = self.value(deeper, ours, window, line.next_noisy());
            if self.stopped {
                break;
            }
            found.value = found.value.max(next.value);
            if found.value >= window.beta {
                break;
            }
        }
        self.remember(key, found, units, (asked, line));
        found
    }

    /// Stores what was found at the horizon, if that is asked for; the best action is not.
    fn remember(&mut self, key: Option<u64>, found: Found, units: Option<i32>, asked: (Window, Line)) {
        if let Some(key) = key.filter(|_| !self.stopped) {
            self.table.put(key, entry(found, None, units, asked));
        }
    }

    /// Lists the noisy actions, the greatest gain first.
    fn list_noisy(&self, frame: &mut Frame<G>, seat: Seat) {
        let Frame { position, actions, order, .. } = frame;
        actions.clear();
        self.game.noisy_actions(position, seat, actions);
        if self.features.ordering {
            ordering::by_gain((self.game, position), actions, order);
        } else {
            ordering::unordered((self.game, position), actions, order);
        }
    }
}
