//! `torneo dice table`.

use crate::Failure;
use clap::Args;
use torneo_dice::{Limits, Number};
use torneo_registry::{GameEntry, Registry};

use super::super::print;
use super::solve;

/// Compare all dice games.
#[derive(Args)]
#[command(after_help = "Example: torneo dice table > table.md")]
pub struct GameTable {}

impl GameTable {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        print("| game | wins alone, by seat | nobody | expected throws | advantage of the first |");
        print("|---|---|---|---|---|");
        for info in registry.games().iter().filter(|game| game.exact().is_some()).map(GameEntry::info) {
            for players in info.seats.0..=info.seats.1.min(MOST_IN_TABLE) {
                let game = if info.seats.1 == 2 {
                    info.id.to_owned()
                } else {
                    format!("{}(players={players})", info.id)
                };
                let odds = solve(registry, &game, Limits::default())?;
                let wins: Vec<String> = odds.seat_win.iter().map(short).collect();
                print(&format!(
                    "| {} | {} | {} | {} | {:+.6} |",
                    odds.game,
                    wins.join(", "),
                    short(&odds.draw),
                    short(&odds.expected_throws),
                    odds.first_thrower_advantage.decimal()
                ));
            }
        }
        Ok(())
    }
}

/// Most players of a game in the table.
const MOST_IN_TABLE: usize = 4;
/// Longest fraction in the table.
const SHORT: usize = 11;

/// A number for a table: six decimals, or the fraction where it is short.
fn short(number: &Number) -> String {
    let fraction = number.exact().map(ToString::to_string).filter(|fraction| fraction.len() <= SHORT);
    fraction.unwrap_or_else(|| format!("{:.6}", number.decimal()))
}
