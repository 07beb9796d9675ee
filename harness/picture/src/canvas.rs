//! Writing SVG.

use std::collections::BTreeSet;

use torneo_present::text::escape;

/// Units of the drawing for one unit of the board.
pub const UNIT: f32 = 40.0;

/// A part of a picture.
#[derive(Clone, Default)]
pub struct Canvas {
    /// What was drawn.
    pub body: String,
    /// The shapes that are drawn by reference.
    pub uses: BTreeSet<&'static str>,
    /// The width of the lines around pieces, in units of the drawing.
    pub outline: f32,
}

impl Canvas {
    /// An empty drawing with such lines around pieces.
    pub fn new(outline: f32) -> Canvas {
        Canvas { outline, ..Canvas::default() }
    }
}

/// Where a text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
}

/// A number as short as it can be: one decimal.
pub fn number(value: f32) -> String {
    let tenths = (value * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    match (tenths.abs() / 10, tenths.abs() % 10) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, tenth) => format!("{sign}.{tenth}"),
        (whole, tenth) => format!("{sign}{whole}.{tenth}"),
    }
}

impl Canvas {
    /// A circle in units of the board.
    pub fn circle(&mut self, class: &str, (x, y): (f32, f32), radius: f32) {
        let (x, y, r) = (number(x * UNIT), number(y * UNIT), number(radius * UNIT));
        self.body += &format!("<circle{} cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>", attribute(class));
    }

    /// An ellipse in units of the board.
    pub fn ellipse(&mut self, class: &str, (x, y): (f32, f32), (rx, ry): (f32, f32)) {
        let (x, y, rx, ry) = (number(x * UNIT), number(y * UNIT), number(rx * UNIT), number(ry * UNIT));
        self.body += &format!("<ellipse{} cx=\"{x}\" cy=\"{y}\" rx=\"{rx}\" ry=\"{ry}\"/>", attribute(class));
    }

    /// A rectangle with round corners in units of the board.
    pub fn rectangle(&mut self, class: &str, (x, y): (f32, f32), (width, height): (f32, f32), round: f32) {
        let (x, y, w, h) = (number(x * UNIT), number(y * UNIT), number(width * UNIT), number(height * UNIT));
        let round = if round > 0.0 { format!(" rx=\"{}\"", number(round * UNIT)) } else { String::new() };
        self.body +=
            &format!("<rect{} x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"{round}/>", attribute(class));
    }

    /// A path whose corners are given in units of the board.
    pub fn polygon(&mut self, class: &str, corners: impl IntoIterator<Item = (f32, f32)>) {
        let data = points(corners) + "z";
        self.path(class, &data);
    }

    /// A line through points in units of the board.
    pub fn polyline(&mut self, class: &str, corners: impl IntoIterator<Item = (f32, f32)>) {
        let data = points(corners);
        self.path(class, &data);
    }

    /// A path as SVG writes it, in units of the drawing.
    pub fn path(&mut self, class: &str, data: &str) {
        self.body += &format!("<path{} d=\"{data}\"/>", attribute(class));
    }

    /// What belongs together and can be moved as one.
    pub fn group(&mut self, class: &str, draw: impl FnOnce(&mut Canvas)) {
        self.body += &format!("<g{}>", attribute(class));
        draw(self);
        self.body += "</g>";
    }

    /// A path in a place of its own: moved, turned and scaled.
    pub fn path_at(&mut self, class: &str, data: &str, place: Frame) {
        self.body += &format!("<path{} d=\"{data}\" transform=\"{}\"/>", attribute(class), place.transform());
    }

    /// A shape that is defined once.
    pub fn stamp(&mut self, class: &str, id: &'static str, place: Frame) {
        self.uses.insert(id);
        self.body +=
            &format!("<use{} href=\"#{id}\" transform=\"{}\"/>", attribute(class), place.transform());
    }

    /// A shape that is defined once and has the outline of a piece, whatever its scale.
    pub fn figure(&mut self, class: &str, id: &'static str, place: Frame, style: Outlined) {
        self.uses.insert(id);
        let outline = number((self.outline / place.scale).min(style.most));
        let lines =
            style.lines.map_or(String::new(), |lines| format!(" style=\"stroke:{lines};color:{lines}\""));
        self.body += &format!(
            "<use{}{lines} href=\"#{id}\" stroke-width=\"{outline}\" transform=\"{}\"/>",
            attribute(class),
            place.transform()
        );
    }

    /// Text whose middle line is at `y`.
    pub fn text(&mut self, class: &str, text: &str, (x, y): (f32, f32), size: f32, anchor: Anchor) {
        let anchor = if anchor == Anchor::Middle { " text-anchor=\"middle\"" } else { "" };
        // Rounded up: the smallest letters are as small as can be read.
        let letters = number((size * UNIT * 10.0 - 0.01).ceil() / 10.0);
        let (x, y, size) = (number(x * UNIT), number((y + 0.36 * size) * UNIT), letters);
        self.body += &format!(
            "<text{} x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}>{}</text>",
            attribute(class),
            escape(text)
        );
    }

    /// A line as wide as given in units of the board, in the colour of a piece.
    pub fn track(&mut self, colour: &str, width: f32, data: &str) {
        let width = number(width * UNIT);
        self.body += &format!("<path class=\"{colour}-track\" stroke-width=\"{width}\" d=\"{data}\"/>");
    }
}

/// How a figure is outlined.
#[derive(Clone, Copy)]
pub struct Outlined {
    /// The thickest outline, in units of the figure.
    pub most: f32,
    /// The colour of the lines around it and on it, where that is not the usual one.
    pub lines: Option<&'static str>,
}

impl Outlined {
    /// As the pieces around.
    pub const USUAL: Outlined = Outlined { most: 9.0, lines: None };
}

/// A place on the drawing with its own scale and direction.
#[derive(Clone, Copy)]
pub struct Frame {
    /// The middle in units of the board.
    pub at: (f32, f32),
    /// Units of the drawing for each unit of the shape.
    pub scale: f32,
    /// Clockwise, in degrees.
    pub turn: f32,
}

impl Frame {
    pub fn new(at: (f32, f32), scale: f32) -> Frame {
        Frame { at, scale, turn: 0.0 }
    }

    fn transform(self) -> String {
        let mut text = format!("translate({} {})", number(self.at.0 * UNIT), number(self.at.1 * UNIT));
        if self.turn != 0.0 {
            text += &format!("rotate({})", number(self.turn));
        }
        if self.scale != 1.0 {
            let scale = format!("{:.3}", self.scale);
            let short = scale.trim_end_matches('0').trim_end_matches('.').trim_start_matches('0');
            text += &format!("scale({short})");
        }
        text
    }
}

/// The corners of a path in units of the board.
pub fn points(corners: impl IntoIterator<Item = (f32, f32)>) -> String {
    let mut data = String::new();
    for (index, (x, y)) in corners.into_iter().enumerate() {
        data.push(if index == 0 { 'M' } else { 'L' });
        data.push_str(&number(x * UNIT));
        let y = number(y * UNIT);
        if !y.starts_with('-') {
            data.push(' ');
        }
        data.push_str(&y);
    }
    data
}

fn attribute(class: &str) -> String {
    if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written = [0.0, -0.04, 0.55, -0.5, 3.0, -12.34, 1e6].map(number);
        assert_eq!(written, ["0", "0", ".6", "-.5", "3", "-12.3", "1000000"]);
    }

    #[test]
    fn names_are_text_and_never_markup() {
        let mut canvas = Canvas::default();
        canvas.text("t", "<script>\"&", (0.0, 0.0), 1.0, Anchor::Start);
        assert!(canvas.body.contains("&lt;script&gt;&quot;&amp;"), "{}", canvas.body);
    }
}
