//! The evaluation. Its weights come from a logistic regression on the results of games that alpha-beta search played
//! against itself, rounded and then improved in matches.

use torneo_board::grid::BitSet;
use torneo_board::terms::less;

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

/// What is counted, and its worth.
pub(super) const TERMS: [&str; 7] = ["men", "ladies", "beauties", "steps", "room", "prey", "central"];
pub(super) const WEIGHTS: [i32; TERMS.len()] = [MAN, LADY, BEAUTY, STEP, ROOM, PREY, CENTRAL];

/// What White has more.
#[inline]
pub(super) fn advantage(board: &Board) -> [i32; TERMS.len()] {
    less(side(board, WHITE), side(board, BLACK))
}

#[inline]
fn side(board: &Board, side: usize) -> [i32; TERMS.len()] {
    let [men, lady, beauties] = board.pieces[side];
    let [enemy_men, ..] = board.pieces[side ^ 1];
    let count = |set: u64| set.len() as i32;
    let [left, right] = View::of(board, side).men_steps();
    let near = around(lady);
    [
        count(men),
        count(lady),
        count(beauties),
        count(left) + count(right),
        count(near & board.empty()),
        count(near & enemy_men),
        count((men | lady) & CENTRE),
    ]
}
