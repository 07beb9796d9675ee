//! A run in which the rungs of each game's ladder take part.

use torneo_contract::{SpecError, nearest, refuse_if};
use torneo_registry::ladder::{self, Ladder};
use torneo_registry::{EngineSpec, Registry};

use super::config::{Climbed, EngineEntry, Format, Rating};
use super::engines::playing;
use super::{Tables, Tournament};
use crate::Error;

/// The argument that asks for it, for errors.
const ARGUMENT: &str = "--ladder";

impl Tournament {
    /// The same tournament with the rungs of each game's ladder: its engines meet them in every round, and each other. The Elo of
    /// the rungs is held fixed. Rungs do not meet each other.
    ///
    /// # Errors
    /// A game without a ladder, or another format than a round-robin of pairs.
    pub fn with_ladders(self, registry: &Registry, ladders: &[Ladder]) -> Result<Tournament, Error> {
        let refused = |message: String, nearest: Option<String>| Error::Argument {
            argument: ARGUMENT.to_owned(),
            message,
            nearest,
        };
        let is_plain = self.config.format == Format::RoundRobin && self.config.tables == Tables::Pairs;
        refuse_if!(
            !is_plain,
            refused("rungs join round-robins of pairs: expected `format = \"round-robin\"`".to_owned(), None)
        );
        let agents = self.engines.len();
        let (mut engines, mut entries) = (self.engines.clone(), self.config.engines.clone());
        let mut climbed = Vec::new();
        for game in self.config.games.iter() {
            let Some(found) = ladder::find(ladders, game) else {
                let known = ladders.iter().map(|ladder| &*ladder.game);
                return Err(refused(format!("`{game}` has no ladder"), nearest(game, known)));
            };
            climbed.push(Climbed {
                ladder: found.ladder.clone(),
                first: engines.len(),
                among: (0, found.rungs.len() - 1),
                elo: found.elo(),
                covariance: found.covariance.clone(),
                near: None,
            });
            for rung in &found.rungs {
                let (name, identity) = (rung.name.clone(), Some(rung.name.clone()));
                let spec = rung.spec.parse().and_then(|spec| playing(registry, &spec));
                let spec: EngineSpec = spec.map_err(|error: SpecError| refused(error.to_string(), None))?;
                entries.push(EngineEntry { name, spec: spec.canonical(), identity });
                engines.push(spec);
            }
        }
        let met = met(self.config.rounds, agents, &climbed);
        let rating = Rating { agents, width: 0.0, max_games: 0, ladders: climbed, met };
        let table = |table: &std::sync::Arc<torneo_registry::matchup::Matchup>| table.game().table(&engines);
        let tables = self.tables.iter().map(table).collect::<Result<_, _>>();
        let tables = tables.map_err(|error| refused(error.to_string(), None))?;
        let mut joined = Tournament { tables, engines, ..self };
        joined.change(|config| {
            (config.engines, config.interleave, config.rating) = (entries, true, Some(rating));
        })?;
        Ok(joined)
    }
}

/// The groups of all rounds: the agents against each other and against the rungs of the game.
fn met(rounds: u64, agents: usize, ladders: &[Climbed]) -> Vec<[u64; 4]> {
    let mut met = Vec::new();
    for round in 0..rounds {
        for (game, Climbed { first, elo, .. }) in ladders.iter().enumerate() {
            for agent in 0..agents {
                let opponents = (agent + 1..agents).chain(*first..first + elo.len());
                met.extend(opponents.map(|other| [round, game as u64, agent as u64, other as u64]));
            }
        }
    }
    met
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_meet_each_other_and_the_rungs_of_the_game() {
        let climbed = |first| Climbed {
            ladder: String::new(),
            first,
            among: (0, 1),
            elo: vec![0.0, 100.0],
            covariance: Vec::new(),
            near: None,
        };
        let met = met(2, 2, &[climbed(2), climbed(4)]);
        assert_eq!(met[..5], [[0, 0, 0, 1], [0, 0, 0, 2], [0, 0, 0, 3], [0, 0, 1, 2], [0, 0, 1, 3]]);
        assert_eq!((met.len(), met[5]), (20, [0, 1, 0, 1]));
        assert!(met.is_sorted());
    }
}
