//! A board seen from a corner, with solid blocks.

use torneo_contract::scene::{Glyph, Item, Mark, Site};

use crate::canvas::{Anchor, Canvas};
use crate::geometry::{self, project};
use crate::layout::{Extent, Layout, places};
use crate::palette::class;
use crate::pieces::{inscription, sign};

/// The board with nothing on it.
pub fn ground(canvas: &mut Canvas, layout: &Layout) {
    for site in layout.shown_sites() {
        canvas.polygon(&crate::sites::tone(layout, site), geometry::ground(site));
    }
    for line in &layout.board.lines {
        canvas.polyline("bold", line.path.iter().map(|&(x, y)| project(x, y, 0.0)));
    }
    if layout.labelled {
        for label in &layout.board.labels {
            canvas.text("f", &label.text, project(label.x, label.y, 0.0), layout.label, Anchor::Middle);
        }
    }
}

/// Everything that stands on the board.
pub fn draw(canvas: &mut Canvas, layout: &Layout) {
    for site in marked(layout) {
        trace(canvas, site);
    }
    for item in standing(layout) {
        block(canvas, layout, item);
    }
}

/// The things on the board from behind to the front.
pub fn standing<'l>(layout: &'l Layout) -> impl Iterator<Item = &'l Item> {
    let mut items = layout.on_board();
    let depth = |item: &&Item| layout.middle(item).map_or(0, |(x, y)| ((x + y) * 100.0) as i32);
    items.sort_by_key(depth);
    items.into_iter()
}

/// The sites that the last ply touched.
pub fn marked<'l>(layout: &'l Layout) -> impl Iterator<Item = &'l Site> {
    let touched = layout.scene.marks.iter().flat_map(|mark| match mark {
        Mark::Move(path) => path.as_slice(),
        Mark::Enter(site) | Mark::Remove(site) => std::slice::from_ref(site),
        _ => &[],
    });
    touched.filter_map(|id| layout.site(*id))
}

/// A site that the last ply touched.
pub fn trace(canvas: &mut Canvas, site: &Site) {
    canvas.polygon("trace", geometry::ground(site));
}

/// A box over the sites of an item.
pub fn block(canvas: &mut Canvas, layout: &Layout, item: &Item) {
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
    let west = face([(left, front, height), (right, front, height), (right, front, 0.0), (left, front, 0.0)]);
    let east = face([(right, back, height), (right, front, height), (right, front, 0.0), (right, back, 0.0)]);
    for (corners, over) in [(west, Some("shine")), (east, Some("shade")), (top, None)] {
        canvas.polygon(name, corners);
        if let Some(over) = over {
            canvas.polygon(over, corners);
        }
    }
    let middle = project((left + right) / 2.0, (back + front) / 2.0, height);
    if !matches!(item.glyph, Glyph::Block(..)) {
        sign(canvas, colour, middle, 0.6);
    }
    if let Glyph::Letter(text) = &item.glyph {
        inscription(canvas, colour, text, middle, 0.8);
    }
}
