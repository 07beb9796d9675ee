//! Tables and lines that keep to a width.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, presets};
use torneo_arena::terminal::shortened;

/// What each column of a table takes besides its cells: padding on both sides, and one to separate it from the next.
const PADDING: usize = 3;
/// The shortest column of names; a table that is too wide all the same breaks its cells.
const SHORTEST: usize = 8;
/// Names are cut to this length before columns are left out for them.
const LONG_ENOUGH: usize = 28;

/// A table before it is drawn: the first column holds names.
#[derive(Clone, Debug)]
pub struct Grid {
    titles: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table without rows.
    pub fn new<T: Into<String>>(titles: impl IntoIterator<Item = T>) -> Grid {
        Grid { titles: titles.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row with a cell for each title.
    pub fn add(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    fn widths(&self) -> impl Iterator<Item = usize> {
        (0..self.titles.len()).map(|column| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.chain([self.titles[column].chars().count()]).max().unwrap_or(0) + PADDING
        })
    }

    /// Whether it fits into so many columns, if need be with shorter names.
    pub fn fits(&self, width: usize) -> bool {
        let names = self.widths().next().unwrap_or(0).min(LONG_ENOUGH + PADDING);
        names + self.widths().skip(1).sum::<usize>() <= width.saturating_add(1)
    }

    /// Whether it has a column.
    pub fn has(&self, title: &str) -> bool {
        self.titles.iter().any(|known| known == title)
    }

    /// The table without these columns, the first of which are left out first, as far as it takes to fit.
    pub fn without(mut self, titles: &[&str], width: usize) -> Grid {
        for title in titles {
            let found = self.titles.iter().position(|known| known == title);
            let Some(column) = found.filter(|_| !self.fits(width)) else { continue };
            self.titles.remove(column);
            self.rows.iter_mut().for_each(|row| _ = row.remove(column));
        }
        self
    }

    /// Draws the table in at most `width` columns: names that are too long are cut.
    pub fn draw(mut self, width: usize) -> String {
        let rest: usize = self.widths().skip(1).sum();
        let names = width.saturating_add(1).saturating_sub(rest + PADDING).max(SHORTEST);
        self.rows.iter_mut().for_each(|row| row[0] = shortened(&row[0], names));
        let mut table = Table::new();
        table.load_style(presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none()));
        if let Ok(width) = u16::try_from(width) {
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        table.set_header(self.titles);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table.add_rows(self.rows);
        table.to_string()
    }
}

/// Breaks the lines of a text that are too long at blanks; what follows is indented as the line is, and two more.
pub fn wrapped(text: &str, width: usize) -> String {
    text.split('\n').map(|line| wrapped_line(line, width)).collect::<Vec<_>>().join("\n")
}

fn wrapped_line(line: &str, width: usize) -> String {
    let is_drawn = line.starts_with(['─', '═']);
    if is_drawn || line.chars().count() <= width {
        return line.to_owned();
    }
    let indent = " ".repeat(line.len() - line.trim_start().len());
    let (mut out, mut length, mut first) = (indent.clone(), indent.len(), true);
    for word in line.trim_start().split(' ') {
        let size = word.chars().count();
        if !std::mem::take(&mut first) {
            if length + 1 + size > width {
                out += &format!("\n{indent}  ");
                length = indent.len() + 2;
            } else {
                out.push(' ');
                length += 1;
            }
        }
        out += word;
        length += size;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_and_names_are_cut_until_it_fits() {
        let mut grid = Grid::new(["engine", "score", "games"]);
        grid.add(
            ["mcts(sims=200, exploration=0.7)", "0.713 [0.660, 0.760]", "400"].map(str::to_owned).to_vec(),
        );
        // 28 + 20 + 5 characters with what lies between them, or two columns less.
        for (width, titles, cut) in
            [(100, 3, false), (61, 3, true), (60, 2, false), (53, 2, true), (40, 2, true)]
        {
            let drawn = grid.clone().without(&["games", "none"], width).draw(width);
            let header = drawn.lines().nth(1).unwrap();
            assert_eq!(header.split_whitespace().count(), titles, "{width}: {drawn}");
            assert!(drawn.lines().all(|line| line.chars().count() <= width), "{width}: {drawn}");
            assert_eq!(drawn.contains('…'), cut, "{width}: {drawn}");
        }
        assert!(grid.draw(20).lines().all(|line| line.chars().count() <= 20));
    }

    #[test]
    fn lines_are_broken_at_blanks() {
        assert_eq!(wrapped("one two three", 7), "one two\n  three");
        assert_eq!(wrapped("  by Elo: a > b > c\nshort", 12), "  by Elo: a\n    > b > c\nshort");
        assert_eq!(wrapped("", 5), "");
        assert_eq!(wrapped("unbreakable", 5), "unbreakable");
    }
}
