//! What is not there, or not shown.

use torneo_present::english::Joined as _;
use torneo_present::english::and;

use super::story::Sources;
use crate::derived::played;
use crate::design::{Entry, Size};
use crate::rows::{Keyed, Row};
use crate::tasks::{self, Task};

/// How likely the stronger engine must be the stronger one for its level to count as stronger.
const SUPERIORITY: f64 = 0.95;

impl Sources<'_> {
    /// What the design has and the atlas lacks, and what it never had.
    pub(super) fn missing(&self) -> Vec<String> {
        let (design, matches) = (self.design, &self.contents.matches);
        let mut lines = Vec::new();
        let later: Vec<String> = design
            .levels
            .iter()
            .filter(|level| level.later)
            .map(|level| format!("{} {}", level.engine, level.name))
            .collect();
        if !later.is_empty() {
            let (s, are) = if later.len() == 1 { ("", "is") } else { ("s", "are") };
            lines.push(format!("The level{s} {} {are} not played yet.", and(&later)));
        }
        let all: Vec<usize> = (0..design.entries.len()).collect();
        let is_open =
            |task: &&Task| cell_of(**task).is_some_and(|(entry, level)| self.cell(entry, level).is_empty());
        let named = |task: &Task| format!("`{}`", design.entries[task.entry()].spec());
        let cells = tasks::cells(design, &all);
        let open: Vec<&Task> = cells.iter().filter(is_open).collect();
        if !open.is_empty() {
            let mut games: Vec<String> = open.iter().map(|task| named(task)).collect();
            games.dedup();
            lines.push(format!(
                "{} of {} cells of this pass are not played yet, as the time was over: those of {}.",
                open.len(),
                cells.len(),
                and(&games)
            ));
        }
        let planned = tasks::matches(design, &all);
        let unknown =
            self.contents.cells.iter().filter(|row| row.seat == 0 && row.completion.is_none()).count();
        if unknown > 0 {
            let all = self.contents.cells.iter().filter(|row| row.seat == 0).count();
            lines.push(format!(
                "How games end was not noted in {unknown} of {all} cells, which an earlier version played. No game is called \
                 *not measured* for the length limit there."
            ));
        }
        let absent =
            planned.iter().filter(|task| matches.iter().all(|row| row.key() != task.key(design))).count();
        if absent > 0 {
            lines.push(format!("{absent} of {} matches are not played yet.", planned.len()));
        }
        for (level, at) in design.levels.iter().enumerate() {
            if !at.has_cells() {
                continue;
            }
            let over = |(_, entry): &(usize, &Entry)| matches!(&entry.sizes[level], Some(Size::NotPlayed(why)) if why.starts_with("over"));
            let named = |(_, entry): (usize, &Entry)| format!("`{}`", entry.spec());
            let names: Vec<String> = design.entries.iter().enumerate().filter(over).map(named).collect();
            if !names.is_empty() {
                lines.push(format!("Over the cap at {} {}: {}.", at.engine, at.name, and(&names)));
            }
        }
        let more: Vec<Task> = [tasks::unequal(design, &all), tasks::after_first_moves(design, &all)].concat();
        let is_open = |task: &&Task| !tasks::is_done(design, self.contents, **task, crate::play::VERSION);
        let mut open: Vec<String> = more.iter().filter(is_open).map(named).collect();
        open.dedup();
        if !open.is_empty() {
            lines.push(format!(
                "Not played yet: the games after each first move, or with unequal budgets, of {}.",
                and(&open)
            ));
        }
        lines.extend(
            self.unclear(&self.contents.cells)
                .iter()
                .map(|levels| format!("Not shown to be stronger than the level below: {levels}.")),
        );
        lines
    }

    /// The levels that were not shown to be stronger than those below them, game by game.
    fn unclear(&self, rows: &[Row]) -> Vec<String> {
        let design = self.design;
        let version = rows.first().map_or(crate::play::VERSION, |row| &*row.version);
        let of_entry = |entry: usize| {
            let pairs = tasks::against_weaker(design, entry).into_iter();
            let weak = pairs.filter_map(|task| {
                let row = played(design, &self.contents.matches, task, version)?;
                (row.superiority < SUPERIORITY).then(|| format!("{} {}", row.engine, row.level))
            });
            let weak: Vec<String> = weak.collect();
            (!weak.is_empty()).then(|| format!("`{}` {}", design.entries[entry].spec(), weak.joined(", ")))
        };
        (0..design.entries.len()).filter_map(of_entry).collect()
    }
}

fn cell_of(task: Task) -> Option<(usize, usize)> {
    match task {
        Task::Cell { entry, level } => Some((entry, level)),
        _ => None,
    }
}
