//! `torneo dice check`.

use crate::Failure;
use clap::Args;
use torneo_contract::Seat;
use torneo_dice::{Load, Trial};
use torneo_registry::streams::{Purpose, Streams};
use torneo_registry::{AnyGame, Registry};

use super::super::{game, print_json, say};
use super::{set_up, too_large};

/// Test the exact results.
#[derive(Args)]
#[command(after_help = "Example: torneo dice check hazard --games 1000000 --seed 1283 --load 6:+1%")]
pub struct PlayedCheck {
    /// A dice game, such as `hazard` or `highest-wins(dice=2)`
    #[arg(value_name = "GAME")]
    game: String,
    /// How many games to play
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(100..=10_000_000_000))]
    games: u64,
    /// The master seed
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Load the dice: a face, and how much more often it comes than with fair dice, such as `6:+1%`
    #[arg(long, value_name = "FACE:PERCENT")]
    load: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl PlayedCheck {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let load = self.load.as_deref().map(str::parse::<Load>).transpose();
        let load = load.map_err(|error| Failure::input(format!("argument --load: {error}")))?;
        let chance = |game_no| Streams::numbered(self.seed, game_no).stream(Purpose::Chance);
        let trial = Trial { games: self.games, chance: &chance, load };
        let verdict = torneo_dice::check(&set_up(registry, &self.game)?, trial).map_err(too_large)?;
        if self.json {
            print_json(&verdict);
            return Ok(());
        }
        let game = game(registry, &self.game)?;
        say(&format!("{}: {} games", verdict.game, verdict.games));
        for test in &verdict.tests {
            let degrees =
                test.degrees.map_or(String::new(), |degrees| format!(" with {degrees} degrees of freedom"));
            let means = match (test.expected, test.observed) {
                (Some(expected), Some(observed)) => format!(" (expected {expected:.6}, found {observed:.6})"),
                _ => String::new(),
            };
            let refuted = if test.refuted { " - REFUTED" } else { "" };
            say(&format!(
                "{}: {} {:.3}{degrees}, p = {:.3e}{means}{refuted}",
                named(&test.name, &*game),
                test.kind,
                test.statistic,
                test.p
            ));
        }
        say(match verdict.agrees {
            true => "The games agree with the exact results.",
            false => "The games do NOT agree with the exact results.",
        });
        Ok(())
    }
}

/// The name of a test, with the seat that it is about, if there is one, by its name.
fn named(test: &str, game: &dyn AnyGame) -> String {
    let seat = Seat::all(game.seats()).find(|seat| test.ends_with(&format!(" seat {seat}")));
    seat.map_or(test.to_owned(), |seat| test.replace(&format!("seat {seat}"), game.seat_name(seat)))
}
