//! What follows from the rows of an atlas together: measured strength and verdicts.

use torneo_analysis::Known as KnownScores;
use torneo_contract::Seat;
use torneo_registry::Registry;

use crate::design::Design;
use crate::rows::{Contents, Keyed, MatchRow, Row, rounded};
use crate::tasks::{Task, against_weaker, between_engines, origin};
use crate::validation::{ValidationRow, halve};
use crate::verdicts::{Case, Decision, Verdict, VerdictRow, decide};

/// What is known exactly of the games of a design.
pub struct Known {
    /// By entry: the seats' scores and how they are known, `exact` or `solved`.
    pub scores: Vec<Option<(&'static str, Vec<f64>)>>,
}

impl Known {
    /// What is known without playing.
    pub fn of(registry: &Registry, design: &Design) -> Known {
        let scores = design.entries.iter().map(|entry| {
            let known = KnownScores::of(registry, entry.spec())?;
            Some((known.method.word(), known.scores))
        });
        Known { scores: scores.collect() }
    }

    /// What is known of an entry, also by the solvers whose findings the atlas is compared with.
    pub fn with(
        &self,
        validation: &[ValidationRow],
        design: &Design,
        entry: usize,
    ) -> Option<(&'static str, Vec<f64>)> {
        self.scores[entry].clone().or_else(|| {
            let row = validation.iter().find(|row| row.variant == design.entries[entry].spec())?;
            Some(("solved", vec![row.value, 1.0 - row.value]))
        })
    }
}

/// Puts the rows into the order of the design, and fills in what follows from all of them.
pub fn derive(design: &Design, known: &Known, contents: &mut Contents) {
    let Contents { cells: rows, matches, first_moves, unequal, verdicts, validation } = contents;
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
    validate(design, rows, matches, validation);
    let decisions = decisions(design, known, rows, matches, validation);
    let is_begun = |entry: &usize| rows.iter().any(|row| row.game == design.entries[*entry].spec());
    *verdicts = (0..design.entries.len())
        .filter(is_begun)
        .map(|entry| verdict_row(design, known, validation, (entry, &decisions[entry]), rows))
        .collect();
    for (entry, decision) in decisions.iter().enumerate() {
        mark(design, (entry, decision), rows);
    }
}

/// The cell that is the strongest of each engine at a game, as far as they were played.
pub fn strongest<'a>(design: &Design, rows: &'a [Row], entry: usize) -> Vec<Vec<&'a Row>> {
    let of_engine = |engine: &str| {
        let level = design.played(&design.entries[entry], engine).last().copied()?;
        let key = Task::Cell { entry, level }.key(design);
        let cell: Vec<&Row> = rows.iter().filter(|row| row.key() == key).collect();
        (!cell.is_empty()).then_some(cell)
    };
    design.engines().into_iter().filter_map(of_engine).collect()
}

/// A game as verdicts see it; `known` are the scores of its seats.
fn case<'a>(
    design: &Design,
    entry: usize,
    known: Option<&'a [f64]>,
    rows: &'a [Row],
    matches: &[MatchRow],
) -> Case<'a> {
    let game = &design.entries[entry];
    let found = |task: Task| matches.iter().find(|row| row.key() == task.key(design));
    let lows: Vec<f64> =
        against_weaker(design, entry).into_iter().filter_map(found).map(|row| row.low).collect();
    Case {
        known,
        no_first_move: game.game.has_no_first_move(),
        engines: design.engines().iter().filter(|engine| !design.played(game, engine).is_empty()).count(),
        cells: strongest(design, rows, entry),
        between: between_engines(design, entry).and_then(found).map(|row| (row.low, row.high)),
        is_stronger: (!lows.is_empty()).then(|| lows.iter().any(|low| *low > 0.5)),
    }
}

/// What the atlas says of each entry: all games are decided together, and all variants.
fn decisions(
    design: &Design,
    known: &Known,
    rows: &[Row],
    matches: &[MatchRow],
    validation: &[ValidationRow],
) -> Vec<Decision> {
    let all: Vec<Option<Vec<f64>>> = (0..design.entries.len())
        .map(|entry| known.with(validation, design, entry).map(|(_, scores)| scores))
        .collect();
    let mut decisions = vec![Decision::default(); design.entries.len()];
    for is_variant in [false, true] {
        let own: Vec<usize> = (0..design.entries.len())
            .filter(|&entry| design.entries[entry].is_variant() == is_variant)
            .collect();
        let cases: Vec<Case> =
            own.iter().map(|&entry| case(design, entry, all[entry].as_deref(), rows, matches)).collect();
        for (entry, decision) in own.into_iter().zip(decide(&cases)) {
            decisions[entry] = decision;
        }
    }
    decisions
}

/// Gives the games whose value is known the verdicts that they would have if it were not, all of them together.
fn validate(design: &Design, rows: &[Row], matches: &[MatchRow], validation: &mut [ValidationRow]) {
    halve(validation);
    let entry_of = |row: &ValidationRow| design.entries.iter().position(|entry| entry.spec() == row.variant);
    let (cases, own): (Vec<Case>, Vec<&mut ValidationRow>) = validation
        .iter_mut()
        .filter_map(|row| Some((case(design, entry_of(row)?, None, rows, matches), row)))
        .unzip();
    for (row, decision) in own.into_iter().zip(decide(&cases)) {
        row.judge(&decision);
    }
}

/// The row of an entry in `verdicts.csv`.
fn verdict_row(
    design: &Design,
    known: &Known,
    validation: &[ValidationRow],
    (entry, decision): (usize, &Decision),
    rows: &[Row],
) -> VerdictRow {
    let game = &design.entries[entry];
    let cells = strongest(design, rows, entry);
    let first = |engine: &str| cells.iter().map(|cell| cell[0]).find(|row| row.engine == engine);
    let (alpha_beta, mcts) = (first("alpha-beta"), first("mcts"));
    VerdictRow {
        game: game.spec().to_owned(),
        variant: game.is_variant(),
        first_player: game.game.seat_name(Seat::FIRST).to_owned(),
        value: known.with(validation, design, entry).map(|(_, scores)| rounded(scores[0], 6)),
        alpha_beta: alpha_beta.map(|row| row.score),
        alpha_beta_low: alpha_beta.and_then(|row| row.low),
        alpha_beta_high: alpha_beta.and_then(|row| row.high),
        mcts: mcts.map(|row| row.score),
        mcts_low: mcts.and_then(|row| row.low),
        mcts_high: mcts.and_then(|row| row.high),
        draws: decision.draws.map(|draws| rounded(draws, 4)),
        completion: decision.completion,
        stronger: decision.stronger.clone(),
        verdict: decision.verdict,
        seat: decision.seat,
        reason: decision.reason.clone(),
    }
}

/// Writes the verdict into the rows of the cells on which it rests; what is known stands in a cell of random play too.
fn mark(design: &Design, (entry, decision): (usize, &Decision), rows: &mut [Row]) {
    let cells = strongest(design, rows, entry);
    let mut keys: Vec<[String; 5]> =
        decision.cells.iter().map(|&place| cells[place][0].key().map(str::to_owned)).collect();
    if keys.is_empty() && decision.verdict == Verdict::Exact {
        let lowest = origin(design, entry).map(|level| Task::Cell { entry, level }.key(design));
        keys.extend(lowest.map(|key| key.map(str::to_owned)));
    }
    for row in
        rows.iter_mut().filter(|row| keys.iter().any(|key| row.key() == key.each_ref().map(|part| &**part)))
    {
        let seats = design.entries[entry].game.seats();
        row.verdict = match (decision.verdict, decision.seat) {
            (Verdict::Exact, _) => "known",
            (Verdict::Ahead, Some(seat)) if row.seat != seat => {
                if seats == 2 {
                    "behind"
                } else {
                    "undecided"
                }
            }
            (_, _) if row.e_value.is_none() => "one-game",
            (verdict, _) => verdict.word(),
        }
        .to_owned();
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

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_morris::ThreeMensMorris;
    use torneo_registry::GameEntry;

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
            completion: Some(1.0),
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
        Known { scores: vec![None] }
    }

    #[test]
    fn strength_adds_up_and_the_stronger_engine_decides() {
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
        (matches[3].low, matches[3].high) = (0.55, 0.65);
        assert_eq!(derived(0.3, 1e6, &matches, unknown())[2].0, "behind");
        assert_eq!(derived(0.505, 1.0, &matches, unknown())[2].0, "fair");
        assert_eq!(derived(0.52, 1.0, &matches, unknown())[2].0, "undecided");
        let known = Known { scores: vec![Some(("solved", vec![0.5, 0.5]))] };
        assert_eq!(derived(0.7, 1e6, &matches, known)[2].0, "known");
        let without = derived(0.7, 1e6, &matches[..3], unknown());
        assert!(without.iter().all(|(verdict, _)| verdict.is_empty()), "nothing tells who is stronger");
        // No clear winner: both cells count.
        (matches[3].low, matches[3].high) = (0.45, 0.75);
        let found = derived(0.7, 1e6, &matches, unknown());
        assert_eq!((&*found[2].0, &*found[4].0), ("ahead", "ahead"));
    }
}
