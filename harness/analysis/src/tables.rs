//! The statistics as tables for people.

use std::fmt;

use comfy_table::presets;
use comfy_table::{Cell, CellAlignment, LineStyle, Table};

use torneo_statistics::Estimate;

use super::{Analysis, Method, Rating};

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

fn elo(rating: &Rating) -> [String; 2] {
    let interval = match rating.interval {
        Some((low, high)) => format!("[{low:+.0}, {high:+.0}]"),
        None if rating.elo.is_some() => "anchor".to_owned(),
        None => "unbounded".to_owned(),
    };
    let mark = if rating.comparable { "" } else { "*" };
    [rating.elo.map_or("-".to_owned(), |elo| format!("{elo:+.0}{mark}")), interval]
}

impl Analysis {
    fn crosstable(&self) -> Table {
        let mut header = vec!["engine", "Elo", "95%", "games", "score"];
        header.extend(self.overall().map(|rating| &*rating.engine));
        let mut table = table(&header);
        for rating in self.overall() {
            let [elo, interval] = elo(rating);
            let total = self.scores.iter().find(|score| score.engine == rating.engine);
            let mut row = vec![rating.engine.clone(), elo, interval, rating.games.to_string()];
            row.push(total.map_or(String::new(), |total| score(&total.score)));
            for other in self.overall() {
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

    fn first_move_table(&self) -> Table {
        let header = ["game", "games", "first seat's score, 95%", "fair", "draws", "mean plies", "verdict"];
        let mut table = table(&header);
        for row in &self.first_move {
            let name = match (&row.engine, row.method) {
                (Some(engine), _) => format!("  {engine}"),
                (None, Method::Observed) => row.game.clone(),
                (None, Method::Model) => "  equal players (model)".to_owned(),
                (None, Method::Exact) => "  exactly".to_owned(),
            };
            let observed = |text: String| if row.method == Method::Observed { text } else { String::new() };
            let score = match row.method {
                Method::Exact => format!("{:.6}", row.score.value),
                _ => score(&row.score),
            };
            table.add_row([
                name,
                observed(row.games.to_string()),
                score,
                observed(format!("{:.3}", row.fair)),
                observed(format!("{:.1}%", 100.0 * row.draws)),
                observed(format!("{:.1}", row.mean_plies)),
                row.verdict().to_owned(),
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
        write!(f, "{}: {} games", self.name, self.games)?;
        if self.games < self.planned_games {
            write!(f, " of {} (the run is not complete)", self.planned_games)?;
        }
        if self.engine_errors > 0 {
            write!(f, "; an engine failed in {}", self.engine_errors)?;
        }
        for warning in &self.warnings {
            write!(f, "\nwarning: {warning}")?;
        }
        if self.overall().next().is_some() {
            write!(
                f,
                "\n\nEngines over all games: head-to-head score (0.5 is even), Elo relative to the anchor\n"
            )?;
            writeln!(f, "{}", self.crosstable())?;
            if self.overall().any(|rating| !rating.comparable) {
                writeln!(
                    f,
                    "* no results bound the rating on both sides; a prior of drawn games does, if any"
                )?;
            }
            writeln!(f, "\nEach game: head-to-head score with 95% interval")?;
            write!(f, "{}", self.game_table())?;
        }
        writeln!(f, "\n\nFirst-move advantage")?;
        writeln!(f, "{}", self.first_move_table())?;
        if !self.trends.is_empty() {
            writeln!(f, "\nFrom each engine to the next, in the order of the configuration")?;
            writeln!(f, "{}", self.trend_table())?;
        }
        write!(f, "Intervals are 95% and count mirrored groups as the independent observations.")
    }
}
