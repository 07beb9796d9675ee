//! How the game is shown.

use torneo_board::grid::BitSet;
use torneo_board::scene::{self, chain, moved, place};
use torneo_contract::scene::{Board, Figure, Glyph, Mark, Places, Scene};
use torneo_contract::{Scenery, Seat};

use super::{CatchTheRabbit, HUNTERS, Move, RABBIT, SIDE};

impl Scenery for CatchTheRabbit {
    fn board(&self) -> Board {
        scene::lattice(&self.board, SIDE)
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let mut scene = Scene::default();
        let pieces = position.board.pieces;
        for (side, glyph) in [(RABBIT, Glyph::Figure(Figure::Rabbit)), (HUNTERS, Glyph::Disc)] {
            place(&mut scene, self.seat(side), &glyph, pieces.of(side).members());
        }
        scene
    }

    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Move) -> Places {
        chain(action.path())
    }

    fn marks(
        &self,
        _position: &Self::Position,
        _seat: Option<Seat>,
        action: Move,
        _joint: &[Move],
    ) -> Vec<Mark> {
        moved(action.path())
    }
}
