//! Sentences of the page, made from rows.

use torneo_present::english::{and, are, does};
use torneo_present::numbers;
use torneo_statistics::Estimate;
use torneo_statistics::movement::{Direction, FEWEST_GAMES, Step};

use crate::rows::Row;
use crate::verdicts::Verdict;

/// A score with its interval.
pub fn score(row: &Row) -> String {
    interval(row.score, row.low, row.high)
}

/// A score with its interval, if it has one.
pub fn interval(score: f64, low: Option<f64>, high: Option<f64>) -> String {
    numbers::score(score, low.zip(high))
}

/// An engine with its budget, such as `alpha-beta(nodes=256)`.
pub fn engine(row: &Row) -> String {
    if row.budget.is_empty() { row.engine.clone() } else { format!("{}({})", row.engine, row.budget) }
}

/// Who played a cell, as the end of a sentence.
pub fn playing(row: &Row) -> String {
    match row.budget.is_empty() {
        true => format!("in {} play", row.engine),
        false => format!("when {} plays all seats", engine(row)),
    }
}

/// What the seats score in a cell, as the beginning of a sentence. Of two seats the first says all.
pub fn scores(cell: &[&Row]) -> String {
    match cell {
        [first, _] => format!("{} {}", does(&first.seat_name, "score"), score(first)),
        _ => {
            let said = cell.iter().map(|row| format!("{} {}", does(&row.seat_name, "score"), score(row)));
            and(&said.collect::<Vec<_>>())
        }
    }
}

/// A verdict in words. `seat` is the name of the seat that is ahead, and `draws` the share of drawn games.
pub fn said(verdict: Verdict, seat: Option<&str>, draws: Option<f64>) -> String {
    let ahead = seat.map(|name| format!("{} ahead", are(&[name])));
    match verdict {
        Verdict::Exact => format!("exact: {}", ahead.unwrap_or_else(|| "fair".to_owned())),
        Verdict::Ahead => ahead.unwrap_or_default(),
        Verdict::NoFirstMove => "no first move".to_owned(),
        Verdict::NotMeasured => "not measured".to_owned(),
        Verdict::Disagree => "engines disagree".to_owned(),
        Verdict::Fair => "fair within 0.05".to_owned(),
        Verdict::Drawn => {
            draws.map_or("mostly drawn".to_owned(), |draws| format!("mostly drawn, {:.0}%", 100.0 * draws))
        }
        Verdict::Undecided => "undecided".to_owned(),
    }
}

/// The first seat's scores of two cells; none where a cell has no interval or fewer than ten games.
pub fn step(strong: &Row, weak: &Row, fair: f64) -> Option<Step> {
    let score = |row: &Row| {
        let estimate = Estimate { value: row.score, low: row.low?, high: row.high?, groups: row.games };
        (row.games >= FEWEST_GAMES).then_some(estimate)
    };
    Some(Step { strong: score(strong)?, weak: score(weak)?, fair })
}

/// How a score moves, with what may be said of it.
pub fn movement(step: &Step, direction: Direction) -> String {
    let Estimate { value, low, high, .. } = step.change(0.95);
    format!("{value:+.3} [{low:+.3}, {high:+.3}] ({})", direction.words())
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_statistics::movement::directions;

    fn row(seat: usize, name: &str, score: f64, verdict: &str) -> Row {
        Row {
            game: "hnefatafl".to_owned(),
            engine: "mcts".to_owned(),
            level: "50".to_owned(),
            budget: "sims=50".to_owned(),
            seat,
            seat_name: name.to_owned(),
            games: 400,
            distinct: Some(400),
            score,
            low: Some(score - 0.03),
            high: Some(score + 0.04),
            e_value: Some(1.0),
            verdict: verdict.to_owned(),
            draws: 0.0,
            plies: 100.0,
            branching: Some(60.0),
            measured_elo: None,
            version: "0.1.0".to_owned(),
            completion: Some(1.0),
        }
    }

    #[test]
    fn verdicts_name_seats() {
        assert_eq!(said(Verdict::Ahead, Some("Defenders"), Some(0.4)), "Defenders are ahead");
        assert_eq!(said(Verdict::Exact, Some("Player 1"), None), "exact: Player 1 is ahead");
        assert_eq!(said(Verdict::Exact, None, None), "exact: fair");
        assert_eq!(said(Verdict::Drawn, None, Some(0.984)), "mostly drawn, 98%");
    }

    #[test]
    fn movements_are_told_with_their_direction() {
        let moved = |strong: f64, weak: f64| {
            let row = |score: f64| Row {
                low: Some(score - 0.049),
                high: Some(score + 0.049),
                ..row(0, "White", score, "")
            };
            let step = step(&row(strong), &row(weak), 0.5).unwrap();
            movement(&step, directions(&[step])[0])
        };
        assert!(moved(0.5, 0.3).ends_with("(moves towards fair)"));
        assert!(moved(0.7, 0.5).ends_with("(moves away from fair)"));
        assert!(moved(0.55, 0.45).ends_with("(rises)"));
        assert!(moved(0.52, 0.5).ends_with("(no clear change)"));
        let few = Row { games: 9, ..row(0, "White", 0.5, "") };
        assert_eq!(step(&few, &row(0, "White", 0.4, ""), 0.5), None);
    }
}
