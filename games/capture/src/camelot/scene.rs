//! How the game is shown.

use torneo_board::scene::{chain, moved, paint, squares};
use torneo_contract::scene::{Board as SceneBoard, Mark, Places, Tone};
use torneo_contract::{Scenery, Seat};

use super::Camelot;
use super::board::{CASTLES, Squares, is_on_board, stepped};
use super::moves::Action;

/// Where a move leads: its squares without those jumped over, and with them.
fn route(action: Action) -> (Vec<usize>, Vec<usize>) {
    let mut squares = vec![action.from];
    if action.to != action.from {
        squares.push(action.to);
    }
    let (mut clicked, mut at) = (squares.clone(), action.to);
    for direction in action.jumps.directions() {
        let over = stepped(at, direction, 1);
        at = stepped(at, direction, 2);
        squares.push(at);
        clicked.extend([over, at]);
    }
    let numbers = |squares: Vec<u8>| squares.into_iter().map(usize::from).collect();
    (numbers(squares), numbers(clicked))
}

impl Scenery for Camelot {
    fn board(&self) -> SceneBoard {
        let mut board = squares(12, 16);
        board.sites.retain(|site| is_on_board(site.id as usize));
        paint(&mut board, CASTLES.as_flattened().iter().map(|&square| square.into()), Tone::Special);
        board
    }

    /// A piece that is jumped over is clicked too: a canter may end where a jump does.
    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Action) -> Places {
        chain(route(action).1)
    }

    fn marks(
        &self,
        _position: &Self::Position,
        _seat: Option<Seat>,
        action: Action,
        _joint: &[Action],
    ) -> Vec<Mark> {
        moved(route(action).0)
    }
}

/// Sites have the numbers of the squares.
const _: () = assert!(Squares::SQUARES == 12 * 16);
