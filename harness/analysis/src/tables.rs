//! The statistics as tables for people.

use std::fmt;

use torneo_contract::reason;
use torneo_statistics::Estimate;

use super::layout::{Grid, wrapped};
use super::{Advantage, Analysis, Method, Ranked, Rating};

/// The width of text where nothing says another.
pub const USUAL_WIDTH: usize = 100;

/// A score such as `0.623 [0.560, 0.682]`.
fn score(estimate: &Estimate) -> String {
    format!("{:.3} [{:.3}, {:.3}]", estimate.value, estimate.low, estimate.high)
}

fn range((low, high): (f64, f64)) -> String {
    format!("[{low:+.0}, {high:+.0}]")
}

fn elo(rating: &Rating) -> [String; 3] {
    let interval = match rating.interval {
        Some(interval) => range(interval),
        None if rating.elo.is_some() => "anchor".to_owned(),
        None => "unbounded".to_owned(),
    };
    let mark = if rating.comparable { "" } else { "*" };
    let across = rating.across.map_or("-".to_owned(), range);
    [rating.elo.map_or("-".to_owned(), |elo| format!("{elo:+.0}{mark}")), interval, across]
}

/// More engines than this are not set against each other in a table, unless everything is asked for.
const MOST_COLUMNS: usize = 8;
/// More engines than this are not listed, unless everything is asked for.
pub const MOST_ROWS: usize = 20;

/// The title of the intervals within the games of the run.
const THESE: &str = "these games";
/// The title of the intervals over games as a sample.
const ACROSS: &str = "games like these";

/// What of the statistics is shown.
#[derive(Clone, Copy, Debug)]
struct View {
    /// Whether nothing is left out for the sake of brevity.
    all: bool,
    width: usize,
}

impl View {
    /// The engines that are listed.
    fn engines(self) -> usize {
        if self.all { usize::MAX } else { MOST_ROWS }
    }
}

impl Analysis {
    /// The statistics as text, as wide as it takes; `all` adds what is left out for the sake of brevity.
    pub fn text(&self, all: bool) -> String {
        self.text_within(all, if all { usize::MAX } else { USUAL_WIDTH })
    }

    /// The statistics as text of at most `width` columns.
    pub fn text_within(&self, all: bool, width: usize) -> String {
        wrapped(&self.unwrapped(View { all, width }), width)
    }

    /// Whether more engines took part than are listed.
    pub fn is_long(&self) -> bool {
        self.overall().count() > MOST_ROWS
    }

    fn unwrapped(&self, view: View) -> String {
        let mut text = self.headline();
        if self.overall().next().is_some() {
            text += &self.engines_text(view);
        }
        if !self.faults.is_empty() {
            text += "\n\nGames lost by faults\n";
            text += &self.fault_table().draw(view.width);
        }
        text += &self.first_move_text(view);
        if !self.trends.is_empty() {
            text +=
                "\n\nFirst seat's score from each engine to the next, in the order of the configuration\n";
            text += &self.trend_table().draw(view.width);
        }
        text += "\n\n";
        text += if self.simultaneous {
            "Intervals: 95% for all of a table at once. Observations are mirrored groups."
        } else {
            "Intervals: 95% each. Observations are mirrored groups."
        };
        text
    }

    fn headline(&self) -> String {
        let mut text = format!("{}: {} games", self.name, self.games);
        if self.games < self.planned_games {
            text += &format!(" of {} (the run is not complete)", self.planned_games);
        }
        if self.engine_errors > 0 {
            text += &format!("; an engine failed in {}", self.engine_errors);
        }
        if self.ended_in_opening > 0 {
            text += &format!("; {} ended in their random opening", self.ended_in_opening);
        }
        for warning in &self.warnings {
            text += &format!("\nwarning: {warning}");
        }
        text
    }

    fn engines_text(&self, view: View) -> String {
        let several = self.first_seats().count() > 1;
        let mut text = "\n\nEngines".to_owned();
        if several {
            text += " over all games";
            text +=
                if self.pooling == "equal" { ", every game counting the same" } else { ", by games played" };
        }
        text += ": Elo of the expected score, score (0.5 is even)\n";
        text += &self.engine_tables(several, view);
        if self.overall().any(|rating| !rating.comparable) {
            text += "\n* no results bound the rating on both sides; a prior of drawn games does, if any";
        }
        if self.parts.len() > 1 {
            let parts: Vec<String> = self.parts.iter().map(|part| part.join(", ")).collect();
            text += &format!(
                "\nNo games connect these engines, so nothing compares them: {}.",
                parts.join(" | ")
            );
        }
        if self.strangers() > 0 {
            text += &format!(
                "\n{} of {} pairs never met; what is said of them rests on games against others.",
                self.strangers(),
                self.pairs.len()
            );
        }
        text += &self.rankings_text(view.all);
        if several {
            text += "\n\nEach game: score within these games\n";
            text += &self.game_table(view);
        }
        text
    }

    /// The engines, and how they did against each other: beside each other if there is room, else one below the other.
    fn engine_tables(&self, several: bool, view: View) -> String {
        let opponents: Vec<&Rating> = self.overall().collect();
        let columns = if opponents.len() <= MOST_COLUMNS || view.all { opponents } else { Vec::new() };
        let titles: Vec<&str> = columns.iter().map(|rating| &*rating.engine).collect();
        let wide = self.engine_grid(several, view, &titles, &columns);
        let beside = wide.fits(view.width);
        let grid = if beside { wide } else { self.narrow_grid(several, view) };
        let (in_these, across) = (grid.has(THESE), grid.has(ACROSS));
        let mut text = grid.draw(view.width);
        let more = self.overall().count().saturating_sub(view.engines());
        if more > 0 {
            text += &format!("\nand {more} engines more (`torneo analyze --all`; ratings.csv)");
        }
        if in_these {
            text += "\nthese games: if the games of this run were played again";
            text += if across { "; games like these: if such games were drawn anew." } else { "." };
        }
        if !beside && columns.len() > 2 {
            text += "\n\nAgainst each other: the score of the row's engine against the column's, in the same order\n";
            text += &self.duel_grid(&columns).draw(view.width);
        }
        text
    }

    /// The engines without their opponents, folded where there is no room.
    fn narrow_grid(&self, several: bool, view: View) -> Grid {
        self.engine_grid(several, view, &[], &[]).without(&[ACROSS], view.width)
    }

    fn engine_grid(&self, several: bool, view: View, titles: &[&str], opponents: &[&Rating]) -> Grid {
        let header: &[&str] = match several {
            true => &["engine", "Elo", THESE, ACROSS, "games", "score, these games"],
            false => &["engine", "Elo", "95%", "games", "score"],
        };
        let mut grid = Grid::new(header.iter().chain(titles).copied());
        for rating in self.overall().take(view.engines()) {
            let [elo, interval, across] = elo(rating);
            let total = self.scores.iter().find(|score| score.engine == rating.engine);
            let mut row = vec![rating.engine.clone(), elo, interval];
            row.extend(several.then_some(across));
            row.push(rating.games.to_string());
            row.push(total.map_or(String::new(), |total| score(&total.score)));
            row.extend(opponents.iter().map(|other| self.duel(rating, other)));
            grid.add(row);
        }
        grid
    }

    /// The score of an engine against another one.
    fn duel(&self, rating: &Rating, other: &Rating) -> String {
        let is_theirs = |duel: &&super::Duel| duel.engine == rating.engine && duel.opponent == other.engine;
        let found = self.duels.iter().find(is_theirs);
        found.map_or("-".to_owned(), |duel| format!("{:.3}", duel.score.value))
    }

    fn duel_grid(&self, engines: &[&Rating]) -> Grid {
        let numbers = (1..=engines.len()).map(|number| number.to_string());
        let mut grid = Grid::new(std::iter::once("engine".to_owned()).chain(numbers));
        for (index, rating) in engines.iter().enumerate() {
            let mut row = vec![format!("{} {}", index + 1, rating.engine)];
            row.extend(engines.iter().map(|other| self.duel(rating, other)));
            grid.add(row);
        }
        grid
    }

    /// Rankings beside Elo: where they disagree with it, or all of them.
    fn rankings_text(&self, all: bool) -> String {
        let mut text = String::new();
        if let Some(ballot) = self.ballot.as_ref().filter(|ballot| all || ballot.disagrees()) {
            text += &format!("\n\nThe {} games as voters", ballot.voters);
            text += if ballot.disagrees() { " rank otherwise than Elo" } else { " rank as Elo does" };
            let level = |level: &Vec<Ranked>| match level.as_slice() {
                [alone] => alone.engine.clone(),
                tied => {
                    let each = |ranked: &Ranked| format!("{} {:.2}", ranked.engine, ranked.value);
                    format!("({})", tied.iter().map(each).collect::<Vec<_>>().join(", "))
                }
            };
            let levels: Vec<String> = ballot.lotteries.iter().map(level).collect();
            let soft: Vec<&str> = ballot.soft_condorcet.iter().map(|ranked| &*ranked.engine).collect();
            let ranked = |names: &[&str]| match names.get(..MOST_ROWS) {
                Some(first) if !all && names.len() > MOST_ROWS => format!("{} > ...", first.join(" > ")),
                _ => names.join(" > "),
            };
            let words = |texts: &[String]| ranked(&texts.iter().map(String::as_str).collect::<Vec<_>>());
            text += &format!("\n  by Elo:              {}", words(&ballot.elo));
            text += &format!("\n  maximal lotteries:   {}", words(&levels));
            text += &format!("\n  soft Condorcet:      {}", ranked(&soft));
            if let Some(winner) = &ballot.condorcet_winner {
                text += &format!("\n  most games prefer {winner} to each of the others.");
            }
        }
        for alpha in self.alpha_rank.iter().filter(|alpha| all || alpha.disagrees()) {
            let each = |ranked: &Ranked| format!("{} {:.2}", ranked.engine, ranked.value);
            let ranking: Vec<String> = alpha.ranking.iter().map(each).collect();
            text += &format!("\n  alpha-rank at {}: {}", alpha.game, ranking.join(", "));
            if alpha.disagrees() {
                text += &format!(" (by Elo {} is first)", alpha.first_by_elo);
            }
        }
        text
    }

    /// The score of each engine at each game: with intervals if there is room, else without.
    fn game_table(&self, view: View) -> String {
        let engines: Vec<&Rating> = self.overall().take(view.engines()).collect();
        let names: Vec<String> = engines.iter().map(|rating| rating.engine.clone()).collect();
        let full = self.game_grid(&engines, &names, true);
        let values = self.game_grid(&engines, &names, false);
        if let Some(grid) = [full, values].into_iter().find(|grid| grid.fits(view.width)) {
            return grid.draw(view.width);
        }
        let numbers: Vec<String> = (1..=engines.len()).map(|number| number.to_string()).collect();
        let listed: Vec<String> =
            names.iter().zip(&numbers).map(|(name, number)| format!("{number}: {name}")).collect();
        let grid = self.game_grid(&engines, &numbers, false);
        format!("{}\n{}", grid.draw(view.width), listed.join(", "))
    }

    fn game_grid(&self, engines: &[&Rating], titles: &[String], intervals: bool) -> Grid {
        let mut grid = Grid::new(std::iter::once("game").chain(titles.iter().map(String::as_str)));
        for row in self.first_seats() {
            let cell = |rating: &&Rating| {
                let is_theirs = |score: &&super::EngineScore| {
                    score.engine == rating.engine && score.game.as_deref() == Some(&*row.game)
                };
                match self.by_game.iter().find(is_theirs) {
                    Some(found) if intervals => score(&found.score),
                    Some(found) => format!("{:.3}", found.score.value),
                    None => "-".to_owned(),
                }
            };
            grid.add(std::iter::once(row.game.clone()).chain(engines.iter().map(cell)).collect());
        }
        grid
    }

    fn fault_table(&self) -> Grid {
        let occurs = |reason: &&str| self.faults.iter().any(|fault| fault.reason == *reason);
        let reasons: Vec<&str> = reason::FAULTS.into_iter().filter(occurs).collect();
        let mut engines: Vec<&str> = self.faults.iter().map(|fault| &*fault.engine).collect();
        engines.dedup();
        let mut header = vec!["engine"];
        header.extend(&reasons);
        let mut table = Grid::new(header);
        for engine in engines {
            let count = |reason: &&str| {
                let mut own = self.faults.iter().filter(|fault| fault.engine == engine);
                own.find(|fault| fault.reason == *reason).map_or(0, |fault| fault.games).to_string()
            };
            table.add(std::iter::once(engine.to_owned()).chain(reasons.iter().map(count)).collect());
        }
        table
    }

    fn first_move_text(&self, view: View) -> String {
        let all = view.all;
        let best = self.best_first_moves();
        let mut text = "\n\nFirst-move advantage: the first seat's score between equal players\n".to_owned();
        let rows: Vec<&Advantage> = if all { self.first_move.iter().collect() } else { best.clone() };
        let table = self.first_move_table(&rows, all);
        text += &table.without(&["mean plies", "draws", "fair", "games"], view.width).draw(view.width);
        let tested = best.iter().filter(|row| !row.is_known()).count();
        if tested > 1 && !self.simultaneous {
            text += &format!(
                "\n{tested} intervals were held against the fair score; of so many {:.1} miss it by chance alone \
                 (--simultaneous: all hold at once).",
                tested as f64 / 20.0
            );
        }
        text
    }

    fn first_move_table(&self, rows: &[&Advantage], all: bool) -> Grid {
        let header =
            ["game", "games", "first seat's score", "fair", "draws", "mean plies", "what can be said"];
        let mut table = Grid::new(header);
        for row in rows {
            let name = match (&row.engine, row.method) {
                _ if !all || row.is_overall() => row.game.clone(),
                (Some(engine), _) => format!("  {engine}"),
                (None, Method::Model) => "  equal players (model)".to_owned(),
                (None, Method::Solved) => "  solved".to_owned(),
                (None, _) => "  exactly".to_owned(),
            };
            let counted = !all || row.method == Method::Observed;
            let observed = |text: String| if counted { text } else { String::new() };
            let score = match row.method {
                Method::Exact => format!("{:.6}", row.score.value),
                Method::Solved => format!("{:.1}", row.score.value),
                _ => score(&row.score),
            };
            let said = if row.is_overall() { "as played" } else { row.words() };
            table.add(vec![
                name,
                observed(row.games.to_string()),
                score,
                observed(format!("{:.3}", row.fair)),
                observed(format!("{:.1}%", 100.0 * row.draws)),
                observed(format!("{:.1}", row.mean_plies)),
                said.to_owned(),
            ]);
        }
        table
    }

    fn trend_table(&self) -> Grid {
        let mut table = Grid::new(["game", "change of the first seat's score for each step", "verdict"]);
        for trend in &self.trends {
            let change = &trend.per_step;
            let verdict = match () {
                () if change.low > 0.0 => "grows with strength",
                () if change.high < 0.0 => "falls with strength",
                () => "undecided",
            };
            let change = format!("{:+.3} [{:+.3}, {:+.3}]", change.value, change.low, change.high);
            table.add(vec![trend.game.clone(), change, verdict.to_owned()]);
        }
        table
    }
}

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(false))
    }
}
