//! Lowest wins; `highest_wins` tests what both have in common.

use super::*;

#[test]
fn the_script_of_the_rules_page() {
    let game = after("lowest-wins(players=3)", "0:651 1:543 2:443");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.0, 0.0, 1.0], vec![-1.0, -1.0, 2.0]));
}

#[test]
fn positions_show_the_sum_thrown() {
    let game = after("lowest-wins(players=3)", "0:211 1:411");
    let text = "turn=0 order=0,1,2 throws=2 place=2 state=4:0/2 won=0,0,0/840 money=0,0,0 battle=-";
    assert_eq!(game.position(), text);
    refused("lowest-wins(players=3)", &text.replace("4:0", "2:0"));
}

#[test]
fn turning_the_dice_over_gives_highest_wins() {
    for spec in ["(players=3)", "(dice=1)", "(ties=draw)"] {
        let won = |id: &str| won_within(&format!("{id}{spec}"), 3);
        assert_close(&won("lowest-wins"), &won("highest-wins"));
    }
}
