//! `torneo tune`.

use clap::Args;
use torneo_arena::Error;
use torneo_arena::storage::{Disk, write_whole};
use torneo_arena::trial::{Parameter, TuneReport, TuneSettings, defaults, tune};
use torneo_contract::refuse_if;
use torneo_present::english::Joined as _;
use torneo_registry::{EngineSpec, Registry};

use super::ends::Ends;
use super::output::{SCREENFUL, brief};
use super::trial::{Book, Engines, Keep, Run, nothing_new};
use super::{Failure, print, print_json};

/// Tune options of an engine by mirrored matches against itself (SPSA).
#[derive(Args)]
#[command(
    after_help = "Example: torneo tune \"mcts(sims=200)\" --game hnefatafl --param c=0.1..2 --param rave=1..1000 --out results/tune
Every iteration moves all options up or down at random, plays one side of the move against the other, and takes a step uphill."
)]
pub struct Tune {
    /// The engine with the options that it has at the start
    #[arg(value_name = "ENGINE")]
    engine: String,
    /// A game to tune it for; may be given several times
    #[arg(long = "game", value_name = "GAME", required = true)]
    games: Vec<String>,
    /// An option with the range that is searched, such as `c=0.1..2`; may be given several times. A range
    /// whose ends differ by a factor of 100 or more is searched on a logarithmic scale
    #[arg(long = "param", value_name = "OPTION=LOW..HIGH", required = true)]
    parameters: Vec<String>,
    /// How often the options are moved
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    iterations: u64,
    /// Mirrored groups of each game in an iteration
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pairs: u64,
    /// Mirrored groups of each game in the match at the end: the tuned engine against the engine at the start
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    check: u64,
    /// Random plies that all games of a mirrored group begin with [default: 2, none with --openings]
    #[arg(long, value_name = "N")]
    random_plies: Option<u64>,
    #[command(flatten)]
    engines: Engines,
    #[command(flatten)]
    book: Book,
    #[command(flatten)]
    ends: Ends,
    #[command(flatten)]
    keep: Keep,
    /// Plies after which a game is adjudicated a draw
    #[arg(long, value_name = "N", default_value_t = defaults::MAX_PLIES, value_parser = clap::value_parser!(u64).range(1..))]
    max_plies: u64,
    #[command(flatten)]
    run: Run,
}

impl Tune {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let entrants = self.engines.entrants(registry, "<ENGINE>", std::slice::from_ref(&self.engine))?;
        let engine = &entrants[0].spec;
        let settings = self.settings(registry, engine)?;
        self.run.warn(std::slice::from_ref(engine), &[]);
        let found = self.keep.play(
            &self.run,
            "the iteration under way is left, those that are finished are kept",
            |conduct, report| tune(registry, &settings, engine, conduct, report),
            |line, found| {
                let (done, all) = (found.iterations.len(), self.iterations);
                line.show(&format!("{done} of {all} iterations: {}", found.tuned));
            },
            |found, _| self.describe(found),
        )?;
        self.plot(&found)?;
        self.keep.tell_folder();
        nothing_new(found.stopped)
    }

    fn settings(&self, registry: &Registry, engine: &EngineSpec) -> Result<TuneSettings, Failure> {
        let mut parameters: Vec<Parameter> = Vec::new();
        for text in &self.parameters {
            let parameter = Parameter::read(registry, engine, text);
            let parameter = parameter.map_err(|error| Failure::argument("--param", &error))?;
            let is_known = parameters.iter().any(|known| known.name == parameter.name);
            refuse_if!(is_known, "argument --param: `{}` is given twice", parameter.name);
            parameters.push(parameter);
        }
        let mut games = Vec::new();
        for game in &self.games {
            let game = registry.game(game).map_err(|error| Failure::argument("--game", &error))?;
            games.push(game.canonical().to_owned());
        }
        Ok(TuneSettings {
            engine: engine.canonical(),
            parameters,
            games,
            iterations: self.iterations,
            pairs: self.pairs,
            check: self.check,
            seed: self.run.seed,
            random_plies: self.book.random_plies(self.random_plies, defaults::RANDOM_PLIES),
            openings: self.book.openings.clone(),
            order: self.book.order,
            plies: self.book.plies,
            start: self.book.start,
            max_plies: self.max_plies,
            adjudication: self.ends.rules(),
        })
    }

    fn describe(&self, found: &TuneReport) {
        if self.run.json {
            return print_json(found);
        }
        print(&brief(&text(found), SCREENFUL));
    }

    /// Draws the course of each option into the folder.
    fn plot(&self, found: &TuneReport) -> Result<(), Failure> {
        let Some(out) = &self.keep.out else { return Ok(()) };
        let lines: Vec<(String, Vec<f64>)> = found
            .settings
            .parameters
            .iter()
            .enumerate()
            .map(|(index, parameter)| {
                let values =
                    found.iterations.iter().map(|iteration| parameter.place(iteration.values[index]));
                let label = format!("{}: {}..{}", parameter.name, parameter.low, parameter.high);
                (label, std::iter::once(parameter.place(parameter.start)).chain(values).collect())
            })
            .collect();
        let path = out.join("tune.svg");
        let picture = torneo_report::plots::courses(&lines, "iteration", "place in the range");
        Ok(write_whole(&Disk, &path, picture.as_bytes()).map_err(|error| Error::io("write", &path, error))?)
    }
}

/// The result for people.
fn text(found: &TuneReport) -> String {
    let mut text = format!(
        "{} after {} iterations of {} pairs on {}",
        found.settings.engine,
        found.iterations.len(),
        found.settings.pairs,
        found.settings.games.iter().joined(", ")
    );
    for (index, parameter) in found.settings.parameters.iter().enumerate() {
        let mean = found.means[index];
        text += &format!(
            "\n{}: from {} to {mean:.4}, in {}..{}",
            parameter.name, parameter.start, parameter.low, parameter.high
        );
    }
    text += &format!("\ntuned: {}", found.tuned);
    if let Some(score) = &found.check {
        let verdict = match () {
            () if score.low > 0.5 => "It is stronger.",
            () if score.high < 0.5 => "It is weaker.",
            () => "They cannot be told apart.",
        };
        text += &format!(
            "\nscore against the engine as it began: {:.3}, 95% [{:.3}, {:.3}], {} groups. {verdict}",
            score.value, score.low, score.high, score.groups
        );
    }
    text
}
