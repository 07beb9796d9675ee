//! `torneo perft`.

use std::time::Instant;

use clap::Args;
use torneo_contract::PositionError;
use torneo_registry::Registry;

use crate::Failure;

use super::{game, print, tell};

/// Count leaf nodes.
#[derive(Args)]
#[command(after_help = "Example: torneo perft hnefatafl 2 --divide")]
pub struct Perft {
    /// A game, such as `blocker` or `three-mens-morris(diagonals=false)`
    #[arg(value_name = "GAME")]
    game: String,
    /// Plies to look ahead
    #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Begin at this position instead of the start
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Print the leaves below each first move as well
    #[arg(long)]
    divide: bool,
}

impl Perft {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let game = game(registry, &self.game)?;
        let (position, began) = (self.position.as_deref(), Instant::now());
        let refused = |error: PositionError| Failure::input(format!("argument --position: {error}"));
        let leaves = if self.divide && self.depth > 0 {
            let counts = game.divide(position, self.depth).map_err(refused)?;
            counts.iter().for_each(|(token, leaves)| print(&format!("{token} {leaves}")));
            counts.iter().map(|(_, leaves)| leaves).sum()
        } else {
            game.perft(position, self.depth).map_err(refused)?
        };
        print(&leaves.to_string());
        let seconds = began.elapsed().as_secs_f64();
        tell(&format!("{seconds:.3} s, {:.1} million leaves/s", leaves as f64 / seconds / 1e6));
        Ok(())
    }
}
