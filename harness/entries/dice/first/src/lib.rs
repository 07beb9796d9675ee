//! The first half of the family `dice`, compiled with every engine.

use torneo_registry::Registry;

/// Adds the games of this half.
pub fn add(registry: &mut Registry) {
    torneo_dice_games::first_half(registry);
}
