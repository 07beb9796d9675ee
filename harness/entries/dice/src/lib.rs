//! The games of the family `dice` with every engine: nothing but what the compiler makes of them.

use torneo_registry::Registry;

/// Adds the games of the family.
pub fn add(registry: &mut Registry) {
    torneo_dice_games::each(registry);
    for &(id, set_up) in torneo_dice_games::EXACT {
        registry.add_exact(id, set_up);
    }
}
