//! `manifest.json`: what a results folder holds.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::MANIFEST;
use crate::Error;
use crate::plan::{Config, Shard, Tournament};

/// The description of a run. Nothing in it depends on when or where the run takes place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The program and its version.
    pub program: String,
    /// The name of the configuration.
    pub name: String,
    /// The master seed.
    pub seed: u64,
    /// A hash of the configuration.
    pub config_hash: String,
    /// Whether the same configuration and program give the same results again.
    pub reproducible: bool,
    /// What that rests on: "reproducible if the engine is", where engines are other programs; they are named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Which part of the run this is, as `I/N`; null for the whole run.
    pub shard: Option<String>,
    /// Number of games of the whole run.
    pub games: u64,
    /// Number of groups (mirrored pairs) of the whole run.
    pub groups: u64,
    /// Where each game of the configuration begins.
    pub plan: Vec<PlannedEvent>,
    /// The configuration as understood: defaults filled in, specifications canonical.
    pub config: Config,
}

/// The games of a run that play one game of the configuration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlannedEvent {
    /// The canonical specification.
    pub game: String,
    /// Number of seats.
    pub seats: usize,
    /// The number of the first game.
    pub first_game: u64,
    /// Number of games.
    pub games: u64,
}

/// The program as manifests name it.
pub const PROGRAM: &str = concat!("torneo ", env!("CARGO_PKG_VERSION"));

/// What the reproducibility of a run rests on, where it rests on programs.
fn condition(tournament: &Tournament) -> Option<String> {
    let programs = tournament.programs();
    let conditional = tournament.is_reproducible() && !programs.is_empty();
    conditional.then(|| format!("reproducible if the engine is: {}", programs.join(", ")))
}

impl Manifest {
    /// The manifest of a tournament.
    pub fn new(tournament: &Tournament) -> Manifest {
        let (config, plan) = (&tournament.config, &tournament.plan);
        let events = plan.events().iter().map(|event| PlannedEvent {
            game: event.game.clone(),
            seats: event.seats,
            first_game: event.first_game,
            games: event.games(),
        });
        Manifest {
            program: PROGRAM.to_owned(),
            name: config.name.clone(),
            seed: config.seed,
            config_hash: config.hash(),
            reproducible: tournament.is_reproducible(),
            condition: condition(tournament),
            shard: (plan.shard() != Shard::WHOLE).then(|| plan.shard().to_string()),
            games: plan.total_games(),
            groups: plan.total_groups(),
            plan: events.collect(),
            config: config.clone(),
        }
    }

    /// Reads the manifest of a results folder.
    ///
    /// # Errors
    /// A folder without a manifest, or a file that is none; the error names the line.
    pub fn read(folder: &Path) -> Result<Manifest, Error> {
        let path = folder.join(MANIFEST);
        let text = std::fs::read_to_string(&path).map_err(|error| {
            let message =
                format!("{} is not a results folder: cannot read {MANIFEST}: {error}", folder.display());
            Error::input(message)
        })?;
        serde_json::from_str(&text).map_err(|error| {
            let (line, place) = (error.line(), path.display());
            Error::input(format!("{place}, line {line}: not a manifest of this program: {error}"))
        })
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("a manifest is plain data") + "\n"
    }

    /// What differs from the manifest of a run in a way that forbids continuing it.
    pub fn difference(&self, other: &Manifest) -> Option<String> {
        if self.config_hash != other.config_hash {
            let differs = self.config_difference(other);
            return Some(format!("it holds another run: {differs}"));
        }
        if self.program != other.program {
            return Some(format!("it was begun by {}, this is {}", self.program, other.program));
        }
        if self.shard != other.shard {
            let name = |shard: &Option<String>| shard.clone().unwrap_or_else(|| "the whole run".to_owned());
            return Some(format!("it holds {}, not {}", name(&self.shard), name(&other.shard)));
        }
        (self != other).then(|| "its manifest was edited".to_owned())
    }

    fn config_difference(&self, other: &Manifest) -> String {
        let json = |config: &Config| match serde_json::to_value(config) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let (ours, theirs) = (json(&self.config), json(&other.config));
        let differing = ours.iter().find(|(key, value)| theirs.get(*key) != Some(value));
        match differing {
            Some((key, value)) => format!("`{key}` is {value} there and {} here", theirs[key]),
            None => "its manifest was edited".to_owned(),
        }
    }
}
