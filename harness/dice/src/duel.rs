//! Exact results of dice games for two whose turns depend on each other, and of their decisions.
//!
//! The whole game is one Markov decision process: its positions come from the game's own rules. A policy makes it an
//! absorbing chain, which is solved in fractions ([`linear`](super::linear)). The optimal policy is found by value
//! iteration in decimals and then proven: in the exact values of its chain no decision of either seat can be improved
//! (Puterman, "Markov Decision Processes", 1994, section 7.2; for two seats whose interests are opposite that makes it
//! a pair of optimal strategies).

use std::collections::{HashMap, HashSet};

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use torneo_contract::Seat;
use torneo_exact::{Duel, Event, Graph, Node, Process, Step, To};

use super::length::Length;
use super::linear::{Equation, Solution};
use super::number::Number;
use super::odds::{Odds, OddsError, PolicyOdds, PolicyTable, Solved};

/// Most positions of a game with decisions: about a minute.
const MAX_POSITIONS: usize = 2_000_000;
/// Most positions of a game without decisions: its chances grow longer with every turn that the money can last.
const MAX_POSITIONS_OF_CHAIN: usize = 250_000;

/// Whether the seat that decides stops, by position.
type Policy = Vec<bool>;

/// What the seats try to get as much of as they can.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Objective {
    Score,
    Points,
}

/// Decimals that differ by less are taken as equal until the exact values tell.
const INDIFFERENT: f64 = 1e-12;
/// Value iteration stops when no value changes by more.
const CONVERGED: f64 = 1e-15;

// The components of the equations.
const WIN: usize = 0; // of seat 0; that of seat 1 follows
const POINTS: usize = 2; // of seat 0, above the lowest that it can have
const GAIN: usize = 3; // points of seat 0 where they are positive
const THROWS: usize = 4;
const ROUNDS: usize = 5;
const TURNS: usize = 6;
const COMPONENTS: usize = 7;

/// In the equations of one turn: the components before those of its ends, throws and rounds.
const EXITS: usize = 2;

/// The exact results of a game of dependent turns.
///
/// # Errors
/// The game is too large, or play need not end.
pub fn odds_of_duel(game: &dyn Duel, canonical: String) -> Result<Odds, OddsError> {
    let limit = if game.has_decisions() { MAX_POSITIONS } else { MAX_POSITIONS_OF_CHAIN };
    let process = game.walk(limit)?;
    let whole = Whole { process: &process };
    let (policy, main) = whole.optimum(Objective::Score)?;
    let mut odds = whole.odds(canonical, &policy, &main)?;
    if whole.has_decisions() {
        odds.policies.push(main.odds("optimal for the score"));
        if !process.lumped {
            odds.policies.push(whole.optimum(Objective::Points)?.1.odds("optimal for the points"));
        }
        odds.policies.push(whole.evaluate(&whole.cautious())?.odds("cautious"));
        odds.policies.push(whole.evaluate(&whole.bold())?.odds("bold"));
        odds.policy = Some(whole.table(&policy, &main));
    }
    if game.has_battle() {
        odds.even_out();
    }
    Ok(odds)
}

/// A game to be solved.
struct Whole<'a> {
    process: &'a Process,
}

impl Whole<'_> {
    fn decisions(&self) -> impl Iterator<Item = (usize, Seat, &Step, &Step)> {
        self.process.events.iter().enumerate().filter_map(|(position, event)| match event {
            Event::Decision { seat, go_on, stop, .. } => Some((position, *seat, go_on, stop)),
            _ => None,
        })
    }

    fn has_decisions(&self) -> bool {
        self.decisions().next().is_some()
    }

    /// Both seats stop wherever a cautious player does.
    fn cautious(&self) -> Policy {
        let stops = |event: &Event| matches!(event, Event::Decision { cautious_stop: true, .. });
        self.process.events.iter().map(stops).collect()
    }

    /// Both seats never stop.
    fn bold(&self) -> Policy {
        vec![false; self.process.events.len()]
    }

    /// A pair of optimal strategies with its exact values.
    fn optimum(&self, objective: Objective) -> Result<(Policy, Evaluation), OddsError> {
        if !self.has_decisions() {
            return Ok((self.bold(), self.evaluate(&self.bold())?));
        }
        let mut policy = self.decimal_optimum(objective);
        loop {
            let evaluation = self.evaluate(&policy)?;
            let better = self.improvements(&policy, &evaluation, objective);
            if better.is_empty() {
                return Ok((policy, evaluation));
            }
            better.into_iter().for_each(|position| policy[position] = !policy[position]);
        }
    }

    /// A policy that is optimal as far as decimals tell; it stops where going on gains nothing. Positions are visited
    /// in the opposite of the order in which they were found, so that most values are known before they are needed.
    fn decimal_optimum(&self, objective: Objective) -> Policy {
        let mut values = vec![0.0f64; self.process.events.len()];
        let mut policy = self.bold();
        loop {
            let mut change = 0.0f64;
            for (position, event) in self.process.events.iter().enumerate().rev() {
                let value = match event {
                    Event::Over { winner, points } => objective.value(*winner, *points),
                    Event::Chance { steps, total, .. } => {
                        steps.iter().map(|(step, w)| values[step.to] * *w as f64).sum::<f64>() / *total as f64
                    }
                    Event::Decision { seat, go_on, stop, .. } => {
                        let (go_on, stop) = (values[go_on.to], values[stop.to]);
                        let loss = if *seat == Seat::FIRST { go_on - stop } else { stop - go_on };
                        policy[position] = loss < INDIFFERENT;
                        if loss < 0.0 { stop } else { go_on }
                    }
                };
                change = change.max((value - values[position]).abs());
                values[position] = value;
            }
            if change <= CONVERGED * values.iter().fold(1.0, |most, value| value.abs().max(most)) {
                return policy;
            }
        }
    }

    /// The decisions that another choice would strictly improve for the seat that decides.
    fn improvements(&self, policy: &Policy, evaluation: &Evaluation, objective: Objective) -> Vec<usize> {
        let improves = |(position, seat, go_on, stop): &(usize, Seat, &Step, &Step)| {
            let (chosen, other) = if policy[*position] { (stop, go_on) } else { (go_on, stop) };
            let gain = evaluation.of(other.to, objective) - evaluation.of(chosen.to, objective);
            if *seat == Seat::FIRST { gain > BigRational::zero() } else { gain < BigRational::zero() }
        };
        self.decisions().filter(improves).map(|(position, ..)| position).collect()
    }

    /// The exact values of a policy of both seats.
    fn evaluate(&self, policy: &Policy) -> Result<Evaluation, OddsError> {
        let points = |event: &Event| match event {
            Event::Over { points, .. } => Some(*points),
            _ => None,
        };
        let lowest = self.process.events.iter().filter_map(points).min().unwrap_or(0);
        if !self.has_decisions() && !self.process.lumped {
            let start = self.turn_by_turn(lowest)?;
            let mut evaluation = Evaluation { values: HashMap::from([(0, start)]), lowest, flow: None };
            evaluation.flow = Some(evaluation.flow_of_points());
            return Ok(evaluation);
        }
        let equations: Vec<Equation> = self
            .process
            .events
            .iter()
            .zip(policy)
            .map(|(event, &stops)| equation(event, stops, lowest))
            .collect();
        let mut solution = Solution::new(&equations, COMPONENTS, 0)?;
        // Positions that the policy does not reach are needed too: a decision may lead there.
        let mut wanted: HashSet<usize> =
            self.decisions().flat_map(|(_, _, go_on, stop)| [go_on.to, stop.to]).chain([0]).collect();
        if self.process.lumped {
            wanted.extend(0..self.process.events.len());
        }
        let mut values = HashMap::new();
        for position in wanted {
            solution.reach(position)?;
            values.insert(position, solution.value(position));
        }
        let mut evaluation = Evaluation { values, lowest, flow: None };
        let flow = if self.process.lumped {
            self.flow(equations, &evaluation)?
        } else {
            evaluation.flow_of_points()
        };
        evaluation.flow = Some(flow);
        Ok(evaluation)
    }

    /// The components of the start in a game without decisions. Every turn is solved by itself first: that leaves a
    /// chain of the positions in which turns begin, which is much smaller.
    fn turn_by_turn(&self, lowest: i64) -> Result<Vec<BigRational>, OddsError> {
        let mut starts = vec![0];
        let mut equations: Vec<Equation<BigUint>> = Vec::new();
        while equations.len() < starts.len() {
            let start = starts[equations.len()];
            equations.push(match &self.process.events[start] {
                Event::Chance { .. } => self.turn_from(start, &mut starts)?,
                event => {
                    let equation = equation(event, false, lowest);
                    let constants = equation.constants.into_iter();
                    Equation {
                        constants: constants.map(|(component, amount)| (component, amount.into())).collect(),
                        total: BigUint::one(),
                        ..Equation::default()
                    }
                }
            });
        }
        Ok(Solution::new(&equations, COMPONENTS, 0)?.value(0))
    }

    /// The equation that leads from the beginning of a turn to the beginnings of the next.
    fn turn_from(&self, start: usize, starts: &mut Vec<usize>) -> Result<Equation<BigUint>, OddsError> {
        let (mut places, mut exits) = (vec![start], Vec::new());
        let mut equations: Vec<Equation> = Vec::new();
        while equations.len() < places.len() {
            let Event::Chance { steps, total, begins_round } = &self.process.events[places[equations.len()]]
            else {
                unreachable!("a turn without decisions is chance until it ends");
            };
            let mut equation = Equation { total: *total, constants: vec![(0, *total)], next: Vec::new() };
            equation.constants.push((1, total * u64::from(*begins_round)));
            for (step, weight) in steps {
                let (list, to) = if step.ends_turn {
                    (&mut equation.constants, index_of(&mut exits, step.to) + EXITS)
                } else {
                    (&mut equation.next, index_of(&mut places, step.to))
                };
                match list.iter_mut().find(|(known, _)| *known == to) {
                    Some((_, sum)) => *sum += weight,
                    None => list.push((to, *weight)),
                }
            }
            equations.push(equation);
        }
        let values = Solution::new(&equations, EXITS + exits.len(), 0)?.value(0);
        let common = values.iter().fold(BigInt::one(), |common, value| common.lcm(value.denom()));
        let natural = |value: &BigRational| (value.numer() * (&common / value.denom())).magnitude().clone();
        let numbers: Vec<BigUint> = values.iter().map(natural).collect();
        let total = common.magnitude().clone();
        Ok(Equation {
            next: exits
                .iter()
                .zip(&numbers[EXITS..])
                .map(|(&to, n)| (index_of(starts, to), n.clone()))
                .collect(),
            constants: vec![
                (THROWS, numbers[0].clone()),
                (ROUNDS, numbers[1].clone()),
                (TURNS, total.clone()),
            ],
            total,
        })
    }

    /// What each seat (first index) is expected to pay into pots that each seat (second index) wins, where positions
    /// leave out the money: for each position the expected number of visits times what is paid there, times the
    /// probability that the seat wins from where that leads.
    fn flow(&self, mut equations: Vec<Equation>, evaluation: &Evaluation) -> Result<Flow, OddsError> {
        let mut payments = Vec::new();
        for (position, event) in self.process.events.iter().enumerate() {
            equations[position].constants.clear();
            if let Event::Chance { steps, total, .. } = event
                && steps.iter().any(|(step, _)| step.paid != [0; 2])
            {
                equations[position].constants.push((payments.len(), *total));
                payments.push((steps, total));
            }
        }
        let visits = Solution::new(&equations, payments.len(), 0)?.value(0);
        Ok([0, 1].map(|payer| {
            [WIN, WIN + 1].map(|winner| {
                let mut sum = whole(self.process.paid_before[payer]) * &evaluation.values[&0][winner];
                for ((steps, total), visits) in payments.iter().zip(&visits) {
                    let paid = steps.iter().filter(|(step, _)| step.paid[payer] > 0);
                    let expected: BigRational = paid
                        .map(|(step, w)| whole(step.paid[payer] * w) * &evaluation.values[&step.to][winner])
                        .sum();
                    sum += expected * visits / whole(**total);
                }
                sum
            })
        }))
    }

    /// The optimal policy as a table.
    fn table(&self, policy: &Policy, evaluation: &Evaluation) -> PolicyTable {
        let states = self.process.events.iter().zip(policy).filter_map(|(event, &stops)| match event {
            Event::Decision { state, .. } => Some((state.clone(), if stops { "stop" } else { "throw" })),
            _ => None,
        });
        PolicyTable {
            objective: "expected score",
            value: Number::from(evaluation.score(0)),
            states: states.collect(),
        }
    }

    fn odds(&self, game: String, policy: &Policy, evaluation: &Evaluation) -> Result<Odds, OddsError> {
        let graph = self.first_turn(policy);
        let turn = Solved::turn(&graph)?;
        let odds = evaluation.odds("");
        Ok(Odds {
            game,
            seats: 2,
            turns: None,
            first_thrower_advantage: Number::from(evaluation.score(0) - BigRational::new(1.into(), 2.into())),
            expected_chance_turns: odds.expected_throws.clone(),
            expected_turns: odds.expected_turns,
            expected_turn_throws: turn.expected_throws(),
            seat_win: odds.seat_win,
            draw: odds.draw,
            expected_score: odds.expected_score,
            expected_points: odds.expected_points,
            expected_throws: odds.expected_throws,
            expected_rounds: odds.expected_rounds,
            stake_flow: evaluation.stake_flow(),
            turn_results: turn.results(2),
            length: Length::of(&graph),
            policy: None,
            policies: Vec::new(),
            notes: vec![
                "length limits and banks that count as unlimited at their defaults are taken as unlimited"
                    .to_owned(),
            ],
        })
    }

    /// Turn 0 under a policy.
    fn first_turn(&self, policy: &Policy) -> Graph {
        let mut graph = Graph { nodes: Vec::new(), results: Vec::new() };
        let mut places = vec![0];
        while graph.nodes.len() < places.len() {
            let Event::Chance { steps, total, begins_round } =
                &self.process.events[places[graph.nodes.len()]]
            else {
                break;
            };
            let mut node = Node { edges: Vec::new(), total: *total, throws: 1, begins_round: *begins_round };
            for (step, weight) in steps {
                let (to, ends_turn) = self.follow(*step, policy);
                let to = if ends_turn {
                    To::Result(index_of(
                        &mut graph.results,
                        self.process.accounts[to].minus(&self.process.accounts[0]),
                    ))
                } else {
                    To::Node(index_of(&mut places, to))
                };
                node.add(to, *weight);
            }
            graph.nodes.push(node);
        }
        graph.sorted()
    }

    /// Where a step leads once decisions are taken, and whether the turn is over then.
    fn follow(&self, mut step: Step, policy: &Policy) -> (usize, bool) {
        while !step.ends_turn {
            match &self.process.events[step.to] {
                Event::Decision { go_on, stop, .. } => step = if policy[step.to] { *stop } else { *go_on },
                _ => break,
            }
        }
        (step.to, step.ends_turn)
    }
}

fn whole(value: u64) -> BigRational {
    BigRational::from_integer(BigInt::from(value))
}

fn index_of<T: PartialEq>(items: &mut Vec<T>, item: T) -> usize {
    items.iter().position(|known| *known == item).unwrap_or_else(|| {
        items.push(item);
        items.len() - 1
    })
}

impl Objective {
    /// How good an outcome is for seat 0.
    fn value(self, winner: Option<Seat>, points: i64) -> f64 {
        match self {
            Objective::Points => points as f64,
            Objective::Score => winner.map_or(0.5, |seat| 1.0 - seat.index() as f64),
        }
    }
}

/// The equation of a position under a policy.
fn equation(event: &Event, stops: bool, lowest: i64) -> Equation {
    let mut equation = Equation { total: 1, ..Equation::default() };
    match event {
        Event::Over { winner, points } => {
            equation.constants.extend(winner.map(|seat| (WIN + seat.index(), 1)));
            equation.constants.push((POINTS, (points - lowest).unsigned_abs()));
            equation.constants.push((GAIN, points.max(&0).unsigned_abs()));
        }
        Event::Decision { go_on, stop, .. } => {
            let step = if stops { stop } else { go_on };
            equation.next.push((step.to, 1));
            equation.constants.push((TURNS, u64::from(step.ends_turn)));
        }
        Event::Chance { steps, total, begins_round } => {
            equation.total = *total;
            for (step, weight) in steps {
                match equation.next.iter_mut().find(|(to, _)| *to == step.to) {
                    Some((_, sum)) => *sum += weight,
                    None => equation.next.push((step.to, *weight)),
                }
                equation.constants.push((TURNS, weight * u64::from(step.ends_turn)));
            }
            equation.constants.push((THROWS, *total));
            equation.constants.push((ROUNDS, total * u64::from(*begins_round)));
        }
    }
    equation.constants.retain(|(_, amount)| *amount > 0);
    equation
}

/// What each seat pays (first index) to each seat (second index).
type Flow = [[BigRational; 2]; 2];

/// The exact values of a policy.
struct Evaluation {
    /// The components of the start and of all positions that decisions lead to.
    values: HashMap<usize, Vec<BigRational>>,
    /// The points from which the component [`POINTS`] counts.
    lowest: i64,
    flow: Option<Flow>,
}

impl Evaluation {
    /// What seat 0 tries to get as much of as it can and seat 1 as little, up to a constant.
    fn of(&self, position: usize, objective: Objective) -> BigRational {
        let values = &self.values[&position];
        match objective {
            Objective::Score => &values[WIN] - &values[WIN + 1],
            Objective::Points => values[POINTS].clone(),
        }
    }

    fn start(&self, component: usize) -> &BigRational {
        &self.values[&0][component]
    }

    fn draw(&self) -> BigRational {
        BigRational::one() - self.start(WIN) - self.start(WIN + 1)
    }

    fn score(&self, seat: usize) -> BigRational {
        self.start(WIN + seat) + self.draw() / whole(2)
    }

    /// Points are zero-sum: what seat 0 gains seat 1 loses.
    fn flow_of_points(&self) -> Flow {
        let points = self.start(POINTS) + BigRational::from_integer(self.lowest.into());
        let gain = self.start(GAIN).clone();
        let zero = BigRational::zero;
        [[zero(), &gain - points], [gain, zero()]]
    }

    /// What each seat pays to the other, less what it gets back itself.
    fn stake_flow(&self) -> Vec<Vec<Number>> {
        let zero = || Number::from(BigRational::zero());
        let flow = |from: usize, to: usize| match &self.flow {
            Some(flow) => Number::from(flow[from][to].clone()),
            None => zero(),
        };
        vec![vec![zero(), flow(0, 1)], vec![flow(1, 0), zero()]]
    }

    fn points(&self) -> BigRational {
        self.flow.as_ref().map_or_else(BigRational::zero, |flow| &flow[1][0] - &flow[0][1])
    }

    fn odds(&self, name: &'static str) -> PolicyOdds {
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
