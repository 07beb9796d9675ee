//! Tables that keep to a width.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, presets};

use crate::english::Joined as _;
use crate::terminal::shortened;
use crate::text::wrapped;

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
    /// Whether it has no lines and is indented by two.
    is_plain: bool,
    /// Whether its titles are left out.
    is_headless: bool,
    /// The titles of the columns behind the first that are not set to the right.
    left: Vec<String>,
}

impl Grid {
    /// A table without rows.
    pub fn new<T: Into<String>>(titles: impl IntoIterator<Item = T>) -> Grid {
        Grid {
            titles: titles.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
            is_plain: false,
            is_headless: false,
            left: Vec::new(),
        }
    }

    /// The table without lines, indented by two.
    pub fn plain(self) -> Grid {
        Grid { is_plain: true, ..self }
    }

    /// A plain table without titles.
    pub fn headless(self) -> Grid {
        Grid { is_headless: true, ..self.plain() }
    }

    /// The table with a column that is set to the left.
    pub fn left(mut self, title: &str) -> Grid {
        self.left.push(title.to_owned());
        self
    }

    /// The table without a column.
    pub fn without_column(mut self, title: &str) -> Grid {
        if let Some(column) = self.titles.iter().position(|known| known == title) {
            self.titles.remove(column);
            self.rows.iter_mut().for_each(|row| _ = row.remove(column));
        }
        self
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
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

    /// Draws the table in at most `width` columns. Names that are too long are broken into lines; a table that is too wide all the
    /// same is folded: its columns follow in parts, one below the other, each with the names.
    pub fn draw(mut self, width: usize) -> String {
        let widths: Vec<usize> = self.widths().collect();
        let room = width.saturating_add(1);
        let rest: usize = widths.iter().skip(1).sum();
        let natural = widths.first().map_or(0, |names| names - PADDING);
        let fits = natural.min(LONG_ENOUGH) + PADDING + rest <= room;
        let names = match fits {
            true => room.saturating_sub(rest + PADDING),
            false => natural.min(LONG_ENOUGH).min(width / 2),
        };
        let names = names.max(SHORTEST);
        self.rows = self.rows.iter().flat_map(|row| lines_of(row, names)).collect();
        let mut parts: Vec<Vec<usize>> = vec![Vec::new()];
        let mut taken = names.min(natural) + PADDING;
        for (column, wide) in widths.iter().enumerate().skip(1) {
            let part = parts.last_mut().expect("there is one");
            if part.is_empty() || taken + wide <= room {
                part.push(column);
                taken += wide;
            } else {
                parts.push(vec![column]);
                taken = names.min(natural) + PADDING + wide;
            }
        }
        let mut drawn: Vec<String> = parts.iter().map(|part| self.part(part, width)).collect();
        if parts.len() > 1 {
            let count = parts.len();
            drawn.push(wrapped(
                &format!("Folded into {count} parts: {width} characters are too few for one."),
                width,
            ));
        }
        drawn.join("\n")
    }

    /// The table of the names and some of the other columns.
    fn part(&self, columns: &[usize], width: usize) -> String {
        let chosen = |row: &Vec<String>| -> Vec<String> {
            [0].iter().chain(columns).filter_map(|&column| row.get(column).cloned()).collect()
        };
        if self.is_plain {
            return self.plain_part(&chosen(&self.titles), self.rows.iter().map(chosen).collect());
        }
        let mut table = Table::new();
        table.load_style(presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none()));
        if let Ok(width) = u16::try_from(width) {
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        table.set_header(chosen(&self.titles));
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table.add_rows(self.rows.iter().map(chosen));
        table.to_string()
    }

    fn plain_part(&self, titles: &[String], rows: Vec<Vec<String>>) -> String {
        let column = |(place, title): (usize, &String)| {
            let is_left = place == 0 || self.left.contains(title);
            let set = if is_left { Column::Left(0) } else { Column::Right(0) };
            (if self.is_headless { String::new() } else { title.clone() }, set)
        };
        let columns: Vec<(String, Column)> = titles.iter().enumerate().map(column).collect();
        aligned(&columns, rows).lines().map(|line| format!("  {line}")).joined("\n")
    }
}

/// Lines of a name at most: what is longer is cut.
const MOST_LINES: usize = 4;

/// A row as rows whose names have at most `width` characters: the first one has the other cells.
fn lines_of(row: &[String], width: usize) -> Vec<Vec<String>> {
    let name = shortened(&row[0], width.saturating_mul(MOST_LINES));
    let mut rest: &str = &name;
    let mut rows: Vec<Vec<String>> = Vec::new();
    while rows.is_empty() || !rest.is_empty() {
        let end = if rows.len() + 1 == MOST_LINES { rest.len() } else { broken(rest, width) };
        let mut line = vec![String::new(); row.len()];
        if rows.is_empty() {
            line[1..].clone_from_slice(&row[1..]);
        }
        let indent = if rows.is_empty() { "" } else { " " };
        line[0] = shortened(&format!("{indent}{}", rest[..end].trim_end()), width);
        rows.push(line);
        rest = rest[end..].trim_start();
    }
    rows
}

/// Where a name is broken: behind the last blank, comma or parenthesis that leaves so many characters at most, else behind these
/// characters. A line that follows is indented by one.
fn broken(name: &str, width: usize) -> usize {
    let Some((all, _)) = name.char_indices().nth(width) else { return name.len() };
    let room = name.char_indices().nth(width - 1).map_or(all, |(place, _)| place);
    let behind = |(place, mark): (usize, &str)| place + mark.len();
    name[..room].rmatch_indices([' ', ',', '(']).map(behind).find(|end| *end > 1).unwrap_or(room)
}

/// How the cells of a column are set, and the least width of the column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// To the left.
    Left(usize),
    /// To the right, as numbers are.
    Right(usize),
}

/// A line for each row, its cells below those of the other rows, which may have more; above them the titles of the columns, if
/// there are any.
pub fn aligned<T: AsRef<str>>(columns: &[(T, Column)], mut rows: Vec<Vec<String>>) -> String {
    if columns.iter().any(|(title, _)| !title.as_ref().is_empty()) {
        rows.insert(0, columns.iter().map(|(title, _)| title.as_ref().to_owned()).collect());
    }
    let widths: Vec<usize> = (0..columns.len()).map(|at| cells(&rows, at).max().unwrap_or(0)).collect();
    let padded = |((cell, (_, column)), width): ((&String, &(T, Column)), &usize)| match *column {
        Column::Left(least) => format!("{cell:<0$}", least.max(*width)),
        Column::Right(least) => format!("{cell:>0$}", least.max(*width)),
    };
    let line = |row: &Vec<String>| row.iter().zip(columns).zip(&widths).map(padded).joined("  ");
    rows.iter().map(|row| line(row).trim_end().to_owned()).joined("\n")
}

/// A name behind its number in a list.
pub fn numbered(number: u64, name: &str) -> String {
    format!("{number:>2}  {name}")
}

/// The widths of the cells in a column.
fn cells(rows: &[Vec<String>], column: usize) -> impl Iterator<Item = usize> {
    rows.iter().filter_map(move |row| Some(row.get(column)?.chars().count()))
}

/// The shortest last column of a list that is broken into lines beside the others.
const BESIDE: usize = 30;

/// Rows of a list in at most `width` columns, indented by two, their cells below each other. Where there is no room the last
/// cell is broken into lines, or, if that is not enough, the cells of a row follow below its first.
pub fn listed(rows: &[Vec<String>], width: usize) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(|cell| cells(rows, cell).max().unwrap_or(0)).collect();
    let last = widths.len().saturating_sub(1);
    let before: usize = 2 + widths[..last].iter().map(|width| width + 2).sum::<usize>();
    let is_beside = before + widths.last().copied().unwrap_or(0) <= width || before + BESIDE <= width;
    let line = |row: &Vec<String>| {
        if !is_beside {
            let rest = row[1..].iter().filter(|cell| !cell.is_empty()).joined("; ");
            return [wrapped(&format!("  {}", row[0]), width), wrapped(&format!("      {rest}"), width)]
                .join("\n");
        }
        let mut line = "  ".to_owned();
        for (cell, width) in row[..row.len() - 1].iter().zip(&widths) {
            line += &format!("{cell:width$}  ");
        }
        let text = wrapped(&row[row.len() - 1], width.saturating_sub(before).max(1));
        let indent = format!("\n{}", " ".repeat(before));
        line += &text.lines().map(str::trim_start).joined(&indent);
        line.trim_end().to_owned()
    };
    rows.iter().map(line).joined("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_broken_and_wide_tables_folded() {
        let mut grid = Grid::new(["engine", "score", "games"]);
        grid.add(
            ["mcts(sims=200, exploration=0.7)", "0.713 [0.660, 0.760]", "400"].map(str::to_owned).to_vec(),
        );
        // 28 + 20 + 5 characters with what lies between them.
        for (width, parts, is_broken) in
            [(100, 1, false), (61, 1, true), (60, 2, true), (40, 2, true), (20, 2, true)]
        {
            let drawn = grid.clone().draw(width);
            assert!(drawn.lines().all(|line| line.chars().count() <= width), "{width}: {drawn}");
            assert_eq!(drawn.matches("engine").count(), parts, "{width}: {drawn}");
            assert_eq!(drawn.contains("2 parts"), parts == 2, "{width}: {drawn}");
            assert!(drawn.contains("score") && drawn.contains("400"), "{width}: {drawn}");
            assert_eq!(!drawn.contains("mcts(sims=200, exploration=0.7)"), is_broken, "{width}: {drawn}");
            assert!(drawn.contains("200") && drawn.contains("0.7"), "{width}: {drawn}");
        }
    }

    #[test]
    fn names_are_broken_where_a_reader_breaks_them() {
        let broken = |name: &str| -> Vec<String> {
            lines_of(&[name.to_owned(), "1".to_owned()], 12).into_iter().map(|row| row.join("|")).collect()
        };
        assert_eq!(broken("mcts"), ["mcts|1"]);
        assert_eq!(broken("mcts(sims=200, c=1)"), ["mcts(|1", " sims=200,|", " c=1)|"]);
        assert_eq!(broken(&"x".repeat(100)).len(), MOST_LINES);
        assert!(broken(&"x".repeat(100))[3].contains('…'));
    }

    #[test]
    fn cells_are_below_each_other() {
        let rows = || vec![vec!["d6".to_owned(), "3.5".to_owned()], vec!["d100".to_owned()]];
        let set = [Column::Left(0), Column::Right(6)];
        assert_eq!(aligned(&[("die", set[0]), ("mean", set[1])], rows()), "die     mean\nd6       3.5\nd100");
        assert_eq!(aligned(&set.map(|set| ("", set)), rows()), "d6       3.5\nd100");
    }

    #[test]
    fn lists_keep_to_the_width() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let rows = [
            row(["akron", "Akron", "connection of opposite sides by balls on a pyramid"]),
            row(["go", "", "x"]),
        ];
        assert_eq!(
            listed(&rows, 100).lines().next(),
            Some("  akron  Akron  connection of opposite sides by balls on a pyramid")
        );
        let lines = "  akron  Akron  connection of opposite sides\n                by balls on a pyramid\n  go            x";
        assert_eq!(listed(&rows, 46), lines);
        assert_eq!(listed(&rows[1..], 5), "  go\n      x");
    }
}
