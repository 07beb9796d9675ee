//! Estimates with their intervals, one below the other, as SVG.

use plotters::prelude::*;

use torneo_analysis::{Analysis, Method};
use torneo_arena::Error;

/// A line of a plot.
struct Row {
    label: String,
    low: f64,
    value: f64,
    high: f64,
    /// A value to compare with, drawn as a short line.
    reference: Option<f64>,
}

const WIDTH: u32 = 860;
const ROW: u32 = 26;
const FRAME: u32 = 80;
const LABELS: u32 = 300;
const FONT: (&str, u32) = ("sans-serif", 14);
/// Labels that are longer are cut.
const LONGEST: usize = 44;

/// The ratings over all games; nothing if there are none.
pub fn ratings(analysis: &Analysis) -> Result<Option<String>, Error> {
    let rows = analysis.overall().filter_map(|rating| {
        let elo = rating.elo?;
        let (low, high) = rating.interval.unwrap_or((elo, elo));
        Some(Row { label: rating.engine.clone(), low, value: elo, high, reference: None })
    });
    draw(rows.collect(), "Elo relative to the anchor, with 95% intervals")
}

/// The first seat's score at each game and strength, with the fair score.
pub fn advantages(analysis: &Analysis) -> Result<Option<String>, Error> {
    let rows = analysis.first_move.iter().filter(|row| row.method != Method::Model).map(|row| Row {
        label: match (&row.engine, row.method) {
            (Some(engine), _) => format!("{engine} at {}", row.game),
            (None, Method::Exact) => format!("{}, exactly", row.game),
            (None, _) => row.game.clone(),
        },
        low: row.score.low,
        value: row.score.value,
        high: row.score.high,
        reference: Some(row.fair),
    });
    draw(rows.collect(), "first seat's score with 95% interval; the short line is the fair score")
}

/// Lengths of the games: from the shortest to the longest, and the median.
pub fn lengths(analysis: &Analysis) -> Result<Option<String>, Error> {
    let rows = analysis.first_seats().filter_map(|row| {
        let measure = |name: &str| {
            let metric =
                analysis.metrics.iter().find(|metric| metric.game == row.game && metric.name == name);
            metric.map(|metric| metric.value)
        };
        Some(Row {
            label: row.game.clone(),
            low: measure("min_plies")?,
            value: measure("median_plies")?,
            high: measure("max_plies")?,
            reference: measure("p90_plies"),
        })
    });
    draw(
        rows.collect(),
        "plies from the shortest to the longest game; median, and as a short line the 90% quantile",
    )
}

fn draw(rows: Vec<Row>, title: &str) -> Result<Option<String>, Error> {
    if rows.is_empty() {
        return Ok(None);
    }
    let mut svg = String::new();
    let failed =
        |error: DrawingAreaErrorKind<std::io::Error>| Error::run(format!("a plot cannot be drawn: {error}"));
    {
        let height = FRAME + ROW * rows.len() as u32;
        let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        draw_rows(&root, &rows, title).map_err(failed)?;
    }
    Ok(Some(svg))
}

fn draw_rows(
    root: &DrawingArea<SVGBackend, plotters::coord::Shift>,
    rows: &[Row],
    title: &str,
) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
    let ends = |row: &Row| [row.low, row.high, row.reference.unwrap_or(row.value)];
    let low = rows.iter().flat_map(ends).fold(f64::MAX, f64::min);
    let high = rows.iter().flat_map(ends).fold(f64::MIN, f64::max);
    let margin = ((high - low) * 0.04).max(0.01);
    let count = rows.len() as f64;
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(root)
        .margin(8)
        .margin_right(20)
        .x_label_area_size(48)
        .y_label_area_size(LABELS)
        .build_cartesian_2d(low - margin..high + margin, 0.0..count)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .max_light_lines(1)
        .x_desc(title)
        .label_style(FONT)
        .axis_desc_style(FONT)
        .draw()?;
    let ink = RGBColor(30, 90, 160);
    for (index, row) in rows.iter().enumerate() {
        let y = count - index as f64 - 0.5;
        let line = |from: f64, to: f64| PathElement::new([(from, y), (to, y)], ink.stroke_width(3));
        chart.draw_series([line(row.low, row.high)])?;
        chart.draw_series([Circle::new((row.value, y), 5, ink.filled())])?;
        if let Some(reference) = row.reference {
            let marks = [(reference, y - 0.35), (reference, y + 0.35)];
            chart.draw_series([PathElement::new(marks, RGBColor(190, 60, 40).stroke_width(2))])?;
        }
        let label: String = row.label.chars().take(LONGEST).collect();
        let style = FONT.into_text_style(root).pos(plotters::style::text_anchor::Pos::new(
            plotters::style::text_anchor::HPos::Right,
            plotters::style::text_anchor::VPos::Center,
        ));
        let (_, pixel) = chart.backend_coord(&(low, y));
        root.draw_text(&label, &style, (LABELS as i32, pixel))?;
    }
    root.present()
}
