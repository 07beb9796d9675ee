//! Riffa.

use super::*;

const ID: &str = "riffa";

#[test]
fn scripts_of_the_rules_page() {
    let mut game = after(ID, "0:651 0:443 0:+2");
    assert!(game.position().contains("throws=3 place=1 state=10:0/1 "), "{}", game.position());
    play(&mut *game, "1:555 1:+1");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.0, 1.0], vec![-1.0, 1.0]));
    let mut game = after(ID, "0:331 0:+6 1:552 1:+2");
    assert!(game.position().contains("throws=4 place=0 state=0:-/0,1 "), "{}", game.position());
    play(&mut *game, "0:661 0:+1 1:622 1:+6");
    assert_eq!(scores(&*game), [1.0, 0.0]);
}

#[test]
fn a_pair_is_kept_whatever_the_die_shows() {
    let mut game = after(ID, "0:443");
    assert!(game.position().contains("place=0 state=0:-/0,1+4 "), "{}", game.position());
    let Due::Chance(results) = game.due() else { panic!("a die is thrown") };
    let tokens: Vec<(String, u64)> = (1..=6).rev().map(|face| (format!("0:+{face}"), 1)).collect();
    assert_eq!(results, tokens);
    assert!(illegal(&mut *game, "0:443").contains("such as `0:+6`"));
    play(&mut *game, "0:+4");
    assert!(game.position().contains("place=1 state=12:0/1 "), "{}", game.position());
    assert!(illegal(&mut *game, "1:+4").contains("such as `1:666`"));
}

/// Of 216 throws every face makes 16 pairs or triples, so the score is uniform in pair and die.
#[test]
fn the_distribution_of_scores() {
    let mut scores = [0; 19];
    let Due::Chance(results) = open(ID).due() else { panic!("dice are thrown") };
    let mut without = 0;
    for (token, weight) in results {
        let game = after(ID, &token);
        match game.position().split_once('+').map(|(_, rest)| rest[..1].parse::<usize>().unwrap()) {
            None => without += weight,
            Some(pair) => (1..=6).for_each(|die| scores[2 * pair + die] += weight),
        }
    }
    assert_eq!(without, 120);
    let expected = [1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 1, 1].map(|count| 16 * count);
    assert_eq!(scores[3..], expected);
    // Both score with a pair at once; 23 of 324 times they tie.
    let decided = won_within(ID, 4).iter().sum::<f64>() * (9.0 / 4.0) * (9.0 / 4.0);
    assert_close(&[1.0 - decided], &[23.0 / 324.0]);
}

#[test]
fn the_tied_play_on() {
    let game = after("riffa(players=3)", "0:331 0:+6 1:221 1:+1 2:441 2:+4");
    assert!(game.position().contains("place=0 state=0:-/0,2 "), "{}", game.position());
    assert_eq!(scores(&*after("riffa(max_throws=2)", "0:331 0:+6")), [0.5, 0.5]);
}

#[test]
fn impossible_positions_are_refused() {
    let after = "turn=0 order=0,1 throws=3 place=1 state=10:0/1+4 won=0,0/840 money=0,0 battle=-";
    at(ID, after);
    for wrong in ["10:0/1+0", "10:0/1+7", "2:0/1", "19:0/1", "10:0/1+", "10:0/0,1"] {
        let error = refused(ID, &after.replace("10:0/1+4", wrong));
        assert!(error.contains("state"), "{wrong}: {error}");
    }
    refused(ID, &after.replace("throws=3", "throws=2"));
}
