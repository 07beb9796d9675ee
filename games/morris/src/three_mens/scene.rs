//! How the game is shown.

use torneo_board::grid::BitSet;
use torneo_board::point_graph::lattice;
use torneo_board::scene::{self, from_to, hand, place};
use torneo_contract::scene::{Board, Glyph, Place, Places, Scene};
use torneo_contract::{Scenery, Seat};

use super::{Action, SIDE, ThreeMensMorris};

impl Scenery for ThreeMensMorris {
    fn board(&self) -> Board {
        scene::lattice(&lattice::graph(SIDE, self.diagonals), SIDE)
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let mut scene = Scene::default();
        for seat in Seat::all(2) {
            place(&mut scene, seat, &Glyph::Disc, position.board.men[seat.index()].members());
            hand(&mut scene, "in hand", seat, Glyph::Disc, position.board.in_hand[seat.index()].into());
        }
        if position.board.pending {
            scene.caption = "Black may still draw".to_owned();
        }
        scene
    }

    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Action) -> Places {
        match action.from {
            None => Places::from_slice(&[Place::site(action.to.into())]),
            Some(from) => from_to(from.into(), action.to.into()),
        }
    }
}
