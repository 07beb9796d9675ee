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

impl Ballot {
    /// Whether the games as voters rank the engines otherwise than Elo does. Inside a level of the lotteries there is
    /// no order to disagree about.
    pub fn disagrees(&self) -> bool {
        let by_votes: Vec<&String> = self.soft_condorcet.iter().map(|ranked| &ranked.engine).collect();
        let level = |engine: &String| {
            self.lotteries.iter().position(|level| level.iter().any(|ranked| ranked.engine == *engine))
        };
        let levels: Vec<Option<usize>> = self.elo.iter().map(level).collect();
        by_votes != self.elo.iter().collect::<Vec<_>>() || !levels.is_sorted()
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

/// The games as voters: each prefers an engine to another where the difference of their Elo there is significant. None for
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
