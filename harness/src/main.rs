//! The `torneo` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    torneo::cli::main_with(torneo::registry())
}
