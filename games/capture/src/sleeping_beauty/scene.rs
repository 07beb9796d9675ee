//! How the game is shown.

use torneo_board::scene::{moved, squares};
use torneo_contract::scene::{Board as SceneBoard, Mark, Place, Places};
use torneo_contract::{Scenery, Seat};

use super::SleepingBeautyDraughts;
use super::board::{Action, Board, NOBODY, SIDE, ahead};

/// The squares that a piece touches.
fn path(action: Action) -> Vec<usize> {
    let mut path = vec![usize::from(action.from)];
    if action.jumps == 0 {
        path.push(action.to.into());
    }
    let mut at = action.from;
    for direction in action.directions() {
        at = ahead(at, direction, 2);
        path.push(at.into());
    }
    path
}

impl Scenery for SleepingBeautyDraughts {
    fn board(&self) -> SceneBoard {
        squares(SIDE, SIDE)
    }

    /// The beauty that wakes, if any, then the direction of the piece that moves.
    #[inline]
    fn clicks(&self, _board: &Board, _seat: Option<Seat>, action: Action) -> Places {
        let woken = (action.woken != NOBODY).then_some(usize::from(action.woken));
        woken.into_iter().chain(path(action)).map(Place::site).collect()
    }

    fn marks(&self, _board: &Board, _seat: Option<Seat>, action: Action, _joint: &[Action]) -> Vec<Mark> {
        moved(path(action))
    }
}
