//! Solutions by proof-number search, written.

use serde_json::{Value as Json, json};
use torneo_contract::Seat;
use torneo_present::english::does;
use torneo_solve::Solution;
use torneo_solve::proof::Proof;

/// The JSON that `docs/solving.md` describes.
pub fn to_json(solution: &Solution, found: &Proof) -> Json {
    let after = |(action, winner): &(String, Option<Seat>)| json!({ "action": action, "winner": winner.map(Seat::index) });
    json!({
        "game": solution.game,
        "position": solution.position,
        "method": "proof",
        "seat": solution.to_move.map(Seat::index),
        "winner": found.winner.map(Seat::index),
        "cyclic": found.cyclic,
        "after": found.after.iter().map(after).collect::<Vec<_>>(),
        "line": found.line,
        "nodes": found.nodes,
        "size": found.size,
    })
}

/// The result for people.
pub fn to_text(solution: &Solution, found: &Proof) -> String {
    let name = |seat: Seat| solution.seat_names[seat.index()];
    let value = match (found.winner, found.cyclic) {
        (Some(seat), _) => format!("{}\nline: {}", does(name(seat), "win"), found.line.join(" ")),
        (None, false) => "nobody can force a win: a draw".to_owned(),
        (None, true) => "nobody can force a win but by repetition or length".to_owned(),
    };
    let mut text = format!("{}\n{}\n{value}", solution.game, solution.position);
    let winners = [Some(Seat::FIRST), Some(Seat::SECOND), None];
    for winner in winners.into_iter().filter(|_| !found.after.is_empty()) {
        let actions = found.after.iter().filter(|(_, won)| *won == winner);
        let actions: Vec<&str> = actions.map(|(action, _)| action.as_str()).collect();
        let what = winner.map_or("nobody wins".to_owned(), |seat| does(name(seat), "win"));
        if !actions.is_empty() {
            text += &format!("\n{what} after {}", actions.join(" "));
        }
    }
    text += &format!("\n{} positions expanded", found.nodes);
    if let Some(size) = found.size {
        text += &format!(", {size} in the solution");
    }
    text
}
