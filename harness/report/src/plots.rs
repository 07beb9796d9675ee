//! Plots of a run as SVG.

use std::path::Path;

use torneo_analysis::{Analysis, GameAdvantage, Method};
use torneo_arena::Error;
use torneo_arena::storage::replace;
use torneo_present::scale::Scale;
use torneo_present::text::cut;

use super::svg::{Anchor, BLUE, SERIES, Svg, VERMILION, text_width};

/// A line of a plot.
#[derive(Clone, Debug)]
pub struct Row {
    /// What stands beside it.
    pub label: String,
    /// The lower end of the interval.
    pub low: f64,
    /// The value.
    pub value: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// A value to compare with, drawn as a short line.
    pub reference: Option<f64>,
    /// Whether the value is a diamond: it is known and not estimated.
    pub is_diamond: bool,
}

const AXIS: f64 = 620.0;
const ROW: f64 = 26.0;
/// The same in a plot of many rows, and from how many on.
const LOW_ROW: f64 = 19.0;
const MANY_ROWS: usize = 30;
const MARGIN: f64 = 16.0;
/// Labels that are longer are cut.
const LONGEST: usize = 60;

/// Rows of a plot of ratings: of more engines the first and the last.
const MOST_ROWS: usize = 40;

/// As many of these as there may be: all, or half from each end.
pub(crate) fn ends<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let count = all.len();
    let shown = |index: usize| count <= most || index < most / 2 || index >= count - most / 2;
    all.into_iter().enumerate().filter(|(index, _)| shown(*index)).map(|(_, one)| one).collect()
}

/// Writes the plots of a run into a folder, which is made if it is missing. The files have this extension.
/// `encode` makes the contents of a file from a plot.
///
/// # Errors
/// The folder cannot be written to, or what `encode` fails with.
pub fn write<E: From<Error>>(
    analysis: &Analysis,
    folder: &Path,
    extension: &str,
    encode: impl Fn(String) -> Result<Vec<u8>, E>,
) -> Result<(), E> {
    std::fs::create_dir_all(folder).map_err(|error| Error::io("make", folder, error))?;
    let plots = [
        ("ratings", ratings(analysis)),
        ("first-seat", first_moves(analysis)),
        ("first-seat-by-strength", by_strength(analysis)),
    ];
    for (name, plot) in plots {
        let path = folder.join(name).with_extension(extension);
        if let Some(plot) = plot {
            replace(&path, &encode(plot)?).map_err(|error| Error::io("write", &path, error))?;
        }
    }
    Ok(())
}

/// The ratings over all games; nothing if there are none.
pub fn ratings(analysis: &Analysis) -> Option<String> {
    let rated = ends(analysis.overall().collect(), MOST_ROWS);
    let rows = rated.into_iter().filter_map(|rating| {
        let elo = rating.elo?;
        let (low, high) = rating.interval.unwrap_or((elo, elo));
        Some(Row { label: rating.engine.clone(), low, value: elo, high, reference: None, is_diamond: false })
    });
    draw(&rows.collect::<Vec<_>>(), "Elo relative to the anchor, with 95% intervals within these games", true)
}

/// The first player's score of each game that was measured or is known, with the fair score.
pub fn first_moves(analysis: &Analysis) -> Option<String> {
    let row = |row: &GameAdvantage| {
        let is_interval = row.has_interval();
        let source = match (row.method, &row.engine) {
            (Method::Exact, _) => ", exactly".to_owned(),
            (Method::Solved, _) => ", solved".to_owned(),
            (_, Some(engine)) => format!(", {engine}"),
            (_, None) => String::new(),
        };
        Row {
            label: format!("{}{source}", row.game),
            low: if is_interval { row.score.low } else { row.score.value },
            value: row.score.value,
            high: if is_interval { row.score.high } else { row.score.value },
            reference: Some(row.fair),
            is_diamond: row.is_known(),
        }
    };
    first_scores(&analysis.first_rows().map(row).collect::<Vec<_>>())
}

/// The first player's scores with their intervals and the fair scores; nothing if there are none.
pub fn first_scores(rows: &[Row]) -> Option<String> {
    draw(rows, "first player's score, with 95% interval; diamond: known exactly; short line: fair", false)
}

fn draw(rows: &[Row], title: &str, whole: bool) -> Option<String> {
    if rows.is_empty() {
        return None;
    }
    let labels: Vec<String> = rows.iter().map(|row| cut(&row.label, LONGEST)).collect();
    let left = MARGIN + labels.iter().map(|label| text_width(label)).fold(40.0, f64::max) + 10.0;
    let right = left + AXIS.max(text_width(title) - left);
    let row_height = if rows.len() < MANY_ROWS { ROW } else { LOW_ROW };
    let bottom = MARGIN + row_height * rows.len() as f64;
    let ends = |row: &Row| [row.low, row.value, row.high, row.reference.unwrap_or(row.value)];
    let scale = Scale::new(rows.iter().flat_map(ends), whole, (left, right));
    let mut svg = Svg::new(right + 3.0 * MARGIN, bottom + 56.0);
    svg.draw_across(&scale, MARGIN, bottom);
    svg.text(
        (f64::midpoint(left, right).max(text_width(title) / 2.0 + MARGIN), bottom + 38.0),
        Anchor::Middle,
        title,
    );
    for (index, (row, label)) in rows.iter().zip(&labels).enumerate() {
        let y = MARGIN + row_height * (index as f64 + 0.5);
        if let Some(reference) = row.reference {
            let x = scale.at(reference);
            svg.line((x, y - 0.35 * row_height), (x, y + 0.35 * row_height), VERMILION, 2.5);
        }
        svg.line((scale.at(row.low), y), (scale.at(row.high), y), BLUE, 3.0);
        let place = (scale.at(row.value), y);
        match row.is_diamond {
            true => svg.diamond(place, BLUE),
            false => svg.dot(place, BLUE),
        }
        svg.text((left - 8.0, y), Anchor::End, label);
    }
    Some(svg.finish())
}

/// Games in the plot by strength, at most: those that change most.
const MOST_GAMES: usize = SERIES.len();
const TALL: f64 = 360.0;

/// The first player's score of each engine against itself, from the weakest to the strongest; nothing where fewer than two
/// engines with a measured strength played themselves.
pub fn by_strength(analysis: &Analysis) -> Option<String> {
    let change = |game: &str| {
        let own = analysis.movements.iter().filter(|movement| movement.game == game);
        own.map(|movement| movement.change.value.abs()).fold(0.0, f64::max)
    };
    let mut games: Vec<&str> = analysis.movements.iter().map(|movement| &*movement.game).collect();
    games.dedup();
    let mut chosen: Vec<usize> = (0..games.len()).collect();
    chosen.sort_by(|&a, &b| change(games[b]).total_cmp(&change(games[a])));
    chosen.truncate(MOST_GAMES);
    chosen.sort_unstable();
    let measured: Vec<&GameAdvantage> = analysis
        .first_move
        .iter()
        .filter(|row| row.method == Method::SelfPlay && row.seat == 0 && row.has_interval())
        .collect();
    let row = |game: &str, engine: &String| {
        measured.iter().copied().find(|row| row.game == game && row.engine.as_ref() == Some(engine))
    };
    let leaders = analysis.leaderboard.iter().rev().map(|leader| &leader.engine);
    let engines: Vec<&String> =
        leaders.filter(|engine| measured.iter().any(|row| row.engine.as_ref() == Some(*engine))).collect();
    if chosen.is_empty() || engines.len() < 2 {
        return None;
    }
    let lines: Vec<(&str, Vec<(usize, &GameAdvantage)>)> = chosen
        .iter()
        .map(|&index| {
            let game = games[index];
            let places = engines.iter().enumerate();
            (game, places.filter_map(|(place, engine)| Some((place, row(game, engine)?))).collect())
        })
        .collect();
    let values = lines
        .iter()
        .flat_map(|(_, points)| points)
        .flat_map(|(_, row)| [row.score.low, row.score.high, row.fair]);
    let legend = lines.iter().map(|(game, _)| text_width(&cut(game, LONGEST))).fold(0.0, f64::max);
    let (left, top) = (MARGIN + 60.0, MARGIN + 24.0);
    let step = engines.iter().map(|engine| text_width(&cut(engine, 24))).fold(90.0, f64::max) + 16.0;
    let right = left + step * engines.len() as f64;
    let bottom = top + TALL;
    let scale = Scale::new(values, false, (bottom, top));
    let mut svg = Svg::new(right + legend + 60.0, bottom + 44.0);
    svg.text((MARGIN, MARGIN), Anchor::Start, "first player's score against itself, with 95% intervals");
    svg.draw_up(&scale, left, right);
    let x = |place: usize| left + step * (place as f64 + 0.5);
    for (place, engine) in engines.iter().enumerate() {
        svg.text((x(place), bottom + 18.0), Anchor::Middle, &cut(engine, 24));
    }
    for (index, ((game, points), colour)) in lines.iter().zip(SERIES).enumerate() {
        // Beside each other, so that intervals at the same engine do not hide each other.
        let shift = 6.0 * (index as f64 - (lines.len() - 1) as f64 / 2.0);
        let place = |(place, row): &(usize, &GameAdvantage)| (x(*place) + shift, scale.at(row.score.value));
        for pair in points.windows(2) {
            svg.line(place(&pair[0]), place(&pair[1]), colour, 1.5);
        }
        for point in points {
            let (x, _) = place(point);
            let score = point.1.score;
            svg.line((x, scale.at(score.low)), (x, scale.at(score.high)), colour, 2.0);
            svg.dot(place(point), colour);
        }
        let y = top + 10.0 + 20.0 * index as f64;
        svg.line((right + 14.0, y), (right + 34.0, y), colour, 3.0);
        svg.text((right + 40.0, y), Anchor::Start, &cut(game, LONGEST));
    }
    Some(svg.finish())
}

/// Courses of values from 0 to 1, each with its name.
pub fn courses(lines: &[(String, Vec<f64>)], across: &str, up: &str) -> String {
    const WIDE: f64 = 640.0;
    let steps = lines.iter().map(|(_, values)| values.len()).max().unwrap_or(0).max(2) - 1;
    let legend = lines.iter().map(|(name, _)| text_width(&cut(name, LONGEST))).fold(0.0, f64::max);
    let (left, top) = (MARGIN + 60.0, MARGIN + 24.0);
    let (right, bottom) = (left + WIDE, top + TALL);
    let scale = Scale::new([0.0, 1.0].into_iter(), false, (bottom, top));
    let steps_scale = Scale::new([0.0, steps as f64].into_iter(), true, (left, right));
    let mut svg = Svg::new(right + legend + 60.0, bottom + 60.0);
    svg.text((MARGIN, MARGIN), Anchor::Start, up);
    svg.draw_up(&scale, left, right);
    svg.draw_across(&steps_scale, top, bottom);
    svg.text((f64::midpoint(left, right), bottom + 42.0), Anchor::Middle, across);
    for (index, ((name, values), colour)) in lines.iter().zip(SERIES.iter().cycle()).enumerate() {
        let place = |(step, value): (usize, &f64)| (steps_scale.at(step as f64), scale.at(*value));
        for (step, pair) in values.windows(2).enumerate() {
            svg.line(place((step, &pair[0])), place((step + 1, &pair[1])), colour, 1.5);
        }
        let y = top + 10.0 + 20.0 * index as f64;
        svg.line((right + 14.0, y), (right + 34.0, y), colour, 3.0);
        svg.text((right + 40.0, y), Anchor::Start, &cut(name, LONGEST));
    }
    svg.finish()
}
