//! The first half of the family `simultaneous`, compiled with every engine.

use torneo_registry::Registry;

/// Adds the games of this half.
pub fn add(registry: &mut Registry) {
    torneo_simultaneous::first_half(registry);
}
