//! The board: its plate, sites, lines and coordinates.

use torneo_contract::scene::{Label, Line, Mark, Shape, Site, Surface, Tone, View, Weight};

use crate::canvas::{Anchor, Canvas, UNIT, number};
use crate::geometry::outline;
use crate::layout::{EASY, LARGEST, Layout};
use crate::palette::class;

/// The plate on which the board is drawn.
pub fn ground(canvas: &mut Canvas, layout: &Layout) {
    let (name, margin) = match (layout.board.surface, layout.board.view) {
        (_, View::Table) | (Surface::Bare | Surface::Cells, _) => return,
        (Surface::Wood, _) => ("wood", 0.18),
        (Surface::Cloth, _) => ("cloth", 0.1),
        (Surface::Felt, _) => ("felt", 0.0),
    };
    let plate = layout.plate.grown(margin);
    canvas.rectangle(name, (plate.left, plate.top), (plate.width(), plate.height()), 0.12);
}

/// Sites and lines.
pub fn draw(canvas: &mut Canvas, layout: &Layout) {
    cells(canvas, layout);
    for line in &layout.board.lines {
        draw_line(canvas, layout, line);
    }
    for site in layout.shown_sites() {
        match site.shape {
            Shape::Point => draw_point(canvas, layout, site),
            Shape::Circle => canvas.circle(&tone(layout, site), (site.x, site.y), 0.45),
            Shape::Pit => {
                let height = if site.tone == Tone::Special { 0.85 } else { 0.43 };
                canvas.ellipse("pit", (site.x, site.y), (0.43, height));
            }
            _ => {}
        }
    }
}

/// Cells with borders: one path for each tone, so that the file stays small.
fn cells(canvas: &mut Canvas, layout: &Layout) {
    // On a table without a board what lies there has edges of its own.
    let hidden = |site: &Site| layout.board.view == View::Table && !layout.is_free(site.id);
    let filled =
        |site: &&Site| !matches!(site.shape, Shape::Point | Shape::Circle | Shape::Pit) && !hidden(site);
    let mut tones: Vec<(String, String)> = Vec::new();
    for site in layout.shown_sites().filter(filled) {
        let data = cell(&site.shape, (site.x, site.y));
        let name = tone(layout, site);
        match tones.iter_mut().find(|(known, _)| *known == name) {
            Some((_, all)) => all.push_str(&data),
            None => tones.push((name, data)),
        }
    }
    // Homes are a wash of colour over the plain ground of a cell.
    let homes: Vec<(String, String)> =
        tones.iter().filter(|(name, _)| name.ends_with("-home edge")).cloned().collect();
    for (_, data) in &homes {
        canvas.path("light", data);
    }
    for (name, data) in tones {
        canvas.path(&name, &data);
    }
}

/// The outline of a site around a point, as SVG writes paths.
pub fn cell(shape: &Shape, (x, y): (f32, f32)) -> String {
    if *shape == Shape::Square {
        let unit = number(UNIT);
        let (x, y) = (number((x - 0.5) * UNIT), number((y - 0.5) * UNIT));
        return format!("M{x} {y}h{unit}v{unit}h-{unit}z");
    }
    let corners = outline(shape).into_iter().map(|corner| (x + corner.0, y + corner.1));
    crate::canvas::points(corners) + "z"
}

/// The class of a site.
pub fn tone(layout: &Layout, site: &Site) -> String {
    let name = match site.tone {
        Tone::Plain => "plain",
        Tone::Light => "light",
        Tone::Dark => "dark",
        Tone::Middle => "middle",
        Tone::Special => "special",
        Tone::Blocked => "blocked",
        Tone::Hidden => "plain",
        Tone::Home(seat) => return format!("{}-home edge", class(layout.colour_of(seat))),
    };
    format!("{name} edge")
}

fn draw_point(canvas: &mut Canvas, layout: &Layout, site: &Site) {
    match site.tone {
        Tone::Home(seat) => {
            canvas.circle(&format!("{}-home", class(layout.colour_of(seat))), (site.x, site.y), 0.34);
            canvas.circle("point", (site.x, site.y), 0.06);
        }
        Tone::Special => canvas.circle("point", (site.x, site.y), 0.11),
        Tone::Hidden => {}
        _ => canvas.circle("point", (site.x, site.y), 0.05),
    }
}

fn draw_line(canvas: &mut Canvas, layout: &Layout, line: &Line) {
    let name = match (line.owner, line.weight) {
        (Some(seat), _) => format!("{}-border", class(layout.colour_of(seat))),
        (None, Weight::Thin) => "line".to_owned(),
        (None, Weight::Bold) => "bold".to_owned(),
        (None, Weight::Wall) => "wall".to_owned(),
    };
    if line.curved {
        canvas.path(&name, &smooth(&line.path));
    } else {
        canvas.polyline(&name, line.path.iter().copied());
    }
}

/// A smooth curve through points (Catmull and Rom 1974, as cubic Bezier curves).
fn smooth(path: &[(f32, f32)]) -> String {
    let at = |index: isize| path[index.clamp(0, path.len() as isize - 1) as usize];
    let mut data = crate::canvas::points(path.first().copied());
    for index in 0..path.len() as isize - 1 {
        let (before, from, to, after) = (at(index - 1), at(index), at(index + 1), at(index + 2));
        let first = (from.0 + (to.0 - before.0) / 6.0, from.1 + (to.1 - before.1) / 6.0);
        let second = (to.0 - (after.0 - from.0) / 6.0, to.1 - (after.1 - from.1) / 6.0);
        let numbers = [first, second, to].map(|(x, y)| format!("{} {}", number(x * UNIT), number(y * UNIT)));
        data += &format!("C{}", numbers.join(" "));
    }
    data
}

/// Coordinates and other inscriptions, without those that something hides.
pub fn labels(canvas: &mut Canvas, layout: &Layout) {
    for (class, Label { text, x, y }) in inscribed(layout) {
        canvas.text(class, text, (*x, *y), layout.label, Anchor::Middle);
    }
}

/// The inscriptions that are to be read, each with its class.
pub fn inscribed<'l>(layout: &'l Layout) -> impl Iterator<Item = (&'static str, &'l Label)> {
    // How far from the middle of a cell something is written on it.
    const NEAR: f32 = 0.3;
    let all = layout.board.labels.iter().chain(&layout.scene.labels).filter(|_| layout.labelled);
    all.filter_map(|label| {
        let near = |site: &&Site| (site.x - label.x).powi(2) + (site.y - label.y).powi(2) < NEAR.powi(2);
        match layout.shown_sites().find(near) {
            Some(site) if !layout.is_free(site.id) => None,
            Some(site) => Some((ink(layout, site), label)),
            None => Some(("f", label)),
        }
    })
}

/// The class of what is written on a site.
fn ink(layout: &Layout, site: &Site) -> &'static str {
    match site.tone {
        _ if layout.has_ring(site.id) => "f",
        Tone::Dark | Tone::Special | Tone::Blocked => "on-dark",
        _ => "ink",
    }
}

/// The names of empty places on a board without coordinates, as far as they can be read.
pub fn names(canvas: &mut Canvas, layout: &Layout) {
    // Units of the board for the width of a letter of size 1.
    const LETTER: f32 = 0.55;
    // The room that a place has for its name: the hole of a ring, the middle of a cell. Triangles have none.
    let room = |site: &Site| if layout.has_ring(site.id) { 0.24 } else { 0.34 };
    let is_triangle = |site: &Site| matches!(&site.shape, Shape::Polygon(corners) if corners.len() == 3);
    // Where a piece left its arrow begins.
    let is_left = |site: &Site| {
        let starts = |mark: &Mark| matches!(mark, Mark::Move(path) if path.first() == Some(&site.id));
        layout.scene.marks.iter().any(starts)
    };
    let is_named = |site: &&Site| layout.is_free(site.id) && !is_triangle(site) && !is_left(site);
    let bare = layout.board.labels.is_empty() && layout.scene.labels.is_empty();
    if !bare || !layout.named || layout.board.view != View::Top {
        return;
    }
    for site in layout.shown_sites().filter(is_named) {
        // What it is stands before its number, and is seen.
        let name = site.name.rsplit(' ').next().unwrap_or_default();
        let letters = name.chars().count() as f32;
        let size = (room(site) / (LETTER * letters.max(2.0))).min(0.3).min(LARGEST / layout.pixels);
        if size * layout.pixels >= EASY {
            canvas.text(ink(layout, site), name, (site.x, site.y), size, Anchor::Middle);
        }
    }
}
