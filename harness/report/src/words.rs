//! What a run says, in words.

use torneo_analysis::{Analysis, Pair};

/// More neighbours in the ranking than this are summed up rather than listed.
const MOST_PAIRS: usize = 12;

/// Sentences that sum up a run, the most important first.
pub fn conclusions(analysis: &Analysis) -> Vec<String> {
    let mut sentences = Vec::new();
    if analysis.games < analysis.planned_games {
        sentences.push(format!(
            "The run is not complete: {} of {} games are here.",
            analysis.games, analysis.planned_games
        ));
    }
    if analysis.engine_errors > 0 {
        sentences.push(format!(
            "{} games of {} ended by a fault of an engine. They count in the standing and nowhere else.",
            analysis.engine_errors, analysis.games
        ));
    }
    if analysis.ended_in_opening > 0 {
        sentences.push(format!(
            "{} games ended in their random opening and say nothing of the engines.",
            analysis.ended_in_opening
        ));
    }
    sentences.extend(engines(analysis));
    sentences.extend(first_moves(analysis));
    sentences
}

/// Who is stronger than whom, neighbour by neighbour in the ranking.
fn engines(analysis: &Analysis) -> Vec<String> {
    let order: Vec<&str> = analysis.overall().map(|rating| &*rating.engine).collect();
    let pair = |pair: &[&str]| {
        analysis.pairs.iter().find(|found| found.engine == pair[0] && found.opponent == pair[1])
    };
    let neighbours: Vec<&Pair> = order.windows(2).filter_map(pair).collect();
    let mut sentences: Vec<String> =
        neighbours.iter().take(MOST_PAIRS).map(|pair| difference(pair)).collect();
    if neighbours.len() > MOST_PAIRS {
        sentences.push(format!("{} more neighbours are in pairs.csv.", neighbours.len() - MOST_PAIRS));
    }
    if neighbours.len() > 1 {
        let clear = neighbours.iter().filter(|pair| pair.is_clear()).count();
        let verb = if clear == 1 { "is" } else { "are" };
        let tested = neighbours.len();
        sentences.push(format!("Of {tested} differences between neighbours {clear} {verb} clear."));
    }
    if analysis.parts.len() > 1 {
        sentences
            .push("No games connect some of the engines; nothing is said of their differences.".to_owned());
    }
    sentences
}

fn difference(pair: &Pair) -> String {
    let Pair { engine: a, opponent: b, elo, interval: (low, high), .. } = pair;
    let leads = |engine: &str, games: &[String]| match games {
        [] => String::new(),
        games => format!(" {engine} leads in {}.", games.join(", ")),
    };
    let places = leads(a, &pair.leads) + &leads(b, &pair.trails);
    if !pair.is_clear() {
        return format!(
            "{a} and {b} cannot be told apart over these games (difference {elo:+.0} Elo, 95% {low:+.0} to {high:+.0}).{places}"
        );
    }
    format!(
        "{a} is stronger than {b} by {elo:.0} Elo over these games (95% {low:+.0} to {high:+.0}).{places}"
    )
}

/// What is known of the first move, game by game.
fn first_moves(analysis: &Analysis) -> Vec<String> {
    let of_game = |row: &torneo_analysis::SeatFigure| format!("{}: {}.", row.game, analysis.said(row));
    let rows: Vec<String> = analysis.first_rows().map(of_game).collect();
    let notes = analysis.fair_notes();
    rows.into_iter()
        .chain(notes.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(interval: (f64, f64), across: Option<(f64, f64)>) -> Pair {
        Pair {
            engine: "a".to_owned(),
            opponent: "b".to_owned(),
            elo: 40.0,
            interval,
            across,
            superiority: 0.9,
            met: true,
            leads: vec!["hnefatafl".to_owned()],
            trails: vec!["blocker".to_owned(), "frames".to_owned()],
        }
    }

    #[test]
    fn stronger_is_who_leads_clearly() {
        assert_eq!(
            difference(&pair((10.0, 70.0), Some((-50.0, 130.0)))),
            "a is stronger than b by 40 Elo over these games (95% +10 to +70). a leads in hnefatafl. b leads in blocker, \
             frames."
        );
    }

    #[test]
    fn who_does_not_cannot_be_told_apart() {
        let open = difference(&pair((-10.0, 90.0), None));
        assert!(open.starts_with("a and b cannot be told apart over these games"), "{open}");
        assert!(open.ends_with("a leads in hnefatafl. b leads in blocker, frames."), "{open}");
        assert!(!open.contains("stronger"));
    }
}
