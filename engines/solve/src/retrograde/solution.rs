//! A position solved by retrograde analysis, with a line of best play.

use std::collections::HashSet;
use std::path::Path;

use torneo_contract::Ending;
use torneo_contract::{Seat, Turn, refuse, refuse_if};

use super::explore::FRESH;
use super::{Layer, Tables, Tally};
use crate::{Control, Expander, Identity, Position, Successors, Unsolved, Value};

/// How a line of best play ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEnd {
    /// The game is over.
    Over,
    /// A position comes again.
    Repeats,
}

/// A solved position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The seat to move.
    pub to_move: Seat,
    /// What the position is worth.
    pub value: Value,
    /// All best actions.
    pub best: Vec<String>,
    /// A line of best play, the first best action each time.
    pub line: Vec<String>,
    /// How the line ends.
    pub line_end: LineEnd,
    /// What play without end through the position is worth, if the game tells.
    pub endless: Option<Ending>,
    /// The positions by value.
    pub layers: Vec<Layer>,
    /// Bytes of the tables.
    pub bytes: u64,
    /// The chance that two positions were taken for one.
    pub collision_chance: f64,
}

impl Solution {
    /// All positions that are in use.
    pub fn positions(&self) -> u64 {
        self.layers.iter().flat_map(|layer| &layer.counts.to_move).map(Tally::total).sum()
    }

    /// The longest forced win of each seat, with a position that has it.
    pub fn longest(&self) -> [Option<(u32, &str)>; 2] {
        [0, 1].map(|seat| {
            let longest = self.layers.iter().filter_map(|layer| {
                let (plies, _) = layer.counts.longest[seat]?;
                Some((plies, layer.longest[seat].as_deref()?))
            });
            longest.rev().max_by_key(|&(plies, _)| plies)
        })
    }
}

/// Solves a position from the ends of the game back. Tables are kept in `file`, as by [`Tables::solve`].
///
/// # Errors
/// Those of [`Tables::solve`]; a position whose value depends on its history, or in which the game is over.
pub fn solve(
    expander: &dyn Expander,
    root: Position<'_>,
    file: Option<&Path>,
    control: &Control,
) -> Result<Solution, Unsolved> {
    refuse_if!(expander.turn(root) == Turn::Over, "the game is over in this position");
    let tables = Tables::solve(expander, root, file, control)?;
    let (Turn::Seat(to_move), Some(Some(value))) = (expander.turn(root), tables.value(expander, root)) else {
        refuse!("no seat can force the end, and what play without end is worth depends on the history");
    };
    let (line, line_end) = best_play(expander, &tables, root);
    let tokens = expander.tokens(root, to_move);
    let best = tables.best(expander, root).unwrap_or_default();
    Ok(Solution {
        to_move,
        value,
        best: best.into_iter().map(|(action, _)| tokens[action].clone()).collect(),
        line,
        line_end,
        endless: expander.cycle_value(root),
        layers: tables.count(expander, control)?,
        bytes: tables.bytes(),
        collision_chance: tables.collision_chance(),
    })
}

/// The first best action each time, until the game is over or a position comes again.
fn best_play(expander: &dyn Expander, tables: &Tables, root: Position<'_>) -> (Vec<String>, LineEnd) {
    let (mut list, mut next, mut line) = (expander.list(), Successors::new(expander), Vec::new());
    list.push(root);
    let mut seen = HashSet::from([expander.key(root, Identity::Fresh)]);
    while let Turn::Seat(seat) = expander.turn(list.at(0)) {
        let position = list.at(0);
        let best = tables.best(expander, position).unwrap_or_default();
        let Some(&(action, _)) = best.first() else { break };
        line.push(expander.tokens(position, seat).swap_remove(action));
        expander.expand(position, FRESH, &mut next);
        if next.all[action].end.is_none() && !seen.insert(next.all[action].key) {
            return (line, LineEnd::Repeats);
        }
        list.set(next.positions.at(action));
    }
    (line, LineEnd::Over)
}
