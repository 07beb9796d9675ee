//! How the engines stand while a run goes on, as lines of a terminal.

use torneo_present::english::{Joined as _, counted};
use torneo_present::table;
use torneo_present::terminal::shortened;

use crate::figures::Standing;

/// An engine's line.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The engine's name.
    pub engine: String,
    /// How it stands.
    pub standing: Standing,
    /// Games that it lost by a fault of its own.
    pub faults: u64,
}

/// Blanks between two columns.
const GAP: usize = 2;
/// The shortest column of names: with less the interval is left out, then the games.
const SHORTEST: usize = 12;

/// A column behind the names: its title, its width and what it says of an engine.
type Column = (&'static str, usize, fn(&Line) -> String);

/// The columns in their order; those that are named last in [`LEAST`] are left out first where there is no room.
const COLUMNS: [Column; 7] = [
    ("games", 9, |line| line.standing.games.to_string()),
    ("win", 7, |line| line.standing.wins.to_string()),
    ("draw", 7, |line| line.standing.draws.to_string()),
    ("loss", 7, |line| line.standing.losses.to_string()),
    ("faults", 6, |line| line.faults.to_string()),
    ("score", 5, |line| line.standing.score.map_or("-".to_owned(), |score| format!("{:.3}", score.value))),
    ("95%", 14, |line| {
        line.standing.score.map_or("-".to_owned(), |score| format!("[{:.3}, {:.3}]", score.low, score.high))
    }),
];

/// The columns from the most to the least important.
const LEAST: [&str; 7] = ["score", "faults", "games", "95%", "win", "draw", "loss"];

/// The standings as lines of at most `width` columns: a title, and at most `most` engines. What there is no room for is named
/// below: the lines are drawn again and again, and a fold would take twice as many.
pub fn table(standings: &[Line], width: usize, most: usize) -> Vec<String> {
    let faulty = standings.iter().any(|line| line.faults > 0);
    let mut columns: Vec<&Column> =
        COLUMNS.iter().filter(|(title, ..)| faulty || *title != "faults").collect();
    let taken = |columns: &[&Column]| columns.iter().map(|(_, width, _)| width + GAP).sum::<usize>();
    let mut left_out = Vec::new();
    for least in LEAST.iter().rev() {
        if columns.len() > 1 && width < SHORTEST + taken(&columns) && columns.iter().any(|c| c.0 == *least) {
            columns.retain(|(title, ..)| title != least);
            left_out.push(*least);
        }
    }
    let longest = standings.iter().take(most).map(|line| line.engine.chars().count()).max();
    let names = longest.unwrap_or(0).max("engine".len()).min(width.saturating_sub(taken(&columns))).max(1);
    let row = |line: &Line| {
        let cells = columns.iter().map(|(.., cell)| cell(line));
        std::iter::once(shortened(&line.engine, names)).chain(cells).collect()
    };
    let first = (shortened("engine", names), table::Column::Left(names));
    let others = columns.iter().map(|(title, width, _)| ((*title).to_owned(), table::Column::Right(*width)));
    let titles: Vec<(String, table::Column)> = std::iter::once(first).chain(others).collect();
    let table = table::aligned(&titles, standings.iter().take(most).map(row).collect());
    let mut lines: Vec<String> = table.lines().map(str::to_owned).collect();
    if standings.len() > most {
        let more = counted((standings.len() - most) as u64, "more engine");
        lines.push(shortened(&format!("and {more}"), width));
    }
    if !left_out.is_empty() {
        lines.push(shortened(&format!("no room for {}", left_out.joined(", ")), width));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{Copies, GroupScore, Pooled, Tally};
    use crate::plan::GameIndex;

    fn standings(faults: u64) -> Vec<Line> {
        let mut tally = Tally::new(4, Copies::default());
        for scores in [[1.0, 0.0], [0.5, 0.5], [1.0, 0.0], [0.0, 1.0]] {
            let mut group = GroupScore::new(0, GameIndex::FIRST);
            group.add(&[1, 2], &scores, false);
            group.add(&[2, 1], &[0.0, 1.0], false);
            tally.add(&group);
        }
        let names = ["late", "alpha-beta(depth=2, evaluation=default, ordering=history)", "random", "x"];
        let line = |standing: Standing| {
            let engine = names[standing.engine].to_owned();
            Line { faults: if engine == "random" { faults } else { 0 }, engine, standing }
        };
        tally.standings(&Pooled::default()).into_iter().map(line).collect()
    }

    #[test]
    fn the_best_comes_first_and_nobody_without_games_does() {
        let found = standings(0);
        let names: Vec<&str> = found.iter().map(|line| &*line.engine).collect();
        assert!(names[0].starts_with("alpha-beta") && names[1..] == ["random", "late", "x"]);
        let best = found[0].standing;
        assert_eq!((best.games, best.wins, best.draws, best.losses), (8, 6, 1, 1));
        assert_eq!(best.score.unwrap().value, 0.8125);
        assert_eq!((found[2].standing.games, found[2].standing.score), (0, None));
    }

    #[test]
    fn tables_keep_to_their_width() {
        for (width, titles) in [
            (110, vec!["engine", "games", "win", "draw", "loss", "faults", "score", "95%"]),
            (80, vec!["engine", "games", "win", "draw", "faults", "score", "95%"]),
            (60, vec!["engine", "games", "faults", "score", "95%"]),
            (40, vec!["engine", "games", "faults", "score"]),
            (20, vec!["engine", "score"]),
        ] {
            let lines = table(&standings(3), width, 3);
            assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), titles, "{width}");
            assert_eq!(lines.len(), if titles.len() == 8 { 5 } else { 6 });
            for line in &lines {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
        }
        let lines = table(&standings(0), 60, 8);
        assert!(!lines[0].contains("faults") && lines[0].contains("95%"), "{lines:?}");
        assert_eq!(lines.len(), 6);
        assert!(lines[1].contains("0.812") && lines[1].contains('…'), "{lines:?}");
    }
}
