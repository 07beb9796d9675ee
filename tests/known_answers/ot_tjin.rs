//! Ot-tjin.

use super::*;

const ID: &str = "ot-tjin";
const FIVE: &str = "ot-tjin(seeds=5)";
/// The published problem, reconstructed.
const PROBLEM: &str = "0,0,0,0,0,0,0,1,2|0,2,0,0,1,0,1,1,2 S 40,40";
/// Its line, from ply 19 on a cycle of 30 plies.
const LINE: &str = "9/8/8/1/5/4/4/6/2/3/6/2/5/5/4/4/3/3/7/7/6/6/5/5/4/4/8/2/7/1/6/3/5/2/8/8/2/7/1/6/3/5/2/4/4/3/3/8/\
                    7/7/6/6/5/5/4/4";
const CYCLE: std::ops::Range<usize> = 18..48;

/// The position without side and stores.
fn holes(game: &dyn Session) -> String {
    let position = game.position();
    position.split(' ').next().expect("a field").to_owned()
}

#[test]
fn first_moves() {
    for (seeds, expected) in [
        (2, "0,3,3,0,1,4,1,3,3|0,3,3,0,3,3,0,3,3"),
        (3, "4,0,4,4,1,0,5,1,5|5,0,1,5,5,5,1,4,4"),
        (4, "1,6,6,6,2,1,6,6,1|6,6,0,6,1,6,6,6,0"),
        (5, "6,6,6,0,1,7,7,7,7|1,6,6,6,6,6,0,6,6"),
    ] {
        let mut game = open(&format!("ot-tjin(seeds={seeds})"));
        assert_eq!(legal(&*game), ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
        play(&mut *game, "5");
        assert_eq!(game.position(), format!("{expected} N 0,0"));
    }
    assert_eq!(open(ID).position(), "3,3,3,3,3,3,3,3,3|3,3,3,3,3,3,3,3,3 S 0,0");
}

#[test]
fn perft() {
    for (seeds, counts) in
        [(2, [9, 56, 402, 2687]), (3, [9, 71, 544, 4041]), (4, [9, 69, 523, 3996]), (5, [9, 73, 599, 4731])]
    {
        assert_eq!(perft_from(&format!("ot-tjin(seeds={seeds})"), None, 1..=4), counts);
    }
}

#[test]
fn a_fish() {
    let game = after(ID, "1 8");
    assert_eq!(game.position(), "3,0,1,0,6,6,1,2,0|6,6,2,5,5,0,1,1,6 S 0,3");
}

#[test]
fn the_published_line() {
    let mut game = at(FIVE, PROBLEM);
    assert_eq!(legal(&*game), ["8", "9"]);
    let line: Vec<&str> = LINE.split('/').collect();
    assert_eq!(line.len(), 56);
    let mut positions = vec![holes(&*game)];
    for token in &line {
        assert!(game.outcome().is_none());
        play(&mut *game, token);
        assert!(game.position().ends_with(" 40,40"), "no fish");
        positions.push(holes(&*game));
    }
    assert_eq!(positions[1], "1,1,1,0,0,0,0,1,0|1,0,1,1,0,1,0,2,0");
    assert_eq!(positions[2], "0,2,0,1,1,0,0,1,0|1,0,1,1,0,1,0,0,1");
    assert_eq!(positions[CYCLE.start], "0,0,0,1,1,1,1,0,1|0,0,0,1,1,1,1,0,1");
    assert_eq!(positions[CYCLE.end], positions[CYCLE.start]);
}

/// Plays the line up to ply 48 and the cycle once or more again, until the game ends; returns the plies played.
fn go_round(spec: &str) -> (Box<dyn Session>, usize) {
    let line: Vec<&str> = LINE.split('/').collect();
    let mut game = at(spec, PROBLEM);
    play(&mut *game, &line[..CYCLE.start].join(" "));
    let mut plies = CYCLE.start;
    for token in line[CYCLE].iter().cycle() {
        if game.outcome().is_some() {
            break;
        }
        play(&mut *game, token);
        plies += 1;
    }
    (game, plies)
}

#[test]
fn the_third_occurrence_gives_no_result() {
    let (game, plies) = go_round(FIVE);
    assert_eq!((plies, outcome(&*game).reason, scores(&*game)), (78, "repetition", vec![0.5, 0.5]));
    assert_eq!(points(&*game), [8.0, 8.0]);
    for (repetition, expected) in [(2, 48), (4, 108), (5, 138)] {
        assert_eq!(go_round(&format!("ot-tjin(seeds=5, repetition={repetition})")).1, expected);
    }
}

#[test]
fn who_cannot_move_loses_the_rest() {
    let mut game = at(FIVE, PROBLEM);
    play(&mut *game, "8 3");
    assert_eq!(game.position(), "0,0,0,0,0,0,0,0,0|1,3,0,1,1,0,1,1,2 S 40,40");
    assert_eq!((outcome(&*game).reason, scores(&*game)), ("no-move", vec![0.0, 1.0]));
    assert_eq!(points(&*game), [8.0, 10.0]);
    assert_eq!(at(FIVE, &game.position()).outcome(), game.outcome());
    // Nothing is left to take, and both have nine fish.
    let drawn = at(FIVE, "0,0,0,0,0,0,0,0,0|0,0,0,0,0,0,0,0,0 N 45,45");
    assert_eq!((outcome(&*drawn).reason, scores(&*drawn)), ("no-move", vec![0.5, 0.5]));
}

/// Endless moves of random games; the laps come back to where they began.
#[test]
fn a_move_that_never_ends_gives_no_result() {
    for (seeds, rows, stores, side, number) in [
        (3, "3,0,5,2,1,4,0,1,0|1,0,4,3,8,1,0,3,0", "9,9", "S", "6"),
        (3, "3,4,1,6,1,0,1,4,1|0,1,0,1,0,1,2,0,4", "9,15", "N", "7"),
        (4, "1,0,2,1,0,1,0,1,0|1,2,0,1,0,1,0,1,0", "28,32", "N", "2"),
    ] {
        let mut game = at(&format!("ot-tjin(seeds={seeds})"), &format!("{rows} {side} {stores}"));
        assert!(legal(&*game).contains(&number.to_owned()), "the move is legal");
        play(&mut *game, number);
        assert_eq!((outcome(&*game).reason, scores(&*game)), ("endless-move", vec![0.5, 0.5]));
        let next = if side == "S" { "N" } else { "S" };
        assert_eq!(game.position(), format!("{rows} {next} {stores}"));
    }
    let game = after(ID, "5 7 6 8 6 5 5 9 1 8 2 2 6 9 5 1 6");
    assert_eq!(outcome(&*game).reason, "endless-move");
}

#[test]
fn illegal_moves_name_the_rule() {
    let mut game = at(FIVE, PROBLEM);
    assert!(illegal(&mut *game, "1").contains("hole 1 is empty"));
    for token in ["0", "10", "18"] {
        assert!(illegal(&mut *game, token).contains("an own hole, 1 to 9"), "{token}");
    }
    for token in ["", "S8", "08", "8/3", "pass", "-1"] {
        assert!(illegal(&mut *game, token).contains("not a legal move"), "{token}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| refused(ID, text);
    let start = "3,3,3,3,3,3,3,3,3|3,3,3,3,3,3,3,3,3";
    assert!(refused(start).contains("expected a position"));
    assert!(refused("3,3,3,3,3,3,3,3,3 S 0,27").contains("two rows"));
    assert!(refused("3,3,3,3,3,3,3,3|3,3,3,3,3,3,3,3,3 S 0,3").contains("South's holes: expected 9"));
    assert!(refused("3,3,3,3,3,3,3,3,3|3,3,3,3,3,3,3,3,x S 0,0").contains("North's holes"));
    assert!(refused("3,3,3,3,3,3,3,3,55|3,3,3,3,3,3,3,3,3 S 0,0").contains("from 0 to 54"));
    assert!(refused(&format!("{start} s 0,0")).contains("`s`"));
    assert!(refused(&format!("{start} S 0")).contains("the stores: expected 2"));
    assert!(refused(&format!("{start} S 3,0")).contains("found 54 in the holes and 3 in the stores"));
    assert!(refused("3,3,3,3,3,3,3,3,2|3,3,3,3,3,3,3,3,3 S 1,0").contains("fish of 3 seeds, found 1"));
    assert!(refused(PROBLEM).contains("fish of 3 seeds, found 40"));
}
