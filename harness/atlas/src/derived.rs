//! What follows from the rows of an atlas together: measured strength and verdicts.

use torneo_analysis::Known as KnownScores;
use torneo_registry::Registry;
use torneo_statistics::betting::rejected;

use crate::design::{Design, Entry};
use crate::rows::{Contents, Keyed, MatchRow, Row, rounded};
use crate::tasks::{Task, origin};

/// How close to the fair score an interval must stay for the verdict `fair`.
pub const MARGIN: f64 = 0.05;
/// How large the e-values must be: one over the share of false verdicts, times the games for each verdict.
const REJECTED: f64 = torneo_statistics::betting::REJECTED;

/// What is known exactly of the games of a design.
pub struct Known {
    /// By entry: the seats' scores and how they are known, `exact` or `solved`.
    pub scores: Vec<Option<(&'static str, Vec<f64>)>>,
    /// By entry: whether the page alone tells the value, because the game has decisions and is worked out at once. Its rows
    /// keep the verdict of their games until they are played again: all verdicts of an atlas are reached together.
    pub on_page_alone: Vec<bool>,
}

impl Known {
    /// What is known without playing.
    pub fn of(registry: &Registry, design: &Design) -> Known {
        let scores = design.entries.iter().map(|entry| {
            let known = KnownScores::of(registry, entry.spec())?;
            Some((known.method.word(), known.scores))
        });
        let scores: Vec<Option<(&'static str, Vec<f64>)>> = scores.collect();
        let worked_out = |(known, entry): (&Option<(&str, Vec<f64>)>, &Entry)| {
            known.as_ref().is_some_and(|(how, _)| *how == "solved") && registry.solved(entry.spec()).is_none()
        };
        let on_page_alone = scores.iter().zip(&design.entries).map(worked_out).collect();
        Known { scores, on_page_alone }
    }

    /// Whether the rows of an entry have the verdict `known`.
    fn is_in_rows(&self, entry: usize) -> bool {
        self.scores[entry].is_some() && !self.on_page_alone[entry]
    }
}

/// Puts the rows into the order of the design, and fills in what follows from all of them.
pub fn derive(design: &Design, known: &Known, contents: &mut Contents) {
    let Contents { cells: rows, matches, first_moves, unequal } = contents;
    let place = |key: [&str; 5], seat: usize| {
        let entry = design.entries.iter().position(|entry| entry.spec() == key[0]).unwrap_or(usize::MAX);
        let level = design.level(key[1], key[2]).unwrap_or(usize::MAX);
        let opponent = design.level(key[3], key[4]).unwrap_or(usize::MAX);
        (entry, level, opponent, seat, key.map(str::to_owned))
    };
    rows.sort_by_cached_key(|row| place(row.key(), row.seat));
    matches.sort_by_cached_key(|row| place(row.key(), 0));
    // The moves of a game stay in its own order.
    first_moves.sort_by_cached_key(|row| place(row.key(), 0));
    unequal.sort_by_cached_key(|row| (place(row.key(), 0), design.level(&row.engine, &row.level)));
    for row in rows.iter_mut() {
        row.verdict.clear();
        row.measured_elo = None;
    }
    for entry in 0..design.entries.len() {
        measure(design, entry, rows, matches);
    }
    for is_variant in [false, true] {
        decide(design, known, is_variant, rows, matches);
    }
}

/// The match of a task, played by a version of the program.
pub fn played<'a>(
    design: &Design,
    matches: &'a [MatchRow],
    task: Task,
    version: &str,
) -> Option<&'a MatchRow> {
    matches.iter().find(|row| row.key() == task.key(design) && row.version == version)
}

/// The rows of a cell.
pub fn cell<'a>(
    design: &'a Design,
    rows: &'a [Row],
    entry: usize,
    level: usize,
) -> impl Iterator<Item = &'a Row> {
    let key = Task::Cell { entry, level }.key(design);
    rows.iter().filter(move |row| row.key() == key)
}

/// Adds up the matches from random play upwards.
fn measure(design: &Design, entry: usize, rows: &mut [Row], matches: &[MatchRow]) {
    let Some(lowest) = origin(design, entry) else { return };
    let mut set = |level: usize, elo: f64| {
        let key = Task::Cell { entry, level }.key(design);
        let cell = rows.iter_mut().filter(|row| row.key() == key);
        cell.for_each(|row| row.measured_elo = Some(rounded(elo, 1)));
    };
    set(lowest, 0.0);
    for engine in design.engines() {
        let (mut elo, mut below) = (0.0, lowest);
        for level in design.played(&design.entries[entry], engine) {
            let task = Task::Match { entry, level, opponent: below };
            let Some(row) = matches.iter().find(|row| row.key() == task.key(design)) else { break };
            elo += row.elo;
            set(level, elo);
            below = level;
        }
    }
}

/// The level whose cell decides a game: the strongest of the engine that wins the match of the strongest levels, the first
/// engine if they are even. None before that match is played.
pub fn deciding(design: &Design, entry: usize, matches: &[MatchRow]) -> Option<usize> {
    let of_engine = |engine| design.played(&design.entries[entry], engine).last().copied();
    let strongest: Vec<usize> = design.engines().into_iter().filter_map(of_engine).collect();
    match strongest[..] {
        [level] => Some(level),
        [level, opponent] => {
            let task = Task::Match { entry, level, opponent };
            let row = matches.iter().find(|row| row.key() == task.key(design))?;
            Some(if row.score >= 0.5 { level } else { opponent })
        }
        _ => None,
    }
}

/// Gives the deciding cells of the games, or of the variants, their verdicts.
fn decide(design: &Design, known: &Known, is_variant: bool, rows: &mut [Row], matches: &[MatchRow]) {
    // The rows of the cells that are tests, and their e-values.
    let (mut tested, mut e_values): (Vec<Vec<usize>>, Vec<f64>) = (Vec::new(), Vec::new());
    for (entry, game) in design.entries.iter().enumerate().filter(|(_, game)| game.is_variant == is_variant) {
        let Some(level) = deciding(design, entry, matches).or_else(|| origin(design, entry)) else {
            continue;
        };
        if !known.is_in_rows(entry) && deciding(design, entry, matches).is_none() {
            continue;
        }
        let key = Task::Cell { entry, level }.key(design);
        let cell: Vec<usize> = (0..rows.len()).filter(|&row| rows[row].key() == key).collect();
        let word = match () {
            () if known.is_in_rows(entry) => "known",
            () if game.game.has_no_first_move() => "no-first-move",
            () if cell.iter().any(|&row| rows[row].e_value.is_none()) => "one-game",
            () => "",
        };
        cell.iter().for_each(|&row| rows[row].verdict = word.to_owned());
        if word.is_empty() && !cell.is_empty() {
            // The mean of e-values is one, however they depend on each other: against the hypothesis that all seats are fair.
            let sum: f64 = cell.iter().filter_map(|&row| rows[row].e_value).sum();
            e_values.push(sum / cell.len() as f64);
            tested.push(cell);
        }
    }
    let outs = rejected(&e_values);
    let count = outs.iter().filter(|out| **out).count();
    let needed = REJECTED * outs.len() as f64 / count.max(1) as f64;
    for (cell, is_out) in tested.iter().zip(outs) {
        let fair = 1.0 / cell.len() as f64;
        let is_near = |&row: &usize| {
            let Row { low, high, .. } = &rows[row];
            low.is_some_and(|low| low >= fair - MARGIN) && high.is_some_and(|high| high <= fair + MARGIN)
        };
        let all_near = cell.iter().all(is_near);
        for &row in cell {
            let row = &mut rows[row];
            // At least one seat reaches what the mean of all reaches.
            let is_clear = is_out && row.e_value.is_some_and(|own| own >= needed);
            row.verdict = match () {
                () if is_clear && row.score > fair => "ahead",
                () if is_clear => "behind",
                () if is_out => "undecided",
                () if all_near => "fair",
                () => "undecided",
            }
            .to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_morris::ThreeMensMorris;
    use torneo_registry::GameEntry;
    use torneo_statistics::betting::Bets;
    use torneo_statistics::{Moments, Rng};

    const LEVELS: &str = r#"name = "test"
seed = 1
levels = [
    { engine = "random" },
    { engine = "mcts", sims = 5 },
    { engine = "mcts", sims = 20 },
    { engine = "alpha-beta", nodes = "8b" },
    { engine = "alpha-beta", nodes = "32b" },
]
[games]
"#;

    fn design() -> Design {
        let mut registry = Registry::new();
        registry.add_game(GameEntry::of::<ThreeMensMorris>());
        let sizes = LEVEL_NAMES.map(|(engine, level)| format!("{engine}-{level} = 400")).join(", ");
        let text = format!("{LEVELS}three-mens-morris = {{ b = 4, {sizes} }}\n");
        Design::parse(&registry, "test.toml", &text).unwrap()
    }

    fn row(level: (&str, &str), seat: usize, score: f64, e_value: f64) -> Row {
        Row {
            game: "three-mens-morris".to_owned(),
            engine: level.0.to_owned(),
            level: level.1.to_owned(),
            budget: String::new(),
            seat,
            seat_name: ["White", "Black"][seat].to_owned(),
            games: 400,
            distinct: Some(400),
            score,
            low: Some(score - 0.04),
            high: Some(score + 0.04),
            e_value: Some(e_value),
            verdict: "old".to_owned(),
            draws: 0.0,
            plies: 10.0,
            branching: Some(4.0),
            measured_elo: Some(7.0),
            version: "0.1.0".to_owned(),
        }
    }

    fn match_row(level: (&str, &str), opponent: (&str, &str), score: f64, elo: f64) -> MatchRow {
        MatchRow {
            game: "three-mens-morris".to_owned(),
            engine: level.0.to_owned(),
            level: level.1.to_owned(),
            opponent: opponent.0.to_owned(),
            opponent_level: opponent.1.to_owned(),
            games: 100,
            score,
            low: score,
            high: score,
            elo,
            elo_low: elo,
            elo_high: elo,
            superiority: 0.99,
            version: "0.1.0".to_owned(),
        }
    }

    const LEVEL_NAMES: [(&str, &str); 5] =
        [("random", "0"), ("mcts", "5"), ("mcts", "20"), ("alpha-beta", "8b"), ("alpha-beta", "32b")];

    /// The verdicts of the first seat by level, and the strengths, after so much is known.
    fn derived(score: f64, e_value: f64, matches: &[MatchRow], known: Known) -> Vec<(String, Option<f64>)> {
        let cell = |level| [row(level, 1, 1.0 - score, e_value), row(level, 0, score, e_value)];
        let cells: Vec<Row> = LEVEL_NAMES.into_iter().rev().flat_map(cell).collect();
        let mut contents = Contents { cells, matches: matches.to_vec(), ..Contents::default() };
        derive(&design(), &known, &mut contents);
        let first = contents.cells.into_iter().filter(|row| row.seat == 0);
        first.map(|row| (row.verdict, row.measured_elo)).collect()
    }

    fn unknown() -> Known {
        Known { scores: vec![None], on_page_alone: vec![false] }
    }

    #[test]
    fn strength_adds_up_and_the_winner_decides() {
        let [random, weak, strong, low, high] = LEVEL_NAMES;
        let mut matches = [
            match_row(weak, random, 0.9, 400.0),
            match_row(strong, weak, 0.7, 150.5),
            match_row(low, random, 0.8, 250.0),
            match_row(strong, high, 0.4, -70.0),
        ];
        let found = derived(0.7, 1e6, &matches, unknown());
        let verdicts: Vec<&str> = found.iter().map(|(verdict, _)| &**verdict).collect();
        assert_eq!(verdicts, ["", "", "", "", "ahead"], "alpha-beta won the last match");
        let elos: Vec<Option<f64>> = found.iter().map(|(_, elo)| *elo).collect();
        // No match says how strong the strongest level of alpha-beta is.
        assert_eq!(elos, [Some(0.0), Some(400.0), Some(550.5), Some(250.0), None]);
        matches[3].score = 0.6;
        assert_eq!(derived(0.3, 1e6, &matches, unknown())[2].0, "behind");
        assert_eq!(derived(0.505, 1.0, &matches, unknown())[2].0, "fair");
        assert_eq!(derived(0.52, 1.0, &matches, unknown())[2].0, "undecided");
        let known = Known { scores: vec![Some(("solved", vec![0.5, 0.5]))], on_page_alone: vec![false] };
        assert_eq!(derived(0.7, 1e6, &matches, known)[2].0, "known");
        let without = derived(0.7, 1e6, &matches[..3], unknown());
        assert!(without.iter().all(|(verdict, _)| verdict.is_empty()), "nothing tells who is stronger");
    }

    /// In atlases of fair games verdicts that name a player are rare: e-BH holds the share of false ones below 5%, which is
    /// here the share of atlases with any.
    #[test]
    fn atlases_of_fair_games_name_hardly_a_player() {
        use rand_core::{Rng as _, SeedableRng};
        const ATLASES: u64 = 100;
        const GAMES: usize = 40;
        let false_verdicts = |seed: u64, share: f64| {
            let mut rng = Rng::seed_from_u64(seed);
            let mut e_values = Vec::new();
            for _ in 0..GAMES {
                let (mut bets, mut moments) = (Bets::new(0.5, MARGIN), Moments::default());
                for _ in 0..400 {
                    let score =
                        f64::from(u8::from(((rng.next_u64() >> 11) as f64) < share * (1u64 << 53) as f64));
                    bets.add(score);
                    moments.add(score);
                }
                e_values.push(bets.e_value());
            }
            rejected(&e_values).into_iter().filter(|out| *out).count()
        };
        let wrong = (0..ATLASES).filter(|&seed| false_verdicts(seed, 0.5) > 0).count();
        // 5% of 100 are 5; more than 13 come once in two thousand such tests.
        assert!(wrong <= 13, "{wrong} of {ATLASES}");
        // The same test finds games that are not fair.
        assert_eq!(false_verdicts(1, 0.65), GAMES);
    }
}
