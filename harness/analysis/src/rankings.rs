//! Rankings beside Elo: games as voters, and alpha-rank at each game.

use serde::Serialize;
use torneo_arena::plan::GameIndex;
use torneo_statistics::ranking::{AlphaRank, Votes, alpha_rank, iterated_lotteries, order, soft_condorcet};

use super::collect::{Collected, GameSums};
use super::rating::{Rated, of_game, overall};

/// An engine with a value.
#[derive(Clone, Debug, Serialize)]
pub struct Ranked {
    /// The engine.
    pub engine: String,
    /// Its value in the ranking.
    pub value: f64,
}

/// What the games say as voters.
#[derive(Clone, Debug, Serialize)]
pub struct Ballot {
    /// Number of games.
    pub voters: u64,
    /// The engines by Elo over all games, the best first.
    pub elo: Vec<String>,
    /// The engine that most games prefer to each of the others, if there is one.
    pub condorcet_winner: Option<String>,
    /// The levels of the iterated maximal lotteries with the probabilities inside each.
    pub lotteries: Vec<Vec<Ranked>>,
    /// The ratings of soft Condorcet optimisation, the best first.
    pub soft_condorcet: Vec<Ranked>,
}

/// How a ranking agrees with that by Elo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accord {
    /// It has the same order.
    Same,
    /// It ties engines that Elo ranks, and nothing else.
    Ties,
    /// It has another order.
    Otherwise,
}

impl Ranked {
    /// Whether the values are the same as far as the ranking tells.
    pub fn ties_with(&self, other: &Ranked) -> bool {
        (self.value - other.value).abs() < SAME
    }
}

/// Values of a ranking closer than this are the same: they are found by an iteration.
const SAME: f64 = 1e-6;

impl Ballot {
    /// How the games as voters agree with Elo. Inside a level of the lotteries there is no order to disagree about.
    pub fn against_elo(&self) -> Accord {
        let level = |engine: &String| {
            self.lotteries.iter().position(|level| level.iter().any(|ranked| ranked.engine == *engine))
        };
        let soft = |engine: &String| self.soft_condorcet.iter().find(|ranked| ranked.engine == *engine);
        let neighbours = || self.elo.windows(2).map(|two| (&two[0], &two[1]));
        let is_reversed = |(above, below): (&String, &String)| {
            let soft = soft(above).zip(soft(below));
            level(above) > level(below)
                || soft.is_some_and(|(above, below)| above.value < below.value && !above.ties_with(below))
        };
        let is_tied = |(above, below): (&String, &String)| {
            level(above) == level(below)
                || soft(above).zip(soft(below)).is_some_and(|(above, below)| above.ties_with(below))
        };
        match () {
            () if neighbours().any(is_reversed) => Accord::Otherwise,
            () if neighbours().any(is_tied) => Accord::Ties,
            () => Accord::Same,
        }
    }
}

/// Alpha-rank at a game.
#[derive(Clone, Debug, Serialize)]
pub struct AlphaRanking {
    /// The game's specification.
    pub game: String,
    /// The engines, the best first, with their shares of the time.
    pub ranking: Vec<Ranked>,
    /// The engine that is first by Elo at the game.
    pub first_by_elo: String,
}

impl AlphaRanking {
    /// Whether another engine is first than by Elo.
    pub fn disagrees(&self) -> bool {
        self.ranking.first().is_some_and(|first| first.engine != self.first_by_elo)
    }
}

fn ranked(names: &[&str], engines: &[usize], values: &[f64]) -> Vec<Ranked> {
    let entry = |place: usize| Ranked { engine: names[engines[place]].to_owned(), value: values[place] };
    order(values).into_iter().map(entry).collect()
}

/// The games as voters: each prefers an engine to another where the difference of their Elo there is significant, by intervals
/// that hold for all pairs at all games at once. None for
/// fewer than two games or three engines.
pub fn ballot(names: &[&str], rated: &[Rated]) -> Option<Ballot> {
    let all = overall(rated)?;
    let is_played_game = |rated: &&Rated| rated.scope.game().is_some() && !rated.order.is_empty();
    let games: Vec<&Rated> = rated.iter().filter(is_played_game).collect();
    if games.len() < 2 || all.order.len() < 3 {
        return None;
    }
    let mut votes = Votes::new(all.order.len());
    for game in &games {
        votes.add_preferences(|a, b| {
            game.between(all.order[a], all.order[b]).is_some_and(|(low, _)| low > 0.0)
        });
    }
    let name = |place: usize| names[all.order[place]].to_owned();
    let level = |level: Vec<(usize, f64)>| {
        level.into_iter().map(|(place, value)| Ranked { engine: name(place), value }).collect()
    };
    Some(Ballot {
        voters: votes.voters(),
        elo: (0..all.order.len()).map(name).collect(),
        condorcet_winner: votes.condorcet_winner().map(name),
        lotteries: iterated_lotteries(&votes).into_iter().map(level).collect(),
        soft_condorcet: ranked(names, &all.order, &soft_condorcet(&votes)),
    })
}

/// Alpha-rank at every game at which three or more engines all met.
pub fn alpha_rankings(names: &[&str], collected: &Collected, rated: &[Rated]) -> Vec<AlphaRanking> {
    let ranking = |(game, sums): (GameIndex, &GameSums)| {
        let rated = of_game(rated, &sums.game)?;
        let payoffs = (rated.order.len() >= 3).then(|| collected.payoffs(game, &rated.order))??;
        let shares = alpha_rank(&payoffs, AlphaRank::default());
        Some(AlphaRanking {
            game: sums.game.clone(),
            ranking: ranked(names, &rated.order, &shares),
            first_by_elo: names[rated.order[0]].to_owned(),
        })
    };
    collected.by_game.indexed().filter_map(ranking).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ballot(levels: &[&[&str]], soft: &[(&str, f64)]) -> Ballot {
        let ranked = |(engine, value): (&str, f64)| Ranked { engine: engine.to_owned(), value };
        Ballot {
            voters: 3,
            elo: ["a", "b", "c"].map(str::to_owned).to_vec(),
            condorcet_winner: None,
            lotteries: levels
                .iter()
                .map(|level| level.iter().map(|name| ranked((name, 1.0))).collect())
                .collect(),
            soft_condorcet: soft.iter().copied().map(ranked).collect(),
        }
    }

    #[test]
    fn ties_are_no_agreement() {
        let ordered = [("a", 2.0), ("b", 1.0), ("c", 0.0)];
        assert_eq!(ballot(&[&["a"], &["b"], &["c"]], &ordered).against_elo(), Accord::Same);
        assert_eq!(
            ballot(&[&["a", "b", "c"]], &[("a", 0.0), ("b", 0.0), ("c", 0.0)]).against_elo(),
            Accord::Ties
        );
        // Engines that tie may be listed in any order.
        assert_eq!(
            ballot(&[&["a"], &["b", "c"]], &[("a", 1.0), ("c", 0.0), ("b", 0.0)]).against_elo(),
            Accord::Ties
        );
        assert_eq!(
            ballot(&[&["a"], &["b"], &["c"]], &[("b", 2.0), ("a", 1.0), ("c", 0.0)]).against_elo(),
            Accord::Otherwise
        );
        assert_eq!(ballot(&[&["b"], &["a"], &["c"]], &ordered).against_elo(), Accord::Otherwise);
    }
}
