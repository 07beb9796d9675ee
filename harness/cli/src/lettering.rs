//! The texts of pictures as outlines, in DejaVu Sans Condensed, which comes with the program: about as wide as the fonts that plots
//! are laid out for, and the same on every machine.

use std::fmt::Write as _;

use resvg::usvg::roxmltree::{Document, Error, Node};
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::pen::PathStyle;
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider, charmap::Charmap};

/// Size of texts that say none, in units of the picture, as SVG has it.
const SIZE: f32 = 16.0;

/// An SVG with each of its texts replaced by a path. Texts are single lines without spans, as plots have them: their position,
/// size, anchor, class, colour and transformation count, and of their shift one in `em`, `ex` or units.
///
/// # Errors
/// A picture that is no XML.
pub fn outlined(picture: &str) -> Result<String, Error> {
    let document = Document::parse(picture)?;
    let font = Font::new();
    let (mut drawn, mut done) = (String::with_capacity(picture.len()), 0);
    for text in document.descendants().filter(|node| node.has_tag_name("text") && node.is_element()) {
        drawn.push_str(&picture[done..text.range().start]);
        font.draw(text, &mut drawn);
        done = text.range().end;
    }
    drawn.push_str(&picture[done..]);
    Ok(drawn)
}

/// The value of an attribute of a node, or of the nearest node around it that has one.
fn inherited<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.ancestors().find_map(|around| around.attribute(name))
}

struct Font {
    letters: Charmap<'static>,
    outlines: OutlineGlyphCollection<'static>,
    /// How wide glyphs are, in units of the font.
    widths: GlyphMetrics<'static>,
    /// Units of the font in one of the height of its letters.
    units: f32,
    /// The height of a small letter such as x, as a share of the height of the letters.
    x_height: f32,
}

impl Font {
    fn new() -> Font {
        let font = FontRef::new(dejavu::sans_condensed::regular()).expect("it is a font");
        let (size, location) = (Size::unscaled(), LocationRef::default());
        let metrics = font.metrics(size, location);
        let units = f32::from(metrics.units_per_em);
        Font {
            letters: font.charmap(),
            outlines: font.outline_glyphs(),
            widths: font.glyph_metrics(size, location),
            units,
            x_height: metrics.x_height.map_or(0.5, |height| height / units),
        }
    }

    /// Appends a text as a path.
    fn draw(&self, text: Node<'_, '_>, picture: &mut String) {
        let number = |name| text.attribute(name).and_then(|value| value.parse::<f32>().ok()).unwrap_or(0.0);
        let size = inherited(text, "font-size").and_then(|size| size.trim_end_matches("px").parse().ok());
        let size = size.unwrap_or(SIZE);
        let letters: Vec<GlyphId> =
            text.text().unwrap_or("").trim().chars().map(|c| self.letter(c)).collect();
        let scale = size / self.units;
        let width: f32 = letters.iter().map(|&letter| self.advance(letter) * scale).sum();
        let before = match inherited(text, "text-anchor") {
            Some("middle") => width / 2.0,
            Some("end") => width,
            _ => 0.0,
        };
        let y = number("y") + text.attribute("dy").map_or(0.0, |shift| self.shift(shift, size));
        let mut pen = Pen { data: String::new(), x: number("x") - before, y, scale };
        for letter in letters {
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            if let Some(outline) = self.outlines.get(letter) {
                // A glyph that cannot be drawn is left out.
                let _ = outline.draw(settings.with_path_style(PathStyle::HarfBuzz), &mut pen);
            }
            pen.x += self.advance(letter) * scale;
        }
        picture.push_str("<path");
        for name in ["class", "fill", "opacity", "transform"] {
            if let Some(value) = text.attribute(name) {
                write!(picture, " {name}=\"{value}\"").expect("a string");
            }
        }
        write!(picture, " d=\"{}\"/>", pen.data).expect("a string");
    }

    /// The glyph of a character; that which says that there is none, where there is none.
    fn letter(&self, c: char) -> GlyphId {
        self.letters.map(c).unwrap_or_default()
    }

    /// How far the next letter is, in units of the font.
    fn advance(&self, letter: GlyphId) -> f32 {
        self.widths.advance_width(letter).unwrap_or(0.0)
    }

    /// A shift in units of the picture.
    fn shift(&self, shift: &str, size: f32) -> f32 {
        let (number, unit) = match (shift.strip_suffix("em"), shift.strip_suffix("ex")) {
            (Some(number), _) => (number, size),
            (_, Some(number)) => (number, self.x_height * size),
            _ => (shift, 1.0),
        };
        number.parse::<f32>().unwrap_or(0.0) * unit
    }
}

/// Draws glyphs from where it stands, upside down as pictures are.
struct Pen {
    data: String,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen {
    fn stroke(&mut self, command: char, points: &[(f32, f32)]) {
        self.data.push(command);
        for &(x, y) in points {
            let (x, y) = (self.x + x * self.scale, self.y - y * self.scale);
            write!(self.data, " {x:.2} {y:.2}").expect("a string");
        }
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.stroke('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.stroke('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.stroke('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.stroke('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.data.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> String {
        outlined(&format!("<svg font-size=\"10\"><g text-anchor=\"end\">{text}</g></svg>")).unwrap()
    }

    /// The least and the greatest horizontal coordinate of the last path.
    fn extent(picture: &str) -> (f32, f32) {
        let data = picture.rsplit_once("d=\"").unwrap().1.split('"').next().unwrap();
        let numbers: Vec<f32> = data
            .split(|c: char| c.is_ascii_alphabetic() || c == ' ')
            .filter_map(|number| number.parse().ok())
            .collect();
        let across = || numbers.iter().copied().step_by(2);
        (across().fold(f32::MAX, f32::min), across().fold(f32::MIN, f32::max))
    }

    #[test]
    fn texts_stand_where_their_anchors_say() {
        let (low, high) = extent(&path("<text x=\"50\" y=\"20\">HHHH</text>"));
        assert!(low > 15.0 && high < 50.0 && high > 48.0, "{low} {high}");
        let (low, high) = extent(&path("<text x=\"50\" y=\"20\" text-anchor=\"middle\">HHHH</text>"));
        assert!((low + high - 100.0).abs() < 0.5, "{low} {high}");
        let (low, _) = extent(&path("<text x=\"50\" y=\"20\" text-anchor=\"start\">HHHH</text>"));
        assert!(low > 50.0 && low < 52.0, "{low}");
    }

    #[test]
    fn what_is_not_text_stays_and_colours_go_along() {
        let drawn =
            path("<rect/><text y=\"9\" fill=\"#123456\" transform=\"rotate(90)\">a &lt; b</text><line/>");
        assert!(drawn.contains("<rect/><path fill=\"#123456\" transform=\"rotate(90)\" d=\"M"), "{drawn}");
        assert!(drawn.ends_with("/><line/></g></svg>") && !drawn.contains("text>"), "{drawn}");
        assert_eq!(
            path("<text></text>"),
            "<svg font-size=\"10\"><g text-anchor=\"end\"><path d=\"\"/></g></svg>"
        );
    }
}
