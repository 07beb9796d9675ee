//! Hazard.

use super::*;

#[test]
fn scripts_of_the_rules_page() {
    let game = after("hazard", "0:651 1:443 0:643 1:551");
    assert_eq!((scores(&*game), outcome(&*game).points.unwrap().to_vec()), (vec![0.0, 1.0], vec![-1.0, 1.0]));
    assert_eq!(scores(&*after("hazard", "0:651 1:443 0:641")), [0.0, 1.0]);
    assert_eq!(scores(&*after("hazard", "0:651 1:642 0:543")), [1.0, 0.0]);
    assert_eq!(scores(&*after("hazard", "0:655")), [1.0, 0.0]);
    assert_eq!(scores(&*after("hazard", "0:511 1:221")), [0.0, 1.0]);
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
    assert_eq!(outcome(&*game).points.unwrap().to_vec(), [0.0; 3]);
    let game = after("hazard(turns=3, rotate=false, players=2)", "0:666 0:666 0:443 1:666");
    assert_eq!(scores(&*game), [1.0, 0.0]);
    assert_eq!(outcome(&*game).points.unwrap().to_vec(), [1.0, -1.0]);
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
    assert_eq!(outcome(&*game).points.unwrap().to_vec(), [0.0, 0.0]);
}
