//! Solid blocks on a board that is seen from above.

use torneo_contract::scene::{Glyph, Item};

use crate::canvas::{Anchor, Canvas};
use crate::geometry::{Extent, project};
use crate::layout::{Layout, places};
use crate::palette::{class, ink};
use crate::pieces::{inscription, sign};

/// Everything that stands on the board, from the back to the front.
pub fn draw(canvas: &mut Canvas, layout: &Layout) {
    for item in standing(layout) {
        piece(canvas, layout, item);
    }
}

/// The things on the board, from the back to the front.
pub fn standing<'l>(layout: &'l Layout) -> impl Iterator<Item = &'l Item> {
    let mut items = layout.on_board();
    let depth = |item: &&Item| layout.middle(item).map_or(0, |(x, y)| ((x + y) * 100.0) as i32);
    items.sort_by_key(depth);
    items.into_iter()
}

/// A thing where it stands.
pub fn piece(canvas: &mut Canvas, layout: &Layout, item: &Item) {
    canvas.group("piece", |canvas| block(canvas, layout, item));
}

/// A box over the sites of an item.
fn block(canvas: &mut Canvas, layout: &Layout, item: &Item) {
    let height = match item.glyph {
        Glyph::Block(_, _, 0) => 0.12,
        Glyph::Block(_, _, height) => f32::from(height),
        _ => 0.2,
    };
    let mut base = Extent::NONE;
    let sites = places(item).filter_map(|id| layout.site(id));
    sites.for_each(|site| base.include((site.x, site.y)));
    let Extent { left, top: back, right, bottom: front } = base.grown(0.42);
    let colour = layout.colour(item);
    let name = class(colour);
    let face = |points: [(f32, f32, f32); 4]| points.map(|(x, y, z)| project(x, y, z));
    let top =
        face([(left, back, height), (right, back, height), (right, front, height), (left, front, height)]);
    let south =
        face([(left, front, height), (right, front, height), (right, front, 0.0), (left, front, 0.0)]);
    let east = face([(right, back, height), (right, front, height), (right, front, 0.0), (right, back, 0.0)]);
    for (corners, over) in [(south, Some("shine")), (east, Some("shade")), (top, None)] {
        canvas.polygon(name, corners);
        if let Some(over) = over {
            canvas.polygon(over, corners);
        }
    }
    let middle = project((left + right) / 2.0, (back + front) / 2.0, height);
    match &item.glyph {
        Glyph::Block(_, _, height) => {
            canvas.text(ink(colour), &height.to_string(), middle, layout.letters(0.4), Anchor::Middle);
        }
        _ => drop(sign(canvas, colour, middle, 0.6)),
    }
    if let Glyph::Letter(text) = &item.glyph {
        inscription(canvas, layout, colour, text, middle, 0.8);
    }
}
