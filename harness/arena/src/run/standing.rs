//! How the engines stand while a run goes on.

use torneo_contract::SeatVec;
use torneo_statistics::{Estimate, Moments, elo};

use crate::results::head_to_head;

use crate::terminal::shortened;

/// What is known of an engine so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// Its name.
    pub engine: String,
    /// Games that it played against others.
    pub games: u64,
    /// Its score against those whom it met, 0.5 is even, with its 95% interval; none before its first game.
    pub score: Option<Estimate>,
    /// Games that it lost by a fault of its own.
    pub faults: u64,
}

/// What came out of the games of a group, or of a part of them.
#[derive(Clone, PartialEq, Debug)]
pub struct GroupScore {
    /// The index of the event.
    pub event: usize,
    /// The engines that played.
    pub engines: SeatVec<usize>,
    /// What each of them scored against the others, 0.5 is even.
    pub scores: SeatVec<f64>,
    /// Number of games.
    pub games: u64,
    /// Whether another run had played games of it.
    pub reused: bool,
}

impl GroupScore {
    /// No game yet of these engines.
    pub fn new(event: usize, engines: SeatVec<usize>) -> GroupScore {
        let scores = engines.iter().map(|_| 0.0).collect();
        GroupScore { event, engines, scores, games: 0, reused: false }
    }

    /// Adds a game with these engines at its seats, which scored this.
    pub fn add(&mut self, seated: &[usize], scores: &[f64]) {
        self.games += 1;
        for (&engine, mean) in self.engines.iter().zip(&mut self.scores) {
            let others = self.engines.iter().filter(|other| **other != engine);
            let duels: SeatVec<f64> =
                others.map(|&other| head_to_head(seated, scores, engine, other)).collect();
            let score = duels.iter().sum::<f64>() / duels.len().max(1) as f64;
            *mean += (score - *mean) / self.games as f64;
        }
    }
}

/// Scores of engines over groups.
#[derive(Clone, Debug)]
pub struct Tally(Vec<(Moments, u64)>);

impl Tally {
    /// Nothing known of so many engines.
    pub fn new(engines: usize) -> Tally {
        Tally(vec![<(Moments, u64)>::default(); engines])
    }

    /// Adds a group. An engine against itself says nothing.
    pub fn add(&mut self, group: &GroupScore) {
        if group.engines.iter().all(|engine| *engine == group.engines[0]) {
            return;
        }
        for (&engine, &score) in group.engines.iter().zip(&group.scores) {
            let (moments, games) = &mut self.0[engine];
            moments.add(score);
            *games += group.games;
        }
    }

    /// How the engines stand, the best first; `faults` are the games that the engine of a name lost by faults.
    pub fn standings<'a>(
        &self,
        names: impl Iterator<Item = &'a str>,
        faults: impl Fn(&str) -> u64,
    ) -> Vec<Standing> {
        let standing = |(name, (moments, games)): (&str, &(Moments, u64))| Standing {
            engine: name.to_owned(),
            games: *games,
            score: (moments.count > 0).then(|| moments.estimate()),
            faults: faults(name),
        };
        let mut standings: Vec<Standing> = names.zip(&self.0).map(standing).collect();
        let value = |standing: &Standing| standing.score.map_or(-1.0, |score| score.value);
        standings.sort_by(|a, b| value(b).total_cmp(&value(a)));
        standings
    }
}

/// Blanks between two columns.
const GAP: usize = 2;
/// The shortest column of names: with less the interval is left out, then the games.
const SHORTEST: usize = 12;

/// A column behind the names: its title, its width and what it says of an engine.
type Column = (&'static str, usize, fn(&Standing) -> String);

/// From the first to the last to be left out where there is no room.
const COLUMNS: [Column; 5] = [
    ("score", 5, |standing| standing.score.map_or("-".to_owned(), |score| format!("{:.3}", score.value))),
    ("Elo", 5, |standing| standing.score.map_or("-".to_owned(), |score| points(score.value))),
    ("faults", 6, |standing| standing.faults.to_string()),
    ("games", 9, |standing| standing.games.to_string()),
    ("95%", 14, |standing| {
        standing
            .score
            .map_or("-".to_owned(), |score| format!("[{}, {}]", points(score.low), points(score.high)))
    }),
];

/// The order in which the columns stand.
const ORDER: [&str; 5] = ["score", "Elo", "95%", "games", "faults"];

/// Elo points of a score, where it has any.
fn points(score: f64) -> String {
    let points = elo::of_score(score);
    if points.is_finite() { format!("{points:+.0}") } else { "-".to_owned() }
}

/// The standings as lines of at most `width` columns: a title, and at most `most` engines. What there is no room for is named
/// below: they are drawn again and again, and a fold would take twice the lines.
pub fn table(standings: &[Standing], width: usize, most: usize) -> Vec<String> {
    let faulty = standings.iter().any(|standing| standing.faults > 0);
    let mut columns: Vec<&Column> =
        COLUMNS.iter().filter(|(title, ..)| faulty || *title != "faults").collect();
    let taken = |columns: &[&Column]| columns.iter().map(|(_, width, _)| width + GAP).sum::<usize>();
    let mut left_out = Vec::new();
    while columns.len() > 1 && width < SHORTEST + taken(&columns) {
        left_out.extend(columns.pop().map(|(title, ..)| *title));
    }
    columns.sort_by_key(|(title, ..)| ORDER.iter().position(|known| known == title));
    let longest = standings.iter().take(most).map(|standing| standing.engine.chars().count()).max();
    let names = longest.unwrap_or(0).max("engine".len()).min(width.saturating_sub(taken(&columns))).max(1);
    let line = |name: &str, cells: Vec<String>| {
        let mut line = format!("{:names$}", shortened(name, names));
        for ((_, width, _), cell) in columns.iter().zip(cells) {
            line += &format!("{:GAP$}{cell:>width$}", "");
        }
        line
    };
    let mut lines = vec![line("engine", columns.iter().map(|(title, ..)| (*title).to_owned()).collect())];
    lines.extend(
        standings.iter().take(most).map(|standing| {
            line(&standing.engine, columns.iter().map(|(.., cell)| cell(standing)).collect())
        }),
    );
    if standings.len() > most {
        lines.push(shortened(&format!("and {} engines more", standings.len() - most), width));
    }
    if !left_out.is_empty() {
        lines.push(shortened(&format!("no room for {}", left_out.join(", ")), width));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standings(faults: u64) -> Vec<Standing> {
        let mut tally = Tally::new(4);
        for score in [1.0, 0.75, 1.0, 0.5] {
            let scores = [score, 1.0 - score].into_iter().collect();
            tally.add(&GroupScore { scores, games: 2, ..GroupScore::new(0, [1, 2].into_iter().collect()) });
            tally.add(&GroupScore { games: 2, ..GroupScore::new(0, [2, 2].into_iter().collect()) });
        }
        let names = ["late", "alpha-beta(depth=2, evaluation=default, ordering=history)", "random", "x"];
        tally.standings(names.into_iter(), |name| if name == "random" { faults } else { 0 })
    }

    #[test]
    fn the_best_comes_first_and_nobody_without_games_does() {
        let found = standings(0);
        let names: Vec<&str> = found.iter().map(|standing| &*standing.engine).collect();
        assert!(names[0].starts_with("alpha-beta") && names[1..] == ["random", "late", "x"]);
        assert_eq!((found[0].games, found[0].score.unwrap().value), (8, 0.8125));
        assert_eq!((found[2].games, found[2].score), (0, None));
    }

    #[test]
    fn tables_keep_to_their_width() {
        for (width, titles) in [
            (100, vec!["engine", "score", "Elo", "95%", "games", "faults"]),
            (80, vec!["engine", "score", "Elo", "95%", "games", "faults"]),
            (60, vec!["engine", "score", "Elo", "games", "faults"]),
            (40, vec!["engine", "score", "Elo", "faults"]),
            (20, vec!["engine", "score"]),
        ] {
            let lines = table(&standings(3), width, 3);
            assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), titles, "{width}");
            assert_eq!(lines.len(), if titles.len() == 6 { 5 } else { 6 });
            for line in &lines {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
        }
        let lines = table(&standings(0), 60, 8);
        assert!(!lines[0].contains("faults") && lines[0].contains("95%"), "{lines:?}");
        assert_eq!(lines.len(), 5);
        assert!(lines[1].contains("0.812") && lines[1].contains("+255"), "{lines:?}");
        assert!(lines[1].contains('…'), "{lines:?}");
    }
}
