//! Exact results of dice games for two whose turns depend on each other, and of their decisions.
//!
//! The whole game is one Markov decision process: its positions come from the game's own rules. A policy
//! makes it an absorbing chain, which is solved in fractions ([`linear`](super::linear)). Every turn is
//! solved by itself first, which leaves a chain of the positions in which turns begin.
//!
//! Value iteration in decimals finds the optimal policy. The proof follows: in the exact values of its chain
//! no decision of either seat can be improved (Puterman, "Markov Decision Processes", 1994, section 7.2). The
//! interests of the two seats are opposite, so this is a pair of optimal strategies.

mod chances;
mod decisions;
mod evaluation;
mod optimum;
mod pots;
mod turn;

use std::collections::HashMap;

use num_rational::BigRational;
use torneo_exact::{Duel, Event, Graph, Node, Process, Step, To};

use super::length::Length;
use super::number::Number;
use super::odds::{Limits, Odds, OddsError, PolicyTable};
use super::policy::Decider;
use super::solved::Solved;
pub use chances::{Chance, Chances, chances_of_duel};
use decisions::Walked;
pub use decisions::{Decisions, decisions_of_duel};
use evaluation::Evaluation;
use optimum::Objective;
use turn::Places;

/// Most positions of a game with decisions: about a minute.
const MAX_POSITIONS: usize = 2_000_000;
/// Most positions of a game without decisions: its chances grow longer with every turn that the money can last.
const MAX_POSITIONS_OF_CHAIN: usize = 250_000;

/// Bytes for each end of a turn at each of its places: 22 to 35 were measured in rising hazard, with 400 thousand to 344 million
/// of them.
const BYTES_OF_FRACTION: u64 = 30;

/// Whether the seat that decides stops, by position.
type Choices = Vec<bool>;

/// The exact results of a game of dependent turns, under the optimal policy or under the given ones.
///
/// # Errors
/// The game is too large, or play need not end; policies where nobody decides anything.
pub fn odds_of_duel(
    game: &dyn Duel,
    canonical: String,
    limits: Limits,
    policies: Option<&[Decider; 2]>,
) -> Result<Odds, OddsError> {
    let walked = Walked::new(game, policies, false, limits)?;
    let whole = Whole::new(&walked.process);
    whole.check(limits)?;
    let (policy, main, objective) = whole.decided(policies, &walked.stops)?;
    let mut odds = whole.odds(canonical, &policy, &main)?;
    if policies.is_none() && whole.has_decisions() {
        odds.policies.push(main.odds("optimal for the score"));
        if !walked.process.lumped {
            odds.policies.push(whole.optimum(Objective::Points)?.1.odds("optimal for the points"));
        }
        for &(name, policy) in game.policies() {
            odds.policies.push(
                whole.evaluate(&whole.choices(&[policy.into(), policy.into()], &[]), false)?.odds(name),
            );
        }
    }
    if policies.is_some() || whole.has_decisions() {
        odds.policy = Some(whole.table(&policy, &main, objective));
    }
    if game.has_battle() {
        odds.even_out();
    }
    Ok(odds)
}

/// The expected score of each seat under the optimal policy.
///
/// # Errors
/// As [`odds_of_duel`].
pub fn scores_of_duel(game: &dyn Duel, limits: Limits) -> Result<Vec<Number>, OddsError> {
    let half = || Number::from(BigRational::new(1.into(), 2.into()));
    let walked = Walked::new(game, None, false, limits)?;
    let whole = Whole::new(&walked.process);
    whole.check(limits)?;
    let (_, values, _) = whole.decided(None, &walked.stops)?;
    // A battle gives both seats the first role alike.
    let score = |seat| if game.has_battle() { half() } else { Number::from(values.score(seat)) };
    Ok(vec![score(0), score(1)])
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

    /// Checks that the fractions may take as much memory as they need.
    fn check(&self, limits: Limits) -> Result<(), OddsError> {
        let (needed, most) = (self.mebibytes(), limits.memory);
        if needed > most { Err(OddsError::TooMuchMemory { needed, most }) } else { Ok(()) }
    }

    /// The policy that is optimal for the score, or the given ones, with what it leads to and what it is optimal for; `stops`
    /// are the positions in which given rules stop.
    fn decided(
        &self,
        policies: Option<&[Decider; 2]>,
        stops: &[usize],
    ) -> Result<(Choices, Evaluation, &'static str), OddsError> {
        let Some(policies) = policies else {
            let (choices, values) = self.optimum(Objective::Score)?;
            return Ok((choices, values, "expected score"));
        };
        let choices = self.choices(policies, stops);
        let values = self.evaluate(&choices, false)?;
        Ok((choices, values, "none: the policies are fixed"))
    }

    fn has_decisions(&self) -> bool {
        self.process.events.iter().any(|event| matches!(event, Event::Decision { .. }))
    }

    /// What each seat does if it follows a fixed policy; `stops` are the positions in which rules say so.
    fn choices(&self, policies: &[Decider; 2], stops: &[usize]) -> Choices {
        let named = |event: &Event| match event {
            Event::Decision { seat, gain, .. } => {
                matches!(&policies[seat.index()], Decider::Named(policy) if policy.stops(*gain))
            }
            _ => false,
        };
        let mut choices: Choices = self.process.events.iter().map(named).collect();
        stops.iter().for_each(|&position| choices[position] = true);
        choices
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
            expected_turn_throws: Number::from(turn.throws.clone()),
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

fn index_of<T: PartialEq>(items: &mut Vec<T>, item: T) -> usize {
    items.iter().position(|known| *known == item).unwrap_or_else(|| {
        items.push(item);
        items.len() - 1
    })
}
