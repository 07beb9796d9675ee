//! `manifest.json`: what a results folder holds.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use torneo_contract::{MAX_SEATS, Refusal, refusal, refuse_if};
use torneo_present::english::Joined as _;

use super::MANIFEST;
use crate::Error;
use crate::plan::{
    Config, Elimination, Event, Format, Plan, PlanError, Rating, Shard, Tables, Tournament, names,
};
use crate::storage;

/// The description of a run. Nothing in it depends on when or where the run takes place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
    /// Whether rows were changed after they were written and merged all the same; left out if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub edited: bool,
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

/// The games of a plan as manifests tell them.
fn planned(plan: &Plan) -> Vec<PlannedEvent> {
    let event = |event: &Event| PlannedEvent {
        game: event.game.clone(),
        seats: event.seats,
        first_game: event.first_game,
        games: event.games(),
    };
    plan.events().iter().map(event).collect()
}

/// The program as manifests name it.
pub const PROGRAM: &str = concat!("torneo ", env!("CARGO_PKG_VERSION"));

/// What the reproducibility of a run rests on, where it rests on programs.
fn condition(tournament: &Tournament) -> Option<String> {
    let programs = tournament.programs();
    let conditional = tournament.is_reproducible() && !programs.is_empty();
    conditional.then(|| format!("reproducible if the engine is: {}", programs.joined(", ")))
}

impl Manifest {
    /// The manifest of a tournament.
    pub fn new(tournament: &Tournament) -> Manifest {
        let (config, plan) = (&tournament.config, &tournament.plan);
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
            plan: planned(plan),
            edited: false,
            config: config.clone(),
        }
    }

    /// Reads the manifest of a results folder.
    ///
    /// # Errors
    /// A folder without a manifest, or an invalid manifest; the error names the line.
    pub fn read(folder: &Path) -> Result<Manifest, Error> {
        let path = folder.join(MANIFEST);
        let text = storage::read_to_string(&path).map_err(|error| {
            refusal!("{} is not a results folder: cannot read {MANIFEST}: {error}", folder.display())
        })?;
        let place = path.display();
        let manifest: Manifest = serde_json::from_str(&text).map_err(|error| {
            refusal!("{place}, line {}: not a manifest of this program: {error}", error.line())
        })?;
        manifest.check().map_err(|fault| refusal!("{place}: not a manifest of this program: {fault}"))?;
        Ok(manifest)
    }

    /// Whether this can be the manifest of a run.
    fn check(&self) -> Result<(), Refusal> {
        let (config, planned) = (&self.config, self.plan.len());
        let events = config.games.len() * if config.self_play.is_some() { 2 } else { 1 };
        let is_empty = config.engines.is_empty() || config.games.is_empty();
        refuse_if!(is_empty, "its configuration lacks games or engines");
        // A configuration could not have these either.
        names::check_run_name(&config.name).map_err(|fault| refusal!("`name`: {fault}"))?;
        for engine in &config.engines {
            names::check_engine_name(&engine.name)
                .map_err(|fault| refusal!("`name` of an engine: {fault}"))?;
        }
        refuse_if!(config.rounds == 0, "its configuration has no rounds");
        let is_plain = (config.format, config.tables, config.interleave, &config.self_play)
            == (Format::RoundRobin, Tables::Pairs, true, &None);
        let is_race = config.elimination.is_some();
        refuse_if!(is_race && !is_plain, "engines drop out of interleaved round-robins of pairs only");
        if let Some(rating) = &config.rating {
            let is_pairs = (config.format, config.tables, config.interleave)
                == (Format::RoundRobin, Tables::Pairs, true);
            refuse_if!(!is_pairs || is_race, "ladders are climbed in interleaved round-robins of pairs only");
            rating.check(config)?;
        }
        refuse_if!(planned != events, "its plan has {planned} games, its configuration {events}");
        for PlannedEvent { game, seats, .. } in &self.plan {
            let fits = (2..=MAX_SEATS).contains(seats);
            refuse_if!(!fits, "`seats` of {game}: expected 2..={MAX_SEATS}, found {seats}");
        }
        let shard = self.shard.as_deref().map(str::parse::<Shard>).transpose();
        shard.map_err(|error| refusal!("`shard`: {error}"))?;
        self.plan_in(Shard::WHOLE).map(drop).map_err(Refusal::new)
    }

    fn plan_in(&self, shard: Shard) -> Result<Plan, PlanError> {
        self.plan_with(&self.config, shard)
    }

    fn plan_with(&self, config: &Config, shard: Shard) -> Result<Plan, PlanError> {
        let seats = self.plan.iter().take(config.games.len()).map(|event| event.seats).collect();
        Plan::new(config, &seats, shard)
    }

    /// The plan that follows from the configuration.
    ///
    /// # Errors
    /// More games than can be numbered.
    pub fn plan_of(&self, shard: Shard) -> Result<Plan, Error> {
        self.plan_in(shard).map_err(Error::input)
    }

    /// The part of the run that the folder holds.
    pub fn shard_of_run(&self) -> Shard {
        self.shard.as_deref().and_then(|shard| shard.parse().ok()).unwrap_or(Shard::WHOLE)
    }

    /// What was changed in it since the run wrote it, as far as it tells itself.
    pub fn edit(&self) -> Option<String> {
        if self.config_hash != self.config.hash() {
            return Some("the configuration in the manifest was edited: its hash has changed".to_owned());
        }
        let plan = self.plan_in(Shard::WHOLE).ok()?;
        let follows = (self.games, self.groups) == (plan.total_games(), plan.total_groups())
            && self.plan == planned(&plan)
            && (&self.name, self.seed) == (&self.config.name, self.config.seed);
        (!follows).then(|| "the manifest was edited: it does not follow from its configuration".to_owned())
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("a manifest is plain data") + "\n"
    }

    /// The manifest of the same run with another number of rounds, or others that are out.
    ///
    /// # Errors
    /// More games than can be numbered.
    pub fn with(&self, config: Config) -> Result<Manifest, PlanError> {
        let plan = self.plan_with(&config, self.shard_of_run())?;
        Ok(Manifest {
            config_hash: config.hash(),
            games: plan.total_games(),
            groups: plan.total_groups(),
            plan: planned(&plan),
            config,
            ..self.clone()
        })
    }

    /// The same in one line, without its end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("a manifest is plain data")
    }

    /// Whether a run with the other manifest continues this one. A run that is played round by round may become longer,
    /// and of a race the other manifest does not know yet who is out.
    ///
    /// # Errors
    /// What differs in a way that forbids it.
    pub fn continues_as(&self, other: &Manifest) -> Result<(), Refusal> {
        let (there, here) = (self.config.rounds, other.config.rounds);
        let by_rounds = other.config.interleave || other.config.format == Format::Swiss;
        let begun = Config {
            rounds: if by_rounds { there.max(here) } else { there },
            elimination: self.config.elimination.clone().map(Elimination::begun),
            rating: self.config.rating.clone().map(Rating::begun),
            opening: match by_rounds {
                true => self.config.opening.clone().as_long_as(&other.config.opening),
                false => self.config.opening.clone(),
            },
            ..self.config.clone()
        };
        if begun != self.config
            && let Ok(begun) = self.with(begun)
        {
            return begun.continues_as(other);
        }
        let placed = other.config.placed_as(&self.config);
        if placed != other.config
            && let Ok(placed) = other.with(placed)
        {
            return self.continues_as(&placed);
        }
        let is_other = self.config_hash != other.config_hash;
        refuse_if!(is_other, "it holds another run: {}", self.config_difference(other));
        let (begun_by, program) = (&self.program, &other.program);
        refuse_if!(begun_by != program, "it was begun by {begun_by}, this is {program}");
        let [there, here] =
            [self, other].map(|manifest| manifest.shard.as_deref().unwrap_or("the whole run"));
        refuse_if!(there != here, "it holds {there}, not {here}");
        refuse_if!(self != other, "its manifest was edited");
        Ok(())
    }

    fn config_difference(&self, other: &Manifest) -> String {
        let json = |config: &Config| match serde_json::to_value(config) {
            Ok(Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let (ours, theirs) = (json(&self.config), json(&other.config));
        let mut keys = ours.keys().chain(theirs.keys());
        let word = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
        match keys.find(|key| ours.get(*key) != theirs.get(*key)) {
            Some(key) => {
                format!("`{key}` is {} there and {} here", word(ours.get(key)), word(theirs.get(key)))
            }
            None => "its manifest was edited".to_owned(),
        }
    }
}
