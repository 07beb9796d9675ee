//! Zèrtz.

use super::*;

const ID: &str = "zertz";
const POOL: &str = "W6 G8 B10";

/// The rings of a board with so many on a side, in the order of the position text.
fn rings(side: usize) -> Vec<String> {
    let columns = "ABCDEFGHJ".chars().take(2 * side - 1).enumerate();
    let height = |column: usize| 2 * side - 1 - column.abs_diff(side - 1);
    columns.flat_map(|(x, c)| (1..=height(x)).map(move |y| format!("{c}{y}"))).collect()
}

/// A full board with these marbles, such as `D2W`.
fn full(marbles: &[&str]) -> String {
    let on =
        |ring: String| marbles.iter().find(|marble| marble[..2] == ring).map_or(ring, ToString::to_string);
    rings(4).into_iter().map(on).collect::<Vec<_>>().join(" ")
}

fn sorted(game: &dyn Session) -> String {
    let mut tokens = legal(game);
    tokens.sort();
    tokens.join(" ")
}

#[test]
fn start_and_first_moves() {
    let game = open(ID);
    assert_eq!(game.position(), format!("{} | {POOL} | 0/0/0 - 0/0/0 | 0", rings(4).join(" ")));
    let tokens = legal(&*game);
    assert_eq!(tokens.len(), 3 * (19 * 18 + 18 * 17));
    // Only rings of the edge are free.
    assert!(tokens.contains(&"WD4,A1".to_owned()) && !tokens.contains(&"WD4,B2".to_owned()));
    let large = open("zertz(rings=61)");
    assert_eq!(large.position(), format!("{} | {POOL} | 0/0/0 - 0/0/0 | 0", rings(5).join(" ")));
    assert_eq!(legal(&*large).len(), 3 * (37 * 24 + 24 * 23));
    assert!(open("zertz(mode=blitz)").position().ends_with("| W5 G7 B9 | 0/0/0 - 0/0/0 | 0"));
}

#[test]
fn perft() {
    assert_eq!(perft_from(ID, None, 1..=2), [1944, 3_277_260]);
    assert_eq!(3_277_260, 3 * (3 * 342 * 1734 + 3 * 306 * 1632) / 3);
}

#[test]
fn replies_to_each_first_move() {
    let game = open(ID);
    let mut replies = [0, 0];
    for token in legal(&*game).iter().filter(|token| token.starts_with('W')) {
        match legal(&*after(ID, token)).len() {
            1734 => replies[0] += 1,
            1632 => replies[1] += 1,
            other => panic!("{token}: {other} replies"),
        }
    }
    assert_eq!(replies, [342, 306]);
}

#[test]
fn a_jump_is_compulsory() {
    let mut game = after(ID, "WD4,A1 GD5,G4");
    assert_eq!(sorted(&*game), "xD4-D6 xD5-D3");
    assert!(illegal(&mut *game, "WA2,B1").contains("must jump"));
    let mut other = after(ID, "WD4,A1 GD5,G4 xD5-D3");
    assert!(other.position().ends_with("| W5 G7 B10 | 1/0/0 - 0/0/0 | 3"), "{}", other.position());
    play(&mut *game, "xD4-D6");
    assert!(game.position().ends_with("| W5 G7 B10 | 0/1/0 - 0/0/0 | 3"), "{}", game.position());
    assert!(game.position().contains(" D5 D6W D7 ") && game.position().contains(" D3 D4 "));
    play(&mut *other, "BA2,B1");
}

#[test]
fn chained_jumps() {
    let text = format!("{} | W5 G6 B9 | 0/0/0 - 0/0/0 | 4", full(&["D2W", "D3G", "D5B", "E5G"]));
    let mut game = at(ID, &text);
    assert_eq!(sorted(&*game), "xD2-D4-D6-F4 xD3-D1 xD5-F5 xE5-C4");
    assert!(illegal(&mut *game, "xD2-D4").contains("must do so"));
    assert!(illegal(&mut *game, "xD2-D4-D6").contains("must do so"));
    play(&mut *game, "xD2-D4-D6-F4");
    assert!(game.position().ends_with("| W5 G6 B9 | 0/2/1 - 0/0/0 | 5"), "{}", game.position());
    assert!(game.position().contains(" F4W "));
    for (token, captures) in [("xD3-D1", "1/0/0"), ("xD5-F5", "0/1/0"), ("xE5-C4", "0/0/1")] {
        let mut game = at(ID, &text);
        play(&mut *game, token);
        assert!(game.position().ends_with(&format!("| {captures} - 0/0/0 | 5")), "{}", game.position());
    }
}

#[test]
fn the_longer_of_two_ways_is_not_compulsory() {
    // From D2 over D3 to D4, and on either over D5 and E5 or, on the other side, over C3 alone.
    let text = format!("{} | W5 G6 B8 | 0/0/0 - 0/0/0 | 5", full(&["D2W", "D3G", "D5B", "E5G", "C3B"]));
    let tokens = legal(&*at(ID, &text));
    assert!(tokens.contains(&"xD2-D4-D6-F4".to_owned()) && tokens.contains(&"xD2-D4-B2".to_owned()));
}

#[test]
fn isolated_groups_are_claimed() {
    // A1 hangs on A2, B1 and B2; the last of them goes.
    let rest = "A2W C1 C2 D1 D2 E1";
    let mut game = at(ID, &format!("A1 {rest} | W5 G8 B10 | 0/0/0 - 0/0/0 | 30"));
    // A marble on A1 cuts nothing off yet: the pair stands by itself and is full.
    play(&mut *game, "GA1,E1");
    assert_eq!(game.position(), "C1 C2 D1 D2 | W5 G7 B10 | 1/1/0 - 0/0/0 | 31");
    // With a vacancy the group stays in play.
    let mut game = at(ID, &format!("A1 {rest} | W5 G8 B10 | 0/0/0 - 0/0/0 | 30"));
    play(&mut *game, "GC1,E1");
    assert!(game.position().starts_with("A1 A2W C1G C2 D1 D2 |"));
    // Removing the ring between claims the marble that it cuts off.
    let mut game = at(ID, "A1W A2 A3 A4 B5 | W5 G8 B10 | 0/0/0 - 0/0/0 | 30");
    play(&mut *game, "WB5,A2");
    assert_eq!(game.position(), "A3 A4 B5W | W4 G8 B10 | 1/0/0 - 0/0/0 | 31");
    // Two groups at once, and the marble just placed with one of them.
    let mut game = at(ID, "A1W A2 A3 C1 C2 | W5 G8 B10 | 0/0/0 - 0/0/0 | 31");
    play(&mut *game, "BA3,A2");
    assert_eq!(game.position(), "C1 C2 | W5 G8 B9 | 0/0/0 - 1/0/1 | 32");
}

#[test]
fn the_last_mover_takes_a_full_board() {
    let mut game = at(ID, "A1 A2G | W6 G7 B10 | 0/0/0 - 0/0/0 | 40");
    assert_eq!(sorted(&*game), "BA1 GA1 WA1");
    play(&mut *game, "WA1");
    assert_eq!(game.position(), "| W5 G7 B10 | 1/1/0 - 0/0/0 | 41");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "no-move"));
    assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
}

#[test]
fn the_only_free_ring() {
    // With one vacant ring left there is nothing to remove.
    let tokens = |text: &str| sorted(&*at(ID, text));
    assert_eq!(tokens("A1W A2 | W5 G8 B10 | 0/0/0 - 0/0/0 | 41"), "BA2 GA2 WA2");
    // In the middle of a full board no inner ring is free.
    let edge = rings(4).into_iter().filter(|ring| !["A1", "A2", "B1"].contains(&ring.as_str()));
    let count =
        legal(&*at(ID, &format!("{} | W6 G8 B10 | 0/0/0 - 0/0/0 | 6", edge.collect::<Vec<_>>().join(" "))));
    assert!(count.iter().all(|token| token.contains(',')));
    assert!(count.contains(&"WD4,B2".to_owned()) && !count.contains(&"WD4,C3".to_owned()));
}

#[test]
fn an_empty_pool_is_made_up_for_by_captures() {
    let marbles = ["A1B", "A4W", "D1B", "D7W", "G1B", "G4W"];
    let text = format!("{} | W0 G0 B0 | 0/4/5 - 3/4/2 | 40", full(&marbles));
    let mut game = at(ID, &text);
    // Player 1 has grey and black marbles; 31 rings are vacant, 12 of them at the edge.
    let tokens = legal(&*game);
    assert_eq!(tokens.len(), 2 * (19 * 12 + 12 * 11));
    assert!(illegal(&mut *game, "WD4,A2").contains("no marble W is left"));
    play(&mut *game, "GD4,A2");
    assert!(game.position().ends_with("| W0 G0 B0 | 0/3/5 - 3/4/2 | 41"), "{}", game.position());
    assert_eq!(legal(&*game).iter().filter(|token| token.starts_with('W')).count(), 28 * 11);
    // While a single marble is in the pool the captures stay where they are.
    let text = format!("{} | W0 G1 B0 | 0/3/5 - 3/4/2 | 40", full(&marbles));
    assert!(legal(&*at(ID, &text)).iter().all(|token| token.starts_with('G')));
}

#[test]
fn marbles_of_a_player_come_back_by_jumps() {
    let mut game = at(ID, "A1 A2W A3W A4W B5W | W0 G0 B0 | 0/4/5 - 2/4/5 | 40");
    assert_eq!(legal(&*game), ["xA3-A1"]);
    play(&mut *game, "xA3-A1");
    assert_eq!(game.position(), "A1W A2 A3 A4W B5W | W0 G0 B0 | 1/4/5 - 2/4/5 | 41");
    play(&mut *game, "WA3,A2");
    // Both groups are full and go to the second player.
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.0, 1.0], "won"));
}

#[test]
fn goals() {
    let board = "D1W D2G D3 D4 D5";
    // The jump over the grey marble completes three of each, five grey, or nothing.
    let play_jump = |spec: &str, pool: &str, captured: &str| {
        let mut game = at(spec, &format!("{board} | {pool} | {captured} - 0/0/0 | 20"));
        assert_eq!(legal(&*game), ["xD1-D3"]);
        play(&mut *game, "xD1-D3");
        game
    };
    let won = |game: Box<dyn Session>| (scores(&*game), outcome(&*game).reason);
    assert_eq!(won(play_jump(ID, "W2 G5 B7", "3/2/3")), (vec![1.0, 0.0], "won"));
    assert_eq!(won(play_jump(ID, "W5 G3 B10", "0/4/0")), (vec![1.0, 0.0], "won"));
    assert!(play_jump(ID, "W2 G6 B5", "3/1/5").outcome().is_none());
    let blitz = "zertz(mode=blitz)";
    assert_eq!(won(play_jump(blitz, "W2 G5 B7", "2/1/2")), (vec![1.0, 0.0], "won"));
    assert_eq!(won(play_jump(blitz, "W4 G3 B9", "0/3/0")), (vec![1.0, 0.0], "won"));
    assert!(play_jump(blitz, "W2 G6 B5", "2/0/4").outcome().is_none());
    // Four white and six black marbles.
    for (marble, text, captured) in
        [("W", "D1G D2W D3 | W2 G7 B10", "3/0/0"), ("B", "D1G D2B D3 | W6 G7 B4", "0/0/5")]
    {
        let mut game = at(ID, &format!("{text} | {captured} - 0/0/0 | 20"));
        play(&mut *game, "xD1-D3");
        assert_eq!(won(game), (vec![1.0, 0.0], "won"), "{marble}");
    }
}

#[test]
fn repetition_and_length() {
    let game = at("zertz(max_plies=2)", &format!("{} | {POOL} | 0/0/0 - 0/0/0 | 1", rings(4).join(" ")));
    assert!(game.outcome().is_none());
    let game = after("zertz(max_plies=2)", "WD4,A1 GA3,G4");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "length-limit"));
    assert!(
        refused(
            "zertz(max_plies=2)",
            &open(ID).position().replace("| 0/0/0 - 0/0/0 | 0", "| 0/0/0 - 0/0/0 | 3")
        )
        .contains("at most 2")
    );
}

#[test]
fn options_that_contradict() {
    let error = session::open("zertz(rings=61, mode=blitz)").err().expect("blitz has 37 rings");
    assert!(error.to_string().contains("option `mode`"), "{error}");
    assert!(session::open("zertz(rings=48)").is_err());
}

#[test]
fn illegal_moves_name_the_rule() {
    let mut game = after(ID, "WD4,A1");
    assert!(illegal(&mut *game, "WA1,A2").contains("A1 has left the board"));
    assert!(illegal(&mut *game, "WD4,A2").contains("a marble on D4"));
    assert!(illegal(&mut *game, "WD6,D5").contains("D5 cannot be removed"));
    assert!(illegal(&mut *game, "WA2,A2").contains("A2 cannot be removed"));
    assert!(illegal(&mut *game, "WA2").contains("a ring must be removed"));
    assert!(illegal(&mut *game, "xD5-D3").contains("no marble on D5"));
    assert!(illegal(&mut *game, "xD4-D6").contains("no marble to jump"));
    assert!(illegal(&mut *game, "xD4-D5").contains("no jump"));
    for token in ["", "W", "WD4", "YD4,A2", "xD4", "x", "WH1,A2", "WD4,", "WD4,A2,A3", "éD4,A2"] {
        illegal(&mut *game, token);
    }
    let mut game = at(ID, "D1W D2G D3B D4 | W5 G7 B9 | 0/0/0 - 0/0/0 | 20");
    assert!(illegal(&mut *game, "xD1-D3").contains("vacant ring"));
    let mut game = at(ID, "A1 A2 A3 A4 | W0 G8 B10 | 3/0/0 - 3/0/0 | 20");
    assert!(illegal(&mut *game, "WA1,A2").contains("no marble W is left"));
    play(&mut *game, "gA1,A4");
}

#[test]
fn impossible_positions_are_refused() {
    let with = |rest: &str| refused(ID, &format!("A1 A2W A3 | {rest}"));
    assert!(refused(ID, "").contains("a position as"));
    assert!(with("W5 G8 B10 | 0/0/0 - 0/0/0").contains("a position as"));
    assert!(with("W5 G8 | 0/0/0 - 0/0/0 | 1").contains("the pool as"));
    assert!(with("W5 B8 G10 | 0/0/0 - 0/0/0 | 1").contains("the pool as"));
    assert!(with("W5 G8 B10 | 0/0 - 0/0/0 | 1").contains("captures as"));
    assert!(with("W5 G8 B10 | 0/0/0 0/0/0 | 1").contains("captures as"));
    assert!(with("W5 G8 B10 | 0/0/0 - 0/0/0 | 301").contains("at most 300"));
    assert!(with("W5 G8 B10 | 0/0/0 - 0/0/0 | x").contains("`x`"));
    assert!(with("W6 G8 B10 | 0/0/0 - 0/0/0 | 1").contains("6 marbles W in the game, found 7"));
    assert!(with("W5 G7 B10 | 0/0/0 - 0/0/0 | 1").contains("8 marbles G in the game, found 7"));
    assert!(with("W1 G8 B10 | 4/0/0 - 0/0/0 | 2").contains("player 1 is to move and had already won"));
    let rings = |rings: &str| refused(ID, &format!("{rings} | W5 G8 B10 | 0/0/0 - 0/0/0 | 1"));
    assert!(rings("A1 A1W").contains("A1 is named twice"));
    assert!(rings("A1 A5W").contains("`A5W`") && rings("A1 A2R").contains("`A2R`"));
    assert!(rings("A1 C1W").contains("C1 would have been claimed"));
}
