//! Whether the iterations of a tuning follow from each other, and score the same when they are played again.

use std::path::Path;

use torneo_registry::Registry;

use super::{Repair, Verification, VerifyOptions, is_sampled};
use crate::Error;
use crate::storage::Store;
use crate::trial::{TuneCheck, check_tuning};

/// Iterations that are played again unless another number is asked for.
const PLAYED_AGAIN: u64 = 3;

/// Verifies the folder of a tuning. What is counted are iterations instead of games.
pub fn verify(
    store: &Store,
    registry: &Registry,
    folder: &Path,
    options: VerifyOptions,
) -> Result<Verification, Error> {
    let sample = options.sample.unwrap_or(PLAYED_AGAIN);
    let is_sampled = |index, count| is_sampled(index, count, sample);
    let checked = check_tuning(store, registry, folder, is_sampled, options.repair)?;
    let TuneCheck { planned, iterations, played_again, fault, note, repaired, kept } = checked;
    let mut found = Verification { played_again, ..Verification::new(folder, planned, iterations) };
    found.sound = fault.is_none() || repaired;
    fault.into_iter().for_each(|fault| found.fault(fault));
    found.notes.push("this is a tuning: its iterations are counted as games".to_owned());
    found.notes.extend(note.map(|why| format!("no iteration was played again: {why}")));
    found.repair = repaired.then(|| Repair { games: iterations, kept: kept.into_iter().collect() });
    Ok(found)
}
