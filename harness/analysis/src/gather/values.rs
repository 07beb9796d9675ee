//! The values that are told in games of files.

use torneo_contract::Turn;
use torneo_records::Record;
use torneo_registry::Registry;

/// The expected scores that are told in a game, each with its seat, up to a move that cannot be played.
pub fn of(registry: &Registry, record: &Record) -> Vec<(usize, f64)> {
    let Ok(game) = registry.game(&record.game) else { return Vec::new() };
    let (Ok(mut session), mut values) = (game.at(record.position.as_deref()), Vec::new()) else {
        return Vec::new();
    };
    for (number, token) in record.tokens.iter().enumerate() {
        if let (Turn::Seat(seat), Some(value)) = (session.turn(), record.told_of(number).expected_score()) {
            values.push((seat.index(), value));
        }
        if session.play(token).is_err() {
            break;
        }
    }
    values
}
