//! How the games are shown.

use torneo_board::scene::{chain, moved};
use torneo_contract::scene::{Board as SceneBoard, Mark, Place, Places};
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

    fn marks(
        &self,
        _position: &Self::Position,
        _seat: Option<Seat>,
        action: Action,
        _joint: &[Action],
    ) -> Vec<Mark> {
        match action {
            Action::Place(point) => vec![Mark::Enter(point.into())],
            Action::Move(action) => moved(action.path()),
        }
    }
}
