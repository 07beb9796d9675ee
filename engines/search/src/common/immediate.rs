//! Wins at hand.

use torneo_contract::{Heuristics, Seat, Turn};

/// The number of the first action with which `seat` wins at once. It decides alone.
pub fn win<G: Heuristics>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    actions: &[G::Action],
    scratch_position: &mut G::Position,
) -> Option<usize> {
    actions.iter().position(|&action| {
        scratch_position.clone_from(position);
        game.apply(scratch_position, action);
        game.turn(scratch_position) == Turn::Over
            && game.outcome(scratch_position).scores[seat.index()] >= 1.0
    })
}
