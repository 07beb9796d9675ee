//! Wins at hand.

use torneo_contract::{Heuristics, Seat, Turn};

/// The number of the first action with which `seat`, which alone is to decide, wins at once.
pub fn win<G: Heuristics>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    actions: &[G::Action],
    spare: &mut G::Position,
) -> Option<usize> {
    actions.iter().position(|&action| {
        spare.clone_from(position);
        game.apply(spare, action);
        game.turn(spare) == Turn::Over && game.outcome(spare).scores[seat.index()] >= 1.0
    })
}
