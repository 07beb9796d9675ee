//! Tiles with tracks.

use torneo_contract::scene::{Shape, Tile};

use crate::canvas::{Canvas, UNIT, number};
use crate::geometry::outline;
use crate::palette::class;

/// A tile around a point, turned clockwise by an angle in degrees.
pub fn draw(canvas: &mut Canvas, tile: &Tile, at: (f32, f32), scale: f32, turn: f32) {
    let corners = outline(&tile.shape).into_iter().map(|corner| rotated(corner, turn));
    canvas.polygon("tile", corners.map(|(x, y)| (at.0 + x * scale * 0.985, at.1 + y * scale * 0.985)));
    for &(from, to, colour) in &tile.tracks {
        let data = track(tile, from, to, at, scale, turn);
        canvas.track(class(colour), 0.2 * scale, &data);
    }
}

fn rotated((x, y): (f32, f32), turn: f32) -> (f32, f32) {
    let (sin, cos) = libm::sincosf(turn.to_radians());
    (x * cos - y * sin, x * sin + y * cos)
}

/// The middle of a side of a tile.
fn side(shape: &Shape, number: u8) -> (f32, f32) {
    let (sides, first) = match shape {
        Shape::Square => (4.0, 0.0),
        Shape::HexPointy => (6.0, 30.0),
        _ => (6.0, 0.0),
    };
    let angle = (first + 360.0 * f32::from(number) / sides as f32).to_radians();
    (0.5 * libm::sinf(angle), -0.5 * libm::cosf(angle))
}

/// A track from side to side: straight, or bent towards the middle of the tile.
fn track(tile: &Tile, from: u8, to: u8, at: (f32, f32), scale: f32, turn: f32) -> String {
    let place = |(x, y): (f32, f32)| {
        let (x, y) = rotated((x, y), turn);
        format!("{} {}", number((at.0 + x * scale) * UNIT), number((at.1 + y * scale) * UNIT))
    };
    let (start, end) = (side(&tile.shape, from), side(&tile.shape, to));
    // Control points towards the middle: a tight curve between neighbours meets it less than a wide one.
    let nearness = (libm::hypotf(start.0 + end.0, start.1 + end.1)).min(1.0);
    let pull = 0.45 + 0.25 * (1.0 - nearness);
    let inner = |(x, y): (f32, f32)| (x * (1.0 - pull), y * (1.0 - pull));
    format!("M{}C{} {} {}", place(start), place(inner(start)), place(inner(end)), place(end))
}
