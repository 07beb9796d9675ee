//! Guirguiesca.

use super::*;

const ID: &str = "guirguiesca";

#[test]
fn scripts_of_the_rules_page() {
    let game = after(ID, "0:64 0:54 0:33 0:63");
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0], vec![1.0, -1.0]));
    for lost in ["0:11", "0:64 0:64", "0:64 0:54 0:55", "0:31 0:22", "0:31 0:32 0:44 0:55 0:65"] {
        assert_eq!(scores(&*after(ID, lost)), [0.0, 1.0], "{lost}");
    }
}

#[test]
fn chances_of_the_first_throws() {
    let (first, second) = (1.0 / 6.0, 5.0 / 36.0 + 17.0 / 162.0);
    assert_close(&won_within(ID, 1), &[0.0, first]);
    assert_close(&won_within(ID, 2), &[0.0, first + second]);
    assert_close(&[1.0 - first - second], &[191.0 / 324.0]);
}

#[test]
fn roles_swap_after_every_turn() {
    let mut game = after("guirguiesca(turns=2, stake=5)", "0:11");
    assert_eq!(
        game.position(),
        "turn=1 order=1,0 throws=0 place=0 state=0,0 won=0,840/840 money=-5,5 battle=-"
    );
    play(&mut *game, "1:66");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.5, 0.5], vec![0.0, 0.0]));
    // One battle, before turn 0; then the roles swap.
    let game = after("guirguiesca(turns=3, battle=highest)", "0:32 1:41 0:11 1:21 1:11 0:21 1:11");
    assert_eq!(scores(&*game), [1.0, 0.0]);
}

#[test]
fn the_throw_limit_shares_the_turn() {
    let game = after("guirguiesca(max_throws=3)", "0:64 0:54 0:33");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.5, 0.5], vec![0.0, 0.0]));
}

#[test]
fn two_players_without_shared_options() {
    for option in ["players=2", "rotate=true"] {
        assert!(session::open(&format!("{ID}({option})")).is_err());
    }
}

#[test]
fn impossible_positions_are_refused() {
    let after = "turn=0 order=0,1 throws=2 place=0 state=10,9 won=0,0/840 money=0,0 battle=-";
    at(ID, after);
    for (field, wrong) in [
        ("state=10,9", "state=10,10"),
        ("state=10,9", "state=10,0"),
        ("state=10,9", "state=11,9"),
        ("throws=2", "throws=1"),
        ("place=0", "place=1"),
        ("order=0,1", "order=1,0"),
    ] {
        refused(ID, &after.replace(field, wrong));
    }
    at("guirguiesca(battle=lowest)", &after.replace("order=0,1", "order=1,0"));
}
