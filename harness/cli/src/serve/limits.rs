//! An engine with other limits and options than it was served with.

use torneo_contract::{Spec, SpecError};
use torneo_registry::EngineSpec;

use super::Service;

/// The engine with these options in the place of its own; those that it does not have are left out. A limit takes the
/// place of all limits.
///
/// # Errors
/// A value that an option does not take.
pub fn with_options(service: Service, given: &[(String, String)]) -> Result<EngineSpec, SpecError> {
    const LIMITS: [&str; 5] = ["nodes", "sims", "depth", "time", "clock"];
    let known = service.engine.info().options;
    let kept = |(name, _): &&(String, String)| known.iter().any(|option| option.name == *name);
    let given: Vec<&(String, String)> = given.iter().filter(kept).collect();
    let is_limit = |name: &str| LIMITS.contains(&name);
    let limits = given.iter().any(|(name, _)| is_limit(name));
    let replaced = |name: &str| limits && is_limit(name) || given.iter().any(|(new, _)| new == name);
    let old = service.spec.given.iter().filter(|(name, _)| !replaced(name));
    let spec =
        Spec { name: service.spec.name.clone(), given: old.chain(given.iter().copied()).cloned().collect() };
    service.registry.engine_of(&spec)
}
