//! What came out of games that were played.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use torneo_contract::SeatVec;

use crate::faults::Faults;
use crate::figures::{GroupScore, head_to_head};
use crate::plan::{GameIndex, Group, Tournament};

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The index of the engine at each seat.
    #[serde(with = "seated")]
    pub engines: SeatVec<usize>,
    /// The score of each seat.
    #[serde(with = "seated")]
    pub scores: SeatVec<f64>,
    /// Decisions of the engine at each seat.
    #[serde(with = "seated", default)]
    pub actions: SeatVec<u64>,
    /// Its length in plies.
    pub plies: u64,
    /// The moves; empty where nobody asked for them.
    pub record: String,
    /// The opening; empty where nobody asked for it.
    pub opening: String,
    /// The engine that lost by a fault of its own, with the reason.
    pub fault: Option<(usize, Cow<'static, str>)>,
    /// Answers of the engine at each seat that were none: those that were asked for again, and one that lost the game.
    #[serde(with = "seated", default)]
    pub wrong: SeatVec<u64>,
}

impl PlayedGame {
    /// The score of an engine against another one, 0.5 is even.
    pub fn score(&self, engine: usize, opponent: usize) -> f64 {
        head_to_head(&self.engines, &self.scores, engine, opponent)
    }

    /// Decisions of an engine at all its seats.
    pub fn decisions_of(&self, engine: usize) -> u64 {
        self.sum_of(engine, &self.actions)
    }

    /// Answers of an engine that were asked for again.
    pub fn retries_of(&self, engine: usize) -> u64 {
        let lost = u64::from(self.is_lost_by_fault_of(engine));
        self.sum_of(engine, &self.wrong).saturating_sub(lost)
    }

    /// Whether an engine lost it by a fault of its own.
    pub fn is_lost_by_fault_of(&self, engine: usize) -> bool {
        self.fault.as_ref().is_some_and(|(faulty, _)| *faulty == engine)
    }

    /// The sum over the seats of an engine.
    fn sum_of(&self, engine: usize, of_seats: &[u64]) -> u64 {
        let own = self.engines.iter().zip(of_seats).filter(|(seat, _)| **seat == engine);
        own.map(|(_, count)| count).sum()
    }
}

/// A group that was played, or a part of one. It can be sent from the machine that played it to the one that asks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedGroup {
    /// The number of the group in the run.
    pub number: u64,
    /// The index of its event.
    pub event: usize,
    /// The number of the game in the configuration.
    pub game: GameIndex,
    /// The engines that meet.
    #[serde(with = "seated")]
    pub engines: SeatVec<usize>,
    /// Its games in their order.
    pub games: Vec<PlayedGame>,
    /// Whether another run had played games of it.
    pub reused: bool,
}

impl PlayedGroup {
    /// The group before its first game.
    pub fn of(group: &Group) -> PlayedGroup {
        let Group { number, event, game, ref engines, .. } = *group;
        PlayedGroup { number, event, game, engines: engines.clone(), games: Vec::new(), reused: false }
    }

    /// The mean score of an engine against another one.
    pub fn score(&self, engine: usize, opponent: usize) -> f64 {
        let scores = self.games.iter().map(|game| game.score(engine, opponent));
        scores.sum::<f64>() / self.games.len() as f64
    }

    /// The group as figures count it.
    pub fn counted(&self) -> GroupScore {
        let mut group = GroupScore::new(self.number, self.game);
        for game in &self.games {
            group.add(&game.engines, &game.scores, game.fault.is_some());
            if game.fault.is_none() {
                group.add_moves(&game.engines, &game.opening, &game.record);
            }
        }
        group
    }

    /// Counts the games that engines of the tournament lost by faults.
    pub(crate) fn count_faults(&self, tournament: &Tournament, faults: &mut Faults) {
        for (engine, reason) in self.games.iter().filter_map(|game| game.fault.as_ref()) {
            faults.add(&tournament.config.engines[*engine].spec, reason.clone());
        }
    }
}

/// What the seats have, as a list.
mod seated {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use torneo_contract::{MAX_SEATS, SeatVec};

    pub fn serialize<T: Serialize, S: Serializer>(of: &SeatVec<T>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(of.iter())
    }

    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<SeatVec<T>, D::Error> {
        let of = Vec::<T>::deserialize(deserializer)?;
        if of.len() > MAX_SEATS {
            return Err(D::Error::custom(format!("expected at most {MAX_SEATS} seats, found {}", of.len())));
        }
        Ok(of.into_iter().collect())
    }
}
