//! Points of sites, on the board's plane and seen from a corner, and what lies around them.

use torneo_contract::scene::{Shape, Site};

/// A rectangle in units of the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Extent {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

impl Extent {
    pub const NONE: Extent = Extent {
        left: f32::INFINITY,
        top: f32::INFINITY,
        right: f32::NEG_INFINITY,
        bottom: f32::NEG_INFINITY,
    };

    pub fn include(&mut self, (x, y): (f32, f32)) {
        self.left = self.left.min(x);
        self.top = self.top.min(y);
        self.right = self.right.max(x);
        self.bottom = self.bottom.max(y);
    }

    /// The rectangle with a margin on all sides.
    pub fn grown(self, by: f32) -> Extent {
        Extent { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    pub fn width(self) -> f32 {
        self.right - self.left
    }

    pub fn height(self) -> f32 {
        self.bottom - self.top
    }

    pub fn middle(self) -> (f32, f32) {
        ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }
}

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
            (radius * libm::sinf(angle), -radius * libm::cosf(angle))
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
