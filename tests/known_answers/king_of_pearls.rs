//! King of Pearls.

use super::*;

const ID: &str = "king-of-pearls";

fn points(position: &str) -> Vec<f64> {
    outcome(&*at(ID, position)).points.unwrap().to_vec()
}

/// The number of ways to place the stones that are due.
fn placements(record: &str) -> usize {
    let game = after(ID, record);
    match game.due() {
        Due::Seat(_, legal) => legal.iter().map(|token| placements(&format!("{record} {token}"))).sum(),
        _ => 1,
    }
}

#[test]
fn choices_and_openings() {
    let game = open(ID);
    let Due::Simultaneous(choices) = game.due() else { panic!("both players choose") };
    assert!(choices.iter().all(|(_, legal)| legal.join(" ") == "1 2 3 4"));
    assert_eq!(game.position(), "8/8/8/8/8/8/8/8 B -");
    assert_eq!(legal(&*after(ID, "B1W1")).len(), 28);
    assert_eq!(perft_from(ID, None, 1..=2), [16, 16 * 28]);
}

#[test]
fn placement_sequences() {
    assert_eq!(placements("B1W1"), 80);
    assert_eq!(placements("B1W2"), 230);
    assert_eq!(placements("B2W2"), 714);
    assert_eq!(placements("B1W3"), 714);
}

#[test]
fn the_example_turn() {
    let mut game = after(ID, "B3W2 @a1 @c1");
    assert_eq!(game.position(), "8/8/8/8/8/B7/1B6/W1W5 W B1W0");
    assert_eq!(legal(&*game).len(), 28 - 3);
    play(&mut *game, "@a8");
    assert_eq!(game.position(), "B7/8/8/8/8/B7/1B6/W1W5 W -");
    // White played first, and does so again when the numbers are equal.
    play(&mut *game, "B1W1");
    assert_eq!(game.position(), "B7/1W6/2B5/8/8/B7/1B6/W1W5 W -");
}

#[test]
fn equal_numbers_on_turn_one_begin_with_black() {
    assert_eq!(after(ID, "B2W2 @a8").position(), "B7/1B6/2W5/3W4/8/8/8/8 B -");
    assert_eq!(after(ID, "B2W1 @a8").position(), "W7/1B6/2B5/8/8/8/8/8 W -");
}

#[test]
fn full_boards() {
    let checkerboard = "WBWBWBWB/BWBWBWBW/WBWBWBWB/BWBWBWBW/WBWBWBWB/BWBWBWBW/WBWBWBWB/BWBWBWBW B -";
    assert_eq!(points(checkerboard), [32.0, 32.0]);
    let halves = format!("{} W -", ["BBBBWWWW"; 8].join("/"));
    assert_eq!(points(&halves), [-32.0, -32.0]);
    assert_eq!(
        (scores(&*at(ID, &halves)), outcome(&*at(ID, &halves)).reason),
        (vec![0.5, 0.5], "board-full")
    );
    // Ranks 1 to 3 are White's: three towers of 5 for Black's files do not count, eight of 8 along ranks do.
    let ranks = "BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/WWWWWWWW/WWWWWWWW/WWWWWWWW B -";
    assert_eq!(points(ranks), [-40.0, -24.0]);
    assert_eq!(scores(&*at(ID, ranks)), [0.0, 1.0]);
}

#[test]
fn surplus_stones_are_dropped() {
    let mut game = at(ID, "BWBWBWB1/BWBWBWBW/BWBWBWBW/BWBWBWBW/BWBWBWBW/BWBWBWBW/BWBWBWBW/BWBWBWBW B -");
    play(&mut *game, "B4W3");
    assert_eq!(legal(&*game), ["@h8"]);
    play(&mut *game, "@h8");
    assert_eq!(outcome(&*game).reason, "board-full");
    assert!(game.position().ends_with("W -"), "{}", game.position());
}

#[test]
fn illegal_moves_are_explained() {
    let why = |record: &str, token: &str| after(ID, record).play(token).unwrap_err().message;
    assert!(why("", "B5W1").contains("from 1 to 4") && why("", "B5W1").contains("Black"));
    assert!(why("", "B1W0").contains("White"));
    assert!(why("B1W1", "@d4").contains("on the edge"));
    assert!(why("B1W2 @a1", "@a1").contains("vacant"));
    for token in ["", "B1", "W1B1", "1/1", "@a1", "pass"] {
        why("", token);
    }
    for token in ["a1", "@", "@i1", "B1W1"] {
        why("B1W1", token);
    }
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| open(ID).set_position(text).unwrap_err().to_string();
    assert!(refused("").contains("ranks first left"));
    assert!(refused("8/8/8/8/8/8/8 B -").contains("8 ranks"));
    assert!(refused("8/8/8/8/8/8/8/7x B -").contains("h1"));
    assert!(refused("8/8/8/8/8/8/8/8 x -").contains("`x`"));
    assert!(refused("8/8/8/8/8/8/8/8 W -").contains("Black plays first"));
    assert!(refused("8/8/8/8/8/8/8/8 B B5W1").contains("`B5W1`"));
    assert!(refused("8/8/8/8/8/8/8/8 B B2W1").contains("lower number"));
    assert!(refused("8/8/8/8/8/8/8/8 W B2W0").contains("first stones"));
    assert_eq!(at(ID, "8/8/8/8/8/8/8/BB6 B -").position(), "8/8/8/8/8/8/8/BB6 B -");
    assert!(refused("8/8/8/8/8/8/8/1BB5 B -").contains("only one line"));
    assert!(refused("8/8/2B5/8/8/8/8/8 B -").contains("from one of its ends on"));
    assert!(refused("B7/8/8/8/8/8/8/7B B -").contains("a8-h1"));
    assert!(refused("B7/8/8/8/8/8/8/8 B B1W1").contains("can be filled"));
    let all_black = format!("{} B -", ["BBBBBBBB"; 8].join("/"));
    assert!(refused(&all_black).contains("52 stones, found 64"));
}
