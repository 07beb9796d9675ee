//! One turn solved: in fractions, or in decimals where it has too many positions for them.

use num_rational::BigRational;
use num_traits::Zero;

use torneo_exact::{Accounts, Graph, To};

use super::linear::{Endless, Equation, Solution};

/// What is still on its way through the turn when the rest is left out.
const NEGLIGIBLE: f64 = 1e-17;
/// The largest error of a result relative to its size: every number is a sum of products of non-negative numbers, each
/// rounded a few thousand times by at most 2^-53, and what is left out is smaller still.
pub(super) const ERROR: f64 = 1e-12;

/// What is known of one turn.
#[derive(Clone, Debug)]
pub(super) struct Solved {
    pub(super) results: Vec<(Accounts, BigRational)>,
    pub(super) throws: BigRational,
    pub(super) rounds: BigRational,
    pub(super) chance_turns: BigRational,
}

/// How often each position of a turn is expected to come.
///
/// Method: probability is pushed from position to position, all positions in the order in which they were found, until
/// next to nothing is on its way (Gauss-Seidel iteration of `visits = start + visits * transitions`). A round of a
/// dice game ends with a fixed probability at least, so the rest shrinks geometrically.
fn expected_visits(graph: &Graph) -> Vec<f64> {
    let mut visits = vec![0.0; graph.nodes.len()];
    let mut on_its_way = vec![0.0; graph.nodes.len()];
    on_its_way[0] = 1.0;
    let mut rest = 1.0;
    while rest > NEGLIGIBLE {
        for node in 0..graph.nodes.len() {
            let mass = std::mem::take(&mut on_its_way[node]);
            if mass == 0.0 {
                continue;
            }
            visits[node] += mass;
            let share = mass / graph.nodes[node].total as f64;
            for &(to, weight) in &graph.nodes[node].edges {
                if let To::Node(next) = to {
                    on_its_way[next] += share * weight as f64;
                }
            }
        }
        rest = on_its_way.iter().sum();
    }
    visits
}

impl Solved {
    /// Solves the equations of a turn.
    pub fn turn(graph: &Graph) -> Result<Solved, Endless> {
        let results = graph.results.len();
        let equations: Vec<Equation> = graph
            .nodes
            .iter()
            .map(|node| {
                let mut equation = Equation { total: node.total, ..Equation::default() };
                for &(to, weight) in &node.edges {
                    match to {
                        To::Node(node) => equation.next.push((node, weight)),
                        To::Result(result) => equation.constants.push((result, weight)),
                    }
                }
                equation.constants.push((results, u64::from(node.throws) * node.total));
                equation.constants.push((results + 1, u64::from(node.begins_round) * node.total));
                equation.constants.push((results + 2, node.total));
                equation
            })
            .collect();
        let mut values = Solution::new(&equations, results + 3, 0)?.value(0).into_iter();
        let results = graph.results.iter().copied().zip(&mut values).collect();
        let mut next = || values.next().expect("three more components");
        Ok(Solved { results, throws: next(), rounds: next(), chance_turns: next() })
    }

    /// The results of a turn to within a relative error of [`ERROR`].
    pub(super) fn turn_in_decimals(graph: &Graph) -> Solved {
        let mut results = vec![0.0; graph.results.len()];
        let (mut throws, mut rounds, mut chance_turns) = (0.0, 0.0, 0.0);
        for (node, visits) in graph.nodes.iter().zip(expected_visits(graph)) {
            throws += visits * f64::from(node.throws);
            rounds += visits * f64::from(u8::from(node.begins_round));
            chance_turns += visits;
            for &(to, weight) in &node.edges {
                if let To::Result(result) = to {
                    results[result] += visits * weight as f64 / node.total as f64;
                }
            }
        }
        let number = |value: f64| BigRational::from_float(value).unwrap_or_else(BigRational::zero);
        Solved {
            results: graph.results.iter().copied().zip(results.into_iter().map(number)).collect(),
            throws: number(throws),
            rounds: number(rounds),
            chance_turns: number(chance_turns),
        }
    }
}
