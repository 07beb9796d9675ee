//! What a program says of itself before it plays.

use std::sync::Arc;

use torneo_contract::SpecError;
use torneo_search::{Fault, Stop};

use crate::log::Log;
use crate::options::Settings;
use crate::process::Process;
use crate::protocol::{self, Greeting};

/// Starts a program, hears its first words and ends it. A program that fails is not refused here: it loses its games,
/// and the tournament goes on.
///
/// # Errors
/// A program that cannot be started.
pub fn probe(settings: &Settings) -> Result<Result<Greeting, Fault>, SpecError> {
    let log = Arc::new(Log::default());
    let farewell = protocol::farewell(settings.talk);
    let mut process = Process::start(settings, &log, farewell, &Stop::default()).map_err(|error| {
        let program = &settings.command[0];
        SpecError::new(format!("`external`: option `command`: cannot start `{program}`: {error}"))
    })?;
    let greeting = protocol::of(settings).greet(&mut process, settings);
    if let Err(fault) = &greeting {
        process.condemn(fault);
    }
    Ok(greeting)
}
