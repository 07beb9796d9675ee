//! Uniformly random play.

use rand_core::Rng;

use crate::{Game, Scratch, SeatVec, Turn};

/// Plays one uniformly random ply; none if the game is over.
#[inline]
pub fn random_ply<G: Game, R: Rng>(
    game: &G,
    position: &mut G::Position,
    rng: &mut R,
    scratch: &mut Scratch<G::Action>,
) -> Option<()> {
    match game.turn(position) {
        Turn::Seat(seat) => {
            let action = game.random_action(position, seat, rng, scratch);
            game.apply(position, action);
        }
        Turn::Chance => {
            let result = game.chance_at(position, rng.next_u64(), scratch);
            game.apply(position, result);
        }
        Turn::Simultaneous(seats) => {
            let joint: SeatVec<G::Action> =
                seats.iter().map(|seat| game.random_action(position, seat, rng, scratch)).collect();
            game.apply_simultaneous(position, &joint);
        }
        Turn::Over => return None,
    }
    Some(())
}

/// Plays uniformly random plies until the game is over or `max_plies` have been played; returns how many were.
#[inline]
pub fn playout<G: Game, R: Rng>(
    game: &G,
    position: &mut G::Position,
    max_plies: u64,
    rng: &mut R,
    scratch: &mut Scratch<G::Action>,
) -> u64 {
    let mut plies = 0;
    while plies < max_plies && random_ply(game, position, rng, scratch).is_some() {
        plies += 1;
    }
    plies
}
