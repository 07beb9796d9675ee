//! How the game is shown.

use torneo_board::scene::{from_to, squares};
use torneo_contract::scene::{Board as SceneBoard, Places};
use torneo_contract::scenery::drawn;
use torneo_contract::{Scenery, Seat};

use super::GrandeAcedrex;
use super::board::Action;
use super::tables::SIDE;

impl Scenery for GrandeAcedrex {
    fn board(&self) -> SceneBoard {
        squares(SIDE, SIDE)
    }

    fn draw(&self, position: &Self::Position) -> String {
        drawn(self, position, if position.board.guard.in_check() { "in check" } else { "" })
    }

    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Action) -> Places {
        from_to(action.from.into(), action.to.into())
    }
}
