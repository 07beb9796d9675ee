//! Tantrix.

use super::*;

const ID: &str = "tantrix";
/// Two players with one tile each.
const ONE: &str = "tantrix(hand=1)";

/// The codes of all tiles, as the bag shows them before the first draw.
fn codes() -> Vec<String> {
    match open(ID).due() {
        Due::Chance(results) => results.into_iter().map(|(token, _)| token[1..].to_owned()).collect(),
        other => panic!("chance is due: {other:?}"),
    }
}

/// Plays with the first legal token each time.
fn play_on(game: &mut dyn Session) -> Vec<String> {
    let mut record = Vec::new();
    loop {
        let token = match game.due() {
            Due::Seat(_, legal) => legal[0].clone(),
            Due::Chance(results) => results[results.len() / 2].0.clone(),
            _ => return record,
        };
        play(game, &token);
        record.push(token);
    }
}

#[test]
fn the_tiles() {
    let codes = codes();
    assert_eq!(codes.len(), 56);
    assert_eq!((codes[0].as_str(), codes[24].as_str(), codes[55].as_str()), ("BBGGRR", "BGGBRR", "GYGYRR"));
    // By shape: corners only, straight and corners, straight and bends, corner and crossing bends.
    let shape = |code: &String| {
        let distance = |letter: char| {
            let (first, last) = (code.find(letter).unwrap(), code.rfind(letter).unwrap());
            (last - first).min(6 - (last - first))
        };
        let mut distances: Vec<usize> = "BGRY".chars().filter(|&c| code.contains(c)).map(distance).collect();
        distances.sort_unstable();
        distances
    };
    let count = |shapes: [usize; 3]| codes.iter().filter(|code| shape(code) == shapes).count();
    assert_eq!([count([1, 1, 1]), count([1, 1, 3]), count([2, 2, 3]), count([1, 2, 2])], [8, 12, 12, 24]);
    for letter in "BGRY".chars() {
        assert_eq!(codes.iter().filter(|code| code.contains(letter)).count(), 42);
    }
}

#[test]
fn the_second_tile() {
    let codes = codes();
    let colours = |code: &str| -> Vec<char> { "BGRY".chars().filter(|&c| code.contains(c)).collect() };
    for first in &codes {
        for second in codes.iter().filter(|&second| second != first) {
            let third = codes.iter().find(|&third| ![first, second].contains(&third)).unwrap();
            let game = at(ONE, &format!("{first}@0,0:0 | R {third} | Y {second} | Y begin 0"));
            let expected = if colours(first) == colours(second) { 12 } else { 8 };
            assert_eq!(legal(&*game).len(), expected, "{first} {second}");
        }
    }
}

#[test]
fn dealing_and_the_first_turn() {
    let mut game = open(ONE);
    assert_eq!(game.position(), "- | R - | Y - | R deal 0");
    play(&mut *game, "+BBGGRR");
    assert_eq!(game.position(), "- | R BBGGRR | Y - | Y deal 0");
    play(&mut *game, "+GYGYRR");
    assert_eq!(game.position(), "- | R BBGGRR | Y GYGYRR | R begin 0");
    assert_eq!(legal(&*game), ["BBGGRR@0,0:0"]);
    assert!(illegal(&mut *game, "GYGYRR@0,0:0").contains("not in the hand of R"));
    play(&mut *game, "BBGGRR@0,0:0");
    assert_eq!(game.position(), "BBGGRR@0,0:0 | R - | Y GYGYRR | R end 0");
    assert_eq!(game.turn(), Turn::Chance);
    assert!(illegal(&mut *game, "-").contains("drawn first"));
    assert!(illegal(&mut *game, "+GYGYRR").contains("not in the bag"));
    play(&mut *game, "+BBRRYY");
    assert_eq!(game.position(), "BBGGRR@0,0:0 | R BBRRYY | Y GYGYRR | Y begin 0");
    // The hands are dealt one after the other.
    let game = after(ID, "+BBGGRR +BBGGYY +BBGRGR +BBGRRG +BBGYGY +BBGYYG +BBRGGR");
    assert!(game.position().ends_with("| Y BBRGGR | Y deal 0"), "{}", game.position());
}

#[test]
fn perft() {
    assert_eq!(perft_from(ID, None, 1..=2), [56, 56 * 55]);
    // One tile each, then the opening and the draw after it.
    assert_eq!(perft_from(ONE, None, 1..=4), [56, 56 * 55, 56 * 55, 56 * 55 * 54]);
    let mut all = 0;
    for first in codes() {
        for second in codes().into_iter().filter(|second| *second != first) {
            let same = "BGRY".chars().all(|c| first.contains(c) == second.contains(c));
            all += 54 * if same { 12 } else { 8 };
        }
    }
    assert_eq!(perft_from(ONE, None, 5..=5), [all]);
}

#[test]
fn points() {
    let position = "BBGGRR@0,0:0 GGRRYY@-1,0:4 BBRRYY@0,-1:0 | R BBGGYY | Y BBGYGY | Y begin 0";
    let drawing = at(ONE, position).draw();
    // Three tight corners round one point are a loop; the yellow line has two tiles.
    assert!(drawing.contains("Red (6 points)"), "{drawing}");
    let single = at(ONE, "BBGGRR@0,0:0 | R BBGGYY | Y BBGYGY | Y begin 0").draw();
    assert!(single.contains("Red (1 points)") && single.contains("Yellow (0 points)"), "{single}");
}

#[test]
fn forced_spaces_come_first() {
    for seed in 0..200 {
        let mut game = open("tantrix(players=3)");
        let mut state: u64 = seed;
        let mut next = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        loop {
            let token = match game.due() {
                Due::Seat(_, legal) if game.draw().ends_with("a forced space") => {
                    assert!(illegal(&mut *game, "-").contains("only if there is none"));
                    // A placement of the same tile elsewhere is refused for the forced space.
                    let text = game.position();
                    let own: Vec<&str> = legal.iter().map(|token| &token[..6]).collect();
                    let cell = text.split('@').nth(1).unwrap().split(':').next().unwrap();
                    let token = format!("{}@{cell}:0", own[0]);
                    assert!(illegal(&mut *game, &token).contains("already"), "{token}");
                    return;
                }
                Due::Seat(_, legal) => legal[next(legal.len())].clone(),
                Due::Chance(results) => results[next(results.len())].0.clone(),
                _ => break,
            };
            play(&mut *game, &token);
        }
    }
    panic!("no forced space was filled");
}

#[test]
fn complete_games() {
    for (spec, seats) in
        [(ID, 2), ("tantrix(players=3)", 3), ("tantrix(players=4)", 4), ("tantrix(hand=10)", 2)]
    {
        let mut game = open(spec);
        let record = play_on(&mut *game);
        assert!(record.len() <= 112 + 57 * seats);
        let outcome = outcome(&*game);
        let points = outcome.points.clone().expect("Tantrix has points").to_vec();
        let most = points.iter().copied().fold(0.0, f64::max);
        let first: Vec<bool> = points.iter().map(|&points| points == most).collect();
        let share = 1.0 / first.iter().filter(|&&first| first).count() as f64;
        let scores: Vec<f64> = first.iter().map(|&first| if first { share } else { 0.0 }).collect();
        assert_eq!(outcome.scores.to_vec(), scores, "{spec}");
        let placed = record.iter().filter(|token| token.contains('@')).count();
        let blocked = outcome.reason == "no-move";
        assert_eq!(placed == 56, !blocked, "{spec}");
        assert!(outcome.reason == "won" || outcome.reason == "drawn" || blocked);
        assert_eq!(at(spec, &game.position()).outcome(), Some(outcome));
    }
}

#[test]
fn restrictions() {
    // Two reds touch 1,-1 already.
    let two = "BBGGRR@0,0:2 BBRRYY@0,-1:0";
    assert!(
        refused(ONE, &format!("{two} | R BBGGYY | Y BBGYGY | Y begin 0")).contains("first tile is on 0,0")
    );
    // A row of two with tiles above both ends: the cell between has four neighbours round it when it is left
    // open.
    let game = open("tantrix(restrictions=false)");
    assert_eq!(game.position(), "- | R - | Y - | R deal 0");
}

#[test]
fn illegal_moves_name_the_rule() {
    let mut game = at(ONE, "BBGGRR@0,0:0 | R BBRRYY | Y GYGYRR | Y begin 0");
    assert!(illegal(&mut *game, "BBRRYY@1,0:0").contains("not in the hand of Y"));
    assert!(illegal(&mut *game, "GYGYRR@0,0:0").contains("a tile on 0,0"));
    assert!(illegal(&mut *game, "GYGYRR@2,0:0").contains("not next to a tile"));
    assert!(illegal(&mut *game, "GYGYRR@1,0:0").contains("do not match"));
    assert!(illegal(&mut *game, "-").contains("only if there is none"));
    assert!(illegal(&mut *game, "+BBGGYY").contains("no tile is drawn"));
    for token in
        ["", "GYGYRR", "GYGYRR@1,0", "GYGYRR@1,0:6", "GYGYRR@01,0:0", "GYGYRR@-0,0:0", "XXXXXX@1,0:0", "é"]
    {
        illegal(&mut *game, token);
    }
    let token = legal(&*game)[0].to_lowercase();
    play(&mut *game, &token);
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| refused(ONE, text);
    let hands = "R BBGGYY | Y BBGYGY";
    assert!(refused("").contains("expected `tiles"));
    assert!(refused("- | R BBGGYY | R begin 0").contains("expected 2 hands"));
    assert!(refused(&format!("- | {hands} | X begin 0")).contains("expected colour"));
    assert!(refused(&format!("- | {hands} | R begin")).contains("expected colour"));
    assert!(refused(&format!("- | {hands} | R end 0")).contains("hands have been dealt"));
    assert!(refused(&format!("- | {hands} | Y begin 0")).contains("player 1 places"));
    assert!(refused(&format!("BBGGRR@0,0:0 | {hands} | R deal 0")).contains("hands have been dealt"));
    assert!(refused(&format!("BBGGRR@0,0:1 | {hands} | Y begin 0")).contains("rotation 0"));
    assert!(refused(&format!("BBGGRR@1,0:0 | {hands} | Y begin 0")).contains("rotation 0"));
    assert!(refused(&format!("BBGGYY@0,0:0 | {hands} | Y begin 0")).contains("BBGGYY is named twice"));
    assert!(refused(&format!("BBGGRR@0,0:0 BBRRYY@0,0:1 | {hands} | Y begin 0")).contains("has two tiles"));
    assert!(refused(&format!("BBGGRR@0,0:0 BBRRYY@0,5:1 | {hands} | Y begin 0")).contains("not connected"));
    assert!(refused(&format!("BBGGRR@0,0:0 BBRRYY@0,-1:1 | {hands} | Y begin 0")).contains("do not match"));
    assert!(refused(&format!("BBGGRR@0,0 | {hands} | Y begin 0")).contains("expected a tile"));
    assert!(refused("BBGGRR@0,0:0 | R BBGGYX | Y BBGYGY | Y begin 0").contains("`BBGGYX`"));
    assert!(refused("BBGGRR@0,0:0 | R BBGGYY | B BBGYGY | Y begin 0").contains("the hand `Y"));
    assert!(refused("BBGGRR@0,0:0 | R - | Y BBGYGY | Y begin 0").contains("R cannot have 0 tiles"));
    assert!(
        refused("BBGGRR@0,0:0 | R BBGGYY | Y BBGYGY BBGYYG | Y begin 0").contains("Y cannot have 2 tiles")
    );
    assert!(refused(&format!("BBGGRR@0,0:0 | {hands} | R end 0")).contains("the turn of R is over"));
    assert!(refused(&format!("BBGGRR@0,0:0 | {hands} | Y forced 1")).contains("idle turns"));
}

#[test]
fn options_have_ranges() {
    for spec in ["tantrix(players=1)", "tantrix(players=5)", "tantrix(hand=0)", "tantrix(hand=11)"] {
        assert!(session::open(spec).is_err(), "{spec}");
    }
}
