//! What the last action did.

use torneo_contract::scene::{Glyph, Item, Mark, Shape, Site, View};

use crate::canvas::{Canvas, Frame};
use crate::geometry::corners;
use crate::layout::Layout;
use crate::pieces::note;
use crate::polyominoes;

/// The shortest way, in units of the board, that is worth an arrow.
const SHORT: f32 = 0.45;

/// What lies under the pieces: the sites that were left and reached.
pub fn below(canvas: &mut Canvas, layout: &Layout) {
    let mut sites: Vec<u32> = Vec::new();
    for mark in &layout.scene.marks {
        match mark {
            Mark::Move(path) => sites.extend(path.first().into_iter().chain(path.last())),
            Mark::Enter(site) => sites.push(*site),
            _ => {}
        }
    }
    laid(layout).into_iter().for_each(|item| around(canvas, layout, item));
    sites.sort_unstable();
    sites.dedup();
    for site in sites.into_iter().filter_map(|id| layout.site(id)) {
        match site.shape {
            Shape::Point | Shape::Circle | Shape::Pit => canvas.circle("trace", (site.x, site.y), 0.5),
            _ => canvas.polygon("trace", corners(site)),
        }
    }
}

/// What lies over the pieces: arrows and rings.
pub fn above(canvas: &mut Canvas, layout: &Layout) {
    let laid = laid(layout);
    let is_laid = |site: &u32| laid.iter().any(|item| item.span.contains(site));
    let place = |id: &u32| layout.site(*id).map(|site| (site.x, site.y));
    for mark in &layout.scene.marks {
        match mark {
            Mark::Move(path) => way(canvas, layout, path),
            Mark::Enter(site) if !is_laid(site) => {
                if let Some(site) = layout.site(*site) {
                    ring(canvas, site);
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
                    note(canvas, &format!("{by:+}"), (x + 0.3, y - 0.38), layout.letters(0.26));
                }
            }
            Mark::Frame(sites) => {
                let corners: Vec<(f32, f32)> = sites.iter().filter_map(place).collect();
                canvas.polygon("mark", corners);
            }
            Mark::Enter(_) => {}
            Mark::Note(site, text) => {
                if let Some((x, y)) = place(site) {
                    note(canvas, text, (x, y - 0.42), layout.letters(0.28));
                }
            }
        }
    }
}

/// The tiles that came onto the board with all their squares.
fn laid<'a>(layout: &Layout<'a>) -> Vec<&'a Item> {
    let entered =
        |site: &u32| layout.scene.marks.iter().any(|mark| matches!(mark, Mark::Enter(at) if at == site));
    let items = layout.on_board().into_iter();
    items.filter(|item| matches!(item.glyph, Glyph::Polyomino(_)) && item.span.iter().all(entered)).collect()
}

/// A broad line around a whole tile, which lies on it.
fn around(canvas: &mut Canvas, layout: &Layout, item: &Item) {
    if let (Glyph::Polyomino(tile), Some(site)) = (&item.glyph, item.at.id().and_then(|id| layout.site(id))) {
        polyominoes::outline(canvas, "halo", tile, (site.x, site.y), 1.0);
    }
}

/// A ring around what came onto a point, a frame around a cell.
fn ring(canvas: &mut Canvas, site: &Site) {
    let radius = match &site.shape {
        Shape::Square | Shape::Polygon(_) => return canvas.polygon("mark", corners(site)),
        Shape::Triangle { .. } => 0.27,
        // Around a ball, too.
        _ => 0.54,
    };
    canvas.circle("mark", (site.x, site.y), radius);
}

/// A way over sites: an arrow, and between levels a thin line from a dot at its start.
fn way(canvas: &mut Canvas, layout: &Layout, path: &[u32]) {
    let sites: Vec<&Site> = path.iter().filter_map(|id| layout.site(*id)).collect();
    let places: Vec<(f32, f32)> = sites.iter().map(|site| (site.x, site.y)).collect();
    let is_flat = sites.windows(2).all(|two| two[0].z == two[1].z);
    if is_flat || layout.board.view != View::Levels {
        return arrow(canvas, &places);
    }
    canvas.polyline("thread", places);
    let ends = [sites.first(), sites.last()];
    ends.into_iter().flatten().for_each(|site| canvas.polygon("mark", corners(site)));
}

/// An arrow along a path, from the middle of the first site to the piece on the last.
fn arrow(canvas: &mut Canvas, path: &[(f32, f32)]) {
    let [.., before, end] = path else { return };
    let (dx, dy) = (end.0 - before.0, end.1 - before.1);
    let length = libm::hypotf(dx, dy);
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
