//! A board seen from a corner, with solid blocks.

use torneo_contract::scene::{Glyph, Item, Site};

use crate::canvas::{Anchor, Canvas};
use crate::layout::{self, Layout, places};
use crate::palette::class;
use crate::pieces::inscription;

/// Where a point in space is drawn: x to the lower right, y to the lower left, z up.
pub fn project(x: f32, y: f32, z: f32) -> (f32, f32) {
    ((x - y) * 0.72, (x + y) * 0.4 - z * 0.78)
}

/// The corners of a site, projected, with room for what stands on it.
pub fn corners(site: &Site) -> Vec<(f32, f32)> {
    let ground = layout::corners(site).into_iter().map(|(x, y)| project(site.x + x, site.y + y, 0.0));
    ground.chain([project(site.x, site.y, 1.2)]).collect()
}

/// The board and everything on it, from the back to the front.
pub fn draw(canvas: &mut Canvas, layout: &Layout) {
    for site in layout.shown_sites() {
        let corners = layout::corners(site).into_iter().map(|(x, y)| project(site.x + x, site.y + y, 0.0));
        canvas.polygon(&crate::sites::tone(layout, site), corners);
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
        let corners = layout::corners(site).into_iter().map(|(x, y)| project(site.x + x, site.y + y, 0.0));
        canvas.polygon("trace", corners);
    }
}

/// A box over the sites of an item.
fn block(canvas: &mut Canvas, layout: &Layout, item: &Item) {
    let height = match item.glyph {
        Glyph::Block(_, _, 0) => 0.12,
        Glyph::Block(_, _, height) => f32::from(height),
        _ => 0.2,
    };
    let sites: Vec<&Site> = places(item).filter_map(|id| layout.site(id)).collect();
    let fold = |start: f32, pick: fn(f32, f32) -> f32, value: fn(&Site) -> f32| {
        sites.iter().map(|site| value(site)).fold(start, pick)
    };
    let margin = 0.42;
    let (left, right) = (
        fold(f32::INFINITY, f32::min, |site| site.x) - margin,
        fold(f32::NEG_INFINITY, f32::max, |site| site.x) + margin,
    );
    let (back, front) = (
        fold(f32::INFINITY, f32::min, |site| site.y) - margin,
        fold(f32::NEG_INFINITY, f32::max, |site| site.y) + margin,
    );
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
    if let Some(path) = crate::palette::emblem(colour).filter(|_| !matches!(item.glyph, Glyph::Block(..))) {
        canvas.path_at(crate::pieces::emblem_class(colour), path, crate::canvas::Frame::new(middle, 0.6));
    }
    if let Glyph::Letter(text) = &item.glyph {
        inscription(canvas, colour, text, middle, 0.8);
    }
}
