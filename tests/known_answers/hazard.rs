//! Hazard.

use super::*;

#[test]
fn scripts_of_the_rules_page() {
    let game = after("hazard", "0:651 1:443 0:643 1:551");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.0, 1.0], vec![-1.0, 1.0]));
    assert_eq!(scores(&*after("hazard", "0:651 1:443 0:641")), [0.0, 1.0]);
    assert_eq!(scores(&*after("hazard", "0:651 1:642 0:543")), [1.0, 0.0]);
    assert_eq!(scores(&*after("hazard", "0:655")), [1.0, 0.0]);
    assert_eq!(scores(&*after("hazard", "0:511 1:221")), [0.0, 1.0]);
}

#[test]
fn decided_in_round_1() {
    assert_close(&[won_within("hazard", 2).iter().sum()], &[245.0 / 729.0]);
    assert_close(&[won_within("hazard(players=3)", 3).iter().sum()], &[9035.0 / 19683.0]);
}

#[test]
fn impossible_positions_and_throws_are_refused() {
    let start = "turn=0 order=0,1 throws=0 place=0 state=0,0 won=0,0/840 money=0,0 battle=-";
    assert_eq!(open("hazard").position(), start);
    for (field, wrong) in [
        ("turn=0", "turn=2"),
        ("turn=0", "turn=00"),
        ("order=0,1", "order=1,0"),
        ("order=0,1", "order=0,0"),
        ("order=0,1", "order=0"),
        ("throws=0", "throws=1000000"),
        ("place=0", "place=1"),
        ("state=0,0", "state=7,0"),
        ("state=0,0", "state=0,0,0"),
        ("won=0,0/840", "won=840,0/840"),
        ("won=0,0/840", "won=0,0"),
        ("money=0,0", "money=1,-1"),
        ("battle=-", "battle=0,1:"),
        ("battle=-", "battle=- x"),
        (" battle=-", ""),
    ] {
        let error = refused("hazard", &start.replace(field, wrong));
        let name = field.trim().split('=').next().unwrap();
        assert!(error.contains(name) || error.contains("further"), "{wrong}: {error}");
    }
    let thrown = "turn=0 order=0,1 throws=2 place=0 state=10,9 won=0,0/840 money=0,0 battle=-";
    at("hazard", thrown);
    for (field, wrong) in [("place=0", "place=1"), ("state=10,9", "state=10,0"), ("state=10,9", "state=10,6")]
    {
        refused("hazard", &thrown.replace(field, wrong));
    }
    let battle = "turn=0 order=0,1 throws=0 place=0 state=0,0 won=0,0/840 money=0,0 battle=0,1:9";
    assert_eq!(after("hazard(battle=highest)", "0:333").position(), battle);
    for (field, wrong) in
        [("0,1:9", "0,1:2"), ("0,1:9", "0,1:9,9"), ("0,1:9", "0|1:"), ("throws=0", "throws=1")]
    {
        refused("hazard(battle=highest)", &battle.replace(field, wrong));
    }
    let mut game = open("hazard");
    assert!(illegal(&mut *game, "1:651").contains("Player 1"));
    assert!(illegal(&mut *game, "0:65").contains("faces 1 to 6"));
    assert!(illegal(&mut *game, "0:657").contains("faces 1 to 6"));
}

#[test]
fn readers_accept_any_order_of_the_digits() {
    assert_eq!(scores(&*after("hazard", "0:565")), [1.0, 0.0]);
}

#[test]
fn the_medieval_tables() {
    assert_eq!(perft_from("hazard", None, 1..=2), [56, 42 * 56]);
    let Due::Chance(results) = open("hazard").due() else { panic!("dice are thrown") };
    assert_eq!(results.iter().map(|(_, weight)| weight).sum::<u64>(), 216);
    let hazards = results.iter().filter(|(text, _)| {
        let sum: u32 = text[2..].bytes().map(|face| u32::from(face - b'0')).sum();
        !(7..=14).contains(&sum)
    });
    assert_eq!(hazards.map(|(_, weight)| weight).sum::<u64>(), 40);
}

#[test]
fn turns_rotate_and_stakes_add_up() {
    let game = after("hazard(turns=3, stake=5, players=3)", "0:666 1:666 2:411");
    assert_eq!(outcome(&*game).scores.to_vec(), [1.0 / 3.0; 3]);
    assert_eq!(points(&*game), [0.0; 3]);
    let game = after("hazard(turns=3, rotate=false, players=2)", "0:666 0:666 0:443 1:666");
    assert_eq!(scores(&*game), [1.0, 0.0]);
    assert_eq!(points(&*game), [1.0, -1.0]);
}

#[test]
fn battle_decides_the_order() {
    let game = after("hazard(battle=highest)", "0:611 1:443 1:666");
    assert_eq!(scores(&*game), [0.0, 1.0]);
    let game = after("hazard(battle=lowest)", "0:611 1:611 0:443 1:666 0:666");
    assert_eq!(scores(&*game), [1.0, 0.0]);
}

#[test]
fn the_throw_limit_shares_the_turn() {
    let game = after("hazard(max_throws=2)", "0:651 1:443");
    assert_eq!(scores(&*game), [0.5, 0.5]);
    assert_eq!(points(&*game), [0.0, 0.0]);
}
