//! What searches are told of moves, worked out by hand.

use super::{Action, Fischerandom};
use torneo_contract::{Described, Game, Heuristics, Notation, Options, Turn};

type Position = <Fischerandom as Game>::Position;

/// The game, a position of it and the legal moves there.
fn at(position: &str) -> (Fischerandom, Position, Vec<Action>) {
    let options = Options::check(&"fischerandom".parse().unwrap(), Fischerandom::INFO.options).unwrap();
    let game = Fischerandom::new(&options).unwrap();
    let position = game.parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"));
    let Turn::Seat(seat) = game.turn(&position) else { panic!("a player is to move") };
    let mut legal = Vec::new();
    game.actions(&position, seat, &mut legal);
    (game, position, legal)
}

fn exchange(position: &str, capture: &str) -> i32 {
    let (game, position, legal) = at(position);
    let action = game.parse_action(&position, capture, &legal).expect("a legal move");
    game.see(&position, action)
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

#[test]
fn histories_know_the_piece_and_where_it_goes() {
    let (game, position, legal) = at("4k3/8/8/8/8/2N3N1/8/4K2R w - - 0 1");
    let key = |written| game.history_key(&position, game.parse_action(&position, written, &legal).unwrap());
    assert_eq!(key("c3e4"), key("g3e4"), "from wherever");
    assert_ne!(key("c3e4"), key("c3d5"), "another square");
    assert_ne!(key("g3f1"), key("h1f1"), "another piece");
}

#[test]
fn what_may_win_something_is_listed_alone() {
    let noisy = |position| {
        let (game, position, _) = at(position);
        let Turn::Seat(seat) = game.turn(&position) else { panic!("a player is to move") };
        let mut actions = Vec::new();
        game.noisy_actions(&position, seat, &mut actions);
        let written = |action| {
            let mut text = String::new();
            game.write_action(&position, action, &mut text);
            text
        };
        let mut written: Vec<String> = actions.into_iter().map(written).collect();
        written.sort();
        written.join(" ")
    };
    assert_eq!(noisy("4k3/8/8/8/3p4/8/8/R3K3 w - - 0 1"), "");
    assert_eq!(noisy("4k3/8/8/3pP3/8/8/p7/R3K3 w - d6 0 1"), "a1a2 e5d6");
    assert_eq!(noisy("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "a7a8b a7a8n a7a8q a7a8r a7b8b a7b8n a7b8q a7b8r");
}
