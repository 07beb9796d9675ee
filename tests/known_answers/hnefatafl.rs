//! Hnefatafl.

use super::*;

const ID: &str = "hnefatafl";

#[test]
fn start_position() {
    let start = "3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3";
    assert_eq!(open(ID).position(), format!("{start} a"));
    assert_eq!(legal(&*open(ID)).len(), 116);
    assert_eq!(legal(&*at(ID, &format!("{start} d"))).len(), 60);
}

#[test]
fn perft() {
    assert_eq!(perft_from(ID, None, 1..=2), [116, 6788]);
}

/// Placement, side to move, its legal moves, a move, the captured squares, and the opponent's legal moves
/// afterwards (none: the attackers have won).
type Row = (&'static str, char, usize, &'static str, &'static [&'static str], Option<usize>);

const ROWS: &[Row] = &[
    // King on the edge, third attacker arrives; fourth side is an own man.
    ("11/3a7/11/11/11/2a8/ka8d/a10/11/11/11", 'a', 69, "c6-a6", &["a5"], None),
    ("11/3a7/11/11/11/2a8/ka9/d10/11/11/11", 'a', 58, "c6-a6", &[], Some(12)),
    // King next to the empty throne, three attackers; king in the open, four attackers.
    ("11/3a7/11/2a8/4aka4/11/10d/11/11/11/11", 'a', 68, "c8-f8", &["f7"], None),
    ("11/9a1/11/11/11/11/1a8d/2aka6/3a7/11/11", 'a', 79, "b5-d5", &["d4"], None),
    // Man between an attacker and the throne, empty and occupied.
    ("11/9a1/11/a10/5d5/11/10d/11/2k8/11/11", 'a', 38, "a8-f8", &["f7"], Some(38)),
    ("11/9a1/11/a10/5d5/5k5/10d/11/11/11/11", 'a', 38, "a8-f8", &[], Some(43)),
    // Attacker against a corner; the edge is not hostile to men.
    ("11/9a1/11/11/11/5k5/2d7d/11/11/11/1a9", 'd', 54, "c5-c1", &["b1"], Some(20)),
    ("11/9a1/11/11/11/5k5/7a2d/11/11/11/7d3", 'a', 38, "h5-h2", &[], Some(46)),
    // King makes the capture; moving in between two enemies is safe.
    ("11/9a1/11/3k7/11/11/10d/4ad5/11/11/11", 'd', 52, "d8-d4", &["e4"], Some(20)),
    ("11/9a1/11/3d7/11/5k5/10d/2a1a6/11/11/11", 'd', 58, "d8-d4", &[], Some(48)),
    // A man passes over the empty throne.
    ("11/9a1/5a5/11/11/11/10d/11/2k8/11/11", 'a', 39, "f9-f2", &[], Some(38)),
];

#[test]
fn moves_and_captures() {
    for &(placement, side, moves, action, captured, replies) in ROWS {
        let text = format!("{placement} {side}");
        let mut game = at(ID, &text);
        assert_eq!(legal(&*game).len(), moves, "{text}");
        let suffix: String = captured.iter().map(|square| format!("x{square}")).collect();
        if captured.is_empty() {
            let refused = game.play(&format!("{action}xe5")).unwrap_err().message;
            assert!(refused.contains("captures nothing"), "{refused}");
        } else {
            assert!(game.play(&format!("{action}{suffix}xa1")).is_err(), "{text}");
        }
        play(&mut *game, &format!("{action}{suffix}"));
        match replies {
            Some(replies) => assert_eq!(legal(&*game).len(), replies, "{text}"),
            None => assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "won"), "{text}"),
        }
        let pieces = |text: &str| text.chars().filter(|&c| "adk".contains(c)).count();
        assert_eq!(pieces(&text) - captured.len(), pieces(&game.position()), "{text}");
    }
}

#[test]
fn complete_game() {
    let record = "d1-d4 e5-e2 d4-d2 f8-c8 b6-b10 f4-c4 g11-g9 c8-f8 f2-f4 g7-h7 e1-d1 h6-i6 h1-h6 g5-h5 g1-h1 \
        g6-g3 k7-i7 g3-f3 g9-g7 d6-d9 g7-g5 d9-c9 a5-e5 f8-g8 k5-i5 f3-a3 d2-a2 c9-c5 a2-b2 e7-e9 a7-e7 c5-c6 \
        g5-g7 f6-g6 b10-b3 g6-h6 f10-h10 e9-g9 e7-c7 g8-c8 a4-b4 c4-e4 b3-e3 h6-i6 h1-h6";
    let counts = [
        116, 54, 111, 61, 120, 73, 124, 74, 135, 64, 139, 66, 135, 61, 133, 71, 137, 80, 146, 79, 141, 90,
        150, 79, 155, 75, 170, 64, 171, 53, 176, 60, 182, 56, 189, 56, 179, 64, 184, 56, 184, 61, 179, 54,
        200,
    ];
    let mut game = open(ID);
    assert_eq!(record.split_whitespace().count(), counts.len());
    for (token, count) in record.split_whitespace().zip(counts) {
        assert_eq!(legal(&*game).len(), count, "before {token}");
        play(&mut *game, token);
    }
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "won"));
    assert_eq!(game.position(), "3aaa1a3/7a3/6d4/a1d7a/8a2/a1d4a1aa/4a3a2/1a8a/4a6/1a9/3a1a5 d");
}

#[test]
fn several_men_are_captured_together() {
    let start = "4k6/3a7/11/11/11/11/1ad1da5/3d7/3a7/11/7a3 a";
    let mut game = at(ID, start);
    let refused = game.play("d10-d5xc5xd4").unwrap_err().message;
    assert!(refused.contains("captures d4 c5 e5"), "{refused}");
    assert!(game.play("d10-d5xc5xc5").is_err());
    play(&mut *game, "d10-d5xe5xd4xc5");
    assert_eq!(game.position(), "4k6/11/11/11/11/11/1a1a1a5/11/3a7/11/7a3 d");
}

#[test]
fn the_king_escapes_to_a_corner() {
    let mut game = at(ID, "11/9a1/11/11/11/11/11/11/11/11/3k7 d");
    play(&mut *game, "d1-a1");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.0, 1.0], "won"));
    assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
}

#[test]
fn two_attackers_capture_the_king_beside_a_corner() {
    let mut game = at(ID, "11/11/11/11/11/11/11/11/10d/1a9/1k1a7 a");
    play(&mut *game, "d1-c1");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "won"));
}

#[test]
fn who_cannot_move_loses() {
    let game = at(ID, "11/11/11/11/11/11/11/11/11/1a9/1ka8 d");
    assert_eq!(legal(&*game), ["b1-a1"]);
    let game = at(ID, "11/11/11/11/11/11/5k5/11/11/11/11 a");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.0, 1.0], "no-move"));
    let game = at(ID, "11/11/11/11/11/a10/ka9/a10/11/11/11 d");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "no-move"));
}

/// A man whose only way leads over the empty throne can move.
#[test]
fn the_way_over_the_throne_is_a_move() {
    let game = at(ID, "11/11/11/5a5/4ada4/11/11/11/1a9/aka8/1a9 d");
    assert_eq!(legal(&*game), ["f7-f1", "f7-f2", "f7-f3", "f7-f4", "f7-f5"]);
}

#[test]
fn repetition() {
    let cycle = "d1-d2 f8-g8 d2-d1 g8-f8 ";
    let mut game = after(ID, cycle);
    assert!(game.outcome().is_none());
    play(&mut *game, cycle);
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "repetition"));
    let game = after("hnefatafl(repetition=defenders_lose)", &cycle.repeat(2));
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "repetition"));
    assert!(after("hnefatafl(repetition=none)", &cycle.repeat(9)).outcome().is_none());
    // Here an attackers' move makes the third occurrence.
    let rest = "f8-g8 e1-e2 g8-f8 e2-e1 ".repeat(2);
    let attackers = format!("d1-d2 {rest}");
    assert_eq!(outcome(&*after(ID, &attackers)).reason, "repetition");
    assert!(after("hnefatafl(repetition=defenders_lose)", &attackers).outcome().is_none());
}

#[test]
fn encirclement_is_an_option() {
    let ring = "11/4aaa4/3a3a3/3a1k1a3/3a1d1a3/3a6a/4aaa4/11/11/11/11 a";
    for (option, over) in [("true", true), ("false", false)] {
        let spec = format!("hnefatafl(encirclement_wins={option})");
        let mut game = at(&spec, ring);
        play(&mut *game, "k6-i6");
        assert!(game.outcome().is_none(), "the way out is h6");
        play(&mut *game, "f8-e8 i6-h6");
        assert_eq!(game.outcome().is_some(), over, "{}", game.position());
        if over {
            assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "won"));
        }
    }
    // A defender outside: not all are cut off.
    let mut game = at("hnefatafl(encirclement_wins=true)", &ring.replacen("11", "3d7", 1));
    play(&mut *game, "k6-h6");
    assert!(game.outcome().is_none());
}

#[test]
fn the_cap_is_a_draw() {
    let game = after("hnefatafl(max_plies=2)", "d1-d2 f8-g8");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "length-limit"));
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| open(ID).set_position(text).unwrap_err().to_string();
    assert!(refused("11/11/11 a").contains("11 ranks"));
    assert!(refused("11/11/11/11/11/11/11/11/11/11/10 a").contains("rank 1"));
    assert!(refused("11/11/11/11/11/11/11/11/11/11/5k5 w").contains("`w`"));
    assert!(refused("11/11/11/11/11/11/11/11/11/11/5k5").contains("side"));
    assert!(refused("11/11/11/11/11/11/11/11/11/k10/5k5 a").contains("f1: expected one king"));
    assert!(refused("a10/11/11/11/11/11/11/11/11/11/5k5 a").contains("a11"));
    assert!(refused("11/11/11/11/11/5d5/11/11/11/11/5k5 a").contains("f6"));
    assert!(refused("11/11/11/11/11/5x5/11/11/11/11/5k5 a").contains("`x`"));
    assert!(refused("11/11/11/11/11/11/11/11/11/11/5a5 a").contains("king"));
    assert!(refused("k10/11/11/11/11/11/11/11/11/11/5a5 d").contains("escaped"));
    assert!(
        refused("1aaaaaaaaa1/1aaaaaaaaa1/1aaaaaaaaa1/11/11/11/11/11/11/11/5k5 a").contains("24 attackers")
    );
    assert!(refused("1ddddddddd1/1ddddddddd1/11/11/11/11/11/11/11/11/5k5 a").contains("12 defenders"));
}

#[test]
fn illegal_moves_name_the_rule() {
    let refused = |token: &str| open(ID).play(token).unwrap_err().message;
    assert!(refused("e5-e2").contains("own piece"));
    assert!(refused("d1-e2").contains("rank or file"));
    assert!(refused("d1-d1").contains("rank or file"));
    assert!(refused("d1-h1").contains("over empty squares"));
    assert!(refused("d1-a1").contains("only the king"));
    assert!(refused("d1-d2xe5").contains("captures nothing"));
    assert!(refused("d1").contains("not a legal move"));
}
