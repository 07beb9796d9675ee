//! Plots of exact statistics as SVG.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use super::bars::steps;
use super::odds::Odds;

/// A plot could not be drawn; the message is the drawing library's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the plot cannot be drawn: {0}")]
pub struct PlotError(String);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Axis, RangedCoordf64>>;
type Drawn<T = ()> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

/// The width of a panel in pixels, where nothing else is asked for.
pub const WIDTH: u32 = 760;
/// The height of a panel for its width.
const HEIGHT: f64 = 460.0 / 760.0;
/// The height of the lowest panel, in pixels.
const LEAST_HEIGHT: u32 = 260;
const TITLE: (&str, u32) = ("sans-serif", 20);
const LABEL: (&str, u32) = ("sans-serif", 14);
/// Pixels of the width for each letter of a title.
const LETTER: f64 = 11.8;
/// A bar covers this share of its place on each side of the middle.
const HALF_BAR: f64 = 0.4;
/// Where there are more values than this, they are drawn as an area.
const MOST_BARS: usize = 200;
/// Pixels of the width for each number along an axis.
const TICK: f64 = 63.0;
/// Values beyond both ends that are all together less likely than this are left out.
const SHOWN_TAIL: f64 = 0.0005;

/// Colours that those who do not see all colours can tell apart, the darker ones of Okabe and Ito, "Color Universal
/// Design" (2008), and two greys; all are dark enough for thin lines on white.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 120, 88),
    RGBColor(170, 80, 130),
    RGBColor(90, 90, 90),
    RGBColor(20, 20, 20),
    RGBColor(150, 95, 0),
];

/// The length of a turn, and the chances of the seats at tables of several sizes.
///
/// # Errors
/// The drawing library fails.
pub fn odds(odds: &Odds, tables: &[Odds]) -> Result<String, PlotError> {
    let all: Vec<(f64, f64)> =
        odds.length.decimals.iter().map(|&(throws, p)| (f64::from(throws), p)).collect();
    let lengths = without_tails(&all);
    let length = format!("{}: throws of a turn", odds.game);
    let title = format!("{}: chance of each player to win alone", odds.game);
    draw(2, WIDTH, |areas| {
        draw_bars(&areas[0], &length, "throws", lengths)?;
        match tables {
            [] => draw_bars(&areas[1], &title, "player", &players(odds)),
            tables => draw_seats(&areas[1], &format!("{title}, 2 to {} players", tables.len() + 1), tables),
        }
    })
}

/// The values without those at both ends that are next to impossible together.
pub(crate) fn without_tails(bars: &[(f64, f64)]) -> &[(f64, f64)] {
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

/// The number of each player, counted from 1 as in their names, and the chance to win alone.
fn players(odds: &Odds) -> Vec<(f64, f64)> {
    (1..).zip(&odds.seat_win).map(|(player, win)| (f64::from(player), win.decimal())).collect()
}

/// Draws panels below each other.
fn draw(panels: u32, width: u32, content: impl Fn(&[Area]) -> Drawn) -> Result<String, PlotError> {
    let height = ((f64::from(width) * HEIGHT) as u32).max(LEAST_HEIGHT);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (width, height * panels)).into_drawing_area();
        let drawn = root
            .fill(&WHITE)
            .and_then(|()| content(&root.split_evenly((panels as usize, 1))))
            .and_then(|()| root.present());
        drawn.map_err(|error| PlotError(error.to_string()))?;
    }
    Ok(svg)
}

/// A title that fits into a width: a long one ends in dots.
fn fitting(title: &str, width: u32) -> String {
    let longest = (f64::from(width) / LETTER) as usize;
    if title.chars().count() <= longest {
        return title.to_owned();
    }
    title.chars().take(longest.saturating_sub(1)).chain(['…']).collect()
}

/// An axis with numbers at stated places.
struct Axis {
    from: f64,
    to: f64,
    ticks: Vec<f64>,
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let share = (value - self.from) / (self.to - self.from);
        limit.0 + (share * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _hint: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.from..self.to
    }
}

/// Whole numbers along the axis of a picture of this width.
fn ticks(low: f64, high: f64, width: u32) -> Vec<f64> {
    let (range, most) = (high - low, (f64::from(width) / TICK).floor());
    let step = steps().map(|step| step as f64).find(|step| range / step <= most).unwrap_or(range);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|at| at as f64 * step).collect()
}

/// A probability on an axis that reaches up to `most`, in as many digits as its ticks need.
fn probability(at: f64, most: f64) -> String {
    if at == 0.0 {
        "0".to_owned()
    } else if most >= 1e-3 {
        let digits = (1.0 - most.log10().floor()) as usize + 1;
        format!("{at:.digits$}").trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        format!("{at:.1e}")
    }
}

/// The frame of a chart of probabilities: its axis with or without lines upwards, the highest probability, and the height of the
/// frame as a multiple of it.
fn framed<'a, 'b>(
    area: &'a Area<'b>,
    title: &str,
    unit: &str,
    (axis, has_lines): (Axis, bool),
    (most, height): (f64, f64),
) -> Drawn<Chart<'a, 'b>> {
    let mut builder = ChartBuilder::on(area);
    if !title.is_empty() {
        builder.caption(fitting(title, area.dim_in_pixel().0), TITLE);
    }
    builder.margin(12).margin_right(24).x_label_area_size(48).y_label_area_size(84);
    let mut chart = builder.build_cartesian_2d(axis, 0.0..most * height)?;
    let (whole, share) = (|at: &f64| format!("{at:.0}"), |at: &f64| probability(*at, most));
    let mut mesh = chart.configure_mesh();
    if !has_lines {
        mesh.disable_x_mesh();
    }
    mesh.max_light_lines(1).x_desc(unit).y_desc("probability").label_style(LABEL);
    mesh.x_label_formatter(&whole).y_label_formatter(&share).draw()?;
    Ok(chart)
}

fn draw_bars(area: &Area, title: &str, unit: &str, bars: &[(f64, f64)]) -> Drawn {
    let positions = bars.iter().map(|(at, _)| *at);
    let (low, high) = (positions.clone().fold(f64::MAX, f64::min), positions.fold(f64::MIN, f64::max));
    // Lengths of attempts of two throws are even numbers only.
    let gaps = bars.windows(2).map(|pair| pair[1].0 - pair[0].0);
    let width = gaps.fold(f64::MAX, f64::min);
    let width = if bars.len() > 1 { width } else { 1.0 };
    let most = bars.iter().map(|(_, p)| *p).fold(0.0, f64::max);
    let ticks = ticks(low, high, area.dim_in_pixel().0);
    let axis = Axis { from: low - width, to: high + width, ticks };
    let mut chart = framed(area, title, unit, (axis, false), (most, 1.05))?;
    if bars.len() > MOST_BARS {
        let curve = bars.iter().copied();
        chart.draw_series(
            AreaSeries::new(curve, 0.0, COLOURS[0].mix(0.35)).border_style(COLOURS[0].stroke_width(2)),
        )?;
        return Ok(());
    }
    let half = width * HALF_BAR;
    let bar = |&(at, p): &(f64, f64)| Rectangle::new([(at - half, 0.0), (at + half, p)], COLOURS[0].filled());
    chart.draw_series(bars.iter().map(bar))?;
    Ok(())
}

fn draw_seats(area: &Area, title: &str, tables: &[Odds]) -> Drawn {
    let most = tables.iter().flat_map(players).map(|(_, p)| p).fold(0.0, f64::max);
    let last = tables.iter().map(|odds| odds.seats).max().unwrap_or(2) as f64;
    let ticks = ticks(1.0, last, area.dim_in_pixel().0);
    let axis = Axis { from: 0.75, to: last + 1.25, ticks };
    let mut chart = framed(area, title, "player", (axis, true), (most, 1.1))?;
    for (odds, colour) in tables.iter().zip(COLOURS) {
        let points = players(odds);
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?
            .label(format!("{} players", odds.seats))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 4, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .label_font(LABEL)
        .draw()
}
