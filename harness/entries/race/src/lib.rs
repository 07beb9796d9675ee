//! The games of the family `race`, compiled with every engine.

use torneo_registry::Registry;

/// Adds the games of the family.
pub fn add(registry: &mut Registry) {
    torneo_race::each(registry);
}
