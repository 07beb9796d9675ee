//! Graphs of distributions: in files, and in the terminal.

use clap::Args;
use torneo_dice::bars::{self, MOST_BARS};
use torneo_dice::graph::{Graph, Look, Named, Theme, graph};
use torneo_present::numbers::percent;
use torneo_present::table::{Column, aligned};

use super::super::{print, table_width};
use super::chart;
use crate::Failure;
use crate::picture::PlotFiles;

/// What graphs show, and where they are written.
#[derive(Args, Default)]
pub struct Graphs {
    /// What is shown of each value: `normal`, `at-least`, `at-most`, or `transposed` (from distribution to distribution)
    #[arg(long, value_name = "GRAPH", default_value = "normal", value_parser = named(Graph::NAMES))]
    graph: String,
    /// The colours of --svg and --png
    #[arg(long, value_name = "THEME", default_value = "light", value_parser = ["light", "dark"])]
    theme: String,
    #[command(flatten)]
    files: PlotFiles,
}

fn named(names: [(&'static str, Graph); 4]) -> [&'static str; 4] {
    names.map(|(name, _)| name)
}

impl Graphs {
    /// What is shown.
    pub fn kind(&self) -> Graph {
        let known = Graph::NAMES.into_iter().find(|(name, _)| *name == self.graph);
        known.map_or(Graph::Normal, |(_, graph)| graph)
    }

    /// Writes the files that were asked for.
    ///
    /// # Errors
    /// Too many distributions for a picture, or a file that cannot be written.
    pub fn write(&self, title: &str, named: &[Named]) -> Result<(), Failure> {
        let theme = if self.theme == "dark" { Theme::Dark } else { Theme::Light };
        let look = Look { graph: self.kind(), theme, ..Look::default() };
        self.files.write(|| graph(title, named, look).map_err(Failure::input))
    }
}

/// What stands before the lines of a value.
const INDENT: &str = "  ";

/// Prints how likely each value is in each distribution, from distribution to distribution.
pub fn print_transposed(named: &[Named]) {
    let values: Vec<_> = named.iter().map(|(_, value)| *value).collect();
    let (labels, chances) = bars::table(&values, MOST_BARS);
    let most = chances.iter().flatten().copied().fold(0.0, f64::max);
    for (label, row) in labels.iter().zip(&chances) {
        print(&format!("value {label}"));
        let cells = |((name, _), chance): (&Named, &f64)| vec![(*name).to_owned(), percent(*chance)];
        let mut rows: Vec<Vec<String>> = named.iter().zip(row).map(cells).collect();
        let columns = [Column::Left(0), Column::Right(6), Column::Left(0)].map(|set| ("", set));
        let longest = chart::longest_bar(&aligned(&columns[..2], rows.clone()), table_width() - INDENT.len());
        rows.iter_mut().zip(row).for_each(|(cells, chance)| cells.push(chart::bar(*chance, most, longest)));
        let lines = aligned(&columns, rows);
        lines.lines().for_each(|line| print(&format!("{INDENT}{line}")));
    }
}
