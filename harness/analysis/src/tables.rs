//! The statistics as tables for people.

use std::fmt;

use comfy_table::presets;
use comfy_table::{Cell, CellAlignment, LineStyle, Table};

use torneo_contract::reason;
use torneo_statistics::Estimate;

use super::{Advantage, Analysis, Method, Ranked, Rating};

fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none()))
        .set_header(header.iter().copied());
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

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

impl Analysis {
    /// The statistics as text; `all` adds what is left out for the sake of brevity.
    pub fn text(&self, all: bool) -> String {
        let mut text = self.headline();
        if self.overall().next().is_some() {
            text += &self.engines_text(all);
        }
        if !self.faults.is_empty() {
            text += "\n\nGames lost by faults\n";
            text += &self.fault_table().to_string();
        }
        text += &self.first_move_text(all);
        if !self.trends.is_empty() {
            text +=
                "\n\nFirst seat's score from each engine to the next, in the order of the configuration\n";
            text += &self.trend_table().to_string();
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

    fn engines_text(&self, all: bool) -> String {
        let several = self.first_seats().count() > 1;
        let mut text = "\n\nEngines".to_owned();
        if several {
            text += " over all games";
            text +=
                if self.pooling == "equal" { ", every game counting the same" } else { ", by games played" };
        }
        text += ": Elo of the expected score, score (0.5 is even)\n";
        text += &self.crosstable(several, all).to_string();
        if several {
            text += "\nthese games: if the games of this run were played again; \
                     games like these: if such games were drawn anew.";
        }
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
        text += &self.rankings_text(all);
        if several {
            text += "\n\nEach game: score within these games\n";
            text += &self.game_table().to_string();
        }
        text
    }

    fn crosstable(&self, several: bool, all: bool) -> Table {
        let opponents: Vec<&Rating> = self.overall().collect();
        let columns = if opponents.len() <= MOST_COLUMNS || all { opponents } else { Vec::new() };
        let mut header = if several {
            vec!["engine", "Elo", "these games", "games like these", "games", "score, these games"]
        } else {
            vec!["engine", "Elo", "95%", "games", "score"]
        };
        header.extend(columns.iter().map(|rating| &*rating.engine));
        let mut table = table(&header);
        for rating in self.overall() {
            let [elo, interval, across] = elo(rating);
            let total = self.scores.iter().find(|score| score.engine == rating.engine);
            let mut row = vec![rating.engine.clone(), elo, interval];
            row.extend(several.then_some(across));
            row.push(rating.games.to_string());
            row.push(total.map_or(String::new(), |total| score(&total.score)));
            for other in &columns {
                let duel = self
                    .duels
                    .iter()
                    .find(|duel| duel.engine == rating.engine && duel.opponent == other.engine);
                row.push(duel.map_or("-".to_owned(), |duel| format!("{:.3}", duel.score.value)));
            }
            table.add_row(row);
        }
        table
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
            text += &format!("\n  by Elo:              {}", ballot.elo.join(" > "));
            text += &format!("\n  maximal lotteries:   {}", levels.join(" > "));
            text += &format!("\n  soft Condorcet:      {}", soft.join(" > "));
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

    fn game_table(&self) -> Table {
        let mut header = vec!["game"];
        header.extend(self.overall().map(|rating| &*rating.engine));
        let mut table = table(&header);
        for row in self.first_seats() {
            let mut cells = vec![Cell::new(&row.game)];
            for rating in self.overall() {
                let found = self
                    .by_game
                    .iter()
                    .find(|s| s.engine == rating.engine && s.game.as_deref() == Some(&*row.game));
                cells.push(Cell::new(found.map_or("-".to_owned(), |found| score(&found.score))));
            }
            table.add_row(cells);
        }
        table
    }

    fn fault_table(&self) -> Table {
        let occurs = |reason: &&str| self.faults.iter().any(|fault| fault.reason == *reason);
        let reasons: Vec<&str> = reason::FAULTS.into_iter().filter(occurs).collect();
        let mut engines: Vec<&str> = self.faults.iter().map(|fault| &*fault.engine).collect();
        engines.dedup();
        let mut header = vec!["engine"];
        header.extend(&reasons);
        let mut table = table(&header);
        for engine in engines {
            let count = |reason: &&str| {
                let mut own = self.faults.iter().filter(|fault| fault.engine == engine);
                own.find(|fault| fault.reason == *reason).map_or(0, |fault| fault.games).to_string()
            };
            table.add_row(std::iter::once(engine.to_owned()).chain(reasons.iter().map(count)));
        }
        table
    }

    fn first_move_text(&self, all: bool) -> String {
        let best = self.best_first_moves();
        let mut text = "\n\nFirst-move advantage: the first seat's score between equal players\n".to_owned();
        let rows: Vec<&Advantage> = if all { self.first_move.iter().collect() } else { best.clone() };
        text += &self.first_move_table(&rows, all).to_string();
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

    fn first_move_table(&self, rows: &[&Advantage], all: bool) -> Table {
        let header =
            ["game", "games", "first seat's score", "fair", "draws", "mean plies", "what can be said"];
        let mut table = table(&header);
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
            table.add_row([
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

    fn trend_table(&self) -> Table {
        let mut table = table(&["game", "change of the first seat's score for each step", "verdict"]);
        for trend in &self.trends {
            let change = &trend.per_step;
            let verdict = match () {
                () if change.low > 0.0 => "grows with strength",
                () if change.high < 0.0 => "falls with strength",
                () => "undecided",
            };
            let change = format!("{:+.3} [{:+.3}, {:+.3}]", change.value, change.low, change.high);
            table.add_row([trend.game.clone(), change, verdict.to_owned()]);
        }
        table
    }
}

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(false))
    }
}
