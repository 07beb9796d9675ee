//! The games and engines of a module.

use torneo_registry::{EngineSpec, Registry};

/// The games of the families that this module was built with, and all engines.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    let families: &[fn(&mut Registry)] = &[
        #[cfg(feature = "capture")]
        torneo_entries_capture_first::add,
        #[cfg(feature = "capture")]
        torneo_entries_capture_second::add,
        #[cfg(feature = "chess")]
        torneo_entries_chess_first::add,
        #[cfg(feature = "chess")]
        torneo_entries_chess_second::add,
        #[cfg(feature = "connection")]
        torneo_entries_connection::add,
        #[cfg(feature = "dice")]
        torneo_entries_dice_first::add,
        #[cfg(feature = "dice")]
        torneo_entries_dice_second::add,
        #[cfg(feature = "hunt")]
        torneo_entries_hunt::add,
        #[cfg(feature = "mancala")]
        torneo_entries_mancala::add,
        #[cfg(feature = "morris")]
        torneo_entries_morris::add,
        #[cfg(feature = "race")]
        torneo_entries_race_first::add,
        #[cfg(feature = "race")]
        torneo_entries_race_second::add,
        #[cfg(feature = "simultaneous")]
        torneo_entries_simultaneous_first::add,
        #[cfg(feature = "simultaneous")]
        torneo_entries_simultaneous_second::add,
        #[cfg(feature = "space")]
        torneo_entries_space::add,
        #[cfg(feature = "territory")]
        torneo_entries_territory::add,
        #[cfg(feature = "tiles")]
        torneo_entries_tiles::add,
    ];
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
