//! `torneo engine`: an engine of ours for other programs.

mod gtp;
mod input;
mod torneo;
mod uci;

use std::io::Write;

use clap::{Args, ValueEnum};
use torneo_contract::{Form, Spec};
use torneo_registry::{EngineSpec, Registry};

use crate::Failure;

/// Serve an engine on the standard input and output.
#[derive(Args)]
#[command(after_help = "Examples: torneo engine \"mcts(sims=1000)\"
          torneo engine \"alpha-beta(depth=6)\" --protocol uci     (chess and its variants)
          torneo engine \"mcts(sims=1000)\" --protocol gtp --game havannah")]
pub struct Serve {
    /// The engine, such as `mcts(sims=1000)`
    #[arg(value_name = "SPEC")]
    engine: String,
    /// What is spoken
    #[arg(long, value_enum, default_value_t = Protocol::Torneo)]
    protocol: Protocol,
    /// The game with which UCI and GTP begin [default: chess by UCI, atari-go by GTP]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Seed of the engine where the protocol has none
    #[arg(long, default_value_t = 1283)]
    seed: u64,
}

/// The variant with which UCI begins, and the game with which GTP does.
const CHESS: &str = "chess";
const GO: &str = "atari-go";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Protocol {
    /// The line protocol of torneo: every game
    Torneo,
    /// The Universal Chess Interface: games that it carries, such as chess, chess960 and grand chess
    Uci,
    /// The Go Text Protocol: games that it carries, such as Atari Go and Havannah
    Gtp,
}

/// What is served.
#[derive(Clone, Copy)]
struct Service<'a> {
    registry: &'a Registry,
    engine: &'a EngineSpec,
    /// The specification of the engine as it was read.
    spec: &'a Spec,
    seed: u64,
}

impl Serve {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let of_engine = |error: &_| Failure::argument("<SPEC>", error);
        let spec: Spec = self.engine.parse().map_err(|error| of_engine(&error))?;
        let engine = registry.engine_of(&spec).map_err(|error| of_engine(&error))?;
        let service = Service { registry, engine: &engine, spec: &spec, seed: self.seed };
        match self.protocol {
            Protocol::Torneo => torneo::serve(service),
            Protocol::Uci => uci::serve(service, &self.begins_with(registry, Form::Uci)?),
            Protocol::Gtp => gtp::serve(service, &self.begins_with(registry, Form::Gtp)?),
        }
    }

    /// The specification of the game with which a protocol begins. The protocol carries it.
    fn begins_with(&self, registry: &Registry, form: Form) -> Result<Spec, Failure> {
        let usual = || match form {
            Form::Gtp => GO.to_owned(),
            _ => uci::variant(registry, CHESS).unwrap_or_else(|| CHESS.to_owned()),
        };
        let of_game = |error| Failure::argument("--game", &error);
        let spec: Spec = self.game.clone().unwrap_or_else(usual).parse().map_err(of_game)?;
        let game = registry.game_of(&spec);
        game.and_then(|game| registry.check_carried(form, &*game)).map_err(of_game)?;
        Ok(spec)
    }
}

/// Writes a line; who serves nobody any more ends.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}
