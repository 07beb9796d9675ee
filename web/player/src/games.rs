//! The games and engines of a module.

use torneo_contract::{Refusal, refusal};
use torneo_registry::{EngineSpec, Registry};

/// The games of the families that this module was built with, and all engines.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    let families: &[fn(&mut Registry)] = &include!(concat!(env!("OUT_DIR"), "/families.rs"));
    for add in families {
        add(&mut registry);
    }
    registry
}

/// Reads the specification of an engine.
///
/// # Errors
/// A text that is no specification, or an engine that needs what a browser does not have.
pub fn engine(spec: &str) -> Result<EngineSpec, Refusal> {
    let engine = registry().engine(spec).map_err(Refusal::new)?;
    match engine.info().id {
        id @ ("perfect" | "external") => {
            Err(refusal!("`{id}` needs files and programs and does not play in a browser"))
        }
        _ => Ok(engine),
    }
}
