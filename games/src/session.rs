//! Games in progress behind a text interface, by their specifications.

pub use torneo_contract::session::*;

use torneo_contract::{Playable, SpecError};

use crate::registry::{self, Visitor};

/// Begins the game of a specification such as `lanza(players=3)`.
///
/// # Errors
/// An unknown game or option, or a value that the option does not take.
// Inlined, so that the sessions of all games are compiled only where they are used.
#[inline]
pub fn open(spec: &str) -> Result<Box<dyn Session>, SpecError> {
    struct Open;
    impl Visitor for Open {
        type Output = Box<dyn Session>;
        fn visit<G: Playable>(self, game: G, _canonical: String) -> Box<dyn Session> {
            begin(game)
        }
    }
    registry::visit(&spec.parse()?, Open)
}
