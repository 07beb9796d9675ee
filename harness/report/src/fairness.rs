//! Whether each game is fair: a row for each game, and one sentence.

use serde::Serialize;
use torneo_analysis::{Analysis, GameAdvantage};
use torneo_present::english::Joined as _;
use torneo_present::english::{and, does};

use super::names::GameName;

/// What is known of a game's first move.
#[derive(Serialize)]
pub struct Fairness<'a> {
    game: &'a GameName,
    /// Who begins, in words.
    begins: String,
    /// The first player's score in words; empty where nothing is measured.
    score: String,
    /// Its interval in words.
    interval: String,
    /// Where the score, its interval and the fair score lie on the axis, in percent.
    place: Option<f64>,
    span: Option<(f64, f64)>,
    fair: f64,
    /// Whether the score is known rather than estimated.
    known: bool,
    /// What can be said, in words.
    verdict: String,
    /// Whether that is more than "undecided".
    sure: bool,
}

/// A row for each game, or for each engine where nothing measures strength, in the order of the configuration.
pub fn rows<'a>(analysis: &Analysis, games: &'a [GameName]) -> Vec<Fairness<'a>> {
    games.iter().flat_map(|game| of_game(analysis, game)).collect()
}

fn of_game<'a>(analysis: &Analysis, game: &'a GameName) -> Vec<Fairness<'a>> {
    let measured: Vec<&GameAdvantage> = analysis.first_rows().filter(|row| row.game == game.spec).collect();
    let begins = match game.together {
        true => "all choose at once".to_owned(),
        false => does(game.seats[0], "begin"),
    };
    let fair = 100.0 / game.seats.len() as f64;
    if measured.is_empty() {
        let verdict = if game.together { "no first move" } else { "not measured" }.to_owned();
        let (score, interval) = (String::new(), String::new());
        return vec![Fairness {
            game,
            begins,
            score,
            interval,
            place: None,
            span: None,
            fair,
            known: false,
            verdict,
            sure: false,
        }];
    }
    let several = measured.len() > 1;
    let row = |row: &GameAdvantage| Fairness {
        game,
        begins: match &row.engine {
            Some(engine) if several => format!("{begins}; {engine}"),
            _ => begins.clone(),
        },
        score: format!("{:.digits$}", row.score.value, digits = if row.is_known() { 3 } else { 2 }),
        interval: match row.has_interval() {
            true => format!("{:.2} to {:.2}", row.score.low, row.score.high),
            false => String::new(),
        },
        place: Some(100.0 * row.score.value),
        span: row.has_interval().then_some((100.0 * row.score.low, 100.0 * row.score.high)),
        fair: 100.0 * row.fair,
        known: row.is_known(),
        verdict: analysis.said(row),
        sure: !matches!(row.verdict, Some("undecided" | "one-game")),
    };
    measured.into_iter().map(row).collect()
}

/// Who is ahead where, which games are fair, and how many are open.
pub fn sentence(analysis: &Analysis, games: &[GameName]) -> String {
    let title = |row: &GameAdvantage| {
        let game = games.iter().find(|game| game.spec == row.game);
        game.map_or_else(|| row.game.clone(), |game| game.title.clone())
    };
    let of = |verdicts: &[&str], name: &dyn Fn(&GameAdvantage) -> String| -> Vec<String> {
        let has_one = |row: &&GameAdvantage| row.verdict.is_some_and(|verdict| verdicts.contains(&verdict));
        analysis.first_rows().filter(has_one).map(name).collect()
    };
    // Without the way in which it is known.
    let verdict = |row: &GameAdvantage| analysis.said(row).split(" (").next().unwrap_or_default().to_owned();
    let unequal = |row: &GameAdvantage| format!("{} ({})", title(row), verdict(row));
    let together = games.iter().filter(|game| game.together).map(|game| game.title.clone());
    let is_shown = |spec: &&str| games.iter().any(|game| game.spec == **spec && !game.together);
    let unmeasured = analysis.unmeasured().filter(is_shown).map(str::to_owned);
    // Some games, how many of them are named at most, what is said with their names, and what with their number.
    let said = [
        (of(&["ahead", "behind"], &unequal), 4, "Not fair: {}.", "{} games are not fair."),
        (of(&["fair"], &title), 4, "Fair: {}.", "{} games are fair."),
        (
            of(&["undecided"], &title),
            1,
            "{} is undecided: its games are too few.",
            "{} games are undecided: their games are too few.",
        ),
        (together.collect(), 4, "In {} nobody moves first.", "In {} games nobody moves first."),
        (unmeasured.collect(), 1, "One game was not measured.", "{} games were not measured."),
    ];
    let parts =
        said.into_iter().filter(|(games, ..)| !games.is_empty()).map(|(games, few, named, counted)| {
            if games.len() <= few {
                named.replace("{}", &and(&games))
            } else {
                counted.replace("{}", &games.len().to_string())
            }
        });
    parts.joined(" ")
}

/// What else has to be known, without what the sentence says already.
pub fn notes(analysis: &Analysis) -> Vec<String> {
    let notes = analysis.fair_notes();
    let lines =
        notes.lines().map(str::trim).filter(|line| !line.is_empty() && !line.contains("no first move"));
    lines.map(str::to_owned).collect()
}
