//! The results of a run, and how they grow while it is played.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use serde::Serialize;
use torneo_analysis::{Analysis, AnalysisOptions};
use torneo_arena::Error;
use torneo_arena::figures::{Copies, Groups, Pooled, Tally};
use torneo_arena::results::{Follower, GameResult, Manifest};
use torneo_registry::Registry;

/// Games that are shown one by one.
const RECENT: usize = 50;
/// Recorded games that the report can replay, at most.
const REPLAYS: u64 = 10_000;

/// The results folder of a run that is read while it grows.
pub struct Results {
    folder: PathBuf,
    manifest: Manifest,
    total: u64,
    follower: Follower,
    read: u64,
    groups: Groups,
    tally: Tally,
    recent: VecDeque<Row>,
}

/// An engine so far: the figures of the leaderboard.
#[derive(Clone, Serialize)]
struct Standing {
    engine: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Its score against the others, 0.5 is even; none before its first game.
    score: Option<f64>,
}

/// A game that was played.
#[derive(Clone, Serialize)]
struct Row {
    game_no: u64,
    game: String,
    engines: Vec<String>,
    scores: Vec<f64>,
    reason: String,
    plies: u64,
}

/// The run as it stands.
#[derive(Serialize)]
pub struct Progress<'a> {
    name: &'a str,
    games: u64,
    total: u64,
    /// The best first.
    engines: Vec<Standing>,
    /// The last games, the last one first.
    recent: &'a VecDeque<Row>,
}

impl Results {
    /// The results in a folder.
    ///
    /// # Errors
    /// A folder that holds no run.
    pub fn open(registry: &Registry, folder: &Path) -> Result<Results, Error> {
        let manifest = Manifest::read(folder)?;
        let total = manifest.plan_of(manifest.shard_of_run())?.games();
        Ok(Results {
            folder: folder.to_owned(),
            groups: Groups::new(&manifest.config),
            tally: Tally::new(manifest.config.engines.len(), Copies::read(registry, &manifest.config, &[])),
            total,
            follower: Follower::new(folder),
            read: 0,
            recent: VecDeque::new(),
            manifest,
        })
    }

    /// Reads what was added since the last time.
    ///
    /// # Errors
    /// Results that cannot be read.
    pub fn progress(&mut self) -> Result<Progress<'_>, Error> {
        let Results { follower, groups, tally, recent, .. } = self;
        self.read += follower.each_new(|game| {
            if let Some(group) = groups.add(game) {
                tally.add(&group);
            }
            recent.push_front(Row::of(game));
            recent.truncate(RECENT);
        })?;
        // The last group may grow.
        let mut tally = self.tally.clone();
        if let Some(group) = self.groups.clone().finish() {
            tally.add(&group);
        }
        let names = &self.manifest.config.engines;
        let standing = |standing: torneo_arena::figures::Standing| Standing {
            engine: names[standing.engine].name.clone(),
            games: standing.games,
            wins: standing.wins,
            draws: standing.draws,
            losses: standing.losses,
            score: standing.score.map(|score| score.value),
        };
        Ok(Progress {
            name: &self.manifest.name,
            games: self.read,
            total: self.total,
            engines: tally.standings(&Pooled::default()).into_iter().map(standing).collect(),
            recent: &self.recent,
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The report of the results so far as HTML. Nothing is written.
    ///
    /// # Errors
    /// Results that cannot be read.
    pub fn report(registry: &Registry, folder: &Path) -> Result<String, Error> {
        let analysis = Analysis::of(registry, folder, AnalysisOptions::default())?;
        torneo_report::page(registry, folder, &analysis, REPLAYS, &mut |_, _| ())
    }
}

impl Row {
    fn of(game: &GameResult) -> Row {
        Row {
            game_no: game.game_no,
            game: game.game.clone(),
            engines: game.seats.iter().map(|seat| seat.engine.clone()).collect(),
            scores: game.seats.iter().map(|seat| seat.score).collect(),
            reason: game.reason.clone(),
            plies: game.plies,
        }
    }
}
