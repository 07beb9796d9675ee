//! Plots of exact statistics as SVG.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::combos::Report;
use super::odds::Odds;

/// A plot could not be drawn; the message is the drawing library's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the plot cannot be drawn: {0}")]
pub struct PlotError(String);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

const PANEL: (u32, u32) = (760, 460);
const TITLE: (&str, u32) = ("sans-serif", 20);
const LABEL: (&str, u32) = ("sans-serif", 14);
/// A bar covers this share of its place on each side of the middle.
const HALF_BAR: f64 = 0.4;
/// Lengths are shown up to where a turn is longer with less probability than this.
const SHOWN_TAIL: f64 = 0.002;

/// The probability of each sum.
///
/// # Errors
/// The drawing library fails.
pub fn sums(report: &Report) -> Result<String, PlotError> {
    let bars: Vec<(f64, f64)> =
        report.sums.iter().map(|sum| (f64::from(sum.sum), sum.probability.decimal())).collect();
    let title = format!("{}: probability of each sum", report.dice);
    draw(1, |areas| draw_bars(&areas[0], &title, "sum", &bars))
}

/// The length of a turn, and the chances of the seats at tables of several sizes.
///
/// # Errors
/// The drawing library fails.
pub fn odds(odds: &Odds, tables: &[Odds]) -> Result<String, PlotError> {
    let mut rest = 1.0;
    let mut lengths = Vec::new();
    for &(throws, p) in &odds.length.decimals {
        lengths.push((f64::from(throws), p));
        rest -= p;
        if rest < SHOWN_TAIL {
            break;
        }
    }
    let length = format!("{}: throws of a turn", odds.game);
    let title = format!("{}: chance of each seat to win alone", odds.game);
    draw(2, |areas| {
        draw_bars(&areas[0], &length, "throws", &lengths)?;
        match tables {
            [] => draw_bars(&areas[1], &title, "seat", &seats(odds)),
            tables => draw_seats(&areas[1], &format!("{title}, 2 to {} players", tables.len() + 1), tables),
        }
    })
}

fn whole_number(at: &f64) -> String {
    if *at >= 0.0 && at.fract() == 0.0 { format!("{at:.0}") } else { String::new() }
}

fn seats(odds: &Odds) -> Vec<(f64, f64)> {
    odds.seat_win.iter().enumerate().map(|(seat, win)| (seat as f64, win.decimal())).collect()
}

/// Draws panels below each other.
fn draw(panels: u32, content: impl Fn(&[Area]) -> Drawn) -> Result<String, PlotError> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (PANEL.0, PANEL.1 * panels)).into_drawing_area();
        let drawn = root
            .fill(&WHITE)
            .and_then(|()| content(&root.split_evenly((panels as usize, 1))))
            .and_then(|()| root.present());
        drawn.map_err(|error| PlotError(error.to_string()))?;
    }
    Ok(svg)
}

fn draw_bars(area: &Area, title: &str, unit: &str, bars: &[(f64, f64)]) -> Drawn {
    let positions = bars.iter().map(|(at, _)| *at);
    let (low, high) = (positions.clone().fold(f64::MAX, f64::min), positions.fold(f64::MIN, f64::max));
    // Lengths of attempts of two throws are even numbers only.
    let width = if bars.len() > 1 { (high - low) / (bars.len() - 1) as f64 } else { 1.0 };
    let most = bars.iter().map(|(_, p)| *p).fold(0.0, f64::max);
    let mut chart = ChartBuilder::on(area)
        .caption(title, TITLE)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(70)
        .build_cartesian_2d(low - width..high + width, 0.0..most * 1.05)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(1)
        .x_desc(unit)
        .y_desc("probability")
        .label_style(LABEL)
        .x_labels(((high - low) / width + 3.0).min(14.0) as usize)
        .x_label_formatter(&whole_number)
        .draw()?;
    let half = width * HALF_BAR;
    chart.draw_series(
        bars.iter()
            .map(|&(at, p)| Rectangle::new([(at - half, 0.0), (at + half, p)], BLUE.mix(0.6).filled())),
    )?;
    Ok(())
}

fn draw_seats(area: &Area, title: &str, tables: &[Odds]) -> Drawn {
    let most = tables.iter().flat_map(seats).map(|(_, p)| p).fold(0.0, f64::max);
    let last = tables.iter().map(|odds| odds.seats).max().unwrap_or(2) as f64;
    let mut chart = ChartBuilder::on(area)
        .caption(title, TITLE)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(70)
        .build_cartesian_2d(-0.25..last - 0.5, 0.0..most * 1.1)?;
    chart
        .configure_mesh()
        .max_light_lines(1)
        .x_desc("seat")
        .y_desc("probability")
        .label_style(LABEL)
        .x_labels(last as usize)
        .x_label_formatter(&whole_number)
        .draw()?;
    for (index, odds) in tables.iter().enumerate() {
        let colour = Palette99::pick(index).to_rgba();
        let points = seats(odds);
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?
            .label(format!("{} players", odds.seats))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 4, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .label_font(LABEL)
        .draw()
}
