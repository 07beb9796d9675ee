//! The second half of the family `dice`, compiled with every engine.

use torneo_registry::Registry;

/// Adds the games of this half, and the exact analysis of all of the family, the first half being there already.
pub fn add(registry: &mut Registry) {
    torneo_dice_games::second_half(registry);
    for &(id, set_up) in torneo_dice_games::EXACT {
        registry.add_exact(id, set_up);
    }
}
