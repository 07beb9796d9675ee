//! `torneo atlas`.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use torneo_arena::plan::Shard;
use torneo_arena::storage::Store;
use torneo_atlas::coherence::Judge;
use torneo_atlas::derived::Known;
use torneo_atlas::design::{Design, Size};
use torneo_atlas::pass::{self, Summary};
use torneo_atlas::plan::plan;
use torneo_atlas::play::{Found, Player, core_time};
use torneo_atlas::rows::{Contents, Keyed, Row, UnequalRow};
use torneo_atlas::tasks::Task;
use torneo_atlas::{exact, folder, page};
use torneo_contract::{nearest, refuse, refuse_if};
use torneo_present::english::Joined as _;
use torneo_present::english::counted;
use torneo_registry::Registry;

use crate::failure::{Failure, did_you_mean};

use super::options::{place, within};
use super::picture::save;
use super::run::{cut_short, option, quoted};
use super::{print, stop_on_interrupt, tell};

/// Measure the first move in every game, by several engines of several strengths, with sizes that are fixed beforehand.
///
/// A cell is one engine with one budget that plays all seats of a game. Cells that stand in the atlas are not played
/// again, so an atlas can be played in several sittings and on several machines.
#[derive(Args)]
#[command(after_help = "Examples: torneo atlas configs/atlas.toml --resume --hours 2
          torneo atlas configs/atlas.toml --cell hnefatafl alpha-beta 8b --out results/again")]
pub struct Atlas {
    /// The design of the atlas, such as `configs/atlas.toml`
    #[arg(value_name = "CONFIG")]
    config: PathBuf,
    /// Only these games
    #[arg(long, value_name = "GAME", num_args = 1..)]
    games: Vec<String>,
    /// One cell alone: the game, the engine and the level as they stand in `atlas.csv`
    #[arg(long, num_args = 3, value_names = ["GAME", "ENGINE", "LEVEL"], conflicts_with = "games", requires = "out")]
    cell: Vec<String>,
    /// Stop after this time; the atlas is then continued with --resume
    #[arg(long, value_name = "H", value_parser = |text: &str| within(text, 0.0..=10_000.0, "expected hours from 0 to 10000, such as 0.5"))]
    hours: Option<f64>,
    /// The folder of the atlas [default: results/NAME, with the name of the design]
    #[arg(long, value_name = "DIR", value_parser = place())]
    out: Option<PathBuf>,
    /// Continue an atlas; without it the folder must be new
    #[arg(long)]
    resume: bool,
    /// Take the cells and matches that stand in these folders from there, instead of playing them again
    #[arg(long, value_name = "DIR", num_args = 1..)]
    reuse: Vec<PathBuf>,
    /// Play the tasks that this folder has rows of again, into a new folder, and print which scores differ: for an atlas
    /// of another version of torneo
    #[arg(long, value_name = "DIR", requires = "out", conflicts_with_all = ["cell", "reuse"])]
    replay: Option<PathBuf>,
    /// Play a part: one of N such as 1/4. Parts may write into one folder, or be joined by --reuse
    #[arg(long, value_name = "I/N|A..B", default_value_t = Shard::WHOLE, hide_default_value = true)]
    shard: Shard,
    /// Threads to play with; 0 for one per processor. The results do not depend on it
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Measure how long games take and write the sizes of the cells into CONFIG, where they are missing; play nothing else
    #[arg(long, conflicts_with_all = ["games", "cell", "hours", "out", "resume", "reuse", "replay", "shard"])]
    plan: bool,
    /// Write the page of what was played so far and play nothing: HTML in one file, Markdown if FILE ends with `.md`. If FILE ends with
    /// `.svg` it is the first plot alone, or with `--games GAME` that game's board with what each first move scores
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cell", "hours", "resume", "reuse", "replay", "shard", "plan"], value_parser = place())]
    page: Option<PathBuf>,
}

impl Atlas {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let until = self.hours.map(|hours| Instant::now() + Duration::from_secs_f64(3600.0 * hours));
        let kept = "the games under way are left, those that are finished are kept";
        if self.plan {
            let stop = stop_on_interrupt(kept)?;
            let planned = plan(registry, &self.config, self.threads.into(), &stop, tell)?;
            let file = self.config.display();
            print(&match planned {
                0 => format!("{file}: nothing to plan, every cell has its size"),
                _ => format!("{file}: sizes written for {}", counted(planned, "game")),
            });
            return Ok(());
        }
        // Until it is read there is nothing to keep: a signal ends the program.
        let design = Design::read(registry, &self.config)?;
        let stop = stop_on_interrupt(kept)?;
        let out = self.out.clone().unwrap_or_else(|| Path::new("results").join(&design.name));
        if let Some(file) = &self.page {
            return write_page(registry, &design, &out, file, &self.games);
        }
        let mut tasks = match &self.cell[..] {
            [game, engine, level] => vec![cell(registry, &design, game, engine, level)?],
            _ => pass::tasks(&design, &design.chosen(registry, &self.games)?, self.shard)?,
        };
        // What is wrong with the design or with an engine shows before anything is played.
        for task in &tasks {
            refuse_if!(stop.load(Ordering::Relaxed), Failure::Interrupted);
            task.tournament(registry, &design)?;
        }
        folder::check_is_folder(&out)?;
        if folder::is_begun(&out) && !self.resume {
            let message = format!("the folder {} holds an atlas already", out.display());
            return Err(Failure::input_with_help(
                message,
                format!("go on with: {}", self.continuation(&out)),
            ));
        }
        let known = Known::of(registry, &design);
        let store = Store::default();
        let player = Player {
            store: &store,
            registry,
            design: &design,
            known: &known,
            out: &out,
            threads: self.threads.into(),
            stop: &stop,
        };
        let there = self.replay.as_deref().map(|there| replayed(&player, there)).transpose()?;
        if let Some(there) = &there {
            tasks = pass::with_rows(&design, there, &tasks);
        }
        if folder::is_begun(&out) {
            note(&pass::go_on(&player, &tasks)?);
        }
        if !self.reuse.is_empty() {
            let taken = pass::reuse(&player, &tasks, &self.reuse)?;
            note(&taken.notes);
            tell(&format!("{} cells and matches were taken from other folders", taken.tasks));
        }
        let played = pass::play(&player, &tasks, until, |task, found, seconds| {
            tell(&format!("{}: {}, {seconds:.1} core-seconds", task.words(&design), words(found)));
        });
        let summary = played.map_err(|error| cut_short(error, &self.continuation(&out)))?;
        print(&self.summary(summary, &out)?);
        if let Some(there) = &there {
            let here = pass::open(registry, &out, player.judge())?.contents;
            let (lines, both) = pass::differences(&design, [there, &here], &tasks);
            lines.iter().for_each(|line| print(line));
            print(&match lines.len() {
                0 => format!("{both} cells and matches give the same scores"),
                scores => format!("{} of {both} cells and matches differ", counted(scores as u64, "score")),
            });
        }
        Ok(())
    }

    fn summary(&self, summary: Summary, out: &Path) -> Result<String, Failure> {
        let Summary { cells, cells_done, matches, matches_done, more, more_done, out_of_time } = summary;
        let hours = core_time(out)?.as_secs_f64() / 3600.0;
        let of_matches =
            if matches > 0 { format!(", {matches_done} of {matches} matches") } else { String::new() };
        let of_more = if more > 0 {
            format!(", {more_done} of {more} runs after first moves or with unequal budgets")
        } else {
            String::new()
        };
        let place = out.join(Row::FILE);
        let text = format!(
            "{}: {cells_done} of {cells} cells{of_matches}{of_more}, {hours:.2} core-hours",
            place.display()
        );
        Ok(match out_of_time {
            true => format!("{text}\nThe time is over; continue with: {}", self.continuation(out)),
            false => text,
        })
    }

    /// The command that goes on.
    fn continuation(&self, out: &Path) -> String {
        let config = quoted(&self.config.display().to_string());
        let (games, cell) = (option("games", &self.games), option("cell", &self.cell));
        let replay = option("replay", self.replay.iter().map(|there| there.display()));
        let out = option("out", [out.display()]);
        let shard = option("shard", (self.shard != Shard::WHOLE).then_some(self.shard));
        format!("torneo atlas {config}{games}{cell} --resume{out}{replay}{shard}")
    }
}

/// Tells what the user should know.
fn note(notes: &[String]) {
    notes.iter().for_each(|note| tell(&format!("note: {note}")));
}

/// The rows of a folder whose tasks are to be played again.
fn replayed(player: &Player, there: &Path) -> Result<Contents, Failure> {
    refuse_if!(!there.is_dir(), "argument --replay: there is no folder {}", there.display());
    let same = there.canonicalize().ok().zip(player.out.canonicalize().ok());
    let same = same.is_some_and(|(there, out)| there == out);
    refuse_if!(same, "argument --replay: expected another folder than that of --out");
    let found = pass::open(player.registry, there, player.judge())?;
    note(&found.notes);
    refuse_if!(found.contents == Contents::default(), "argument --replay: {} has no rows", there.display());
    Ok(found.contents)
}

/// Writes the page of an atlas.
fn write_page(
    registry: &Registry,
    design: &Design,
    out: &Path,
    file: &Path,
    games: &[String],
) -> Result<(), Failure> {
    let known = Known::of(registry, design);
    let judge = Judge { design, known: &known };
    let found = pass::open(registry, out, judge)?;
    note(&found.notes);
    refuse_if!(found.contents.cells.is_empty(), "{} has no cell of an atlas", out.display());
    // The folder may be of another design, or be cut off where a task was entered.
    let contents = folder::derived(out, judge, &found.contents)?;
    let exact = exact::read(out)?;
    if found.design.is_none_or(|there| there == design.text) {
        // The page can be written of a folder that nobody may change.
        if let Err(error) = folder::complete(&Store::default(), registry, out, judge, &found.contents) {
            tell(&format!("note: verdicts were not written: {error}"));
        }
    }
    let hours = core_time(out)?.as_secs_f64() / 3600.0;
    let sources =
        page::Sources { registry, design, known: &known, contents: &contents, exact: &exact, hours };
    let text = match (file.extension().and_then(|extension| extension.to_str()), games) {
        (Some("svg"), [game]) => {
            let entry = design.chosen(registry, std::slice::from_ref(game))?[0];
            sources.map_of(entry)?.ok_or_else(|| {
                Failure::input(format!(
                    "argument --games: {} has no map of first moves of `{game}`",
                    out.display()
                ))
            })?
        }
        (_, [_, ..]) => refuse!("argument --games: the page has all games; a board in FILE.svg has one"),
        (Some("md"), []) => page::markdown(&sources)?,
        (Some("svg"), []) => page::plot(&sources)?,
        (_, []) => page::html(&sources)?,
    };
    save(file, text.as_bytes())?;
    tell(&format!("written: {}", file.display()));
    Ok(())
}

/// The cell of a game, an engine and a level.
fn cell(
    registry: &Registry,
    design: &Design,
    game: &str,
    engine: &str,
    level: &str,
) -> Result<Task, Failure> {
    let entry = design.chosen(registry, &[game.to_owned()])?[0];
    let Some(place) = design.level(engine, level) else {
        let levels = design.levels.iter().map(|level| format!("{} {}", level.engine, level.name));
        let levels: Vec<String> = levels.collect();
        let message = format!("argument --cell: {} has no level `{engine} {level}`", design.file);
        let near = nearest(&format!("{engine} {level}"), levels.iter().map(String::as_str));
        let help = did_you_mean(near).unwrap_or_else(|| format!("expected one of {}", levels.joined(", ")));
        return Err(Failure::input_with_help(message, help));
    };
    let why = match &design.entries[entry].sizes[place] {
        Some(Size::Games(_)) => return Ok(Task::Cell { entry, level: place }),
        Some(Size::NotPlayed(why)) => why.clone(),
        None if design.levels[place].later => "it is left to a later pass".to_owned(),
        None => "its size is not planned".to_owned(),
    };
    refuse!("argument --cell: {} does not play this cell: {why}", design.file)
}

/// What a run gave, in words.
fn words(found: &Found) -> String {
    match found {
        Found::Cell(seats) => {
            let seat = |row: &Row| match (row.low, row.high) {
                (Some(low), Some(high)) => {
                    format!("{} {:.3} [{low:.3}, {high:.3}]", row.seat_name, row.score)
                }
                _ => format!("{} {:.3} in its one game", row.seat_name, row.score),
            };
            let shown = if seats.len() == 2 { &seats[..1] } else { &seats[..] };
            let games = seats.first().map_or(0, |row| row.games);
            format!("{}, {games} games", shown.iter().map(seat).joined(", "))
        }
        Found::FirstMoves(rows) => {
            let first: Vec<f64> = rows.iter().filter(|row| row.seat == 0).map(|row| row.score).collect();
            let (least, most) =
                (first.iter().copied().fold(1.0, f64::min), first.iter().copied().fold(0.0, f64::max));
            format!("{} moves, scores from {least:.3} to {most:.3}", first.len())
        }
        Found::Unequal(rows) => {
            let row = |row: &UnequalRow| {
                format!("{} {:.3} with {} against {}", row.seat_name, row.score, row.budget, row.other_budget)
            };
            rows.iter().map(row).joined(", ")
        }
        Found::Match(row) => format!(
            "{:.3} [{:.3}, {:.3}], {:+.0} Elo, superiority {:.2}, {} games",
            row.score, row.low, row.high, row.elo, row.superiority, row.games
        ),
    }
}
