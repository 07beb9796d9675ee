//! How the game is shown.

use torneo_board::grid::BitSet;
use torneo_board::scene::{chain, paint, squares};
use torneo_contract::scene::{Board as SceneBoard, Places, Tone};
use torneo_contract::{Scenery, Seat};

use super::board::{Action, FILES, GOALS, RANKS};
use super::{Position, RazzleDazzle};

impl Scenery for RazzleDazzle {
    fn board(&self) -> SceneBoard {
        let mut board = squares(FILES, RANKS);
        for seat in Seat::all(2) {
            paint(&mut board, GOALS[seat.index()].members(), Tone::Home(seat));
        }
        board
    }

    #[inline]
    fn clicks(&self, _position: &Position, _seat: Option<Seat>, action: Action) -> Places {
        chain(action.squares().iter().copied().map(usize::from))
    }
}
