//! Marlota.

use super::*;
use torneo_contract::Seat;

const ID: &str = "marlota";

#[test]
fn scripts_of_the_rules_page() {
    let mut game = after("marlota(players=3)", "0:666 0:641 0:632 0:511 0:443 0:433");
    assert!(game.position().contains("throws=6 place=0 state=10,7,11 "), "{}", game.position());
    play(&mut *game, "0:654 1:652 2:442");
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0, 0.0], vec![2.0, -1.0, -1.0]));
    assert_eq!(scores(&*after(ID, "0:221 0:431 0:655 0:322 0:331")), [1.0, 0.0]);
}

#[test]
fn numbers_go_from_the_last_place_to_the_first() {
    let mut game = open("marlota(players=8)");
    for (throw, state) in [
        ("0:511", "0,0,0,0,0,0,0,7"),
        ("0:511", "0,0,0,0,0,0,0,7"),
        ("0:611", "0,0,0,0,0,0,8,7"),
        ("0:333", "0,0,0,0,0,9,8,7"),
        ("0:433", "0,0,0,0,10,9,8,7"),
        ("0:641", "0,0,0,11,10,9,8,7"),
        ("0:642", "0,0,12,11,10,9,8,7"),
        ("0:643", "0,13,12,11,10,9,8,7"),
        ("0:644", "14,13,12,11,10,9,8,7"),
    ] {
        play(&mut *game, throw);
        assert!(game.position().contains(&format!("state={state} ")), "{}", game.position());
    }
    // Anybody may throw the number.
    play(&mut *game, "0:663 1:666 2:511");
    assert_eq!(outcome(&*game).winner().map(Seat::index), Some(7));
}

#[test]
fn rotation_moves_the_assigner() {
    let game = after("marlota(turns=2)", "0:511 0:611 0:611 1:511 1:611 1:511");
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0], vec![2.0, -2.0]));
}

#[test]
fn impossible_positions_are_refused() {
    let after = "turn=0 order=0,1 throws=3 place=1 state=10,7 won=0,0/840 money=0,0 battle=-";
    at(ID, after);
    for wrong in ["0,7", "7,7", "7,0", "6,7", "10,7,8", "10"] {
        let error = refused(ID, &after.replace("10,7", wrong));
        assert!(error.contains("state"), "{wrong}: {error}");
    }
    refused(ID, &after.replace("throws=3", "throws=2"));
}
