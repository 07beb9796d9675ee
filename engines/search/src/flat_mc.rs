//! Flat Monte Carlo.

use torneo_contract::{Heuristics, OptionInfo, Options, Seat, SeatVec, Turn, has_simultaneous};

use crate::common::budget::{Budget, TIME};
use crate::common::clock::CLOCK;
use crate::common::evaluation::Evaluation;
use crate::common::playout::Playout;
use crate::common::{explanation, immediate, order, ucb};
use crate::engine::{self, Candidate, Choice, Engine, EngineInfo, Explanation, Rng, Stop};
use crate::inquiry::Limits;

/// Simulations where no budget is given.
const DEFAULT_SIMS: u64 = 200;

/// The registry entry.
pub const INFO: EngineInfo = EngineInfo {
    id: "flat-mc",
    summary: "random playouts after each legal action, distributed by UCB1",
    options: &[
        OptionInfo::int("sims", 1..=u32::MAX as i64, "")
            .help("playouts for each choice; 200 if no time is given, else none"),
        TIME,
        CLOCK,
        OptionInfo::float("c", 0.0..=1_000.0, "1.4142135623730951")
            .help("exploration constant for scores in 0..=1; also called `exploration`"),
        OptionInfo::int("playout_plies", 0..=u32::MAX as i64, "300")
            .help("plies after which a playout ends and the evaluation judges it; without an evaluation it is a draw"),
    ],
};

/// How a [`FlatMc`] samples.
#[derive(Clone, Copy, Debug)]
pub struct FlatMcOptions {
    /// Playouts and seconds for each choice. Default: 200 playouts if there is no time budget.
    pub budget: Budget,
    /// The exploration constant. Default: the square root of 2, as in UCB1.
    pub c: f64,
    /// Plies after which a playout is cut. Default: 300.
    pub playout_plies: u64,
}

impl FlatMcOptions {
    /// The options of a specification.
    pub fn new(options: &Options) -> FlatMcOptions {
        FlatMcOptions {
            budget: Budget::from_options(options, "sims", Some(DEFAULT_SIMS)),
            c: options.float("c"),
            playout_plies: u64::from(options.u32("playout_plies")),
        }
    }
}

/// An action and what its playouts scored.
#[derive(Clone, Copy)]
struct Arm<A> {
    action: A,
    visits: u32,
    total: f64,
}

/// Monte Carlo evaluation of the legal actions (Abramson, "Expected-Outcome: A General Model of Static Evaluation",
/// 1990), the playouts allotted as to the arms of a bandit by UCB1 (Auer, Cesa-Bianchi and Fischer, 2002).
pub struct FlatMc<G: Heuristics> {
    options: FlatMcOptions,
    limits: Option<Limits>,
    stop: Stop,
    seat: Seat,
    rng: Rng,
    arms: Vec<Arm<G::Action>>,
    /// The last choice: by the arms, or a win at once.
    chosen: Option<(G::Action, bool)>,
    playout: Option<Playout<G>>,
}

impl<G: Heuristics> FlatMc<G> {
    /// A player with these options.
    pub fn new(options: FlatMcOptions) -> FlatMc<G> {
        FlatMc {
            options,
            limits: None,
            stop: Stop::default(),
            seat: Seat::FIRST,
            rng: engine::unseeded(),
            arms: Vec::new(),
            chosen: None,
            playout: None,
        }
    }

    /// The mean score of all playouts.
    fn mean(&self) -> Option<f64> {
        let (visits, total) =
            self.arms.iter().fold((0, 0.0), |(visits, total), arm| (visits + arm.visits, total + arm.total));
        (visits > 0).then(|| total / f64::from(visits))
    }

    /// The value of the last choice if there was no other action; none at simultaneous turns.
    fn of_forced(&mut self, game: &G, position: &G::Position) -> Option<f64> {
        let (seat, playout) = (self.seat, self.playout.as_mut()?);
        let [only] = playout.scratch.actions[..] else { return None };
        let is_alone = game.turn(position) == Turn::Seat(seat);
        is_alone.then(|| playout.evaluation.of_forced(game, position, seat, only))
    }

    /// Plays out until the budget ends; the number of playouts. The arms are tried first in the order in which
    /// they stand.
    fn sample(&mut self, game: &G, position: &G::Position) -> u64 {
        let clock = Limits::budget(self.limits, self.options.budget).start(&self.stop);
        let playout = self.playout.as_mut().expect("made before the first choice");
        let mut sims = 0;
        while sims == 0 || !clock.is_over(sims, 1) {
            let fresh = usize::try_from(sims).ok().filter(|&arm| arm < self.arms.len());
            let arm = fresh.unwrap_or_else(|| promising(&self.arms, self.options.c, sims));
            let arm = &mut self.arms[arm];
            playout.position.clone_from(position);
            play(game, playout, (self.seat, arm.action), &mut self.rng);
            arm.visits += 1;
            arm.total += playout.finish(game, &mut self.rng)[self.seat.index()];
            sims += 1;
        }
        sims
    }
}

/// The arm with the highest upper confidence bound.
fn promising<A>(arms: &[Arm<A>], c: f64, sims: u64) -> usize {
    let exploration = ucb::exploration(c, sims.min(u32::MAX.into()) as u32);
    let (mut best, mut highest) = (0, f64::NEG_INFINITY);
    for (index, arm) in arms.iter().enumerate() {
        let bound = ucb::bound(arm.total, arm.visits, exploration);
        if bound > highest {
            (best, highest) = (index, bound);
        }
    }
    best
}

/// Plays an action of `seat`; at a simultaneous turn with random choices of the others.
fn play<G: Heuristics>(game: &G, playout: &mut Playout<G>, (seat, action): (Seat, G::Action), rng: &mut Rng) {
    let Playout { position, scratch, .. } = playout;
    match game.turn(position) {
        Turn::Simultaneous(seats) if const { has_simultaneous::<G>() } => {
            let choice = |choosing| match choosing == seat {
                true => action,
                false => game.random_action(position, choosing, rng, scratch),
            };
            let joint: SeatVec<G::Action> = seats.iter().map(choice).collect();
            game.apply_simultaneous(position, &joint);
        }
        _ => game.apply(position, action),
    }
}

impl<G: Heuristics> Engine<G> for FlatMc<G> {
    fn set_stop(&mut self, stop: Stop) {
        self.stop = stop;
    }

    fn set_limits(&mut self, limits: Option<Limits>) {
        self.limits = limits;
    }

    fn begin(&mut self, _game: &G, seat: Seat, rng: Rng) {
        (self.seat, self.rng) = (seat, rng);
    }

    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action> {
        let plies = self.options.playout_plies;
        let playout = self
            .playout
            .get_or_insert_with(|| Playout::new(position.clone(), plies, Evaluation::of_game(None)));
        let (scratch_position, actions) = (&mut playout.position, &mut playout.scratch.actions);
        actions.clear();
        game.actions(position, self.seat, actions);
        let at_once = match (&actions[..], game.turn(position)) {
            (&[only], _) => Some(only),
            (_, Turn::Seat(seat)) => {
                immediate::win(game, position, seat, actions, scratch_position).map(|win| actions[win])
            }
            _ => None,
        };
        let wins = !matches!(&actions[..], [_]);
        self.chosen = at_once.filter(|_| wins).map(|action| (action, true));
        self.arms.clear();
        if let Some(action) = at_once {
            return Choice { action, nodes: 0 };
        }
        self.arms.extend(actions.iter().map(|&action| Arm { action, visits: 0, total: 0.0 }));
        order::shuffle(&mut self.arms, &mut self.rng);
        let nodes = self.sample(game, position);
        let mut best = 0;
        for (index, arm) in self.arms.iter().enumerate() {
            if (arm.visits, arm.total) > (self.arms[best].visits, self.arms[best].total) {
                best = index;
            }
        }
        let action = self.arms[best].action;
        self.chosen = Some((action, false));
        Choice { action, nodes }
    }

    fn explain(&mut self, game: &G, position: &G::Position, candidates: usize) -> Explanation<G::Action> {
        let Some((action, wins)) = self.chosen else {
            return Explanation { value: self.of_forced(game, position), ..Explanation::default() };
        };
        let mut arms = Vec::new();
        for &Arm { action, visits, total } in &self.arms {
            let value = (visits > 0).then(|| total / f64::from(visits));
            arms.push(Candidate { action, value, nodes: visits.into() });
        }
        explanation::rank(&mut arms, action);
        if wins {
            arms.push(Candidate { action, value: Some(1.0), nodes: 0 });
        }
        // The best of many means of few playouts is too good: all playouts together are not.
        let value = if wins { Some(1.0) } else { self.mean() };
        arms.truncate(candidates);
        Explanation { value, line: vec![action], candidates: arms, ..Explanation::default() }
    }
}
