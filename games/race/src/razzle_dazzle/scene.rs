//! How the game is shown.

use torneo_board::grid::BitSet;
use torneo_board::scene::{chain, moved, paint, squares};
use torneo_contract::scene::{Board as SceneBoard, Mark, Places, Tone};
use torneo_contract::{Scenery, Seat};

use super::board::{Action, FILES, GOALS, RANKS};
use super::{Position, RazzleDazzle};

fn path(action: Action) -> impl Iterator<Item = usize> {
    action.squares().to_vec().into_iter().map(usize::from)
}

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
        chain(path(action))
    }

    fn marks(
        &self,
        _position: &Position,
        _seat: Option<Seat>,
        action: Action,
        _joint: &[Action],
    ) -> Vec<Mark> {
        moved(path(action))
    }
}
