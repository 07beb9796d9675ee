//! Simultaneous turns: the payoff matrix of the children, solved to equilibrium (Shapley, "Stochastic Games", 1953,
//! by backward induction), over a bounded number of candidates for each side.

use rand_core::{Rng as _, SeedableRng};
use torneo_contract::{Heuristics, Scratch, Seat, SeatSet, SeatVec, Turn, random};
use torneo_solve::equilibrium;

use super::frame::Frame;
use super::ordering::Arrived;
use super::search::Search;
use super::window::{Found, Line, Window};
use crate::common::value;
use crate::engine::Rng;

/// The largest number of choices of a side that are tried at the root before the search.
const POOL: usize = 1_024;
/// Choices of the other side, drawn at random, that each is tried against; fewer, down to [`FEW_TRIALS`], where the
/// nodes are counted and a quarter of them for each side allows no more.
const TRIALS: usize = 16;
const FEW_TRIALS: usize = 2;

impl<G: Heuristics> Search<'_, G> {
    /// The value for our side of a simultaneous turn below the root. Where a side has more choices than the width it
    /// is the evaluation: a game restricted to a few candidates there misjudges each child by another amount, and
    /// the root would choose by these errors.
    pub(super) fn simultaneous(
        &mut self,
        frames: &mut [Frame<G>],
        seats: SeatSet,
        window: Window,
        line: Line,
    ) -> Found {
        let mut rng = Rng::seed_from_u64(self.salt);
        if !self.list_sides(&mut frames[0], seats, self.width, &mut rng) {
            return self.horizon(&frames[0].position);
        }
        let (rows, columns) = (frames[0].own.len().max(1), frames[0].others.len());
        if rows > 1 && columns > 1 {
            self.mixed(frames, seats, line)
        } else {
            self.one_sided(frames, seats, (rows > 1, window), line)
        }
    }

    /// The value where at most one side has a choice.
    fn one_sided(
        &mut self,
        frames: &mut [Frame<G>],
        seats: SeatSet,
        (ours, window): (bool, Window),
        line: Line,
    ) -> Found {
        let (frame, deeper) = frames.split_first_mut().expect("a frame for each ply");
        let mut window = window.seen_by(ours);
        let mut best: Option<Found> = None;
        for pair in 0..frame.own.len().max(1) * frame.others.len() {
            self.play_pair(frame, &mut deeper[0], seats, pair);
            let next = self.value(deeper, ours, window, line.next());
            let kept = best.map_or(next, |best| Found {
                value: best.value.max(next.value),
                complete: best.complete && next.complete,
            });
            best = Some(kept);
            if self.stopped || window.raise(kept.value) {
                break;
            }
        }
        best.expect("each side has a choice").seen_by(ours)
    }

    /// The value where both sides have a choice: every pair is searched with the full window.
    fn mixed(&mut self, frames: &mut [Frame<G>], seats: SeatSet, line: Line) -> Found {
        let complete = self.fill_matrix(frames, seats, line);
        let frame = &mut frames[0];
        if self.stopped {
            return Found::STOPPED;
        }
        let columns = frame.others.len();
        let value = match equilibrium::saddle_point(&frame.matrix, columns) {
            Some((_, value)) => value,
            None => equilibrium::solve(&frame.matrix, columns).value,
        };
        Found { value: (value * f64::from(value::WIN)).round() as i32, complete }
    }

    /// Searches every pair of candidates; whether all values are complete. The values are scaled to `[-1, 1]`.
    fn fill_matrix(&mut self, frames: &mut [Frame<G>], seats: SeatSet, line: Line) -> bool {
        let (frame, deeper) = frames.split_first_mut().expect("a frame for each ply");
        frame.matrix.clear();
        let mut complete = true;
        for pair in 0..frame.own.len().max(1) * frame.others.len() {
            self.play_pair(frame, &mut deeper[0], seats, pair);
            let next = self.value(deeper, true, Window::FULL, line.next());
            if self.stopped {
                break;
            }
            complete &= next.complete;
            frame.matrix.push(f64::from(next.value) / f64::from(value::WIN));
        }
        complete
    }

    /// The mixture over the candidates of the root seat in frame 0 at this depth, and whether it is final; none if
    /// the budget ends before.
    pub fn root_mixture(
        &mut self,
        frames: &mut [Frame<G>],
        seats: SeatSet,
        line: Line,
    ) -> Option<(Vec<f64>, bool)> {
        let complete = self.fill_matrix(frames, seats, line);
        let frame = &frames[0];
        (!self.stopped).then(|| (equilibrium::solve(&frame.matrix, frame.others.len()).strategy, complete))
    }

    /// Lists the candidates at the root: all choices of a side with at most [`width`](Search::width), else half the
    /// width of the best by evaluation and half at random.
    pub fn list_root(&mut self, frame: &mut Frame<G>, seats: SeatSet, rng: &mut Rng, nodes: Option<u64>) {
        let tries = nodes.map_or(POOL * TRIALS, |nodes| usize::try_from(nodes / 4).unwrap_or(usize::MAX));
        self.list_sides(frame, seats, (tries / FEW_TRIALS).clamp(self.width, POOL.max(self.width)), rng);
        let (many_own, many_others) = (frame.own.len() > self.width, frame.others.len() > self.width);
        let own = many_own.then(|| self.ordered(frame, seats, (true, tries), rng));
        let others = many_others.then(|| self.ordered(frame, seats, (false, tries), rng));
        if let Some(order) = own {
            frame.own = order.into_iter().map(|index| frame.own[index]).collect();
        }
        if let Some(order) = others {
            frame.others = order.into_iter().map(|index| frame.others[index].clone()).collect();
        }
    }

    /// The numbers of the candidates among a side's choices: first those with the best evaluation after the joint
    /// choice, on average over the trials and best first, then random ones.
    fn ordered(
        &mut self,
        frame: &mut Frame<G>,
        seats: SeatSet,
        (ours, tries): (bool, usize),
        rng: &mut Rng,
    ) -> Vec<usize> {
        let (rows, columns) = (frame.own.len().max(1), frame.others.len());
        let (count, against) = if ours { (rows, columns) } else { (columns, rows) };
        let trials = (tries / count).clamp(FEW_TRIALS, TRIALS);
        let trials: Vec<usize> = (0..trials).map(|_| random::below(rng, against)).collect();
        let mut value = |index: usize| -> i64 {
            let pair = |&other: &usize| if ours { index * columns + other } else { other * columns + index };
            let values = trials.iter().map(|trial| i64::from(self.try_pair(frame, seats, pair(trial))));
            let sum: i64 = values.sum();
            if ours { -sum } else { sum }
        };
        let mut ordered: Vec<(i64, usize)> = (0..count).map(|index| (value(index), index)).collect();
        ordered.sort_unstable();
        let best = self.width.div_ceil(2);
        draw_to_front(&mut ordered[best..], self.width - best, rng);
        ordered[..self.width].iter().map(|&(_, index)| index).collect()
    }

    /// The value for our side right after a joint choice.
    fn try_pair(&mut self, frame: &Frame<G>, seats: SeatSet, pair: usize) -> i32 {
        self.nodes += 1;
        let joint = self.joint(frame, seats, pair);
        self.scratch_position.clone_from(&frame.position);
        self.game.apply_simultaneous(self.scratch_position, &joint);
        match self.game.turn(self.scratch_position) {
            Turn::Over => value::of_outcome(&self.game.outcome(self.scratch_position), self.seat, 1),
            _ => self.evaluation.value(self.game, self.scratch_position, self.seat),
        }
    }

    /// Writes the candidates of both sides to the frame, at most `most` for each; whether these are all.
    fn list_sides(&self, frame: &mut Frame<G>, seats: SeatSet, most: usize, rng: &mut Rng) -> bool {
        frame.own.clear();
        if seats.contains(self.seat) {
            self.game.actions(&frame.position, self.seat, &mut frame.own);
        }
        let all_own = frame.own.len() <= most;
        if !all_own {
            sample(&mut frame.own, most, rng);
        }
        let mut others = seats;
        others.remove(self.seat);
        let all_others = self.list_others(frame, others, most, rng);
        all_own && all_others
    }

    /// Writes the joint choices of the other seats to the frame: all if there are at most `most`, else a sample.
    fn list_others(&self, frame: &mut Frame<G>, seats: SeatSet, most: usize, rng: &mut Rng) -> bool {
        frame.others.clear();
        frame.others.push(SeatVec::new());
        for (done, seat) in seats.iter().enumerate() {
            frame.actions.clear();
            self.game.actions(&frame.position, seat, &mut frame.actions);
            let last = done + 1 == seats.len();
            let (before, choices) = (frame.others.len(), frame.actions.len());
            if before * choices > most {
                if done == 0 && last {
                    sample(&mut frame.actions, most, rng);
                } else {
                    self.sample_others(frame, seats, most, rng);
                    return false;
                }
            }
            for prefix in 0..before {
                for index in 1..frame.actions.len() {
                    let mut joint = frame.others[prefix].clone();
                    joint.push(frame.actions[index]);
                    frame.others.push(joint);
                }
                frame.others[prefix].push(frame.actions[0]);
            }
            if frame.others.len() < before * choices {
                return false;
            }
        }
        true
    }

    /// Draws joint choices of several seats; the same one may come twice.
    fn sample_others(&self, frame: &mut Frame<G>, seats: SeatSet, most: usize, rng: &mut Rng) {
        let mut scratch = Scratch { actions: std::mem::take(&mut frame.actions), ..Scratch::default() };
        frame.others.clear();
        for _ in 0..most {
            let mut draw = |seat| self.game.random_action(&frame.position, seat, rng, &mut scratch);
            frame.others.push(seats.iter().map(&mut draw).collect());
        }
        frame.actions = scratch.actions;
    }

    /// Plays the pair of candidates with this number from the frame's position.
    fn play_pair(&self, frame: &Frame<G>, child: &mut Frame<G>, seats: SeatSet, pair: usize) {
        child.position.clone_from(&frame.position);
        child.arrived = Arrived::default();
        self.game.apply_simultaneous(&mut child.position, &self.joint(frame, seats, pair));
    }

    /// The joint choice of the pair with this number: rows are ours, columns theirs.
    fn joint(&self, frame: &Frame<G>, seats: SeatSet, pair: usize) -> SeatVec<G::Action> {
        let (row, column) = (pair / frame.others.len(), pair % frame.others.len());
        let mut theirs = frame.others[column].iter().copied();
        let choice = |seat: Seat| if seat == self.seat { Some(frame.own[row]) } else { theirs.next() };
        seats.iter().filter_map(choice).collect()
    }
}

/// Keeps `count` random items.
fn sample<T>(items: &mut Vec<T>, count: usize, rng: &mut Rng) {
    draw_to_front(items, count, rng);
    items.truncate(count);
}

/// Moves `count` random items to the front.
fn draw_to_front<T>(items: &mut [T], count: usize, rng: &mut Rng) {
    for index in 0..count.min(items.len()) {
        let drawn = index + random::below(rng, items.len() - index);
        items.swap(index, drawn);
    }
}

/// The number that a mixture selects by a random word.
pub fn draw_from(mixture: &[f64], rng: &mut Rng) -> usize {
    let total: f64 = mixture.iter().sum();
    // The upper 53 bits of a word are a number in [0, 1).
    let mut target = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64 * total;
    for (index, &share) in mixture.iter().enumerate() {
        if target < share {
            return index;
        }
        target -= share;
    }
    mixture.iter().rposition(|&share| share > 0.0).unwrap_or(0)
}
