//! The search below the root, the same for every kind of turn.

use torneo_contract::{Heuristics, Seat, Turn, has_chance, has_simultaneous, zobrist};

use super::expansion::Effort;
use super::frame::Frame;
use super::ordering::{self, Ordering, Place};
use super::table::TranspositionTable;
use super::window::{Found, Line, Window, cut_by, entry};
use crate::common::budget::Clock;
use crate::common::evaluation::Evaluation;
use crate::common::value::{self, SPAN, WIN};
use crate::policy::{Judge, Trail};

/// Nodes between two looks at the clock.
const CLOCK_EVERY: u64 = 128;

/// Plies that are left where a policy orders actions.
const POLICY_DEPTH: u32 = 3;

/// Distinguishes the positions of a best-reply search whose opponents have had their free choice.
const REPLIED_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// What a search makes use of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// Actions are ordered.
    pub ordering: bool,
    /// Plies of noisy actions that may follow the last regular ply.
    pub quiescence: usize,
    /// Positions of quiescence are looked up in the table and stored there.
    pub quiescence_table: bool,
    /// Decisive actions alone are searched where there are some, also after the last regular ply.
    pub decisive: bool,
    /// Late-move reductions.
    pub reductions: bool,
    /// The null move.
    pub null_move: bool,
    /// Futility and late-move pruning near the horizon.
    pub pruning: bool,
    /// By how much the evaluation must lie above the window, for each ply that is left, to end a line there, in its units.
    pub futility: i32,
    /// Static exchange evaluation.
    pub exchanges: bool,
    /// Extensions after checks and of singular actions.
    pub extensions: bool,
    /// Internal iterative reductions.
    pub internal: bool,
    /// History by pairs of actions.
    pub continuation: bool,
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
    pub evaluation: &'a mut Evaluation<G>,
    /// Positions searched already.
    pub table: &'a mut TranspositionTable,
    /// Plies of the search from the root.
    pub root_depth: u32,
    /// The evaluations on the way from the root for our side, by ply, where the game has them.
    pub judgements: &'a mut Vec<Option<i32>>,
    /// The policy that orders quiet actions, if there is one.
    pub policy: Option<&'a mut Judge<G>>,
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
    /// Which of the root's actions are not to be tried; those beyond the end may be.
    pub barred: Vec<bool>,
    /// Whether a greater depth could show more.
    pub cut_by_depth: bool,
    /// The greatest depth whose search was finished.
    pub finished: u32,
}

impl<G: Heuristics> Search<'_, G> {
    /// Whether an action of the root is not to be tried.
    pub(super) fn is_barred(&self, index: usize) -> bool {
        self.barred.get(index) == Some(&true)
    }

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
                if let Some(found) = self.repeated(&frames[0].position, line) {
                    return found.seen_by(ours);
                }
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

    /// The value for our side of a position below the root that stands again, where the game tells what endless play is worth: more or
    /// less than every evaluation, but no result, as somebody may still go another way.
    #[inline]
    fn repeated(&mut self, position: &G::Position, line: Line) -> Option<Found> {
        let repetition = (const { G::REPETITION }).filter(|_| line.ply > 0)?;
        let ending = repetition(self.game, position)?;
        self.cut_by_depth = true;
        let value = ending.winner.map_or(0, |seat| if seat == self.seat { SPAN } else { -SPAN });
        Some(Found { value, complete: false })
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
    pub(super) fn decision(
        &mut self,
        frames: &mut [Frame<G>],
        seat: Seat,
        window: Window,
        line: Line,
    ) -> Found {
        let check = self.game.in_check(&frames[0].position);
        let line = self.extended(line, check);
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
        let node = self.judge(&frames[0].position, ours, (check, known), window, line);
        if let Some(found) = self.prune(frames, seat, node, window, line) {
            return found;
        }
        let line = self.without_entry(line, known.is_none());
        let first = if line.ply == 0 { self.best } else { known.map(|entry| usize::from(entry.best)) };
        let singular = known.is_some_and(|entry| self.is_singular(frames, seat, node, entry, line));
        if self.stopped {
            return Found::STOPPED;
        }
        self.list_first(&mut frames[0], seat, line, first);
        let effort = Effort { node, extended: first.filter(|_| singular), excluded: None };
        let (found, best) = self.try_all(frames, ours, effort, window, line);
        if !self.stopped && line.ply > 0 {
            self.table.put(key, entry(found, best, node.units, (window, line)));
        }
        found
    }

    /// Lists and orders the legal actions.
    pub(super) fn list(&mut self, frame: &mut Frame<G>, seat: Seat, line: Line, first: Option<usize>) {
        self.list_first(frame, seat, line, first);
        while frame.order.len() < frame.actions.len() {
            self.list_next(frame, seat == self.seat, line);
        }
    }

    /// Lists the legal actions and puts one in the first place; where there is none, the order is still empty.
    pub(super) fn list_first(&mut self, frame: &mut Frame<G>, seat: Seat, line: Line, first: Option<usize>) {
        let Frame { position, actions, order, stands, .. } = frame;
        actions.clear();
        self.game.actions(position, seat, actions);
        // The root's actions keep their numbers.
        if self.features.decisive && line.ply > 0 {
            keep_decisive(self.game, position, actions);
        }
        if let Some(judge) = &mut self.policy {
            let (chooser, on) = stands.get_or_insert_with(|| (seat, Trail::default()));
            *chooser = seat;
            judge.mark(self.game, position, on);
        }
        let first = first.filter(|&first| self.features.ordering && first < actions.len());
        let gain = self.game.gain(position);
        order.begin(first, |index| gain(actions[index]).is_some());
    }

    /// Orders the next of the legal actions: those of merit after the first one, then the rest.
    pub(super) fn list_next(&mut self, frame: &mut Frame<G>, ours: bool, line: Line) {
        let Frame { position, actions, weighed, order, arrived, trails, stands, .. } = frame;
        if !self.features.ordering {
            return ordering::unordered((self.game, position), actions, order);
        }
        let ties = if line.ply == 0 { shuffled(self.salt, actions.len()) } else { Vec::new() };
        let tie = |index: usize| ties.get(index).copied().unwrap_or(index as u32);
        let place = Place { ours, ply: line.ply as usize, arrived: *arrived };
        if order.has_late_left() {
            let late = match (&mut self.policy, stands) {
                (Some(judge), Some((seat, _))) if line.depth >= POLICY_DEPTH => {
                    weighed.clear();
                    weighed.extend(order.late().map(|index| actions[index]));
                    let before = trails[seat.index()].before();
                    judge.weigh((self.game, position), *seat, weighed, before)
                }
                _ => &[],
            };
            let key = |action| self.game.history_key(position, action);
            self.ordering.list_late(actions, (place, late), key, order);
        } else {
            let place = (place, self.features.exchanges);
            self.ordering.divide((self.game, position), actions, place, tie, order);
        }
    }

    /// Writes the position after an action to the next frame, and what led to it.
    pub(super) fn play(&self, frame: &Frame<G>, child: &mut Frame<G>, action: G::Action) {
        self.play_noisy(frame, child, action);
        child.arrived = frame.arrived.after(self.game.history_key(&frame.position, action));
    }

    /// Writes the position after an action to the next frame, where nothing asks what led to it.
    pub(super) fn play_noisy(&self, frame: &Frame<G>, child: &mut Frame<G>, action: G::Action) {
        child.position.clone_from(&frame.position);
        if self.policy.is_some() {
            child.follow(frame);
        }
        self.game.apply(&mut child.position, action);
    }
}

/// Keeps the decisive ones of the legal actions, if there are some; whether there are.
///
/// Teytaud and Teytaud, "On the huge benefit of decisive moves in Monte-Carlo Tree Search algorithms", 2010.
pub fn keep_decisive<G: Heuristics>(game: &G, position: &G::Position, actions: &mut Vec<G::Action>) -> bool {
    let all = actions.len();
    if let Some(foreseer) = G::FORESIGHT {
        (foreseer.decisive)(game, position, actions);
    }
    actions.len() < all
}

/// The places of `count` things in the order into which a random word brings them; none with the word 0, which leaves them as they
/// are.
fn shuffled(salt: u64, count: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).filter(|_| salt != 0).collect();
    order.sort_unstable_by_key(|&index| zobrist::key(salt ^ u64::from(index)));
    let mut places = vec![0; order.len()];
    (0..).zip(&order).for_each(|(place, &index)| places[index as usize] = place);
    places
}
