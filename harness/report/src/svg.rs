//! Plots as SVG.
//!
//! Colours are those of Okabe and Ito ("Color universal design", 2008), which the colour-blind tell apart, without the
//! ones that are too light on white; text is black.

use torneo_present::scale::Scale;
use torneo_present::svg::{Canvas, Point};

/// Blue.
pub const BLUE: &str = "#0072B2";
/// Vermilion.
pub const VERMILION: &str = "#D55E00";
/// The colours of several series.
pub const SERIES: [&str; 6] = [BLUE, VERMILION, "#007A5A", "#000000", "#A8477F", "#8A6D00"];
const GRID: &str = "#D8D8D8";
const SIZE: f64 = 14.0;
/// The width of a character of sans serif type, as a share of its size; few are wider on average.
const CHARACTER: f64 = 0.6;

/// The width of a text.
pub fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * SIZE * CHARACTER
}

/// Where a text is anchored.
#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A plot in the making: a canvas with the lines, dots and letters of plots.
pub struct Svg(Canvas);

impl Svg {
    /// An empty white picture.
    pub fn new(width: f64, height: f64) -> Svg {
        let attributes = format!("font-family=\"Helvetica, Arial, sans-serif\" font-size=\"{SIZE}\"");
        Svg(Canvas::new((width.ceil(), height.ceil()), &attributes, "#FFFFFF", "\n"))
    }

    pub fn line(&mut self, from: Point, to: Point, colour: &str, width: f64) {
        self.0.line(from, to, format_args!("stroke=\"{colour}\" stroke-width=\"{width}\""));
    }

    pub fn dot(&mut self, at: Point, colour: &str) {
        self.0.circle(at, 4.5, format_args!("fill=\"{colour}\""));
    }

    pub fn diamond(&mut self, (x, y): Point, colour: &str) {
        let (top, right, bottom, left) = (y - 6.0, x + 6.0, y + 6.0, x - 6.0);
        let path = format_args!("M{x:.1} {top:.1}L{right:.1} {y:.1}L{x:.1} {bottom:.1}L{left:.1} {y:.1}Z");
        self.0.element("path", format_args!("d=\"{path}\" fill=\"{colour}\""));
    }

    /// A text whose middle line is at `y`.
    pub fn text(&mut self, (x, y): Point, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.0.text((x, y + SIZE * 0.35), format_args!("text-anchor=\"{anchor}\""), text);
    }

    /// Draws a scale along the bottom of a picture, with lines up to `top`.
    pub fn draw_across(&mut self, scale: &Scale, top: f64, bottom: f64) {
        for (x, label) in scale.ticks() {
            self.line((x, top), (x, bottom), GRID, 1.0);
            self.text((x, bottom + 14.0), Anchor::Middle, &label);
        }
        self.line((scale.ends.0, bottom), (scale.ends.1, bottom), "#000000", 1.0);
    }

    /// Draws a scale along the left of a picture, with lines to `right`.
    pub fn draw_up(&mut self, scale: &Scale, left: f64, right: f64) {
        for (y, label) in scale.ticks() {
            self.line((left, y), (right, y), GRID, 1.0);
            self.text((left - 6.0, y), Anchor::End, &label);
        }
        self.line((left, scale.ends.0), (left, scale.ends.1), "#000000", 1.0);
    }

    /// The picture as text.
    pub fn finish(self) -> String {
        self.0.finish()
    }
}
