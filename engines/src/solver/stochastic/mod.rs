//! Values of games for two seats with chance or simultaneous turns: what each seat can be sure of on average, and the
//! mixtures that secure it.
//!
//! * A game in which no position comes back is solved by backward induction (`induction`).
//! * A game with a length rule that the text of its positions counts is solved for each number of turns that are left,
//!   on the graph of its positions without the count, and for endless play by bounds from below (endless play is lost)
//!   and above (it is won) (`graph`, `iteration`).
//!
//! Every value is an interval. At a joint choice its lower end is what the mixture found for the rows gets against each
//! answer, its upper end what the mixture of the columns concedes; so the interval holds whatever the linear programme
//! makes of it, up to the rounding of these sums themselves (a few units in the 16th digit for each turn).

mod graph;
mod induction;
mod iteration;
mod matrix;
mod node;

use torneo_contract::{Playable, Seat, Turn};

use super::control::on_large_stack;
use super::{Control, Progress, Unsolved};
use graph::{Builder, Graph};
use induction::Induction;
use iteration::Values;
use matrix::MatrixSolver;

pub use matrix::Interval;
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
    /// The width of the interval of endless play at which the turns need not be followed further.
    pub precision: f64,
    /// Turns to look ahead at most where a length rule allows more.
    pub turns: u32,
}

impl Default for ValueOptions {
    fn default() -> ValueOptions {
        ValueOptions { payoff: Payoff::Score, cards: Cards::Hidden, precision: 1e-6, turns: 1_000 }
    }
}

/// The mixtures of both seats at a joint choice, in the order of their legal actions.
#[derive(Clone, PartialEq, Debug)]
pub struct Mixtures<A> {
    /// The decisions that lead there from the position that was solved.
    pub path: Vec<A>,
    /// The first seat's actions with their probabilities.
    pub first: Vec<(A, f64)>,
    /// The second seat's actions with their probabilities.
    pub second: Vec<(A, f64)>,
    /// What they secure for the first seat.
    pub value: Interval,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<A> {
    /// Bounds of the value for the first seat.
    pub value: Interval,
    /// For each number of turns left, beginning with 1, bounds of the value if the game is drawn after them. Empty
    /// where no length rule counts.
    pub by_turns: Vec<Interval>,
    /// Bounds of the value for each number of turns looked ahead, beginning with 1, whatever comes after them: the
    /// last ones enclose the value under every length rule that allows as many turns, and of the game without one.
    pub enclosures: Vec<Interval>,
    /// The value after each decision, if a single seat decides first.
    pub after: Vec<(A, Interval)>,
    /// The mixtures at the first joint choice after the best decisions.
    pub mixtures: Option<Mixtures<A>>,
    /// Positions, symmetric ones counted once.
    pub positions: u64,
    /// Joint choices among them.
    pub joint: u64,
}

/// Solves a position.
///
/// # Errors
/// A game of another kind, a full memory, a run ended from outside.
pub fn solve<G: Playable>(
    game: &G,
    position: &G::Position,
    options: ValueOptions,
    control: &Control<'_>,
) -> Result<Solution<G::Action>, Unsolved> {
    if game.seats() != 2 {
        return Err(Unsolved::Unfit("values are found for two seats".into()));
    }
    let left = game.length_rule(position).map(|rule| rule.limit.saturating_sub(rule.counted));
    on_large_stack(|| match left {
        Some(left) if left >= FEWEST_TURNS => by_iteration(game, position, options, control, left),
        _ => by_induction(game, position, options, control),
    })
}

fn by_induction<G: Playable>(
    game: &G,
    position: &G::Position,
    options: ValueOptions,
    control: &Control<'_>,
) -> Result<Solution<G::Action>, Unsolved> {
    let mut induction = Induction::new(game, position, options.payoff, options.cards, control);
    let value = induction.value(position)?;
    let [positions, joint] = induction.counts();
    let (after, mixtures) = first_choices(game, position, &mut |position| {
        let next = node::successors(game, position)?;
        next.positions.iter().map(|next| induction.value(next)).collect()
    })?;
    let (by_turns, enclosures) = (Vec::new(), Vec::new());
    Ok(Solution { value, by_turns, enclosures, after, mixtures, positions, joint })
}

fn by_iteration<G: Playable>(
    game: &G,
    position: &G::Position,
    options: ValueOptions,
    control: &Control<'_>,
    left: u32,
) -> Result<Solution<G::Action>, Unsolved> {
    let graph = Builder::build(game, position, options.payoff, control)?;
    let number = |position: &G::Position| {
        let mut position = position.clone();
        game.rewind(&mut position);
        graph.number(game.symmetric_hash(&position)).expect("the graph holds all that follows its root")
    };
    let root = number(position);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(control.threads).build();
    let pool = pool.map_err(|error| Unsolved::Unfit(error.to_string()))?;
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
        Ok((values, found))
    };
    let (_, enclosures) = run([0.0, 1.0], most, "whatever comes after them")?;
    let turns = enclosures.len() as u32;
    let (values, by_turns) = run([options.payoff.of_draw(); 2], turns, "with a draw after them")?;
    let value = if turns < left { enclosures[enclosures.len() - 1] } else { by_turns[by_turns.len() - 1] };
    let (after, mixtures) =
        first_choices(game, position, &mut |position| Ok(values.after(number(position))))?;
    let [positions, joint] =
        [graph.nodes.len() - graph.constants.len(), joint_turns(&graph)].map(|n| n as u64);
    Ok(Solution { value, by_turns, enclosures, after, mixtures, positions, joint })
}

fn joint_turns(graph: &Graph) -> usize {
    graph.nodes.iter().filter(|node| matches!(node.kind, node::Kind::Both(_))).count()
}

/// Gives the values of what follows a position.
type After<'a, P> = dyn FnMut(&P) -> Result<Vec<Interval>, Unsolved> + 'a;
/// The values after each first decision, and the mixtures at the first joint choice after the best decisions.
type FirstChoices<A> = (Vec<(A, Interval)>, Option<Mixtures<A>>);

/// Follows the best decisions to the first joint choice.
fn first_choices<G: Playable>(
    game: &G,
    root: &G::Position,
    after: &mut After<'_, G::Position>,
) -> Result<FirstChoices<G::Action>, Unsolved> {
    let (mut position, mut path, mut first) = (root.clone(), Vec::new(), Vec::new());
    loop {
        let actions = |seat| {
            let mut actions = Vec::new();
            game.actions(&position, seat, &mut actions);
            actions
        };
        match game.turn(&position) {
            Turn::Seat(seat) => {
                let valued: Vec<_> = actions(seat).into_iter().zip(after(&position)?).collect();
                let sign = if seat == Seat::FIRST { 1.0 } else { -1.0 };
                let better = |a: &(G::Action, Interval), b: &(G::Action, Interval)| {
                    (sign * (a.1[0] + a.1[1])).total_cmp(&(sign * (b.1[0] + b.1[1])))
                };
                let Some(best) = valued.iter().rev().copied().max_by(better) else {
                    return Ok((first, None));
                };
                if path.is_empty() {
                    first = valued;
                }
                path.push(best.0);
                game.apply(&mut position, best.0);
            }
            Turn::Simultaneous(_) => {
                let [rows, columns] = [Seat::FIRST, Seat::SECOND].map(actions);
                let mut solver = MatrixSolver::default();
                let value = solver.bounds(&after(&position)?, columns.len());
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

#[cfg(test)]
mod tests;
