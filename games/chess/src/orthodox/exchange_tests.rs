//! What captures are worth by exchange, worked out by hand.

use super::Fischerandom;
use torneo_contract::{Game, Heuristics, Notation, Options, Turn};

fn exchange(position: &str, capture: &str) -> i32 {
    let options = Options::check(&"fischerandom".parse().unwrap(), Fischerandom::INFO.options).unwrap();
    let game = Fischerandom::new(&options).unwrap();
    let position = game.parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"));
    let Turn::Seat(seat) = game.turn(&position) else { panic!("a player is to move") };
    let mut legal = Vec::new();
    game.actions(&position, seat, &mut legal);
    let action = game.parse_action(&position, capture, &legal).expect("a legal move");
    game.exchange(&position, action)
}

#[test]
fn protected_pieces_cost_the_one_that_takes_them() {
    assert_eq!(exchange("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), 100);
    assert_eq!(exchange("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), 100 - 500);
    // The second rook takes back from behind the first.
    assert_eq!(exchange("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
    assert_eq!(exchange("3rkr2/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100 - 500 + 100 - 100);
}

#[test]
fn kings_take_only_what_is_not_protected() {
    assert_eq!(exchange("8/8/2k5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), 100 - 500);
    assert_eq!(exchange("8/8/2k5/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
}

#[test]
fn the_better_piece_taken_is_never_a_loss() {
    assert_eq!(exchange("4k3/8/2p1p3/3q4/8/2N5/8/4K3 w - - 0 1", "c3d5"), 0);
}

#[test]
fn what_goes_where_it_is_taken_is_lost() {
    assert_eq!(exchange("4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "d1d5"), -500);
    assert_eq!(exchange("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d5"), 0);
    // A pawn captured in passing is not given away.
    assert_eq!(exchange("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 0);
}
