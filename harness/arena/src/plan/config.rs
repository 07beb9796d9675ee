//! The configuration of a tournament.

use serde::{Deserialize, Serialize};

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
}

impl Format {
    /// The words of the configuration.
    pub const WORDS: [&str; 3] = ["round-robin", "gauntlet", "self-play"];

    /// The format of a word.
    pub fn from_word(word: &str) -> Option<Format> {
        match word {
            "round-robin" => Some(Format::RoundRobin),
            "gauntlet" => Some(Format::Gauntlet),
            "self-play" => Some(Format::SelfPlay),
            _ => None,
        }
    }
}

/// An engine that takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineEntry {
    /// The name in results.
    pub name: String,
    /// The canonical specification.
    pub spec: String,
}

/// Openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// Random plies that all games of a mirrored group begin with.
    pub random_plies: u64,
}

/// Limits of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Plies after which a game is adjudicated a draw.
    pub max_plies: u64,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Output {
    /// Whether the moves of each game are recorded.
    pub record: bool,
    /// Whether it is written what each choice of an engine rests on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub evaluations: bool,
}

/// A configuration as understood: defaults filled in, specifications canonical, `*` written out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Config {
    /// The name of the run, and of its results folder unless another is given.
    pub name: String,
    /// The master seed.
    pub seed: u64,
    /// Canonical game specifications.
    pub games: Vec<String>,
    /// The engines.
    pub engines: Vec<EngineEntry>,
    /// Who plays whom.
    pub format: Format,
    /// Mirrored groups per pairing and game.
    pub rounds: u64,
    /// Openings.
    pub opening: Opening,
    /// Limits of a game.
    pub limits: Limits,
    /// What is written.
    pub output: Output,
}

impl Config {
    /// A hash of everything in the configuration, as lower-case hexadecimal digits.
    pub fn hash(&self) -> String {
        let json = serde_json::to_string(self).expect("a configuration is plain data");
        blake3::hash(json.as_bytes()).to_hex().to_string()
    }
}
