//! A game in words for people: whose turn it is, what dice show.

use torneo_contract::Turn;
use torneo_contract::scene::{Glyph, Scene};
use torneo_contract::session::Session;
use torneo_present::english::Joined as _;
use torneo_present::english::and;
use torneo_present::telling::{Reader, ending};

/// The drawing of the board, without a last line that says only whose turn it is or who has won.
pub fn board(session: &dyn Session) -> String {
    let drawing = session.draw();
    let says = |line: &str| match session.turn() {
        Turn::Seat(seat) => line == format!("{} to move", session.seat_name(seat)),
        Turn::Over => line.ends_with(" has won") || line.starts_with("drawn"),
        Turn::Chance | Turn::Simultaneous(_) => false,
    };
    match drawing.rsplit_once('\n') {
        Some((board, last)) if says(last) => board.to_owned(),
        _ => drawing,
    }
}

/// Whose turn it is, or how the game ended.
pub fn turn(session: &dyn Session) -> String {
    match session.turn() {
        Turn::Seat(seat) => format!("{} to move", session.seat_name(seat)),
        Turn::Chance => "Chance draws".to_owned(),
        Turn::Simultaneous(seats) => {
            let names: Vec<&str> = seats.iter().map(|seat| session.seat_name(seat)).collect();
            format!("{} choose at the same time", and(&names))
        }
        Turn::Over => {
            let points = Reader::of(session).points(&session.result());
            std::iter::once(ending(session, None)).chain(points).joined(" ")
        }
    }
}

/// The faces of the dice that the last ply showed: `⚅⚄⚀`, numbers for dice of other sides; empty without dice.
pub fn dice(scene: &Scene) -> String {
    let dice = scene.shown.iter().filter_map(|item| match item.glyph {
        Glyph::Die { sides: 6, up: up @ 1..=6 } => char::from_u32(0x267F + u32::from(up)).map(String::from),
        Glyph::Die { up, .. } => Some(up.to_string()),
        _ => None,
    });
    dice.joined(" ")
}
