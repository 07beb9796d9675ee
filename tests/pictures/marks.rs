//! What scenes tell of the last ply.

use torneo_contract::Seat;
use torneo_contract::scene::{AreaKind, Glyph, Mark, Place, Scene};
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

/// The tiles on the board of a scene: their names and owners.
fn laid(scene: &Scene) -> Vec<(String, Option<Seat>)> {
    let on_board = scene.items.iter().filter(|item| item.at.id().is_some());
    let tile = |glyph: &Glyph| match glyph {
        Glyph::Polyomino(tile) => tile.name.clone(),
        other => format!("{other:?}"),
    };
    on_board.map(|item| (tile(&item.glyph), item.owner)).collect()
}

#[test]
fn tiles_show_who_laid_them_as_long_as_the_game_knows_it() {
    let mut game = session::open("skirrid").expect("a specification");
    game.play_all("D2u:j9,j10,j11,k9,k11*j10 G3u:l11,m11,n11,n12,n13,n14*n14").expect("legal placements");
    let both = [("D2".to_owned(), Some(Seat::FIRST)), ("G3".to_owned(), Some(Seat::SECOND))];
    assert_eq!(laid(&game.scene()), both);
    assert_eq!(laid(&game.copy().scene()), both);
    let plain = laid(&game.plain_scene());
    assert!(
        plain.len() == 11 && plain.iter().all(|(_, owner)| owner.is_none()),
        "learners see squares: {plain:?}"
    );
    let text = game.position();
    game.set_position(&text).expect("a position");
    assert_eq!(laid(&game.scene()), plain, "a position does not tell who laid what");
}

#[test]
fn a_hand_of_tiles_shows_their_shapes() {
    let scene = session::open("skirrid").expect("a specification").scene();
    let hands = scene.items.iter().filter(|item| match item.at {
        Place::Area(area, _) => scene.areas[usize::from(area)].kind == AreaKind::Hand,
        Place::Site(_) => false,
    });
    let squares: Vec<usize> = hands
        .filter_map(|item| match &item.glyph {
            Glyph::Polyomino(tile) => Some(tile.squares.len()),
            _ => None,
        })
        .collect();
    assert_eq!((squares.len(), squares.iter().sum::<usize>()), (36, 2 * 3 * (1 + 2 + 3 + 4 + 5 + 6)));
}
