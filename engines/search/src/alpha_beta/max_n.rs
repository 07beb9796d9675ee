//! Three and more seats that each play for themselves (max^n: Luckhardt and Irani, "An Algorithmic Solution of
//! N-Person Games", 1986).

use torneo_contract::{Heuristics, Seat, SeatVec, Turn};

use super::deepening::stack;
use super::frame::Frame;
use super::search::Search;
use super::window::Line;
use crate::common::value::{self, WIN};

/// The value of a position for each seat.
type Values = SeatVec<i32>;

impl<G: Heuristics> Search<'_, G> {
    /// Searches deeper and deeper until a budget ends or nothing can change any more; the root seat's value. The best
    /// action is left in [`best`](Search::best).
    pub fn deepen_max_n(&mut self, frames: &mut Vec<Frame<G>>, max_depth: u32) -> i32 {
        let mut value = 0;
        for depth in 1..=max_depth {
            self.cut_by_depth = false;
            let values = self.max_n(stack(frames, depth, 0), Line::of(depth));
            if self.stopped {
                break;
            }
            (value, self.finished) = (values[self.seat.index()], depth);
            if value::is_decided(value) || !self.cut_by_depth {
                break;
            }
        }
        value
    }

    /// The value of the first frame's position for each seat.
    pub(super) fn max_n(&mut self, frames: &mut [Frame<G>], line: Line) -> Values {
        if self.visit() {
            return self.each_seat(|_, _| 0);
        }
        match self.game.turn(&frames[0].position) {
            Turn::Over => {
                let outcome = self.game.outcome(&frames[0].position);
                self.each_seat(|_, seat| value::of_outcome(&outcome, seat, line.ply))
            }
            // Simultaneous turns below the root are judged as they stand.
            Turn::Seat(_) | Turn::Chance if line.depth == 0 => self.horizon_of_all(&frames[0].position),
            Turn::Simultaneous(_) => self.horizon_of_all(&frames[0].position),
            Turn::Seat(seat) => self.best_of(frames, seat, line),
            Turn::Chance => self.mean_of(frames, line),
        }
    }

    fn each_seat(&mut self, mut value: impl FnMut(&mut Self, Seat) -> i32) -> Values {
        Seat::all(self.game.seats()).map(|seat| value(self, seat)).collect()
    }

    fn horizon_of_all(&mut self, position: &G::Position) -> Values {
        self.cut_by_depth = true;
        self.each_seat(|search, seat| search.evaluation.value(search.game, position, seat))
    }

    /// The values after the action that is best for `seat`. A win at hand ends the choice: nothing is better (the
    /// immediate pruning of Korf, "Multi-player Alpha-Beta Pruning", 1991).
    fn best_of(&mut self, frames: &mut [Frame<G>], seat: Seat, line: Line) -> Values {
        let first = if line.ply == 0 { self.best } else { None };
        self.list(&mut frames[0], seat, line, first);
        let (frame, deeper) = frames.split_first_mut().expect("a frame for each ply");
        let mut best: Option<Values> = None;
        for tried in 0..frame.order.len() {
            let index = frame.order.pick(tried);
            self.play(frame, &mut deeper[0], frame.actions[index]);
            let values = self.max_n(deeper, line.next());
            if self.stopped {
                break;
            }
            let value = values[seat.index()];
            if best.as_ref().is_none_or(|best| value > best[seat.index()]) {
                best = Some(values);
                if line.ply == 0 {
                    self.best = Some(index);
                }
            }
            if value >= WIN - line.ply as i32 - 1 {
                break;
            }
        }
        best.unwrap_or_else(|| self.each_seat(|_, _| 0))
    }

    /// The means over the results of chance.
    fn mean_of(&mut self, frames: &mut [Frame<G>], line: Line) -> Values {
        let (frame, deeper) = frames.split_first_mut().expect("a frame for each ply");
        frame.outcomes.clear();
        self.game.chance(&frame.position, &mut frame.outcomes);
        let total: i128 = frame.outcomes.iter().map(|&(_, weight)| i128::from(weight)).sum();
        let mut sums: SeatVec<i128> = Seat::all(self.game.seats()).map(|_| 0).collect();
        for &(result, weight) in &frame.outcomes {
            self.play_result(frame, &mut deeper[0], result);
            let values = self.max_n(deeper, line.next());
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += i128::from(weight) * i128::from(value);
            }
        }
        sums.into_iter().map(|sum| (sum / total) as i32).collect()
    }
}
