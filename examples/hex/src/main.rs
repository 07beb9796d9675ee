//! The program torneo with one more game.

mod hex;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut registry = torneo::registry();
    registry.add_game(torneo::GameEntry::of::<hex::Hex>().with_rules(include_str!("../rules.md")));
    torneo::cli::main_with(registry)
}
