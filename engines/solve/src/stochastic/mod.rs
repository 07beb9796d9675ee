//! Values of games for two seats with chance or simultaneous turns: what each seat can be sure of on average,
//! and the mixtures that secure it.
//!
//! * A game in which no position comes back is solved by backward induction (`induction`).
//! * A game may have a length rule that the text of its positions counts. It is solved on the graph of its
//!   positions without the count (`graph`, `iteration`). It is solved for each number of turns that are left.
//!   For endless play there are bounds from below, where endless play is lost, and from above, where it is
//!   won.
//!
//! Every value is an interval. At a joint choice its lower end is what the mixture of the rows gets against
//! each answer. Its upper end is what the mixture of the columns concedes. So the interval holds even if the
//! linear programme is inexact, up to the rounding of these sums themselves (a few units in the 16th digit
//! for each turn).

mod graph;
mod induction;
mod iteration;
mod node;

use torneo_contract::{Seat, Turn, refuse_if};

use crate::control::on_large_stack;
use crate::equilibrium::MatrixSolver;
use crate::{Control, Expander, Identity, Position, Progress, Successors, Terms, Unsolved};
use graph::{Builder, REWOUND};
use induction::Induction;
use iteration::Values;

pub use crate::equilibrium::Interval;
pub use node::{Cards, Payoff};

/// Fewest turns that a length rule has to leave for positions without their count to be those of an endless game.
const FEWEST_TURNS: u32 = 4;

/// What is to be found.
#[derive(Clone, Copy, Debug)]
pub struct ValueOptions {
    /// What the first seat plays for.
    pub payoff: Payoff,
    /// What the seats know of each other's choice.
    pub cards: Cards,
    /// The turns are followed until the interval of endless play is this narrow.
    pub precision: f64,
    /// Most turns to look ahead, where a length rule allows more.
    pub turns: u32,
}

impl Default for ValueOptions {
    fn default() -> ValueOptions {
        ValueOptions { payoff: Payoff::Score, cards: Cards::Hidden, precision: 1e-6, turns: 1_000 }
    }
}

/// The mixtures of both seats at a joint choice, in the order of their legal actions.
#[derive(Clone, PartialEq, Debug)]
pub struct Mixtures {
    /// The decisions that lead there from the position that was solved.
    pub path: Vec<String>,
    /// The first seat's actions with their probabilities.
    pub first: Vec<(String, f64)>,
    /// The second seat's actions with their probabilities.
    pub second: Vec<(String, f64)>,
    /// What they secure for the first seat.
    pub value: Interval,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// Bounds of the value for the first seat.
    pub value: Interval,
    /// For each number of turns left, beginning with 1, bounds of the value if the game is drawn after them. Empty
    /// where no length rule counts.
    pub by_turns: Vec<Interval>,
    /// Bounds of the value for each number of turns looked ahead, beginning with 1, whatever comes after them: the
    /// last ones enclose the value under every length rule that allows as many turns, and of the game without one.
    pub enclosures: Vec<Interval>,
    /// The value after each decision, if a single seat decides first.
    pub after: Vec<(String, Interval)>,
    /// The mixtures at the first joint choice after the best decisions.
    pub mixtures: Option<Mixtures>,
    /// Positions, symmetric ones counted once.
    pub positions: u64,
    /// Joint choices among them.
    pub joint: u64,
}

/// Solves a position.
///
/// # Errors
/// A game of another kind, a full memory, a run ended from outside.
pub fn solve(
    expander: &dyn Expander,
    position: Position<'_>,
    options: ValueOptions,
    control: &Control<'_>,
) -> Result<Solution, Unsolved> {
    refuse_if!(expander.turn(position) == Turn::Over, "the game is over in this position");
    refuse_if!(expander.seats() != 2, "values are found for two seats");
    let left = expander.length_rule(position).map(|rule| rule.limit.saturating_sub(rule.counted));
    on_large_stack(|| match left {
        Some(left) if left >= FEWEST_TURNS => by_iteration(expander, position, options, control, left),
        _ => by_induction(expander, position, options, control),
    })
}

fn by_induction(
    expander: &dyn Expander,
    position: Position<'_>,
    options: ValueOptions,
    control: &Control<'_>,
) -> Result<Solution, Unsolved> {
    let mut induction = Induction::new(expander, position, options.payoff, options.cards, control);
    let value = induction.root_value()?;
    let [positions, joint] = induction.counts();
    let (after, mixtures) = first_choices(expander, position, &mut |position| induction.after(position))?;
    let (by_turns, enclosures) = (Vec::new(), Vec::new());
    Ok(Solution { value, by_turns, enclosures, after, mixtures, positions, joint })
}

fn by_iteration(
    expander: &dyn Expander,
    position: Position<'_>,
    options: ValueOptions,
    control: &Control<'_>,
    left: u32,
) -> Result<Solution, Unsolved> {
    let graph = Builder::build(expander, position, options.payoff, control)?;
    let number = |position: Position<'_>| {
        let key = expander.enter(position, REWOUND, &mut *expander.list()).key;
        graph.number(key).expect("the graph holds all that follows its root")
    };
    let root = number(position);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(control.threads).build();
    let pool = pool.map_err(|error| Unsolved::NoThread(error.to_string()))?;
    let most = left.min(options.turns);
    let run = |end: Interval, most: u32, what: &str| {
        let mut values = Values::new(&graph, options.cards, end);
        let mut found: Vec<Interval> = Vec::new();
        for turn in 1..=most {
            control.check()?;
            let stage = format!("turns looked ahead {what}");
            (control.progress)(&Progress { stage, done: u64::from(turn), total: Some(u64::from(most)) });
            pool.install(|| values.advance());
            found.push(values.of(root));
            let [low, high] = found[found.len() - 1];
            if end[0] < end[1] && high - low <= options.precision {
                break;
            }
        }
        Ok::<_, Unsolved>((values, found))
    };
    let (_, enclosures) = run([0.0, 1.0], most, "whatever comes after them")?;
    let turns = enclosures.len() as u32;
    let (values, by_turns) = run([options.payoff.of_draw(); 2], turns, "with a draw after them")?;
    let value = if turns < left { enclosures[enclosures.len() - 1] } else { by_turns[by_turns.len() - 1] };
    let (after, mixtures) =
        first_choices(expander, position, &mut |position| Ok(values.after(number(position))))?;
    let joint = graph.nodes.iter().filter(|node| matches!(node.kind, node::Kind::Both(_))).count();
    let [positions, joint] = [graph.nodes.len() - graph.constants.len(), joint].map(|n| n as u64);
    Ok(Solution { value, by_turns, enclosures, after, mixtures, positions, joint })
}

/// Gives the values of what follows a position.
type After<'a> = dyn FnMut(Position<'_>) -> Result<Vec<Interval>, Unsolved> + 'a;
/// The values after each first decision, and the mixtures at the first joint choice after the best decisions.
type FirstChoices = (Vec<(String, Interval)>, Option<Mixtures>);

/// Follows the best decisions to the first joint choice.
fn first_choices(
    expander: &dyn Expander,
    root: Position<'_>,
    after: &mut After<'_>,
) -> Result<FirstChoices, Unsolved> {
    let (mut list, mut next) = (expander.list(), Successors::new(expander));
    list.push(root);
    let (mut path, mut first) = (Vec::new(), Vec::new());
    loop {
        let position = list.at(0);
        match expander.turn(position) {
            Turn::Seat(seat) => {
                let (mut actions, values) = (expander.tokens(position, seat), after(position)?);
                let Some(best) = best_for(seat, &values) else { return Ok((first, None)) };
                if path.is_empty() {
                    first = actions.iter().cloned().zip(values).collect();
                }
                path.push(actions.swap_remove(best));
                expander.expand(position, Terms::of(Identity::None), &mut next);
                list.set(next.positions.at(best));
            }
            Turn::Simultaneous(_) => {
                let [rows, columns] = [Seat::FIRST, Seat::SECOND].map(|seat| expander.tokens(position, seat));
                let mut solver = MatrixSolver::default();
                let value = solver.bounds(&after(position)?, columns.len());
                let mixtures = Mixtures {
                    path,
                    first: rows.into_iter().zip(solver.rows).collect(),
                    second: columns.into_iter().zip(solver.columns).collect(),
                    value,
                };
                return Ok((first, Some(mixtures)));
            }
            Turn::Chance | Turn::Over => return Ok((first, None)),
        }
    }
}

/// The number of the first of the values that a seat likes best.
fn best_for(seat: Seat, values: &[Interval]) -> Option<usize> {
    let sign = if seat == Seat::FIRST { 1.0 } else { -1.0 };
    let liked = |number: &usize| sign * (values[*number][0] + values[*number][1]);
    (0..values.len()).rev().max_by(|a, b| liked(a).total_cmp(&liked(b)))
}

#[cfg(test)]
mod tests;
