//! Playing an atlas, run by run.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use torneo_analysis::{Analysis, AnalysisOptions, GameAdvantage, Method};
use torneo_arena::Error;
use torneo_arena::plan::Tournament;
use torneo_arena::results::{Manifest, PROGRAM};
use torneo_arena::run::{Progress, RunOptions, run};
use torneo_registry::Registry;

use crate::clock;
use crate::derived::{Known, derive};
use crate::design::Design;
use crate::rows::{self, Keyed, MatchRow, Row, rounded, rounded_e_value};
use crate::tasks::Task;

/// The version of the program, as the files have it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Who plays an atlas, and where to.
pub struct Player<'a> {
    /// The games and engines.
    pub registry: &'a Registry,
    /// The design.
    pub design: &'a Design,
    /// What is known of the games.
    pub known: &'a Known,
    /// The folder of the atlas.
    pub out: &'a Path,
    /// Threads; 0 for one per processor.
    pub threads: usize,
    /// Ends the run that is played.
    pub stop: &'a Arc<AtomicBool>,
}

/// What a run gives.
pub enum Found {
    /// The rows of a cell, one a seat.
    Cell(Vec<Row>),
    /// That of a match.
    Match(MatchRow),
}

impl Player<'_> {
    /// Plays a cell or a match, or the rest of one, and writes what it gives into the files of the atlas.
    ///
    /// # Errors
    /// Files that cannot be used, engines that fail, or [`Error::Interrupted`]: the games that are finished are kept.
    pub fn play(&self, task: Task) -> Result<Found, Error> {
        let Player { design, out, .. } = *self;
        let tournament = task.tournament(self.registry, design)?;
        let folder = rows::games_folder(out, &task.name(design));
        let is_older = |manifest: Manifest| manifest.program != PROGRAM;
        if folder.exists() && Manifest::read(&folder).is_ok_and(is_older) {
            // Games of another version of the program do not belong to this cell.
            std::fs::remove_dir_all(&folder).map_err(|error| Error::io("remove", &folder, error))?;
        }
        let options = RunOptions {
            threads: self.threads,
            resume: folder.exists(),
            progress: Some(Arc::new(Progress::default())),
            ..RunOptions::default()
        };
        std::fs::create_dir_all(out).map_err(|error| Error::io("make", out, error))?;
        let began = clock::processor_time();
        let played = run(&tournament, &folder, options, self.stop);
        let seconds = clock::processor_time().saturating_sub(began).as_secs_f64();
        rows::add_time(out, task.key(design), seconds)?;
        played?;
        let found = self.found(task, &tournament, &folder)?;
        self.enter(&found, &Manifest::new(&tournament))?;
        Ok(found)
    }

    /// What the games of a finished run say.
    fn found(&self, task: Task, tournament: &Tournament, folder: &Path) -> Result<Found, Error> {
        let options = AnalysisOptions { bootstrap: 0, ..AnalysisOptions::default() };
        let analysis = Analysis::of(self.registry, folder, options)?;
        if analysis.engine_errors > 0 {
            let (faults, games) = (analysis.engine_errors, analysis.games);
            let message =
                format!("{}: an engine failed in {faults} of {games} games", task.words(self.design));
            return Err(Error::run(format!("{message}; they are in {}", folder.display())));
        }
        let [game, engine, level, opponent, opponent_level] = task.key(self.design).map(str::to_owned);
        let version = VERSION.to_owned();
        if let Task::Match { .. } = task {
            let names = [0, 1].map(|place| &*tournament.config.engines[place].name);
            let duel = analysis.duels.iter().find(|duel| [&*duel.engine, &duel.opponent] == names);
            let (Some(duel), Some(pair)) = (duel, analysis.pairs.first()) else {
                return Err(Error::run(format!("{}: no result", task.words(self.design))));
            };
            let is_ahead = pair.engine == names[0];
            let sign = if is_ahead { 1.0 } else { -1.0 };
            let (low, high) = pair.interval;
            let (low, high) = if is_ahead { (low, high) } else { (-high, -low) };
            return Ok(Found::Match(MatchRow {
                game,
                engine,
                level,
                opponent,
                opponent_level,
                games: duel.games,
                score: rounded(duel.score.value, 4),
                low: rounded(duel.score.low, 4),
                high: rounded(duel.score.high, 4),
                elo: rounded(sign * pair.elo, 1),
                elo_low: rounded(low, 1),
                elo_high: rounded(high, 1),
                superiority: rounded(if is_ahead { pair.superiority } else { 1.0 - pair.superiority }, 4),
                version,
            }));
        }
        let branching = analysis.metrics.iter().find(|metric| metric.name == "branching_factor");
        let branching = branching.map(|metric| rounded(metric.value, 2));
        let entry = &self.design.entries[task.entry()];
        let budget = match task {
            Task::Cell { level, .. } => self.design.levels[level].budget(entry.branching.unwrap_or(1)),
            Task::Match { .. } => String::new(),
        };
        let end = |end: f64| end.is_finite().then(|| rounded(end, 4));
        let row = |seat: &GameAdvantage| Row {
            game: game.clone(),
            engine: engine.clone(),
            level: level.clone(),
            budget: budget.clone(),
            seat: seat.seat,
            seat_name: seat.name.clone(),
            games: seat.games.unwrap_or(0),
            distinct: seat.distinct_games,
            score: rounded(seat.score.value, 4),
            low: end(seat.score.low),
            high: end(seat.score.high),
            e_value: seat.e_value.map(rounded_e_value),
            verdict: String::new(),
            draws: rounded(seat.draws.unwrap_or(0.0), 4),
            plies: rounded(seat.mean_plies.unwrap_or(0.0), 2),
            branching,
            measured_elo: None,
            version: version.clone(),
        };
        let seats = analysis.first_move.iter().filter(|seat| seat.method == Method::SelfPlay);
        Ok(Found::Cell(seats.map(row).collect()))
    }

    /// Writes what a run gave into the files, in the place of what stood there.
    fn enter(&self, found: &Found, manifest: &Manifest) -> Result<(), Error> {
        let Player { design, known, out, .. } = *self;
        let _lock = rows::locked(out)?;
        let (mut cells, mut matches) = (rows::read::<Row>(out)?, rows::read::<MatchRow>(out)?);
        match found {
            Found::Cell(new) => {
                cells.retain(|row| new.iter().all(|new| new.key() != row.key()));
                cells.extend(new.iter().cloned());
            }
            Found::Match(new) => {
                matches.retain(|row| row.key() != new.key());
                matches.push(new.clone());
            }
        }
        derive(design, known, &mut cells, &mut matches);
        let mut manifests = rows::read_manifests(out);
        manifests.retain(|(name, _)| *name != manifest.name);
        manifests.push((manifest.name.clone(), manifest.line()));
        manifests.sort();
        rows::write_manifests(out, &manifests)?;
        rows::write(out, &matches)?;
        rows::write(out, &cells)
    }
}

/// The sittings' core-time so far.
pub fn core_time(out: &Path) -> Duration {
    Duration::from_secs_f64(rows::core_seconds(out))
}
