//! How the game is shown.

use torneo_board::grid::BitSet;
use torneo_board::scene::{from_to, paint, squares};
use torneo_contract::scene::{Board, Places, Tone};
use torneo_contract::{Scenery, Seat};

use super::{Hnefatafl, KINGS_OWN, Move, SIDE};

impl Scenery for Hnefatafl {
    fn board(&self) -> Board {
        let mut board = squares(SIDE, SIDE);
        paint(&mut board, 0..SIDE * SIDE, Tone::Plain);
        paint(&mut board, KINGS_OWN.members(), Tone::Special);
        board
    }

    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Move) -> Places {
        from_to(action.from.into(), action.to.into())
    }
}
