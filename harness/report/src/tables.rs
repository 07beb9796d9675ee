//! What is folded away: every figure behind the three answers.

use torneo_analysis::{Analysis, GameAdvantage, Method, Rating, Scope};
use torneo_present::numbers::signed;

use super::strength::{Cell, compared};

/// The measures of a game that stand side by side in the table.
pub const MEASURES: [(&str, &str); 8] = [
    ("mean_plies", "mean plies"),
    ("branching_factor", "branching factor"),
    ("draw_rate", "draw rate"),
    ("completion", "completion"),
    ("decision_moves", "decision moves"),
    ("lead_changes", "lead changes"),
    ("drama", "drama"),
    ("skill_depth", "skill depth (Elo)"),
];

/// An engine with its scores against the others.
pub fn crosstable(analysis: &Analysis) -> Vec<(&str, Vec<Cell>)> {
    let engines: Vec<&str> = compared(analysis).into_iter().map(|rating| &*rating.engine).collect();
    let cell =
        |engine: &str, opponent: &str| Cell::of(analysis.duel(engine, opponent).map(|duel| duel.score.value));
    let row = |&engine: &&'_ str| engines.iter().map(|opponent| cell(engine, opponent)).collect();
    let cells: Vec<Vec<Cell>> = engines.iter().map(row).collect();
    engines.into_iter().zip(cells).collect()
}

/// More pairs than this are only in `pairs.csv`.
pub const MOST_PAIRS: usize = 200;

/// The pairs of engines: who is ahead of whom, by how much, with the interval and the probability of being stronger.
pub fn pairs(analysis: &Analysis) -> Vec<[String; 5]> {
    let row = |pair: &torneo_analysis::Pair| {
        let dash = || "–".to_owned();
        let interval = |(low, high)| format!("{} to {}", signed(low), signed(high));
        [
            pair.engine.clone(),
            pair.opponent.clone(),
            pair.elo.map_or_else(dash, signed),
            pair.interval.map_or_else(dash, interval),
            pair.superiority.map_or_else(dash, |chance| format!("{chance:.3}")),
        ]
    };
    analysis.pairs.iter().take(MOST_PAIRS).map(row).collect()
}

/// Each game with the ratings of the engines in the order of the overall ratings.
pub fn game_ratings(analysis: &Analysis) -> Vec<(String, Vec<String>)> {
    let rows = analysis.kinds.iter().map(|row| {
        let scope = Scope::Game(row.game.clone());
        let of_engine = |overall: &Rating| {
            let found = analysis.ratings.iter().find(|r| r.scope == scope && r.engine == overall.engine);
            match found.map(|rating| (rating.elo, rating.interval, rating.comparable)) {
                Some((Some(elo), Some((low, high)), comparable)) => {
                    let star = if comparable { "" } else { "*" };
                    format!("{}{star} ({} to {})", signed(elo), signed(low), signed(high))
                }
                Some((Some(elo), None, _)) => signed(elo),
                _ => "–".to_owned(),
            }
        };
        (row.game.clone(), compared(analysis).into_iter().map(of_engine).collect())
    });
    rows.collect()
}

/// The rows on the first move: what is measured or known, seat by seat, without what the model supposes.
pub fn first_moves(analysis: &Analysis) -> Vec<(&GameAdvantage, String)> {
    let rows = analysis.first_move.iter().filter(|row| row.method != Method::Model);
    rows.map(|row| (row, if row.verdict.is_some() { analysis.said(row) } else { String::new() })).collect()
}

/// Each game with its measures as text.
pub fn measures(analysis: &Analysis) -> Vec<(String, Vec<String>)> {
    let rows = analysis.kinds.iter().map(|row| {
        let of_measure = |(name, _): &(&str, &str)| {
            let found = analysis.metric(&row.game, name);
            let number =
                |value: f64| if value.abs() >= 10.0 { format!("{value:.1}") } else { format!("{value:.3}") };
            match found.map(|metric| (metric.value, metric.interval)) {
                Some((value, Some((low, high)))) => {
                    format!("{} [{}, {}]", number(value), number(low), number(high))
                }
                Some((value, None)) => number(value),
                None => "–".to_owned(),
            }
        };
        (row.game.clone(), MEASURES.iter().map(of_measure).collect())
    });
    rows.collect()
}
