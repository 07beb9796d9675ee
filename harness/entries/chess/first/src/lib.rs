//! The first half of the family `chess` with every engine: nothing but what the compiler makes of it.

use torneo_registry::Registry;

/// Adds the games of this half.
pub fn add(registry: &mut Registry) {
    torneo_chess::first_half(registry);
}
