//! The search below the root, the same for every kind of turn.

use torneo_contract::{Heuristics, Seat, Turn, has_chance, has_simultaneous, zobrist};

use super::frame::Frame;
use super::ordering::{self, Ordering, Place};
use super::table::TranspositionTable;
use super::window::{Found, Line, Window, cut_by, entry};
use crate::common::budget::Clock;
use crate::common::evaluation::Evaluation;
use crate::common::value::{self, WIN};

/// Nodes between two looks at the clock.
const CLOCK_EVERY: u64 = 128;

/// Late-move reductions: plies that must be left, actions that are searched in full, and actions after which the
/// reduction is two plies.
const REDUCE_DEPTH: u32 = 3;
const FULL_ACTIONS: usize = 4;
const LATER_ACTIONS: usize = 12;
const REDUCE_MORE_DEPTH: u32 = 6;

/// The null move: plies that must be left, and plies by which its search is shallower.
const PASS_DEPTH: u32 = 3;
const PASS_REDUCTION: u32 = 2;

/// Distinguishes the positions of a best-reply search whose opponents have had their free choice.
const REPLIED_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// What a search makes use of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// Actions are ordered.
    pub ordering: bool,
    /// Plies of noisy actions that may follow the last regular ply.
    pub quiescence: usize,
    /// Late-move reductions.
    pub reductions: bool,
    /// The null move.
    pub null_move: bool,
    /// Star2's probes at turns of chance.
    pub star2: bool,
    /// At tables of three and more only one opponent replies freely.
    pub best_reply: bool,
}

/// One search from one root. Values are for *our* side, which is the root seat, or for *theirs*, all other seats
/// (at tables of three and more the paranoid reduction: Sturtevant and Korf, "On Pruning Techniques for Multi-Player
/// Games", 2000).
pub struct Search<'a, G: Heuristics> {
    /// The rules.
    pub game: &'a G,
    /// The root seat.
    pub seat: Seat,
    /// What is made use of.
    pub features: Features,
    /// The value of positions at the horizon.
    pub evaluation: Evaluation<G>,
    /// Positions searched already.
    pub table: &'a mut TranspositionTable,
    /// What cut off.
    pub ordering: &'a mut Ordering<G::Action>,
    /// A position to look at ends with.
    pub scratch_position: &'a mut G::Position,
    /// A random word: breaks ties at the root and selects the candidates at simultaneous turns.
    pub salt: u64,
    /// The number of choices of each side that are searched at simultaneous turns.
    pub width: usize,
    /// The budget.
    pub clock: Clock<'a>,
    /// Positions visited.
    pub nodes: u64,
    /// Whether the budget is spent: all results since are void.
    pub stopped: bool,
    /// The number of the best root action so far.
    pub best: Option<usize>,
    /// Whether a greater depth could show more.
    pub cut_by_depth: bool,
    /// The greatest depth whose search was finished.
    pub finished: u32,
}

impl<G: Heuristics> Search<'_, G> {
    /// Counts a position; whether the search is to stop instead.
    pub(super) fn visit(&mut self) -> bool {
        self.stopped |= self.clock.is_over(self.nodes, CLOCK_EVERY);
        if !self.stopped {
            self.nodes += 1;
        }
        self.stopped
    }

    /// The value of the first frame's position for our side or for theirs.
    pub fn value(&mut self, frames: &mut [Frame<G>], ours: bool, window: Window, line: Line) -> Found {
        if self.visit() {
            return Found::STOPPED;
        }
        match self.game.turn(&frames[0].position) {
            Turn::Over => self.ended(&frames[0].position, line).seen_by(ours),
            Turn::Seat(seat) => {
                let same = (seat == self.seat) == ours;
                self.decision(frames, seat, window.seen_by(same), line).seen_by(same)
            }
            _ if line.depth == 0 => {
                self.cut_by_depth = true;
                self.horizon(&frames[0].position).seen_by(ours)
            }
            Turn::Chance if const { has_chance::<G>() } => self.chance(frames, ours, window, line),
            Turn::Simultaneous(seats) if const { has_simultaneous::<G>() } => {
                self.simultaneous(frames, seats, window.seen_by(ours), line).seen_by(ours)
            }
            Turn::Chance | Turn::Simultaneous(_) => {
                unreachable!("the game's description lists its kinds of turn")
            }
        }
    }

    /// The result for our side. It is complete unless the game would go on here, or have another result, had the
    /// position been reached in another way: a repetition or a length rule ended it.
    fn ended(&mut self, position: &G::Position, line: Line) -> Found {
        let outcome = self.game.outcome(position);
        self.scratch_position.clone_from(position);
        self.game.forget_history(self.scratch_position);
        let complete = self.game.turn(self.scratch_position) == Turn::Over
            && self.game.outcome(self.scratch_position).scores == outcome.scores;
        Found { value: value::of_outcome(&outcome, self.seat, line.ply), complete }
    }

    /// The evaluation for our side.
    pub(super) fn horizon(&mut self, position: &G::Position) -> Found {
        Found { value: self.evaluation.value(self.game, position, self.seat), complete: false }
    }

    /// The key of a position in the table.
    pub(super) fn key(&self, position: &G::Position, line: Line) -> u64 {
        self.game.hash(position) ^ if line.replied { REPLIED_KEY } else { 0 }
    }

    /// The value for the side of `seat`, which is to decide: principal variation search (Marsland and Campbell,
    /// "Parallel Search of Strongly Ordered Game Trees", 1982), fail-soft.
    fn decision(&mut self, frames: &mut [Frame<G>], seat: Seat, window: Window, line: Line) -> Found {
        if line.depth == 0 {
            self.cut_by_depth = true;
            return self.quiescence(frames, seat, window, line);
        }
        // No value here is better than a win by the next ply or worse than a loss at once.
        let alpha = window.alpha.max(line.ply as i32 - WIN);
        let beta = window.beta.min(WIN - line.ply as i32 - 1);
        if alpha >= beta {
            return Found { value: alpha, complete: true };
        }
        let window = Window { alpha, beta };
        let ours = seat == self.seat;
        let line = Line { replied: line.replied && !ours, ..line };
        let key = self.key(&frames[0].position, line);
        let known = self.table.get(key);
        if let Some(found) = known.and_then(|entry| cut_by(entry, window, line)) {
            self.cut_by_depth |= !found.complete;
            return found;
        }
        if let Some(found) = self.pass(frames, seat, window, line) {
            return found;
        }
        let first = if line.ply == 0 { self.best } else { known.map(|entry| usize::from(entry.best)) };
        self.list(&mut frames[0], seat, line, first);
        let (found, best) = self.try_all(frames, ours, window, line);
        if !self.stopped && line.ply > 0 {
            self.table.put(key, entry(found, best, window, line));
        }
        found
    }

    /// The null move (Donninger, "Null Move and Deep Search", 1993): where even passing is too good, an action is
    /// taken to be so as well. Only in games that offer passes, whose seats never prefer them to every action.
    fn pass(&mut self, frames: &mut [Frame<G>], seat: Seat, window: Window, line: Line) -> Option<Found> {
        let tried = self.features.null_move
            && line.depth >= PASS_DEPTH
            && line.ply > 0
            && !line.passed
            && window.is_null()
            && !value::is_decided(window.beta);
        if !tried || self.horizon(&frames[0].position).seen_by(seat == self.seat).value < window.beta {
            return None;
        }
        let (frame, deeper) = frames.split_first_mut().expect("a frame for each ply");
        deeper[0].position.clone_from(&frame.position);
        deeper[0].arrived = None;
        if !self.game.pass(&mut deeper[0].position) {
            return None;
        }
        let next = Line { passed: true, ..line.next().reduced(PASS_REDUCTION) };
        let found = self.value(deeper, seat == self.seat, Window::above(window.beta - 1), next);
        let holds = found.value >= window.beta && !value::is_decided(found.value);
        (self.stopped || holds).then_some(Found { value: found.value, complete: false })
    }

    /// Lists and orders the legal actions.
    pub(super) fn list(&mut self, frame: &mut Frame<G>, seat: Seat, line: Line, first: Option<usize>) {
        frame.actions.clear();
        self.game.actions(&frame.position, seat, &mut frame.actions);
        if !self.features.ordering {
            return ordering::unordered(frame.actions.len(), &mut frame.order);
        }
        let salt = if line.ply == 0 { self.salt } else { 0 };
        let tie = |index: usize| if salt == 0 { index as u64 } else { zobrist::key(salt ^ index as u64) };
        let place = Place { ours: seat == self.seat, ply: line.ply as usize, arrived: frame.arrived };
        let at = (self.game, &frame.position);
        self.ordering.score(at, &frame.actions, (place, first), tie, &mut frame.order);
    }

    /// Writes the position after an action to the next frame.
    pub(super) fn play(&self, frame: &Frame<G>, child: &mut Frame<G>, action: G::Action) {
        child.position.clone_from(&frame.position);
        self.game.apply(&mut child.position, action);
        child.arrived = Some(action);
    }

    /// Tries the listed actions until one cuts off: the value and the number of the best action.
    fn try_all(&mut self, frames: &mut [Frame<G>], ours: bool, window: Window, line: Line) -> (Found, usize) {
        let (frame, deeper) = frames.split_first_mut().expect("a frame for each ply");
        let (mut alpha, mut best) = (window.alpha, None);
        let mut found = Found { value: -WIN - 1, complete: true };
        for tried in 0..self.replies(frame.order.len(), ours, line) {
            let index = frame.order.pick(tried);
            let action = frame.actions[index];
            let quiet = !self.game.is_noisy(&frame.position, action);
            self.play(frame, &mut deeper[0], action);
            let replied = self.features.best_reply && !ours && (line.replied || tried > 0);
            let next = Line { replied, ..line.next() };
            let reduction = if quiet { self.reduction(frame, tried, line) } else { 0 };
            let next = self.scout(deeper, ours, Window { alpha, ..window }, (next, reduction), tried > 0);
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
                if quiet && self.features.ordering {
                    let place = Place { ours, ply: line.ply as usize, arrived: frame.arrived };
                    self.ordering.cut_off(place, (&frame.actions, &frame.order), tried, line.depth);
                }
                found.complete = next.complete;
                break;
            }
        }
        (found, best.unwrap_or(0))
    }

    /// The number of actions to try. In a best-reply search (Schadd and Winands, "Best Reply Search for Multiplayer
    /// Games", 2011) one of the opponents replies freely between two turns of ours; the others play the first
    /// action of the order (Esser, Gras, Winands, Schadd and Lanctot, "Improving Best-Reply Search", 2013).
    fn replies(&self, actions: usize, ours: bool, line: Line) -> usize {
        if self.features.best_reply && !ours && line.replied { 1 } else { actions }
    }

    /// Plies by which a late quiet action is searched less deeply at first.
    fn reduction(&self, frame: &Frame<G>, tried: usize, line: Line) -> u32 {
        let late = self.features.reductions
            && line.ply > 0
            && line.depth >= REDUCE_DEPTH
            && tried >= FULL_ACTIONS
            && frame.order.is_late(tried);
        match late {
            false => 0,
            true if tried >= LATER_ACTIONS && line.depth >= REDUCE_MORE_DEPTH => 2,
            true => 1,
        }
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

    /// The value at the horizon: the evaluation or what a noisy action makes of it (Harris, "The Heuristic Search
    /// under Conditions of Error", 1974).
    fn quiescence(&mut self, frames: &mut [Frame<G>], seat: Seat, window: Window, line: Line) -> Found {
        let ours = seat == self.seat;
        let mut found = self.horizon(&frames[0].position).seen_by(ours);
        let (frame, deeper) = frames.split_first_mut().expect("a frame for each ply");
        if found.value >= window.beta || deeper.is_empty() || self.features.quiescence == 0 {
            return found;
        }
        self.list_noisy(frame, seat);
        let mut window = window;
        for tried in 0..frame.order.len() {
            window.raise(found.value);
            let action = frame.actions[frame.order.pick(tried)];
            self.play(frame, &mut deeper[0], action);
            let next = self.value(deeper, ours, window, line.next());
            if self.stopped {
                break;
            }
            found.value = found.value.max(next.value);
            if found.value >= window.beta {
                break;
            }
        }
        found
    }

    /// Lists the noisy actions, the greatest gain first.
    fn list_noisy(&self, frame: &mut Frame<G>, seat: Seat) {
        let Frame { position, actions, order, .. } = frame;
        actions.clear();
        self.game.actions(position, seat, actions);
        actions.retain(|&action| self.game.is_noisy(position, action));
        if self.features.ordering {
            ordering::by_gain((self.game, position), actions, order);
        } else {
            ordering::unordered(actions.len(), order);
        }
    }
}
