//! The program torneo with one more game and two more engines. The engine that can play any game is compiled
//! for Nim and the morris games here; `torneo::engine_for_all_games` compiles one for every game.

mod engines;
mod nim;

use std::process::ExitCode;

use engines::Fewest;
use torneo::engine::EngineKind;
use torneo::{EngineEntry, GameEntry};

fn main() -> ExitCode {
    let mut registry = torneo::registry();
    registry.add_game(GameEntry::of::<nim::Nim>());
    registry.add_engine(EngineEntry::new(&engines::NIM_SUM).plays::<nim::Nim>(engines::nim_sum));
    registry.add_engine(
        EngineEntry::of(Fewest, torneo::games::morris::each)
            .plays::<nim::Nim>(|game, set_up| Fewest.build(game, set_up)),
    );
    torneo::cli::main_with(registry)
}
