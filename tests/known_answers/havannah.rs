//! Havannah.

use std::collections::HashMap;

use super::*;
use torneo_contract::{Described, Turn};

const ID: &str = "havannah";

/// Complete games: size, number of moves, result, moves.
const GAMES: [(usize, usize, &str, &str); 9] = [
    (3, 19, "draw", "a3 c2 e5 c4 c5 b4 d2 c3 b1 a2 e4 a1 d3 e3 d4 d5 b2 c1 b3"),
    (3, 17, "white ring", "b4 b3 e5 c2 c3 c4 d3 e4 a3 a1 d2 d5 b1 e3 b2 a2 c1"),
    (
        4,
        33,
        "white bridge",
        "e5 d4 c2 e4 d1 f6 c5 e6 a1 b4 d7 f3 g5 e2 e7 f7 b3 a3 d3 g6 g7 c6 b5 c3 f5 f4 c1 c4 g4 e3 \
         a2 b1 b2",
    ),
    (4, 24, "black fork", "f5 d7 f4 c5 d1 g6 b2 c1 g4 c2 e6 e3 a4 e7 b3 d2 f7 b1 g7 a1 c4 a2 e2 f3"),
    (4, 25, "white ring", "g4 g7 f5 g6 b4 c5 e7 d2 f3 e2 e6 c1 c3 d5 a2 c6 a1 e5 b1 c2 e4 d4 g5 f6 e3"),
    (4, 22, "black ring", "c4 e5 e7 e4 b2 g4 c6 f5 b5 c5 e2 d4 g6 e3 d6 c2 d2 b1 c3 f4 f7 d3"),
    (
        5,
        47,
        "white ring",
        "g3 g8 f6 i8 c3 f3 c4 g5 a5 b1 e8 i7 a2 b2 g7 d8 c5 c2 e4 b3 h4 i6 h6 d3 b4 a1 h5 c6 i9 e9 \
         b5 e1 b6 i5 f2 d6 f4 e5 g9 f9 e3 h9 g4 c7 d7 d2 e2",
    ),
    (
        8,
        97,
        "white ring",
        "f7 h3 l8 c7 a6 j12 c1 f3 f13 b3 c4 c6 j6 o12 h1 l5 e7 a1 g10 m9 g1 e3 d10 i14 n8 e2 m6 \
         h15 f10 d3 e10 i10 n9 h4 h11 l13 k9 f1 o8 a2 a8 e9 k4 c3 j3 g2 l11 h6 g3 f2 a4 n10 g9 m8 \
         j7 i4 h2 d11 j15 n11 m7 d8 j5 d4 o9 l6 b4 o13 d6 k15 m14 n12 d2 j8 k6 e11 n13 j4 j9 l15 \
         c9 k13 k14 e6 k10 c8 k11 k7 i7 h10 l14 i2 g14 g6 i8 d7 k8",
    ),
    (
        10,
        153,
        "white fork",
        "k6 p12 b11 o9 r19 p8 h10 j10 k10 o18 l8 c11 c10 k18 l7 a6 e3 j3 s15 h6 d8 r10 m18 s17 b8 \
         c2 e13 p17 s14 g4 m4 i8 q9 m10 o13 j8 k8 d2 m15 g10 p11 o19 s16 k5 j15 l14 k11 l4 d4 m14 \
         s10 f6 h2 i3 k2 c7 a5 h14 f2 i11 f11 n8 f13 b2 j2 n9 o16 b10 d7 r15 q17 h12 p16 o14 b1 l5 \
         m19 b5 g7 c6 p13 l15 r13 k12 k17 g2 o10 o8 r9 b7 m13 q8 b4 n19 j7 r18 i16 n14 f9 h13 h7 \
         a8 n15 f12 g8 q10 p15 e4 d6 j12 e8 g3 n7 f15 q12 h5 q18 o11 s18 f14 h3 f3 a1 p14 i10 q16 \
         i2 k13 q14 h11 a2 d12 e10 h8 e11 m9 i12 r14 r16 a4 r17 a3 q13 e2 m11 c8 j14 g15 s11 l17 \
         p10 d11 p9",
    ),
];

/// The game after a list of cells that White fills while Black plays elsewhere.
fn white_alone(cells: &str) -> Box<dyn Session> {
    let mut game = open(ID);
    let elsewhere = ["o15", "m15", "k14", "o13", "h15", "k12", "o11", "m11", "i13", "l14"];
    for (cell, other) in cells.split(' ').zip(elsewhere) {
        play(&mut *game, cell);
        if game.outcome().is_none() {
            play(&mut *game, other);
        }
    }
    game
}

#[test]
fn cells_and_first_moves() {
    for (size, cells) in [(3, 19), (4, 37), (5, 61), (6, 91), (8, 169), (10, 271)] {
        let game = open(&format!("havannah(size={size})"));
        assert_eq!(legal(&*game).len(), cells);
        let mut game = open(&format!("havannah(size={size}, swap=true)"));
        assert_eq!(legal(&*game).len(), cells);
        play(&mut *game, "a1");
        let tokens = legal(&*game);
        assert_eq!(tokens.len(), cells);
        assert_eq!(tokens.iter().filter(|&token| token == "swap").count(), 1);
    }
    assert_eq!(legal(&*after(ID, "h8")).len(), 168);
}

#[test]
fn smallest_winning_chains() {
    for (cells, structure) in [
        ("b1 c1 d2 d3 c3 b2", "a ring"),
        ("a1 b1 c1 d1 e1 f1 g1 h1", "a bridge"),
        ("a2 b2 c2 d2 e2 f2 g2 h2 i2 b1", "a fork"),
    ] {
        let game = white_alone(cells);
        assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "won"), "{cells}");
        assert!(game.draw().contains(structure), "{}", game.draw());
    }
    // Sides of other sizes: a bridge takes as many stones as the side has cells.
    for (size, cells) in [(3, "a1 c5 b1 d5 c1"), (5, "a1 i9 b1 h9 c1 g9 d1 f9 e1")] {
        assert_eq!(scores(&*after(&format!("havannah(size={size})"), cells)), [1.0, 0.0]);
    }
    let size_10 = [
        "a1 s19 b1 r19 c1 q19 d1 p19 e1 o19 f1 n19 g1 m19 h1 l19 i1 k19 j1",
        "a2 s19 b2 r19 c2 q19 d2 p19 e2 o19 f2 n19 g2 m19 h2 l19 i2 k19 j2 s18 k2 s17 b1",
        "b1 s19 c1 r19 d2 q19 d3 p19 c3 o19 b2",
    ];
    for (cells, stones) in size_10.into_iter().zip([10, 12, 6]) {
        assert_eq!(scores(&*after("havannah(size=10)", cells)), [1.0, 0.0]);
        assert_eq!(cells.split(' ').count(), 2 * stones - 1);
    }
}

#[test]
fn chains_that_do_not_win() {
    for cells in ["a2 a1 b1", "b2 c2 b3 c3", "b1 c1 d3 c3 b2"] {
        assert!(white_alone(cells).outcome().is_none(), "{cells}");
    }
}

#[test]
fn a_ring_may_enclose_anything() {
    // Round a white stone placed before or last of all but one, and round a black one.
    for record in [
        "c2 o15 b1 n15 c1 m15 d2 l15 d3 k15 c3 j15 b2",
        "b1 o15 c1 n15 d2 m15 d3 l15 c3 k15 c2 j15 b2",
        "b1 c2 c1 n15 d2 m15 d3 l15 c3 k15 b2",
    ] {
        assert!(after(ID, record).draw().contains("a ring"), "{record}");
    }
    // A larger loop, closed by joining two ends of one chain.
    let large = "c2 o15 d2 n15 e3 m15 f4 l15 f5 k15 e5 j15 d4 i15 c3";
    assert!(after(ID, large).draw().contains("a ring"));
}

#[test]
fn perft() {
    assert_eq!(perft_from("havannah(size=3)", None, 1..=6), [19, 342, 5814, 93024, 1_395_360, 19_414_080]);
    // At five plies 8640 sequences have just been won: the bridges of White's three stones.
    assert_eq!(1_395_360 * 14 - 19_414_080, 8640 * 14);
    assert_eq!(perft_from("havannah(size=3, swap=true)", None, 1..=3), [19, 361, 18 * 19 * 17 + 19 * 18]);
}

#[test]
fn complete_games() {
    for (size, moves, result, record) in GAMES {
        let spec = format!("havannah(size={size})");
        let tokens: Vec<&str> = record.split_whitespace().collect();
        assert_eq!(tokens.len(), moves);
        let mut game = open(&spec);
        for token in tokens {
            assert!(game.outcome().is_none(), "{spec}: over before {token}");
            play(&mut *game, token);
        }
        let (expected, reason) = match result.split_once(' ') {
            Some(("white", _)) => (vec![1.0, 0.0], "won"),
            Some(_) => (vec![0.0, 1.0], "won"),
            None => (vec![0.5, 0.5], "board-full"),
        };
        assert_eq!((scores(&*game), outcome(&*game).reason), (expected, reason), "{spec}");
        if let Some((_, structure)) = result.split_once(' ') {
            assert!(game.draw().ends_with(&format!("has a {structure}")), "{}", game.draw());
        }
        let text = game.position();
        assert_eq!(at(&spec, &text).outcome(), game.outcome());
    }
}

/// Whether the seat to move can force a win, by exhaustive search.
fn wins<G: Game>(game: &G, position: &G::Position, known: &mut HashMap<u64, bool>) -> bool {
    let Turn::Seat(seat) = game.turn(position) else { return false };
    if let Some(&wins) = known.get(&game.hash(position)) {
        return wins;
    }
    let mut actions = Vec::new();
    game.actions(position, seat, &mut actions);
    let after = |action| {
        let mut next = position.clone();
        game.apply(&mut next, action);
        next
    };
    let won = |next: &G::Position| game.turn(next) == Turn::Over && game.outcome(next).winner() == Some(seat);
    let full = |next: &G::Position| game.turn(next) == Turn::Over;
    let result = actions.iter().any(|&action| won(&after(action)))
        || actions.iter().any(|&action| {
            let next = after(action);
            !full(&next) && !draws_or_wins(game, &next, known)
        });
    known.insert(game.hash(position), result);
    result
}

/// Whether the seat to move can avoid losing.
fn draws_or_wins<G: Game>(game: &G, position: &G::Position, known: &mut HashMap<u64, bool>) -> bool {
    let Turn::Seat(seat) = game.turn(position) else { return true };
    // A key of its own: the same position is asked two questions.
    let key = game.hash(position) ^ 1;
    if let Some(&holds) = known.get(&key) {
        return holds;
    }
    let mut actions = Vec::new();
    game.actions(position, seat, &mut actions);
    let holds = actions.into_iter().any(|action| {
        let mut next = position.clone();
        game.apply(&mut next, action);
        match game.turn(&next) {
            Turn::Over => true,
            _ => !wins(game, &next, known),
        }
    });
    known.insert(key, holds);
    holds
}

#[test]
fn the_first_player_wins_on_size_3() {
    let spec = "havannah(size=3)".parse().unwrap();
    let game = Havannah::new(&Options::check(&spec, Havannah::INFO.options).unwrap()).unwrap();
    assert!(wins(&game, &game.start(), &mut HashMap::new()));
}

#[test]
fn the_second_player_may_take_the_stone() {
    let spec = "havannah(size=4, swap=true)";
    let mut game = after(spec, "d4 swap");
    assert_eq!(game.position(), "W - / B d4 / w");
    assert_eq!(legal(&*game).len(), 36);
    play(&mut *game, "c3");
    assert_eq!(game.position(), "W c3 / B d4 / b");
    assert!(!legal(&*game).contains(&"swap".to_owned()));
    assert!(game.play("swap").unwrap_err().message.contains("first turn"));
    assert!(open(spec).play("swap").unwrap_err().message.contains("first turn"));
    assert!(after(ID, "d4").play("swap").unwrap_err().message.contains("without the swap rule"));
    assert_eq!(legal(&*at(spec, "W d4 / B - / b")).len(), 37);
}

#[test]
fn illegal_moves_are_explained() {
    let mut game = after("havannah(size=3)", "c3");
    let mut refused = |token: &str| game.play(token).unwrap_err().message;
    assert!(refused("c3").contains("empty cell"));
    assert!(refused("a4").contains("not on the board"));
    for token in ["f1", "", "a", "A1", "a0", "pass", "a1a2"] {
        refused(token);
    }
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| open("havannah(size=3)").set_position(text).unwrap_err().to_string();
    assert!(refused("").contains("white / black / side"));
    assert!(refused("B - / W - / w").contains("`W a1,b2`"));
    assert!(refused("W - / B - / x").contains("`x`"));
    assert!(refused("W - / B - / b").contains("found 0 white and 0 black"));
    assert!(refused("W - / B a1 / w").contains("found 0 white and 1 black"));
    assert!(refused("W a1,a1 / B b1 / b").contains("a1 is named twice"));
    assert!(refused("W a1 / B a1 / w").contains("a1 is named twice"));
    assert!(refused("W a4 / B - / b").contains("`a4`") && refused("W a1, / B b2 / w").contains("``"));
    assert!(refused("W a1,b1,c1 / B c3,c4,c5 / w").contains("already won"));
    assert!(refused("W c3,c4,d4 / B a1,b1,c1 / b").contains("found 3 white and 3 black"));
    let before = refused("W a1,b1,c1,e3,e4,e5 / B a2,b2,c2,d3,d4 / b");
    assert!(before.contains("White had won before"), "{before}");
    let swapped = "W - / B a1 / w";
    assert_eq!(at("havannah(size=3, swap=true)", swapped).position(), swapped);
}
