//! What the documentation shows of ladders: a table, and a plot.

use std::path::Path;

use torneo_contract::refuse;
use torneo_present::english::Joined as _;
use torneo_present::scale::Scale;
use torneo_present::svg::Canvas;
use torneo_registry::ladder::{Ladder, Rung};

use crate::Failure;

/// Games of a rating at most, if no other number is asked for.
const GAMES: f64 = 150.0;

/// The page of ladders for a file of this name: Markdown or a plot.
///
/// # Errors
/// A name that ends otherwise.
pub fn page(ladders: &[&Ladder], file: &Path) -> Result<String, Failure> {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("md") => Ok(table(ladders)),
        Some("svg") => Ok(plot(ladders)),
        _ => refuse!(
            "argument --page: expected a name that ends with `.md` or `.svg`, found `{}`",
            file.display()
        ),
    }
}

/// A row for each ladder.
fn table(ladders: &[&Ladder]) -> String {
    let head = "| ladder | rungs | Elo of the highest | highest rung | seconds of a rating |\n|---|--:|--:|---|--:|\n";
    head.to_owned() + &ladders.iter().filter_map(|ladder| row(ladder)).joined("")
}

fn row(ladder: &Ladder) -> Option<String> {
    let top = ladder.rungs.last()?;
    let few = ladder.few.as_ref().map_or(String::new(), |why| format!(" ({why})"));
    Some(format!(
        "| {} | {}{few} | {:.0} +-{:.0} | `{}` | {:.0} |\n",
        ladder.ladder,
        ladder.rungs.len(),
        top.elo,
        error(ladder, top),
        top.spec,
        rating(ladder)
    ))
}

/// How far the 95% interval of a rung's Elo reaches.
fn error(ladder: &Ladder, rung: &Rung) -> f64 {
    1.96 * ladder.covariance[rung.rung][rung.rung].sqrt()
}

/// The processor time of the rungs in a rating of the most games, where each rung is met equally often: a rung plays one half of a
/// game against itself.
fn rating(ladder: &Ladder) -> f64 {
    let seconds: f64 = ladder.rungs.iter().map(|rung| rung.seconds).sum();
    GAMES / 2.0 * seconds / ladder.rungs.len() as f64
}

/// The width, where names end, and the heights of a row and of the axis.
const WIDTH: f64 = 720.0;
const NAMES: f64 = 190.0;
const ROW: f64 = 20.0;
const AXIS: f64 = 44.0;
const EDGE: f64 = 16.0;

/// The rungs of every ladder by their Elo, a row for each.
fn plot(ladders: &[&Ladder]) -> String {
    let height = ROW * ladders.len() as f64 + AXIS;
    let attributes = "font-family=\"sans-serif\" font-size=\"12\" role=\"img\"";
    let mut canvas = Canvas::new((WIDTH, height), attributes, "#FFFFFF", "\n");
    let elos = ladders.iter().flat_map(|ladder| ladder.elo()).chain([0.0]);
    let scale = Scale::new(elos, true, (NAMES, WIDTH - EDGE));
    let bottom = height - AXIS;
    for (x, label) in scale.ticks() {
        canvas.line((x, 0.0), (x, bottom), "stroke=\"#DDDDDD\"");
        canvas.text((x, bottom + 16.0), "fill=\"#444444\" text-anchor=\"middle\"", &label);
    }
    let middle = f64::midpoint(NAMES, WIDTH - EDGE);
    canvas.text((middle, bottom + 34.0), "fill=\"#444444\" text-anchor=\"middle\"", "Elo above random play");
    for (number, ladder) in ladders.iter().enumerate() {
        draw(&mut canvas, ladder, &scale, ROW * (number as f64 + 0.5));
    }
    canvas.finish()
}

/// One ladder at a height: its name, a line from the first rung to the last, and a dot for each.
fn draw(canvas: &mut Canvas, ladder: &Ladder, scale: &Scale, y: f64) {
    let name = (NAMES - 10.0, y + 4.0);
    canvas.text(name, "fill=\"#222222\" text-anchor=\"end\"", &ladder.game);
    if let Some(top) = ladder.rungs.last() {
        canvas.line((scale.at(0.0), y), (scale.at(top.elo), y), "stroke=\"#1F5FA8\" stroke-width=\"1.5\"");
    }
    for rung in &ladder.rungs {
        let said = format!("{}: {:.0} Elo, {}", rung.name, rung.elo, rung.spec);
        canvas.titled(&said, |canvas| canvas.circle((scale.at(rung.elo), y), 3.5, "fill=\"#1F5FA8\""));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladder() -> Ladder {
        let rung = |rung: usize, spec: &str, elo: f64, seconds: f64| Rung {
            rung,
            name: format!("surakarta/{rung}"),
            spec: spec.to_owned(),
            elo,
            score_below: None,
            games_below: 600,
            score_two_below: None,
            seconds,
            signature: String::new(),
        };
        Ladder {
            game: "surakarta".to_owned(),
            ladder: "surakarta@1".to_owned(),
            version: 1,
            program: "0".to_owned(),
            few: None,
            rungs: vec![rung(0, "random", 0.0, 0.01), rung(1, "mcts(sims=10, tuned=false)", 150.0, 0.03)],
            covariance: vec![vec![0.0, 0.0], vec![0.0, 100.0]],
            before: Vec::new(),
        }
    }

    #[test]
    fn a_row_has_the_highest_rung_and_what_a_rating_takes() {
        let ladder = ladder();
        let table = page(&[&ladder], Path::new("x.md")).unwrap();
        let row = table.lines().nth(2).unwrap();
        assert_eq!(row, "| surakarta@1 | 2 | 150 +-20 | `mcts(sims=10, tuned=false)` | 2 |");
    }

    #[test]
    fn a_plot_has_a_dot_for_each_rung() {
        let plot = page(&[&ladder()], Path::new("x.svg")).unwrap();
        assert_eq!(plot.matches("<circle").count(), 2);
        assert!(plot.contains("surakarta/1: 150 Elo, mcts(sims=10, tuned=false)"));
    }

    #[test]
    fn other_names_are_refused() {
        assert!(page(&[], Path::new("x.png")).is_err());
    }
}
