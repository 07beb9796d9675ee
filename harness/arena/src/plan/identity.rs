//! What a game of a tournament is, apart from its number: the source of its randomness.

use std::collections::HashMap;

use torneo_registry::streams::Streams;

use super::config::Config;
use super::openings::{Opening, Openings};
use super::schedule::Group;

/// The identities of the games and engines of a configuration, from which a game's randomness follows.
///
/// It follows from the master seed, the game's specification, the engines at its table and the round. If a
/// book gives the opening, it follows from the opening too. Engines are known by their canonical
/// specifications. Engines with the same one play as independent players, so the second counts as another
/// engine than the first.
#[derive(Clone, Debug)]
pub struct Identities {
    games: Vec<u64>,
    engines: Vec<u128>,
    openings: Openings,
}

impl Identities {
    /// The identities of what a configuration names.
    pub fn new(config: &Config) -> Identities {
        let games =
            config.games.iter().map(|game| digest(&[b"game", &config.seed.to_le_bytes(), game.as_bytes()]));
        let mut seen: HashMap<&str, u64> = HashMap::new();
        let engines = config.engines.iter().map(|engine| {
            let copy = seen.entry(&engine.spec).or_default();
            let found = digest(&[b"engine", &copy.to_le_bytes(), engine.spec.as_bytes()]);
            *copy += 1;
            found
        });
        let (games, engines) = (games.map(|digest| digest as u64).collect(), engines.collect());
        Identities { games, engines, openings: Openings::new(config) }
    }

    /// The opening of a group's games; none if their game has no book.
    pub fn opening(&self, group: &Group) -> Option<&Opening> {
        if group.from_start { None } else { self.openings.at(group.game, group.round) }
    }

    /// The random streams of a game of a group with these engines at its seats. The order in which the configuration names the
    /// engines does not matter, hence a sum.
    pub fn streams(&self, group: &Group, seats: &[usize]) -> Streams {
        let table =
            group.engines.iter().fold(0u128, |table, &engine| table.wrapping_add(self.engines[engine]));
        let opening = self.opening(group).map_or(0, |opening| opening.identity);
        let words = [self.games[group.game] ^ opening, group.round, table as u64, (table >> 64) as u64];
        let fold = |seating: u64, &engine: &usize| {
            (seating.rotate_left(5) ^ self.engines[engine] as u64).wrapping_mul(MULTIPLIER)
        };
        Streams::of_group(words, seats.iter().fold(0, fold))
    }
}

/// An odd number with bits all over (the golden ratio), so that each seat's engine changes the whole word.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

pub fn digest(parts: &[&[u8]]) -> u128 {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    let bytes = hasher.finalize();
    u128::from_le_bytes(std::array::from_fn(|byte| bytes.as_bytes()[byte]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{self, EngineEntry, Format, Limits, Output, Seatings, Tables};

    fn identities(seed: u64, games: &[&str], engines: &[&str]) -> Identities {
        let entry = |spec: &&str| EngineEntry { name: String::new(), spec: (*spec).to_owned() };
        Identities::new(&Config {
            name: "test".to_owned(),
            seed,
            games: games.iter().map(|&game| game.to_owned()).collect(),
            engines: engines.iter().map(entry).collect(),
            format: Format::RoundRobin,
            tables: Tables::Pairs,
            seatings: Seatings::All,
            rounds: 5,
            interleave: false,
            self_play: None,
            opening: plan::Opening::default(),
            limits: Limits { max_plies: 10 },
            output: Output { record: true, evaluations: false },
        })
    }

    fn group(event: usize, round: u64, pairing: (usize, usize)) -> Group {
        let engines = <[usize; 2]>::from(pairing).into_iter().collect();
        Group { number: 7, event, game: event, from_start: false, round, engines, first_game: 14, games: 2 }
    }

    #[test]
    fn games_are_what_they_are_wherever_a_plan_has_them() {
        let small = identities(1, &["surakarta"], &["random", "greedy"]);
        let large = identities(1, &["ot-tjin", "surakarta"], &["greedy", "mcts", "random"]);
        let known = small.streams(&group(0, 3, (0, 1)), &[0, 1]);
        assert_eq!(known, large.streams(&group(1, 3, (0, 2)), &[2, 0]));
        let others = [
            small.streams(&group(0, 3, (0, 1)), &[1, 0]),
            small.streams(&group(0, 4, (0, 1)), &[0, 1]),
            small.streams(&group(0, 3, (0, 0)), &[0, 0]),
            large.streams(&group(0, 3, (0, 2)), &[2, 0]),
            large.streams(&group(1, 3, (1, 2)), &[2, 1]),
            identities(2, &["surakarta"], &["random", "greedy"]).streams(&group(0, 3, (0, 1)), &[0, 1]),
        ];
        assert!(!others.contains(&known));
    }

    #[test]
    fn engines_with_the_same_specification_are_independent_players() {
        let twins = identities(1, &["surakarta"], &["random", "random", "random"]);
        let streams = |a, b| twins.streams(&group(0, 0, (a, b)), &[a, b]);
        assert!(streams(0, 1) != streams(0, 2) && streams(0, 2) != streams(1, 2));
        assert_eq!(
            streams(0, 0),
            identities(1, &["surakarta"], &["random"]).streams(&group(0, 0, (0, 0)), &[0, 0])
        );
    }
}
