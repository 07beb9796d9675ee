//! How well a policy names what a search chose, in games that it was not learnt from.

use torneo_search::policy::Weights;

use super::choices::Choice;

/// How often first choices are those of the search, and their mean ranks: 1 if they always are. Equals count as if one of them were
/// drawn.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct HeldOut {
    /// Games.
    pub games: u64,
    /// Choices.
    pub choices: u64,
    /// The share of choices that are the policy's first choice.
    pub policy: f64,
    /// The same by the game's own evaluation after each action.
    pub evaluation: f64,
    /// The mean rank of what the search chose, by the policy.
    pub policy_rank: f64,
    /// The mean rank by the evaluation.
    pub evaluation_rank: f64,
}

impl HeldOut {
    /// Counts in the choices of these games.
    pub fn of(games: u64, choices: &[Choice], weights: &Weights) -> HeldOut {
        let mut found = HeldOut { games, choices: choices.len() as u64, ..HeldOut::default() };
        let share = 1.0 / choices.len().max(1) as f64;
        for Choice { of, units, chosen } in choices {
            let sum = |features: &Vec<u32>| weights.sum(features.iter().copied());
            let (first, rank) = standing(of.iter().map(sum), *chosen);
            found.policy += share * first;
            found.policy_rank += share * rank;
            let (first, rank) = standing(units.iter().map(|units| units.unwrap_or(0)), *chosen);
            found.evaluation += share * first;
            found.evaluation_rank += share * rank;
        }
        found
    }
}

/// How likely an action is the first by these values, and its mean rank, with equals in random order.
fn standing(values: impl Iterator<Item = i32> + Clone, chosen: usize) -> (f64, f64) {
    let own = values.clone().nth(chosen).unwrap_or(i32::MIN);
    let better = values.clone().filter(|&value| value > own).count() as f64;
    let equal = values.filter(|&value| value == own).count() as f64;
    (if better > 0.0 { 0.0 } else { 1.0 / equal }, better + (equal + 1.0) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_search::policy::Sort;

    #[test]
    fn equals_share_first_places_and_ranks() {
        assert_eq!(standing([3, 7, 5].into_iter(), 1), (1.0, 1.0));
        assert_eq!(standing([7, 7, 5].into_iter(), 1), (0.5, 1.5));
        assert_eq!(standing([7, 7, 5, 5].into_iter(), 3), (0.0, 3.5));
    }

    #[test]
    fn policy_and_evaluation_are_counted_apart() {
        let feature = |number: u32| vec![Sort::Key.with(number)];
        let choice = |chosen: usize| Choice {
            of: vec![feature(1), feature(2), feature(3)],
            units: vec![Some(5), None, None],
            chosen,
        };
        let weights = Weights::new(vec![(feature(2)[0], 10)]);
        let found = HeldOut::of(9, &[choice(1), choice(0)], &weights);
        assert_eq!((found.games, found.choices), (9, 2));
        assert_eq!((found.policy, found.policy_rank), (0.5, 1.75));
        assert_eq!((found.evaluation, found.evaluation_rank), (0.5, 1.75));
    }
}
