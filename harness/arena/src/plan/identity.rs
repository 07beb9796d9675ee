//! What a game of a tournament is, apart from its number: the source of its randomness.

use std::collections::HashMap;

use torneo_registry::streams::Streams;

use super::config::Config;
use super::mixing::{ODD, digest};
use super::openings::{Book, Opening};
use super::per_game::PerGame;
use super::schedule::Group;

/// The identities of the games and engines of a configuration, from which a game's randomness follows.
///
/// It follows from the master seed, the game's specification, the engines at its table and the round. If a
/// book gives the opening, it follows from the opening too. Engines are known by their canonical
/// specifications, programs by the identity of their entry. Engines with the same one play as independent
/// players, so the second counts as another engine than the first.
#[derive(Clone, Debug)]
pub struct Identities {
    games: PerGame<OfGame>,
    engines: Vec<OfEngine>,
    /// Random plies at the start of games that have no book.
    random_plies: bool,
    /// Whether the engines are left out of chance and openings.
    common: bool,
}

/// What the randomness of a game of the configuration follows from.
#[derive(Clone, Debug)]
struct OfGame {
    digest: u64,
    book: Book,
}

/// What an engine is known by.
#[derive(Clone, Debug)]
struct OfEngine {
    digest: u128,
    /// Its specification, if it is known by something else; else 0.
    program: u64,
}

/// What a game is, apart from its number. Games of one identity have the same rows, under the same terms and names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameIdentity {
    streams: Streams,
    /// Whether random plies open it.
    opens: bool,
    /// Which programs play, as far as the streams do not tell.
    programs: u64,
}

impl Identities {
    /// The identities of what a configuration names.
    pub fn new(config: &Config) -> Identities {
        let game = |game: &String| OfGame {
            digest: digest(&[b"game", &config.seed.to_le_bytes(), game.as_bytes()]) as u64,
            book: Book::new(config, game),
        };
        let mut seen: HashMap<(&[u8], &str), u64> = HashMap::new();
        let engines = config.engines.iter().map(|engine| {
            let (kind, name) = match &engine.identity {
                Some(identity) => (&b"program"[..], identity),
                None => (&b"engine"[..], &engine.spec),
            };
            let copy = seen.entry((kind, name)).or_default();
            let digest_of_name = digest(&[kind, &copy.to_le_bytes(), name.as_bytes()]);
            *copy += 1;
            let program = match engine.identity {
                Some(_) => digest(&[b"specification", engine.spec.as_bytes()]) as u64,
                None => 0,
            };
            OfEngine { digest: digest_of_name, program }
        });
        Identities {
            games: config.games.map(game),
            engines: engines.collect(),
            random_plies: config.opening.random_plies > 0,
            common: config.opening.common,
        }
    }

    /// What a game of a group with these engines at its seats is.
    pub fn of_game(&self, group: &Group, seats: &[usize]) -> GameIdentity {
        let program = |word: u64, &engine: &usize| mixed(word, self.engines[engine].program);
        GameIdentity {
            streams: self.streams(group, seats),
            opens: self.random_plies && !group.from_start,
            programs: seats.iter().fold(0, program),
        }
    }

    /// The opening of a group's games; none if their game has no book.
    pub fn opening(&self, group: &Group) -> Option<&Opening> {
        if group.from_start { None } else { self.games[group.game].book.at(group.round) }
    }

    /// The random streams of a game of a group with these engines at its seats. The order in which the configuration names the
    /// engines does not matter, hence a sum.
    pub fn streams(&self, group: &Group, seats: &[usize]) -> Streams {
        let sum = |table: u128, &engine: &usize| table.wrapping_add(self.engines[engine].digest);
        // Where all pairings meet the same chance and openings, who they are does not enter.
        let table = if self.common { 0 } else { group.engines.iter().fold(0, sum) };
        let opening = self.opening(group).map_or(0, |opening| opening.identity);
        let words =
            [self.games[group.game].digest ^ opening, group.round, table as u64, (table >> 64) as u64];
        let seated = |word: u64, &engine: &usize| mixed(word, self.engines[engine].digest as u64);
        Streams::of_group(words, seats.iter().fold(0, seated))
    }
}

/// A word into which the next one is mixed, so that each seat's engine changes the whole word.
fn mixed(word: u64, next: u64) -> u64 {
    (word.rotate_left(5) ^ next).wrapping_mul(ODD)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{self, EngineEntry, Format, GameIndex, Limits, Output, Seatings, Tables};

    fn identities(seed: u64, games: &[&str], engines: &[&str]) -> Identities {
        let entry =
            |spec: &&str| EngineEntry { name: String::new(), spec: (*spec).to_owned(), identity: None };
        Identities::new(&config(seed, games, engines.iter().map(entry).collect()))
    }

    fn config(seed: u64, games: &[&str], engines: Vec<EngineEntry>) -> Config {
        Config {
            name: "test".to_owned(),
            seed,
            games: games.iter().map(|&game| game.to_owned()).collect(),
            engines,
            format: Format::RoundRobin,
            tables: Tables::Pairs,
            seatings: Seatings::All,
            rounds: 5,
            interleave: false,
            self_play: None,
            elimination: None,
            rating: None,
            opening: plan::Opening::default(),
            limits: Limits::of_plies(10),
            adjudication: None,
            output: Output { record: true, evaluations: false, times: false },
        }
    }

    fn group(event: usize, round: u64, pairing: (usize, usize)) -> Group {
        let engines = <[usize; 2]>::from(pairing).into_iter().collect();
        Group {
            number: 7,
            event,
            game: GameIndex::of(event),
            from_start: false,
            round,
            engines,
            first_game: 14,
            games: 2,
        }
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
    fn programs_are_known_by_their_identity() {
        let program = |command: &str, identity: &str| EngineEntry {
            name: command.to_owned(),
            spec: format!("external(command={command})"),
            identity: Some(identity.to_owned()),
        };
        let of = |command, identity| {
            let engines = vec![program(command, identity), program("other", "other")];
            Identities::new(&config(1, &["surakarta"], engines))
        };
        let game = |identities: &Identities| identities.of_game(&group(0, 3, (0, 1)), &[0, 1]);
        let streams = |identities: &Identities| identities.streams(&group(0, 3, (0, 1)), &[0, 1]);
        let (here, there) = (of("here/net", "net"), of("there/net", "net"));
        assert_eq!(streams(&here), streams(&there));
        assert_ne!(game(&here), game(&there), "their rows are not the same");
        assert_eq!(game(&here), game(&of("here/net", "net")));
        assert_ne!(streams(&here), streams(&of("here/net", "net 2")));
    }

    #[test]
    fn common_chance_does_not_depend_on_the_engines() {
        use torneo_registry::streams::Purpose;
        let mut all = config(1, &["surakarta"], Vec::new());
        let entry = |spec: &str| EngineEntry { name: String::new(), spec: spec.to_owned(), identity: None };
        all.engines = ["random", "greedy", "mcts"].map(entry).to_vec();
        let first = |common, pairing: (usize, usize), purpose| {
            let opening = plan::Opening { common, ..plan::Opening::default() };
            let identities = Identities::new(&Config { opening, ..all.clone() });
            let streams = identities.streams(&group(0, 3, pairing), &[pairing.0, pairing.1]);
            streams.stream(purpose).get_seed()
        };
        for purpose in [Purpose::Chance, Purpose::Opening] {
            assert_eq!(first(true, (0, 1), purpose), first(true, (1, 2), purpose));
            assert_ne!(first(false, (0, 1), purpose), first(false, (1, 2), purpose));
        }
        let own = Purpose::Seat(torneo_contract::Seat::FIRST);
        assert_ne!(first(true, (0, 1), own), first(true, (0, 2), own), "what the engines draw is their own");
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
