//! A small plot for each game: the first player's score by measured Elo, engine by engine.

use serde::Serialize;
use torneo_present::english::Joined as _;

use crate::derived::cell;
use crate::design::Design;
use crate::rows::Row;
use crate::tasks::origin;

/// The plot, in a box of 200 by 100.
#[derive(Serialize)]
pub struct Panel {
    /// The height of the fair score.
    fair: f64,
    series: Vec<Series>,
    /// The ends of the axis in Elo points.
    low: i64,
    high: i64,
}

/// An engine from random play to its strongest level.
#[derive(Serialize)]
struct Series {
    engine: String,
    points: Vec<Point>,
    /// The points as a line.
    line: String,
}

/// A level.
#[derive(Serialize)]
struct Point {
    x: f64,
    y: f64,
    /// Where the interval ends.
    low: f64,
    high: f64,
    /// What the point is, in words.
    said: String,
}

const WIDE: f64 = 200.0;
const TALL: f64 = 100.0;
/// Space beside the outer points.
const EDGE: f64 = 8.0;

/// The plot of a game; none where fewer than two levels of an engine have a measured strength.
pub fn panel(design: &Design, rows: &[Row], entry: usize, fair: f64) -> Option<Panel> {
    let lowest = origin(design, entry)?;
    let of_engine = |engine: &str| {
        let levels = std::iter::once(lowest).chain(design.played(&design.entries[entry], engine));
        let first =
            |level: usize| cell(design, rows, entry, level).next().filter(|row| row.measured_elo.is_some());
        (engine.to_owned(), levels.filter_map(first).collect::<Vec<&Row>>())
    };
    let all: Vec<(String, Vec<&Row>)> =
        design.engines().into_iter().map(of_engine).filter(|(_, rows)| rows.len() > 1).collect();
    let elos: Vec<f64> =
        all.iter().flat_map(|(_, rows)| rows.iter().filter_map(|row| row.measured_elo)).collect();
    let (low, high) =
        elos.iter().fold((f64::MAX, f64::MIN), |(low, high), &elo| (low.min(elo), high.max(elo)));
    if all.is_empty() || high - low < 1.0 {
        return None;
    }
    let x = |elo: f64| EDGE + (elo - low) / (high - low) * (WIDE - 2.0 * EDGE);
    let y = |score: f64| TALL - score * TALL;
    let point = |row: &&Row| {
        let elo = row.measured_elo.unwrap_or(0.0);
        Point {
            x: x(elo),
            y: y(row.score),
            low: y(row.low.unwrap_or(row.score)),
            high: y(row.high.unwrap_or(row.score)),
            said: format!("{} {}: {:.3} at {elo:+.0} Elo", row.engine, row.level, row.score),
        }
    };
    let series = |(engine, rows): (String, Vec<&Row>)| {
        let points: Vec<Point> = rows.iter().map(point).collect();
        let line = points.iter().map(|point| format!("{:.1},{:.1}", point.x, point.y)).joined(" ");
        Series { engine, points, line }
    };
    Some(Panel {
        fair: y(fair),
        series: all.into_iter().map(series).collect(),
        low: low.round() as i64,
        high: high.round() as i64,
    })
}
