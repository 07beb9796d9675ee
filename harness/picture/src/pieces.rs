//! What stands on sites and lies in areas.

use torneo_contract::scene::{Colour, Glyph, Item, Shape, Site};

use crate::canvas::{Anchor, Canvas, Frame, Outlined};
use crate::layout::Layout;
use crate::palette::{class, contrast, emblem, ink};
use crate::{figures, polyominoes, tiles};

/// How much a man on top of others is shifted up, in units of the board.
const STEP: f32 = 0.13;

/// Everything that stands on the board.
pub fn draw(canvas: &mut Canvas, layout: &Layout) {
    for (item, at, room) in standing(layout) {
        piece(canvas, layout, item, at, room);
    }
}

/// The things on the board from below to above, each with its place and with the room that it has there.
pub fn standing<'l>(layout: &'l Layout) -> impl Iterator<Item = (&'l Item, (f32, f32), f32)> {
    layout.on_board().into_iter().filter_map(|item| {
        let (x, y) = layout.middle(item)?;
        let site = item.at.id().and_then(|id| layout.site(id));
        let room = site.map_or(1.0, room);
        let at = match (&item.glyph, site) {
            (Glyph::Polyomino(_), Some(site)) => (site.x, site.y),
            _ => (x, y - STEP * f32::from(item.level) * room),
        };
        Some((item, at, room))
    })
}

/// One thing around a point, in a room of `scale` units of the board: a piece, unless it is a sign or words.
pub fn piece(canvas: &mut Canvas, layout: &Layout, item: &Item, at: (f32, f32), scale: f32) {
    let is_sign = matches!(item.glyph, Glyph::Text(_) | Glyph::Marker | Glyph::Arrow);
    if is_sign {
        return draw_item(canvas, layout, item, at, scale);
    }
    canvas.group("piece", |canvas| draw_item(canvas, layout, item, at, scale));
}

/// How much of a unit square a site offers.
fn room(site: &Site) -> f32 {
    match &site.shape {
        Shape::Square | Shape::Point | Shape::Pit => 1.0,
        Shape::HexPointy | Shape::HexFlat => 0.95,
        Shape::Circle => 0.8,
        Shape::Triangle { .. } => 0.58,
        Shape::Polygon(corners) => {
            // A round place is filled, a corner holds nothing.
            let share = match corners.len() {
                3 => 1.0,
                4 => 1.4,
                _ => 2.6,
            };
            let nearest = corners.iter().map(|(x, y)| libm::hypotf(*x, *y)).fold(f32::INFINITY, f32::min);
            (nearest * share).clamp(0.3, 1.0)
        }
    }
}

/// One thing around a point, in a room of `scale` units of the board.
pub fn draw_item(canvas: &mut Canvas, layout: &Layout, item: &Item, at: (f32, f32), scale: f32) {
    let colour = layout.colour(item);
    let name = class(colour);
    match &item.glyph {
        Glyph::Disc => disc(canvas, colour, at, scale),
        Glyph::Crowned => {
            disc(canvas, colour, at, scale);
            canvas.stamp(contrast(colour), "crown", Frame::new(at, 0.3 * scale));
        }
        Glyph::Ball => ball(canvas, colour, at, scale, item.owner.is_some()),
        Glyph::Ring => {
            canvas.circle(name, at, 0.58 * scale);
            canvas.circle("ground", at, 0.17 * scale);
        }
        Glyph::Peg => peg(canvas, colour, at, scale),
        Glyph::Block(x, y, z) => {
            let (width, depth) = (f32::from(*x), f32::from(*y));
            let corner = (at.0 - 0.42 * width * scale, at.1 - 0.42 * depth * scale);
            canvas.rectangle(name, corner, (0.84 * width * scale, 0.84 * depth * scale), 0.08);
            canvas.text(ink(colour), &z.to_string(), at, layout.letters(0.4 * scale), Anchor::Middle);
        }
        Glyph::Pyramid(pips) => pyramid(canvas, colour, at, scale, *pips),
        Glyph::Figure(figure) => figures::draw(canvas, *figure, colour, at, scale),
        Glyph::Letter(text) => lettered(canvas, layout, colour, text, at, scale),
        Glyph::Die { sides, up } => die(canvas, item, (*sides, *up), layout, at, scale),
        Glyph::Card(text) => {
            let (width, height) = (0.62 * scale, 0.86 * scale);
            let card = if item.owner.is_some() || item.colour.is_some() { name } else { "white" };
            canvas.rectangle(card, (at.0 - width / 2.0, at.1 - height / 2.0), (width, height), 0.07);
            let colour = if card == "white" { Colour::White } else { colour };
            inscription(canvas, layout, colour, text, at, scale);
        }
        Glyph::Tile(tile) => tiles::draw(canvas, tile, at, scale, f32::from(item.turn)),
        Glyph::Polyomino(tile) => {
            polyominoes::draw(canvas, tile, colour, at, scale, layout.letters(0.64 * scale));
        }
        Glyph::Seeds => return seeds(canvas, layout, at, scale, item.count),
        Glyph::Filled => square(canvas, name, at, 0.47 * scale, 0.06),
        Glyph::Obstacle => {
            canvas.figure("rock", "obstacle", Frame::new(at, scale), Outlined::USUAL);
        }
        Glyph::Marker => canvas.circle(name, at, 0.18 * scale),
        Glyph::Arrow => {
            let place = Frame { at, scale, turn: f32::from(item.turn) };
            let name = if item.owner.is_some() || item.colour.is_some() { name } else { "tip" };
            canvas.stamp(name, "arrow", place);
        }
        Glyph::Text(text) => {
            let size = (0.5f32).min(1.5 / text.chars().count().max(1) as f32) * scale;
            canvas.text("t", text, at, layout.letters(size), Anchor::Middle);
        }
    }
    facing(canvas, item, colour, at, scale);
    if item.count > 1 {
        badge(canvas, layout, item.count, at, scale);
    }
}

/// A square around a point.
fn square(canvas: &mut Canvas, class: &str, (x, y): (f32, f32), half: f32, round: f32) {
    canvas.rectangle(class, (x - half, y - half), (2.0 * half, 2.0 * half), round);
}

/// The direction in which a figure looks, where it has one.
fn facing(canvas: &mut Canvas, item: &Item, colour: Colour, at: (f32, f32), scale: f32) {
    let turned = matches!(item.glyph, Glyph::Figure(_) | Glyph::Disc | Glyph::Letter(_));
    if !turned || item.turn == 0 {
        return;
    }
    let turn = f32::from(item.turn);
    let angle = turn.to_radians();
    let edge = (at.0 + 0.41 * scale * libm::sinf(angle), at.1 - 0.41 * scale * libm::cosf(angle));
    canvas.stamp(class(colour), "tick", Frame { at: edge, scale: scale * 0.6, turn });
}

/// How many there are of a thing, at its lower right.
fn badge(canvas: &mut Canvas, layout: &Layout, count: u16, at: (f32, f32), scale: f32) {
    let text = count.to_string();
    let size = layout.letters(0.34 * scale);
    let width = width(&text, size);
    note(canvas, &text, (at.0 + 0.46 * scale - width / 2.0, at.1 + 0.29 * scale), size);
}

/// The width of the paper on which a text of this size stands.
fn width(text: &str, size: f32) -> f32 {
    (0.45 + 0.6 * text.chars().count() as f32) * size
}

/// A short text on paper, legible over whatever lies below it.
pub fn note(canvas: &mut Canvas, text: &str, (x, y): (f32, f32), size: f32) {
    let (width, height) = (width(text, size), 1.16 * size);
    canvas.rectangle("paper", (x - width / 2.0, y - height / 2.0), (width, height), height / 2.0);
    canvas.text("ink", text, (x, y), size, Anchor::Middle);
}

/// A flat man, with the emblem of its colour.
fn disc(canvas: &mut Canvas, colour: Colour, at: (f32, f32), scale: f32) {
    canvas.circle(class(colour), at, 0.4 * scale);
    if !sign(canvas, colour, at, scale) {
        canvas.circle(&format!("{}-outline", class(colour)), at, 0.29 * scale);
    }
}

/// A ball with a highlight.
fn ball(canvas: &mut Canvas, colour: Colour, at: (f32, f32), scale: f32, owned: bool) {
    canvas.circle(class(colour), at, 0.47 * scale);
    canvas.ellipse("shine", (at.0 - 0.15 * scale, at.1 - 0.18 * scale), (0.17 * scale, 0.12 * scale));
    if owned {
        sign(canvas, colour, at, 0.8 * scale);
    }
}

fn peg(canvas: &mut Canvas, colour: Colour, at: (f32, f32), scale: f32) {
    canvas.circle("shadow", (at.0 + 0.04, at.1 + 0.05), 0.3 * scale);
    canvas.circle(class(colour), at, 0.3 * scale);
    canvas.ellipse("shine", (at.0 - 0.09 * scale, at.1 - 0.1 * scale), (0.1 * scale, 0.07 * scale));
    sign(canvas, colour, at, 0.55 * scale);
}

/// Draws the emblem of a colour; whether it has one.
pub fn sign(canvas: &mut Canvas, colour: Colour, at: (f32, f32), scale: f32) -> bool {
    let path = emblem(colour);
    if let Some(path) = path {
        canvas.path_at(contrast(colour), path, Frame::new(at, scale));
    }
    path.is_some()
}

/// A man with letters, and the emblem of its colour below them.
fn lettered(canvas: &mut Canvas, layout: &Layout, colour: Colour, text: &str, at: (f32, f32), scale: f32) {
    canvas.circle(class(colour), at, 0.4 * scale);
    let up = if emblem(colour).is_some() { 0.06 } else { 0.0 };
    inscription(canvas, layout, colour, text, (at.0, at.1 - up * scale), scale);
    sign(canvas, colour, (at.0, at.1 + 0.25 * scale), 0.4 * scale);
}

/// Letters on a thing.
pub fn inscription(
    canvas: &mut Canvas,
    layout: &Layout,
    colour: Colour,
    text: &str,
    at: (f32, f32),
    scale: f32,
) {
    let size = if text.chars().count() > 2 { 0.28 } else { 0.42 } * scale;
    canvas.text(ink(colour), text, at, layout.letters(size), Anchor::Middle);
}

/// A pyramid from above: four sides and its pips.
fn pyramid(canvas: &mut Canvas, colour: Colour, at: (f32, f32), scale: f32, pips: u8) {
    let half = (0.22 + 0.075 * f32::from(pips)) * scale;
    let (left, right, top, bottom) = (at.0 - half, at.0 + half, at.1 - half, at.1 + half);
    let base = [(left, top), (right, top), (right, bottom), (left, bottom)];
    canvas.polygon(class(colour), base);
    canvas.polygon("shine", [(left, top), (right, top), at]);
    canvas.polygon("shade", [(left, bottom), (right, bottom), at]);
    let outline = format!("{}-outline", class(colour));
    canvas.polyline(&outline, [(left, top), (right, bottom)]);
    canvas.polyline(&outline, [(left, bottom), (right, top)]);
    canvas.polygon(&format!("{}-rim", class(colour)), base);
    for pip in 0..pips {
        let x = at.0 + (f32::from(pip) - f32::from(pips - 1) / 2.0) * 0.17 * scale;
        canvas.circle("ink", (x, bottom - 0.09 * scale), 0.055 * scale);
    }
}

/// Where the pips of a face are, in thirds of its half side.
const PIPS: [&[(i8, i8)]; 7] = [
    &[],
    &[(0, 0)],
    &[(-1, -1), (1, 1)],
    &[(-1, -1), (0, 0), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    &[(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
];

fn die(canvas: &mut Canvas, item: &Item, (sides, up): (u8, u8), layout: &Layout, at: (f32, f32), scale: f32) {
    let owned = item.owner.is_some() || item.colour.is_some();
    let colour = if owned { layout.colour(item) } else { Colour::White };
    let half = 0.38 * scale;
    if sides == 6 && usize::from(up) < PIPS.len() {
        square(canvas, class(colour), at, half, 0.1 * scale);
        for &(x, y) in PIPS[usize::from(up)] {
            let pip = (at.0 + f32::from(x) * 0.21 * scale, at.1 + f32::from(y) * 0.21 * scale);
            canvas.circle(ink(colour), pip, 0.075 * scale);
        }
        return;
    }
    let corners = usize::from(sides).clamp(3, 12);
    let corner = |number: usize| {
        let angle = std::f32::consts::TAU * (number as f32 + 0.5) / corners as f32;
        (at.0 + 0.42 * scale * libm::sinf(angle), at.1 - 0.42 * scale * libm::cosf(angle))
    };
    canvas.polygon(class(colour), (0..corners).map(corner));
    canvas.text(ink(colour), &up.to_string(), at, layout.letters(0.44 * scale), Anchor::Middle);
}

/// Seeds, one by one as far as they can be counted, and their number.
fn seeds(canvas: &mut Canvas, layout: &Layout, at: (f32, f32), scale: f32, count: u16) {
    // The golden angle spreads points evenly (H. Vogel 1979).
    const GOLDEN: f32 = 2.399_963;
    for seed in 0..count.min(14) {
        let (radius, angle) = (0.085 * f32::from(seed).sqrt(), GOLDEN * f32::from(seed));
        let place =
            (at.0 + radius * scale * libm::cosf(angle), at.1 - 0.02 + radius * scale * libm::sinf(angle));
        canvas.circle("seed", place, 0.07 * scale);
    }
    if count > 3 {
        badge(canvas, layout, count, at, scale);
    }
}
