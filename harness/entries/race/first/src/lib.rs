//! The first half of the family `race`, compiled with every engine.

use torneo_registry::Registry;

/// Adds the games of this half.
pub fn add(registry: &mut Registry) {
    torneo_race::first_half(registry);
}
