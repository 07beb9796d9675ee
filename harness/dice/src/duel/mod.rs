//! Exact results of dice games for two whose turns depend on each other, and of their decisions.
//!
//! The whole game is one Markov decision process: its positions come from the game's own rules. A policy
//! makes it an absorbing chain, which is solved in fractions ([`linear`](super::linear)). Every turn is
//! solved by itself first, which leaves a chain of the positions in which turns begin.
//!
//! Value iteration in decimals finds the optimal policy. The proof follows: in the exact values of its chain
//! no decision of either seat can be improved (Puterman, "Markov Decision Processes", 1994, section 7.2). The
//! interests of the two seats are opposite, so this is a pair of optimal strategies.

mod turn;

use std::collections::HashMap;
use std::rc::Rc;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use torneo_contract::Seat;
use torneo_exact::{Duel, Event, Graph, Node, Policy, Process, Step, To};

use super::length::Length;
use super::linear::{Equation, Solution};
use super::number::{Number, ratio};
use super::odds::{Limits, Odds, OddsError, PolicyOdds, PolicyTable, Solved};
use turn::{Exit, Places, Solver, Wanted};

/// Most positions of a game with decisions: about a minute.
const MAX_POSITIONS: usize = 2_000_000;
/// Most positions of a game without decisions: its chances grow longer with every turn that the money can last.
const MAX_POSITIONS_OF_CHAIN: usize = 250_000;

/// Bytes for each end of a turn at each of its places: 22 to 35 were measured in rising hazard, with 400 thousand to 344 million
/// of them.
const BYTES_OF_FRACTION: u64 = 30;

/// Whether the seat that decides stops, by position.
type Choices = Vec<bool>;

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
/// Gains above this, as a share of the largest value, are told by decimals made of exact values.
const CLEAR: f64 = 1e-9;

// The components of the equations.
const WIN: usize = 0; // of seat 0; that of seat 1 follows
const POINTS: usize = 2; // of seat 0, above the lowest that it can have
const GAIN: usize = 3; // points of seat 0 where they are positive
const THROWS: usize = 4;
const ROUNDS: usize = 5;
const TURNS: usize = 6;
const COMPONENTS: usize = 7;

/// The exact results of a game of dependent turns, under the optimal policy or under the given ones.
///
/// # Errors
/// The game is too large, or play need not end; policies where nobody decides anything.
pub fn odds_of_duel(
    game: &dyn Duel,
    canonical: String,
    limits: Limits,
    policies: Option<[Policy; 2]>,
) -> Result<Odds, OddsError> {
    let limit = if game.has_decisions() { MAX_POSITIONS } else { MAX_POSITIONS_OF_CHAIN };
    if let Some(estimate) = game.size().filter(|&size| size > limit as f64) {
        return Err(OddsError::Estimated { estimate, limit });
    }
    let process = game.walk(limit)?;
    let whole = Whole::new(&process);
    let (needed, most) = (whole.mebibytes(), limits.memory);
    if needed > most {
        return Err(OddsError::TooMuchMemory { needed, most });
    }
    if let Some(policies) = policies {
        return fixed(game, &whole, canonical, policies);
    }
    let (policy, main) = whole.optimum(Objective::Score)?;
    let mut odds = whole.odds(canonical, &policy, &main)?;
    if whole.has_decisions() {
        odds.policies.push(main.odds("optimal for the score"));
        if !process.lumped {
            odds.policies.push(whole.optimum(Objective::Points)?.1.odds("optimal for the points"));
        }
        for &(name, policy) in game.policies() {
            odds.policies.push(whole.evaluate(&whole.choices([policy; 2]), false)?.odds(name));
        }
        odds.policy = Some(whole.table(&policy, &main, "expected score"));
    }
    if game.has_battle() {
        odds.even_out();
    }
    Ok(odds)
}

/// The results where the seats follow fixed policies.
fn fixed(
    game: &dyn Duel,
    whole: &Whole,
    canonical: String,
    policies: [Policy; 2],
) -> Result<Odds, OddsError> {
    if !whole.has_decisions() {
        return Err(OddsError::NoDecisions);
    }
    if game.has_battle() && policies[0] != policies[1] {
        return Err(OddsError::BattleOfPolicies);
    }
    let choices = whole.choices(policies);
    let values = whole.evaluate(&choices, false)?;
    let mut odds = whole.odds(canonical, &choices, &values)?;
    odds.policy = Some(whole.table(&choices, &values, "none: the policies are fixed"));
    if game.has_battle() {
        odds.even_out();
    }
    Ok(odds)
}

/// A game to be solved.
struct Whole<'a> {
    process: &'a Process,
    /// The positions in which turns begin and in which the game is over, from the start on.
    starts: Vec<usize>,
    /// The number of each of these positions.
    numbers: HashMap<usize, usize>,
    /// The turns that begin there.
    turns: Vec<Places>,
}

impl Whole<'_> {
    fn new(process: &Process) -> Whole<'_> {
        let (mut starts, mut numbers) = (vec![0], HashMap::from([(0, 0)]));
        let mut turns: Vec<Places> = Vec::new();
        while turns.len() < starts.len() {
            let places = Places::walk(&process.events, starts[turns.len()]);
            for exit in &places.exits {
                numbers.entry(exit.to).or_insert_with(|| {
                    starts.push(exit.to);
                    starts.len() - 1
                });
            }
            turns.push(places);
        }
        Whole { process, starts, numbers, turns }
    }

    /// About how many MiB the fractions take: for each place of each turn the chance of every end of that turn.
    fn mebibytes(&self) -> u64 {
        let fractions = self.turns.iter().map(|places| places.positions.len() * places.exits.len());
        (BYTES_OF_FRACTION * fractions.sum::<usize>() as u64) >> 20
    }

    fn has_decisions(&self) -> bool {
        self.process.events.iter().any(|event| matches!(event, Event::Decision { .. }))
    }

    /// What each seat does if it follows a fixed policy.
    fn choices(&self, policies: [Policy; 2]) -> Choices {
        let stops = |event: &Event| match event {
            Event::Decision { seat, gain, .. } => policies[seat.index()].stops(*gain),
            _ => false,
        };
        self.process.events.iter().map(stops).collect()
    }

    /// A pair of optimal strategies with its exact values.
    fn optimum(&self, objective: Objective) -> Result<(Choices, Evaluation), OddsError> {
        if !self.has_decisions() {
            let nobody = vec![false; self.process.events.len()];
            let evaluation = self.evaluate(&nobody, false)?;
            return Ok((nobody, evaluation));
        }
        let mut policy = self.decimal_optimum(objective);
        loop {
            let evaluation = self.evaluate(&policy, true)?;
            let better = self.improvements(&policy, &evaluation, objective);
            if better.is_empty() {
                return Ok((policy, evaluation));
            }
            better.into_iter().for_each(|position| policy[position] = !policy[position]);
        }
    }

    /// A policy that is optimal as far as decimals tell; it stops where going on gains nothing. Positions are visited
    /// in the opposite of the order in which they were found, so that most values are known before they are needed.
    fn decimal_optimum(&self, objective: Objective) -> Choices {
        let mut values = vec![0.0f64; self.process.events.len()];
        let mut policy = vec![false; values.len()];
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
    fn improvements(&self, policy: &Choices, evaluation: &Evaluation, objective: Objective) -> Vec<usize> {
        let values: HashMap<usize, BigRational> =
            self.starts.iter().map(|&start| (start, evaluation.of(start, objective))).collect();
        let decimals: HashMap<usize, f64> =
            values.iter().map(|(start, value)| (*start, value.to_f64().unwrap_or(0.0))).collect();
        let clear = CLEAR * decimals.values().fold(0.0, |most: f64, value| most.max(value.abs()));
        let mut better = Vec::new();
        for (places, solved) in self.turns.iter().zip(&evaluation.turns) {
            for &position in &places.positions {
                let Event::Decision { seat, go_on, stop, .. } = &self.process.events[position] else {
                    continue;
                };
                let go_on = Side { step: *go_on, places, solved };
                let stop = Side { step: *stop, places, solved };
                let mut gain = go_on.decimal(&decimals) - stop.decimal(&decimals);
                if gain.abs() <= clear {
                    let exact = go_on.exact(&values) - stop.exact(&values);
                    gain = exact.signum().to_f64().unwrap_or(0.0);
                }
                let own = if *seat == Seat::FIRST { gain } else { -gain };
                let chosen = if policy[position] { -own } else { own };
                if chosen < 0.0 {
                    better.push(position);
                }
            }
        }
        better
    }

    /// The exact values of a policy of both seats; with `decisions` also those that decisions lead to.
    fn evaluate(&self, policy: &Choices, decisions: bool) -> Result<Evaluation, OddsError> {
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
        let mut values = HashMap::new();
        for (number, &start) in self.starts.iter().enumerate().take(wanted) {
            solution.reach(number)?;
            values.insert(start, solution.value(number));
        }
        let mut evaluation = Evaluation { values, turns, lowest, flow: None };
        let mut flow = evaluation.flow_of_points();
        if self.process.lumped {
            let pots = self.flow_of_pots(&evaluation.turns)?;
            for (flow, pots) in flow.iter_mut().flatten().zip(pots.into_iter().flatten()) {
                *flow += pots;
            }
        }
        evaluation.flow = Some(flow);
        Ok(evaluation)
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

    /// What each seat (first index) is expected to pay into pots that each seat (second index) wins, where positions
    /// leave out the money.
    fn flow_of_pots(&self, turns: &[Rc<turn::Solved>]) -> Result<Flow, OddsError> {
        let takes = self.takes(turns)?;
        let payments = |(places, turn): (&Places, &Rc<turn::Solved>)| self.payments(places, turn, &takes);
        let equations: Vec<Equation<BigUint>> = self.turns.iter().zip(turns).map(payments).collect();
        let mut flow = Solution::new(&equations, 4, 0)?.value(0).into_iter();
        Ok([0, 1].map(|payer| {
            [0, 1].map(|winner| {
                let paid = whole(self.process.paid_before[payer]) * &takes[0][winner];
                paid + flow.next().unwrap_or_else(BigRational::zero)
            })
        }))
    }

    /// The equation of what is paid from the beginning of a turn on: by payer and winner.
    fn payments(
        &self,
        places: &Places,
        turn: &turn::Solved,
        takes: &[Vec<BigRational>],
    ) -> Equation<BigUint> {
        let mut equation = Equation { total: BigUint::one(), ..Equation::default() };
        let Some(paid) = turn.paid.as_ref().filter(|_| !places.exits.is_empty()) else { return equation };
        let (_, _, exits, total) = turn.start();
        let mut sums = vec![BigRational::zero(); 4];
        for (number, (exit, weight)) in places.exits.iter().zip(exits).enumerate() {
            add(&mut equation.next, self.numbers[&exit.to], weight);
            let next = &takes[self.numbers[&exit.to]];
            let probability = BigRational::new(weight.clone().into(), total.clone().into());
            for payer in 0..2 {
                let for_next = &probability * whole(exit.paid[payer]);
                for winner in 0..2 {
                    let wins = wins_pot(exit, winner, next);
                    sums[2 * payer + winner] += &paid[payer][number] * wins + &for_next * &next[winner];
                }
            }
        }
        let common = sums.iter().fold(BigInt::one(), |common, sum| common.lcm(sum.denom()));
        let scale = common.magnitude();
        equation.next.iter_mut().for_each(|(_, weight)| *weight *= scale);
        equation.total = total * scale;
        let constant = |sum: &BigRational| (sum.numer() * (&common / sum.denom())).magnitude() * total;
        equation.constants =
            sums.iter().map(constant).enumerate().filter(|(_, sum)| !sum.is_zero()).collect();
        equation
    }

    /// For each beginning of a turn the probabilities that each seat wins the pot that is on the table.
    fn takes(&self, turns: &[Rc<turn::Solved>]) -> Result<Vec<Vec<BigRational>>, OddsError> {
        let equation = |(places, turn): (&Places, &Rc<turn::Solved>)| {
            let mut equation = Equation { total: BigUint::one(), ..Equation::default() };
            if !places.exits.is_empty() {
                let (_, _, exits, total) = turn.start();
                equation.total = total.clone();
                for (exit, weight) in places.exits.iter().zip(exits) {
                    match exit.wins_pot {
                        Some(seat) => add(&mut equation.constants, seat.index(), weight),
                        None => add(&mut equation.next, self.numbers[&exit.to], weight),
                    }
                }
            }
            equation
        };
        let equations: Vec<Equation<BigUint>> = self.turns.iter().zip(turns).map(equation).collect();
        let mut solution = Solution::new(&equations, 2, 0)?;
        let mut takes = Vec::new();
        for number in 0..equations.len() {
            solution.reach(number)?;
            takes.push(solution.value(number));
        }
        Ok(takes)
    }

    /// The optimal policy as a table.
    fn table(&self, policy: &Choices, evaluation: &Evaluation, objective: &'static str) -> PolicyTable {
        let states = self.process.events.iter().zip(policy).filter_map(|(event, &stops)| match event {
            Event::Decision { state, .. } => Some((state.clone(), if stops { "stop" } else { "throw" })),
            _ => None,
        });
        PolicyTable { objective, value: Number::from(evaluation.score(0)), states: states.collect() }
    }

    fn odds(&self, game: String, policy: &Choices, evaluation: &Evaluation) -> Result<Odds, OddsError> {
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
    fn first_turn(&self, policy: &Choices) -> Graph {
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
    fn follow(&self, mut step: Step, policy: &Choices) -> (usize, bool) {
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

/// The probability that a seat wins the pot of a turn that ends so; `next` tells that of the pot that stays.
fn wins_pot(exit: &Exit, winner: usize, next: &[BigRational]) -> BigRational {
    match exit.wins_pot {
        Some(seat) => whole(u64::from(seat.index() == winner)),
        None => next[winner].clone(),
    }
}

/// Adds to a weight, or a weight.
fn add(list: &mut Vec<(usize, BigUint)>, to: usize, weight: &BigUint) {
    match list.iter_mut().find(|(known, _)| *known == to) {
        _ if weight.is_zero() => {}
        Some((_, sum)) => *sum += weight,
        None => list.push((to, weight.clone())),
    }
}

/// One side of a decision.
struct Side<'a> {
    step: Step,
    places: &'a Places,
    solved: &'a turn::Solved,
}

impl Side<'_> {
    /// The weights of the ends of the turn from there, and their sum; none where the turn is over.
    fn exits(&self) -> Option<(&[BigUint], &BigUint)> {
        let place = self.places.at.get(&self.step.to).filter(|_| !self.step.ends_turn)?;
        self.solved.exits_from(*place)
    }

    fn decimal(&self, values: &HashMap<usize, f64>) -> f64 {
        let Some((weights, total)) = self.exits() else { return values[&self.step.to] };
        let exits = self.places.exits.iter().zip(weights);
        exits.map(|(exit, weight)| ratio(weight, total) * values[&exit.to]).sum()
    }

    fn exact(&self, values: &HashMap<usize, BigRational>) -> BigRational {
        let Some((weights, total)) = self.exits() else { return values[&self.step.to].clone() };
        let natural = |number: &BigUint| BigRational::from_integer(BigInt::from(number.clone()));
        let exits = self.places.exits.iter().zip(weights);
        let sum: BigRational = exits.map(|(exit, weight)| natural(weight) * &values[&exit.to]).sum();
        sum / natural(total)
    }
}

/// What each seat pays (first index) to each seat (second index).
type Flow = [[BigRational; 2]; 2];

/// The exact values of a policy.
struct Evaluation {
    /// The components of the start and, with decisions, of all positions in which turns begin.
    values: HashMap<usize, Vec<BigRational>>,
    /// The turns, solved.
    turns: Vec<Rc<turn::Solved>>,
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
