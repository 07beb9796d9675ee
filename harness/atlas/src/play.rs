//! Playing an atlas, run by run.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use torneo_analysis::{Analysis, AnalysisOptions, GameAdvantage, Method};
use torneo_arena::Error;
use torneo_arena::figures::{Observed, SelfPlayFigure, SelfPlaySums, Source};
use torneo_arena::plan::Tournament;
use torneo_arena::results::{GameResult, Manifest, PROGRAM, each_game};
use torneo_arena::run::{Progress, RunOptions, run};
use torneo_registry::Registry;

use crate::clock;
use crate::derived::{Known, MARGIN, derive};
use crate::design::Design;
use crate::files;
use crate::rows::{Contents, FirstMoveRow, MatchRow, Row, UnequalRow, rounded, rounded_e_value};
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
    /// Those after each first move, one a seat.
    FirstMoves(Vec<FirstMoveRow>),
    /// Those of the first seat with unequal budgets: with the higher one, and with the lower one.
    Unequal(Vec<UnequalRow>),
}

impl Player<'_> {
    /// Plays a cell or a match, or the rest of one, and writes what it gives into the files of the atlas.
    ///
    /// # Errors
    /// Files that cannot be used, engines that fail, or [`Error::Interrupted`]: the games that are finished are kept.
    pub fn play(&self, task: Task) -> Result<Found, Error> {
        let Player { design, out, .. } = *self;
        let tournament = task.tournament(self.registry, design)?;
        let folder = files::games_folder(out, &task.name(design));
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
        files::add_time(out, task.key(design), seconds)?;
        played?;
        let found = self.found(task, &tournament, &folder)?;
        self.enter(task, &found, &Manifest::new(&tournament))?;
        Ok(found)
    }

    /// What the games of a finished run say.
    fn found(&self, task: Task, tournament: &Tournament, folder: &Path) -> Result<Found, Error> {
        match task {
            Task::Cell { .. } | Task::Match { .. } => {}
            Task::FirstMoves { entry, level } => return self.after_first_moves(task, entry, level, folder),
            Task::Unequal { entry, level, opponent } => {
                return self.unequal(task, entry, [level, opponent], tournament, folder);
            }
        }
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
            let (Some(elo), Some((low, high)), Some(superiority)) =
                (pair.elo, pair.interval, pair.superiority)
            else {
                return Err(Error::run(format!(
                    "{}: its games are copies of a few",
                    task.words(self.design)
                )));
            };
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
                elo: rounded(sign * elo, 1),
                elo_low: rounded(low, 1),
                elo_high: rounded(high, 1),
                superiority: rounded(if is_ahead { superiority } else { 1.0 - superiority }, 4),
                version,
            }));
        }
        let branching = analysis.metrics.iter().find(|metric| metric.name == "branching_factor");
        let branching = branching.map(|metric| rounded(metric.value, 2));
        let entry = &self.design.entries[task.entry()];
        let budget = match task {
            Task::Cell { level, .. } => self.design.levels[level].budget(entry.branching.unwrap_or(1)),
            _ => String::new(),
        };
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

    /// What the seats score after each first move.
    fn after_first_moves(
        &self,
        task: Task,
        entry: usize,
        level: usize,
        folder: &Path,
    ) -> Result<Found, Error> {
        let moves = self.design.first_moves(entry);
        let entry = &self.design.entries[entry];
        let place = |result: &GameResult| moves.iter().position(|first| first.token == result.opening);
        let figures = self.figures(task, folder, moves.len(), place)?;
        let [game, engine, name, ..] = task.key(self.design).map(str::to_owned);
        let budget = self.design.levels[level].budget(entry.branching.unwrap_or(1));
        let mut rows = Vec::new();
        for (first, figure) in moves.iter().zip(&figures) {
            rows.extend(figure.seats.iter().map(|seat| FirstMoveRow {
                game: game.clone(),
                engine: engine.clone(),
                level: name.clone(),
                budget: budget.clone(),
                first_move: first.token.clone(),
                alike: 1 + first.alike.len() as u64,
                seat: seat.seat,
                seat_name: entry.game.seat_name(torneo_contract::Seat::new(seat.seat)).to_owned(),
                games: figure.games,
                distinct: figure.distinct_games,
                score: rounded(seat.score.value, 4),
                low: end(seat.score.low),
                high: end(seat.score.high),
                version: VERSION.to_owned(),
            }));
        }
        Ok(Found::FirstMoves(rows))
    }

    /// What the first seat scores with each of two budgets against the other.
    fn unequal(
        &self,
        task: Task,
        entry: usize,
        levels: [usize; 2],
        tournament: &Tournament,
        folder: &Path,
    ) -> Result<Found, Error> {
        let names = [0, 1].map(|place| &*tournament.config.engines[place].name);
        let place = |result: &GameResult| names.iter().position(|name| *name == result.seats[0].engine);
        let figures = self.figures(task, folder, names.len(), place)?;
        let entry = &self.design.entries[entry];
        let row = |(first, figure): (usize, &SelfPlayFigure)| {
            let [own, other] = [levels[first], levels[1 - first]].map(|level| &self.design.levels[level]);
            let budget = |level: &crate::design::Level| level.budget(entry.branching.unwrap_or(1));
            let score = figure.seats[0].score;
            UnequalRow {
                game: entry.spec().to_owned(),
                engine: own.engine.clone(),
                level: own.name.clone(),
                budget: budget(own),
                other_level: other.name.clone(),
                other_budget: budget(other),
                seat_name: entry.game.seat_name(torneo_contract::Seat::FIRST).to_owned(),
                games: figure.games,
                distinct: figure.distinct_games,
                score: rounded(score.value, 4),
                low: end(score.low),
                high: end(score.high),
                draws: rounded(figure.draws, 4),
                plies: rounded(figure.mean_plies, 2),
                version: VERSION.to_owned(),
            }
        };
        Ok(Found::Unequal(figures.iter().enumerate().map(row).collect()))
    }

    /// What the games of a finished run say, put into `count` heaps by `place`.
    fn figures(
        &self,
        task: Task,
        folder: &Path,
        count: usize,
        place: impl Fn(&GameResult) -> Option<usize>,
    ) -> Result<Vec<SelfPlayFigure>, Error> {
        let mut sums = vec![SelfPlaySums::new(Source::Game, MARGIN); count];
        let mut strays = 0;
        each_game(folder, |result| match place(result) {
            Some(place) => sums[place].add(&Observed::of(result, &result.scores())),
            None => strays += 1,
        })?;
        let figures: Vec<SelfPlayFigure> = sums.iter().filter_map(|sums| sums.figure(0.95)).collect();
        let faults: u64 = figures.iter().map(|figure| figure.faults).sum();
        if strays + faults > 0 || figures.len() < count {
            let what = task.words(self.design);
            let message = format!("{what}: an engine failed in {faults} games, {strays} belong to no row");
            return Err(Error::run(format!("{message}; they are in {}", folder.display())));
        }
        Ok(figures)
    }

    /// Writes what a run gave into the files, in the place of what stood there.
    fn enter(&self, task: Task, found: &Found, manifest: &Manifest) -> Result<(), Error> {
        let Player { design, known, out, .. } = *self;
        let _lock = files::locked(out)?;
        let mut contents = files::read_all(out)?;
        let mut new = Contents::default();
        match found {
            Found::Cell(rows) => new.cells.clone_from(rows),
            Found::Match(row) => new.matches.push(row.clone()),
            Found::FirstMoves(rows) => new.first_moves.clone_from(rows),
            Found::Unequal(rows) => new.unequal.clone_from(rows),
        }
        contents.take(task.key(design), &new);
        derive(design, known, &mut contents);
        let mut manifests = files::read_manifests(out);
        manifests.retain(|(name, _)| *name != manifest.name);
        manifests.push((manifest.name.clone(), manifest.line()));
        manifests.sort();
        files::write_manifests(out, &manifests)?;
        files::write_all(out, &contents)
    }
}

/// The end of an interval, as it stands in the files; none where there is none.
fn end(end: f64) -> Option<f64> {
    end.is_finite().then(|| rounded(end, 4))
}

/// The sittings' core-time so far.
pub fn core_time(out: &Path) -> Duration {
    Duration::from_secs_f64(files::core_seconds(out))
}
