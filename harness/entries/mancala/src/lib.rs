//! The games of the family `mancala` with every engine: nothing but what the compiler makes of them.

use torneo_registry::Registry;

/// Adds the games of the family.
pub fn add(registry: &mut Registry) {
    torneo_mancala::each(registry);
}
