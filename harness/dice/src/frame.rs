//! The parts of plots of dice: colours, axes, lines and bars.

use torneo_present::svg::{Canvas, Point};
use torneo_present::text::cut;

use super::bars::steps;

/// The width of a plot in pixels, where nothing else is asked for.
pub const WIDTH: u32 = 760;

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on a dark ground.
    Dark,
}

/// Pixels of a line of text, and of a letter.
pub const LINE: f64 = 18.0;
pub const LETTER: f64 = 7.6;
/// Pixels around a panel.
pub const LEFT: f64 = 58.0;
pub const RIGHT: f64 = 18.0;
pub const BOTTOM: f64 = 46.0;
/// Where there are more values than this, they are drawn as a line.
pub const MOST_BARS: usize = 200;
/// Values beyond both ends that are all together less likely than this are left out.
const SHOWN_TAIL: f64 = 0.0005;
/// Colours that those who do not see all colours can tell apart: Okabe and Ito, "Color Universal Design" (2008), darker on white
/// and lighter on a dark ground.
const LIGHT: [&str; 7] = ["#0072B2", "#D55E00", "#007858", "#AA5082", "#5A5A5A", "#141414", "#965F00"];
const DARK: [&str; 7] = ["#56B4E9", "#FF9E57", "#2FC9A0", "#E79AC6", "#B4B4B4", "#F0E442", "#E6E6E6"];

/// A picture under construction.
pub struct Picture {
    pub canvas: Canvas,
    theme: Theme,
}

impl Picture {
    pub fn new(width: f64, height: f64, theme: Theme) -> Picture {
        let ground = if theme == Theme::Dark { "#16181D" } else { "#FFFFFF" };
        let attributes = "font-family=\"sans-serif\" font-size=\"13\"";
        Picture { canvas: Canvas::new((width, height), attributes, ground, ""), theme }
    }

    pub fn ink(&self) -> &'static str {
        if self.theme == Theme::Dark { "#E6E6E6" } else { "#141414" }
    }

    pub fn faint(&self) -> &'static str {
        if self.theme == Theme::Dark { "#3A3F4A" } else { "#DADADA" }
    }

    pub fn colour(&self, place: usize) -> &'static str {
        (if self.theme == Theme::Dark { DARK } else { LIGHT })[place % LIGHT.len()]
    }

    /// A text at a place; `anchor` is `start`, `middle` or `end`.
    pub fn text(&mut self, at: Point, anchor: &str, text: &str) {
        let ink = self.ink();
        self.canvas.text(at, format_args!("text-anchor=\"{anchor}\" fill=\"{ink}\""), text);
    }

    pub fn line(&mut self, from: Point, to: Point, colour: &str, style: &str) {
        self.canvas.line(from, to, format_args!("stroke=\"{colour}\" {style}"));
    }

    pub fn polyline(&mut self, points: &[Point], colour: &str, style: &str) {
        let stroke = format_args!("stroke=\"{colour}\" stroke-width=\"2\" {style}");
        self.canvas.polyline(points.iter().copied(), stroke);
    }

    pub fn dot(&mut self, at: Point, radius: f64, colour: &str) {
        self.canvas.circle(at, radius, format_args!("fill=\"{colour}\""));
    }
}

/// The frame of a panel: where values and probabilities lie.
pub struct Frame {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
    pub from: f64,
    pub to: f64,
    pub most: f64,
}

impl Frame {
    pub fn x(&self, value: f64) -> f64 {
        self.left + (value - self.from) / (self.to - self.from) * (self.right - self.left)
    }

    pub fn y(&self, chance: f64) -> f64 {
        self.bottom - chance / self.most * (self.bottom - self.top)
    }

    pub fn point(&self, (value, chance): (f64, f64)) -> (f64, f64) {
        (self.x(value), self.y(chance))
    }

    /// The lines and percentages of the axis upwards.
    pub fn draw_chances(&self, picture: &mut Picture) {
        let percent = 100.0 * self.most;
        let step = (-6..3).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
        let step = step.clone().find(|step| percent / step <= 6.0).unwrap_or(percent);
        let digits = (-libm::log10(step).floor()).max(0.0) as usize;
        for tick in 0..=(percent / step + 1e-9) as u32 {
            let at = f64::from(tick) * step;
            let y = self.y(at / 100.0);
            let faint = picture.faint();
            picture.line((self.left, y), (self.right, y), faint, "");
            picture.text((self.left - 8.0, y + 4.0), "end", &format!("{at:.digits$}%"));
        }
        let ink = picture.ink();
        picture.line((self.left, self.bottom), (self.right, self.bottom), ink, "");
    }

    /// Whole numbers along the axis of values.
    pub fn draw_values(&self, picture: &mut Picture, unit: &str) {
        let longest =
            [self.from, self.to].map(|end| format!("{end:.0}").len()).into_iter().max().unwrap_or(1);
        let most = ((self.right - self.left) / (LETTER * longest as f64 + 24.0)).max(1.0);
        let range = self.to - self.from;
        let step = steps().map(|step| step as f64).find(|step| range / step <= most).unwrap_or(range);
        for tick in (self.from / step).ceil() as i64..=(self.to / step).floor() as i64 {
            let (value, ink) = (tick as f64 * step, picture.ink());
            let x = self.x(value);
            picture.line((x, self.bottom), (x, self.bottom + 4.0), ink, "");
            picture.text((x, self.bottom + LINE), "middle", &format!("{value:.0}"));
        }
        picture.text(((self.left + self.right) / 2.0, self.bottom + 2.0 * LINE), "middle", unit);
    }

    /// A frame that leaves this much room beside the outer points of some lines.
    pub fn around(lines: &[Vec<Point>], gap: f64, (top, bottom): Point, width: f64) -> Frame {
        let all = || lines.iter().flatten();
        let (low, high) =
            all().fold((f64::MAX, f64::MIN), |(low, high), (at, _)| (low.min(*at), high.max(*at)));
        let most = all().map(|(_, chance)| *chance).fold(0.0, f64::max) * 1.05;
        let most = most.clamp(f64::MIN_POSITIVE, 1.0);
        Frame { left: LEFT, right: width - RIGHT, top, bottom, from: low - gap, to: high + gap, most }
    }

    /// Bars around values that lie a gap apart.
    pub fn draw_bars(&self, picture: &mut Picture, line: &[Point], gap: f64, colour: &str) {
        let half = 0.4 * gap;
        for &(at, chance) in line {
            let (x, y) = self.point((at - half, chance));
            let size = (self.x(at + half) - x, self.bottom - y);
            picture.canvas.rectangle((x, y), size, format_args!("fill=\"{colour}\""));
        }
    }

    /// A line with the colour and the dashes of its place, and with dots of this radius at its points.
    pub fn draw_line(&self, picture: &mut Picture, line: &[Point], place: usize, dots: Option<f64>) {
        let colour = picture.colour(place);
        let points: Vec<Point> = line.iter().map(|point| self.point(*point)).collect();
        picture.polyline(&points, colour, dashes(place));
        if let Some(radius) = dots {
            points.iter().for_each(|point| picture.dot(*point, radius, colour));
        }
    }
}

/// The least distance between values that follow each other.
pub fn gap(lines: &[Vec<Point>]) -> f64 {
    let gaps = lines.iter().flat_map(|line| line.windows(2).map(|pair| pair[1].0 - pair[0].0));
    gaps.reduce(f64::min).unwrap_or(1.0)
}

/// A text that fits into a width: a long one ends in dots.
pub fn fitting(text: &str, width: f64) -> String {
    cut(text, (width / LETTER) as usize)
}

/// The dashes of a line, which tell it apart without its colour.
pub fn dashes(place: usize) -> &'static str {
    ["", "stroke-dasharray=\"9 4\"", "stroke-dasharray=\"3 3\"", "stroke-dasharray=\"12 3 3 3\""][place % 4]
}

/// The values without those at both ends that are next to impossible together.
pub fn without_tails(bars: &[(f64, f64)]) -> &[(f64, f64)] {
    let cut = |bars: &mut dyn Iterator<Item = &(f64, f64)>| {
        let mut rest = SHOWN_TAIL;
        bars.take_while(|(_, p)| {
            rest -= p;
            rest > 0.0
        })
        .count()
    };
    let (low, high) = (cut(&mut bars.iter()), cut(&mut bars.iter().rev()));
    if low + high < bars.len() { &bars[low..bars.len() - high] } else { bars }
}
