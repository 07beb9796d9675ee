//! How the games are shown.

use torneo_board::scene::{chain, hand, moved};
use torneo_contract::scene::{Board as SceneBoard, Glyph, Item, Mark, Place, Places, Scene};
use torneo_contract::{Scenery, Seat};

use super::{Action, JumpingMorris, Variety};

impl<V: Variety> Scenery for JumpingMorris<V> {
    fn board(&self) -> SceneBoard {
        V::table(&self.board)
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let mut scene = Scene::default();
        for point in 0..self.board.points() {
            if let Some(side) = position.board.men.side_on(point) {
                scene.put(Item::on(point, Glyph::Disc).of(Seat::new(side)));
            }
        }
        if V::PLACED {
            for seat in Seat::all(2) {
                hand(&mut scene, "in hand", seat, Glyph::Disc, position.board.in_hand[seat.index()].into());
            }
        }
        scene
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
