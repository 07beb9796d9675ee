//! The actions of a node, one after the other: which are searched in full, which less deeply, and which not
//! at all.

use torneo_contract::Heuristics;

use super::frame::Frame;
use super::ordering::Place;
use super::pruning::{Node, reduction};
use super::search::Search;
use super::window::{Found, Line, Window};
use crate::common::value::{SPAN, WIN};

/// How the actions of a node are to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// What is known of the node.
    pub(super) node: Node,
    /// The number of an action that is searched a ply deeper.
    pub(super) extended: Option<usize>,
    /// The number of an action that is left out.
    pub(super) excluded: Option<usize>,
}

impl<G: Heuristics> Search<'_, G> {
    /// Tries the listed actions until one cuts off: the value and the number of the best action, none where all stay below the window
    /// and nothing tells which one is.
    pub(super) fn try_all(
        &mut self,
        frames: &mut [Frame<G>],
        ours: bool,
        effort: Effort,
        window: Window,
        line: Line,
    ) -> (Found, Option<usize>) {
        let (frame, deeper) = frames.split_first_mut().expect("a frame for each ply");
        let (mut alpha, mut best) = (window.alpha, None);
        let mut found = Found { value: -WIN - 1, complete: effort.excluded.is_none() };
        let limits = self.limits(effort.node, window, line);
        for tried in 0..self.replies(frame.actions.len(), ours, line) {
            // What is left out must not make a loss of what may be none.
            let enough = found.value >= -SPAN && limits.end(tried, alpha);
            let Some(index) = self.pick(frame, (ours, line), tried, enough) else {
                found = Found { value: found.value.max(limits.hope.min(alpha)), complete: false };
                self.cut_by_depth = true;
                break;
            };
            if effort.excluded == Some(index) || line.ply == 0 && self.is_barred(index) {
                continue;
            }
            let action = frame.actions[index];
            let quiet = !frame.order.is_noisy(tried);
            self.play(frame, &mut deeper[0], action);
            let exchange = || self.game.see(&frame.position, action);
            let lost = found.value >= -SPAN && frame.order.is_late(tried) && limits.exposes(quiet, exchange);
            if lost && !self.game.in_check(&deeper[0].position) {
                found = Found { value: found.value.max(alpha), complete: false };
                self.cut_by_depth = true;
                continue;
            }
            let replied = self.features.best_reply && !ours && (line.replied || tried > 0);
            let mut next = Line { replied, ..line.next() };
            next.depth += u32::from(effort.extended == Some(index));
            let reduced = if quiet { self.reduction(frame, effort.node, tried, (window, line)) } else { 0 };
            let next = self.scout(deeper, ours, Window { alpha, ..window }, (next, reduced), tried > 0);
            if self.stopped {
                break;
            }
            found.complete &= next.complete;
            if next.value > found.value {
                found.value = next.value;
                best = Some(index);
                if next.value > alpha {
                    alpha = next.value;
                    if line.ply == 0 {
                        self.best = best;
                    }
                }
            }
            if alpha >= window.beta {
                if quiet && self.features.ordering && effort.excluded.is_none() {
                    let place = Place { ours, ply: line.ply as usize, arrived: frame.arrived };
                    let key = |action| self.game.history_key(&frame.position, action);
                    self.ordering.cut_off(place, key, (&frame.actions, &frame.order), (tried, line.depth));
                }
                found.complete = next.complete;
                break;
            }
        }
        (found, best.filter(|_| alpha > window.alpha))
    }

    /// The number of the action to be tried after `tried` others; none if it is a late one and `enough` were tried.
    fn pick(
        &mut self,
        frame: &mut Frame<G>,
        (ours, line): (bool, Line),
        tried: usize,
        enough: bool,
    ) -> Option<usize> {
        while tried == frame.order.len() {
            if enough && frame.order.has_late_left() {
                return None;
            }
            self.list_next(frame, ours, line);
        }
        let index = frame.order.pick(tried);
        (!enough || !frame.order.is_late(tried)).then_some(index)
    }

    /// The number of actions to try. In a best-reply search (Schadd and Winands, "Best Reply Search for Multiplayer
    /// Games", 2011) one of the opponents replies freely between two turns of ours; the others play the first
    /// action of the order (Esser, Gras, Winands, Schadd and Lanctot, "Improving Best-Reply Search", 2013).
    fn replies(&self, actions: usize, ours: bool, line: Line) -> usize {
        if self.features.best_reply && !ours && line.replied { 1 } else { actions }
    }

    /// Plies by which a late quiet action is searched less deeply at first.
    fn reduction(&self, frame: &Frame<G>, node: Node, tried: usize, (window, line): (Window, Line)) -> u32 {
        let late = self.features.reductions && line.ply > 0 && tried > 0 && frame.order.is_late(tried);
        if !late || node.check {
            return 0;
        }
        reduction(line.depth, tried, frame.order.history(tried), !window.is_null(), node.improving)
    }

    /// The value of a child. Where a better one than before is not expected, it is first asked only whether this one is
    /// better, and of a late action less deeply still.
    fn scout(
        &mut self,
        deeper: &mut [Frame<G>],
        ours: bool,
        window: Window,
        (line, reduction): (Line, u32),
        later: bool,
    ) -> Found {
        if reduction > 0 {
            let found = self.value(deeper, ours, Window::above(window.alpha), line.reduced(reduction));
            if self.stopped || found.value <= window.alpha {
                return found;
            }
        }
        if later && !window.is_null() {
            let found = self.value(deeper, ours, Window::above(window.alpha), line);
            if self.stopped || found.value <= window.alpha || found.value >= window.beta {
                return found;
            }
        }
        self.value(deeper, ours, window, line)
    }
}
