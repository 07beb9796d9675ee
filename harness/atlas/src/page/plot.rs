//! The plot of all games, narrow enough for phones: what the engines find, from 0.3 to 0.7.

use torneo_present::svg::{Canvas, Point};
use torneo_present::text::cut;

/// The ends of the axis.
pub const AXIS: (f64, f64) = (0.3, 0.7);
/// The colours of the engines (Okabe and Ito, "Color universal design", 2008), and of what is known.
const COLOURS: [&str; 2] = ["#0072B2", "#D55E00"];
const KNOWN: &str = "#000000";
const GRID: &str = "#D8D8D8";
const WIDTH: f64 = 360.0;
/// Where the axis begins and ends.
const ENDS: Point = (164.0, 346.0);
const ROW: f64 = 19.0;
const TOP: f64 = 44.0;
const SIZE: f64 = 12.0;
/// Characters of a label.
const LONGEST: usize = 21;

/// A score with its interval on the axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mark {
    /// The score.
    pub score: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlotRow {
    /// Its title.
    pub label: String,
    /// What is known.
    pub known: Option<f64>,
    /// What each engine finds.
    pub marks: Vec<Option<Mark>>,
}

/// Where a score lies between the ends of the axis, from 0 to 1, and on which side it is if it lies outside: -1 or 1.
pub fn place(score: f64) -> (f64, i8) {
    let (low, high) = AXIS;
    let share = (score - low) / (high - low);
    let side = if share < 0.0 { -1 } else { i8::from(share > 1.0) };
    (share.clamp(0.0, 1.0), side)
}

/// The picture; nothing without a row.
pub fn draw(rows: &[PlotRow], engines: &[String]) -> Option<String> {
    if rows.is_empty() {
        return None;
    }
    let bottom = TOP + ROW * rows.len() as f64;
    let attributes = format!("font-family=\"Helvetica, Arial, sans-serif\" font-size=\"{SIZE}\"");
    let mut canvas = Canvas::new((WIDTH, (bottom + 46.0).ceil()), &attributes, "#FFFFFF", "\n");
    legend(&mut canvas, engines);
    for tick in 3..=7 {
        let (score, colour) = (f64::from(tick) / 10.0, if tick == 5 { "#707070" } else { GRID });
        let x = at(score);
        canvas.line((x, TOP), (x, bottom), format_args!("stroke=\"{colour}\" stroke-width=\"1\""));
        canvas.text((x, bottom + 16.0), "text-anchor=\"middle\"", &format!("{score:.1}"));
    }
    canvas.text(
        (WIDTH / 2.0, bottom + 36.0),
        "text-anchor=\"middle\"",
        "first player's score, with 95% intervals",
    );
    for (index, row) in rows.iter().enumerate() {
        let y = TOP + ROW * (index as f64 + 0.5);
        canvas.text((ENDS.0 - 10.0, y + 4.0), "text-anchor=\"end\"", &cut(&row.label, LONGEST));
        if let Some(value) = row.known {
            symbol(&mut canvas, value, y, KNOWN, true);
            continue;
        }
        for (place, mark) in row.marks.iter().enumerate() {
            let Some(mark) = mark else { continue };
            let colour = COLOURS[place % COLOURS.len()];
            let y = y + if place == 0 { -3.5 } else { 3.5 };
            let ends = [(at(mark.low), y), (at(mark.high), y)];
            canvas.line(ends[0], ends[1], format_args!("stroke=\"{colour}\" stroke-width=\"2\""));
            symbol(&mut canvas, mark.score, y, colour, false);
        }
    }
    Some(canvas.finish())
}

/// The place of a score in pixels.
fn at(score: f64) -> f64 {
    ENDS.0 + place(score).0 * (ENDS.1 - ENDS.0)
}

/// A dot or a diamond; an arrow for what lies outside.
fn symbol(canvas: &mut Canvas, score: f64, y: f64, colour: &str, is_known: bool) {
    let x = at(score);
    match place(score).1 {
        0 => symbol_at(canvas, (x, y), colour, is_known),
        side => {
            let (out, fill) = (x + 7.0 * f64::from(side), format!("fill=\"{colour}\""));
            let (top, bottom) = (y - 4.0, y + 4.0);
            let path = format_args!("d=\"M{x:.1} {top:.1}L{out:.1} {y:.1}L{x:.1} {bottom:.1}Z\" {fill}");
            canvas.element("path", path);
        }
    }
}

/// What the colours mean.
fn legend(canvas: &mut Canvas, engines: &[String]) {
    let mut x = 12.0;
    let of_engines = engines.iter().enumerate().map(|(place, name)| (&**name, COLOURS[place % 2], false));
    for (name, colour, is_known) in of_engines.chain([("exact", KNOWN, true)]) {
        symbol_at(canvas, (x, 14.0), colour, is_known);
        canvas.text((x + 9.0, 18.0), "text-anchor=\"start\"", name);
        x += 26.0 + 6.6 * name.chars().count() as f64;
    }
    canvas.text((12.0, 35.0), "text-anchor=\"start\"", "An arrow points to a score outside the plot.");
}

/// A dot or a diamond anywhere.
fn symbol_at(canvas: &mut Canvas, (x, y): Point, colour: &str, is_known: bool) {
    let fill = format!("fill=\"{colour}\"");
    match is_known {
        true => {
            let (left, right, top, bottom) = (x - 5.0, x + 5.0, y - 5.0, y + 5.0);
            canvas.element(
                "path",
                format_args!(
                    "d=\"M{x:.1} {top:.1}L{right:.1} {y:.1}L{x:.1} {bottom:.1}L{left:.1} {y:.1}Z\" {fill}"
                ),
            );
        }
        false => canvas.circle((x, y), 3.2, fill),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(known: Option<f64>, score: f64) -> PlotRow {
        let mark = Mark { score, low: score - 0.04, high: score + 0.04 };
        PlotRow { label: "Trax".to_owned(), known, marks: vec![Some(mark), None] }
    }

    #[test]
    fn what_lies_outside_is_an_arrow() {
        let engines = ["alpha-beta".to_owned(), "mcts".to_owned()];
        let drawn = |row: PlotRow| draw(&[row], &engines).unwrap();
        let inside = drawn(row(None, 0.5));
        let circles = |text: &str| text.matches("<circle").count();
        let paths = |text: &str| text.matches("<path").count();
        // Two dots and a diamond stand in the legend.
        assert_eq!((circles(&inside), paths(&inside)), (3, 1));
        assert_eq!((circles(&drawn(row(None, 0.9))), paths(&drawn(row(None, 0.9)))), (2, 2));
        // What is known has no dot of an engine.
        assert_eq!((circles(&drawn(row(Some(0.5), 0.4))), paths(&drawn(row(Some(0.5), 0.4)))), (2, 2));
        assert!(inside.contains("width=\"360\"") && draw(&[], &engines).is_none());
    }

    #[test]
    fn the_axis_has_ends() {
        assert_eq!(place(0.3), (0.0, 0));
        assert_eq!(place(0.25), (0.0, -1));
        assert_eq!(place(0.75), (1.0, 1));
        assert!((place(0.5).0 - 0.5).abs() < 1e-12);
    }
}
