//! What is cut off by the evaluation, and what is searched less deeply: the null move, futility, late moves.

use torneo_contract::{Heuristics, Seat};

use super::frame::Frame;
use super::search::Search;
use super::slot::Entry;
use super::window::{Found, Line, Window};
use crate::common::value;

/// The null move: plies that must be left.
const PASS_DEPTH: u32 = 3;
/// Plies by which the null move's search is shallower, and plies for each of which it is one more.
const PASS_REDUCTION: u32 = 4;
const PASS_STEP: u32 = 4;
/// Plies from which a null move that cuts off is verified.
const VERIFIED_DEPTH: u32 = 9;

/// Plies that may be left at most where the evaluation alone cuts off.
const FUTILE_DEPTH: u32 = 6;
/// How far below the window the evaluation must lie for quiet actions of the last ply to be left out, all of them.
const RAZORED: i32 = 300;
/// How much a quiet action may improve the evaluation, and for each ply that is left.
const FUTILE_BELOW: i32 = 100;
const FUTILE_STEP: i32 = 100;
/// What a late quiet action may lose by exchange for each ply that is left, in the units of evaluations; a late capture twice that.
const EXPOSED: i32 = 50;
/// Plies that may be left at most where late quiet actions are left out.
const LATE_DEPTH: u32 = 5;
/// Actions that are tried there whatever the depth; twice the square of the depth more are, and half as many where the evaluation did not
/// rise.
const LATE_ACTIONS: usize = 6;

/// Internal iterative reductions: plies that must be left.
const INTERNAL_DEPTH: u32 = 4;

/// Late-move reductions in parts of a ply of which this many are one: for every late action, for the logarithms of depth and number
/// (their product, in squared sixteenths, is divided by the same), less on the principal variation, more where the
/// evaluation did not rise.
const PLY: i32 = 256;
const REDUCED: i32 = 100;
const REDUCED_BY_LOGS: i32 = 100;
const REDUCED_ON_VARIATION: i32 = -256;
const REDUCED_WHERE_WORSE: i32 = 100;
/// What history says is divided by this.
const HISTORY_DIVISOR: i32 = 40;

/// What is known of a node before its actions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The evaluation for the side that decides, in its units, if the game has one that can be trusted here.
    pub(super) units: Option<i32>,
    /// The evaluation is better than before the last ply of both sides.
    pub(super) improving: bool,
    /// The side that decides has to meet a threat.
    pub(super) check: bool,
}

/// Where the actions of a node end before all are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The number of actions that are tried.
    most: usize,
    /// The value that a quiet action can reach at best.
    pub(super) hope: i32,
    /// What a late action may lose by exchange, below 0; none if that is not asked.
    loss: Option<i32>,
}

impl Limits {
    const NONE: Limits = Limits { most: usize::MAX, hope: i32::MAX, loss: None };

    /// Whether a late action, quiet or not, that wins so much by exchange (asked for only where it matters) is left out.
    pub(super) fn exposes(self, quiet: bool, exchange: impl FnOnce() -> i32) -> bool {
        self.loss.is_some_and(|loss| exchange() < if quiet { loss } else { 2 * loss })
    }

    /// Whether late actions are left out from here on.
    pub(super) fn end(self, tried: usize, alpha: i32) -> bool {
        tried >= self.most || self.hope <= alpha
    }
}

impl<G: Heuristics> Search<'_, G> {
    /// What the evaluation says of a position in which a side is to decide, where the search makes use of it.
    pub(super) fn judge(
        &mut self,
        position: &G::Position,
        ours: bool,
        (check, known): (bool, Option<Entry>),
        window: Window,
        line: Line,
    ) -> Node {
        let ply = line.ply as usize;
        let sign = if ours { 1 } else { -1 };
        let wanted = !check && (line.depth > 1 || self.features.pruning && window.is_null());
        let judged = known.and_then(Entry::judged).filter(|_| wanted);
        let units = match judged {
            None if wanted => self.evaluation.units(self.game, position, self.seat).map(|units| sign * units),
            judged => judged,
        };
        self.judgements[ply] = units.map(|units| sign * units);
        let before = ply.checked_sub(2).and_then(|before| self.judgements[before]);
        let improving = units.zip(before).is_some_and(|(now, before)| now > sign * before);
        Node { units, improving, check }
    }

    /// The value, if the evaluation or a null move shows that it lies outside the window.
    pub(super) fn prune(
        &mut self,
        frames: &mut [Frame<G>],
        seat: Seat,
        node: Node,
        window: Window,
        line: Line,
    ) -> Option<Found> {
        if line.ply == 0 || node.check || !window.is_null() || value::is_decided(window.beta) {
            return None;
        }
        if let Some(found) = self.stand(node, window, line) {
            return Some(found);
        }
        if self.is_razored(node, window, line) {
            self.cut_by_depth = true;
            return Some(self.quiescence(frames, seat, window, Line { depth: 0, ..line }));
        }
        self.pass(frames, seat, node, window, line)
    }

    /// Reverse futility pruning (Heinz, "Extended Futility Pruning", 1998, from the other side).
    fn stand(&mut self, node: Node, window: Window, line: Line) -> Option<Found> {
        let units = node.units.filter(|_| self.features.pruning && line.depth <= FUTILE_DEPTH)?;
        let plies = (line.depth - u32::from(node.improving)) as i32;
        let value = value::squash(units.saturating_sub(self.features.futility * plies));
        self.cut_by_depth |= value >= window.beta;
        (value >= window.beta).then_some(Found { value, complete: false })
    }

    /// Razoring (Birmingham and Kent, "Tree-Searching and Tree-Pruning Techniques", 1977): where the evaluation lies far below the
    /// window before the last ply, only noisy actions are tried.
    fn is_razored(&self, node: Node, window: Window, line: Line) -> bool {
        let units = node.units.filter(|_| self.features.pruning && line.depth == 1);
        units.is_some_and(|units| value::squash(units.saturating_add(RAZORED)) <= window.alpha)
    }

    /// The null move (Donninger, "Null Move and Deep Search", 1993): where even passing is too good, an action is
    /// taken to be so as well. Only in games that offer passes, whose seats never prefer them to every action.
    fn pass(
        &mut self,
        frames: &mut [Frame<G>],
        seat: Seat,
        node: Node,
        window: Window,
        line: Line,
    ) -> Option<Found> {
        if !self.features.null_move || line.depth < PASS_DEPTH || line.passed {
            return None;
        }
        let ours = seat == self.seat;
        let stands = match node.units {
            Some(units) => value::squash(units),
            None => self.horizon(&frames[0].position).seen_by(ours).value,
        };
        if stands < window.beta {
            return None;
        }
        let (frame, deeper) = frames.split_first_mut().expect("a frame for each ply");
        deeper[0].position.clone_from(&frame.position);
        deeper[0].arrived = frame.arrived.after_pass();
        if self.policy.is_some() {
            deeper[0].follow(frame);
        }
        if !self.game.null_move(&mut deeper[0].position) {
            return None;
        }
        // One ply at least answers the pass: the evaluation alone does not see what it threatens.
        let shallower = line.depth.saturating_sub(PASS_REDUCTION + line.depth / PASS_STEP).max(1);
        let next = Line { passed: true, depth: shallower, ..line.next() };
        let question = Window::above(window.beta - 1);
        let mut found = self.value(deeper, ours, question, next);
        if self.stopped {
            return Some(Found::STOPPED);
        }
        if found.value < window.beta || value::is_decided(found.value) {
            return None;
        }
        if line.depth >= VERIFIED_DEPTH {
            let again = Line { passed: true, depth: shallower, ..line };
            found = self.decision(frames, seat, question, again);
        }
        self.cut_by_depth = true;
        (self.stopped || found.value >= window.beta).then_some(Found { complete: false, ..found })
    }

    /// Where the actions of a node end: futility pruning (Heinz, 1998) and late-move pruning.
    pub(super) fn limits(&self, node: Node, window: Window, line: Line) -> Limits {
        let wanted = self.features.pruning
            && line.ply > 0
            && line.depth <= LATE_DEPTH
            && window.is_null()
            && !value::is_decided(window.alpha);
        let Some(units) = node.units.filter(|_| wanted) else { return Limits::NONE };
        let depth = line.depth as i32;
        let hope = value::squash(units.saturating_add(FUTILE_BELOW + FUTILE_STEP * depth));
        let most = LATE_ACTIONS + 2 * line.depth as usize * line.depth as usize;
        let loss = self.features.exchanges.then_some(-EXPOSED * depth);
        Limits { most: if node.improving { most } else { most / 2 }, hope, loss }
    }

    /// Internal iterative reductions: a position that the table does not know is searched less deeply, so that its best
    /// action is known when it comes again.
    pub(super) fn without_entry(&self, line: Line, unknown: bool) -> Line {
        let reduced = self.features.internal && unknown && line.ply > 0 && line.depth >= INTERNAL_DEPTH;
        if reduced { line.reduced(1) } else { line }
    }
}

/// Sixteenths of the logarithm of a number to base 2, linear between its powers.
const fn log(number: u32) -> i32 {
    let whole = number.ilog2();
    ((whole << 4) + (((number - (1 << whole)) << 4) >> whole)) as i32
}

/// Plies by which a late quiet action is searched less deeply at first: more, the more plies are left and the more
/// actions were tried before it; `history` within three times its bound.
pub(super) fn reduction(depth: u32, tried: usize, history: i32, principal: bool, improving: bool) -> u32 {
    if depth < 2 {
        return 0;
    }
    let product = log(depth) * log(tried as u32 + 1);
    let parts = REDUCED + product * REDUCED_BY_LOGS / PLY - history / HISTORY_DIVISOR
        + REDUCED_ON_VARIATION * i32::from(principal)
        + REDUCED_WHERE_WORSE * i32::from(!improving);
    (parts / PLY).clamp(0, depth as i32 - 1) as u32
}

#[cfg(test)]
mod tests {
    use super::super::{AlphaBetaOptions, INFO, Question, Workspace, deepening};
    use super::*;
    use crate::Stop;
    use torneo_contract::Described;
    use torneo_contract::{Notation, Options};
    use torneo_games::chess::Fischerandom;

    #[test]
    fn far_below_the_window_the_last_ply_is_left_to_quiescence() {
        let set_up = |text: &str, infos| Options::check(&text.parse().unwrap(), infos).unwrap();
        let game = Fischerandom::new(&set_up("fischerandom", Fischerandom::INFO.options)).unwrap();
        let position = game.parse_position("4k3/8/8/8/8/8/q7/4K3 w - - 0 1").unwrap();
        let razored = |engine: &str, depth: u32, units: i32| {
            let options = AlphaBetaOptions::new(&set_up(engine, INFO.options)).unwrap();
            let mut workspace = Workspace::new(&options);
            workspace.root(&position);
            workspace.table.age();
            workspace.age(&options);
            let (question, stop) = (Question { game: &game, seat: Seat::FIRST, salt: 1 }, Stop::default());
            let (mut search, frames) = workspace.search(question, &options, options.budget.start(&stop));
            let frames = deepening::stack(frames, depth, options.features.quiescence);
            let node = Node { units: Some(units), improving: false, check: false };
            let line = Line { ply: 1, ..Line::of(depth) };
            let found = search.prune(frames, Seat::FIRST, node, Window::above(0), line);
            found.map(|found| (found.value < 0, found.complete, search.nodes))
        };
        assert_eq!(razored("alpha-beta", 1, -RAZORED), Some((true, false, 0)), "nothing to capture");
        assert_eq!(razored("alpha-beta", 1, 1 - RAZORED), None, "near the window");
        assert_eq!(razored("alpha-beta", 2, -9 * RAZORED), None, "a ply more");
        assert_eq!(razored("alpha-beta(pruning=false)", 1, -9 * RAZORED), None);
    }

    #[test]
    fn later_actions_and_deeper_searches_are_reduced_more() {
        let plies = |depth, tried| reduction(depth, tried, 0, false, true);
        assert_eq!((plies(1, 40), plies(3, 1)), (0, 0));
        assert!(plies(10, 30) > plies(4, 30) && plies(10, 30) > plies(10, 4));
        assert!(reduction(8, 20, 16_000, false, true) < reduction(8, 20, -16_000, false, true));
        assert!((0..60).all(|tried| plies(5, tried) <= 4));
    }
}
