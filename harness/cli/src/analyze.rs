//! `torneo analyze`.

use std::path::PathBuf;

use crate::Failure;
use clap::Args;
use torneo_analysis::{Analysis, AnalysisOptions, Gathered, Pooling, Source, Values};
use torneo_arena::Error;
use torneo_contract::Refusal;
use torneo_registry::Registry;
use torneo_report::plots;

use super::memory::memory;
use super::options::{margin, place, within};
use super::output::table_width;
use super::picture::plot_points;
use super::{print, print_json, tell};

/// Analyse a run, or games of any runs and files together.
#[derive(Args)]
#[command(after_help = "Examples: torneo analyze results/quickstart
          torneo analyze ours.pgn theirs.pgn.gz results/chess --same \"Engine 1.0=Engine\"
          zcat games.pgn.gz | torneo analyze - --anchor Engine=2500")]
pub struct Analyze {
    /// A results folder, or a file of games: PGN, SGF or JSON of `torneo export`, packed by gzip or not; `-` for the
    /// standard input. Several are analysed together
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Two names of one player, of which the first stays; may be given several times
    #[arg(long, value_name = "NAME=NAME", value_parser = same)]
    same: Vec<(String, String)>,
    /// Leave out games of files that cannot be read, and warn of them
    #[arg(long)]
    skip_bad: bool,
    /// Draws against an engine of mean strength, added to the results of each engine so that ratings stay finite. 0
    /// is plain maximum likelihood: then an engine that won or lost every game has no finite rating
    #[arg(long, value_name = "GAMES", default_value_t = AnalysisOptions::default().prior, value_parser = |text: &str| within(text, 0.0..=1000.0, "expected a number of games 0..=1000"))]
    prior: f64,
    /// Replicates of the bootstrap over mirrored groups; 0 for none
    #[arg(long, value_name = "N", default_value_t = AnalysisOptions::default().bootstrap)]
    bootstrap: u64,
    /// MiB that the replicates may take
    #[arg(long, value_name = "MIB", default_value_t = AnalysisOptions::default().memory, value_parser = memory)]
    memory: u64,
    /// Recorded games of each kind that are replayed for the metrics, at most
    #[arg(long, value_name = "N", default_value_t = AnalysisOptions::default().replays)]
    replays: u64,
    /// How games weigh in figures over several: all `equal`, or by the number `played`
    #[arg(long, value_name = "HOW", default_value = "equal", value_parser = ["equal", "played"])]
    pooling: String,
    /// Intervals that hold for all of a table at once
    #[arg(long)]
    simultaneous: bool,
    /// A seat counts as fair if its score is this close to 1 over the number of seats
    #[arg(long, value_name = "SCORE", default_value_t = AnalysisOptions::default().margin, value_parser = margin)]
    margin: f64,
    /// An engine with fixed Elo points, such as `random=0`; may be given several times
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor, allow_hyphen_values = true)]
    anchor: Vec<(String, f64)>,
    /// Print everything: all rows on the first seat, all rankings, wide crosstables
    #[arg(long)]
    all: bool,
    /// Write plots as SVG to FOLDER: ratings.svg, first-seat.svg, and first-seat-by-strength.svg of self-play
    #[arg(long, value_name = "FOLDER", value_parser = place())]
    svg: Option<PathBuf>,
    /// Write the same plots as PNG to FOLDER: ratings.png, ...
    #[arg(long, value_name = "FOLDER", value_parser = place())]
    png: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn same(text: &str) -> Result<(String, String), Refusal> {
    // Names are specifications, too: those have `=` inside brackets.
    let mut depth = 0_i32;
    let between = text.char_indices().find(|(_, letter)| {
        depth += i32::from(*letter == '(') - i32::from(*letter == ')');
        *letter == '=' && depth == 0
    });
    let names = between.map(|(at, _)| (text[..at].trim(), text[at + 1..].trim()));
    let fits = |(stays, other): &(&str, &str)| !stays.is_empty() && !other.is_empty() && stays != other;
    names
        .filter(fits)
        .map(|(stays, other)| (stays.to_owned(), other.to_owned()))
        .ok_or_else(|| Refusal::new("expected two names of one player, such as `Engine 1.0=Engine`"))
}

fn anchor(text: &str) -> Result<(String, f64), Refusal> {
    let parsed =
        text.rsplit_once('=').and_then(|(name, elo)| Some((name.to_owned(), elo.trim().parse().ok()?)));
    let fits = |(_, elo): &(String, f64)| elo.is_finite() && elo.abs() <= 100_000.0;
    parsed
        .filter(fits)
        .ok_or_else(|| Refusal::new("expected an engine's name and Elo points, such as `random=0`"))
}

impl Analyze {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let options = AnalysisOptions {
            prior: self.prior,
            bootstrap: self.bootstrap,
            memory: self.memory,
            replays: self.replays,
            pooling: if self.pooling == "equal" { Pooling::Equal } else { Pooling::Played },
            simultaneous: self.simultaneous,
            margin: self.margin,
            anchors: self.anchor.clone(),
        };
        let (analysis, written) = match &self.paths[..] {
            [folder] if folder.is_dir() && self.same.is_empty() => {
                let analysis = Analysis::of(registry, folder, options)?;
                let written = analysis.write(folder);
                (analysis, written)
            }
            paths => (self.gathered(registry, paths, options)?, Ok(())),
        };
        self.write_plots(&analysis)?;
        if self.json {
            print_json(&analysis);
        } else {
            print(&match self.all {
                true => analysis.text(true),
                false => analysis.text_within(false, table_width()),
            });
        }
        Ok(written_or_told(written)?)
    }

    /// Analyses games of several places, or of a file: nothing is written beside them.
    fn gathered(
        &self,
        registry: &Registry,
        paths: &[PathBuf],
        options: AnalysisOptions,
    ) -> Result<Analysis, Failure> {
        let gathered = Gathered::of(registry, paths, &self.same, self.skip_bad)?;
        // Anchors may be given by any of the names of a player.
        let name = |(name, elo): &(String, f64)| (gathered.name_of(name).to_owned(), *elo);
        let anchors = options.anchors.iter().map(name).collect();
        let source = Source {
            name: gathered.name.clone(),
            place: gathered.name.clone(),
            config: &gathered.config,
            plan: None,
            planned_games: gathered.games,
            random: gathered.random.clone(),
            warnings: gathered.notes.clone(),
            left_out: gathered.notes.first().cloned(),
            values: Values::Summed(&gathered.values),
            each_game: Box::new(|visit| gathered.each_game(visit)),
        };
        Ok(Analysis::of_games(registry, &source, AnalysisOptions { anchors, ..options })?)
    }

    fn write_plots(&self, analysis: &Analysis) -> Result<(), Failure> {
        if let Some(folder) = &self.svg {
            plots::write::<Failure>(analysis, folder, "svg", |plot| Ok(plot.into_bytes()))?;
        }
        if let Some(folder) = &self.png {
            plots::write::<Failure>(analysis, folder, "png", |plot| plot_points(&plot))?;
        }
        Ok(())
    }
}

/// Passes on whether an analysis was written. A folder that is read-only or in use shows what it says all the same: then there
/// is a warning.
pub fn written_or_told(written: Result<(), Error>) -> Result<(), Error> {
    match written {
        Err(error) if error.is_input() => {
            tell(&format!("warning: the analysis is not written: {error}"));
            Ok(())
        }
        written => written,
    }
}
