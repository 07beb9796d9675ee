//! Lines that are searched deeper: after a check, and where one action alone is good.

use torneo_contract::{Heuristics, Seat};

use super::expansion::Effort;
use super::frame::Frame;
use super::pruning::Node;
use super::search::Search;
use super::slot::{Bound, COMPLETE, Entry};
use super::window::{Line, Window};
use crate::common::value;

/// Plies by which a line may become longer than it was asked for, and no more than twice as long.
pub(super) const MOST_EXTENSIONS: u32 = 8;

/// Singular extensions: plies that must be left, plies by which the entry may be shallower, and how much worse all other actions must be for
/// each ply, on the scale of values.
const SINGULAR_DEPTH: u32 = 7;
const SINGULAR_ENTRY: u32 = 3;
/// Plies of the search of the other actions at most: deep ones would cost more than they tell.
const SINGULAR_MOST: u32 = 6;
const SINGULAR_MARGIN: i32 = 5_000_000;

impl<G: Heuristics> Search<'_, G> {
    /// Whether a line may still become longer.
    fn may_extend(&self, line: Line) -> bool {
        self.features.extensions
            && line.ply + line.depth < self.root_depth + self.root_depth.min(MOST_EXTENSIONS)
    }

    /// A ply more for the side that has to meet a check.
    pub(super) fn extended(&self, line: Line, check: bool) -> Line {
        let deeper = check && line.ply > 0 && line.quiet == 0 && self.may_extend(line);
        Line { depth: line.depth + u32::from(deeper), ..line }
    }

    /// Whether all actions but the table's are clearly worse (singular extensions: Anantharaman, Campbell and Hsu, "Singular
    /// Extensions: Adding Selectivity to Brute-Force Searching", 1990).
    pub(super) fn is_singular(
        &mut self,
        frames: &mut [Frame<G>],
        seat: Seat,
        node: Node,
        entry: Entry,
        line: Line,
    ) -> bool {
        let asked = line.ply > 0
            && line.depth >= SINGULAR_DEPTH
            && self.may_extend(line)
            && entry.bound != Bound::Upper
            && entry.depth != COMPLETE
            && u32::from(entry.depth) + SINGULAR_ENTRY >= line.depth
            && !value::is_decided(entry.value);
        if !asked {
            return false;
        }
        let best = usize::from(entry.best);
        let line = Line { depth: (line.depth / 2).min(SINGULAR_MOST), ..line };
        self.list_first(&mut frames[0], seat, line, Some(best));
        if frames[0].actions.len() < 2 {
            return false;
        }
        let below = entry.value - SINGULAR_MARGIN * line.depth as i32;
        let effort = Effort { node, extended: None, excluded: Some(best) };
        let (found, _) = self.try_all(frames, seat == self.seat, effort, Window::above(below - 1), line);
        found.value < below
    }
}
