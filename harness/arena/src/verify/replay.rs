//! Records lead to the results beside them.

use std::sync::Arc;

use torneo_registry::{AnyGame, Registry};

use super::{Fault, is_sampled};
use crate::Error;
use crate::results::{Opened, check_record};

/// Replays a sample of the games; returns how many were replayed, and what is wrong.
pub fn replay(registry: &Registry, opened: &Opened, sample: u64) -> Result<(u64, Vec<Fault>), Error> {
    let (manifest, games) = (&opened.manifest, opened.whole.games);
    let (mut index, mut replayed, mut faults) = (0, 0, Vec::new());
    let mut at_table: Option<(String, Arc<dyn AnyGame>)> = None;
    let mut unknown = None;
    opened.each_within(games, |result| {
        let place = index;
        index += 1;
        if !is_sampled(place, games, sample) || unknown.is_some() {
            return;
        }
        if at_table.as_ref().is_none_or(|(spec, _)| *spec != result.game) {
            match registry.game(&result.game) {
                Ok(game) => at_table = Some((result.game.clone(), game)),
                Err(error) => return unknown = Some(Error::Game(error)),
            }
        }
        let (_, game) = at_table.as_ref().expect("the game was set up");
        replayed += u64::from(manifest.config.output.record);
        if let Err(fault) = check_record(&**game, &manifest.config, result) {
            faults.push((place, format!("game {}: {fault}", result.game_no)));
        }
    })?;
    unknown.map_or(Ok((replayed, faults)), Err)
}
