//! Iterative deepening from the root (Slate and Atkin, "Chess 4.5", 1977).

use std::ops::RangeInclusive;

use torneo_contract::{Heuristics, SeatSet};

use super::extension::MOST_EXTENSIONS;
use super::frame::Frame;
use super::search::Search;
use super::window::{Found, Line, Window};
use crate::common::value;

/// The depth from which searches begin with a narrow window, and by how much it reaches beyond the last value; it grows
/// by the factor when the value lies outside, and is full after so many tries (aspiration windows: Baudet, "The Design
/// and Analysis of Algorithms for Asynchronous Multiprocessors", 1978).
const ASPIRATION_DEPTH: u32 = 4;
const MARGIN: i32 = 40_000_000;
const FACTOR: i32 = 4;
const TRIES: u32 = 2;

/// The most positions on a line of a search of `depth` plies, with what it is extended by and quiescence.
pub const fn plies(depth: u32, quiescence: usize) -> usize {
    (depth + MOST_EXTENSIONS) as usize + quiescence + 1
}

/// The frames of a search of `depth` plies that quiescence may follow.
pub fn stack<G: Heuristics>(frames: &mut Vec<Frame<G>>, depth: u32, quiescence: usize) -> &mut [Frame<G>] {
    let plies = plies(depth, quiescence);
    while frames.len() < plies {
        let position = frames[0].position.clone();
        frames.push(Frame::new(position));
    }
    &mut frames[..plies]
}

/// Searches deeper and deeper until a budget ends or nothing can change any more; the value of the root.
pub fn deepen<G: Heuristics>(
    search: &mut Search<'_, G>,
    frames: &mut Vec<Frame<G>>,
    depths: RangeInclusive<u32>,
    aspiration: bool,
) -> i32 {
    let mut value = 0;
    for depth in depths {
        let Some(found) = search_depth(search, frames, depth, aspiration.then_some(value)) else { break };
        (value, search.finished) = (found.value, depth);
        if is_final(search, found) {
            break;
        }
    }
    value
}

/// What a search of the root to a depth finds, begun with a narrow window around the value before where it pays; none if it was stopped.
pub fn search_depth<G: Heuristics>(
    search: &mut Search<'_, G>,
    frames: &mut Vec<Frame<G>>,
    depth: u32,
    before: Option<i32>,
) -> Option<Found> {
    (search.cut_by_depth, search.root_depth) = (false, depth);
    let frames = stack(frames, depth, search.features.quiescence);
    let expected = before.filter(|_| depth >= ASPIRATION_DEPTH);
    let found = search_root(search, frames, depth, expected);
    (!search.stopped).then_some(found)
}

/// Whether no greater depth can change what the last search of the root found.
pub fn is_final<G: Heuristics>(search: &Search<'_, G>, found: Found) -> bool {
    found.complete || value::is_decided(found.value) || !search.cut_by_depth
}

/// The value of the root, looked for around the expected one first.
fn search_root<G: Heuristics>(
    search: &mut Search<'_, G>,
    frames: &mut [Frame<G>],
    depth: u32,
    expected: Option<i32>,
) -> Found {
    let mut margin = MARGIN;
    if let Some(expected) = expected {
        for _ in 0..TRIES {
            let window = Window::around(expected, margin);
            let found = search.value(frames, true, window, Line::of(depth));
            if search.stopped || window.holds(found.value) {
                return found;
            }
            margin *= FACTOR;
        }
    }
    search.value(frames, true, Window::FULL, Line::of(depth))
}

/// The mixture over the root's candidates that the deepest search within the budgets finds. If they allow no
/// search, it is the first candidate, which has the best evaluation.
pub fn deepen_mixture<G: Heuristics>(
    search: &mut Search<'_, G>,
    frames: &mut Vec<Frame<G>>,
    seats: SeatSet,
    max_depth: u32,
) -> Vec<f64> {
    let mut mixture = vec![1.0];
    for depth in 1..=max_depth {
        search.cut_by_depth = false;
        let frames = stack(frames, depth, search.features.quiescence);
        match search.root_mixture(frames, seats, Line::of(depth)) {
            Some((found, false)) => mixture = found,
            Some((found, true)) => return found,
            None => break,
        }
        if !search.cut_by_depth {
            break;
        }
    }
    mixture
}
