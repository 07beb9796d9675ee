//! Who is strongest: a row for each engine, one sentence, and the score of each engine in each game.

use serde::Serialize;
use torneo_analysis::{Analysis, Leader, Pair, Rating};
use torneo_present::numbers::signed;

use super::names::GameName;

/// Of more engines than this the table of engines and games has the first and the last.
pub const MOST_COLUMNS: usize = 12;

/// An engine in the leaderboard.
#[derive(Serialize)]
pub struct Strength<'a> {
    leader: &'a Leader,
    /// Its Elo in words, such as `+429`, `0` or `not bounded`.
    elo: String,
    /// The interval in words, `anchor` for the origin; empty where there is none.
    interval: String,
    /// Where its Elo and the ends of its interval lie on the axis, in percent.
    place: Option<f64>,
    span: Option<(f64, f64)>,
}

/// The leaderboard on one axis of Elo.
#[derive(Serialize)]
pub struct Leaderboard<'a> {
    rows: Vec<Strength<'a>>,
    /// The ends of the axis; none where no Elo is known.
    axis: Option<(i64, i64)>,
    /// Whether a rating rests on the prior alone.
    starred: bool,
}

/// The leaderboard.
pub fn leaderboard(analysis: &Analysis) -> Leaderboard<'_> {
    let known = analysis.leaderboard.iter().filter_map(|leader| {
        let elo = leader.elo?;
        let (low, high) = leader.interval.unwrap_or((elo, elo));
        Some([low.min(elo), high.max(elo)])
    });
    let ends: Vec<f64> = known.flatten().collect();
    let low = ends.iter().copied().fold(f64::INFINITY, f64::min);
    let high = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = if high - low < 1.0 { (low - 50.0, high + 50.0) } else { (low, high) };
    // The dots of the first and the last engine lie inside the axis.
    let place = |elo: f64| (100.0 * (2.0 + 96.0 * (elo - low) / (high - low))).round() / 100.0;
    let comparable = |leader: &Leader| analysis.rating(&leader.engine).is_none_or(|rating| rating.comparable);
    let row = |leader: &'_ Leader| -> (String, String) {
        let is_repetitive = analysis.rating(&leader.engine).is_some_and(|rating| rating.is_repetitive);
        let unknown = if is_repetitive { "too few different games" } else { "not bounded" };
        let Some(elo) = leader.elo else { return (unknown.to_owned(), String::new()) };
        let star = if comparable(leader) { "" } else { "*" };
        let interval = match leader.interval {
            Some((low, high)) => format!("{} to {}", signed(low), signed(high)),
            None => "anchor".to_owned(),
        };
        (format!("{}{star}", signed(elo)), interval)
    };
    let rows = analysis.leaderboard.iter().map(|leader| {
        let (elo, interval) = row(leader);
        let span =
            leader.interval.filter(|_| leader.elo.is_some()).map(|(low, high)| (place(low), place(high)));
        Strength { leader, elo, interval, place: leader.elo.map(place), span }
    });
    Leaderboard {
        rows: rows.collect(),
        axis: (!ends.is_empty()).then(|| (low.round() as i64, high.round() as i64)),
        starred: analysis.leaderboard.iter().any(|leader| leader.elo.is_some() && !comparable(leader)),
    }
}

/// One sentence on who is strongest, and one on how clear that is.
pub fn sentence(analysis: &Analysis) -> String {
    let order: Vec<&str> = analysis.overall().map(|rating| &*rating.engine).collect();
    let pair =
        |two: &[&str]| analysis.pairs.iter().find(|pair| pair.engine == two[0] && pair.opponent == two[1]);
    let neighbours: Vec<&Pair> = order.windows(2).filter_map(pair).collect();
    let neighbours: Vec<(&Pair, f64, (f64, f64))> =
        neighbours.into_iter().filter_map(|pair| Some((pair, pair.elo?, pair.simultaneous?))).collect();
    let Some(&(first, elo, (low, high))) = neighbours.first() else { return String::new() };
    let (low, high) = (signed(low), signed(high));
    let mut text = if first.is_clear() {
        format!(
            "{} is the strongest: {:.0} Elo above {}, 95% interval {low} to {high}.",
            first.engine, elo, first.opponent
        )
    } else {
        format!(
            "{} and {} cannot be told apart: {:.0} Elo, 95% interval {low} to {high}.",
            first.engine, first.opponent, elo
        )
    };
    let open = neighbours.iter().skip(1).filter(|(pair, ..)| !pair.is_clear()).count();
    match neighbours.len() - 1 {
        0 => {}
        1 if open == 1 => {
            text += &format!(
                " {} and {} cannot be told apart either.",
                neighbours[1].0.engine, neighbours[1].0.opponent
            );
        }
        1 => {
            text += &format!(
                " {} is {:.0} Elo below {}.",
                neighbours[1].0.opponent, neighbours[1].1, neighbours[1].0.engine
            );
        }
        _ if open == 0 => text += " Every engine is clearly stronger than the next one.",
        more => text += &format!(" Of the {more} differences further down, {} are clear.", more - open),
    }
    if analysis.parts.len() > 1 {
        text += " No games connect some of the engines, so they cannot be compared.";
    }
    text
}

/// A cell of a table of scores.
#[derive(Serialize)]
pub struct Cell {
    /// The score as text; a dash where there is none.
    pub text: String,
    /// Its background: how far it is from even, and to which side.
    pub colour: String,
}

impl Cell {
    /// The cell of a score.
    pub fn of(score: Option<f64>) -> Cell {
        let Some(score) = score else {
            return Cell { text: "–".to_owned(), colour: "transparent".to_owned() };
        };
        let side = if score >= 0.5 { "win" } else { "loss" };
        let share = ((score - 0.5).abs() * 70.0).round();
        Cell {
            text: format!("{score:.2}"),
            colour: format!("color-mix(in srgb, var(--{side}) {share}%, transparent)"),
        }
    }
}

/// The engines by rating: all, or the first and the last of many.
pub fn compared(analysis: &Analysis) -> Vec<&Rating> {
    super::plots::ends(analysis.overall().collect(), MOST_COLUMNS)
}

/// The score of each engine in each game against the others.
pub fn by_game<'a>(analysis: &Analysis, games: &'a [GameName]) -> Vec<(&'a GameName, Vec<Cell>)> {
    let engines = compared(analysis);
    let row = |game: &'a GameName| {
        let score = |rating: &&Rating| {
            Cell::of(analysis.score_at(&rating.engine, &game.spec).map(|found| found.score.value))
        };
        (game, engines.iter().map(score).collect())
    };
    games.iter().map(row).collect()
}
