//! Simultaneous turns: the payoff matrix of the children, solved to equilibrium (Shapley, "Stochastic Games", 1953,
//! by backward induction), over a bounded number of candidates for each side.

use rand_core::{Rng as _, SeedableRng};
use torneo_games::contract::{Scratch, SeatVec};
use torneo_games::parts::random;
use torneo_games::{Game, Seat, SeatSet, Turn};

use super::search::{Found, Frame, Line, Search, Window};
use crate::engine::Rng;
use crate::parts::{equilibrium, value};

/// Choices of the other side that a root candidate is tried against before the search.
const TRIALS: usize = 4;
/// The largest number of root candidates of a side that are tried.
const POOL: usize = 1_024;
/// The share of the nodes that trying may cost is one of so many.
const TRIAL_SHARE: u64 = 8;

impl<G: Game> Search<'_, G> {
    /// The value for our side of a simultaneous turn inside the tree.
    pub(super) fn together(
        &mut self,
        frames: &mut [Frame<G>],
        seats: SeatSet,
        window: Window,
        line: Line,
    ) -> Found {
        let mut rng = Rng::seed_from_u64(self.salt ^ self.game.hash(&frames[0].position));
        let all = self.list_sides(&mut frames[0], seats, self.width, &mut rng);
        let (rows, columns) = (frames[0].own.len().max(1), frames[0].others.len());
        let mut found = if rows > 1 && columns > 1 {
            self.mixed(frames, seats, line)
        } else {
            self.one_sided(frames, seats, (rows > 1, window), line)
        };
        found.complete &= all;
        found
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
            self.play_pair(frame, &mut deeper[0].position, seats, pair);
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
            return Found { value: 0, complete: false };
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
            self.play_pair(frame, &mut deeper[0].position, seats, pair);
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

    /// Lists the candidates at the root: at most the width for each side. Where there are more, the first half are
    /// those with the best evaluation after the joint choice, on average against a sample of the other side's
    /// choices, and the rest is drawn at random.
    pub fn list_root(&mut self, frame: &mut Frame<G>, seats: SeatSet, rng: &mut Rng, nodes: Option<u64>) {
        let affordable = nodes.map_or(POOL, |nodes| (nodes / TRIAL_SHARE) as usize / (2 * TRIALS));
        let pool = affordable.clamp(self.width, POOL);
        self.list_sides(frame, seats, pool, rng);
        if frame.own.len() > self.width {
            let order = self.ranking(frame, seats, true, rng);
            let own = order.iter().map(|&index| frame.own[index]).collect();
            frame.own = self.half_best(own, rng);
        }
        if frame.others.len() > self.width {
            let order = self.ranking(frame, seats, false, rng);
            let others = order.iter().map(|&index| frame.others[index].clone()).collect();
            frame.others = self.half_best(others, rng);
        }
    }

    /// Of a list in order of merit, the best and a random choice of the rest.
    fn half_best<T>(&self, mut list: Vec<T>, rng: &mut Rng) -> Vec<T> {
        let best = self.width.div_ceil(2);
        draw_to_front(&mut list[best..], self.width - best, rng);
        list.truncate(self.width);
        list
    }

    /// The numbers of a side's candidates, best first.
    fn ranking(&mut self, frame: &mut Frame<G>, seats: SeatSet, ours: bool, rng: &mut Rng) -> Vec<usize> {
        let (rows, columns) = (frame.own.len().max(1), frame.others.len());
        let (count, against) = if ours { (rows, columns) } else { (columns, rows) };
        let trials: Vec<usize> = (0..TRIALS).map(|_| random::below(rng, against)).collect();
        let mut ranked = Vec::with_capacity(count);
        for index in 0..count {
            let mut sum = 0i64;
            for &other in &trials {
                let pair = if ours { index * columns + other } else { other * columns + index };
                sum += i64::from(self.try_pair(frame, seats, pair));
            }
            ranked.push((if ours { -sum } else { sum }, index));
        }
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, index)| index).collect()
    }

    /// The value for our side right after a joint choice.
    fn try_pair(&mut self, frame: &Frame<G>, seats: SeatSet, pair: usize) -> i32 {
        self.nodes += 1;
        let joint = self.joint(frame, seats, pair);
        self.spare.clone_from(&frame.position);
        self.game.apply_together(self.spare, &joint);
        match self.game.turn(self.spare) {
            Turn::Over => value::of_outcome(&self.game.outcome(self.spare), self.seat, 1),
            _ => self.horizon(self.spare).value,
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
            draw_to_front(&mut frame.own, most, rng);
            frame.own.truncate(most);
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
                    draw_to_front(&mut frame.actions, most, rng);
                    frame.actions.truncate(most);
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
    fn play_pair(&self, frame: &Frame<G>, child: &mut G::Position, seats: SeatSet, pair: usize) {
        child.clone_from(&frame.position);
        self.game.apply_together(child, &self.joint(frame, seats, pair));
    }

    /// The joint choice of the pair with this number: rows are ours, columns theirs.
    fn joint(&self, frame: &Frame<G>, seats: SeatSet, pair: usize) -> SeatVec<G::Action> {
        let (row, column) = (pair / frame.others.len(), pair % frame.others.len());
        let mut theirs = frame.others[column].iter().copied();
        let choice = |seat: Seat| if seat == self.seat { Some(frame.own[row]) } else { theirs.next() };
        seats.iter().filter_map(choice).collect()
    }
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
