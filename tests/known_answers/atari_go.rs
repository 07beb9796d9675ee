//! Atari Go and Progressive Atari Go.

use super::*;

const ID: &str = "atari-go";
const SMALL: &str = "atari-go(size=5)";
const PROGRESSIVE: &str = "atari-go(variant=progressive)";
const SELF_ATARI: &str = "atari-go(variant=progressive, self_atari_stops=true)";

fn seat(game: &dyn Session) -> usize {
    match game.turn() {
        Turn::Seat(seat) => seat.index(),
        other => panic!("no seat is to move: {other:?}"),
    }
}

/// How many stones each side places in a row.
fn lengths(spec: &str, record: &str) -> Vec<usize> {
    let (mut game, mut lengths, mut last) = (open(spec), Vec::new(), None);
    for token in record.split(' ') {
        let mover = seat(&*game);
        match lengths.last_mut() {
            Some(length) if last == Some(mover) => *length += 1,
            _ => lengths.push(1),
        }
        last = Some(mover);
        play(&mut *game, token);
    }
    lengths
}

#[test]
fn perft() {
    assert_eq!(perft_from(ID, None, 1..=3), [81, 6480, 511_920]);
    assert_eq!(perft_from(SMALL, None, 1..=3), [25, 600, 25 * 24 * 23]);
    assert_eq!(perft_from(PROGRESSIVE, None, 1..=2), [81, 6480]);
}

#[test]
fn columns_have_no_i() {
    let tokens = legal(&*open("atari-go(size=19)"));
    assert_eq!((tokens.len(), tokens[0].as_str(), tokens[360].as_str()), (361, "A1", "T19"));
    assert!(tokens.contains(&"J9".to_owned()) && !tokens.iter().any(|token| token.contains('I')));
    let mut game = open(ID);
    play(&mut *game, "j9 c3");
    assert_eq!(game.position(), "8B/9/9/9/9/9/2W6/9/9 b");
}

#[test]
fn the_first_capture_wins() {
    let mut game = after(ID, "A2 A1");
    assert!(game.outcome().is_none());
    play(&mut *game, "B1");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "won"));
    // The captured stone stays where it is, and the text tells that it was captured.
    assert_eq!(game.position(), "9/9/9/9/9/9/9/B8/WB7 w");
    assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
    // Two chains at once, by a stone that has no liberty of its own.
    let mut game = at(SMALL, "5/5/B3W/WB3/1WB2 b");
    play(&mut *game, "A1");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "won"));
    assert_eq!(game.position(), "5/5/B3W/WB3/BWB2 w");
    assert_eq!(at(SMALL, &game.position()).outcome(), game.outcome());
}

#[test]
fn suicide_is_illegal() {
    // A stone in the corner, and one that fills the last liberty of its chain.
    for text in ["5/5/4W/B4/1B3 w", "5/5/4W/BB3/1WB2 w"] {
        let mut game = at(SMALL, text);
        assert!(!legal(&*game).contains(&"A1".to_owned()));
        assert!(illegal(&mut *game, "A1").contains("no liberty"));
    }
    // The chain that the stone joins has other liberties.
    play(&mut *at(SMALL, "5/5/4W/B3W/1B3 b"), "A1");
}

#[test]
fn who_has_no_point_loses() {
    // Three eyes of Black, and the only liberty of White.
    let game = at(SMALL, "1BWWW/BBBWW/1BBW1/BBBWW/1BBWW w");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "no-move"));
}

#[test]
fn turns_grow_by_one_stone() {
    assert_eq!(lengths(PROGRESSIVE, "E5 A1 A9 C3 C5 C7 J1 J3 J5 J7 E1"), [1, 2, 3, 4, 1]);
    let game = after(PROGRESSIVE, "E5 A1 A9 C3");
    assert_eq!(game.position(), "W8/9/9/9/4B4/9/2B6/9/W8 b 3.2");
    assert_eq!(at(PROGRESSIVE, &game.position()).position(), game.position());
}

#[test]
fn an_atari_ends_the_turn() {
    // No atari: White places both stones, and Black has up to three.
    assert_eq!(lengths(PROGRESSIVE, "E5 D5 F5 A9 C3 J1"), [1, 2, 3]);
    // White's second turn ends when E5 has one liberty, after two stones of four.
    assert_eq!(lengths(PROGRESSIVE, "E5 D5 A1 H9 J9 J1 F5 E4 G1"), [1, 2, 3, 2, 1]);
    let game = after(PROGRESSIVE, "E5 D5 A1 H9 J9 J1 F5 E4");
    assert!(game.position().ends_with(" b 5.1"));
    // An atari that stood before ends it too, wherever the stone is put: E5 stays in atari in the sixth turn.
    let mut game = after(PROGRESSIVE, "E5 D5 A1 H9 J9 J1 F5 E4 C1 C2 C3 G1 G3");
    assert!(game.position().ends_with(" w 6.1"), "{}", game.position());
    play(&mut *game, "A9");
    assert!(game.position().ends_with(" b 7.1"));
}

#[test]
fn an_own_atari_ends_the_turn_where_the_option_says_so() {
    // Black's stone on A1 has one liberty beside White's A2.
    let record = "E5 A2 E1 A1 J1 J3";
    assert_eq!(lengths(PROGRESSIVE, record), [1, 2, 3]);
    // The chain is in atari still when White has placed a stone.
    assert_eq!(lengths(SELF_ATARI, record), [1, 2, 1, 1, 1]);
}

#[test]
fn a_capture_ends_a_progressive_game() {
    let game = after(PROGRESSIVE, "E5 D5 A1 H9 J9 J1 F5 E4 C1 C2 C3 G1 G3 E6");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.0, 1.0], "won"));
    assert!(game.position().ends_with(" b 7.1"));
    assert_eq!(at(PROGRESSIVE, &game.position()).outcome(), game.outcome());
}

#[test]
fn illegal_points() {
    let refused = |token: &str| illegal(&mut *after(ID, "E5"), token);
    assert!(refused("E5").contains("empty point"));
    assert!(refused("K1").contains("A1 to J9"));
    assert!(refused("I5").contains("without a column I"));
    assert!(refused("E10").contains("A1 to J9"));
    assert!(refused("pass").contains("no passing"));
    for token in ["", "E", "5", "E05", "é5", "E5 ", "E-1"] {
        assert!(refused(token).contains("not a legal move"), "{token}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    for (spec, text, message) in [
        (SMALL, "", "expected the rows"),
        (SMALL, "5/5/5/5/5", "expected the rows"),
        (SMALL, "5/5/5/5/5 b 1.1", "expected the rows"),
        (SMALL, "5/5/5/5/5 x", "`b` or `w`"),
        (SMALL, "5/5/5/5 b", "5 ranks"),
        (SMALL, "5/5/5/4x/5 b", "E2: expected"),
        (SMALL, "5/5/5/6/5 b", "rank 2"),
        (SMALL, "5/5/5/B4/5 b", "as many black as white"),
        (SMALL, "5/5/5/5/5 w", "one black stone more"),
        // Black has moved last and has a chain without a liberty; no single stone captures in two corners.
        (SMALL, "4B/5/4B/W4/BW3 w", "found 1 of Black and 0 of White"),
        (SMALL, "3BW/4B/2W2/B4/WB3 w", "found 0 of Black and 2 of White"),
        ("atari-go(size=5, variant=progressive)", "5/5/5/5/5 b", "5/5/2B2/5/5 w 2.1"),
        ("atari-go(size=5, variant=progressive)", "5/5/5/5/5 b 2.1", "turn 2 is one of White"),
        ("atari-go(size=5, variant=progressive)", "5/5/5/5/5 b 1.2", "as `3.2`"),
        ("atari-go(size=5, variant=progressive)", "5/5/5/5/5 w 2.1", "Black has 1 to 1 stones, found 0"),
        ("atari-go(size=5, variant=progressive)", "4B/5/5/W4/B3W w 4.2", "an atari has ended it"),
    ] {
        let found = refused(spec, text);
        assert!(found.contains(message), "{spec}: `{text}`: {found}");
    }
    let error = session::open("atari-go(self_atari_stops=true)").err().expect("the option needs another");
    assert!(error.to_string().contains("`self_atari_stops`"));
    assert!(session::open("atari-go(size=4)").is_err() && session::open("atari-go(size=20)").is_err());
}
