//! The evaluation. Its weights come from a logistic regression on the results of games that alpha-beta search played
//! against itself, rounded and then improved in matches.

use torneo_board::grid::BitSet;

use super::board::{BLACK, Board, WHITE, around};
use super::moves::View;

const MAN: i32 = 100;
const LADY: i32 = 100;
const BEAUTY: i32 = 75;
/// A step of a man.
const STEP: i32 = 3;
/// A vacant square next to the lady.
const ROOM: i32 = 8;
/// An enemy man next to the lady.
const PREY: i32 = 30;
/// A man or lady in the centre.
const CENTRAL: i32 = 8;
/// The squares from c3 to f6.
const CENTRE: u64 = 0x3c3c_3c3c_0000;

/// White's advantage.
pub(super) fn of_white(board: &Board) -> i32 {
    side(board, WHITE) - side(board, BLACK)
}

fn side(board: &Board, side: usize) -> i32 {
    let [men, lady, beauties] = board.pieces[side];
    let [enemy_men, ..] = board.pieces[side ^ 1];
    let count = |set: u64| set.len() as i32;
    let [left, right] = View::of(board, side).men_steps();
    let near = around(lady);
    MAN * count(men)
        + LADY * count(lady)
        + BEAUTY * count(beauties)
        + STEP * (count(left) + count(right))
        + ROOM * count(near & board.empty())
        + PREY * count(near & enemy_men)
        + CENTRAL * count((men | lady) & CENTRE)
}
