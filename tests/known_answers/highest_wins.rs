//! Highest wins.

use super::*;

const ID: &str = "highest-wins";

#[test]
fn the_script_of_the_rules_page() {
    let mut game = after("highest-wins(players=3)", "0:651 1:543 2:443");
    assert!(game.position().contains("state=0:-/0,1 "), "{}", game.position());
    play(&mut *game, "0:333 1:321");
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0, 0.0], vec![2.0, -1.0, -1.0]));
}

#[test]
fn ties_may_share_the_turn() {
    let game = after("highest-wins(players=3, ties=draw)", "0:651 1:543 2:443");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.5, 0.5, 0.0], vec![0.0; 3]));
    assert_eq!(outcome(&*game).reason, "drawn");
    assert_eq!(scores(&*after("highest-wins(ties=draw, turns=2)", "0:651 1:543 1:111 0:222")), [1.0, 0.0]);
}

#[test]
fn chances_of_one_round() {
    let cases = [
        (1, 2, 1.0 / 6.0, 5.0 / 12.0),
        (2, 2, 73.0 / 648.0, 575.0 / 1296.0),
        (3, 2, 361.0 / 3888.0, 3527.0 / 7776.0),
        (3, 3, 112_865.0 / 839_808.0, 726_943.0 / 2_519_424.0),
    ];
    for id in [ID, "lowest-wins"] {
        for (dice, players, shared, alone) in cases {
            let won = won_within(&format!("{id}(dice={dice}, players={players}, ties=draw)"), players);
            assert_close(&won, &vec![alone; players as usize]);
            assert_close(&[1.0 - won.iter().sum::<f64>()], &[shared]);
        }
    }
    // Rounds are independent: their number is the inverse of the chance that one decides.
    let decisive: f64 = won_within(ID, 2).iter().sum();
    assert_close(&[1.0 / decisive], &[3888.0 / 3527.0]);
}

#[test]
fn combinations_of_several_dice() {
    for (dice, combinations) in [(1, 6), (2, 21), (3, 56), (4, 126), (5, 252), (8, 1287)] {
        assert_eq!(perft_from(&format!("{ID}(dice={dice})"), None, 1..=1), [combinations]);
    }
    assert_eq!(scores(&*after("highest-wins(dice=8)", "0:66666661 1:66666662")), [0.0, 1.0]);
}

#[test]
fn the_battle_throws_the_dice_of_the_game() {
    let game = after("highest-wins(dice=2, battle=highest)", "0:32 1:33 1:11 0:21");
    assert_eq!(scores(&*game), [1.0, 0.0]);
}

#[test]
fn impossible_positions_are_refused() {
    let after = "turn=0 order=0,1,2 throws=2 place=2 state=12:0,1/2 won=0,0,0/840 money=0,0,0 battle=-";
    at("highest-wins(players=3)", after);
    for wrong in [
        "12:0,1/-",
        "12:0/2,1",
        "0:0,1/2",
        "12:-/2",
        "2:0,1/2",
        "19:0,1/2",
        "12:0,1/0,2",
        "12:2/2",
        "x",
        "12:0,1",
    ] {
        let error = refused("highest-wins(players=3)", &after.replace("12:0,1/2", wrong));
        assert!(error.contains("state"), "{wrong}: {error}");
    }
    refused("highest-wins(players=3)", &after.replace("throws=2", "throws=1"));
    let tied = "turn=0 order=0,1 throws=2 place=0 state=0:-/0,1 won=0,0/840 money=0,0 battle=-";
    at(ID, tied);
    refused("highest-wins(ties=draw)", tied);
}
