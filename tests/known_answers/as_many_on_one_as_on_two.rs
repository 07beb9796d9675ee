//! As many on one as on two.

use super::*;

const ID: &str = "as-many-on-one-as-on-two";

#[test]
fn scripts_of_the_rules_page() {
    let mut game = after(ID, "0:5/41 1:3/21");
    assert!(game.outcome().is_none());
    play(&mut *game, "0:2/11 1:6/65");
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0], vec![1.0, -1.0]));
    assert_eq!(scores(&*after(ID, "0:6/41 1:4/31")), [0.0, 1.0]);
}

#[test]
fn an_attempt_succeeds_15_times_of_216() {
    let none = format!("{ID}(last_throw=none)");
    assert_close(&won_within(&none, 1), &[5.0 / 72.0, 0.0]);
    let Due::Chance(results) = open(ID).due() else { panic!("dice are thrown") };
    assert_eq!((results.len(), results.iter().map(|(_, weight)| weight).sum::<u64>()), (126, 216));
    // One die showing 1 never succeeds.
    assert!(after(&none, "0:1/11").outcome().is_none());
}

#[test]
fn who_may_still_tie() {
    // Seat 1 of three succeeds first; seat 0 has failed before.
    let record = "0:6/41 1:5/41";
    assert_eq!(scores(&*after(&format!("{ID}(players=3, last_throw=none)"), record)), [0.0, 1.0, 0.0]);
    let mut round = after(&format!("{ID}(players=3)"), record);
    assert!(round.position().contains("place=2 state=1,2:1/2 "), "{}", round.position());
    play(&mut *round, "2:1/11");
    assert_eq!(scores(&*round), [0.0, 1.0, 0.0]);
    let mut all = after(&format!("{ID}(players=3, last_throw=all)"), record);
    assert!(all.position().contains("place=2 state=0,1,2:1/0,2 "), "{}", all.position());
    play(&mut *all, "2:1/11");
    assert!(all.position().contains("place=0 state=0,1:1/0 "), "{}", all.position());
    // Seats 0 and 1 tie and play on, the lower seat first.
    play(&mut *all, "0:2/11");
    assert!(all.position().contains("place=0 state=0,1:-/0,1 "), "{}", all.position());
    play(&mut *all, "0:2/11 1:1/11");
    assert_eq!(scores(&*all), [1.0, 0.0, 0.0]);
}

#[test]
fn an_attempt_is_two_throws() {
    let limited = format!("{ID}(max_throws=3)");
    assert!(after(&limited, "0:1/11").outcome().is_none());
    assert_eq!(scores(&*after(&limited, "0:1/11 1:1/11")), [0.5, 0.5]);
    assert_eq!(scores(&*after(&limited, "0:1/11 1:2/11")), [0.0, 1.0]);
}

#[test]
fn the_battle_throws_three_dice() {
    let game = after(&format!("{ID}(battle=lowest)"), "0:651 1:111 1:2/11 0:1/11");
    assert_eq!(scores(&*game), [0.0, 1.0]);
}

#[test]
fn impossible_positions_and_throws_are_refused() {
    let three = format!("{ID}(players=3)");
    let after = "turn=0 order=0,1,2 throws=4 place=2 state=1,2:1/2 won=0,0,0/840 money=0,0,0 battle=-";
    at(&three, after);
    for wrong in ["1,2:1/-", "0,1,2:1/2", "1,2:1/1,2", "1,2:-/2", "1:1/2", "1,2:1", "1,2:1/0"] {
        let error = refused(&three, &after.replace("1,2:1/2", wrong));
        assert!(error.contains("state"), "{wrong}: {error}");
    }
    assert!(refused(&three, &after.replace("throws=4", "throws=5")).contains("attempts"));
    refused(&format!("{ID}(players=3, last_throw=none)"), after);
    let mut game = open(ID);
    assert!(illegal(&mut *game, "0:541").contains("such as `0:6/66`"));
}
