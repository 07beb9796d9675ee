//! The games and engines of a module.

use torneo_registry::{EngineSpec, Registry};

/// What adds the games of each crate whose feature is on.
macro_rules! families {
    ($($feature:literal: $($entries:ident)+;)*) => {
        [$($(#[cfg(feature = $feature)] $entries::add,)+)*]
    };
}

/// The games of the families that this module was built with, and all engines.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    let families: &[fn(&mut Registry)] = &families! {
        "capture": torneo_entries_capture_first torneo_entries_capture_second;
        "chess": torneo_entries_chess_first torneo_entries_chess_second;
        "connection": torneo_entries_connection;
        "dice": torneo_entries_dice_first torneo_entries_dice_second;
        "hunt": torneo_entries_hunt;
        "mancala": torneo_entries_mancala;
        "morris": torneo_entries_morris;
        "race": torneo_entries_race_first torneo_entries_race_second;
        "simultaneous": torneo_entries_simultaneous_first torneo_entries_simultaneous_second;
        "space": torneo_entries_space;
        "territory": torneo_entries_territory;
        "tiles": torneo_entries_tiles;
    };
    for add in families {
        add(&mut registry);
    }
    registry
}

/// Reads the specification of an engine.
///
/// # Errors
/// A text that is no specification, or an engine that needs what a browser does not have.
pub fn engine(spec: &str) -> Result<EngineSpec, String> {
    let engine = registry().engine(spec).map_err(|error| error.to_string())?;
    match engine.info().id {
        id @ ("perfect" | "external") => {
            Err(format!("`{id}` needs files and programs and does not play in a browser"))
        }
        _ => Ok(engine),
    }
}
