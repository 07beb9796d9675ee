//! The exact values of a policy.

use std::collections::HashMap;
use std::rc::Rc;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};
use torneo_exact::Event;

use super::optimum::Objective;
use super::pots::{Flow, add};
use super::turn::{self, Places, Solver, Wanted};
use super::{Choices, Whole};
use crate::linear::{Equation, Solution};
use crate::number::Number;
use crate::number::whole;
use crate::odds::{OddsError, PolicyOdds};

// The components of the equations.
const WIN: usize = 0; // of seat 0; that of seat 1 follows
const POINTS: usize = 2; // of seat 0, above the lowest that it can have
const GAIN: usize = 3; // points of seat 0 where they are positive
const THROWS: usize = 4;
const ROUNDS: usize = 5;
const TURNS: usize = 6;
const COMPONENTS: usize = 7;

impl Whole<'_> {
    /// The exact values of a policy of both seats; with `decisions` also those that decisions lead to.
    pub(super) fn evaluate(&self, policy: &Choices, decisions: bool) -> Result<Evaluation, OddsError> {
        let events = &self.process.events;
        let points = |event: &Event| match event {
            Event::Over { points, .. } => Some(*points),
            _ => None,
        };
        let lowest = events.iter().filter_map(points).min().unwrap_or(0);
        let mut solver = Solver::default();
        let wanted = Wanted { decisions, money: self.process.lumped };
        let solved = |places: &Places| solver.solve(places, events, policy, wanted);
        let turns: Vec<Rc<turn::Solved>> = self.turns.iter().map(solved).collect::<Result<_, _>>()?;
        let chain = |(number, turn): (usize, &Rc<turn::Solved>)| self.chain(number, turn, lowest);
        let equations: Vec<Equation<BigUint>> = turns.iter().enumerate().map(chain).collect();
        let mut solution = Solution::new(&equations, COMPONENTS, 0)?;
        let wanted = if decisions { self.starts.len() } else { 1 };
        let values = solution.values(wanted)?;
        let mut flow = flow_of_points(&values[0], lowest);
        if self.process.lumped {
            let pots = self.flow_of_pots(&turns)?;
            for (flow, pots) in flow.iter_mut().flatten().zip(pots.into_iter().flatten()) {
                *flow += pots;
            }
        }
        let values = self.starts.iter().copied().zip(values).collect();
        Ok(Evaluation { values, turns, flow })
    }

    /// The equation that leads from the beginning of a turn to the beginnings of the next.
    fn chain(&self, number: usize, turn: &turn::Solved, lowest: i64) -> Equation<BigUint> {
        let mut equation = Equation { total: BigUint::one(), ..Equation::default() };
        if let Event::Over { winner, points } = &self.process.events[self.starts[number]] {
            equation.constants.extend(winner.map(|seat| (WIN + seat.index(), BigUint::one())));
            equation.constants.push((POINTS, (points - lowest).unsigned_abs().into()));
            equation.constants.push((GAIN, points.max(&0).unsigned_abs().into()));
            return equation;
        }
        let (throws, rounds, exits, whole) = turn.start();
        equation.total = whole.clone();
        equation.constants = vec![(THROWS, throws.clone()), (ROUNDS, rounds.clone()), (TURNS, whole.clone())];
        for (exit, weight) in self.turns[number].exits.iter().zip(exits) {
            add(&mut equation.next, self.numbers[&exit.to], weight);
        }
        equation
    }
}

/// The exact values of a policy.
pub(super) struct Evaluation {
    /// The components of the start and, with decisions, of all positions in which turns begin.
    pub(super) values: HashMap<usize, Vec<BigRational>>,
    /// The turns, solved.
    pub(super) turns: Vec<Rc<turn::Solved>>,
    flow: Flow,
}

impl Evaluation {
    /// What seat 0 tries to get as much of as it can and seat 1 as little, up to a constant.
    pub(super) fn of(&self, position: usize, objective: Objective) -> BigRational {
        let values = &self.values[&position];
        match objective {
            Objective::Score => &values[WIN] - &values[WIN + 1],
            Objective::Points => values[POINTS].clone(),
        }
    }

    pub(super) fn start(&self, component: usize) -> &BigRational {
        &self.values[&0][component]
    }

    pub(super) fn draw(&self) -> BigRational {
        BigRational::one() - self.start(WIN) - self.start(WIN + 1)
    }

    pub(super) fn score(&self, seat: usize) -> BigRational {
        self.start(WIN + seat) + self.draw() / whole(2)
    }

    /// What each seat pays to the other, less what it gets back itself.
    pub(super) fn stake_flow(&self) -> Vec<Vec<Number>> {
        let zero = || Number::from(BigRational::zero());
        let flow = |from: usize, to: usize| Number::from(self.flow[from][to].clone());
        vec![vec![zero(), flow(0, 1)], vec![flow(1, 0), zero()]]
    }

    pub(super) fn points(&self) -> BigRational {
        &self.flow[1][0] - &self.flow[0][1]
    }

    pub(super) fn odds(&self, name: &'static str) -> PolicyOdds {
        let number = |component: usize| Number::from(self.start(component).clone());
        PolicyOdds {
            name,
            seat_win: vec![number(WIN), number(WIN + 1)],
            draw: Number::from(self.draw()),
            expected_score: [0, 1].map(|seat| Number::from(self.score(seat))).into(),
            expected_points: vec![Number::from(self.points()), Number::from(-self.points())],
            expected_throws: number(THROWS),
            expected_rounds: number(ROUNDS),
            expected_turns: number(TURNS),
        }
    }
}

/// Points are zero-sum: what seat 0 gains seat 1 loses. `start` has the components of the start.
fn flow_of_points(start: &[BigRational], lowest: i64) -> Flow {
    let points = &start[POINTS] + BigRational::from_integer(lowest.into());
    let (gain, zero) = (start[GAIN].clone(), BigRational::zero);
    [[zero(), &gain - points], [gain, zero()]]
}
