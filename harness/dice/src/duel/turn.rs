//! One turn of a game of dependent turns, solved by itself.

use std::collections::HashMap;
use std::rc::Rc;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Zero;
use torneo_contract::Seat;
use torneo_exact::{Event, Step};

use super::pots::add;
use super::{Choices, index_of};
use crate::linear::{Endless, Equation, Solution};

/// How a turn can end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    /// The position in which the next turn begins, or in which the game is over.
    pub to: usize,
    /// Who wins the pot with it.
    pub wins_pot: Option<Seat>,
    /// What each seat pays for the next turn.
    pub paid: [u64; 2],
}

/// Numbers over a common denominator.
#[derive(Clone, PartialEq, Debug)]
struct Shares {
    parts: Vec<BigUint>,
    whole: BigUint,
}

// The components of the equations of a turn; the exits follow.
const THROWS: usize = 0;
const ROUNDS: usize = 1;
const EXITS: usize = 2;

/// What comes out of a turn.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Throws, rounds, then the probability of each exit, for the places that are asked for.
    values: Vec<Option<Shares>>,
    /// For each seat what it is expected to pay if the turn ends by an exit, times the probability of that.
    pub paid: Option<[Vec<BigRational>; 2]>,
}

impl Solved {
    /// From the start: the expected throws and rounds and the probabilities of the exits, over the last number.
    pub fn start(&self) -> (&BigUint, &BigUint, &[BigUint], &BigUint) {
        let shares = self.values[0].as_ref().expect("the start is solved");
        (&shares.parts[THROWS], &shares.parts[ROUNDS], &shares.parts[EXITS..], &shares.whole)
    }

    /// The probabilities of the exits from a place to which a decision leads, over the second number.
    pub fn exits_from(&self, place: usize) -> Option<(&[BigUint], &BigUint)> {
        self.values[place].as_ref().map(|shares| (&shares.parts[EXITS..], &shares.whole))
    }
}

/// The places of a turn.
#[derive(Clone, Debug)]
pub struct Places {
    /// The positions, that of the start first.
    pub positions: Vec<usize>,
    /// The place of each position.
    pub at: HashMap<usize, usize>,
    /// The ends of the turn.
    pub exits: Vec<Exit>,
    /// Where the steps of each place lead, with weights.
    steps: Vec<Vec<(Next, Step, u64)>>,
}

/// Where a step leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// To a place of the turn.
    Place(usize),
    /// To an end of it.
    Exit(usize),
}

impl Places {
    /// Walks the turn that begins at a position, both ways of every decision.
    pub fn walk(events: &[Event], start: usize) -> Places {
        let mut places = Places {
            positions: vec![start],
            at: HashMap::from([(start, 0)]),
            exits: Vec::new(),
            steps: Vec::new(),
        };
        while places.steps.len() < places.positions.len() {
            let steps: Vec<(Step, u64)> = match &events[places.positions[places.steps.len()]] {
                Event::Chance { steps, .. } => steps.clone(),
                Event::Decision { go_on, stop, .. } => vec![(*go_on, 1), (*stop, 1)],
                Event::Over { .. } => Vec::new(),
            };
            let steps = steps.into_iter().map(|(step, weight)| (places.next(step), step, weight)).collect();
            places.steps.push(steps);
        }
        places
    }

    fn next(&mut self, step: Step) -> Next {
        if step.ends_turn {
            let exit = Exit { to: step.to, wins_pot: step.wins_pot, paid: step.paid };
            return Next::Exit(index_of(&mut self.exits, exit));
        }
        Next::Place(*self.at.entry(step.to).or_insert_with(|| {
            self.positions.push(step.to);
            self.positions.len() - 1
        }))
    }

    /// The equations of the places under a policy.
    fn equations(&self, events: &[Event], policy: &Choices) -> Vec<Equation> {
        let equation = |(steps, &position): (&Vec<(Next, Step, u64)>, &usize)| {
            let mut equation = Equation { total: 1, ..Equation::default() };
            let mut chosen = &steps[..];
            match &events[position] {
                Event::Chance { total, begins_round, .. } => {
                    equation.total = *total;
                    equation.constants.push((THROWS, *total));
                    equation.constants.push((ROUNDS, total * u64::from(*begins_round)));
                }
                Event::Decision { .. } => {
                    let side = usize::from(policy[position]);
                    chosen = &steps[side..=side];
                }
                Event::Over { .. } => {}
            }
            for (next, _, weight) in chosen {
                let (list, to) = match next {
                    Next::Place(place) => (&mut equation.next, *place),
                    Next::Exit(exit) => (&mut equation.constants, EXITS + exit),
                };
                add(list, to, weight);
            }
            equation
        };
        self.steps.iter().zip(&self.positions).map(equation).collect()
    }

    /// The places to which decisions lead.
    fn after_decisions(&self, events: &[Event]) -> Vec<bool> {
        let mut after = vec![false; self.positions.len()];
        for (steps, &position) in self.steps.iter().zip(&self.positions) {
            for (next, ..) in steps.iter().filter(|_| matches!(events[position], Event::Decision { .. })) {
                if let Next::Place(place) = next {
                    after[*place] = true;
                }
            }
        }
        after
    }
}

/// What is asked of turns besides how they end from their start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// How they end from where decisions lead.
    pub decisions: bool,
    /// What is paid.
    pub money: bool,
}

/// What tells solved turns apart: the equations, what is paid at each step, and where decisions lead.
type Key = (Vec<Equation>, Vec<[u64; 2]>, Vec<bool>);

/// Solved turns. Turns that differ by their positions alone have the same equations and are solved once.
#[derive(Default)]
pub struct Solver {
    known: HashMap<Key, Rc<Solved>>,
}

impl Solver {
    /// Solves a turn under a policy.
    ///
    /// # Errors
    /// The turn need not end.
    pub fn solve(
        &mut self,
        places: &Places,
        events: &[Event],
        policy: &Choices,
        wanted: Wanted,
    ) -> Result<Rc<Solved>, Endless> {
        let paid = places.steps.iter().flatten().map(|(_, step, _)| step.paid).collect();
        let decided = if wanted.decisions {
            places.after_decisions(events)
        } else {
            vec![false; places.positions.len()]
        };
        let key = (places.equations(events, policy), paid, decided);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let solved = Rc::new(solve(places, &key.0, &key.2, wanted.money)?);
        self.known.insert(key, solved.clone());
        Ok(solved)
    }
}

fn solve(
    places: &Places,
    equations: &[Equation],
    after_decisions: &[bool],
    money: bool,
) -> Result<Solved, Endless> {
    let mut solution = Solution::new(equations, EXITS + places.exits.len(), 0)?;
    let mut values = vec![None; places.positions.len()];
    for (place, &after_decision) in after_decisions.iter().enumerate() {
        if place == 0 || money || after_decision {
            solution.reach(place)?;
            let (parts, whole) = solution.shares(place);
            values[place] = Some(Shares { parts, whole });
        }
    }
    let mut solved = Solved { values, paid: None };
    if money {
        solved.paid = Some(payments(places, equations, &solved)?);
    }
    Ok(solved)
}

/// What each seat pays, by the exit that the turn takes in the end: expected visits of each place times what is paid
/// there times the probability of the exit from where that leads.
fn payments(
    places: &Places,
    equations: &[Equation],
    solved: &Solved,
) -> Result<[Vec<BigRational>; 2], Endless> {
    let pays = |steps: &[(Next, Step, u64)]| steps.iter().any(|(_, step, _)| step.paid != [0; 2]);
    let paying: Vec<usize> = (0..places.steps.len()).filter(|&place| pays(&places.steps[place])).collect();
    let mut visiting = equations.to_vec();
    for (place, equation) in visiting.iter_mut().enumerate() {
        equation.constants.clear();
        if let Some(number) = paying.iter().position(|&paying| paying == place) {
            equation.constants.push((number, equation.total));
        }
    }
    let visits = Solution::new(&visiting, paying.len(), 0)?.value(0);
    let mut paid = [0, 1].map(|_| vec![BigRational::zero(); places.exits.len()]);
    for (&place, visits) in paying.iter().zip(&visits) {
        for (next, step, weight) in &places.steps[place] {
            let Next::Place(next) = *next else { continue };
            let Some((exits, whole)) = solved.exits_from(next) else { continue };
            let share = visits * BigRational::new((*weight).into(), equations[place].total.into());
            for (seat, paid) in paid.iter_mut().enumerate().filter(|(seat, _)| step.paid[*seat] > 0) {
                let amount = &share * BigRational::from_integer(step.paid[seat].into());
                for (paid, exit) in paid.iter_mut().zip(exits).filter(|(_, exit)| !exit.is_zero()) {
                    *paid += &amount * BigRational::new(exit.clone().into(), whole.clone().into());
                }
            }
        }
    }
    Ok(paid)
}
