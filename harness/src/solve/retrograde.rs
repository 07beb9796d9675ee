//! Solutions by retrograde analysis.

use std::collections::HashSet;
use std::path::Path;

use serde_json::{Value as Json, json};
use torneo_contract::{Ending, Playable, Seat, Turn};
use torneo_engines::solver::retrograde::{Layer, Tables, Tally};
use torneo_engines::solver::{Control, Unsolved, Value};

use super::written;

/// How a line of best play ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEnd {
    /// The game is over.
    Over,
    /// A position comes again.
    Repeats,
}

/// A solved game or position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The canonical specification.
    pub game: String,
    /// The text of the position.
    pub position: String,
    /// What the seats are called.
    pub seat_names: [&'static str; 2],
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

/// Solves a position from the ends of the game back.
///
/// # Errors
/// What the solver cannot do.
pub fn solve<G: Playable>(
    game: &G,
    canonical: String,
    root: &G::Position,
    table: Option<&Path>,
    control: &Control,
) -> Result<Solution, Unsolved> {
    if game.turn(root) == Turn::Over {
        return Err(Unsolved::Unfit("the game is over in this position".to_owned()));
    }
    let tables = Tables::solve(game, &canonical, root, table, control)?;
    let (Turn::Seat(to_move), Some(Some(value))) = (game.turn(root), tables.value(game, root)) else {
        return Err(Unsolved::Unfit(
            "no seat can force the end, and what play without end is worth depends on the history".to_owned(),
        ));
    };
    let (line, line_end) = best_play(game, &tables, root);
    let best = tables.best(game, root).unwrap_or_default();
    Ok(Solution {
        position: game.position_text(root),
        seat_names: [Seat::FIRST, Seat::SECOND].map(|seat| game.seat_name(seat)),
        to_move,
        value,
        best: best.into_iter().map(|(action, _)| written(game, root, action)).collect(),
        line,
        line_end,
        endless: game.endless(root),
        layers: tables.count(game, control)?,
        bytes: tables.bytes(),
        collision_chance: tables.collision_chance(),
        game: canonical,
    })
}

/// The first best action each time, until the game is over or a position comes again.
fn best_play<G: Playable>(game: &G, tables: &Tables<G>, root: &G::Position) -> (Vec<String>, LineEnd) {
    let (mut position, mut line) = (root.clone(), Vec::new());
    let mut seen = HashSet::from([game.hash(root)]);
    while let Some(&(action, _)) = tables.best(game, &position).unwrap_or_default().first() {
        line.push(written(game, &position, action));
        game.apply(&mut position, action);
        if game.turn(&position) == Turn::Over {
            break;
        }
        game.forget_history(&mut position);
        if !seen.insert(game.hash(&position)) {
            return (line, LineEnd::Repeats);
        }
    }
    (line, LineEnd::Over)
}

fn tally_json(tally: &Tally) -> Json {
    let Tally { won, endlessly_won, drawn, unknown } = tally;
    json!({ "won": won, "endlessly_won": endlessly_won, "drawn": drawn, "unknown": unknown })
}

impl Solution {
    /// All positions of a layer that are in use, with their number of the seat to move.
    fn positions(&self) -> u64 {
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

    /// The JSON that `docs/solving.md` describes.
    pub fn to_json(&self) -> Json {
        let scores = [0, 1].map(|seat| match self.value.winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner.index() == seat)),
        });
        let longest = |(plies, position)| json!({ "plies": plies, "position": position });
        let layers = self.layers.iter().map(|layer| {
            let longest = [0, 1].map(|seat| {
                layer.counts.longest[seat]
                    .zip(layer.longest[seat].as_ref())
                    .map(|((plies, _), text)| json!({ "plies": plies, "position": text }))
            });
            json!({
                "name": layer.name,
                "to_move": layer.counts.to_move.each_ref().map(tally_json),
                "longest": longest,
            })
        });
        json!({
            "game": self.game,
            "position": self.position,
            "method": "retrograde",
            "seat": self.to_move.index(),
            "winner": self.value.winner.map(Seat::index),
            "plies": self.value.plies,
            "scores": scores,
            "best": self.best,
            "line": self.line,
            "line_end": match self.line_end { LineEnd::Over => "over", LineEnd::Repeats => "repeats" },
            "endless": self.endless.map(|ending| json!({
                "winner": ending.winner.map(Seat::index),
                "reason": ending.reason,
            })),
            "longest": self.longest().map(|found| found.map(longest)),
            "positions": self.positions(),
            "layers": layers.collect::<Vec<_>>(),
            "bytes": self.bytes,
            "collision_chance": self.collision_chance,
        })
    }

    /// The result for people.
    pub fn to_text(&self) -> String {
        let name = |seat: Seat| format!("seat {seat} ({})", self.seat_names[seat.index()]);
        let value = match self.value {
            Value { winner: None, .. } => "a draw".to_owned(),
            Value { winner: Some(seat), plies: Some(plies) } => {
                format!("{} wins in {plies} plies", name(seat))
            }
            Value { winner: Some(seat), plies: None } => {
                format!("{} wins, for the other seat cannot force the end", name(seat))
            }
        };
        let mut text = format!(
            "{}\n{}\n{value}\nbest: {}\nline: {}",
            self.game,
            self.position,
            self.best.join(" "),
            self.line.join(" ")
        );
        if self.line_end == LineEnd::Repeats {
            text += " (and so on)";
        }
        text += &format!("\n{} positions, {} bytes of tables", self.positions(), self.bytes);
        if self.collision_chance > 0.0 {
            text += &format!(
                "; told apart by 64-bit hashes, which fail with a chance of {:.1e}",
                self.collision_chance
            );
        }
        for layer in &self.layers {
            for (seat, tally) in [Seat::FIRST, Seat::SECOND].into_iter().zip(&layer.counts.to_move) {
                text += &format!(
                    "\n{}, {} to move: {}",
                    layer.name,
                    self.seat_names[seat.index()],
                    self.shares(tally)
                );
            }
        }
        for (seat, longest) in [Seat::FIRST, Seat::SECOND].into_iter().zip(self.longest()) {
            if let Some((plies, position)) = longest {
                text += &format!("\nlongest forced win of {}: {plies} plies from {position}", name(seat));
            }
        }
        text
    }

    fn shares(&self, tally: &Tally) -> String {
        let mut shares = Vec::new();
        let mut add = |count: u64, what: String| {
            if count > 0 {
                shares.push(format!("{count} {what}"));
            }
        };
        for (seat, name) in self.seat_names.iter().enumerate() {
            add(tally.won[seat], format!("won by {name}"));
            add(tally.endlessly_won[seat], format!("won by {name} without end"));
        }
        add(tally.drawn, "drawn".to_owned());
        add(tally.unknown, "open".to_owned());
        if shares.is_empty() { "no positions".to_owned() } else { shares.join(", ") }
    }
}
