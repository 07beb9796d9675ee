//! The configuration of a tournament.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use torneo_contract::{Refusal, Spec, refuse_if};
use torneo_registry::adjudication::Adjudication;

use super::designs::Seatings;
use super::per_game::PerGame;

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every engine against every other.
    RoundRobin,
    /// The first engine against each of the others.
    Gauntlet,
    /// Every engine against itself.
    SelfPlay,
    /// In every round each engine meets one that has done about as well so far.
    Swiss,
}

impl Format {
    /// The words of the configuration.
    pub const WORDS: [&str; 4] = ["round-robin", "gauntlet", "self-play", "swiss"];
}

/// Who sits at a table of three and more seats.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tables {
    /// Two engines share the seats.
    #[default]
    Pairs,
    /// Every seat has another engine.
    Mixed,
}

impl Tables {
    /// The words of the configuration.
    pub const WORDS: [&str; 2] = ["pairs", "mixed"];

    /// Whether two engines share the seats.
    pub fn is_pairs(&self) -> bool {
        *self == Tables::Pairs
    }
}

/// An engine that takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineEntry {
    /// The name in results.
    pub name: String,
    /// The canonical specification.
    pub spec: String,
    /// What the randomness of its games depends on, in place of the specification: of a program, whose command says where a
    /// file stands and not who plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<String>,
}

impl EngineEntry {
    /// Whether it is the same player as another entry: a program of one name and one identity stands where it stands on each
    /// machine, and its other options are the same.
    pub fn is_like(&self, other: &EngineEntry) -> bool {
        let is_program = self.identity.is_some() && self.identity == other.identity;
        self == other
            || (is_program
                && self.name == other.name
                && of_any_place(&self.spec) == of_any_place(&other.spec))
    }

    /// How answers call it: by its name, or by its specification where the name only numbers it.
    pub fn called(&self) -> &str {
        let is_numbered = self.name.split_once(": ").is_some_and(|(_, rest)| rest == self.spec);
        if is_numbered { &self.spec } else { &self.name }
    }
}

/// The specification of a program without what says where it stands.
fn of_any_place(spec: &str) -> String {
    const PLACES: [&str; 2] = ["command", "working_directory"];
    let Ok(mut spec) = spec.parse::<Spec>() else { return spec.to_owned() };
    spec.given.retain(|(option, _)| !PLACES.contains(&&**option));
    spec.to_string()
}

/// Games in which one engine plays all seats. They begin at the start of the game, whatever the openings of the run are:
/// first-move figures are taken from them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SelfPlay {
    /// Games of each engine at each game.
    pub games: u64,
    /// The names of the engines, in the order of the configuration.
    pub engines: Vec<String>,
}

/// The rules of a race: engines that are beaten drop out of a round-robin that is played round by round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Elimination {
    /// The probability with which an engine that is at least even with each of the others may be taken out.
    pub error: f64,
    /// For each engine the number of rounds after which it was out; none while it is in the race. Empty while all are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub out_after: Vec<Option<u64>>,
}

impl Elimination {
    /// The same before anybody dropped out.
    pub fn begun(self) -> Elimination {
        Elimination { out_after: Vec::new(), ..self }
    }
}

/// The ladders in a run: agents meet the rungs, whose Elo is held fixed. In a rating who is met follows from what was scored so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// How many of the first engines are agents; the others are rungs.
    pub agents: usize,
    /// Half the width of the 95% interval that is narrow enough, in Elo.
    pub width: f64,
    /// Games of an agent at a game at most; 0 where all rungs are met in every round, as are the other agents.
    pub max_games: u64,
    /// The ladder of each game.
    pub ladders: Vec<Climbed>,
    /// The groups that were played, in their order: the round, the number of the game, the agent and its opponent as numbers of
    /// engines. Empty before the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub met: Vec<[u64; 4]>,
}

/// The ladder of a game as a rating uses it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Climbed {
    /// What the ladder is called.
    pub ladder: String,
    /// The engine of the first rung; the others follow it.
    pub first: usize,
    /// The first and the last rung that are met.
    pub among: (usize, usize),
    /// The Elo of the rungs.
    pub elo: Vec<f64>,
    /// The covariance of these.
    pub covariance: Vec<Vec<f64>>,
    /// The strength near which the first group is played, where one was expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near: Option<f64>,
}

impl Rating {
    /// Whether who is met follows from what was scored.
    pub fn is_adaptive(&self) -> bool {
        self.max_games > 0
    }

    /// The same before anything was played.
    pub fn begun(self) -> Rating {
        if self.is_adaptive() { Rating { met: Vec::new(), ..self } } else { self }
    }

    /// Whether it can be that of a configuration.
    ///
    /// # Errors
    /// It cannot.
    pub fn check(&self, config: &Config) -> Result<(), Refusal> {
        let engines = config.engines.len();
        let most = if self.is_adaptive() { 2 } else { engines };
        let agents = self.agents;
        refuse_if!(!(1..=most).contains(&agents), "`rating`: expected 1 to {most} agents, found {agents}");
        refuse_if!(self.ladders.len() != config.games.len(), "`rating` has a ladder for each game");
        for Climbed { ladder, first, among: (low, high), elo, covariance, .. } in &self.ladders {
            let rungs = elo.len();
            let fits = (self.agents..=engines).contains(first) && rungs <= engines - first;
            let is_square = covariance.len() == rungs && covariance.iter().all(|row| row.len() == rungs);
            refuse_if!(
                !fits || low > high || *high >= rungs || !is_square,
                "`rating`: `{ladder}` is no ladder of this configuration"
            );
        }
        let of = |[round, game, agent, opponent]: &[u64; 4]| {
            let ladder = usize::try_from(*game).ok().and_then(|game| self.ladders.get(game));
            let rungs = ladder.map(|ladder| ladder.first as u64..(ladder.first + ladder.elo.len()) as u64);
            let is_rung = rungs.is_some_and(|rungs| rungs.contains(opponent));
            let is_agent = !self.is_adaptive() && agent < opponent && *opponent < agents as u64;
            *round < config.rounds && *agent < agents as u64 && (is_rung || is_agent)
        };
        refuse_if!(!self.met.iter().all(of), "`met` of `rating` names what is not there");
        refuse_if!(!self.met.is_sorted_by(|a, b| a < b), "`met` of `rating` is in no order");
        Ok(())
    }
}

/// Openings.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// Random plies that all games of a mirrored group begin with; games with a book have none.
    pub random_plies: u64,
    /// Whether the engines are left out of what chance and openings depend on: all pairings of a game then meet the same.
    #[serde(default, skip_serializing_if = "is_default")]
    pub common: bool,
    /// In which order the openings of a book are played.
    #[serde(default, skip_serializing_if = "is_default")]
    pub order: Order,
    /// Choices of a line at most; none for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u64>,
    /// The opening that is played first, from 1; none for the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u64>,
    /// The openings of games that have a book, by canonical specification: positions, or moves from the start.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub books: BTreeMap<String, Vec<String>>,
    /// The games whose book has only the openings that are played, in the order of play.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub selected: BTreeSet<String>,
    /// The files of books. They are no part of what is played.
    #[serde(skip)]
    pub files: BTreeMap<String, PathBuf>,
}

/// Where a file stands makes no other run of it.
impl PartialEq for Opening {
    fn eq(&self, other: &Opening) -> bool {
        let parts = |it: &Opening| (it.random_plies, it.common, it.order, it.plies, it.start);
        parts(self) == parts(other) && self.books == other.books && self.selected == other.selected
    }
}

impl Opening {
    /// The same with no more openings of selected books than these rounds need.
    #[must_use]
    pub fn of_rounds(mut self, rounds: u64) -> Opening {
        for (game, book) in &mut self.books {
            if self.selected.contains(game) {
                book.truncate(usize::try_from(rounds).unwrap_or(usize::MAX).max(1));
            }
        }
        self
    }

    /// The same with the selected books of another run, where they are longer or shorter and no different.
    #[must_use]
    pub fn as_long_as(mut self, other: &Opening) -> Opening {
        for (game, book) in &mut self.books {
            let is_selected = self.selected.contains(game) && other.selected.contains(game);
            if let Some(longer) = other.books.get(game).filter(|_| is_selected)
                && longer.iter().zip(&*book).all(|(there, here)| there == here)
            {
                book.clone_from(longer);
            }
        }
        self
    }
}

/// In which order the openings of a book are played: one a round, the same for all pairings.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// From the first to the last, and again.
    #[default]
    Sequential,
    /// Shuffled by the master seed; none comes again before all have been played.
    Random,
}

impl Order {
    /// The words of the configuration.
    pub const WORDS: [&str; 2] = ["sequential", "random"];
}

/// Limits of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Plies after which a game is adjudicated a draw.
    pub max_plies: u64,
    /// Engines at most.
    #[serde(default = "usual_engines", skip_serializing_if = "is_usual")]
    pub engines: u64,
}

impl Limits {
    /// These plies, and the usual limits beside them.
    pub fn of_plies(max_plies: u64) -> Limits {
        Limits { max_plies, engines: MOST_ENGINES }
    }
}

/// Engines of a run at most, where nothing else is given, and by the Swiss system in any case: pairing has a place for every two
/// engines.
pub const MOST_ENGINES: u64 = 10_000;
/// The most that can be given.
pub const ENGINES_BOUND: u64 = 100_000;

/// Whether nothing else was asked for.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn usual_engines() -> u64 {
    MOST_ENGINES
}

fn is_usual(engines: &u64) -> bool {
    *engines == MOST_ENGINES
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Output {
    /// Whether the moves of each game are recorded.
    pub record: bool,
    /// Whether it is written what each choice of an engine rests on.
    #[serde(default, skip_serializing_if = "is_default")]
    pub evaluations: bool,
    /// Whether it is written how long each choice took.
    #[serde(default, skip_serializing_if = "is_default")]
    pub times: bool,
}

/// A configuration as understood: defaults filled in, specifications canonical, `*` written out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Config {
    /// The name of the run, and of its results folder unless another is given.
    pub name: String,
    /// The master seed.
    pub seed: u64,
    /// Canonical game specifications.
    pub games: PerGame<String>,
    /// The engines.
    pub engines: Vec<EngineEntry>,
    /// Who plays whom.
    pub format: Format,
    /// Who sits at a table of three and more seats.
    #[serde(default, skip_serializing_if = "Tables::is_pairs")]
    pub tables: Tables,
    /// Which seatings a group is played in.
    #[serde(default, skip_serializing_if = "is_default")]
    pub seatings: Seatings,
    /// Mirrored groups per pairing and game.
    pub rounds: u64,
    /// Whether a round is played in all games before the next round begins, rather than all rounds of a game before the
    /// next game.
    #[serde(default, skip_serializing_if = "is_default")]
    pub interleave: bool,
    /// Games in which one engine plays all seats, beside those of the format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub self_play: Option<SelfPlay>,
    /// How engines drop out, where they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elimination: Option<Elimination>,
    /// How agents climb ladders, where they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
    /// Openings.
    pub opening: Opening,
    /// Limits of a game.
    pub limits: Limits,
    /// What ends games before their rules do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudication: Option<Adjudication>,
    /// What is written.
    pub output: Output,
}

impl Config {
    /// The same run with the programs where another configuration has them, each if it differs in nothing else.
    pub fn placed_as(&self, other: &Config) -> Config {
        let place =
            |own: &EngineEntry| other.engines.iter().find(|other| own.is_like(other)).unwrap_or(own).clone();
        Config { engines: self.engines.iter().map(place).collect(), ..self.clone() }
    }

    /// Which programs stand elsewhere than in another configuration with the same engines, in words: a line for each.
    pub fn moved(&self, other: &Config) -> Vec<String> {
        let pairs = self.engines.iter().zip(&other.engines).filter(|(own, other)| own.spec != other.spec);
        let line = |(own, other): (&EngineEntry, &EngineEntry)| {
            format!("`{}` was {} and is {} now", own.name, other.spec, own.spec)
        };
        pairs.map(line).collect()
    }

    /// A hash of everything in the configuration, as lower-case hexadecimal digits.
    pub fn hash(&self) -> String {
        let json = serde_json::to_string(self).expect("a configuration is plain data");
        blake3::hash(json.as_bytes()).to_hex().to_string()
    }
}
