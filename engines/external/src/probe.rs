//! What a program says of itself before it plays.

use std::sync::Arc;

use torneo_contract::SpecError;
use torneo_search::Stop;

use crate::fault::shortened;
use crate::log::Log;
use crate::options::Settings;
use crate::place::Place;
use crate::pool::Running;
use crate::process::Process;
use crate::protocol::{self, Greeting};

/// Starts a program and hears its first words.
///
/// # Errors
/// A program that cannot be started or does not greet, with the last lines of its standard error.
pub fn probe(
    settings: &Arc<Settings>,
    place: &Place,
    log: &Arc<Log>,
    stop: &Stop,
) -> Result<(Greeting, Running), SpecError> {
    let program = shortened(&settings.command.join(" "));
    let mut process = Process::start(settings, place, log, stop)
        .map_err(|error| SpecError::new(format!("cannot start the program `{program}`: {error}")))?;
    let mut protocol = protocol::of(settings);
    let greeting = protocol.greet(&mut process).map_err(|fault| {
        process.condemn(&fault);
        let mut message =
            format!("the program `{program}` does not say hello: {}", shortened(&fault.message));
        let errors = process.last_errors();
        if !errors.is_empty() {
            message += "\nits last lines on stderr:";
            errors.iter().for_each(|line| message += &format!("\n    {line}"));
        }
        SpecError::new(message)
    })?;
    Ok((greeting, Running { process, protocol }))
}
