//! Planning the sizes of the cells: from four games each, once. From then on they are part of the design.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use toml_edit::{DocumentMut, TableLike, value};
use torneo_analysis::{Analysis, AnalysisOptions};
use torneo_arena::Error;
use torneo_arena::clock::processor_time;
use torneo_arena::run::{Progress, RunOptions, run};
use torneo_arena::storage;
use torneo_contract::Refusal;
use torneo_registry::Registry;
use torneo_registry::incoming::{self, Encoding, Named};

use crate::design::{BRANCHING, Bounds, Design, Entry, Size};
use crate::tasks::{RunOf, run_of};

/// Games of a cell that are played to find out how long one takes.
const PROBES: u64 = 4;
/// Random games from which the branching number is taken.
const RANDOM_GAMES: u64 = 100;
/// Sizes are whole multiples of this number.
const ROUND: u64 = 100;
/// How often it is looked whether the games take too long.
const LOOK: Duration = Duration::from_millis(20);

/// Plans what a design lacks, game by game, and writes it into its file, comments and all else as they were. `told` hears of
/// every game. The time of a game is the processor time of this process. Returns how many games and variants lacked something.
///
/// # Errors
/// A file that is no design or cannot be written, or [`Error::Interrupted`]: the games planned so far are in the file.
pub fn plan(
    registry: &Registry,
    path: &Path,
    threads: usize,
    stop: &Arc<AtomicBool>,
    mut told: impl FnMut(&str),
) -> Result<u64, Error> {
    let file = path.display().to_string();
    let text = incoming::read(path, Named::InFile, Encoding::Utf8)
        .map_err(|error| Error::input(format!("argument <CONFIG>: cannot read {file}: {error}")))?;
    let design = Design::parse(registry, &file, &text)?;
    let mut document: DocumentMut = text.parse().map_err(Error::run)?;
    let planner = Planner { registry, design: &design, threads, stop };
    let mut planned = 0;
    for entry in &design.entries {
        let missing = design.unplanned(entry);
        if entry.branching.is_some() && missing.is_empty() {
            continue;
        }
        let (branching, sizes) = planner.sizes(entry, &missing)?;
        let section = entry.section.key();
        let line = document[section][&entry.written].as_table_like_mut();
        let line: &mut dyn TableLike = line.ok_or_else(|| Error::run("the line of a game is a table"))?;
        line.insert(BRANCHING, value(i64::try_from(branching).unwrap_or(i64::MAX)));
        for (level, size) in sizes {
            let size = match size {
                Size::Games(games) => value(i64::try_from(games).unwrap_or(i64::MAX)),
                Size::NotPlayed(why) => value(why),
            };
            line.insert(&design.levels[level].key(), size);
        }
        line.fmt();
        storage::replace(path, document.to_string().as_bytes())
            .map_err(|error| Error::io("write", path, error))?;
        told(&format!("{} = {}", entry.written, document[section][&entry.written].to_string().trim()));
        planned += 1;
    }
    Ok(planned)
}

struct Planner<'a> {
    registry: &'a Registry,
    design: &'a Design,
    threads: usize,
    stop: &'a Arc<AtomicBool>,
}

/// What a few games of an engine show.
struct Probe {
    /// Core-seconds of a game; none if it takes longer than any cell allows.
    seconds: Option<f64>,
    /// The mean number of legal actions; none for a game without choices.
    branching: Option<f64>,
}

impl Planner<'_> {
    /// The branching number and the sizes of these levels' cells.
    fn sizes(&self, entry: &Entry, levels: &[usize]) -> Result<(u64, Vec<(usize, Size)>), Error> {
        let Bounds { games, .. } = self.design.bounds;
        let random = self.probe(entry, "random", RANDOM_GAMES)?;
        let branching = match (entry.branching, random.branching) {
            (Some(planned), _) => planned,
            (None, Some(mean)) => 1 << libm::log2(mean).round().clamp(1.0, 32.0) as u32,
            (None, None) => 1,
        };
        let mut sizes = Vec::new();
        for &level in levels {
            let spec = self.design.levels[level].spec(branching);
            let has_budget = !self.design.levels[level].budget(branching).is_empty();
            if has_budget && !entry.game.has_choices() {
                sizes.push((level, Err(Refusal::new("no choices"))));
                continue;
            }
            match self.probe(entry, &spec, PROBES) {
                Ok(Probe { seconds, .. }) => sizes.push((level, Ok(seconds))),
                Err(error @ (Error::Game(_) | Error::Engine(_))) => {
                    sizes.push((level, Err(Refusal::new(error))));
                }
                Err(error) => return Err(error),
            }
        }
        // The strongest level of an engine is the last one that fits, if all of its levels are planned here.
        let strongest = |engine: &str| {
            let is_open = self.design.levels.iter().any(|level| level.engine == engine && level.later);
            if is_open || entry.is_variant() {
                return None;
            }
            let fits = |(level, probe): &&(usize, Result<Option<f64>, Refusal>)| {
                let seconds = probe.as_ref().ok().copied().flatten();
                let fitting = seconds.is_some_and(|seconds| self.fitting(seconds, true) > 0);
                self.design.levels[*level].engine == engine && fitting
            };
            sizes.iter().rev().find(fits).map(|(level, _)| *level)
        };
        let size = |(level, probe): &(usize, Result<Option<f64>, Refusal>)| {
            let at = &self.design.levels[*level];
            let is_strongest = !at.budget(1).is_empty() && strongest(&at.engine) == Some(*level);
            let size = match probe {
                Err(why) => Size::NotPlayed(why.to_string()),
                Ok(None) => {
                    Size::NotPlayed(format!("over the cap: more than {:.0} s a game", self.longest()))
                }
                Ok(Some(seconds)) => match self.fitting(*seconds, is_strongest) {
                    0 => Size::NotPlayed(format!("over the cap: {seconds:.0} s a game")),
                    // At random without a budget there is nothing to be the strongest of.
                    fitting if at.budget(1).is_empty() => Size::Games(fitting.min(games)),
                    fitting => Size::Games(fitting),
                },
            };
            (*level, size)
        };
        Ok((branching, sizes.iter().map(size).collect()))
    }

    /// How many games a cell can have, if one takes this many core-seconds.
    fn fitting(&self, seconds: f64, is_strongest: bool) -> u64 {
        let Bounds { games, strongest_games, minutes, strongest_minutes } = self.design.bounds;
        let (most, minutes) =
            if is_strongest { (strongest_games, strongest_minutes) } else { (games, minutes) };
        let rounds = (60.0 * minutes as f64 / seconds.max(1e-9) / ROUND as f64).floor();
        if rounds >= (most / ROUND) as f64 { most } else { rounds as u64 * ROUND }
    }

    /// Core-seconds of a game beyond which no cell fits.
    fn longest(&self) -> f64 {
        let Bounds { minutes, strongest_minutes, .. } = self.design.bounds;
        60.0 * minutes.max(strongest_minutes) as f64 / ROUND as f64
    }

    /// Plays a few games of an engine with itself.
    fn probe(&self, entry: &Entry, engine: &str, games: u64) -> Result<Probe, Error> {
        let tournament = run_of(
            self.registry,
            entry,
            RunOf {
                name: "plan",
                seed: self.design.seed,
                engines: &[engine.to_owned()],
                games,
                book: Vec::new(),
            },
        )?;
        let folder =
            tempfile::tempdir().map_err(|error| Error::run(format!("cannot make a folder: {error}")))?;
        let out = folder.path().join("plan");
        let options = RunOptions {
            threads: self.threads,
            progress: Some(Arc::new(Progress::default())),
            ..RunOptions::default()
        };
        let (stop, ended) = (Arc::new(AtomicBool::new(false)), AtomicBool::new(false));
        let began = processor_time();
        let taken = || processor_time().saturating_sub(began).as_secs_f64();
        let most = self.longest() * games as f64;
        let played = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !ended.load(Ordering::Relaxed) {
                    if self.stop.load(Ordering::Relaxed) || taken() > most {
                        stop.store(true, Ordering::Relaxed);
                    }
                    std::thread::sleep(LOOK);
                }
            });
            let played = run(&tournament, &out, options, &stop);
            ended.store(true, Ordering::Relaxed);
            played
        });
        match played {
            Err(Error::Interrupted) if !self.stop.load(Ordering::Relaxed) => {
                return Ok(Probe { seconds: None, branching: None });
            }
            played => _ = played?,
        }
        let seconds = taken() / games as f64;
        let options = AnalysisOptions { bootstrap: 0, ..AnalysisOptions::default() };
        let analysis = Analysis::of(self.registry, &out, options)?;
        let branching = analysis.metrics.iter().find(|metric| metric.name == "branching_factor");
        Ok(Probe { seconds: Some(seconds), branching: branching.map(|metric| metric.value) })
    }
}
