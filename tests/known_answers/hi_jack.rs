//! Hi-Jack.

use super::*;

const ID: &str = "hi-jack";
/// The first published game.
const SAMPLE: &str = "d4 f4 e6 f4 d3 f6 e7 e2 b6 b4 a6 c2 a2 b3 e3 c2 a2 g3 f1 f3 e3 h5 g7 h6 c8 c5 d6 a8 f8 h8 a4 b8 c8 b7 \
                      e7 h1 d1 d2 c1 g3 pass c5 c6 f6 f8 h8 g8";
const SAMPLE_END: &str = "W W BB . . BB B WW/. W . . BB . B ./B B B B B WW . W/. . WW . . . . W/B W . B . WW . ./. W . B \
                          BB W WW ./BB . WW W W . . ./. . B B . B . W w";

/// An 8x8 position whose stacks are given by square, `a1 WBB`.
fn position(stacks: &[(&str, &str)], side: &str) -> String {
    let square = |file: char, rank: u8| {
        let named = stacks.iter().find(|(name, _)| *name == format!("{file}{rank}"));
        named.map_or(".", |&(_, stack)| stack)
    };
    let row = |rank| ('a'..='h').map(|file| square(file, rank)).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = (1..=8).rev().map(row).collect();
    format!("{} {side}", rows.join("/"))
}

/// Black's and White's points if both players pass from here on.
fn score(game: &dyn Session) -> Vec<f64> {
    let mut game = at(ID, &game.position());
    play(&mut *game, "pass pass");
    points(&*game)
}

fn may(game: &dyn Session, token: &str) -> bool {
    legal(game).contains(&token.to_owned())
}

#[test]
fn start_position() {
    let game = open(ID);
    assert_eq!(game.position(), position(&[], "b"));
    assert_eq!(legal(&*game).len(), 65);
    assert!(may(&*game, "pass") && !may(&*game, "switch"));
    let game = after(ID, "d4");
    assert_eq!(legal(&*game).len(), 60);
    assert!(["d4", "c4", "e4", "d3", "d5"].iter().all(|token| !may(&*game, token)));
}

#[test]
fn perft() {
    assert_eq!(perft_from(ID, None, 1..=3), [65, 3937, 239_024]);
    assert_eq!(perft_from("hi-jack(first=W)", None, 1..=2), [65, 3937]);
    // Neither points nor switches change the first turns.
    assert_eq!(perft_from("hi-jack(hijack_points=false, order_switch=false)", None, 1..=2), [65, 3937]);
}

/// White may place on all empty squares that a lone black stack does not reach, and pass.
#[test]
fn reach_of_a_lone_stack() {
    for (stack, reached) in [("B", 4), ("BB", 8), ("WBB", 16), ("WWBB", 22)] {
        let game = at(ID, &position(&[("d4", stack)], "w"));
        assert_eq!(legal(&*game).len(), 63 - reached + 1, "{stack}");
    }
    let game = at(ID, &position(&[("a1", "BB")], "w"));
    assert_eq!(legal(&*game).len(), 63 - 4 + 1);
    assert!(["a2", "a3", "b1", "c1"].iter().all(|token| !may(&*game, token)));
}

#[test]
fn blocking() {
    // The stack on a1 does not reach c1 over b1, so White, who reaches it, may place there; Black may not.
    let stacks = [("a1", "BB"), ("b1", "W")];
    let black = at(ID, &position(&stacks, "b"));
    assert!(may(&*black, "a2") && may(&*black, "a3") && may(&*black, "b1") && !may(&*black, "c1"));
    let white = at(ID, &position(&stacks, "w"));
    assert!(may(&*white, "c1") && may(&*white, "b2") && !may(&*white, "a2") && !may(&*white, "a3"));
    // A higher stack loses the furthest square only, and only if all squares between are occupied.
    let stacks = [("a1", "WBB"), ("b1", "W")];
    let white = at(ID, &position(&stacks, "w"));
    assert!(!may(&*white, "d1"), "Black alone reaches it");
    let white = at(ID, &position(&[("a1", "WBB"), ("b1", "W"), ("c1", "W")], "w"));
    assert!(may(&*white, "d1"), "White alone reaches it");
    let black = at(ID, &position(&[("a1", "WBB"), ("b1", "W"), ("c1", "W")], "b"));
    assert!(
        !may(&*black, "d1") && !may(&*black, "c1"),
        "strength 1 on c1 is not enough, White has one there"
    );
    // The second of these strengths is what an attack on c1 lacks: with b1 black it is Black 2, White 0.
    let black = at(ID, &position(&[("a1", "WBB"), ("b1", "B"), ("c1", "W")], "b"));
    assert!(may(&*black, "c1"));
}

#[test]
fn attacks_and_doubling() {
    let attacked = |stack: &str| {
        let mut game = at(ID, &position(&[("a1", "B"), ("b1", stack), ("c1", "B")], "b"));
        play(&mut *game, "b1");
        let taken = format!("{stack}B");
        assert_eq!(game.position(), position(&[("a1", "B"), ("b1", &taken), ("c1", "B")], "w"));
        game
    };
    let black_points = |spec: &str, game: &dyn Session| {
        let mut game = at(spec, &game.position());
        play(&mut *game, "pass pass");
        points(&*game)[0]
    };
    let without = "hi-jack(hijack_points=false)";
    // One piece was taken, then two: only the second is a hi-jack.
    let game = attacked("W");
    assert_eq!(black_points(ID, &*game), black_points(without, &*game));
    let mut game = attacked("WW");
    assert_eq!(black_points(ID, &*game), black_points(without, &*game) + 1.0);
    play(&mut *game, "pass b1 pass");
    assert_eq!(game.position(), position(&[("a1", "B"), ("b1", "WWBB"), ("c1", "B")], "b"));
    assert!(illegal(&mut *game, "b1").contains("two pieces above each other"));
    // Strength 1 is not enough against two pieces, nor against one that the opponent reaches.
    for stacks in [[("a1", "B"), ("b1", "WW"), ("h8", "W")], [("a1", "B"), ("b1", "W"), ("c1", "W")]] {
        assert!(illegal(&mut *at(ID, &position(&stacks, "b")), "b1").contains("height of the stack"));
    }
}

#[test]
fn the_sample_game() {
    let mut game = open(ID);
    for (index, token) in SAMPLE.split_whitespace().enumerate() {
        play(&mut *game, token);
        let expected = match index + 1 {
            9 => ([11.0, 7.0], 48),
            18 => ([11.0, 14.0], 43),
            35 => ([14.0, 16.0], 35),
            47 => ([13.0, 16.0], 28),
            _ => continue,
        };
        assert_eq!((score(&*game), legal(&*game).len()), (expected.0.to_vec(), expected.1), "{token}");
        let side = if (index + 1) % 2 == 0 { Seat::FIRST } else { Seat::SECOND };
        assert_eq!(game.turn(), Turn::Seat(side));
    }
    assert_eq!(game.position(), SAMPLE_END);
    assert!(game.draw().contains("Black, points: 13\nWhite, points: 16\n"));
    // Black is about to attack b4, which White prevents.
    play(&mut *game, "pass b6");
    assert!(!may(&*at(ID, &game.position().replace(" w", " b")), "b6"));
    assert!(may(&*at(ID, &game.position().replace(" w", " b")), "b4"));
    play(&mut *game, "b5");
    assert!(!may(&*game, "b4"));
    play(&mut *game, "pass pass");
    assert_eq!(
        (outcome(&*game).reason, scores(&*game), points(&*game)),
        ("won", vec![0.0, 1.0], vec![13.0, 15.0])
    );
}

#[test]
fn points_follow_the_first_player() {
    let mut game = after("hi-jack(first=W)", &format!("{SAMPLE} pass b6 b5 pass pass"));
    assert_eq!((scores(&*game), points(&*game)), (vec![0.0, 1.0], vec![13.0, 15.0]));
    assert_eq!(game.seat_name(Seat::FIRST), "White");
    game.set_position(SAMPLE_END).unwrap();
    assert_eq!(game.turn(), Turn::Seat(Seat::FIRST));
    play(&mut *game, "pass pass");
    assert_eq!(points(&*game), [16.0, 13.0]);
}

#[test]
fn contested_squares_are_nobodys() {
    let mut game = at(ID, SAMPLE_END);
    play(&mut *game, "b3");
    assert_eq!(score(&*game), [12.0, 16.0]);
    play(&mut *game, "b1");
    assert_eq!(score(&*game), [12.0, 15.0]);
}

#[test]
fn two_passes_end_the_game() {
    let game = after(ID, "pass pass");
    assert_eq!(
        (outcome(&*game).reason, scores(&*game), points(&*game)),
        ("drawn", vec![0.5, 0.5], vec![0.0, 0.0])
    );
    assert!(after(ID, "pass d4 pass").outcome().is_none());
}

#[test]
fn order_switch() {
    let symmetric = "d4 e5 d3 e6 c4 f5";
    let mut game = after(ID, symmetric);
    assert!(may(&*game, "switch"));
    let mut order = Vec::new();
    for token in ["switch", "a1", "b8", "h1", "g8", "pass"] {
        let Turn::Seat(seat) = game.turn() else { panic!("a seat is to move") };
        order.push(seat.index());
        play(&mut *game, token);
        assert!(!may(&*game, "switch"));
    }
    assert_eq!(order, [0, 1, 0, 0, 1, 0]);
    let early = &mut *after(ID, "d4 e5 d3 e6");
    assert!(illegal(early, "switch").contains("three pieces"));
    let crooked = &mut *after(ID, "d4 e5 d3 e6 c4 e4");
    assert!(illegal(crooked, "switch").contains("symmetric"));
    let mut pair = after(ID, &format!("{symmetric} switch"));
    assert!(illegal(&mut *pair, "switch").contains("within a switched pair"));
    play(&mut *pair, "pass");
    assert!(illegal(&mut *pair, "switch").contains("within a switched pair"));
    let mut without = after("hi-jack(order_switch=false)", symmetric);
    assert!(illegal(&mut *without, "switch").contains("without the order switch"));
    // The symmetry may be any; here a reflection in the middle line between files d and e.
    assert!(may(&*after(ID, "a1 h1 c2 f2 b5 g5"), "switch"));
}

#[test]
fn passes_around_a_switch() {
    let symmetric = "d4 e5 d3 e6 c4 f5";
    // The switch lies between the two passes and is none itself.
    let game = after(ID, &format!("{symmetric} pass switch pass"));
    assert_eq!(outcome(&*game).reason, "drawn");
    // After a switched pair without a piece there is no second switch.
    let mut game = after(ID, &format!("{symmetric} switch a1 h8"));
    assert!(may(&*game, "switch"), "pieces have been placed, and the position is symmetric again");
    play(&mut *game, "switch");
    assert!(!may(&*game, "switch"));
    let mut game = after(ID, &format!("{symmetric} switch pass"));
    assert!(!may(&*game, "switch"));
    play(&mut *game, "pass");
    assert_eq!(outcome(&*game).reason, "drawn");
}

#[test]
fn illegal_moves_name_the_rule() {
    let mut game = after(ID, "d4");
    assert!(illegal(&mut *game, "d5").contains("not stronger, here 1 to 0"));
    assert!(illegal(&mut *game, "d4").contains("height of the stack"));
    assert!(illegal(&mut *game, "i9").contains("a1..h8"));
    for token in ["", "D5", "d0", "Pass", "d4d5"] {
        assert!(illegal(&mut *game, token).contains("not a legal move"), "{token}");
    }
}

#[test]
fn sizes() {
    for size in [4, 16] {
        let game = open(&format!("hi-jack(size={size})"));
        assert_eq!(legal(&*game).len(), size * size + 1);
    }
    let text = ". . . ./. . . ./. WB . ./B . . . b";
    assert_eq!(at("hi-jack(size=4)", text).position(), text);
    assert!(refused("hi-jack(size=5)", text).contains("expected 5 rows"));
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| refused("hi-jack(size=4)", text);
    assert!(refused("").contains("expected the rows"));
    assert!(refused(". . . ./. . . ./. . . ./. . . . x").contains("`x`"));
    assert!(refused(". . . ./. . . ./. . . . b").contains("expected 4 rows"));
    assert!(refused(". . . ./. . . ./. . ./. . . . b").contains("row 2: expected 4 squares"));
    assert!(refused(". . . ./. . b ./. . . ./. . . . b").contains("c3: expected `.`"));
    assert!(refused(". . . ./. . WBBB ./. . . ./. . . . b").contains("two pieces above each other"));
    let high = "BW".repeat(8);
    assert!(
        refused(&format!(". . . ./. . . ./. . . ./{high} . . . b"))
            .contains("a1: no stack here is higher than 11")
    );
}
