//! The moment of a game by which it is known: something stands on its table there.

use rand_core::SeedableRng as _;
use torneo_contract::Turn;
use torneo_contract::random::Generator;
use torneo_contract::session::Session;

use crate::{AnyGame, Registry};

/// Games of the registry and moves between engines, a line each.
const MOMENTS: &str = include_str!("moments.txt");

/// Plies after which something stands on most tables.
const PLIES: usize = 10;

/// The game and the moves of the moment of `id`, for the games that torneo has.
fn known(id: &str) -> Option<(&'static str, &'static str)> {
    let lines = MOMENTS.lines().filter_map(|line| line.split_once(": "));
    lines.into_iter().find(|(spec, _)| spec.split('(').next() == Some(id))
}

/// A game in the moment by which it is known, with the last ply marked. With other options than those of that moment, and for games
/// from outside, it is the moment after some random plies, the same ones every time. The game is not over.
pub fn moment(game: &dyn AnyGame) -> Box<dyn Session> {
    let written = known(game.info().id).filter(|(spec, _)| game.canonical() == *spec);
    let mut session = game.session();
    if written.is_some_and(|(_, moves)| session.play_all(moves).is_ok()) {
        return session;
    }
    let (mut session, mut rng) = (game.session(), Generator::seed_from_u64(1283));
    for _ in 0..PLIES {
        let mut next = session.copy();
        if !next.play_randomly(&mut rng) || next.turn() == Turn::Over {
            break;
        }
        session = next;
    }
    session
}

impl Registry {
    /// The game `id` in the moment by which it is known, with the options of that moment.
    ///
    /// # Errors
    /// A game that does not exist.
    pub fn moment(&self, id: &str) -> Result<Box<dyn Session>, torneo_contract::SpecError> {
        let spec = known(id).map_or(id, |(spec, _)| spec);
        Ok(moment(&*self.game(spec)?))
    }
}
