//! `torneo dice table`.

use crate::Failure;
use clap::Args;
use torneo_dice::{Limits, Number, Odds};
use torneo_present::english::Joined as _;
use torneo_registry::{GameEntry, Registry};

use super::super::print;
use super::solve;

/// Compare all dice games.
#[derive(Args)]
#[command(after_help = "Example: torneo dice table > table.md")]
pub struct GameTable {}

impl GameTable {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let mut rows: Vec<Odds> = Vec::new();
        for info in registry.games().iter().filter(|game| game.exact().is_some()).map(GameEntry::info) {
            for players in info.seats.0..=info.seats.1.min(MOST_IN_TABLE) {
                let game = if info.seats.1 == 2 {
                    info.id.to_owned()
                } else {
                    format!("{}(players={players})", info.id)
                };
                rows.push(solve(registry, &game, Limits::default())?);
            }
        }
        let column = |of: &dyn Fn(&Odds) -> Vec<Number>| -> Vec<String> {
            let cells: Vec<Vec<Number>> = rows.iter().map(of).collect();
            let are_short = cells.iter().flatten().all(|number| short(number).is_some());
            let text = |number: &Number| match short(number).filter(|_| are_short) {
                Some(fraction) => fraction,
                None => format!("{:.6}", number.decimal()),
            };
            cells.iter().map(|cell| cell.iter().map(text).joined(", ")).collect()
        };
        let wins = column(&|odds| odds.seat_win.clone());
        let draws = column(&|odds| vec![odds.draw.clone()]);
        let throws = column(&|odds| vec![odds.expected_throws.clone()]);
        print("| game | wins alone, by seat | nobody | expected throws | advantage of the first |");
        print("|---|---|---|---|---|");
        for (row, odds) in rows.iter().enumerate() {
            let (game, advantage) = (&odds.game, odds.first_thrower_advantage.decimal());
            print(&format!(
                "| {game} | {} | {} | {} | {advantage:+.6} |",
                wins[row], draws[row], throws[row]
            ));
        }
        Ok(())
    }
}

/// Most players of a game in the table.
const MOST_IN_TABLE: usize = 4;
/// Longest fraction in the table.
const SHORT: usize = 11;

/// The fraction of a number, where it is short. A column has fractions only where all are short.
fn short(number: &Number) -> Option<String> {
    number.exact().map(ToString::to_string).filter(|fraction| fraction.len() <= SHORT)
}
