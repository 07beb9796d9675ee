//! What a picture can be read by: sizes and contrasts of its texts, and how its pieces stand apart from what lies round them.
//!
//! Contrasts are those of WCAG 2.2; it asks for 4.5 of texts (success criterion 1.4.3) and for 3 of graphics (1.4.11).

use std::collections::HashMap;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The smallest letters, in pixels.
const SMALLEST: f64 = 11.0;
/// Least contrast of texts, and of pieces.
const TEXT: f64 = 4.5;
const PIECE: f64 = 3.0;
/// The part of what lies behind a text that may be too like it: a line that passes behind a letter.
const BEHIND: f64 = 0.25;
/// The part of a piece, or of its rim, that stands apart.
const SEEN: f64 = 1.0 / 3.0;
/// How a piece begins, and how groups end: no group lies within a piece.
const OPENING: &str = "<g class=\"piece\">";
const CLOSING: &str = "</g>";

type Colour = [u8; 3];

/// An inscription: what it says, its class, its size and its box in pixels.
#[derive(Debug)]
pub struct Inscription {
    pub text: String,
    class: String,
    size: f64,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Inscription {
    /// Whether the boxes of two inscriptions overlap.
    pub fn is_over(&self, other: &Inscription) -> bool {
        let apart = self.right <= other.left || other.right <= self.left;
        !(apart || self.bottom <= other.top || other.bottom <= self.top)
    }
}

/// The value of an attribute in the head of an element.
fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = element.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

/// The texts of a picture.
pub fn inscriptions(picture: &str) -> Vec<Inscription> {
    // Of a letter's size: its width on average, and how far digits and capitals reach up from the line.
    const WIDTH: f64 = 0.5;
    const HEIGHT: f64 = 0.7;
    let head = picture.split('>').next().unwrap_or_default();
    let view: Vec<f64> = attribute(head, "viewBox")
        .map(|view| view.split(' ').filter_map(|number| number.parse().ok()).collect())
        .unwrap_or_default();
    let width: f64 = attribute(head, "width").and_then(|width| width.parse().ok()).expect("a width");
    let pixels = width / view[2];
    let mut found = Vec::new();
    for element in picture.split("<text").skip(1) {
        let (head, rest) = element.split_once('>').expect("an element");
        let text = rest.split('<').next().unwrap_or_default().to_owned();
        let value = |name| attribute(head, name).and_then(|value| value.parse::<f64>().ok());
        let (Some(x), Some(y), Some(size)) = (value("x"), value("y"), value("font-size")) else { continue };
        let (x, y, size) = ((x - view[0]) * pixels, (y - view[1]) * pixels, size * pixels);
        let width = WIDTH * size * text.chars().count() as f64;
        let left = if attribute(head, "text-anchor") == Some("middle") { x - width / 2.0 } else { x };
        let class = attribute(head, "class").unwrap_or_default().to_owned();
        let (right, top) = (left + width, y - HEIGHT * size);
        found.push(Inscription { text, class, size, left, right, top, bottom: y });
    }
    found
}

/// What is wrong with a picture.
pub fn flaws(picture: &str) -> Vec<String> {
    let texts = inscriptions(picture);
    let drawn = Raster::of(picture);
    let mut flaws = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        if text.size < SMALLEST - 1e-3 {
            flaws.push(format!("`{}` has letters of {:.1} pixels", text.text, text.size));
        }
        let ink = fill(picture, &text.class);
        let behind = drawn.within(text);
        let like = behind.iter().filter(|colour| contrast(ink, **colour) < TEXT).count();
        if like as f64 > BEHIND * behind.len() as f64 {
            let common = common(&behind).unwrap_or_default();
            flaws.push(format!("`{}` has a contrast of {:.2}", text.text, contrast(ink, common)));
        }
        for other in texts[..number].iter().filter(|other| text.is_over(other)) {
            flaws.push(format!("`{}` lies over `{}`", text.text, other.text));
        }
    }
    flaws.extend(pieces(picture, &drawn));
    flaws
}

/// The pieces that do not stand apart from what lies round them.
fn pieces(picture: &str, drawn: &Raster) -> Vec<String> {
    let (map, count) = Raster::of_pieces(picture);
    let mut of_pieces = vec![Vec::new(); count];
    for y in 0..drawn.height {
        for x in 0..drawn.width {
            if let Some(piece) = map.piece(x, y) {
                of_pieces[piece].push((x, y));
            }
        }
    }
    let mut flaws = Vec::new();
    for (number, pixels) in of_pieces.iter().enumerate().filter(|(_, pixels)| !pixels.is_empty()) {
        // Its rim is where the board is seen beside it; among other pieces it is all of its edge.
        let (mut rim, mut edge, mut round) = (Vec::new(), Vec::new(), Vec::new());
        for &(x, y) in pixels {
            let (mut is_rim, mut is_edge) = (false, false);
            for (dx, dy) in (-3..=3).flat_map(|dx| (-3..=3).map(move |dy| (dx, dy))) {
                let Some((nx, ny)) = drawn.neighbour((x, y), (dx, dy)) else { continue };
                if map.piece(nx, ny) != Some(number) {
                    is_edge |= dx * dx + dy * dy <= 4;
                    is_rim |= dx * dx + dy * dy <= 4 && map.piece(nx, ny).is_none();
                    round.push((nx, ny));
                }
            }
            if is_rim {
                rim.push(drawn.at(x, y));
            } else if is_edge {
                edge.push(drawn.at(x, y));
            }
        }
        let rim = if rim.is_empty() { edge } else { rim };
        round.sort_unstable();
        round.dedup();
        let round: Vec<Colour> = round.into_iter().map(|(x, y)| drawn.at(x, y)).collect();
        let inner: Vec<Colour> = pixels.iter().map(|&(x, y)| drawn.at(x, y)).collect();
        let Some(round) = common(&round) else { continue };
        let apart = |colour: &&Colour| contrast(**colour, round) >= PIECE;
        let is_apart =
            |part: &[Colour]| part.iter().filter(apart).count() as f64 >= SEEN * part.len().max(1) as f64;
        if !is_apart(&inner) && !is_apart(&rim) {
            let (x, y) = pixels[pixels.len() / 2];
            let [inner, rim] = [&inner, &rim].map(|part| common(part).unwrap_or_default());
            flaws.push(format!("the piece at {x},{y} is {inner:?} within {rim:?} on {round:?}"));
        }
    }
    flaws
}

/// The pixels of a picture, without its texts.
struct Raster {
    pixels: Vec<Colour>,
    width: usize,
    height: usize,
}

impl Raster {
    fn of(picture: &str) -> Raster {
        let tree = Tree::from_str(picture, &Options::default()).expect("a picture");
        let (width, height) = (tree.size().width() as u32, tree.size().height() as u32);
        let mut drawn = Pixmap::new(width, height).expect("a size");
        resvg::render(&tree, Transform::identity(), &mut drawn.as_mut());
        let pixels = drawn.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
        Raster { pixels, width: width as usize, height: height as usize }
    }

    /// A picture in which every piece has a colour of its own, the number of the piece plus one, and how many there are.
    fn of_pieces(picture: &str) -> (Raster, usize) {
        let (head, rest) = picture.split_once('>').expect("an element");
        let defined = rest.find("<defs>").and_then(|from| Some(&rest[from..rest.find("</defs>")? + 7]));
        let mut plain = format!("{head}><rect x=\"-9999\" y=\"-9999\" width=\"29999\" height=\"29999\"/>");
        plain += defined.unwrap_or_default();
        let mut count = 0;
        for part in rest.split(OPENING).skip(1) {
            let inside = part.split(CLOSING).next().unwrap_or_default();
            count += 1;
            let colour = format!("#{count:06x}");
            plain += &format!(
                "<g fill=\"{colour}\" stroke=\"{colour}\" color=\"{colour}\" shape-rendering=\"crispEdges\">"
            );
            plain += &inside.replace(" class=\"", " data-class=\"").replace(" style=\"", " data-style=\"");
            plain += CLOSING;
        }
        (Raster::of(&(plain + "</svg>")), count)
    }

    fn at(&self, x: usize, y: usize) -> Colour {
        self.pixels[y * self.width + x]
    }

    fn piece(&self, x: usize, y: usize) -> Option<usize> {
        let [red, green, blue] = self.at(x, y).map(usize::from);
        (red << 16 | green << 8 | blue).checked_sub(1)
    }

    fn neighbour(&self, (x, y): (usize, usize), (dx, dy): (isize, isize)) -> Option<(usize, usize)> {
        let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
        (x < self.width && y < self.height).then_some((x, y))
    }

    /// The colours behind a text.
    fn within(&self, text: &Inscription) -> Vec<Colour> {
        let range = |from: f64, to: f64, most: usize| {
            (from.max(0.0) as usize)..(to.max(0.0).ceil() as usize).min(most)
        };
        let rows = range(text.top, text.bottom, self.height);
        rows.flat_map(|y| range(text.left, text.right, self.width).map(move |x| (x, y)))
            .map(|(x, y)| self.at(x, y))
            .collect()
    }
}

/// The most common of some colours.
fn common(colours: &[Colour]) -> Option<Colour> {
    let mut counts: HashMap<Colour, usize> = HashMap::new();
    for colour in colours {
        *counts.entry(*colour).or_default() += 1;
    }
    counts.into_iter().max_by_key(|&(colour, count)| (count, colour)).map(|(colour, _)| colour)
}

/// The colour in which a class fills, by the rules of the picture.
fn fill(picture: &str, class: &str) -> Colour {
    let rule = picture.split_once(&format!(".{class}{{")).map_or("", |(_, rule)| rule);
    let hex =
        rule.split_once("fill:#").map_or("000", |(_, rest)| rest.split([';', '}']).next().unwrap_or("000"));
    let full: String =
        if hex.len() == 3 { hex.chars().flat_map(|digit| [digit, digit]).collect() } else { hex.to_owned() };
    [0, 2, 4].map(|at| u8::from_str_radix(&full[at..at + 2], 16).expect("a colour"))
}

/// The contrast of two colours, from 1 to 21.
fn contrast(one: Colour, other: Colour) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(colour: Colour) -> f64 {
    let linear = |part: u8| {
        let share = f64::from(part) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { libm::pow((share + 0.055) / 1.055, 2.4) }
    };
    let [red, green, blue] = colour.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}
