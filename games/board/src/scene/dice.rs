//! Tables for dice.

use torneo_contract::scene::{Board, Glyph, Place, Places, Scene, Surface};

/// A table without sites, on which dice are thrown.
pub fn table() -> Board {
    Board { surface: Surface::Felt, ..Board::default() }
}

/// The faces of a die, to enter what it shows; the number of the area, in which face `n` has slot `n - 1`.
pub fn faces(scene: &mut Scene, sides: u8) -> u8 {
    scene.choices("throw", (1..=sides).map(|up| Glyph::Die { sides, up }))
}

/// The clicks of dice that show these faces.
pub fn roll(area: u8, shown: impl IntoIterator<Item = u8>) -> Places {
    shown.into_iter().map(|up| Place::slot(area, usize::from(up) - 1)).collect()
}
