//! Distributions as graphs: one or several in a picture, in SVG.

use torneo_contract::refuse_if;
use torneo_present::svg::Point;

use super::bars::table;
use super::distribution::Distribution;
use super::frame::{
    BOTTOM, Frame, LEFT, LETTER, LINE, MOST_BARS, Picture, RIGHT, WIDTH, fitting, gap, without_tails,
};
use super::number::{Exact, ratio};

pub use super::frame::Theme;

/// What a graph shows of each value, as on the page of AnyDice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Graph {
    /// How likely it is.
    #[default]
    Normal,
    /// How likely it or a higher one is.
    AtLeast,
    /// How likely it or a lower one is.
    AtMost,
    /// How likely it is, from distribution to distribution.
    Transposed,
}

impl Graph {
    /// All graphs with their names.
    pub const NAMES: [(&'static str, Graph); 4] = [
        ("normal", Graph::Normal),
        ("at-least", Graph::AtLeast),
        ("at-most", Graph::AtMost),
        ("transposed", Graph::Transposed),
    ];
}

/// How a picture looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// What is shown.
    pub graph: Graph,
    /// In which colours.
    pub theme: Theme,
    /// Pixels from the left to the right.
    pub width: u32,
}

impl Default for Look {
    fn default() -> Look {
        Look { graph: Graph::Normal, theme: Theme::Light, width: WIDTH }
    }
}

/// A distribution and its name.
pub type Named<'a> = (&'a str, &'a Distribution);

/// More distributions than fit into a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a picture shows 1 to {MOST} distributions, found {0}")]
pub struct GraphError(pub usize);

/// Most distributions of a picture.
pub const MOST: usize = 24;
/// Most distributions whose lines lie over each other; where there are more, each has a panel.
const OVERLAID: usize = 6;
/// Most lines of a transposed graph.
const MOST_LINES: usize = 7;
/// The values of a distribution with what the graph shows of them, without those next to impossible at both ends.
fn points(value: &Distribution, graph: Graph) -> Vec<(f64, f64)> {
    let total = value.total();
    let all: Vec<(f64, f64)> =
        value.weights().iter().map(|(value, weight)| (*value as f64, ratio(weight, total))).collect();
    let shown = without_tails(&all);
    let before = all.iter().take_while(|(value, _)| Some(*value) < shown.first().map(|(first, _)| *first));
    let mut below: f64 = before.map(|(_, chance)| chance).sum();
    let of = |&(value, chance): &(f64, f64)| {
        let at_least = 1.0 - below;
        below += chance;
        match graph {
            Graph::AtLeast => (value, at_least.clamp(0.0, 1.0)),
            Graph::AtMost => (value, below.clamp(0.0, 1.0)),
            Graph::Normal | Graph::Transposed => (value, chance),
        }
    };
    shown.iter().map(of).collect()
}

/// Distributions as a graph: one as bars, up to six as lines over each other, more in a panel each.
///
/// # Errors
/// Too many of them, or none.
pub fn graph(title: &str, named: &[Named], look: Look) -> Result<String, GraphError> {
    let named: Vec<Named> = named.iter().copied().filter(|(_, value)| !value.is_empty()).collect();
    refuse_if!(named.is_empty() || named.len() > MOST, GraphError(named.len()));
    let panels: Vec<&[Named]> = match (look.graph, named.len()) {
        (Graph::Transposed, _) | (_, 0..=OVERLAID) => vec![&named],
        _ => named.chunks(1).collect(),
    };
    let width = f64::from(look.width.clamp(260, 4000));
    let plotted = if panels.len() > 1 { 150.0 } else { (460.0 / 760.0 * width - 84.0).max(170.0) };
    let lines: Vec<Vec<(String, usize)>> =
        panels.iter().map(|panel| legend(panel, look.graph, width)).collect();
    let head = if title.is_empty() { 0.0 } else { 26.0 };
    let strip = if look.graph == Graph::Transposed { 0.0 } else { 10.0 };
    let heights: Vec<f64> = panels
        .iter()
        .zip(&lines)
        .map(|(panel, lines)| {
            10.0 + LINE * lines.len() as f64 + strip * panel.len() as f64 + plotted + BOTTOM
        })
        .collect();
    let mut picture = Picture::new(width, (head + heights.iter().sum::<f64>()).round(), look.theme);
    if head > 0.0 {
        let title = fitting(title, width - 2.0 * RIGHT);
        picture.text((width / 2.0, 20.0), "middle", &title);
    }
    let mut top = head;
    for ((panel, lines), height) in panels.iter().zip(&lines).zip(&heights) {
        let mut y = top + 10.0;
        for (line, place) in lines {
            y += LINE;
            if *place < usize::MAX {
                let colour = picture.colour(*place);
                let place = format!("x=\"{RIGHT}\" y=\"{:.1}\"", y - 14.0);
                let square = format_args!("{place} width=\"12\" height=\"12\" fill=\"{colour}\"");
                picture.canvas.element("rect", square);
            }
            picture.text((RIGHT + 18.0, y - 4.0), "start", line);
        }
        let frame = (y, top + height - BOTTOM);
        match look.graph {
            Graph::Transposed => transposed(&mut picture, panel, frame, width),
            graph => overlaid(&mut picture, panel, frame, width, graph),
        }
        top += height;
    }
    Ok(picture.canvas.finish())
}

/// Lines of text with the colours that they explain: names, means and where nine of ten throws lie.
fn legend(named: &[Named], graph: Graph, width: f64) -> Vec<(String, usize)> {
    let room = width - 2.0 * RIGHT - 18.0;
    let mut lines = Vec::new();
    let what = match graph {
        Graph::AtLeast => Some("at least the value"),
        Graph::AtMost => Some("at most the value"),
        Graph::Normal | Graph::Transposed => None,
    };
    lines.extend(what.map(|what| (what.to_owned(), usize::MAX)));
    for (place, (name, value)) in named.iter().enumerate() {
        let mean = Exact(value.mean()).decimal();
        let [low, high] = [5, 95].map(|percent| value.quantile(percent).unwrap_or(0));
        let told = format!("mean {mean:.2}, 90% from {low} to {high}");
        let (name, colour) = match graph {
            Graph::Transposed => (format!("{}: {name}", place + 1), usize::MAX),
            _ => ((*name).to_owned(), place),
        };
        if ((name.chars().count() + told.len() + 2) as f64) * LETTER <= room {
            lines.push((format!("{name}: {told}"), colour));
        } else {
            lines.push((fitting(&name, room), colour));
            lines.push((told, usize::MAX));
        }
    }
    if graph == Graph::Transposed {
        let (labels, _) = table(&values(named), MOST_LINES);
        lines.extend(labels.into_iter().enumerate().map(|(place, label)| (format!("value {label}"), place)));
    }
    lines
}

fn values<'a>(named: &[Named<'a>]) -> Vec<&'a Distribution> {
    named.iter().map(|(_, value)| *value).collect()
}

/// Draws distributions over each other, with a strip for each that marks its mean and where nine of ten throws lie.
fn overlaid(picture: &mut Picture, named: &[Named], (top, bottom): (f64, f64), width: f64, graph: Graph) {
    let lines: Vec<Vec<(f64, f64)>> = named.iter().map(|(_, value)| points(value, graph)).collect();
    let gap = gap(&lines);
    let above = top + 10.0 * named.len() as f64 + 8.0;
    let frame = Frame::around(&lines, gap, (above, bottom), width);
    frame.draw_chances(picture);
    frame.draw_values(picture, "value");
    for (place, ((_, value), line)) in named.iter().zip(&lines).enumerate() {
        let colour = picture.colour(place);
        match line.len() {
            bars if named.len() == 1 && bars <= MOST_BARS => frame.draw_bars(picture, line, gap, colour),
            count => frame.draw_line(picture, line, place, (count <= 40).then_some(3.0)),
        }
        // The mean, and from 5% to 95%.
        let y = top + 10.0 * place as f64 + 8.0;
        let inside = |value: f64| frame.x(value.clamp(frame.from, frame.to));
        let [from, to] = [5, 95].map(|percent| inside(value.quantile(percent).unwrap_or(0) as f64));
        let mean = inside(Exact(value.mean()).decimal());
        picture.line((from - 1.0, y), (to + 1.0, y), colour, "stroke-width=\"4\" stroke-opacity=\"0.45\"");
        picture.dot((mean, y), 4.0, colour);
        picture.line(
            (mean, y),
            (mean, frame.bottom),
            colour,
            "stroke-dasharray=\"2 4\" stroke-width=\"1.5\"",
        );
    }
}

/// Draws a line for each value, from distribution to distribution.
fn transposed(picture: &mut Picture, named: &[Named], (top, bottom): (f64, f64), width: f64) {
    let (_, chances) = table(&values(named), MOST_LINES);
    let most = chances.iter().flatten().copied().fold(0.0, f64::max) * 1.05;
    let (left, right, most) = (LEFT, width - RIGHT, most.clamp(f64::MIN_POSITIVE, 1.0));
    let frame = Frame { left, right, top: top + 6.0, bottom, from: 0.5, to: named.len() as f64 + 0.5, most };
    frame.draw_chances(picture);
    frame.draw_values(picture, "distribution");
    for (place, line) in chances.iter().enumerate() {
        let points: Vec<Point> = (1..).zip(line).map(|(at, chance)| (f64::from(at), *chance)).collect();
        frame.draw_line(picture, &points, place, Some(3.5));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Bounds, Expression, evaluate};

    fn of(text: &str) -> Distribution {
        let expression: Expression = text.parse().unwrap();
        evaluate(&expression, &[], 10, Bounds::default()).unwrap()
    }

    #[test]
    fn every_name_stands_in_the_picture_and_the_axis_is_in_percent() {
        let values = ["3d6", "2d10-1", "d20"].map(|text| (text, of(text)));
        let named: Vec<Named> = values.iter().map(|(name, value)| (*name, value)).collect();
        for (_, graph) in Graph::NAMES {
            for theme in [Theme::Light, Theme::Dark] {
                let svg = super::graph("A & B", &named, Look { graph, theme, width: 390 }).unwrap();
                for wanted in ["3d6", "2d10-1", "d20", "mean 10.50", "90% from", "A &amp; B", "0%</text>"] {
                    assert!(svg.contains(wanted), "{graph:?}: {wanted}: {svg}");
                }
            }
        }
        let many: Vec<Named> = (0..9).map(|_| ("3d6", &values[0].1)).collect();
        assert!(super::graph("", &many, Look::default()).unwrap().matches("mean 10.50").count() == 9);
        assert!(super::graph("", &[], Look::default()).is_err());
    }
}
