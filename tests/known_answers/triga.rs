//! Triga.

use super::*;

const ID: &str = "triga";

#[test]
fn scripts_of_the_rules_page() {
    let mut game = open("triga(players=3)");
    for round in ["0:666 1:665 2:111", "0:665 1:664 2:321"] {
        play(&mut *game, round);
        assert!(game.position().contains("place=0 state=0,1,2:-/- "), "{}", game.position());
    }
    play(&mut *game, "0:555 1:665 2:664");
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0, 0.0], vec![2.0, -1.0, -1.0]));
    assert_eq!(scores(&*after(ID, "0:444 1:655")), [1.0, 0.0]);
    assert_eq!(scores(&*after(ID, "0:431 1:655")), [0.0, 1.0]);
}

#[test]
fn chances_of_one_round() {
    let cases = [
        ("triga", 2, 131.0 / 648.0),
        ("triga(group=low)", 2, 131.0 / 648.0),
        ("triga(group=mid)", 2, 209.0 / 648.0),
        ("triga(players=3)", 3, 4297.0 / 15552.0),
    ];
    for (spec, players, decisive) in cases {
        let won = won_within(spec, players);
        assert_close(&won, &vec![decisive / f64::from(players); players as usize]);
    }
}

#[test]
fn only_the_tied_may_throw_again() {
    let spec = "triga(players=4, repeat=tied)";
    let mut game = after(spec, "0:665 1:431 2:664 3:543");
    assert!(game.position().contains("place=0 state=0,2:-/- "), "{}", game.position());
    // A round without triple and group is repeated by those who threw it.
    play(&mut *game, "0:431 2:431");
    assert!(game.position().contains("place=0 state=0,2:-/- "), "{}", game.position());
    play(&mut *game, "0:431 2:111");
    assert_eq!(scores(&*game), [0.0, 0.0, 1.0, 0.0]);
    // Two triples drop those with the group.
    let game = after(spec, "0:665 1:111 2:222 3:665");
    assert!(game.position().contains("place=1 state=1,2:-/- "), "{}", game.position());
}

#[test]
fn the_group_counts_no_triples() {
    for (group, record) in [("low", "0:211 1:665"), ("mid", "0:421 1:665"), ("high", "0:665 1:211")] {
        assert_eq!(scores(&*after(&format!("triga(group={group})"), record)), [1.0, 0.0], "{group}");
    }
    // Both players have 15, but one has it as a triple.
    assert_eq!(scores(&*after(ID, "0:654 1:555")), [0.0, 1.0]);
}

#[test]
fn impossible_positions_are_refused() {
    let after = "turn=0 order=0,1,2 throws=2 place=2 state=0,1,2:1/- won=0,0,0/840 money=0,0,0 battle=-";
    at("triga(players=3)", after);
    at("triga(players=3)", &after.replace("0,1,2:1/-", "0,1,2:0,1,2/-"));
    for wrong in ["1,2:1/-", "0,1,2:2/-", "0,1,2:0,1/-", "0,1,2:0/1", "0,1,2:3/-", "0,1,2:-", "-:-/-"] {
        let error = refused("triga(players=3)", &after.replace("0,1,2:1/-", wrong));
        assert!(error.contains("state"), "{wrong}: {error}");
    }
    let tied = after.replace("0,1,2:1/-", "1,2:1/-");
    at("triga(players=3, repeat=tied)", &tied);
    refused("triga(players=3, repeat=tied)", after);
}
