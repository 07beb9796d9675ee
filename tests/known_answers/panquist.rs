//! Panquist. The table of classes has its tests beside it.

use super::*;

const ID: &str = "panquist";

#[test]
fn scripts_of_the_rules_page() {
    let mut game = after(ID, "0:653 0:662 0:511 0:331 1:644");
    let text = "turn=0 first=0 throws=5 due=throw numbers=14,7 thrower=caster money=8,8 battle=-";
    assert_eq!(game.position(), text);
    play(&mut *game, "0:644");
    let text = "turn=1 first=1 throws=0 due=throw numbers=0,0 thrower=caster money=12,4 battle=-";
    assert_eq!(game.position(), text);
    let game = after("panquist(win_on=any)", "0:653 0:662 0:511 0:331");
    let text = "turn=1 first=1 throws=0 due=throw numbers=0,0 thrower=caster money=8,8 battle=-";
    assert_eq!(game.position(), text);
}

#[test]
fn who_cannot_stake_loses() {
    // The caster of turn 0 takes 4, nobody anything in turn 1, the caster of turn 2 takes 1: seat 1 has 3 left.
    let mut game = after(ID, "0:653 0:511 0:644 1:653 1:511 1:111 0:511");
    assert!(game.position().contains("turn=2 first=0 throws=0"), "{}", game.position());
    play(&mut *game, "0:542 0:511 0:542");
    assert!(game.position().contains("money=13,3"), "{}", game.position());
    // Seat 1 is the caster of turn 3 and need not stake; it wins nothing and must stake in turn 4.
    assert!(game.outcome().is_none());
    play(&mut *game, "1:653 1:511 1:111 0:511");
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0], vec![5.0, -5.0]));
    assert_eq!(outcome(&*game).reason, "won");
}

#[test]
fn length_rules() {
    let mut game = after("panquist(max_throws=4, max_turns=2)", "0:653 0:511 0:111 1:111");
    assert!(game.position().contains("turn=1 first=1 throws=0") && game.position().contains("money=8,8"));
    play(&mut *game, "1:653 1:511 1:653");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.0, 1.0], vec![-2.0, 2.0]));
    assert_eq!(outcome(&*game).reason, "length-limit");
    let game = after("panquist(max_turns=1)", "0:653 0:511 0:111 1:511");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "drawn"));
}

#[test]
fn equal_numbers_need_own_throws() {
    let mut game = after("panquist(distinct=false)", "0:653 0:653");
    assert!(game.position().contains("numbers=14,14 "), "{}", game.position());
    play(&mut *game, "0:511 1:644");
    assert!(game.position().contains("turn=1 first=1") && game.position().contains("money=8,8"));
    let error = session::open("panquist(distinct=false, win_on=any)").err().unwrap();
    assert!(error.to_string().contains("win_on=own"));
}

#[test]
fn the_battle_is_thrown_once() {
    let game = after("panquist(battle=lowest)", "0:651 1:111 1:653 1:511 1:644");
    let text = "turn=1 first=0 throws=0 due=throw numbers=0,0 thrower=caster money=4,12 battle=-";
    assert_eq!(game.position(), text);
}

#[test]
fn impossible_positions_are_refused() {
    let after = "turn=1 first=1 throws=3 due=throw numbers=14,7 thrower=staker money=12,4 battle=-";
    at(ID, after);
    for (field, wrong) in [
        ("first=1", "first=0"),
        ("throws=3", "throws=2"),
        ("throws=3", "throws=1"),
        ("due=throw", "due=decision"),
        ("numbers=14,7", "numbers=14,14"),
        ("numbers=14,7", "numbers=0,7"),
        ("numbers=14,7", "numbers=15,7"),
        ("thrower=staker", "thrower=seat"),
        ("money=12,4", "money=12,5"),
        ("money=12,4", "money=3,13"),
        ("money=12,4", "money=-1,17"),
        ("battle=-", "battle=0,1:"),
    ] {
        refused(ID, &after.replace(field, wrong));
    }
    refused(ID, "turn=0 first=0 throws=0 due=throw numbers=0,0 thrower=caster money=12,4 battle=-");
    let over = "turn=2 first=0 throws=0 due=throw numbers=0,0 thrower=caster money=13,3 battle=-";
    assert!(at(ID, over).outcome().is_some());
    refused(ID, &over.replace("throws=0", "throws=1"));
}
