//! What a run says, in words.

use torneo_analysis::{Analysis, Method, Rating};

/// A superiority from here on is called clear.
const CLEAR: f64 = 0.975;

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
        sentences.push(format!("An engine failed in {} games.", analysis.engine_errors));
    }
    let ratings: Vec<&Rating> = analysis.overall().collect();
    sentences.extend(ratings.windows(2).filter_map(|pair| ranking(pair[0], pair[1])));
    let rows = analysis.first_move.iter().filter(|row| row.is_overall());
    let with = |verdict: &str| -> Vec<&str> {
        rows.clone().filter(|row| row.verdict() == verdict).map(|row| &*row.game).collect()
    };
    for (verdict, words) in [("first seat ahead", "ahead"), ("first seat behind", "behind")] {
        let games = with(verdict);
        if !games.is_empty() {
            sentences.push(format!("The first seat is {words} in {}.", games.join(", ")));
        }
    }
    let open = with("undecided");
    if !open.is_empty() {
        sentences.push(format!(
            "Whether the first seat has an advantage stays open in {}: their intervals hold the fair score.",
            open.join(", ")
        ));
    }
    let missed = analysis.first_move.iter().filter(|row| row.method == Method::Exact).filter(|exact| {
        let observed = rows.clone().find(|row| row.game == exact.game);
        observed.is_some_and(|row| !row.score.covers(exact.score.value))
    });
    for exact in missed {
        sentences.push(format!(
            "In {} the interval misses the exact first seat's score {:.4}; one interval in twenty does.",
            exact.game, exact.score.value
        ));
    }
    sentences
}

fn ranking(better: &Rating, worse: &Rating) -> Option<String> {
    let (superiority, difference) = (better.superiority?, better.elo? - worse.elo?);
    let (a, b) = (&better.engine, &worse.engine);
    Some(if superiority >= CLEAR {
        format!("{a} is stronger than {b}, by about {difference:.0} Elo over all games.")
    } else {
        format!(
            "{a} and {b} cannot be told apart yet (probability {superiority:.2} that {a} is the stronger)."
        )
    })
}
