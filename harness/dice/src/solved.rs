//! Turns with too many positions for fractions, in decimals.

use num_rational::BigRational;
use num_traits::Zero;

use torneo_exact::{Graph, To};

use super::odds::Solved;

/// What is still on its way through the turn when the rest is left out.
const NEGLIGIBLE: f64 = 1e-17;
/// The largest error of a result relative to its size: every number is a sum of products of non-negative numbers, each
/// rounded a few thousand times by at most 2^-53, and what is left out is smaller still.
pub(super) const ERROR: f64 = 1e-12;

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
