//! Cross Over.

use std::collections::BTreeSet;

use super::*;

const ID: &str = "cross-over";

/// The legal tokens after a roll.
fn rolled(position: &str, face: u32) -> Vec<String> {
    let mut game = at(ID, position);
    play(&mut *game, &format!("{face}:"));
    legal(&*game)
}

fn start() -> String {
    open(ID).position()
}

#[test]
fn start_position() {
    let start = "a1,a12,b1,b12,c1,c12,d1,d12,e1,e12,f1,f12,g1,g12,h1,h12,i1,i12,j1,j12 / 2 / 1";
    assert_eq!(open(ID).position(), start);
    assert!(open("cross-over(reserve=7)").position().ends_with(" / 7 / 1"));
    let faces: Vec<(String, u64)> = (1..=6).map(|face| (format!("{face}:"), 1)).collect();
    assert_eq!(open(ID).due(), Due::Chance(faces));
}

#[test]
fn first_actions() {
    let ones = rolled(&start(), 1);
    let with = |sign: char| ones.iter().filter(|token| token.contains(sign)).count();
    assert_eq!((ones.len(), with('x'), with('+'), with('>')), (95, 45, 50, 0));
    for face in 2..=4 {
        let steps = rolled(&start(), face);
        assert_eq!(steps.len(), 10);
        assert!(steps.iter().all(|step| step[1..].starts_with("1-") && step.ends_with('2')), "{steps:?}");
    }
    assert_eq!(rolled(&start(), 5).len(), 20);
    assert_eq!(rolled(&start(), 6), ["pass"]);
}

/// Every roll and every action is a ply.
#[test]
fn perft() {
    assert_eq!(perft_from(ID, None, 1..=2), [6, 95 + 10 + 10 + 10 + 20 + 1]);
    // After a 2 the turn is over with the second step: 136 series.
    let two = format!("{} / 2:", start());
    assert_eq!(perft_from(ID, Some(&two), 1..=3), [10, 136, 136 * 6]);
}

/// The ends of all step series of a position after a roll, as positions.
fn ends(position: &str, face: u32) -> (usize, usize) {
    fn walk(position: &str, ends: &mut Vec<String>) {
        for token in legal(&*at(ID, position)) {
            let mut game = at(ID, position);
            play(&mut *game, &token);
            match game.turn() {
                Turn::Seat(_) => walk(&game.position(), ends),
                _ => ends.push(game.position()),
            }
        }
    }
    let mut all = Vec::new();
    walk(&format!("{position} / {face}:"), &mut all);
    (all.len(), all.iter().collect::<BTreeSet<_>>().len())
}

#[test]
fn step_series() {
    assert_eq!(ends(&start(), 2), (136, 73));
    assert_eq!(ends("d3,a12,f10 / 2 / 1", 2), (12, 8));
    assert_eq!(ends("d3,a12,f10 / 2 / 1", 3), (35, 15));
}

/// In how many of the six faces the player to roll can win at once.
fn winning_faces(position: &str) -> usize {
    let wins = |face: u32| {
        rolled(position, face).iter().any(|token| {
            let mut game = at(ID, position);
            play(&mut *game, &format!("{face}: {token}"));
            game.outcome().is_some_and(|outcome| outcome.scores[0] == 1.0)
        })
    };
    (1..=6).filter(|&face| wins(face)).count()
}

#[test]
fn the_last_pegs() {
    assert_eq!(winning_faces("d3,e5,a12,b12 / 2 / 1"), 1);
    assert_eq!(winning_faces("d3,a12,b12 / 2 / 1"), 0);
    assert_eq!(winning_faces("d6,a12,b12 / 2 / 1"), 1);
    assert_eq!(winning_faces("d6,d7,b12 / 2 / 1"), 0);
    let mut game = at(ID, "d3,e5,a12,b12 / 2 / 1");
    play(&mut *game, "1: xd3,e5");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "won"));
    assert_eq!(game.position(), "a12,b12 / 4 / 2");
    assert_eq!(outcome(&*game).points, None);
    assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
    let mut game = at(ID, "d6,a12 / 2 / 1");
    play(&mut *game, "6: d6>d12");
    assert_eq!(scores(&*game), [1.0, 0.0]);
    let mut game = at(ID, "d6,a7 / 2 / 2");
    play(&mut *game, "6: a7>a1");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.0, 1.0], "won"));
}

#[test]
fn crossing() {
    assert_eq!(rolled("a1,c6,c11,c12 / 2 / 1", 6), ["c6>c10"]);
    assert_eq!(rolled("a1,c6,c8,c9,c10,c11,c12 / 2 / 1", 6), ["c6>c7"]);
    assert_eq!(rolled("a1,c6,c7,c12 / 2 / 1", 6), ["pass"]);
    // A gap behind the crossing line: the hole nearest to the start line is taken.
    assert_eq!(rolled("a1,b6,b11,b9 / 2 / 1", 6), ["b6>b12"]);
    let mut game = at(ID, "a1,c6,d6,d7,c12 / 2 / 1");
    play(&mut *game, "6:");
    assert!(illegal(&mut *game, "pass").contains("has to"));
    assert!(illegal(&mut *game, "a1>a12").contains("crosses from the own crossing line"));
    assert!(illegal(&mut *game, "d6>d12").contains("opposite is occupied"));
    assert!(illegal(&mut *game, "c6>c12").contains("`c6>c11`"));
    assert!(illegal(&mut *game, "c6-c5").contains("face 6"));
    play(&mut *game, "c6>c11");
    assert_eq!(game.position(), "a1,c11,c12,d6,d7 / 2 / 2");
}

#[test]
fn the_face_one() {
    // One own peg: no removal. Removed pegs go to the reserve.
    assert!(rolled("d3,a12 / 0 / 1", 1).iter().all(|token| token == "pass"));
    assert_eq!(rolled("d3,a12,e9 / 0 / 1", 1), ["e9>e12"]);
    assert_eq!(rolled("d3,e4,a12 / 0 / 1", 1), ["xd3,e4"]);
    let mut game = at(ID, "a4,d5,e6,c9,d8 / 0 / 1");
    play(&mut *game, "1:");
    assert_eq!(legal(&*game), ["xa4,d5", "xa4,e6", "xd5,e6", "c9>c12", "d8>d12"]);
    assert!(illegal(&mut *game, "+e9").contains("reserve is empty"));
    assert!(illegal(&mut *game, "xa4,c9").contains("no own peg on c9"));
    assert!(illegal(&mut *game, "c9>c11").contains("`c9>c12`"));
    assert!(illegal(&mut *game, "a4>a1").contains("opponent's half"));
    assert!(illegal(&mut *game, "stop").contains("follows a peg"));
    play(&mut *game, "xd5,a4");
    assert_eq!(game.position(), "c9,d8,e6 / 2 / 2");
    // From the reserve into the opponent's half.
    let mut game = at(ID, "d3,a12 / 1 / 2");
    play(&mut *game, "1:");
    assert_eq!(legal(&*game).len(), 59 + 1);
    assert!(illegal(&mut *game, "+e9").contains("opponent's half"));
    assert!(illegal(&mut *game, "+d3").contains("vacant"));
    play(&mut *game, "+e6");
    assert_eq!(game.position(), "a12,d3,e6 / 0 / 1");
}

#[test]
fn sending_back() {
    let start = "a1,c9,d8,d10,e7,e12 / 0 / 1";
    let mut game = at(ID, start);
    play(&mut *game, "1:");
    assert_eq!(legal(&*game), ["d10>d12", "c9>c12", "d8>d12", "e7>e11"]);
    play(&mut *game, "d8>d12");
    assert_eq!(game.position(), "a1,c9,d10,d12,e7,e12 / 0 / 1 / 1: sent 1");
    assert_eq!(legal(&*game), ["d10>d11", "c9>c12", "e7>e11", "stop"]);
    assert!(illegal(&mut *game, "d12>d11").contains("no hole nearer"));
    assert!(illegal(&mut *game, "+e9").contains("after a peg was sent back"));
    play(&mut *game, "d10>d11 c9>c12");
    // The third ends the turn by itself.
    assert_eq!(game.position(), "a1,c12,d11,d12,e7,e12 / 0 / 2");
    let mut game = at(ID, start);
    play(&mut *game, "1: e7>e11 stop");
    assert_eq!(game.position(), "a1,c9,d8,d10,e11,e12 / 0 / 2");
    // `stop` is written also where nothing else is left.
    let mut game = at(ID, "a1,c9 / 0 / 1");
    play(&mut *game, "1: c9>c12");
    assert_eq!(legal(&*game), ["stop"]);
}

#[test]
fn steps_of_one_turn() {
    let mut game = at(ID, "a1,b1,j12 / 2 / 1");
    play(&mut *game, "4: a1-a2");
    assert!(illegal(&mut *game, "a2-a1").contains("does not come back"));
    assert!(illegal(&mut *game, "j12-j11").contains("own half may move"));
    assert!(illegal(&mut *game, "a2-c2").contains("adjacent"));
    assert!(illegal(&mut *game, "c5-c6").contains("no peg on c5"));
    assert!(illegal(&mut *game, "5:").contains("has been rolled"));
    play(&mut *game, "a2-a3 b1-a1");
    assert_eq!(game.position(), "a1,a3,j12 / 2 / 1 / 4: 1 left a1<b1 a3");
    assert!(illegal(&mut *game, "a3-a4").contains("finished"));
    assert!(illegal(&mut *game, "a1-b1").contains("does not come back"));
    // The other peg may have left a hole into which this one steps.
    assert_eq!(legal(&*game), ["a1-a2"]);
    play(&mut *game, "a1-a2");
    assert_eq!(game.position(), "a2,a3,j12 / 2 / 2");
}

#[test]
fn both_halves() {
    // All own pegs on the crossing line: any roll of 2 to 4 moves pegs of both halves.
    let steps = rolled("a6,j6,a12 / 2 / 1", 2);
    assert!(steps.contains(&"a12-a11".to_owned()) && steps.contains(&"a6-a5".to_owned()));
    assert!(rolled("a6,j5,a12 / 2 / 1", 2).iter().all(|step| !step.contains("12")));
    assert!(rolled("a6,j5,a12 / 2 / 1", 5).contains(&"a12-a11".to_owned()));
    // It is the start of the turn that counts, and steps never cross the middle.
    let mut game = at(ID, "a6,a12 / 2 / 1");
    play(&mut *game, "3: a6-a5");
    assert_eq!(game.position(), "a5,a12 / 2 / 1 / 3: 2 left both a5<a6");
    play(&mut *game, "a12-b12 b12-c12");
    assert_eq!(game.position(), "a5,c12 / 2 / 2");
    let mut game = at(ID, "a6,b6,a12 / 2 / 1");
    play(&mut *game, "2:");
    assert!(illegal(&mut *game, "a6-a7").contains("same half"));
}

#[test]
fn steps_that_cannot_be_completed_are_illegal() {
    // On a1 the peg would be shut in by its own trail with a step left.
    let mut game = at(ID, "b1,a12 / 2 / 1");
    play(&mut *game, "4: b1-b2 b2-a2");
    assert_eq!(legal(&*game), ["a2-a3"]);
    assert!(illegal(&mut *game, "a2-a1").contains("the other 1 steps could not be made"));
    let mut game = at(ID, "b1,a12 / 2 / 1");
    play(&mut *game, "3: b1-b2 b2-a2 a2-a1");
    assert_eq!(game.position(), "a1,a12 / 2 / 2");
}

#[test]
fn rolls_that_cannot_be_used_are_forfeited() {
    let mut game = at(ID, "a6,a7 / 0 / 1");
    play(&mut *game, "6:");
    assert_eq!(legal(&*game), ["pass"]);
    play(&mut *game, "pass");
    assert_eq!(game.position(), "a6,a7 / 0 / 2");
    play(&mut *game, "1:");
    assert_eq!(legal(&*game), ["a6>a1"]);
}

#[test]
fn the_turn_limit() {
    let spec = "cross-over(turn_limit=50)";
    let results = [("a1,a12", [0.5, 0.5]), ("a1,b1,a12", [0.0, 1.0]), ("a1,a12,b12", [1.0, 0.0])];
    for (pegs, result) in results {
        let mut game = at(spec, &format!("{pegs} / 0 / 1"));
        play(&mut *game, &"6: pass ".repeat(49));
        assert!(game.outcome().is_none() && game.draw().contains("turn 50 of 50"));
        play(&mut *game, "6: pass");
        assert_eq!((scores(&*game), outcome(&*game).reason), (result.to_vec(), "length-limit"));
    }
    // Who empties the own half with the last turn has won.
    let mut game = at(spec, "a1,a6,b12 / 0 / 1");
    play(&mut *game, "6: a6>a12");
    play(&mut *game, &"6: pass ".repeat(48));
    play(&mut *game, "1: xa12,b12");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.0, 1.0], "won"));
}

#[test]
fn impossible_positions_are_refused() {
    let found = |text: &str| refused(ID, text);
    assert!(found("a1,a12").contains("`pegs / reserve / player`"));
    assert!(found("a1,k12 / 2 / 1").contains("found `k12`"));
    assert!(found("a1,a13 / 2 / 1").contains("found `a13`"));
    assert!(found("a1,a12,a1 / 2 / 1").contains("a1 is named twice"));
    assert!(found("a1,a12 / x / 1").contains("found `x`"));
    assert!(found("a1,a12 / 21 / 1").contains("at most 22 pegs with the reserve, found 23"));
    assert!(found("a1,a12 / 2 / 3").contains("found `3`"));
    assert!(found("a12 / 2 / 1").contains("empty half"));
    assert!(found("- / 2 / 1").contains("empty half"));
    assert!(found("a12 / 2 / 2 / 3:").contains("over"));
    assert!(found("a1,a12 / 2 / 1 / 7:").contains("`1:` to `6:`"));
    assert!(found("a1,a12 / 2 / 1 / 1: sent 3").contains("one or two pegs"));
    assert!(found("a1,a12 / 2 / 1 / 2: sent 1").contains("expected `sent`"));
    assert!(found("a1,a12 / 2 / 1 / 3: 3 left a1<a2").contains("number of steps"));
    assert!(found("a1,a12 / 2 / 1 / 3: 2 left a1").contains("expected `a3<a1,a2`"));
    assert!(found("a1,a12 / 2 / 1 / 3: 2 left a2<a1").contains("stand in a half"));
    assert!(found("a1,a12 / 2 / 1 / 3: 2 left a12<a11").contains("stand in a half"));
    assert!(found("a1,b1,a12 / 2 / 1 / 3: 2 left a1<b1").contains("vacant holes"));
    assert!(found("a1,a12 / 2 / 1 / 3: 2 left a1<c1").contains("step by step"));
    assert!(found("a1,a12 / 2 / 1 / 3: 2 left a1<a2,a3").contains("do not fit"));
    assert!(found("a1,b1,a12 / 2 / 1 / 3: 2 left a1<a2 b1").contains("do not fit"));
    assert!(found("a1,b1,a12 / 2 / 1 / 3: 1 left a1<a2 a1").contains("not finished"));
    assert!(found("a1,b1,a12 / 2 / 1 / 3: 2 left both a1<a2").contains("crossing line"));
    assert!(found("a1,a12 / 2 / 1 / 5: 4 left a1<a2").contains("after a 5"));
}
