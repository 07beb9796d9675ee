//! How the game is shown.

use torneo_board::scene::{self, chain};
use torneo_contract::scene::{Board, Places};
use torneo_contract::{Scenery, Seat};

use super::{CatchTheRabbit, Move, SIDE};

impl Scenery for CatchTheRabbit {
    fn board(&self) -> Board {
        scene::lattice(&self.board, SIDE)
    }

    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Move) -> Places {
        chain(action.path())
    }
}
