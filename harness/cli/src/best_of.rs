//! `torneo best-of`.

use crate::Failure;
use clap::Args;
use torneo_arena::figures::told;
use torneo_arena::plan::{Arguments, Tournament};
use torneo_arena::trial::{RaceReport, defaults, race};
use torneo_contract::refuse_if;
use torneo_present::english::Joined as _;
use torneo_registry::Registry;

use super::ends::Ends;
use super::options::error_rate;
use super::output::{SCREENFUL, brief, fault_lines};
use super::trial::{Book, Engines, Keep, Run, Seating, nothing_new};
use super::{print, print_json};

/// Find the best of several engines; who is beaten drops out, so that the games go where the race is open.
#[derive(Args)]
#[command(
    after_help = "Example: torneo best-of random greedy \"alpha-beta(depth=2)\" \"mcts(sims=200)\" --games hnefatafl blocker --out results/best"
)]
pub struct BestOf {
    /// The engines, two or more, or their names in the file of `--engines`; without names all of that file
    #[arg(value_name = "ENGINE", num_args = 2.., required_unless_present = "engines_file")]
    engines: Vec<String>,
    /// The games; each round has a mirrored group of every one
    #[arg(long, value_name = "GAME", num_args = 1.., required = true)]
    games: Vec<String>,
    /// The highest probability that an engine at least even with each of the others is eliminated
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = error_rate)]
    error: f64,
    /// Random plies that all games of a mirrored group begin with [default: 2, none with --openings]
    #[arg(long, value_name = "N")]
    random_plies: Option<u64>,
    #[command(flatten)]
    file: Engines,
    #[command(flatten)]
    book: Book,
    #[command(flatten)]
    ends: Ends,
    #[command(flatten)]
    seating: Seating,
    #[command(flatten)]
    keep: Keep,
    /// Plies after which a game is adjudicated a draw
    #[arg(long, value_name = "N", default_value_t = defaults::MAX_PLIES, value_parser = clap::value_parser!(u64).range(1..))]
    max_plies: u64,
    /// Most rounds. Engines that are still in the race then cannot be told apart
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    max_rounds: u64,
    #[command(flatten)]
    run: Run,
}

impl BestOf {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let engines = self.file.entrants(registry, "<ENGINE>", &self.engines)?;
        refuse_if!(
            engines.len() < 2,
            "argument --engines: expected two engines or more, found {}",
            engines.len()
        );
        let tournament = Tournament::of_arguments(
            registry,
            &Arguments {
                name: "best-of".to_owned(),
                games: self.games.clone(),
                engines,
                seatings: self.seating.seatings,
                rounds: self.max_rounds,
                seed: self.run.seed,
                random_plies: self.book.random_plies(self.random_plies, defaults::RANDOM_PLIES),
                openings: self.book.open()?,
                order: self.book.order,
                plies: self.book.plies,
                start: self.book.start,
                max_plies: self.max_plies,
                adjudication: self.ends.rules(),
                record: self.keep.out.is_some(),
            },
        )
        .map_err(|error| Failure::of_plan(error, "--games", "<ENGINE>"))?;
        self.run.warn(&tournament.engines, &tournament.books);
        let found = self.keep.play(
            &self.run,
            "the games under way are left",
            |conduct, report| race(tournament, self.error, conduct, report),
            |line, found| line.show(&summary(found)),
            |found, is_over| if self.run.json { print_json(found) } else { describe(found, is_over) },
        )?;
        self.keep.tell_folder();
        nothing_new(found.stopped)
    }
}

fn describe(found: &RaceReport, is_over: bool) {
    let running: Vec<&str> = found.running().map(|runner| &*runner.engine).collect();
    let mut lines = vec![match running.as_slice() {
        [best] => format!(
            "{best} is the best. An engine at least even with each of the others is eliminated with probability \
             {} at most.",
            found.error
        ),
        rest => format!(
            "Undecided: {} cannot be told apart after {} rounds{}",
            rest.joined(", "),
            found.rounds,
            match found.stopped {
                Some(_) => ", and nothing new comes.",
                None if is_over => ". --max-rounds allows more.",
                None => ".",
            }
        ),
    }];
    lines.push(format!(
        "{} rounds of {}: {} games ({} without elimination)",
        found.rounds,
        found.games.iter().joined(", "),
        found.played,
        found.without_elimination
    ));
    lines.extend(told(&found.copies));
    lines.extend(fault_lines(&found.faults));
    for runner in &found.runners {
        let fate = match (&runner.out_after, &runner.beaten_by) {
            (Some(round), Some(by)) => format!("out after round {round}, beaten by {by}"),
            _ if running.len() == 1 => "never eliminated".to_owned(),
            _ => "still in the race".to_owned(),
        };
        lines.push(format!(
            "{}: score {:.3} in {} games, {fate}",
            runner.engine, runner.score.value, runner.games
        ));
    }
    print(&brief(&lines.join("\n"), SCREENFUL));
}

fn summary(found: &RaceReport) -> String {
    let running = found.running().map(|runner| &*runner.engine);
    format!("{} rounds, {} games, in the race: {}", found.rounds, found.played, running.joined(", "))
}
