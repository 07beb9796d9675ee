//! Plots as SVG.
//!
//! Colours are those of Okabe and Ito ("Color universal design", 2008), which the colour-blind tell apart, without the
//! ones that are too light on white; text is black.

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

    /// The picture as text.
    pub fn finish(self) -> String {
        self.0.finish()
    }
}

/// A scale from values to places, with round ticks.
#[derive(Clone, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    step: f64,
}

/// Ticks of an axis, about.
const TICKS: f64 = 8.0;

impl Scale {
    /// A scale on which all values lie between ticks; `whole` allows whole numbers as ticks only.
    pub fn new(values: impl Iterator<Item = f64>, whole: bool, from: f64, to: f64) -> Scale {
        let values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
        let (low, high) =
            values.iter().fold((f64::MAX, f64::MIN), |(low, high), &value| (low.min(value), high.max(value)));
        let (low, high) = if low < high { (low, high) } else { (low - 0.5, low + 0.5) };
        let rough = (high - low) / TICKS;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|part| part * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(10.0 * power);
        let step = if whole { step.max(1.0) } else { step };
        Scale { low: (low / step).floor() * step, high: (high / step).ceil() * step, from, to, step }
    }

    /// The place of a value.
    pub fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// The ticks with their labels.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        let count = ((self.high - self.low) / self.step).round() as usize;
        let digits = (-self.step.log10().floor()).max(0.0) as usize;
        let tick = |number: usize| {
            // Adding 0 makes a negative zero positive.
            let value = (self.low / self.step).round() * self.step + number as f64 * self.step + 0.0;
            let value = if value.abs() < self.step / 2.0 { 0.0 } else { value };
            (self.at(value), format!("{value:.digits$}"))
        };
        (0..=count).map(tick).collect()
    }

    /// Draws the scale along the bottom of a picture, with lines up to `top`.
    pub fn draw_across(&self, svg: &mut Svg, top: f64, bottom: f64) {
        for (x, label) in self.ticks() {
            svg.line((x, top), (x, bottom), GRID, 1.0);
            svg.text((x, bottom + 14.0), Anchor::Middle, &label);
        }
        svg.line((self.from, bottom), (self.to, bottom), "#000000", 1.0);
    }

    /// Draws the scale along the left of a picture, with lines to `right`.
    pub fn draw_up(&self, svg: &mut Svg, left: f64, right: f64) {
        for (y, label) in self.ticks() {
            svg.line((left, y), (right, y), GRID, 1.0);
            svg.text((left - 6.0, y), Anchor::End, &label);
        }
        svg.line((left, self.from), (left, self.to), "#000000", 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_hold_all_values() {
        let labels = |scale: &Scale| scale.ticks().into_iter().map(|(_, label)| label).collect::<Vec<_>>();
        let scale = Scale::new([-137.0, 684.0].into_iter(), true, 0.0, 100.0);
        assert_eq!(labels(&scale), ["-200", "0", "200", "400", "600", "800"]);
        let scale = Scale::new([3.0, 5.0].into_iter(), true, 0.0, 100.0);
        assert_eq!(labels(&scale), ["3", "4", "5"]);
        let scale = Scale::new([0.43, 0.58].into_iter(), false, 0.0, 100.0);
        assert_eq!(labels(&scale), ["0.42", "0.44", "0.46", "0.48", "0.50", "0.52", "0.54", "0.56", "0.58"]);
        assert!(scale.at(0.43) >= 0.0 && scale.at(0.58) <= 100.0);
    }

    #[test]
    fn one_value_has_a_scale() {
        let scale = Scale::new([7.0].into_iter(), true, 0.0, 100.0);
        assert!(scale.at(7.0) > 0.0 && scale.at(7.0) < 100.0 && scale.ticks().len() >= 2);
    }
}
