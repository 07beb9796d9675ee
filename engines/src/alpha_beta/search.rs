//! The search below the root, the same for every kind of turn.

use std::ops::Neg;

use torneo_games::contract::SeatVec;
use torneo_games::parts::zobrist;
use torneo_games::{Game, Seat, Turn};

use super::ordering::{Ordering, Ranked};
use super::table::{Bound, COMPLETE, Entry, Table};
use crate::parts::budget::Clock;
use crate::parts::value::{self, SPAN, WIN};

/// How many plies of noisy actions may follow the last regular ply.
pub const QUIESCENCE_PLIES: usize = 8;
/// Nodes between two looks at the clock.
const CLOCK_EVERY: u64 = 128;

/// The buffers of one ply of the search stack.
pub struct Frame<G: Game> {
    /// The position at this ply.
    pub position: G::Position,
    pub(super) actions: Vec<G::Action>,
    pub(super) order: Vec<Ranked>,
    pub(super) outcomes: Vec<(G::Action, u64)>,
    pub(super) own: Vec<G::Action>,
    pub(super) others: Vec<SeatVec<G::Action>>,
    pub(super) matrix: Vec<f64>,
}

impl<G: Game> Frame<G> {
    /// A frame that holds `position`.
    pub fn new(position: G::Position) -> Frame<G> {
        Frame {
            position,
            actions: Vec::new(),
            order: Vec::new(),
            outcomes: Vec::new(),
            own: Vec::new(),
            others: Vec::new(),
            matrix: Vec::new(),
        }
    }
}

/// The window that a value matters in.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    /// Every value matters.
    pub const FULL: Window = Window { alpha: -WIN - 1, beta: WIN + 1 };

    /// The window of the other side.
    fn flip(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    pub(super) fn seen_by(self, ours: bool) -> Window {
        if ours { self } else { self.flip() }
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
    /// be no other at a greater depth, nor after another history.
    pub complete: bool,
}

impl Found {
    /// The result of a search that was stopped; nobody looks at it.
    const STOPPED: Found = Found { value: 0, complete: false };

    pub(super) fn seen_by(self, ours: bool) -> Found {
        if ours { self } else { -self }
    }
}

impl Neg for Found {
    type Output = Found;

    fn neg(self) -> Found {
        Found { value: -self.value, ..self }
    }
}

/// What is left and what is done of a line.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Plies to search before quiescence.
    pub depth: u32,
    /// Plies from the root.
    pub ply: u32,
}

impl Line {
    pub(super) fn next(self) -> Line {
        Line { depth: self.depth.saturating_sub(1), ply: self.ply + 1 }
    }
}

/// One search from one root. Values are for *our* side, which is the root seat, or for *theirs*, all other seats
/// (at tables of three and more the paranoid reduction: Sturtevant and Korf, "On Pruning Techniques for Multi-Player
/// Games", 2000).
pub struct Search<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The root seat.
    pub seat: Seat,
    /// Positions searched already.
    pub table: &'a mut Table,
    /// What cut off.
    pub ordering: &'a mut Ordering<G::Action>,
    /// A position to look at ends with.
    pub spare: &'a mut G::Position,
    /// A random word: breaks ties at the root and selects the candidates at simultaneous turns.
    pub salt: u64,
    /// The number of choices of each side that are searched at simultaneous turns.
    pub width: usize,
    /// The budget.
    pub clock: Clock,
    /// Positions visited.
    pub nodes: u64,
    /// Whether the budget is spent: all results since are void.
    pub stopped: bool,
    /// The number of the best root action so far.
    pub best: Option<usize>,
    /// Whether a greater depth could show more.
    pub cut_by_depth: bool,
}

impl<G: Game> Search<'_, G> {
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
            Turn::Chance => self.chance(frames, ours, window, line),
            Turn::Together(seats) => self.together(frames, seats, window.seen_by(ours), line).seen_by(ours),
        }
    }

    /// The result for our side. It is complete unless the game would go on here, or have another result, had the
    /// position been reached in another way: a repetition or a length rule ended it.
    fn ended(&mut self, position: &G::Position, line: Line) -> Found {
        let outcome = self.game.outcome(position);
        self.spare.clone_from(position);
        self.game.forget_history(self.spare);
        let complete = self.game.turn(self.spare) == Turn::Over
            && self.game.outcome(self.spare).scores == outcome.scores;
        Found { value: value::of_outcome(&outcome, self.seat, line.ply), complete }
    }

    /// The evaluation for our side, 0 without one.
    pub(super) fn horizon(&self, position: &G::Position) -> Found {
        let value = value::of_position(self.game, position, self.seat).unwrap_or(0);
        Found { value, complete: false }
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
        let key = self.game.hash(&frames[0].position);
        let known = self.table.get(key);
        if let Some(found) = known.and_then(|entry| cut_by(entry, window, line)) {
            self.cut_by_depth |= !found.complete;
            return found;
        }
        let first = if line.ply == 0 { self.best } else { known.map(|entry| usize::from(entry.best)) };
        self.list(&mut frames[0], seat, line, first);
        let (found, best) = self.try_all(frames, seat == self.seat, window, line);
        if !self.stopped && line.ply > 0 {
            self.table.put(key, entry(found, best, window, line));
        }
        found
    }

    /// Lists and orders the legal actions.
    fn list(&mut self, frame: &mut Frame<G>, seat: Seat, line: Line, first: Option<usize>) {
        frame.actions.clear();
        self.game.actions(&frame.position, seat, &mut frame.actions);
        let salt = if line.ply == 0 { self.salt } else { 0 };
        let tie = |index: usize| if salt == 0 { index as u64 } else { zobrist::key(salt ^ index as u64) };
        let place = (seat == self.seat, line.ply as usize, first);
        self.ordering.sort((self.game, &frame.position), &frame.actions, place, tie, &mut frame.order);
    }

    /// Tries the listed actions until one cuts off: the value and the number of the best action.
    fn try_all(&mut self, frames: &mut [Frame<G>], ours: bool, window: Window, line: Line) -> (Found, usize) {
        let (frame, deeper) = frames.split_first_mut().expect("a frame for each ply");
        let (mut alpha, mut best) = (window.alpha, frame.order[0].index);
        let mut found = Found { value: -WIN - 1, complete: true };
        for (tried, ranked) in frame.order.iter().enumerate() {
            let action = frame.actions[ranked.index];
            deeper[0].position.clone_from(&frame.position);
            self.game.apply(&mut deeper[0].position, action);
            let next = self.scout(deeper, ours, Window { alpha, beta: window.beta }, line.next(), tried > 0);
            if self.stopped {
                break;
            }
            found.complete &= next.complete;
            if next.value > found.value {
                (found.value, best) = (next.value, ranked.index);
                if next.value > alpha {
                    alpha = next.value;
                    if line.ply == 0 {
                        self.best = Some(best);
                    }
                }
            }
            if alpha >= window.beta {
                if !self.game.is_noisy(&frame.position, action) {
                    self.ordering.cut_off(ours, action, line.ply as usize, line.depth);
                }
                found.complete = next.complete;
                break;
            }
        }
        (found, best)
    }

    /// The value of a child, asking first only whether it is above the window if a better one is not expected.
    fn scout(
        &mut self,
        deeper: &mut [Frame<G>],
        ours: bool,
        window: Window,
        line: Line,
        later: bool,
    ) -> Found {
        if later && window.beta - window.alpha > 1 {
            let null = Window { beta: window.alpha + 1, ..window };
            let found = self.value(deeper, ours, null, line);
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
        if found.value >= window.beta || deeper.is_empty() {
            return found;
        }
        frame.actions.clear();
        self.game.actions(&frame.position, seat, &mut frame.actions);
        for &action in &frame.actions {
            if !self.game.is_noisy(&frame.position, action) {
                continue;
            }
            deeper[0].position.clone_from(&frame.position);
            self.game.apply(&mut deeper[0].position, action);
            let window = Window { alpha: window.alpha.max(found.value), ..window };
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

    /// The mean over the results of chance, cut off where no value of the results left can bring it into the window
    /// (Star1: Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", 1983).
    fn chance(&mut self, frames: &mut [Frame<G>], ours: bool, window: Window, line: Line) -> Found {
        let (frame, deeper) = frames.split_first_mut().expect("a frame for each ply");
        frame.outcomes.clear();
        self.game.chance(&frame.position, &mut frame.outcomes);
        let mut mean = Mean::over(&frame.outcomes);
        let mut complete = true;
        for &(result, weight) in &frame.outcomes {
            deeper[0].position.clone_from(&frame.position);
            self.game.apply(&mut deeper[0].position, result);
            let next = self.value(deeper, ours, mean.window(weight, window), line.next());
            if self.stopped {
                return Found::STOPPED;
            }
            complete &= next.complete;
            mean.add(weight, next.value);
            if mean.most() <= window.alpha {
                return Found { value: mean.most(), complete };
            }
            if mean.least() >= window.beta {
                return Found { value: mean.least(), complete };
            }
        }
        Found { value: mean.least(), complete }
    }
}

/// A weighted mean in the making.
struct Mean {
    sum: i128,
    total: i128,
    /// The weight of what is still to come.
    left: i128,
}

impl Mean {
    fn over<A>(outcomes: &[(A, u64)]) -> Mean {
        let total = outcomes.iter().map(|&(_, weight)| i128::from(weight)).sum();
        Mean { sum: 0, total, left: total }
    }

    fn add(&mut self, weight: u64, value: i32) {
        self.left -= i128::from(weight);
        self.sum += i128::from(weight) * i128::from(value);
    }

    /// The mean if all that is to come is lost.
    fn least(&self) -> i32 {
        ((self.sum - self.left * i128::from(WIN)) / self.total) as i32
    }

    /// The mean if all that is to come is won.
    fn most(&self) -> i32 {
        ((self.sum + self.left * i128::from(WIN)) / self.total) as i32
    }

    /// The values of the next result, of this weight, that leave the mean undecided in `window`.
    fn window(&self, weight: u64, window: Window) -> Window {
        let (weight, win) = (i128::from(weight), i128::from(WIN));
        let rest = (self.left - weight) * win;
        let low = (i128::from(window.alpha) * self.total - self.sum - rest).div_euclid(weight);
        let high = -(self.sum - rest - i128::from(window.beta) * self.total).div_euclid(weight);
        Window { alpha: low.clamp(-win - 1, win) as i32, beta: high.clamp(-win, win + 1) as i32 }
    }
}

/// The value of a table entry where it answers the question.
fn cut_by(entry: Entry, window: Window, line: Line) -> Option<Found> {
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

fn entry(found: Found, best: usize, window: Window, line: Line) -> Entry {
    let bound = if found.value >= window.beta {
        Bound::Lower
    } else if found.value > window.alpha {
        Bound::Exact
    } else {
        Bound::Upper
    };
    let depth = if found.complete { COMPLETE } else { line.depth as u8 };
    Entry { value: to_table(found.value, line.ply), depth, bound, best: best.min(u16::MAX.into()) as u16 }
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
    fn a_result_outside_its_star1_window_decides_the_mean() {
        let window = Window { alpha: -100, beta: 250 };
        let mut mean = Mean { sum: 0, total: 36, left: 36 };
        mean.add(20, 77);
        mean.add(10, -1_000);
        let inner = mean.window(6, window);
        let after = |value| {
            let mut mean = Mean { ..mean };
            mean.add(6, value);
            mean.least()
        };
        assert!(after(inner.alpha) <= window.alpha && after(inner.alpha + 7) > window.alpha);
        assert!(after(inner.beta) >= window.beta && after(inner.beta - 1) < window.beta);
    }
}
