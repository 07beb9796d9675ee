//! Three Men's Morris.

use super::*;

const ID: &str = "three-mens-morris";

#[test]
fn perft() {
    let counts = |spec| perft_from(spec, None, 1..=7);
    assert_eq!(counts(ID), [9, 72, 504, 3024, 15120, 60480, 199_296]);
    assert_eq!(counts("three-mens-morris(equal_turns=false)"), [9, 72, 504, 3024, 15120, 54720, 199_296]);
    assert_eq!(counts("three-mens-morris(diagonals=false)"), [9, 72, 504, 3024, 15120, 60480, 158_112]);
}

#[test]
fn start_position() {
    assert_eq!(open(ID).position(), ".../.../... w 3,3 -");
}

#[test]
fn lines_without_a_row() {
    let game = after(ID, "@b2 @a1 @a2 @c2 @a3 @c1 b2-b3");
    assert_eq!(game.position(), "ww./w.b/b.b b 0,0 -");
    let game = after(ID, "@b2 @a1 @a3 @c1 @b1 @b3 a3-a2");
    assert_eq!(game.position(), ".b./ww./bwb b 0,0 -");
}

#[test]
fn black_answers_a_row() {
    let mut game = after(ID, "@a1 @a2 @b1 @b2 @c1");
    assert_eq!(game.position(), ".../bb./www b 0,1 !");
    play(&mut *game, "@c2");
    assert_eq!(scores(&*game), [0.5, 0.5]);
    assert_eq!(outcome(&*game).reason, "drawn");
    let game = after(ID, "@a1 @a2 @b1 @b2 @c1 @c3");
    assert_eq!(scores(&*game), [1.0, 0.0]);
    let game = after("three-mens-morris(equal_turns=false)", "@a1 @a2 @b1 @b2 @c1");
    assert_eq!(scores(&*game), [1.0, 0.0]);
}

#[test]
fn black_wins_with_the_first_row() {
    let game = after(ID, "@a1 @a2 @b1 @b2 @c3 @c2");
    assert_eq!(scores(&*game), [0.0, 1.0]);
    assert_eq!(outcome(&*game).reason, "won");
}

#[test]
fn third_occurrence_is_a_draw() {
    let mut game = after(ID, "@b2 @a1 @a2 @c2 @a3 @c1");
    play(&mut *game, "b2-b3");
    for _ in 0..2 {
        assert!(game.outcome().is_none());
        play(&mut *game, "c2-b2 b3-c3 b2-c2 c3-b3");
    }
    assert_eq!(outcome(&*game).reason, "repetition");
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| open(ID).set_position(text).unwrap_err().to_string();
    assert!(refused("ww./w.b/b.b b 0,1 -").contains("3 men"));
    assert!(refused("w../.../... w 2,3 -").contains("in turn"));
    assert!(refused("www/bb./... b 0,1 -").contains("pending"));
    assert!(refused("www/bbx/... b 0,1 !").contains("`x`"));
}
