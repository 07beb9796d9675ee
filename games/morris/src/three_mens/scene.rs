//! How the game is shown.

use torneo_board::point_graph::lattice;
use torneo_board::scene::{self, from_to};
use torneo_contract::scene::{Board, Place, Places};
use torneo_contract::{Scenery, Seat};

use super::{Action, SIDE, ThreeMensMorris};

impl Scenery for ThreeMensMorris {
    fn board(&self) -> Board {
        scene::lattice(&lattice::graph(SIDE, self.diagonals), SIDE)
    }

    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Action) -> Places {
        match action.from {
            None => Places::from_slice(&[Place::site(action.to.into())]),
            Some(from) => from_to(from.into(), action.to.into()),
        }
    }
}
