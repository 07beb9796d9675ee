//! `torneo dice roll`.

use clap::Args;
use serde_json::json;
use torneo_dice::expression::EXPLOSIONS;
use torneo_dice::language::{self, Bounds};
use torneo_dice::roll::{Throw, Thrower};

use super::super::{print, print_json, tell};
use super::combos::{at, parsed};
use crate::Failure;

/// Throw dice.
#[derive(Args)]
#[command(after_help = "Example: torneo dice roll \"4d6 drop lowest\" --times 6")]
pub struct Roll {
    /// The dice, as for `torneo dice combos`
    #[arg(value_name = "DICE")]
    dice: String,
    /// The seed; the same seed throws the same values
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// How many throws
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    times: u32,
    /// Explosions of a die at most
    #[arg(long, value_name = "N", default_value_t = EXPLOSIONS, value_parser = clap::value_parser!(u32).range(0..=1000))]
    explosions: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Roll {
    pub fn execute(self) -> Result<(), Failure> {
        let expression = parsed(&self.dice)?;
        let distribution = language::evaluate(&expression, &[], self.explosions, Bounds::default())
            .map_err(|fault| at("<DICE>", &self.dice, &fault))?;
        let seed = self.seed.unwrap_or_else(clock);
        let mut thrower = Thrower::new(seed);
        let throws =
            (0..self.times).filter_map(|_| thrower.play(&expression, &distribution, self.explosions));
        if self.json {
            let throws: Vec<Throw> = throws.collect();
            let values: Vec<i64> = throws.iter().map(|throw| throw.value).collect();
            print_json(&json!({ "dice": self.dice, "seed": seed, "values": values, "throws": throws }));
            return Ok(());
        }
        throws.for_each(|throw| print(&line(&throw)));
        if self.seed.is_none() {
            tell(&format!("to throw the same again: --seed {seed}"));
        }
        Ok(())
    }
}

/// The value of a throw, its dice, and those that do not count.
fn line(throw: &Throw) -> String {
    let faces = |kept: bool| -> Vec<String> {
        throw.dice.iter().filter(|die| die.kept == kept).map(|die| die.face.to_string()).collect()
    };
    let (kept, dropped) = (faces(true), faces(false));
    let dice = if kept.is_empty() { String::new() } else { format!(": {}", kept.join(" ")) };
    let dropped = if dropped.is_empty() { String::new() } else { format!(", dropped {}", dropped.join(" ")) };
    format!("{}{dice}{dropped}", throw.value)
}

/// A seed that differs from call to call.
fn clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_nanos() as u64 % 1_000_000_007)
}
