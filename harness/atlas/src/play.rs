//! Playing an atlas, run by run.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use torneo_analysis::{Analysis, AnalysisOptions, GameAdvantage, Method};
use torneo_arena::Error;
use torneo_arena::clock::processor_time;
use torneo_arena::figures::{Observed, SelfPlayFigure, SelfPlaySums, Source};
use torneo_arena::plan::Tournament;
use torneo_arena::results::{GameResult, Manifest, PROGRAM, each_game};
use torneo_arena::run::{Progress, RunOptions, run_in};
use torneo_arena::storage::Store;
use torneo_contract::{reason, refuse_if};
use torneo_registry::Registry;
use torneo_statistics::Estimate;

use crate::alike::{Measured, homogeneity};
use crate::coherence::Judge;
use crate::derived::Known;
use crate::design::Design;
use crate::files::{self, ManifestLine};
use crate::first_moves::FirstMove;
use crate::folder::{self, Entered};
use crate::rows::{Contents, FirstMoveRow, MatchRow, Row, UnequalRow, rounded, rounded_e_value};
use crate::tasks::Task;
use crate::verdicts::MARGIN;

/// The version of the program, as the files have it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Who plays an atlas, and where to.
pub struct Player<'a> {
    /// The files that are written.
    pub store: &'a Store,
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
        self.play_timed(task).map(|(found, _)| found)
    }

    /// The same, with the core-seconds of this sitting.
    ///
    /// # Errors
    /// Those of [`Player::play`].
    pub fn play_timed(&self, task: Task) -> Result<(Found, f64), Error> {
        let Player { store, design, out, .. } = *self;
        let tournament = task.tournament(self.registry, design)?;
        self.check_games(task)?;
        let folder = files::games_folder(out, &task.name(design));
        let options = RunOptions {
            threads: self.threads,
            resume: folder.exists(),
            progress: Some(Arc::new(Progress::default())),
            ..RunOptions::default()
        };
        store.files.create_dir(out).map_err(|error| Error::io("make", out, error))?;
        let began = processor_time();
        let played = run_in(store, &tournament, &folder, options, self.stop);
        let seconds = processor_time().saturating_sub(began).as_secs_f64();
        let played = match played {
            // Nothing was played, and nothing is changed.
            Err(refused) if refused.is_input() => return Err(refused),
            played => played,
        };
        folder::add_time(store, out, task.key(design), seconds)?;
        played?;
        let found = self.found(task, &tournament, &folder)?;
        self.enter(task, &found, &Manifest::new(&tournament))?;
        Ok((found, seconds))
    }

    /// Makes sure that the games of a task, if there are some, are those of this version of the program, and lie in this folder.
    ///
    /// # Errors
    /// A link on the way, or games that another version began.
    pub fn check_games(&self, task: Task) -> Result<(), Error> {
        let name = task.name(self.design);
        folder::check_games(self.out, &name)?;
        match Manifest::read(&files::games_folder(self.out, &name)) {
            Ok(manifest) if manifest.program != PROGRAM => Err(self.of_another(task, &manifest.program)),
            // A manifest that cannot be read is refused where the games are to go on.
            _ => Ok(()),
        }
    }

    /// The refusal of a task that another version of the program began.
    pub(crate) fn of_another(&self, task: Task, program: &str) -> Error {
        let (place, file) = (self.out.display(), &self.design.file);
        let message =
            format!("{place}: {} was begun by {program}, this is {PROGRAM}", task.words(self.design));
        let help = format!("torneo atlas {file} --out NEW --replay {place} plays it again in a new folder");
        Error::input_with_help(message, help)
    }

    /// What the rows of a folder are compared by.
    pub fn judge(&self) -> Judge<'_> {
        Judge { design: self.design, known: self.known }
    }

    /// What the games of a finished run say.
    pub(crate) fn found(&self, task: Task, tournament: &Tournament, folder: &Path) -> Result<Found, Error> {
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
        let completion = rounded(completion(folder)?, 4);
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
            completion: Some(completion),
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
        let tokens: Vec<&String> = moves.iter().flat_map(FirstMove::all).collect();
        let classes: Vec<usize> =
            moves.iter().enumerate().flat_map(|(class, first)| first.all().map(move |_| class)).collect();
        let place = |result: &GameResult| tokens.iter().position(|token| **token == result.opening);
        let each = self.heaps(task, folder, tokens.len(), place)?;
        let class = |result: &GameResult| place(result).map(|place| classes[place]);
        let figures = self.figures(task, folder, moves.len(), class)?;
        let [game, engine, name, ..] = task.key(self.design).map(str::to_owned);
        let budget = self.design.levels[level].budget(entry.branching.unwrap_or(1));
        let mut rows = Vec::new();
        for (class, (first, figure)) in moves.iter().zip(&figures).enumerate() {
            let own = || each.iter().zip(&classes).filter(|(_, of)| **of == class).map(|(figure, _)| figure);
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
                asymmetry: asymmetry(own().map(|figure| Some(figure.as_ref()?.seats[seat.seat].score))),
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
        let all = self.heaps(task, folder, count, place)?;
        let figures: Vec<SelfPlayFigure> = all.into_iter().flatten().collect();
        let what = task.words(self.design);
        refuse_if!(figures.len() < count, Error::run(format!("{what}: some rows have no game")));
        Ok(figures)
    }

    /// The same; none for a heap without games.
    fn heaps(
        &self,
        task: Task,
        folder: &Path,
        count: usize,
        place: impl Fn(&GameResult) -> Option<usize>,
    ) -> Result<Vec<Option<SelfPlayFigure>>, Error> {
        let mut sums = vec![SelfPlaySums::new(Source::Game, MARGIN); count];
        let mut strays = 0;
        each_game(folder, |result| match place(result) {
            Some(place) => sums[place].add(&Observed::of(result, &result.scores())),
            None => strays += 1,
        })?;
        let figures: Vec<Option<SelfPlayFigure>> = sums.iter().map(|sums| sums.figure(0.95)).collect();
        let faults: u64 = figures.iter().flatten().map(|figure| figure.faults).sum();
        if strays + faults > 0 {
            let what = task.words(self.design);
            let message = format!("{what}: an engine failed in {faults} games, {strays} belong to no row");
            return Err(Error::run(format!("{message}; they are in {}", folder.display())));
        }
        Ok(figures)
    }

    /// Writes what a run gave into the files, in the place of what stood there.
    fn enter(&self, task: Task, found: &Found, manifest: &Manifest) -> Result<(), Error> {
        let Player { store, design, out, .. } = *self;
        let _lock = folder::locked(out)?;
        let there = folder::look(self.registry, out, Some(self.judge())).sound()?;
        let mut contents = there.contents.clone();
        contents.take(task.key(design), &found.rows());
        let contents = folder::derived(out, self.judge(), &contents)?;
        let mut manifests = there.manifests.clone();
        manifests.retain(|there| there.name != manifest.name);
        manifests.push(ManifestLine {
            name: manifest.name.clone(),
            program: manifest.program.clone(),
            seed: manifest.seed,
            games: manifest.games,
            line: manifest.line(),
        });
        manifests.sort_by(|a, b| a.name.cmp(&b.name));
        let entered = Entered { design: &design.text, contents: &contents, manifests: &manifests };
        folder::enter(store, out, &there, &entered)
    }
}

impl Found {
    /// The same as rows of the files.
    pub(crate) fn rows(&self) -> Contents {
        let mut rows = Contents::default();
        match self {
            Found::Cell(cells) => rows.cells.clone_from(cells),
            Found::Match(row) => rows.matches.push(row.clone()),
            Found::FirstMoves(moves) => rows.first_moves.clone_from(moves),
            Found::Unequal(unequal) => rows.unequal.clone_from(unequal),
        }
        rows
    }
}

/// Chi-squared of scores that are equal if an engine treats alike what symmetries map onto each other; none for one score, or
/// where a score is missing or has no interval.
fn asymmetry(scores: impl Iterator<Item = Option<Estimate>>) -> Option<f64> {
    let measured =
        |score: Option<Estimate>| score.and_then(|score| Measured::of(score.value, score.low, score.high));
    let measured: Option<Vec<Measured>> = scores.map(measured).collect();
    let (squares, freedom) = homogeneity(&measured?);
    (freedom > 0).then(|| rounded(squares, 4))
}

/// Share of the games of a finished run that did not end by the length limit.
///
/// # Errors
/// Games that cannot be read.
fn completion(folder: &Path) -> Result<f64, Error> {
    let (mut games, mut cut) = (0u64, 0u64);
    each_game(folder, |result| {
        games += 1;
        cut += u64::from(result.reason == reason::LENGTH_LIMIT);
    })?;
    Ok(1.0 - cut as f64 / games.max(1) as f64)
}

/// The end of an interval, as it stands in the files; none where there is none.
fn end(end: f64) -> Option<f64> {
    end.is_finite().then(|| rounded(end, 4))
}

/// The sittings' core-time so far.
///
/// # Errors
/// Times that are not as they were written; the error names the line.
pub fn core_time(out: &Path) -> Result<Duration, Error> {
    let seconds = files::core_seconds(out)?;
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}
