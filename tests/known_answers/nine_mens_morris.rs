//! Nine Men's Morris, jumping form.

use super::*;

const ID: &str = "nine-mens-morris";
const DIAGONALS: &str = "nine-mens-morris(diagonals=true)";
const MANDATORY: &str = "nine-mens-morris(mandatory=true)";
const PLACED: &str = ".wwbbbb.wb.bw.bwwwbbw..w w 0,0";

fn sorted(game: &dyn Session) -> String {
    let mut legal = legal(game);
    legal.sort();
    legal.join(" ")
}

#[test]
fn start_position() {
    assert_eq!(open(ID).position(), "........................ w 9,9");
}

#[test]
fn perft() {
    assert_eq!(perft_from(ID, None, 1..=4), [24, 552, 12144, 255_024]);
}

#[test]
fn after_placing() {
    let record = "@e4 @g4 @d7 @a4 @f2 @d2 @d3 @c4 @g1 @c5 @c3 @d6 @e3 @b6 @e5 @f6 @g7 @b2";
    let game = after(ID, record);
    assert_eq!(game.position(), PLACED);
    assert_eq!(sorted(&*game), "d3xd1 d7-a7 d7xd5 e4-f4 e5-d5 f2-f4 g1-d1");
    assert_eq!(perft_from(ID, Some(PLACED), 1..=4), [7, 75, 571, 5183]);
    assert_eq!(perft_from(DIAGONALS, Some(PLACED), 1..=3), [9, 110, 1114]);
    assert_eq!(after(DIAGONALS, record).position(), PLACED);
    assert_eq!(sorted(&*at(MANDATORY, PLACED)), "d3xd1 d7xd5");
}

#[test]
fn a_round_takes_four() {
    let text = ".b.......b....b......wb. w 0,0";
    let game = at(ID, text);
    assert_eq!(
        sorted(&*game),
        "a1xa7 a1xa7xg7 a1xa7xg7xg1 a1xa7xg7xg1xa1 a1xg1 a1xg1xg7 a1xg1xg7xa7 a1xg1xg7xa7xa1"
    );
    assert_eq!(sorted(&*at(MANDATORY, text)), "a1xa7xg7xg1xa1 a1xg1xg7xa7xa1");
    let mut game = game;
    play(&mut *game, "a1xa7xg7xg1xa1");
    assert_eq!(game.position(), ".....................w.. b 0,0");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "won"));
    assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
}

#[test]
fn steps_and_jumps_follow_the_lines() {
    let text = "..w.b.b...b..b.....b..w. w 0,0";
    assert_eq!(sorted(&*at(ID, text)), "d1-a1 d1-g1 d1xd3 g7-d7 g7-g4");
    assert_eq!(sorted(&*at(DIAGONALS, text)), "d1-a1 d1-g1 d1xd3 g7-d7 g7-f6 g7-g4");
    assert_eq!(sorted(&*at(ID, "...........bb...w..b.... w 0,0")), "d3-c3 d3-e3 d3xd1");
}

#[test]
fn who_cannot_move_loses() {
    let mut game = at(ID, "bw.......ww..........w.. w 0,0");
    play(&mut *game, "b4-c4");
    assert!(game.outcome().is_none(), "d7 and a4 can be passed over no more, but g7 is empty");
    let mut game = at(ID, "bww......w....w......w.. w 0,0");
    play(&mut *game, "g4-f4");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "no-move"));
    assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
}

#[test]
fn draws() {
    let text = "w......................b w 0,0";
    let mut game = at(ID, text);
    play(&mut *game, &"a7-d7 g1-d1 d7-a7 d1-g1 ".repeat(2));
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "repetition"));
    // White goes round the outer square's eight points, Black to and fro between two: 2 * 8 plies a round.
    let mut game = at("nine-mens-morris(quiet_limit=20)", "...w...................b w 0,0");
    let white = ["b6-d6", "d6-f6", "f6-f4", "f4-f2", "f2-d2", "d2-b2", "b2-b4", "b4-b6"];
    let black = ["g1-d1", "d1-g1"];
    for ply in 0..20 {
        assert!(game.outcome().is_none(), "ply {ply}");
        play(&mut *game, if ply % 2 == 0 { white[ply / 2 % 8] } else { black[ply / 2 % 2] });
    }
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "no-progress"));
}

#[test]
fn illegal_moves_name_the_rule() {
    let refused = |game: &mut dyn Session, token: &str| game.play(token).unwrap_err().message;
    let mut game = after(ID, "@a1");
    assert!(refused(&mut *game, "@a1").contains("empty point"));
    assert!(refused(&mut *game, "a1-a4").contains("men are placed"));
    assert!(refused(&mut *game, "@b1").contains("not a legal move"));
    let mut game = at(ID, PLACED);
    assert!(refused(&mut *game, "@a1").contains("all men are on the board"));
    assert!(refused(&mut *game, "g7-f6").contains("next point"));
    assert!(refused(&mut *game, "d6-d5").contains("own piece"));
    assert!(refused(&mut *game, "d3-d2").contains("empty point"));
    assert!(refused(&mut *game, "c3xc5").contains("to an empty point"));
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| open(ID).set_position(text).unwrap_err().to_string();
    assert!(refused("........................ w").contains("expected a position"));
    assert!(refused("....................... w 9,9").contains("24 points"));
    assert!(refused(".x...................... w 9,9").contains("d7: expected"));
    assert!(refused("........................ w 9,10").contains("`9,10`"));
    assert!(refused("........................ w +9,9").contains("`+9,9`"));
    assert!(refused("........................ b 9,9").contains("in turn"));
    assert!(refused("........................ w 8,8").contains("White has 9 men, found 0"));
    assert!(refused("wwwwwwwwww.............b w 0,0").contains("at most 9"));
    assert!(refused("w....................... w 0,0").contains("Black has made the last move"));
}
