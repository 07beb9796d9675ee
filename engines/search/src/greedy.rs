//! One ply of lookahead.

use std::cmp::Reverse;

use educe::Educe;
use torneo_contract::{
    Heuristics, Scratch, Seat, SeatSet, SeatVec, Turn, has_chance, has_simultaneous, random,
};

use crate::common::evaluation::Evaluation;
use crate::common::{explanation, immediate, order, value};
use crate::engine::{self, Candidate, Choice, Engine, EngineInfo, Explanation, Rng};

/// Joint choices of the others that each action is tried against at simultaneous turns.
const TRIALS: usize = 16;

/// The registry entry.
pub const INFO: EngineInfo = EngineInfo {
    id: "greedy",
    summary: "a win in one move if there is one, else the action with the best evaluation after it",
    options: &[],
};

/// Plays the action with the best evaluation right after it: the exploration of all actions to one ply (Shannon,
/// "Programming a Computer for Playing Chess", 1950, type A), as a baseline.
#[derive(Educe)]
#[educe(Default(bound()))]
pub struct Greedy<G: Heuristics> {
    #[educe(Default = Seat::FIRST)]
    seat: Seat,
    #[educe(Default = engine::unseeded())]
    rng: Rng,
    actions: Vec<G::Action>,
    /// The sum of the values of each action over the trials; empty where the last choice rests on none.
    values: Vec<i64>,
    /// The last choice, if it rests on a comparison.
    chosen: Option<G::Action>,
    /// The actions of which the last choice was drawn; empty if it was not.
    equal: Vec<G::Action>,
    trials: Vec<SeatVec<G::Action>>,
    scratch: Scratch<G::Action>,
    /// The position after the action, and after a result of chance that follows.
    after: Option<[G::Position; 2]>,
}

impl<G: Heuristics> Greedy<G> {
    /// A greedy player.
    pub fn new() -> Greedy<G> {
        Greedy::default()
    }

    /// Draws the joint choices of the others.
    fn draw_trials(&mut self, game: &G, position: &G::Position, seats: SeatSet) {
        let (rng, scratch) = (&mut self.rng, &mut self.scratch);
        for _ in 0..if seats.len() > 1 { TRIALS } else { 1 } {
            let draw = |seat| game.random_action(position, seat, rng, scratch);
            self.trials.push(seats.iter().map(draw).collect());
        }
    }

    /// Values all actions; the number of positions that this took.
    fn value_all(&mut self, game: &G, position: &G::Position, turn: Turn) -> u64 {
        let seat = self.seat;
        let after = self.after.get_or_insert_with(|| [position.clone(), position.clone()]);
        self.values.clear();
        let mut nodes = 0;
        for &action in &self.actions {
            let mut play = |joint: Option<(&SeatVec<G::Action>, usize)>| {
                after[0].clone_from(position);
                match joint {
                    None => game.apply(&mut after[0], action),
                    Some((joint, own)) => {
                        let mut joint = joint.clone();
                        joint[own] = action;
                        game.apply_simultaneous(&mut after[0], &joint);
                    }
                }
                nodes += 1;
                look(game, after, seat, &mut self.scratch)
            };
            let value = match turn {
                Turn::Simultaneous(seats) if const { has_simultaneous::<G>() } => {
                    let own = seats.iter().position(|choosing| choosing == seat).unwrap_or(0);
                    self.trials.iter().map(|joint| play(Some((joint, own)))).sum()
                }
                _ => play(None),
            };
            self.values.push(value);
        }
        nodes
    }

    /// One of the actions of the highest value, each equally likely.
    fn best(&mut self) -> G::Action {
        let best = self.values.iter().copied().max().unwrap_or(0);
        for (at, &value) in self.values.iter().enumerate() {
            if value == best {
                self.equal.push(self.actions[at]);
            }
        }
        self.draw()
    }

    /// One of the equal actions.
    fn draw(&mut self) -> G::Action {
        self.equal[random::below(&mut self.rng, self.equal.len())]
    }
}

/// The value for `seat` of the first position; at a chance turn the mean over the results.
fn look<G: Heuristics>(
    game: &G,
    positions: &mut [G::Position; 2],
    seat: Seat,
    scratch: &mut Scratch<G::Action>,
) -> i64 {
    let [position, next] = positions;
    if const { !has_chance::<G>() } || game.turn(position) != Turn::Chance {
        return judge(game, position, seat);
    }
    scratch.outcomes.clear();
    game.chance(position, &mut scratch.outcomes);
    let (mut sum, mut total) = (0i128, 0i128);
    for &(result, weight) in &scratch.outcomes {
        next.clone_from(position);
        game.apply(next, result);
        sum += i128::from(weight) * i128::from(judge(game, next, seat));
        total += i128::from(weight);
    }
    (sum / total) as i64
}

fn judge<G: Heuristics>(game: &G, position: &G::Position, seat: Seat) -> i64 {
    i64::from(match game.turn(position) {
        Turn::Over => value::of_outcome(&game.outcome(position), seat, 0),
        _ => value::squash(game.evaluate(position, seat).unwrap_or(0)),
    })
}

impl<G: Heuristics> Engine<G> for Greedy<G> {
    fn begin(&mut self, _game: &G, seat: Seat, rng: Rng) {
        (self.seat, self.rng) = (seat, rng);
    }

    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action> {
        self.actions.clear();
        self.values.clear();
        self.equal.clear();
        self.chosen = None;
        game.actions(position, self.seat, &mut self.actions);
        if let [only] = self.actions[..] {
            return Choice { action: only, nodes: 0 };
        }
        let turn = game.turn(position);
        self.trials.clear();
        if let Turn::Simultaneous(seats) = turn
            && const { has_simultaneous::<G>() }
        {
            self.draw_trials(game, position, seats);
        } else {
            let [scratch_position, _] =
                self.after.get_or_insert_with(|| [position.clone(), position.clone()]);
            if let Some(win) = immediate::win(game, position, self.seat, &self.actions, scratch_position) {
                self.chosen = Some(self.actions[win]);
                return Choice { action: self.actions[win], nodes: win as u64 + 1 };
            }
        }
        if game.evaluate(position, self.seat).is_none() && matches!(turn, Turn::Seat(_)) {
            self.equal.extend_from_slice(&self.actions);
            return Choice { action: self.draw(), nodes: self.actions.len() as u64 };
        }
        let nodes = self.value_all(game, position, turn);
        let action = self.best();
        self.chosen = Some(action);
        Choice { action, nodes }
    }

    fn explain(&mut self, game: &G, position: &G::Position, candidates: usize) -> Explanation<G::Action> {
        let mixture = explanation::equal_mixture(&self.equal);
        let Some(chosen) = self.chosen else {
            let value = match self.actions[..] {
                [only] if game.turn(position) == Turn::Seat(self.seat) => {
                    Some(Evaluation::of_game(None).of_forced(game, position, self.seat, only))
                }
                _ => None,
            };
            return Explanation { value, mixture, ..Explanation::default() };
        };
        let trials = self.trials.len().max(1) as i64;
        let mut best: Vec<usize> = (0..self.values.len()).collect();
        order::by_key(&mut best, |&at| (Reverse(self.values[at]), self.actions[at] != chosen));
        let mut all = Vec::new();
        for at in best {
            let value = i32::try_from(self.values[at] / trials).unwrap_or(0);
            let value = Some(value::expected(value, game.seats()));
            all.push(Candidate { action: self.actions[at], value, nodes: trials.unsigned_abs() });
        }
        if all.is_empty() {
            all.push(Candidate { action: chosen, value: Some(1.0), nodes: 1 });
        }
        let value = all[0].value;
        all.truncate(candidates);
        Explanation { value, depth: Some(1), line: vec![chosen], candidates: all, mixture }
    }
}
