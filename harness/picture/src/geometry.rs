//! Points of sites, on the board's plane and seen from a corner.

use torneo_contract::scene::{Shape, Site};

/// The corners of a site.
pub fn corners(site: &Site) -> Vec<(f32, f32)> {
    outline(&site.shape).into_iter().map(|(x, y)| (site.x + x, site.y + y)).collect()
}

/// The corners of a shape around its centre.
pub fn outline(shape: &Shape) -> Vec<(f32, f32)> {
    // The radius of a hexagon whose neighbours are at a distance of 1.
    const HEX: f32 = 0.577_350_3;
    let regular = |count: usize, radius: f32, start: f32| -> Vec<(f32, f32)> {
        let corner = |number: usize| {
            let angle = (start + 360.0 * number as f32 / count as f32).to_radians();
            (radius * angle.sin(), -radius * angle.cos())
        };
        (0..count).map(corner).collect()
    };
    match shape {
        Shape::Square => vec![(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)],
        Shape::HexPointy => regular(6, HEX, 0.0),
        Shape::HexFlat => regular(6, HEX, 30.0),
        Shape::Triangle { up: true } => regular(3, HEX, 0.0),
        Shape::Triangle { up: false } => regular(3, HEX, 180.0),
        Shape::Point | Shape::Circle | Shape::Pit => {
            vec![(-0.45, -0.45), (0.45, -0.45), (0.45, 0.45), (-0.45, 0.45)]
        }
        Shape::Polygon(corners) => corners.clone(),
    }
}

/// Where a point in space is drawn: the plane from above, and what is high shifted to the upper left, so little that no
/// piece hides a square behind it.
pub fn project(x: f32, y: f32, z: f32) -> (f32, f32) {
    (x - 0.1 * z, y - 0.16 * z)
}
