//! A board seen from a corner, with solid blocks.

use torneo_contract::scene::{Glyph, Item};

use crate::canvas::{Anchor, Canvas};
use crate::geometry::{ground, project};
use crate::layout::{Extent, Layout, places};
use crate::palette::class;
use crate::pieces::{inscription, sign};

/// The board and everything on it, from the back to the front.
pub fn draw(canvas: &mut Canvas, layout: &Layout) {
    for site in layout.shown_sites() {
        canvas.polygon(&crate::sites::tone(layout, site), ground(site));
    }
    for line in &layout.board.lines {
        canvas.polyline("bold", line.path.iter().map(|&(x, y)| project(x, y, 0.0)));
    }
    for mark in &layout.scene.marks {
        draw_mark(canvas, layout, mark);
    }
    if layout.labelled {
        for label in &layout.board.labels {
            canvas.text("f", &label.text, project(label.x, label.y, 0.0), layout.label, Anchor::Middle);
        }
    }
    let mut items = layout.on_board();
    let depth = |item: &&Item| layout.middle(item).map_or(0, |(x, y)| ((x + y) * 100.0) as i32);
    items.sort_by_key(depth);
    items.into_iter().for_each(|item| block(canvas, layout, item));
}

fn draw_mark(canvas: &mut Canvas, layout: &Layout, mark: &torneo_contract::scene::Mark) {
    use torneo_contract::scene::Mark;
    let ids: &[u32] = match mark {
        Mark::Move(path) => path,
        Mark::Enter(site) | Mark::Remove(site) => &[*site],
        _ => return,
    };
    for site in ids.iter().filter_map(|id| layout.site(*id)) {
        canvas.polygon("trace", ground(site));
    }
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
