//! Camelot.

use super::*;

const ID: &str = "camelot";

/// The opening of a published game, with the number of legal moves before each ply.
const OPENING: [(&str, usize); 12] = [
    ("e6g8", 100),
    ("h11h9", 100),
    ("e7f8", 106),
    ("j11h11", 108),
    ("h6h8", 107),
    ("h9i8", 92),
    ("h8:j8", 3),
    ("h11j9:j7:j5", 93),
    ("i7i5:k5", 2),
    ("e11e9", 94),
    ("f7e7", 99),
    ("i10h11", 101),
];
const AFTER_OPENING: &str = "Kc6 Kd7 Kk5 Md6 Me7 Mf6 Mf8 Mg6 Mg7 Mg8 Mh7 Mi6 \
                             kc11 kd10 kh11 md11 me9 me10 mf10 mf11 mg10 mg11 mh10 mi11 w";

fn sorted(game: &dyn Session) -> Vec<String> {
    let mut moves = legal(game);
    moves.sort_unstable();
    moves
}

#[test]
fn first_moves() {
    let moves = legal(&*open(ID));
    assert_eq!(moves.len(), 100);
    let squares = |token: &String| token.chars().filter(char::is_ascii_alphabetic).count();
    let near = |token: &&String| {
        let bytes = token.as_bytes();
        squares(token) == 2 && bytes[0].abs_diff(bytes[2]) <= 1 && bytes[1].abs_diff(bytes[3]) <= 1
    };
    // Plain moves stay below rank 10, so that all names here have two characters.
    assert_eq!(moves.iter().filter(|token| token.len() == 4).filter(near).count(), 52);
    assert!(moves.iter().all(|token| !token.contains(':')));
}

#[test]
fn ways_to_one_square_are_one_move() {
    let game = open(ID);
    assert_eq!(
        legal(&*game).iter().filter(|token| token.starts_with("e7") && token.ends_with("c5")).count(),
        1
    );
    for way in ["e7c5", "e7c7c5", "e7e5c7c5"] {
        assert_eq!(after(ID, way).position(), after(ID, "e7c5").position());
    }
}

#[test]
fn perft() {
    assert_eq!(perft_from(ID, None, 1..=3), [100, 10036, 1_072_516]);
}

#[test]
fn a_published_opening() {
    let mut game = open(ID);
    for (ply, (token, count)) in OPENING.into_iter().enumerate() {
        assert_eq!(legal(&*game).len(), count, "ply {}", ply + 1);
        match ply {
            6 => assert_eq!(sorted(&*game), ["h7:j9", "h8:j8", "i7:i9"]),
            8 => assert_eq!(sorted(&*game), ["i6:k4", "i7i5:k5"]),
            _ => {}
        }
        play(&mut *game, token);
    }
    assert_eq!(game.position(), AFTER_OPENING);
    // The author's variation at the seventh ply.
    let moves: Vec<&str> = OPENING[..6].iter().map(|&(token, _)| token).collect();
    let mut game = after(ID, &moves.join(" "));
    play(&mut *game, "h7:j9 h11h9:h7:j7:j5:h7:f9");
}

#[test]
fn formations_march() {
    assert!(legal(&*at(ID, "Mf8 Me9 Mf10 Me11 w")).contains(&"f8d10f12".to_owned()));
    let mut game = at(ID, "Mf8 Me9 Mf10 Me11 ma13 ml4 w");
    play(&mut *game, "f8d10f12 a13a12 e9g11e13");
    assert_eq!(game.position(), "Me11 Me13 Mf10 Mf12 ma12 ml4 b");
    let mut game = at(ID, "Me8 Mf9 Mf10 Me11 ma13 ml4 w");
    play(&mut *game, "e8g10e10e12 a13a12 f9f11d11f13");
    assert_eq!(game.position(), "Me11 Me12 Mf10 Mf13 ma12 ml4 b");
}

#[test]
fn castles() {
    for (position, moves) in [
        // A piece in its own castle leaves it.
        ("Mf2 me13 w", "f2e2 f2e3 f2f3 f2g2 f2g3"),
        ("Mf3 mf2 ma9 w", "f3:f1"),
        ("Mf16 Ma5 mc3 w", "a5a4 a5a6 a5b4 a5b5 a5b6 f16g16"),
        ("Mf16 Ma5 mc3 w 2,0", "a5a4 a5a6 a5b4 a5b5 a5b6"),
        ("Mf1 Ma5 mb6 w", "f1e2 f1f2 f1g2"),
        // It jumps if it can, whatever the others can.
        ("Mf1 Ma5 mb6 me2 w", "f1:d3"),
        // A jump into the own castle goes on out of it.
        ("Mf3 mf2 me2 ma9 w", "f3:f1:d3"),
        // Two pieces there: the one that can jump has to, the other moves freely.
        ("Mf1 Mg1 me2 ma9 w", "f1:d3 g1f2 g1g2 g1h2"),
        // A piece that cannot leave does not hold up the others.
        ("Mf1 Ma5 me2 mf2 mg2 md3 mf3 mh3 w", "a5a4 a5a6 a5b4 a5b5 a5b6"),
    ] {
        assert_eq!(sorted(&*at(ID, position)).join(" "), moves, "{position}");
    }
    let limited = at("camelot(castle_moves=0)", "Mf16 Ma5 mc3 w");
    assert!(!legal(&*limited).contains(&"f16g16".to_owned()));
    let mut game = at(ID, "Mf16 Ma5 mc3 ml9 w");
    play(&mut *game, "f16g16 l9l8 g16f16 l8l9");
    assert_eq!(game.position(), "Ma5 Mf16 mc3 ml9 w 2,0");
    assert!(illegal(&mut *game, "f16g16").contains("has made all 2 castle moves"));
}

#[test]
fn knights_jump_or_canter_on() {
    // On c5 and e5 the knight could jump; it may charge there but not stop.
    let game = at(ID, "Ka5 Mb5 Md5 md6 mk13 w");
    let moves = sorted(&*game);
    assert!(moves.contains(&"a5c5:e7".to_owned()), "{moves:?}");
    assert!(!moves.contains(&"a5c5".to_owned()));
    assert!(moves.contains(&"a5c5e5:c7".to_owned()), "{moves:?}");
    let mut men = at(ID, "Ma5 Mb5 Md5 md6 mk13 w");
    assert!(!legal(&*men).iter().any(|token| token.contains("a5c5:")));
    assert!(illegal(&mut *men, "a5c5:e7").contains("only a knight"));
}

#[test]
fn ends_of_games() {
    let ended = |position: &str, token: &str| {
        let game = &mut *at(ID, position);
        play(game, token);
        (scores(game), outcome(game).reason)
    };
    assert_eq!(ended("Mf16 Mg15 ma9 mb9 w", "g15g16"), (vec![1.0, 0.0], "won"));
    assert_eq!(ended("Ma9 Mb9 mg1 mf2 b", "f2f1"), (vec![0.0, 1.0], "won"));
    assert_eq!(ended("Ma5 Md9 ma6 w", "a5:a7"), (vec![1.0, 0.0], "won"));
    assert_eq!(ended("Ma5 ma6 w", "a5:a7"), (vec![0.5, 0.5], "drawn"));
    assert_eq!(ended("Ma5 ma6 md9 w", "a5:a7"), (vec![0.5, 0.5], "drawn"));
    assert_eq!(ended("Mf2 me13 w", "f2f3"), (vec![0.5, 0.5], "drawn"));
    // Black's only piece is in the castle and may not move any more.
    assert_eq!(ended("Ma5 Mb5 mf1 w 0,2", "a5a6"), (vec![1.0, 0.0], "no-move"));
    let over = |position: &str| (scores(&*at(ID, position)), outcome(&*at(ID, position)).reason);
    assert_eq!(over("Ma5 Mb5 b"), (vec![1.0, 0.0], "won"));
    assert_eq!(over("Ma5 b"), (vec![0.5, 0.5], "drawn"));
    assert_eq!(over("ma5 mf1 mg1 Mf5 w"), (vec![0.0, 1.0], "won"));
}

#[test]
fn games_without_progress_are_drawn() {
    let spec = "camelot(no_progress=20)";
    let mut game = at(spec, "Ma5 Mb5 ma12 mb12 w");
    for _ in 0..5 {
        play(&mut *game, "a5a4 a12a13 a4a5 a13a12");
    }
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "no-progress"));
    // Entering the castle is progress, moving there is not.
    let mut game = at(spec, "Ma5 Mf15 ma12 mb12 w");
    play(&mut *game, "a5a4 a12a13 f15f16 a13a12 f16g16 a12a13");
    for _ in 0..4 {
        play(&mut *game, "a4a5 a13a12 a5a4 a12a13");
    }
    assert_eq!(game.outcome(), None);
    play(&mut *game, "a4a5");
    assert_eq!(outcome(&*game).reason, "no-progress");
}

#[test]
fn illegal_moves_name_the_rule() {
    let refused = |position: &str, token: &str| illegal(&mut *at(ID, position), token);
    let free = "Ka5 Mb5 Md5 Mf2 md6 mk13 w";
    for (token, rule) in [
        ("a1b2", "b2 is not a square of the board"),
        ("k13k12", "own piece"),
        ("a5b5", "vacant"),
        ("a5a8", "leaps to the square right behind"),
        ("a5b7", "leaps to the square right behind"),
        ("a5a7", "leaps over friendly pieces"),
        ("b5d7", "leaps over friendly pieces"),
        ("a5:c5", "over an enemy piece"),
        ("b5:e5", "right behind a neighbour"),
        ("a5c5", "a knight may not stop"),
        ("a5c5a5", "twice"),
        ("a5c5:e7e8", "only jumps on"),
        ("a5a6:c7", "stands alone"),
        ("f2f1", "only a jump may enter the own castle"),
    ] {
        let found = refused(free, token);
        assert!(found.contains(rule), "{token}: {found}");
    }
    let duty = "Ma5 Mc9 ma6 mk13 w";
    assert!(refused(duty, "c9c10").contains("must capture"));
    assert!(refused("Ma5 Md4 ma6 mb8 mk13 w", "a5:a7").contains("goes on as long as it can"));
    assert!(refused("Mf1 Ma5 mb6 w", "a5:c7").contains("must leave it first"));
    assert!(refused("Mf16 Ma5 mc3 w", "f16f15").contains("only moves to its other square"));
    assert!(refused("Mf14 Mf15 Mg15 ma5 ml5 w", "f14f16h14").contains("enters the enemy castle"));
    for token in ["", "a5", "a5-", "a5a", ":a5a6", "a5::a6", "a5a6:", "é5a6", "a5a17", "a5m5"] {
        assert!(refused(free, token).contains("not a legal move"), "{token}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| refused(ID, text);
    assert!(refused("Ma5 mb5").contains("expected pieces, the side to move"));
    assert!(refused("Ma5 mb5 w 0,0 x").contains("expected pieces"));
    assert!(refused("Ma5 mb5 r").contains("expected pieces"));
    assert!(refused("Ma1 mb5 w").contains("found `Ma1`"));
    assert!(refused("Xa5 mb5 w").contains("found `Xa5`"));
    assert!(refused("Ma5 ma5 w").contains("a5 is named twice"));
    assert!(refused("w").contains("found none"));
    assert!(
        refused("Ka5 Kb5 Kc5 Kd5 Ke5 ma9 w").contains("White has 4 knights at most, and Ke5 is one more")
    );
    assert!(
        refused("Ma4 Mb4 Mc4 Md4 Me4 Mf4 Mg4 Mh4 Mi4 Mj4 Mk4 ma9 w").contains("White has 10 men at most")
    );
    assert!(refused("Mf16 ma9 w 3,0").contains("2 castle moves at most"));
    assert!(refused("Ma5 ma9 w 1,0").contains("no piece in the enemy castle"));
    assert!(refused("Ma5 ma9 w 1").contains("two numbers"));
    assert!(refused("Mf16 Mg16 ma9 w").contains("already won"));
}
