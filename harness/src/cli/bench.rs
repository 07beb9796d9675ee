//! `torneo bench`.

use std::time::Duration;

use clap::Args;
use torneo::{Failure, bench};
use torneo_games::registry::GAMES;

use super::{game_spec, print, print_json};

/// Measure random playouts.
#[derive(Args)]
#[command(after_help = "Example: torneo bench hnefatafl \"hazard(players=4)\" --seconds 2")]
pub struct Bench {
    /// Games to measure; all games if none is named
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// Seconds for each game
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Bench {
    pub fn execute(self) -> Result<(), Failure> {
        if !(self.seconds > 0.0 && self.seconds <= 3600.0) {
            let found = self.seconds;
            return Err(Failure::input(format!(
                "argument --seconds: expected a number up to 3600, found {found}"
            )));
        }
        let games = if self.games.is_empty() {
            GAMES.iter().map(|info| info.id.to_owned()).collect()
        } else {
            self.games.clone()
        };
        let specs: Vec<_> = games.iter().map(|game| game_spec(game)).collect::<Result<_, _>>()?;
        let mut speeds = Vec::new();
        for spec in specs {
            let speed = bench::playouts(&spec, Duration::from_secs_f64(self.seconds))
                .map_err(|error| Failure::argument("<GAME>", &error))?;
            if !self.json {
                print(&format!(
                    "{:<40} {:>12.0} playouts/s {:>13.0} plies/s {:>10.1} plies/game",
                    speed.game, speed.playouts_per_second, speed.plies_per_second, speed.mean_plies
                ));
            }
            speeds.push(speed);
        }
        if self.json {
            print_json(&speeds);
        }
        Ok(())
    }
}
