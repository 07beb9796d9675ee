//! The second half of the family `race`, compiled with every engine.

use torneo_registry::Registry;

/// Adds the games of this half.
pub fn add(registry: &mut Registry) {
    torneo_race::second_half(registry);
}
