//! What scenes tell of the last ply.

use torneo_contract::scene::{Glyph, Mark};
use torneo_contract::session::{Due, Session};

use crate::support::session;

/// The marks of the last of some tokens, and what it showed beside the board.
fn after(spec: &str, tokens: &str) -> (Vec<Mark>, Vec<Glyph>) {
    let mut game = session::open(spec).expect("a specification");
    game.play_all(tokens).unwrap_or_else(|(number, error)| panic!("{spec}, token {number}: {error}"));
    let scene = game.scene();
    (scene.marks, scene.shown.into_iter().map(|item| item.glyph).collect())
}

#[test]
fn marks_tell_what_a_ply_did() {
    let morris = "three-mens-morris";
    assert_eq!(after(morris, "@b2").0, [Mark::Enter(4)]);
    assert_eq!(after(morris, "@b2 @a1 @b1 @b3 @a3 @c1 b2-c2").0, [Mark::Move(vec![4, 5])]);
    let (sown, _) = after("ot-tjin", "1");
    assert_eq!(sown[0], Mark::Enter(0));
    assert!(sown[1..].iter().all(|mark| matches!(mark, Mark::Change(_, by) if *by != 0)), "{sown:?}");
    assert!(sown.len() > 3, "{sown:?}");
    let (marks, dice) = after("hazard", "0:433");
    assert_eq!(marks, [Mark::Enter(110)], "a chip comes onto the card 10");
    assert_eq!(dice, [4, 3, 3].map(|up| Glyph::Die { sides: 6, up }));
    let (frame, _) = after("frames(size=5)", "a1,c3");
    assert_eq!(frame, [Mark::Enter(0), Mark::Enter(12), Mark::Frame(vec![0, 10, 12, 2])]);
}

#[test]
fn a_position_that_was_set_has_no_marks() {
    let mut game = session::open("hnefatafl").expect("a specification");
    let legal = |game: &dyn Session| match game.due() {
        Due::Seat(_, legal) => legal,
        due => panic!("{due:?}"),
    };
    let first = legal(&*game)[0].clone();
    game.play(&first).expect("a legal token");
    assert!(!game.scene().marks.is_empty());
    let text = game.position();
    game.set_position(&text).expect("a position");
    assert!(game.scene().marks.is_empty());
    assert_eq!(game.clicks().len(), 1);
    assert_eq!(game.clicks()[0].len(), legal(&*game).len());
}
