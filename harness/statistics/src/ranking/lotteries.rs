//! Maximal lotteries.
//!
//! Kreweras, "Aggregation of preference orderings", 1965; Fishburn, "Probabilistic social choice based on simple voting
//! comparisons", 1984. As a ranking of agents with tasks for voters: Lanctot et al., "Evaluating agents using social choice
//! theory", 2023.

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};

use super::Votes;

/// What rounding may leave of a probability that is 0.
const NOTHING: f64 = 1e-7;

/// Probabilities of the players such that no other lottery is preferred by a majority in expectation: `p` with
/// `sum over a of p[a] margin(a, b) >= 0` for each `b`. A Condorcet winner has probability 1.
///
/// Where several lotteries are maximal the mean is taken of those that give each player the most.
pub fn maximal_lottery(votes: &Votes) -> Vec<f64> {
    let players: Vec<usize> = (0..votes.players()).collect();
    lottery(votes, &players)
}

/// The levels of iterated maximal lotteries: the players of the maximal lottery with their probabilities, the likeliest
/// first, then the same of the players that are left.
pub fn iterated_lotteries(votes: &Votes) -> Vec<Vec<(usize, f64)>> {
    let (mut left, mut levels): (Vec<usize>, Vec<Vec<(usize, f64)>>) =
        ((0..votes.players()).collect(), Vec::new());
    while !left.is_empty() {
        let drawn = left.iter().copied().zip(lottery(votes, &left));
        let mut level: Vec<(usize, f64)> = drawn.filter(|(_, p)| *p > NOTHING).collect();
        level.sort_by(|a, b| b.1.total_cmp(&a.1));
        left.retain(|player| level.iter().all(|(winner, _)| winner != player));
        levels.push(level);
    }
    levels
}

fn lottery(votes: &Votes, players: &[usize]) -> Vec<f64> {
    let mut sum = vec![0.0; players.len()];
    for favoured in 0..players.len() {
        let best = kindest(votes, players, favoured);
        if best[favoured] > NOTHING {
            sum.iter_mut().zip(best).for_each(|(sum, p)| *sum += p.max(0.0));
        }
    }
    let total: f64 = sum.iter().sum();
    sum.iter().map(|p| if p / total > NOTHING { p / total } else { 0.0 }).collect()
}

/// The maximal lottery that gives one player the most.
fn kindest(votes: &Votes, players: &[usize], favoured: usize) -> Vec<f64> {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let p: Vec<_> = (0..players.len())
        .map(|player| problem.add_var(f64::from(u8::from(player == favoured)), (0.0, 1.0)))
        .collect();
    problem.add_constraint(p.iter().map(|&p| (p, 1.0)).collect::<Vec<_>>(), ComparisonOp::Eq, 1.0);
    for &b in players {
        let margins: Vec<_> = p.iter().zip(players).map(|(&p, &a)| (p, votes.margin(a, b))).collect();
        problem.add_constraint(margins, ComparisonOp::Ge, 0.0);
    }
    match problem.solve() {
        Ok(SolveOutcome::Solution(solution)) => p.iter().map(|&p| solution.var_value(p)).collect(),
        // A maximal lottery always exists; were the solver to fail, all would be alike.
        _ => vec![1.0 / players.len() as f64; players.len()],
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{PENTATHLON, votes};
    use super::*;

    #[track_caller]
    fn close(found: &[f64], expected: &[f64]) {
        assert!(found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-6), "{found:?} {expected:?}");
    }

    #[test]
    fn a_condorcet_winner_has_probability_1() {
        close(&maximal_lottery(&votes(&PENTATHLON)), &[0.0, 0.0, 1.0]);
        close(&maximal_lottery(&votes(&[&[0, 1, 2], &[0, 2, 1], &[1, 0, 2]])), &[1.0, 0.0, 0.0]);
    }

    #[test]
    fn a_cycle_is_drawn_evenly() {
        close(&maximal_lottery(&votes(&[&[0, 1, 2], &[1, 2, 0], &[2, 0, 1]])), &[1.0 / 3.0; 3]);
    }

    #[test]
    fn an_uneven_cycle_has_the_margins_of_the_others() {
        // Margins: 0 over 1 by 1, 1 over 2 by 3, 2 over 0 by 1 of five voters.
        let votes = votes(&[&[0, 1, 2], &[0, 1, 2], &[1, 2, 0], &[1, 2, 0], &[2, 0, 1]]);
        let margins = [votes.margin(0, 1), votes.margin(1, 2), votes.margin(2, 0)];
        let total: f64 = margins.iter().sum();
        close(&maximal_lottery(&votes), &[margins[1] / total, margins[2] / total, margins[0] / total]);
    }

    #[test]
    fn who_is_tied_is_drawn_alike() {
        close(&maximal_lottery(&votes(&[&[0, 1, 2], &[1, 0, 2]])), &[0.5, 0.5, 0.0]);
        let mut nothing = Votes::new(4);
        nothing.add(&[None; 4]);
        close(&maximal_lottery(&nothing), &[0.25; 4]);
    }

    #[test]
    fn levels_rank_all() {
        let levels = iterated_lotteries(&votes(&[&[0, 1, 2], &[0, 2, 1], &[1, 0, 2]]));
        let players: Vec<Vec<usize>> =
            levels.iter().map(|level| level.iter().map(|(player, _)| *player).collect()).collect();
        assert_eq!(players, [[0], [1], [2]]);
        let levels = iterated_lotteries(&votes(&PENTATHLON));
        assert_eq!(levels.iter().map(|level| level[0].0).collect::<Vec<_>>(), [2, 0, 1]);
    }
}
