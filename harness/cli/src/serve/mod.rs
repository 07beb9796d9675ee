//! `torneo engine`: an engine of ours for other programs.

mod gtp;
mod input;
mod limits;
mod torneo;
mod uci;

use std::io::Write;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use torneo_contract::{Form, Spec};
use torneo_registry::{AnyGame, EngineSpec, Registry};

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

/// What engines and other programs speak.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Protocol {
    /// The line protocol of torneo: every game
    Torneo,
    /// The Universal Chess Interface: games that it carries, such as chess, chess960 and grand chess
    Uci,
    /// The Go Text Protocol: games that it carries, such as Atari Go and Havannah
    Gtp,
}

impl Protocol {
    /// The form in which it carries games; none for the line protocol, which carries all.
    pub fn form(self) -> Option<Form> {
        match self {
            Protocol::Torneo => None,
            Protocol::Uci => Some(Form::Uci),
            Protocol::Gtp => Some(Form::Gtp),
        }
    }

    /// Its name in configurations.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Torneo => "torneo",
            Protocol::Uci => "uci",
            Protocol::Gtp => "gtp",
        }
    }
}

/// The game with which a protocol begins, if no other is named. The protocol carries it.
///
/// # Errors
/// A game that does not exist, or that the protocol does not carry.
pub fn game_of(registry: &Registry, form: Form, name: Option<&str>) -> Result<Arc<dyn AnyGame>, Failure> {
    registry
        .game_of(&spec_of(registry, form, name)?)
        .and_then(|game| registry.check_carried(form, &*game).map(|()| game))
        .map_err(|error| Failure::argument("--game", &error))
}

fn spec_of(registry: &Registry, form: Form, name: Option<&str>) -> Result<Spec, Failure> {
    let usual = || match form {
        Form::Gtp => GO.to_owned(),
        _ => uci::variant(registry, CHESS).unwrap_or_else(|| CHESS.to_owned()),
    };
    let text = name.map_or_else(usual, str::to_owned);
    text.parse().map_err(|error| Failure::argument("--game", &error))
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
        game_of(registry, form, self.game.as_deref())?;
        spec_of(registry, form, self.game.as_deref())
    }
}

/// Writes a line; who serves nobody any more ends.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}
