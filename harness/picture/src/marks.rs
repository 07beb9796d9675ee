//! What the last action did.

use torneo_contract::scene::{Mark, Shape, Site};

use crate::canvas::{Anchor, Canvas, Frame};
use crate::geometry::outline;
use crate::layout::Layout;

/// The shortest way, in units of the board, that is worth an arrow.
const SHORT: f32 = 0.45;

/// What lies under the pieces: the sites that were left and reached.
pub fn below(canvas: &mut Canvas, layout: &Layout) {
    for site in traced(layout) {
        trace(canvas, site, (site.x, site.y));
    }
}

/// The sites that were left and reached, each once.
pub fn traced<'l>(layout: &'l Layout) -> impl Iterator<Item = &'l Site> {
    let mut sites: Vec<u32> = Vec::new();
    for mark in &layout.scene.marks {
        match mark {
            Mark::Move(path) => sites.extend(path.first().into_iter().chain(path.last())),
            Mark::Enter(site) => sites.push(*site),
            _ => {}
        }
    }
    sites.sort_unstable();
    sites.dedup();
    sites.into_iter().filter_map(|id| layout.site(id))
}

/// A site that was left or reached, drawn at a place.
pub fn trace(canvas: &mut Canvas, site: &Site, (x, y): (f32, f32)) {
    match site.shape {
        Shape::Point | Shape::Circle | Shape::Pit => canvas.circle("trace", (x, y), 0.5),
        _ => canvas
            .polygon("trace", outline(&site.shape).into_iter().map(|corner| (x + corner.0, y + corner.1))),
    }
}

/// What lies over the pieces: arrows and rings.
pub fn above(canvas: &mut Canvas, layout: &Layout) {
    for mark in &layout.scene.marks {
        draw(canvas, layout, mark, (0.0, 0.0));
    }
}

/// Where a mark begins.
pub fn origin(layout: &Layout, mark: &Mark) -> Option<(f32, f32)> {
    let first = match mark {
        Mark::Move(sites) | Mark::Outline(sites) | Mark::Frame(sites) => *sites.first()?,
        Mark::Enter(site) | Mark::Remove(site) | Mark::Change(site, _) | Mark::Note(site, _) => *site,
    };
    layout.site(first).map(|site| (site.x, site.y))
}

/// What lies over the pieces of one mark, as seen from a place.
pub fn draw(canvas: &mut Canvas, layout: &Layout, mark: &Mark, from: (f32, f32)) {
    let place = |id: &u32| layout.site(*id).map(|site| (site.x - from.0, site.y - from.1));
    match mark {
        Mark::Move(path) => arrow(canvas, &path.iter().filter_map(place).collect::<Vec<_>>()),
        Mark::Enter(id) => {
            if let (Some(site), Some(at)) = (layout.site(*id), place(id)) {
                let radius = if matches!(site.shape, Shape::Triangle { .. }) { 0.27 } else { 0.46 };
                canvas.circle("mark", at, radius);
            }
        }
        Mark::Remove(site) => {
            if let Some(at) = place(site) {
                canvas.stamp("mark", "cross", Frame::new(at, 1.0));
            }
        }
        Mark::Outline(sites) => {
            for at in sites.iter().filter_map(place) {
                canvas.circle("mark", at, 0.2);
            }
        }
        Mark::Change(site, by) => {
            if let Some((x, y)) = place(site) {
                canvas.text("f", &format!("{by:+}"), (x + 0.36, y - 0.38), 0.26, Anchor::Middle);
            }
        }
        Mark::Frame(sites) => {
            let corners: Vec<(f32, f32)> = sites.iter().filter_map(place).collect();
            canvas.polygon("mark", corners);
        }
        Mark::Note(site, text) => {
            if let Some((x, y)) = place(site) {
                canvas.text("t", text, (x, y - 0.42), 0.28, Anchor::Middle);
            }
        }
    }
}

/// An arrow along a path, from the middle of the first site to the piece on the last.
fn arrow(canvas: &mut Canvas, path: &[(f32, f32)]) {
    let [.., before, end] = path else { return };
    let (dx, dy) = (end.0 - before.0, end.1 - before.1);
    let length = dx.hypot(dy);
    if length < SHORT {
        return;
    }
    let head = (0.26f32).min(0.4 * length);
    // The arrow ends at the rim of what stands there.
    let gap = (0.3f32).min(0.35 * length);
    let tip = (end.0 - dx / length * gap, end.1 - dy / length * gap);
    let neck = (tip.0 - dx / length * head, tip.1 - dy / length * head);
    let mut line = path.to_vec();
    if let Some(last) = line.last_mut() {
        *last = neck;
    }
    canvas.polyline("mark", line);
    let side = (-dy / length * 0.13, dx / length * 0.13);
    canvas.polygon("tip", [tip, (neck.0 + side.0, neck.1 + side.1), (neck.0 - side.0, neck.1 - side.1)]);
}
