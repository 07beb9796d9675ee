//! How the games are shown.

use torneo_board::scene::chain;
use torneo_contract::scene::{Board as SceneBoard, Place, Places};
use torneo_contract::{Scenery, Seat};

use super::{Action, JumpingMorris, Variety};

impl<V: Variety> Scenery for JumpingMorris<V> {
    fn board(&self) -> SceneBoard {
        V::table(&self.board)
    }

    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Action) -> Places {
        match action {
            Action::Place(point) => Places::from_slice(&[Place::site(point.into())]),
            Action::Move(action) => chain(action.path()),
        }
    }
}
