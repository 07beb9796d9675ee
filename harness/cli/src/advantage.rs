//! `torneo advantage`.

use crate::Failure;
use clap::Args;
use torneo_arena::plan::{Arguments, Seatings, Tournament};
use torneo_arena::trial::{AdvantageReport, Variation, Varied, defaults, measure_advantage};
use torneo_registry::Registry;

use super::live::Line;
use super::output::print_faults;
use super::trial::{Book, Keep};
use super::{print, print_json, stop_on_interrupt};

/// Measure the first seat's advantage.
#[derive(Args)]
#[command(
    after_help = "Example: torneo advantage hnefatafl --engine \"alpha-beta(depth=2)\" --precision 0.02"
)]
pub struct MeasureAdvantage {
    /// A game, such as `hnefatafl`
    #[arg(value_name = "GAME")]
    game: String,
    /// The engine that plays all seats
    #[arg(long, value_name = "ENGINE")]
    engine: String,
    /// How far the 95% interval of the first seat's score may reach to both sides
    #[arg(long, value_name = "SCORE", value_parser = precision)]
    precision: f64,
    /// Random moves at the start of each game, as many for each seat (a swap is left to the engine); none by default where chance or the engine's own
    /// randomness makes the games differ, else two
    #[arg(long, value_name = "N")]
    random_plies: Option<u64>,
    #[command(flatten)]
    book: Book,
    #[command(flatten)]
    keep: Keep,
    /// Plies after which a game is adjudicated a draw
    #[arg(long, value_name = "N", default_value_t = defaults::MAX_PLIES, value_parser = clap::value_parser!(u64).range(1..))]
    max_plies: u64,
    /// Most games
    #[arg(long, value_name = "N", default_value_t = defaults::ROUNDS, value_parser = clap::value_parser!(u64).range(2..=1_000_000_000))]
    max_games: u64,
    /// The master seed
    #[arg(long, value_name = "S", default_value_t = 1283)]
    seed: u64,
    /// Threads to play with; 0 for one per processor. The result does not depend on it
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn precision(text: &str) -> Result<f64, String> {
    let score = text.parse().ok().filter(|score| (0.0001..=0.5).contains(score));
    score.ok_or_else(|| "expected a score from 0.0001 to 0.5, such as 0.01".to_owned())
}

impl MeasureAdvantage {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let mut tournament = Tournament::of_arguments(
            registry,
            &Arguments {
                name: "advantage".to_owned(),
                games: vec![self.game.clone()],
                engines: vec![self.engine.clone()],
                seatings: Seatings::All,
                rounds: self.max_games,
                seed: self.seed,
                random_plies: 0,
                openings: self.book.openings.clone(),
                order: self.book.order(),
                max_plies: self.max_plies,
                record: self.keep.out.is_some(),
            },
        )?;
        let stop = stop_on_interrupt("the games under way are left")?;
        let opening = match self.random_plies {
            Some(_) if self.book.openings.is_some() => {
                return Err(Failure::input("argument --random-plies: not together with --openings"));
            }
            None if self.book.openings.is_some() => Varied { random_plies: 0, by: Variation::Book },
            Some(random_plies) => Varied { random_plies, by: Variation::Asked },
            None => Varied::of(&tournament, self.threads.into(), &stop)?,
        };
        tournament.config.opening.random_plies = opening.random_plies;
        let line = Line::new();
        let (mut known, conduct) = (None, self.keep.conduct(self.threads, &stop));
        let found = measure_advantage(&tournament, opening, self.precision, &conduct, |found| {
            line.show(&summary(found));
            known = Some(found.clone());
        });
        line.clear();
        let found = self.keep.outcome(found, known, |known| self.describe(known))?;
        self.describe(&found);
        self.keep.tell_folder();
        Ok(())
    }

    fn describe(&self, found: &AdvantageReport) {
        if self.json {
            return print_json(found);
        }
        print(&format!("{}, {} against itself", found.game, found.engine));
        print(&summary(found));
        print(&varied(found.opening));
        print(&format!("draws {:.1}%, mean length {:.1} plies", 100.0 * found.draws, found.mean_plies));
        print_faults(&found.faults);
        if !found.precise {
            print(&format!("The interval is not as narrow as asked for after {} games.", found.score.groups));
        }
        print(match () {
            () if found.score.low > found.fair => "The first seat is ahead.",
            () if found.score.high < found.fair => "The first seat is behind.",
            () => "The interval does not tell who is ahead.",
        });
    }
}

/// What the measurement is of.
fn varied(opening: Varied) -> String {
    let Varied { random_plies, by } = opening;
    match by {
        Variation::Asked if random_plies == 0 => "no random openings, as asked for".to_owned(),
        Variation::Asked => format!("random openings of {random_plies} moves, as asked for"),
        Variation::Book => "openings of a book, as asked for".to_owned(),
        Variation::Chance => "no random openings: chance makes the games differ".to_owned(),
        Variation::Engine => {
            "no random openings: the engine's own randomness makes the games differ".to_owned()
        }
        Variation::Openings => {
            format!(
                "random openings of {random_plies} moves: without them the engine plays the same games again"
            )
        }
    }
}

fn summary(found: &AdvantageReport) -> String {
    let score = &found.score;
    format!(
        "first seat's score {:.4}, 95% [{:.4}, {:.4}], fair {:.4}, after {} games",
        score.value, score.low, score.high, found.fair, score.groups
    )
}
