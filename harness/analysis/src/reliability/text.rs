//! What told values are worth, as tables and sentences for people.

use torneo_present::english::counted;
use torneo_present::numbers;
use torneo_present::table::Grid;
use torneo_statistics::reliability::{FEWEST_GAMES, FEWEST_VALUES, TENTHS};

use super::Reliability;
use crate::Analysis;
use crate::tables::{MOST_ROWS, View, more};

impl Analysis {
    /// Whether engines score what they tell; empty where too few were written.
    pub(crate) fn reliability_text(&self, view: View) -> String {
        let (rows, few): (Vec<&Reliability>, Vec<&Reliability>) =
            self.reliability.iter().partition(|row| row.verdict.is_some());
        if rows.is_empty() {
            return String::new();
        }
        let shown = if view.all { rows.len() } else { rows.len().min(MOST_ROWS) };
        let mut text =
            "\n\nDo engines score what they tell?  The tenth of their values that is furthest off\n"
                .to_owned();
        text += &self.of_one_kind(furthest(&rows[..shown])).draw(view.width);
        text += &more(rows.len(), shown, "row");
        if view.all {
            text += "\n\nMean result by tenths of the value\n";
            text += &self.of_one_kind(by_tenths(&rows)).draw(view.width);
        }
        if !few.is_empty() {
            text += &format!("\n  {} tell too few values.", counted(few.len() as u64, "more row"));
        }
        text += &format!(
            "\n  Of tenths with {FEWEST_VALUES} values in {FEWEST_GAMES} games. `within` 0.05, or `off` by more: with 95% for all of \
             them at once."
        );
        text
    }

    /// The same without the games where they are all of one kind.
    fn of_one_kind(&self, grid: Grid) -> Grid {
        if self.kinds.len() == 1 { grid.without_column("game") } else { grid }
    }
}

fn furthest(rows: &[&Reliability]) -> Grid {
    let titles = ["engine", "game", "values", "games", "told", "scored", "beyond", "verdict"];
    let mut grid = Grid::new(titles).plain().left("beyond").left("verdict");
    for row in rows {
        let mut cells = vec![row.engine.clone(), row.game.clone()];
        cells.extend([row.values, row.games].map(|count| count.to_string()));
        let Some(tenth) = row.furthest() else { continue };
        cells.extend([tenth.mean_value, tenth.mean_result].map(|score| format!("{score:.3}")));
        cells.push(numbers::score_difference(tenth.beyond.value, (tenth.beyond.low, tenth.beyond.high)));
        cells.extend(row.verdict.map(str::to_owned));
        grid.add(cells);
    }
    grid
}

fn by_tenths(rows: &[&Reliability]) -> Grid {
    let edges = (0..TENTHS).map(|tenth| format!("{:.1}", tenth as f64 / TENTHS as f64));
    let titles = ["engine", "game"].map(str::to_owned).into_iter().chain(edges.clone());
    let mut grid = Grid::new(titles).plain();
    for row in rows {
        let mut cells = vec![row.engine.clone(), row.game.clone()];
        cells.extend(edges.clone().map(|edge| {
            let is_it = |tenth: &&super::Tenth| tenth.is_large && format!("{:.1}", tenth.low) == edge;
            let found = row.tenths.iter().find(is_it);
            found.map_or("-".to_owned(), |tenth| format!("{:.2}", tenth.mean_result))
        }));
        grid.add(cells);
    }
    grid
}
