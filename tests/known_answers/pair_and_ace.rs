//! Pair and ace.

use super::*;

const ID: &str = "pair-and-ace";

#[test]
fn scripts_of_the_rules_page() {
    let game = after("pair-and-ace(players=3)", "0:651 1:642 2:543 0:552");
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0, 0.0], vec![2.0, -1.0, -1.0]));
    let game = after("pair-and-ace(players=3, need_ace=true)", "0:651 1:642 2:543 0:552 1:661");
    assert_eq!(scores(&*game), [0.0, 1.0, 0.0]);
}

#[test]
fn chances_of_a_throw() {
    assert_close(&won_within(ID, 1), &[4.0 / 9.0, 0.0]);
    assert_close(&won_within(ID, 2), &[4.0 / 9.0, 20.0 / 81.0]);
    assert_close(&won_within("pair-and-ace(need_ace=true)", 1), &[2.0 / 27.0, 0.0]);
    let with_ace = |throw: &str| after("pair-and-ace(need_ace=true)", throw).outcome().is_some();
    assert!(with_ace("0:111") && !with_ace("0:411"));
}

#[test]
fn impossible_positions_are_refused() {
    let after = "turn=0 order=0,1 throws=3 place=1 state=- won=0,0/840 money=0,0 battle=-";
    at(ID, after);
    assert!(refused(ID, &after.replace("state=-", "state=1")).contains("state"));
    refused(ID, &after.replace("place=1", "place=0"));
}
