//! The first half of the family `chess`, compiled with every engine.

use torneo_registry::Registry;

/// Adds the games of this half.
pub fn add(registry: &mut Registry) {
    torneo_chess::first_half(registry);
}
