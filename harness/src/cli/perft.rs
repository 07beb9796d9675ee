//! `torneo perft`.

use std::time::Instant;

use clap::Args;
use torneo::Failure;
use torneo_contract::{Playable, Ply, PositionError, perft};
use torneo_games::registry::{self, Visitor};

use super::{game_spec, print};

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

struct Count<'a> {
    depth: u32,
    position: Option<&'a str>,
    divide: bool,
}

impl Visitor for Count<'_> {
    type Output = Result<u64, PositionError>;

    fn visit<G: Playable>(self, game: G, _canonical: String) -> Self::Output {
        let position = match self.position {
            Some(text) => game.parse_position(text)?,
            None => game.start(),
        };
        if !self.divide || self.depth == 0 {
            return Ok(perft::perft(&game, &position, self.depth));
        }
        let mut total = 0;
        for (ply, leaves) in perft::divide(&game, &position, self.depth) {
            let mut text = String::new();
            Ply::write(&ply, &game, &position, &mut text);
            print(&format!("{text} {leaves}"));
            total += leaves;
        }
        Ok(total)
    }
}

impl Perft {
    pub fn execute(self) -> Result<(), Failure> {
        let count = Count { depth: self.depth, position: self.position.as_deref(), divide: self.divide };
        let began = Instant::now();
        let leaves = registry::visit(&game_spec(&self.game)?, count)
            .map_err(|error| Failure::argument("<GAME>", &error))?
            .map_err(|error| Failure::input(format!("argument --position: {error}")))?;
        print(&leaves.to_string());
        let seconds = began.elapsed().as_secs_f64();
        eprintln!("{seconds:.3} s, {:.1} million leaves/s", leaves as f64 / seconds / 1e6);
        Ok(())
    }
}
