//! A canvas for plots: elements of SVG one after another, in pixels, with coordinates of one decimal.
//!
//! Each element has attributes of its own, such as `fill="#000000"`, as SVG writes them.

use std::fmt::{Display, Write as _};

use crate::english::Joined as _;
use crate::text::escape;

/// A place, or a width and a height, in pixels.
pub type Point = (f64, f64);

/// A picture in the making, or a part of one.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    drawn: String,
    /// What follows each element.
    end: &'static str,
}

impl Canvas {
    /// An empty picture of a size on a ground of this colour; `end` follows each element.
    pub fn new((width, height): Point, attributes: &str, ground: &str, end: &'static str) -> Canvas {
        let drawn = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
             {height}\" {attributes}>{end}"
        );
        let mut canvas = Canvas { drawn, end };
        canvas.element("rect", format_args!("width=\"{width}\" height=\"{height}\" fill=\"{ground}\""));
        canvas
    }

    /// An element without content.
    pub fn element(&mut self, name: &str, attributes: impl Display) {
        write!(self.drawn, "<{name} {attributes}/>{}", self.end).expect("a string takes what is written");
    }

    /// A line.
    pub fn line(&mut self, (x1, y1): Point, (x2, y2): Point, attributes: impl Display) {
        let ends = format_args!("x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"");
        self.element("line", format_args!("{ends} {attributes}"));
    }

    /// A line through points.
    pub fn polyline(&mut self, points: impl IntoIterator<Item = Point>, attributes: impl Display) {
        let points = points.into_iter().map(|(x, y)| format!("{x:.1},{y:.1}")).joined(" ");
        self.element("polyline", format_args!("points=\"{points}\" fill=\"none\" {attributes}"));
    }

    /// A circle; its radius is written as it is.
    pub fn circle(&mut self, (x, y): Point, radius: impl Display, attributes: impl Display) {
        self.element("circle", format_args!("cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" {attributes}"));
    }

    /// A rectangle by its upper left corner.
    pub fn rectangle(&mut self, (x, y): Point, (width, height): Point, attributes: impl Display) {
        let place = format_args!("x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"");
        self.element("rect", format_args!("{place} {attributes}"));
    }

    /// A text whose base line begins at a place.
    pub fn text(&mut self, (x, y): Point, attributes: impl Display, text: &str) {
        let (text, end) = (escape(text), self.end);
        write!(self.drawn, "<text x=\"{x:.1}\" y=\"{y:.1}\" {attributes}>{text}</text>{end}")
            .expect("a string takes what is written");
    }

    /// Elements that say something where one points at them.
    pub fn titled(&mut self, title: &str, draw: impl FnOnce(&mut Canvas)) {
        self.drawn += &format!("<g><title>{}</title>", escape(title));
        draw(self);
        self.drawn += "</g>";
    }

    /// What was drawn, as a part of a picture.
    pub fn part(self) -> String {
        self.drawn
    }

    /// The whole picture.
    pub fn finish(self) -> String {
        format!("{}</svg>{}", self.drawn, self.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_follow_each_other_and_names_are_text() {
        let mut canvas = Canvas::new((20.0, 10.0), "font-size=\"13\"", "#FFFFFF", "\n");
        canvas.circle((1.0, 2.25), 4.5, "fill=\"#000000\"");
        canvas.text((0.0, 0.0), "fill=\"#000000\"", "<b>");
        let lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10\" viewBox=\"0 0 20 10\" font-size=\"13\">",
            "<rect width=\"20\" height=\"10\" fill=\"#FFFFFF\"/>",
            "<circle cx=\"1.0\" cy=\"2.2\" r=\"4.5\" fill=\"#000000\"/>",
            "<text x=\"0.0\" y=\"0.0\" fill=\"#000000\">&lt;b&gt;</text>",
            "</svg>",
            "",
        ];
        assert_eq!(canvas.finish(), lines.join("\n"));
    }
}
