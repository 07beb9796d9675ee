//! Twelve Men's Morris.

use super::*;

const ID: &str = "twelve-mens-morris";
const MANDATORY: &str = "twelve-mens-morris(mandatory=true)";

fn sorted(game: &dyn Session) -> String {
    let mut legal = legal(game);
    legal.sort();
    legal.join(" ")
}

#[test]
fn start_position() {
    let game = open(ID);
    assert_eq!(game.position(), "bbbbb/bbbbb/bb.ww/wwwww/wwwww w");
    assert_eq!(sorted(&*game), "b2-c3 c2-c3 d2-c3 d3-c3");
}

#[test]
fn every_first_move_can_be_captured() {
    for (first, replies) in [
        ("b2-c3", "a3-b2 b3-b2 d4xb2"),
        ("c2-c3", "c4xc2"),
        ("d2-c3", "b4xd2 d4xd2"),
        ("d3-c3", "b3xd3 d4-d3"),
    ] {
        assert_eq!(sorted(&*after(ID, first)), replies, "{first}");
    }
}

#[test]
fn perft() {
    assert_eq!(perft_from(ID, None, 1..=6), [4, 8, 33, 219, 1537, 11697]);
    assert_eq!(perft_from(MANDATORY, None, 1..=6), [4, 5, 6, 12, 29, 109]);
}

#[test]
fn several_jumps() {
    let text = "...../.b.b./...../.b.b./w.... w";
    assert_eq!(sorted(&*at(ID, text)), "a1-a2 a1-b1 a1xc3 a1xc3xa5 a1xc3xe1 a1xc3xe5");
    assert_eq!(sorted(&*at(MANDATORY, text)), "a1xc3xa5 a1xc3xe1 a1xc3xe5");
    assert_eq!(perft_from(ID, Some(text), 1..=3), [6, 132, 552]);
    let mut game = at(ID, text);
    play(&mut *game, "a1xc3xe5");
    assert_eq!(game.position(), "....w/.b.../...../...b./..... b");
}

#[test]
fn middle_game() {
    let text = "bb..b/b..bb/bb.w./wwb.w/www.w w";
    assert_eq!(
        sorted(&*at(ID, text)),
        "b2-c3 b2xb4 b2xd2 c1-d1 c1-d2 c1xc3 d3-c3 d3-d2 d3-e3 d3xd5 e1-d1 e1-d2 e2-d2 e2-e3"
    );
    assert_eq!(sorted(&*at(MANDATORY, text)), "b2xb4 b2xd2 c1xc3 d3xd5");
    assert_eq!(perft_from(ID, Some(text), 1..=3), [14, 232, 3257]);
    assert_eq!(perft_from(MANDATORY, Some(text), 1..=4), [4, 24, 117, 735]);
}

#[test]
fn who_has_no_man_or_no_move_loses() {
    let mut game = at(ID, "...../...../...../.b.../w.... w");
    play(&mut *game, "a1xc3");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "won"));
    assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
    let mut game = at(ID, "bww../ww.../w..w./...../..... w");
    play(&mut *game, "d3-c3");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "no-move"));
    assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
}

#[test]
fn draws() {
    let text = "b..../...../...../...../....w w";
    let cycle = "e1-d1 a5-a4 d1-e1 a4-a5 ";
    let mut game = at(ID, text);
    play(&mut *game, cycle);
    assert!(game.outcome().is_none());
    play(&mut *game, cycle);
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "repetition"));
    // White walks a round of four, Black one of three: no position comes back before the limit.
    let mut game = at("twelve-mens-morris(quiet_limit=20)", text);
    let white = ["e1-d1", "d1-d2", "d2-e2", "e2-e1"];
    let black = ["a5-a4", "a4-b4", "b4-a5"];
    for ply in 0..20 {
        assert!(game.outcome().is_none(), "ply {ply}");
        let round: &[&str] = if ply % 2 == 0 { &white } else { &black };
        play(&mut *game, round[ply / 2 % round.len()]);
    }
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "no-progress"));
}

#[test]
fn illegal_moves_name_the_rule() {
    let refused = |spec: &str, text: &str, token: &str| at(spec, text).play(token).unwrap_err().message;
    let text = "...../.b.b./...../.b.b./w.... w";
    assert!(refused(ID, text, "b2-c3").contains("own piece"));
    assert!(refused(ID, text, "b2xd2").contains("own piece"));
    assert!(refused(ID, text, "a1-c1").contains("next point"));
    assert!(refused(ID, text, "a1-b2").contains("empty point"));
    assert!(refused(ID, text, "a1xb3").contains("straight along a line"));
    assert!(refused(ID, text, "a1xa3").contains("over an enemy piece"));
    assert!(refused(ID, text, "a1xc3xa1").contains("over an enemy piece"));
    assert!(refused(ID, "...../.b.b./..b../.b.b./w.... w", "a1xc3").contains("jumps to an empty point"));
    assert!(refused(MANDATORY, text, "a1-a2").contains("must be made"));
    assert!(refused(MANDATORY, text, "a1xc3").contains("no more"));
    assert!(refused(ID, text, "@a2").contains("all men are on the board"));
    assert!(refused(ID, text, "a1").contains("not a legal move"));
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| open(ID).set_position(text).unwrap_err().to_string();
    assert!(refused("bbbbb/bbbbb/bb.ww/wwwww/wwwww").contains("expected a position"));
    assert!(refused("bbbbb/bbbbb/bb.ww/wwwww/wwwww w 0,0").contains("expected a position"));
    assert!(refused("bbbbb/bbbbb/bb.ww/wwwww w").contains("5 ranks"));
    assert!(refused("bbbbb/bbbbb/bb.w/wwwww/wwwww w").contains("rank 3"));
    assert!(refused("bbbbb/bbbbb/bbxww/wwwww/wwwww w").contains("c3: expected"));
    assert!(refused("bbbbb/bbbbb/bb.ww/wwwww/wwwww x").contains("`x`"));
    assert!(refused("bbbbb/bbbbb/bbb../...../wwwww w").contains("Black has at most 12 men, found 13"));
    assert!(refused("...../...../...../...../w.... w").contains("Black has made the last move"));
}
