//! Men beside the board.

use torneo_contract::Seat;
use torneo_contract::scene::{Area, AreaKind, Glyph, Item, Place, Scene};

/// Adds an area of a seat with a number of things of one kind in it. Returns the number of the area.
pub fn hand(scene: &mut Scene, title: &str, seat: Seat, glyph: Glyph, count: usize) -> u8 {
    let area = scene.area(Area::new(title, AreaKind::Hand, 1).of(Some(seat)));
    if count > 0 {
        scene.put(Item::new(Place::Area(area, 0), glyph).of(seat).times(count));
    }
    area
}
