//! The games of the family `race` with every engine: nothing but what the compiler makes of them.

use torneo_registry::Registry;

/// Adds the games of the family.
pub fn add(registry: &mut Registry) {
    torneo_race::each(registry);
}
