//! The evaluation.

use torneo_board::grid::BitSet;
use torneo_board::terms::{less, weigh};
use torneo_contract::Seat;

use super::board::{Board, VALUES};
use super::paths::{CHIEF, KINDS, PRINCESS, mover};
use super::wager::{WHOLE, Wager};
use super::{Jetan, State};

/// What the pieces are worth in the game itself. Both sides have Chief and Princess as long as it lasts.
const WEIGHTS: [i32; KINDS] = [90, 80, 170, 240, 0, 0, 150, 45];
/// For each piece that would reach the enemy Princess if no other one stood on its way.
const AIM: i32 = 12;
/// For the right to escape.
const ESCAPE: i32 = 60;
/// For a point of money, and for a game point.
const MONEY: i32 = 100;
const GAME: i32 = 1000;
/// The advantage on the board with which half of the purse that is not shared anyway is expected.
const HALF_OF_PURSE: i32 = 500;
/// What the capture of a Princess gains, and that of a Chief by a Chief.
const WIN: i32 = 10_000;

/// What is counted on the board, the pieces first, and its worth.
pub(super) const TERMS: [&str; KINDS + 3] = [
    "warriors",
    "padwars",
    "dwars",
    "fliers",
    "chiefs",
    "princesses",
    "thoats",
    "panthans",
    "escapes",
    "won",
    "aims",
];
const ESCAPES: usize = KINDS;
const WON: usize = KINDS + 1;
const AIMS: usize = KINDS + 2;
const WORTH: [i32; TERMS.len()] = {
    let mut worth = [0; TERMS.len()];
    let mut kind = 0;
    while kind < KINDS {
        worth[kind] = WEIGHTS[kind];
        kind += 1;
    }
    (worth[ESCAPES], worth[WON], worth[AIMS]) = (ESCAPE, WIN, AIM);
    worth
};

/// What one side has on the board, without regard to the other one.
fn of_side(game: &Jetan, board: &Board, side: usize) -> [i32; TERMS.len()] {
    let mut counts = [0; TERMS.len()];
    counts.iter_mut().zip(&board.kinds[side]).for_each(|(count, pieces)| *count = pieces.len() as i32);
    counts[ESCAPES] = i32::from(board.escapes[side]);
    let princess = board.kinds[side ^ 1][PRINCESS];
    if princess == 0 {
        counts[WON] = 1;
        return counts;
    }
    let princess = princess.lowest();
    let kinds = (0..KINDS).filter(|&kind| kind != PRINCESS);
    let aiming =
        kinds.map(|kind| board.kinds[side][kind] & game.moves.paths.sources(mover(side, kind), princess));
    counts[AIMS] = aiming.map(|pieces| pieces.len() as i32).sum();
    counts
}

/// The position for the first seat, and what it has more on the board.
pub(super) fn of_first_seat(game: &Jetan, state: &State) -> (i32, [i32; TERMS.len()]) {
    let State { board, ledger, .. } = state;
    let side = ledger.side(Seat::FIRST);
    let counts = less(of_side(game, board, side), of_side(game, board, side ^ 1));
    let value = weigh(&counts, &WORTH);
    if game.terms.is_single() {
        return (value, counts);
    }
    let lead = |[first, second]: [u32; 2], unit: i32| {
        (i64::from(first) - i64::from(second)) * i64::from(unit) / i64::from(WHOLE)
    };
    let purse = i64::from(value) * lead([ledger.purse, 0], MONEY) / i64::from(value.abs() + HALF_OF_PURSE);
    let wealth = lead(ledger.points, GAME) + lead(ledger.money, MONEY) + purse;
    ((i64::from(value) + wealth).clamp(-1_000_000, 1_000_000) as i32, counts)
}

/// What a capture gains at once.
pub(super) fn of_capture(game: &Jetan, by: usize, kind: usize) -> i32 {
    if kind == PRINCESS || (kind == CHIEF && by == CHIEF) {
        return WIN;
    }
    let money = if matches!(game.terms.wager, Wager::Field | Wager::Return) {
        MONEY * VALUES[kind] as i32
    } else {
        0
    };
    WEIGHTS[kind] + money
}

/// Whether the Princess of the side to move stands where she could be taken at once.
pub(super) fn is_exposed(game: &Jetan, board: &Board) -> bool {
    let side = board.to_move & 1;
    let princess = board.kinds[side][PRINCESS];
    princess != 0 && game.moves.is_attacked(board, side ^ 1, princess.lowest(), board.occupied())
}

/// The value of the position for a seat.
pub(super) fn of(game: &Jetan, state: &State, seat: Seat) -> i32 {
    let (value, _) = of_first_seat(game, state);
    if seat == Seat::FIRST { value } else { -value }
}
