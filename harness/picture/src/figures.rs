//! Chess pieces and their relatives as shapes.
//!
//! A figure stands in a square from -50 to 50 with its foot at 40. It is defined once in a picture and drawn in the colour of its
//! seat; what is cut into it is drawn in the colour of its line.

use torneo_contract::scene::{Colour, Figure};

use crate::canvas::{Canvas, Frame, Outlined, UNIT};
use crate::palette::{class, contrast, emblem};

/// A shape: its id, its outline, and lines drawn on it.
type Shape = (&'static str, &'static str, &'static str);

/// A foot on which figures stand.
const SHAPES: &[Shape] = &[
    ("crown", "M-32 20L-36-16-17 2 0-26 17 2 36-16 32 20z", ""),
    ("obstacle", "M-17 12L-13-6-4-14 8-12 16-2 18 12z", "M-13-6L-3 0 8-12M-3 0L-2 12"),
    ("arrow", "M0-15L10-1H4V14H-4V-1H-10z", ""),
    ("tick", "M0-7L7 5H-7z", ""),
    ("cross", "M-8-8L8 8M8-8L-8 8", ""),
    (
        "pawn",
        "M0-28a11 11 0 0 1 7 19.500C14-4 8 6 10 14c6 4 11 9 12 17h3v8h-50v-8h3c1-8 6-13 12-17C-8 6-14-4-7-8.500A11 11 0 0 1 0-28z",
        "M-22 31H22",
    ),
    (
        "rook",
        "M-24-30h9v7h9v-7h12v7h9v-7h9v15l-7 6v24l7 8h4v10h-56v-10h4l7-8v-24l-7-6z",
        "M-24-15H24M-17-9H17M-17 15H17M-24 23H24",
    ),
    (
        "knight",
        "M-2-36l4 8C20-26 28-8 25 30h3v9h-48v-9h5C-14 16 2 10 0-3-6 3-12 2-16 8c-3 4-8 3-11-1-3-3-1-7 2-11 4-8 5-15 12-20-1-5-1-8 0-12 4 2 6 5 7 7 1-3 2-5 4-7z",
        "M-15 30H25M-13-14a1.500 1.500 0 1 1-.1 0M-24-1l3 2M12-19C18-8 20 4 18 22",
    ),
    (
        "bishop",
        "M0-40a5 5 0 0 1 3.500 8.500C15-23 20-11 14-1c-2 4-4 6-6 8 3 6 5 11 6 17h3l5 7h4v9h-52v-9h4l5-7h3c1-6 3-11 6-17-2-2-4-4-6-8-6-10-1-22 10.500-30.500A5 5 0 0 1 0-40z",
        "M0-24V-8M-8-16H8M-9 7H9M-14 24H14",
    ),
    (
        "queen",
        "M-31-23a4.500 4.500 0 1 1 4 2L-17 4-17-27a4.500 4.500 0 1 1 5 0L-6 3-3-31a4.500 4.500 0 1 1 6 0L6 3 12-27a4.500 4.500 0 1 1 5 0L17 4 27-21a4.500 4.500 0 1 1 4-2L23 15c0 3-2 5-1 8l5 8v8H-27v-8l5-8c1-3-1-5-1-8z",
        "M-23 15c12-5 34-5 46 0M-22 23c12-4 32-4 44 0M-27 31c14-4 40-4 54 0",
    ),
    (
        "king",
        "M-3-42h6v7h7v6H3v10C11-28 31-26 31-9c0 11-9 16-10 25l5 8v15h-52v-15l5-8c-1-9-10-14-10-25 0-17 20-19 28-10v-10h-7v-6h7z",
        "M0-19V8M-21 16c12-6 30-6 42 0M-23 24c12-5 34-5 46 0M-26 31c14-4 38-4 52 0",
    ),
    (
        "lion",
        "M0-38c6 0 9 4 12 4 6-1 9 3 11 7 5 2 7 6 7 10 4 4 4 9 1 13 2 5 0 10-4 12 0 5-4 9-8 10-1 3-3 4-5 5l12 10v6h-52v-6l12-10c-2-1-4-2-5-5-4-1-8-5-8-10-4-2-6-7-4-12-3-4-3-9 1-13 0-4 2-8 7-10 2-4 5-8 11-7 3 0 6-4 12-4z",
        "M-15-12c0-9 7-14 15-14s15 5 15 14c0 7-3 11-6 15-2 4-5 6-9 6s-7-2-9-6c-3-4-6-8-6-15zM-8-12h3M5-12h3M-4-3L0 0 4-3M0 0V4M-5 6c3 2 7 2 10 0",
    ),
    (
        "crocodile",
        "M-40 4L-24-6C-18-14-8-14-4-8l8-2 4-5 4 5 6-3 3 6c8 2 14 6 19 14l-4 16c-6-6-10-8-16-8l2 8h-9l-3-8h-10l-2 8h-9l1-9c-8 0-16-2-22-6z",
        "M-40 9l20 3M-36 6l2 3 3-5 3 5 3-6M-13-7a1.500 1.500 0 1 1-.1 0M4-2l4 3M14-2l4 3",
    ),
    (
        "giraffe",
        "M-14-40l5 5c5 0 9 3 11 8L14 6c8 1 12 6 12 14v19h-8V24H4v15h-8V20C-6 10-6-6-9-17c-5 1-11 2-15 0-3-2-2-6 1-8l10-6z",
        "M-11-29a1.500 1.500 0 1 1-.1 0M-2-14l4 1M0-2l5 1M4 12l4 1M16 14l3 2",
    ),
    (
        "unicorn",
        "M-38-30l14 14C-18-24-8-28 0-26l3-8 6 9c12 4 18 18 17 38h4v16h-42V18C-16 16-10 10-10 6c-8 4-16 4-22 1-4-2-4-8 0-11l5-6z",
        "M-14-12a1.500 1.500 0 1 1-.1 0M-31 0c4 3 10 2 13 0M-12 20H30M8-20c6 8 8 18 6 32",
    ),
    (
        "aanca",
        "M0-32c6 0 9 4 9 9l7 2-7 4C14-12 24-24 42-26c-2 20-12 30-22 33 2 6 2 10 0 14L8 16l-3 16 8 8h-26l8-8-3-16-12 5c-2-4-2-8 0-14-10-3-20-13-22-33 18 2 28 14 33 9 0-13 3-15 9-15z",
        "M2-24a1.500 1.500 0 1 1-.1 0M-36-20c8 12 16 18 24 20M36-20c-8 12-16 18-24 20M-6 6c3 3 9 3 12 0",
    ),
    (
        "elephant",
        "M-6-28C4-32 14-30 20-20c6 2 9 8 9 16v35h-13V18H2v13h-12V10c-3 0-5-1-7-3-3 8-4 14-2 20 1 4-4 6-6 2-4-10-3-22 0-34 2-12 9-21 19-23z",
        "M-13-12a1.500 1.500 0 1 1-.1 0M-2-18c8 4 10 16 2 24-6-2-8-10-6-18M-17 7l-9-3",
    ),
    (
        "bust",
        "M0-14a11 11 0 0 1 7 19.500C16 9 23 16 24 29h3v10h-54v-10h3C-23 16-16 9-7 5.500A11 11 0 0 1 0-14z",
        "M-24 29H24M-9 8c6 4 12 4 18 0",
    ),
    ("feather", "M0 0C-7-8-7-20 0-28 7-20 7-8 0 0z", "M0 0V-22"),
    ("blade", "M0 0C-11-10-10-26 0-33 10-26 11-10 0 0z", ""),
    ("diadem", "M-30 24L-32-14-18 4-10-24 0 0 10-24 18 4 32-14 30 24v14h-60z", "M-30 24H30"),
    ("jewel", "M0-5L5 0 0 5-5 0z", ""),
    (
        "dwarf",
        "M0-38L13-8H9c1 3 1 5 0 8 9 3 14 12 15 29v10h-48v-10c1-17 6-26 15-29-1-3-1-5 0-8h-4z",
        "M-13-8H13M-9 0C-6 20-2 24 0 24S6 20 9 0M-3-3h1M2-3h1",
    ),
    (
        "troll",
        "M-14-30c6-8 22-8 28 0 4 6 3 12 1 16 14 2 20 12 21 28H25l-2-8v33H4V24h-8v15h-19V6l-2 8h-11c1-16 7-26 21-28-2-4-3-10 1-16z",
        "M-8-20h4M4-20h4M-7-11c4-3 10-3 14 0M-11-14C-4-8 4-8 11-14",
    ),
    (
        "rabbit",
        "M-12-42c7 2 10 14 10 22h4c0-8 3-20 10-22 6 8 3 20 0 25 6 4 8 10 6 16-1 4-4 7-8 9 8 3 14 10 15 21v10h-50v-10c1-11 7-18 15-21-4-2-7-5-8-9-2-6 0-12 6-16-3-5-6-17 0-25z",
        "M-6-10h1M5-10h1M-3-3L0 0 3-3M0 0V4M-25 29H25",
    ),
    (
        "hunter",
        "M-22-12c8 2 8-2 8-6 0-9 6-15 14-15s14 6 14 15c0 4 0 8 8 6-2 6-7 8-12 7-1 3-3 6-5 8 12 3 18 10 19 26v10h-48v-10c1-16 7-23 19-26-2-2-4-5-5-8-5 1-10-1-12-7z",
        "M-17-13c10-4 24-4 34 0M-24 29H24",
    ),
    ("ship", "M-36 10H36L26 34H-26zM-2-36H2V6H-2zM6-30L30 4H6zM-6-24V4H-26z", "M-30 22H30"),
    (
        "dragon",
        "M-34-8c8-2 12-8 16-14 6-10 20-8 22 2l20-14c-2 12 2 18 10 24-10 0-16 4-18 10 4 10 2 20-8 26h10v13h-42v-13h8c6-6 8-12 4-20-6 4-14 4-20 0z",
        "M-12-14a1.500 1.500 0 1 1-.1 0M-34-4l14 1M4-18C6-6 12 0 16 2",
    ),
    ("stone", "M-17 39L-21-12C-20-28-8-38 4-37c11 1 17 11 17 24l-3 52z", "M-8-20L-2-6-9 6M8 4l-5 12"),
];

/// The definition of a shape.
pub fn definition(id: &str) -> String {
    let Some((_, outline, detail)) = SHAPES.iter().find(|(known, ..)| *known == id) else {
        return String::new();
    };
    let outline = outline.replace(".500", ".5");
    if detail.is_empty() {
        return format!("<path id=\"{id}\" d=\"{outline}\"/>");
    }
    let detail = detail.replace(".500", ".5");
    format!(
        "<g id=\"{id}\"><path d=\"{outline}\"/><path d=\"{detail}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\"/></g>"
    )
}

/// Draws a figure around a point.
pub fn draw(canvas: &mut Canvas, figure: Figure, colour: Colour, at: (f32, f32), scale: f32) {
    let (name, outlined) = (class(colour), outlined(canvas, colour, scale));
    let whole = 0.39 * scale;
    let part = |x: f32, y: f32, size: f32, turn: f32| Frame {
        at: (at.0 + x * scale, at.1 + y * scale),
        scale: size * scale,
        turn,
    };
    let simple = match figure {
        Figure::King => "king",
        Figure::Queen => "queen",
        Figure::Rook => "rook",
        Figure::Bishop => "bishop",
        Figure::Knight => "knight",
        Figure::Pawn => "pawn",
        Figure::Lion => "lion",
        Figure::Crocodile => "crocodile",
        Figure::Giraffe => "giraffe",
        Figure::Unicorn => "unicorn",
        Figure::Aanca => "aanca",
        Figure::Elephant => "elephant",
        Figure::Dragon => "dragon",
        Figure::Ship => "ship",
        Figure::Dwarf => "dwarf",
        Figure::Troll => "troll",
        Figure::Stone => "stone",
        Figure::Rabbit => "rabbit",
        Figure::Hunter => "hunter",
        Figure::Man => "pawn",
        Figure::Marshal | Figure::Cardinal => {
            let behind = if figure == Figure::Marshal { "rook" } else { "bishop" };
            canvas.figure(name, behind, part(-0.14, -0.04, 0.33, 0.0), outlined);
            canvas.figure(name, "knight", part(0.14, 0.06, 0.28, 0.0), outlined);
            return sign(canvas, colour, at, scale);
        }
        Figure::Panthan | Figure::Warrior | Figure::Padwar | Figure::Dwar | Figure::Thoat => {
            return feathered(canvas, figure, name, colour, at, scale);
        }
        Figure::Flier => {
            for turn in [0.0, 120.0, 240.0] {
                canvas.figure(name, "blade", part(0.0, 0.0, 0.44, turn), outlined);
            }
            canvas.circle(name, at, 0.07 * scale);
            return sign(canvas, colour, at, scale);
        }
        Figure::Chief | Figure::Princess => {
            canvas.figure(name, "diadem", Frame::new(at, whole), outlined);
            let jewels: &[f32] = if figure == Figure::Chief { &[-0.2, -0.1, 0.0, 0.1, 0.2] } else { &[0.0] };
            for &x in jewels {
                let size = if figure == Figure::Chief { 0.4 } else { 0.7 };
                canvas.stamp(contrast(colour), "jewel", part(x, 0.16, size, 0.0));
            }
            return sign(canvas, colour, at, scale);
        }
    };
    canvas.figure(name, simple, Frame::new(at, whole), outlined);
    sign(canvas, colour, at, scale);
}

/// How figures of a colour are outlined in a room of this size. What is light on a small black one would hide how dark it is.
fn outlined(canvas: &Canvas, colour: Colour, scale: f32) -> Outlined {
    // In rooms of this many widths of an outline and more.
    const LARGE: f32 = 11.5;
    match colour {
        Colour::Black if scale * UNIT < LARGE * canvas.outline => {
            Outlined { most: 1.6, lines: Some("#17120c") }
        }
        Colour::Black => Outlined { most: 3.2, ..Outlined::USUAL },
        _ => Outlined::USUAL,
    }
}

/// The pieces of Jetan have one feather to four (E. R. Burroughs 1922); a Thoat rides.
fn feathered(canvas: &mut Canvas, figure: Figure, name: &str, colour: Colour, at: (f32, f32), scale: f32) {
    let feathers: &[f32] = match figure {
        Figure::Panthan => &[0.0],
        Figure::Warrior | Figure::Thoat => &[-22.0, 22.0],
        Figure::Padwar => &[-38.0, 0.0, 38.0],
        _ => &[-54.0, -18.0, 18.0, 54.0],
    };
    let (crown, body, low, size) = match figure {
        Figure::Thoat => ((0.05, -0.14), "knight", 0.08, 0.3),
        _ => ((0.0, -0.06), "bust", 0.05, 0.36),
    };
    let outlined = outlined(canvas, colour, scale);
    for &turn in feathers {
        let place = Frame { at: (at.0 + crown.0 * scale, at.1 + crown.1 * scale), scale: 0.4 * scale, turn };
        canvas.figure(name, "feather", place, outlined);
    }
    canvas.figure(name, body, Frame::new((at.0, at.1 + low * scale), size * scale), outlined);
    sign(canvas, colour, at, scale);
}

/// The emblem of the colour at the foot of a figure; white and black are told apart without.
fn sign(canvas: &mut Canvas, colour: Colour, at: (f32, f32), scale: f32) {
    if matches!(colour, Colour::White | Colour::Black | Colour::Grey) {
        return;
    }
    if let Some(path) = emblem(colour) {
        let place = Frame::new((at.0 + 0.33 * scale, at.1 + 0.33 * scale), 0.55 * scale);
        canvas.circle(class(colour), place.at, 0.13 * scale);
        canvas.path_at(contrast(colour), path, place);
    }
}
