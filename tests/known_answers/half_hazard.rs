//! Half-hazard.

use super::*;

const ID: &str = "half-hazard";

#[test]
fn scripts_of_the_rules_page() {
    let mut game = open(ID);
    for (token, state) in [
        ("0:551", "throws=1 due=throw numbers=11,0 winnings=0 streak=0 pot=20 money=90,90"),
        ("0:433", "throws=2 due=throw numbers=11,10 winnings=0 streak=0 pot=20 money=90,90"),
        ("0:655", "throws=3 due=decision numbers=11,10 winnings=6 streak=1 pot=20 money=90,90"),
        ("0:throw", "throws=3 due=throw numbers=11,10 winnings=6 streak=1 pot=20 money=90,90"),
        ("0:442", "throws=4 due=decision numbers=11,10 winnings=6 streak=0 pot=20 money=90,90"),
        ("0:throw", "throws=4 due=throw numbers=11,10 winnings=6 streak=0 pot=20 money=90,90"),
        ("0:321", "throws=5 due=decision numbers=11,10 winnings=12 streak=1 pot=20 money=90,90"),
        ("0:throw", "throws=5 due=throw numbers=11,10 winnings=12 streak=1 pot=20 money=90,90"),
        ("0:665", "throws=6 due=decision numbers=11,10 winnings=14 streak=1 pot=20 money=90,90"),
    ] {
        play(&mut *game, token);
        assert_eq!(game.position(), format!("turn=0 first=0 {state} battle=-"));
    }
    play(&mut *game, "0:stop");
    let state = "throws=0 due=throw numbers=0,0 winnings=0 streak=0 pot=26 money=94,80";
    assert_eq!(game.position(), format!("turn=1 first=1 {state} battle=-"));
    play(&mut *game, "1:611 1:622 1:422");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.0, 1.0], vec![-6.0, 6.0]));
    assert_eq!(outcome(&*game).reason, "won");
}

#[test]
fn hazards_exhaust_the_pot() {
    let mut game = after("half-hazard(turns=1)", "0:511 0:421 0:431 0:655");
    for (hazard, winnings) in
        [("0:655", 8), ("0:221", 10), ("0:654", 12), ("0:663", 14), ("0:665", 16), ("0:665", 18)]
    {
        play(&mut *game, &format!("0:throw {hazard}"));
        assert!(game.position().contains(&format!("winnings={winnings} ")), "{}", game.position());
    }
    play(&mut *game, "0:throw 0:111");
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0], vec![10.0, -10.0]));
    // Three units are more than there is.
    let game = after("half-hazard(turns=1, pot=4)", "0:511 0:611 0:655");
    assert_eq!(points(&*game), [2.0, -2.0]);
}

#[test]
fn a_lost_turn_leaves_the_pot() {
    let mut game = after(ID, "0:551 0:433 0:655 0:throw 0:333");
    assert!(game.position().contains("pot=40 money=80,80"), "{}", game.position());
    play(&mut *game, "1:551 1:433 1:442 1:stop");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.5, 0.5], vec![0.0, 0.0]));
    assert_eq!(outcome(&*game).reason, "drawn");
}

#[test]
fn who_cannot_pay_ends_the_game() {
    let spec = "half-hazard(turns=9, bank=15)";
    let game = after(spec, "0:551 0:433 0:551");
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0], vec![10.0, -10.0]));
    // What is left over is split.
    assert_eq!(points(&*after(spec, "0:551 0:433 0:655 0:stop")), [3.0, -3.0]);
    assert_eq!(scores(&*open("half-hazard(bank=9)")), [0.5, 0.5]);
}

#[test]
fn the_throw_limit_stops() {
    let game = after("half-hazard(turns=1, max_throws=3)", "0:551 0:433 0:655");
    assert_eq!(points(&*game), [3.0, -3.0]);
    let game = after("half-hazard(turns=1, max_throws=2)", "0:551 0:433");
    assert_eq!(points(&*game), [0.0, 0.0]);
}

#[test]
fn decisions() {
    let mut game = after(ID, "0:551 0:433");
    assert!(illegal(&mut *game, "0:stop").contains("without a decision"));
    play(&mut *game, "0:442");
    assert_eq!(legal(&*game), ["0:throw", "0:stop"]);
    assert!(illegal(&mut *game, "0:665").contains("Player 1 decides"));
    assert!(illegal(&mut *game, "1:stop").contains("Player 1 decides"));
    // Stopping is legal without winnings too.
    play(&mut *game, "0:stop");
    assert!(game.position().starts_with("turn=1 first=1"));
}

#[test]
fn the_battle_gives_the_first_role() {
    let mut game = after("half-hazard(battle=highest)", "0:111");
    assert!(game.position().ends_with("pot=0 money=100,100 battle=0,1:3"), "{}", game.position());
    play(&mut *game, "1:666 1:551 1:433 1:551");
    assert!(game.position().starts_with("turn=1 first=0"), "{}", game.position());
}

#[test]
fn options_fit_together() {
    for (spec, option) in [
        ("half-hazard(unit=3)", "unit"),
        ("half-hazard(pot=21)", "pot"),
        ("half-hazard(unit=8)", "pot"),
        ("half-hazard(stake=1)", "stake"),
        ("half-hazard(rotate=true)", "rotate"),
        ("half-hazard(players=2)", "players"),
    ] {
        let error = session::open(spec).err().unwrap_or_else(|| panic!("{spec} is accepted"));
        assert!(error.to_string().contains(&format!("option `{option}`")), "{error}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let after =
        "turn=1 first=1 throws=3 due=decision numbers=11,10 winnings=6 streak=1 pot=26 money=94,80 battle=-";
    at(ID, after);
    for (field, wrong) in [
        ("turn=1", "turn=2"),
        ("turn=1", "turn=0"),
        ("first=1", "first=0"),
        ("throws=3", "throws=2"),
        ("due=decision", "due=stop"),
        ("numbers=11,10", "numbers=11,0"),
        ("winnings=6", "winnings=2"),
        ("winnings=6", "winnings=7"),
        ("winnings=6", "winnings=26"),
        ("winnings=6", "winnings=0"),
        ("streak=1", "streak=2"),
        ("pot=26", "pot=24"),
        ("pot=26 money=94,80", "pot=18 money=94,88"),
        ("pot=26 money=94,80", "pot=42 money=78,80"),
        ("pot=26 money=94,80", "pot=0 money=100,100"),
        ("battle=-", "battle=0,1:"),
    ] {
        refused(ID, &after.replace(field, wrong));
    }
    let over =
        "turn=2 first=0 throws=0 due=throw numbers=0,0 winnings=0 streak=0 pot=0 money=94,106 battle=-";
    assert_eq!(scores(&*at(ID, over)), [0.0, 1.0]);
    refused(ID, &over.replace("turn=2 first=0", "turn=1 first=1"));
}
