//! Sleeping Beauty Draughts.

use super::*;

const ID: &str = "sleeping-beauty-draughts";
const FIRST: &str = "Ld6 Md2 Mc1 la7 md4 ma3 sa1 w";
const SECOND: &str = "Le1 Ma1 Md2 Me3 Mh4 Sh8 le5 ma3 mg7 me7 mc7 mc5 w";
const DUNGEON: &str = "La7 Me3 Mf4 lh2 mc5 md6 b";

fn sorted(game: &dyn Session) -> String {
    let mut tokens = legal(game);
    tokens.sort();
    tokens.join(" ")
}

/// The game is over: who has won, with how many points.
#[track_caller]
fn assert_won(game: &dyn Session, points_of: [f64; 2]) {
    let scores_of = points_of.map(|points| if points > 0.0 { 1.0 } else { 0.0 });
    assert_eq!((scores(game), points(game)), (scores_of.to_vec(), points_of.to_vec()), "{}", game.position());
    assert_eq!(outcome(game).reason, "no-move");
}

/// Plays a line; at the plies given, counted from 0, exactly these moves are legal.
fn replay(position: &str, line: &str, choices: &[(usize, &str)]) -> Box<dyn Session> {
    let mut game = at(ID, position);
    for (ply, token) in line.split(' ').enumerate() {
        if let Some((_, expected)) = choices.iter().find(|&&(at, _)| at == ply) {
            assert_eq!(sorted(&*game), *expected, "before ply {ply}");
        }
        play(&mut *game, token);
    }
    game
}

#[test]
fn start_position() {
    let game = open(ID);
    assert_eq!(
        game.position(),
        "Ma1 Mc1 Me1 Mg1 Mb2 Md2 Mf2 Mh2 Ma3 Mc3 Me3 Mg3 mb6 md6 mf6 mh6 ma7 mc7 me7 mg7 mb8 md8 mf8 mh8 w"
    );
    assert_eq!(sorted(&*game), "a3b4 c3b4 c3d4 e3d4 e3f4 g3f4 g3h4");
}

#[test]
fn perft() {
    let counts = [7, 49, 302, 1469, 7361, 36473];
    assert_eq!(perft_from(ID, None, 1..=6), counts);
    assert_eq!(perft_from("sleeping-beauty-draughts(repetition=no-result)", None, 1..=6), counts);
}

#[test]
fn problem_1() {
    let choices = [(1, "d4:b2"), (3, "a7b6 a7b8")];
    let game = replay(FIRST, "d2c3 d4:b2 d6c7 a7b8 c7:b8", &choices);
    assert_won(&*game, [5.0, 0.0]);
    assert_eq!(game.position(), "Lb8 Mc1 mb2 ma3 sa1 b");
    let game = replay(FIRST, "d2c3 d4:b2 d6c7 a7b6 c7:b6", &[(4, "c7:a5 c7:b6")]);
    assert_won(&*game, [5.0, 0.0]);
    // The piece on a3 may as well be a white man.
    assert_won(&*replay(&FIRST.replace("ma3", "Ma3"), "d2c3 d4:b2 d6c7 a7b8 c7:b8", &choices), [5.0, 0.0]);
}

#[test]
fn problem_2() {
    let line = "a1b2 a3:c1sb e3f4 e5:g3 h4:f2 c1*:e3:g1 e1f2 g1:e3 h8*:f6:d8:b6:d4:f2";
    let choices = [
        (0, "a1b2 d2c3 e1f2 e3d4 e3f4 h4g5"),
        (1, "a3:c1sb"),
        (3, "e5:g3"),
        (4, "h4:f2"),
        (5, "c1*:e3:g1"),
        (7, "g1:e3 g1:f2"),
    ];
    let game = replay(SECOND, line, &choices);
    assert_won(&*game, [1.0, 0.0]);
    assert_eq!(game.position(), "Lf2 b");
    assert_eq!(at(ID, "Lf2 b").outcome(), game.outcome());
}

#[test]
fn one_repetition_in_a_sequence_of_lady_moves() {
    let first = "c5b4 c5d4 d6e5 h2g1 h2g3";
    let cycle = "h2g1 a7b8 g1h2 b8a7";
    let mut game = replay(DUNGEON, cycle, &[(0, first)]);
    assert_eq!(game.position(), DUNGEON);
    assert_eq!(sorted(&*game), "c5b4 c5d4 d6e5 h2g3");
    assert!(illegal(&mut *game, "h2g1").contains("has come back"));
    // What the position text does not show starts afresh.
    assert_eq!(sorted(&*at(ID, &game.position())), first);
    // A move by a man ends the sequence, and the next may have a repetition of its own.
    play(&mut *game, "c5b4 a7b6 h2g1 b6a7 g1h2");
    assert_eq!(sorted(&*game), "a7b8 e3d4 f4e5 f4g5");
}

#[test]
fn a_lady_that_could_only_repeat_is_lost() {
    let text = "La1 lh8 w";
    let game = replay(text, "a1b2 h8g7 b2a1 g7h8", &[(0, "a1b2")]);
    assert_won(&*game, [0.0, 2.0]);
    assert_eq!(game.position(), text);
    assert!(at(ID, text).outcome().is_none());
}

/// A capture by a lady does not end a sequence: the one repetition has been used up.
#[test]
fn a_lady_sequence_with_a_capture() {
    let line = "a7b8 h8g7 b8a7 g7h8 a7b6 h8g7 b6c7 g7f6 c7d8 f6e5 d8e7 e5f4 e7f8 f4:d2 f8g7 d2e1 g7f8 e1f2";
    replay("La7 Me3 lh8 w", line, &[(6, "b6a5 b6c5 b6c7 e3d4 e3f4"), (17, "e1f2")]);
}

#[test]
fn no_result() {
    let spec = "sleeping-beauty-draughts(repetition=no-result)";
    let mut game = at(spec, DUNGEON);
    play(&mut *game, "h2g1 a7b8 g1h2");
    assert!(game.outcome().is_none());
    play(&mut *game, "b8a7");
    assert_eq!(
        (scores(&*game), points(&*game), outcome(&*game).reason),
        (vec![0.5, 0.5], vec![0.0, 0.0], "repetition")
    );
}

#[test]
fn single_rules() {
    for (position, moves) in [
        ("Mc3 ld4 w", "c3b4"),
        ("Mc3 lb2 w", "c3:a1"),
        ("Lc3 sd4 w", "c3b2 c3b4 c3d2"),
        ("Lc3 md4 me5 w", "c3:d4 c3b2 c3b4 c3d2"),
        // Ladies jump in all ways, over men and the lady, and pieces jumped over block until the end.
        ("Lc3 md4 lb2 w", "c3:a1 c3:b2 c3:e5"),
        ("Le1 md2 md4 mf4 mf2 w", "e1:c3:e5:g3:e1 e1:g3:e5:c3:e1"),
        // The number decides, not the kind; a man mixes ways.
        ("Mc3 Mg1 lb2 md4 mf6 w", "c3:e5:g7"),
        ("Ma3 mb4 ld4 w", "a3:c5:e3"),
        // With two jumps possible the Royal Privilege does not hold.
        ("Lb6 Mc3 la7 md4 md6 w", "c3:e5:c7"),
        // Promotion ends the move in the middle of a sequence.
        ("Md6 me7 lg7 w", "d6:f8"),
        ("Lb2 Md6 me7 lg7 w", "d6:f8sb"),
        ("Lb2 Me7 ma7 w", "b2a1 b2a3 b2c1 b2c3 e7d8sb e7f8sb"),
    ] {
        assert_eq!(sorted(&*at(ID, position)), moves, "{position}");
    }
}

/// A beauty wakes, whichever the player likes; the duty to capture is that of the board with her awake.
#[test]
fn waking() {
    let mut game = at(ID, "Le5 Mf6 Sh8 ld6 b");
    play(&mut *game, "d6:f4");
    assert_eq!(game.position(), "Mf6 Sh8 lf4 w *");
    assert!(game.draw().ends_with("waking\nWhite to move"));
    assert_eq!(sorted(&*game), "h8*,f6e7 h8*,f6g7 h8*g7");
    play(&mut *game, "h8*,f6e7");
    assert_eq!(game.position(), "Lh8 Me7 lf4 b");
    for (position, moves) in [
        ("Md6 Sd8 Sf8 me7 w *", "d8*:f6 f8*,d6c7 f8*:e7 f8*g7 f8*h6"),
        ("Md6 Sd8 Sf8 me7 w", "d6c7"),
        // Jumps of joy cross no square next to the enemy lady, and none that a man could leap back over.
        ("Ma3 Sd8 lb8 w *", "d8*,a3b4 d8*c7 d8*e7 d8*f6"),
        ("Ma3 Sd8 md6 w *", "d8*,a3b4 d8*c7 d8*e7"),
        ("Ma3 Sd8 md6 mf8 w *", "d8*,a3b4 d8*c7 d8*e7 d8*f6"),
        ("Sd2 md4 w *", "d2*b4 d2*c1 d2*c3 d2*e1 d2*e3 d2*f4"),
        // Who wakes a beauty has a lady: the man falls asleep.
        ("Mc7 Sh8 lh2 w *", "h8*,c7b8sb h8*,c7d8sb h8*f6 h8*g7"),
    ] {
        assert_eq!(sorted(&*at(ID, position)), moves, "{position}");
    }
}

#[test]
fn illegal_moves_name_the_rule() {
    let majority = "Mc3 Mg1 lb2 md4 mf6 w";
    for (position, token, rule) in [
        ("Mc3 ld4 w", "c3:e5", "forward and over the lady only backward"),
        ("Mc3 md2 w", "c3:e1", "forward and over the lady only backward"),
        ("Mc3 ld4 w", "c3d4", "vacant square"),
        ("Mc3 ld4 w", "c3:d4", "only a lady captures by replacement"),
        ("Mc3 ld4 w", "c3d2", "one square diagonally forward"),
        ("Mc3 ld4 w", "c3c4", "dark squares"),
        ("Mc3 ld4 w", "d4e5", "own piece"),
        ("Mc3 ld4 w", "a1*,c3b4", "only if the last move captured"),
        ("Mc3 ld4 w", "c3b4sb", "far rank"),
        ("Mc3 Mf6 ld4 w", "c3:b4", "only a lady captures by replacement"),
        ("Mc3 lb2 w", "c3d4", "a jump is compulsory"),
        (majority, "c3:a1", "greatest number of pieces has to be captured, here 2"),
        (majority, "c3:e5", "goes on jumping"),
        (majority, "c3:e5:g7:e5", "twice"),
        (majority, "c3:e5:f6", "two squares"),
        (majority, "g1f2", "a jump is compulsory"),
        ("Lb6 Mc3 la7 md4 md6 w", "b6:a7", "greatest number"),
        ("Lc3 md4 lb2 w", "c3:d4", "only the enemy lady may be captured by replacement"),
        ("Lc3 Me3 md4 w", "c3:e5:c3", "twice"),
        ("Lc3 md4 me5 w", "c3:d4:c5", "stops"),
        ("Lc3 md4 me5 w", "c3:e5", "vacant square"),
        ("Lc3 md4 me5 w", "c3:b4", "ends on an enemy piece"),
        ("Lc3 Mb4 md4 me5 w", "c3:a5", "over an enemy piece"),
        ("Lc3 sd4 w", "c3:d4", "never captured"),
        ("Lc3 sd4 w", "c3:e5", "never captured"),
        ("Lc3 sd4 mh8 b", "d4e3", "never moves"),
        ("Lc3 sd4 w", "c3a5", "woken in this turn"),
        ("Lc3 sd4 w", "c3f6", "one square diagonally"),
        ("Mc5 md6 md8 w", "c5:e7:c5", "twice"),
        ("Md6 me7 lg7 w", "d6:f8:h6", "promotion ends the move"),
        ("Md6 me7 lg7 w", "d6:f8sb", "its side has none"),
        ("Lb2 Md6 me7 lg7 w", "d6:f8", "sleeping beauty while its side has a lady"),
        ("Mf6 Sh8 lf4 w *", "f6g7", "wakes first"),
        ("Mf6 Sh8 lf4 w *", "a1*,f6g7", "sleeps on a1"),
        ("Ma3 Sd8 lb8 w *", "d8*b6", "threatens"),
        ("Ma3 Sd8 mc7 w *", "d8*e6", "dark"),
        ("Mf6 Sd8 Me7 lh2 w *", "d8*f6", "crosses a vacant square"),
    ] {
        let message = illegal(&mut *at(ID, position), token);
        assert!(message.contains(rule), "{position}: {message}");
    }
    for token in ["c3", "c3:", "c3b4:a5", "b4*,c3*d4", "é3b4", "c3-b4", "c3b4s", "c3i9"] {
        assert!(illegal(&mut *at(ID, "Mc3 ld4 w"), token).contains("not a legal move"), "{token}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let thirteen = format!("Mb4 {}", open(ID).position());
    for (position, reason) in [
        ("Mc3 ld4", "expected a position"),
        ("Mc3 ld4 r", "expected a position"),
        ("", "expected a position"),
        ("Mc3 Kd4 w", "expected one of the pieces"),
        ("Mc3 ld9 w", "expected a square"),
        ("Mc3 l w", "expected a square"),
        ("Mc3 ld3 w", "light square"),
        ("Mc3 lc3 w", "`M` stands there"),
        ("Mb8 lc3 w", "would have been promoted"),
        ("Mb4 mc1 w", "would have been promoted"),
        ("La1 Lc3 me7 w", "White has two ladies"),
        ("Mc3 ld4 lf6 w", "Black has two ladies"),
        (thirteen.as_str(), "at most 12 pieces, found 13"),
        ("Mc3 w", "Black has made the last move"),
        ("Mc3 ld4 w *", "no sleeping beauty"),
        ("Lc3 Sh8 ld4 w *", "has not lost its lady"),
        ("Sh8 sc3 w *", "can have captured"),
        ("Ma1 Mc1 Me1 Mg1 Mb2 Md2 Mf2 Mh2 Ma3 Mc3 Me3 Sh8 lh6 w *", "lost no piece"),
    ] {
        let message = refused(ID, position);
        assert!(message.contains(reason), "{position}: {message}");
    }
}
