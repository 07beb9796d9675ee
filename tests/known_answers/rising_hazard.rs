//! Rising hazard.

use super::*;

const ID: &str = "rising-hazard";

#[test]
fn scripts_of_the_rules_page() {
    let mut game = after(ID, "0:551 0:433 0:666 0:throw 0:622 0:throw 0:111");
    let text =
        "turn=0 first=0 throws=5 due=decision numbers=11,10 won=0,0 payer=- pot=6 money=997,997 battle=-";
    assert_eq!(game.position(), text);
    play(&mut *game, "0:throw 0:443");
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0], vec![3.0, -3.0]));
    assert_eq!(outcome(&*game).reason, "won");

    let mut game = after(ID, "0:511 0:431 0:665 0:throw 0:444");
    let text = "turn=1 first=1 throws=0 due=throw numbers=0,0 won=0,0 payer=- pot=4 money=998,998 battle=-";
    assert_eq!(game.position(), text);
    play(&mut *game, "1:641 1:632 1:611 1:654 1:throw 1:551");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.0, 1.0], vec![-3.0, 3.0]));
}

#[test]
fn units_may_be_covered_in_turn() {
    let spec = "rising-hazard(cover=alternate)";
    // The first unit is paid by the player who is not throwing.
    let mut game = open(spec);
    assert!(game.position().ends_with("payer=0 pot=2 money=1000,998 battle=-"), "{}", game.position());
    play(&mut *game, "0:551 0:433 0:666 0:throw 0:333");
    assert!(game.position().ends_with("payer=1 pot=4 money=998,998 battle=-"), "{}", game.position());
    play(&mut *game, "1:551 1:433 1:666");
    assert!(game.position().ends_with("payer=0 pot=6 money=998,996 battle=-"), "{}", game.position());
    play(&mut *game, "1:throw 1:551");
    assert_eq!(points(&*game), [-2.0, 2.0]);
}

#[test]
fn who_cannot_pay_adds_nothing() {
    let mut game = after("rising-hazard(bank=2)", "0:551 0:433 0:666 0:throw 0:666");
    assert!(game.position().contains("pot=4 money=0,0"), "{}", game.position());
    play(&mut *game, "0:throw 0:551");
    assert_eq!(points(&*game), [2.0, -2.0]);
    let mut game = after("rising-hazard(bank=2, cover=alternate)", "0:551 0:433 0:666 0:throw 0:666");
    assert!(game.position().ends_with("payer=1 pot=4 money=0,0 battle=-"), "{}", game.position());
    play(&mut *game, "0:stop");
    assert!(game.position().ends_with("payer=1 pot=4 money=0,0 battle=-"), "{}", game.position());
    // A pot that cannot begin ends the game: pots decide, then money.
    let game = after("rising-hazard(bank=1, pots=3)", "0:551 0:433 0:551");
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0], vec![1.0, -1.0]));
    let game = open("rising-hazard(bank=1, cover=alternate)");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.5, 0.5], vec![0.0, 0.0]));
}

#[test]
fn more_pots_win_before_more_money() {
    // Seat 0 wins a pot of three units, then seat 1 two of one unit.
    let mut game = after("rising-hazard(pots=3)", "0:551 0:433 0:666 0:throw 0:666 0:throw 0:551");
    assert!(
        game.position().ends_with("won=1,0 payer=- pot=2 money=1002,996 battle=-"),
        "{}",
        game.position()
    );
    play(&mut *game, "1:551 1:433 1:551 0:551 0:433 0:333 1:551 1:433 1:551");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.0, 1.0], vec![1.0, -1.0]));
    let game = after("rising-hazard(pots=2)", "0:551 0:433 0:666 0:throw 0:551 1:551 1:433 1:551");
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0], vec![1.0, -1.0]));
}

#[test]
fn the_turn_limit_splits_the_pot() {
    let game = after("rising-hazard(max_turns=2)", "0:551 0:433 0:666 0:stop 1:551 1:433 1:333");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.5, 0.5], vec![0.0, 0.0]));
    assert_eq!(outcome(&*game).reason, "drawn");
    let spec = "rising-hazard(max_turns=1, cover=alternate)";
    let game = after(spec, "0:551 0:433 0:333");
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0], vec![1.0, -1.0]));
    assert_eq!(outcome(&*game).reason, "length-limit");
}

#[test]
fn the_throw_limit_stops() {
    let game = after("rising-hazard(max_throws=3)", "0:551 0:433 0:666");
    assert!(game.position().starts_with("turn=1 first=1 throws=0"), "{}", game.position());
}

#[test]
fn the_battle_comes_before_the_first_unit() {
    let mut game = after("rising-hazard(battle=highest, cover=alternate)", "0:111");
    assert!(game.position().ends_with("payer=- pot=0 money=1000,1000 battle=0,1:3"), "{}", game.position());
    play(&mut *game, "1:666");
    assert!(game.position().ends_with("payer=1 pot=2 money=998,1000 battle=-"), "{}", game.position());
}

#[test]
fn options_fit_together() {
    for option in ["unit=3", "stake=1", "turns=2", "rotate=true", "players=2"] {
        assert!(session::open(&format!("{ID}({option})")).is_err(), "{option}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let after =
        "turn=1 first=1 throws=3 due=decision numbers=11,10 won=0,0 payer=- pot=4 money=998,998 battle=-";
    at(ID, after);
    for (field, wrong) in [
        ("turn=1", "turn=1000"),
        ("first=1", "first=0"),
        ("throws=3", "throws=2"),
        ("numbers=11,10", "numbers=11,0"),
        ("won=0,0", "won=1,0"),
        ("won=0,0", "won=1,1"),
        ("payer=-", "payer=0"),
        ("pot=4", "pot=6"),
        ("pot=4 money=998,998", "pot=3 money=999,998"),
        ("pot=4 money=998,998", "pot=4 money=997,999"),
        ("pot=4 money=998,998", "pot=0 money=1000,1000"),
    ] {
        refused(ID, &after.replace(field, wrong));
    }
    let over = "turn=1 first=1 throws=0 due=throw numbers=0,0 won=1,0 payer=- pot=0 money=1003,997 battle=-";
    assert_eq!(scores(&*at(ID, over)), [1.0, 0.0]);
    refused(ID, &over.replace("throws=0", "throws=1"));
}
