//! How the game is shown.

use torneo_board::grid::BitSet;
use torneo_board::scene::{chain, moved, paint, squares};
use torneo_contract::scene::{Board as SceneBoard, Colour, Glyph, Item, Mark, Places, Scene, Tone};
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

    /// Pieces that receive no ball carry a cross.
    fn scene(&self, position: &Position) -> Scene {
        let board = &position.board;
        let mut scene = Scene::default();
        for seat in Seat::all(2) {
            let side = seat.index();
            for square in board.pieces[side].members() {
                let glyph = match board.ineligible[side].has(square) {
                    true => Glyph::Letter("×".to_owned()),
                    false => Glyph::Disc,
                };
                scene.put(Item::on(square, glyph).of(seat));
            }
            let ball = Item::on(board.balls[side].into(), Glyph::Marker);
            scene.put(ball.coloured(Colour::White));
        }
        if let Some(square) = board.approach {
            let mut name = String::new();
            super::Squares::write(square.into(), &mut name);
            scene.note("approached from", None, name);
        }
        scene
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
