//! Engines that are other programs.
//!
//! A process serves one entry of one thread, in as many copies as the entry has seats in a game. It speaks one of three protocols: the line protocol of
//! torneo, UCI or GTP. It is never trusted: it has limits of time, memory and output, whatever it answers is
//! checked against the rules, and it ends with all its children. What it does wrong is a
//! [`Fault`](torneo_search::Fault) that loses its game.
//!
//! This crate knows games by their notation only.
//!
//! ```
//! use torneo_external::command_text;
//!
//! assert_eq!(command_text(["my engine", "--fast"]).unwrap(), "'my engine' --fast");
//! ```

pub mod check;
mod fault;
mod guard;
#[cfg(windows)]
#[expect(unsafe_code, reason = "no safe crate bounds the memory of a job")]
mod job;
mod kill;
mod limits;
mod log;
mod memory;
mod note;
mod offer;
mod options;
mod per_process;
mod place;
mod player;
mod pool;
mod probe;
mod process;
mod protocol;
mod spawn;
mod started;
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod system;
mod tail;

pub use fault::shown;
pub use guard::{THIS_EXECUTABLE, guard, guard_with};
pub use kill::end_all;
pub use limits::{FILES_OF_PROGRAM, most_open_files};
pub use note::tell_to;
pub use options::{INFO, Restart, Settings, Talk, command_text, options_text, read_options};
pub use per_process::PerProcess;
pub use place::check_blanks;
pub use player::Program;
pub use protocol::gtp::{GAME_COMMAND, token_of};

use std::sync::Arc;
use torneo_contract::{Options, SpecError};
use torneo_search::text::TextEngine;

/// The program that the options of the engine `external` describe.
///
/// # Errors
/// Options that contradict each other, or a program that cannot be used.
pub fn program(options: &Options) -> Result<Arc<dyn TextEngine>, SpecError> {
    Ok(Arc::new(Program::new(Settings::new(options)?)))
}
