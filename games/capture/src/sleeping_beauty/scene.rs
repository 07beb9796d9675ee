//! How the game is shown.

use torneo_board::grid::BitSet;
use torneo_board::scene::{moved, place, squares};
use torneo_contract::scene::{Board as SceneBoard, Glyph, Mark, Place, Places, Scene};
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

    fn scene(&self, board: &Board) -> Scene {
        let mut scene = Scene::default();
        let glyphs = [Glyph::Disc, Glyph::Crowned, Glyph::Letter("z".to_owned())];
        for seat in Seat::all(2) {
            for (glyph, pieces) in glyphs.iter().zip(board.pieces[seat.index()]) {
                place(&mut scene, seat, glyph, pieces.members());
            }
        }
        if board.waking {
            scene.caption = "and to wake a beauty".to_owned();
        }
        scene
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
