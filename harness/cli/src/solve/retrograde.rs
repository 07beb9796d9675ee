//! Solutions by retrograde analysis, written.

use serde_json::{Value as Json, json};
use torneo_contract::Seat;
use torneo_present::english::Joined as _;
use torneo_present::english::does;
use torneo_solve::retrograde::{LineEnd, Solution as Found, Tally};
use torneo_solve::{Solution, Value};

fn tally_json(tally: &Tally) -> Json {
    let Tally { won, endlessly_won, drawn, unknown } = tally;
    json!({ "won": won, "endlessly_won": endlessly_won, "drawn": drawn, "unknown": unknown })
}

/// The JSON that `docs/solving.md` describes.
pub fn to_json(solution: &Solution, found: &Found) -> Json {
    let scores = [0, 1].map(|seat| match found.value.winner {
        None => 0.5,
        Some(winner) => f64::from(u8::from(winner.index() == seat)),
    });
    let longest = |(plies, position)| json!({ "plies": plies, "position": position });
    let layers = found.layers.iter().map(|layer| {
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
        "game": solution.game,
        "position": solution.position,
        "method": "retrograde",
        "seat": found.to_move.index(),
        "winner": found.value.winner.map(Seat::index),
        "plies": found.value.plies,
        "scores": scores,
        "best": found.best,
        "line": found.line,
        "line_end": match found.line_end { LineEnd::Over => "over", LineEnd::Repeats => "repeats" },
        "endless": found.endless.map(|ending| json!({
            "winner": ending.winner.map(Seat::index),
            "reason": ending.reason,
        })),
        "longest": found.longest().map(|longest_win| longest_win.map(longest)),
        "positions": found.positions(),
        "layers": layers.collect::<Vec<_>>(),
        "bytes": found.bytes,
        "collision_chance": found.collision_chance,
    })
}

/// The result for people.
pub fn to_text(solution: &Solution, found: &Found) -> String {
    let name = |seat: Seat| solution.seat_names[seat.index()];
    let value = match found.value {
        Value { winner: None, .. } => "a draw".to_owned(),
        Value { winner: Some(seat), plies: Some(plies) } => {
            format!("{} in {plies} plies", does(name(seat), "win"))
        }
        Value { winner: Some(seat), plies: None } => {
            format!("{}: the other side cannot force the end", does(name(seat), "win"))
        }
    };
    let mut text = format!(
        "{}\n{}\n{value}\nbest: {}\nline: {}",
        solution.game,
        solution.position,
        found.best.join(" "),
        found.line.join(" ")
    );
    if found.line_end == LineEnd::Repeats {
        text += " (and so on)";
    }
    text += &format!("\n{} positions, {} bytes of tables", found.positions(), found.bytes);
    if found.collision_chance > 0.0 {
        text += &format!(
            "; told apart by 64-bit hashes, which fail with a chance of {:.1e}",
            found.collision_chance
        );
    }
    for layer in &found.layers {
        for (seat, tally) in [Seat::FIRST, Seat::SECOND].into_iter().zip(&layer.counts.to_move) {
            text += &format!(
                "\n{}, {} to move: {}",
                layer.name,
                solution.seat_names[seat.index()],
                shares(&solution.seat_names, tally)
            );
        }
    }
    for (seat, longest) in [Seat::FIRST, Seat::SECOND].into_iter().zip(found.longest()) {
        if let Some((plies, position)) = longest {
            text += &format!("\nlongest forced win of {}: {plies} plies from {position}", name(seat));
        }
    }
    text
}

fn shares(seat_names: &[&str; 2], tally: &Tally) -> String {
    let mut shares = Vec::new();
    let mut add = |count: u64, what: String| {
        if count > 0 {
            shares.push(format!("{count} {what}"));
        }
    };
    for (seat, name) in seat_names.iter().enumerate() {
        add(tally.won[seat], format!("won by {name}"));
        add(tally.endlessly_won[seat], format!("won by {name} without end"));
    }
    add(tally.drawn, "drawn".to_owned());
    add(tally.unknown, "open".to_owned());
    if shares.is_empty() { "no positions".to_owned() } else { shares.joined(", ") }
}
