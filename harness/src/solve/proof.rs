//! Solutions by proof-number search.

use serde_json::{Value as Json, json};
use torneo_contract::{Playable, Seat, Turn};
use torneo_engines::solver::proof::{self, ProofOptions};
use torneo_engines::solver::{Control, Unsolved};

use super::written;

/// A position of which it is known who can force a win.
#[derive(Clone, Debug)]
pub struct Solution {
    game: String,
    position: String,
    seat_names: [&'static str; 2],
    to_move: Seat,
    winner: Option<Seat>,
    cyclic: bool,
    after: Vec<(String, Option<Seat>)>,
    line: Vec<String>,
    nodes: u64,
    size: Option<u64>,
}

/// Solves a position.
///
/// # Errors
/// What the solver cannot do.
pub fn solve<G: Playable>(
    game: &G,
    canonical: String,
    root: &G::Position,
    options: ProofOptions,
    control: &Control,
) -> Result<Solution, Unsolved> {
    let Turn::Seat(to_move) = game.turn(root) else {
        return Err(Unsolved::Unfit("no single seat is to move in this position".to_owned()));
    };
    let found = proof::solve(game, root, options, control)?;
    let (mut position, mut line) = (root.clone(), Vec::new());
    for action in found.line {
        line.push(written(game, &position, action));
        game.apply(&mut position, action);
    }
    let after = found.after.into_iter();
    Ok(Solution {
        game: canonical,
        position: game.position_text(root),
        seat_names: [Seat::FIRST, Seat::SECOND].map(|seat| game.seat_name(seat)),
        to_move,
        winner: found.winner,
        cyclic: found.cyclic,
        after: after.map(|(action, winner)| (written(game, root, action), winner)).collect(),
        line,
        nodes: found.nodes,
        size: found.size,
    })
}

impl Solution {
    /// The JSON that `docs/solving.md` describes.
    pub fn to_json(&self) -> Json {
        let after = |(action, winner): &(String, Option<Seat>)| json!({ "action": action, "winner": winner.map(Seat::index) });
        json!({
            "game": self.game,
            "position": self.position,
            "method": "proof",
            "seat": self.to_move.index(),
            "winner": self.winner.map(Seat::index),
            "cyclic": self.cyclic,
            "after": self.after.iter().map(after).collect::<Vec<_>>(),
            "line": self.line,
            "nodes": self.nodes,
            "size": self.size,
        })
    }

    /// The result for people.
    pub fn to_text(&self) -> String {
        let name = |seat: Seat| format!("seat {seat} ({})", self.seat_names[seat.index()]);
        let value = match (self.winner, self.cyclic) {
            (Some(seat), _) => format!("{} wins\nline: {}", name(seat), self.line.join(" ")),
            (None, false) => "nobody can force a win: a draw".to_owned(),
            (None, true) => "nobody can force a win but by repetition or length".to_owned(),
        };
        let mut text = format!("{}\n{}\n{value}", self.game, self.position);
        let winners = [Some(Seat::FIRST), Some(Seat::SECOND), None];
        for winner in winners.into_iter().filter(|_| !self.after.is_empty()) {
            let actions = self.after.iter().filter(|(_, found)| *found == winner);
            let actions: Vec<&str> = actions.map(|(action, _)| action.as_str()).collect();
            let what = winner.map_or("nobody wins".to_owned(), |seat| format!("{} wins", name(seat)));
            if !actions.is_empty() {
                text += &format!("\n{what} after {}", actions.join(" "));
            }
        }
        text += &format!("\n{} positions expanded", self.nodes);
        if let Some(size) = self.size {
            text += &format!(", {size} in the solution");
        }
        text
    }
}
