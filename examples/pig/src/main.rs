//! The program torneo with a dice game of which it knows nothing: `torneo-example-pig dice odds pig`.

mod analysis;
mod pig;

use std::process::ExitCode;

use torneo::GameEntry;
use torneo::games::exact::of_duel;

fn main() -> ExitCode {
    let mut registry = torneo::registry();
    registry.add_game(GameEntry::of::<pig::Pig>().with_exact(of_duel::<pig::Pig>));
    torneo::cli::main_with(registry)
}
