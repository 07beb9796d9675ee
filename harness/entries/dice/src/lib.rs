//! The games of the family `dice`, compiled with every engine.

use torneo_registry::Registry;

/// Adds the games of the family, with their exact analysis.
pub fn add(registry: &mut Registry) {
    torneo_dice_games::each(registry);
    for &(id, set_up) in torneo_dice_games::EXACT {
        registry.add_exact(id, set_up);
    }
}
