//! `docs/games/jetan.md`.

use super::*;

const START: &str = "wadfqcfdaw/tppppppppt/10/10/10/10/10/10/TPPPPPPPPT/WADFCQFDAW b Ee";

#[test]
fn perft_from_the_start() {
    assert_eq!(open("jetan").position(), START);
    assert_eq!(perft_from("jetan", None, 1..=3), [78, 6066, 446_808]);
    assert_eq!(perft_from("jetan(interpretation=free)", None, 1..=3), [84, 6930, 569_236]);
}

/// The kinds of the first moves, by the piece that makes them.
#[test]
fn first_moves() {
    for (spec, expected) in [
        ("jetan", [24, 14, 26, 8, 6, 0]),
        ("jetan(interpretation=free)", [24, 14, 26, 14, 6, 0]),
        ("jetan(thoat=straight-first)", [24, 14, 26, 8, 2, 0]),
        ("jetan(thoat_jumps=true)", [24, 14, 26, 8, 6, 0]),
    ] {
        let game = open(spec);
        let mut found = [0; 6];
        for token in legal(&*game) {
            let piece = match (&token[..2], token.ends_with('!')) {
                ("f1", false) => 1,
                ("f1", true) => 2,
                ("d1" | "g1", _) => 3,
                ("a2" | "j2", _) => 4,
                (from, _) if from.ends_with('2') => 0,
                _ => 5,
            };
            found[piece] += 1;
        }
        assert_eq!(found, expected, "{spec}");
    }
}

#[test]
fn perft_from_positions() {
    let chained = [
        ("wadf1c1daw/tppfppppp1/5q1t2/2p7/7Q2/10/1P8/9T/TP1PPPPPP1/WADFC1FDAW b Ee", [85, 7093]),
        ("wad1q2Caw/f6pp1/5cp3/10/1p5Qt1/10/3P6/2P2P4/T6P2/WADF2F3 b - ", [67, 5520]),
    ];
    let free = [
        ("wadf1cfdaw/tpppppp3/6t1pp/4q5/10/10/9Q/3P2PP2/TPPP1P2PT/WADFC1FDAW b Ee", [103, 10232]),
        ("10/2t3T1pw/8pq/1C2Q5/10/10/1TD4c2/1P3P4/1PAPP4A/W8W b Ee", [134, 11152]),
    ];
    for (spec, positions) in [("jetan", chained), ("jetan(interpretation=free)", free)] {
        for (position, counts) in positions {
            assert_eq!(perft_from(spec, Some(position), 1..=2), counts, "{spec}: {position}");
        }
    }
}

/// A piece on e5 with both Princesses and Chiefs far away, the side that owns it to move.
fn lonely(piece: &str) -> String {
    let side = if piece.chars().all(char::is_uppercase) { "b" } else { "o" };
    format!("9q/10/10/10/10/4{piece}5/10/10/10/Q9 {side} -")
}

/// The squares that the piece on e5 can go to.
fn from_e5(spec: &str, position: &str) -> Vec<String> {
    let all = legal(&*at(spec, position)).into_iter();
    all.filter_map(|token| token.strip_prefix("e5").map(str::to_owned)).collect()
}

#[test]
fn destinations_on_an_empty_board() {
    for (piece, chained, free) in [
        ("W", 8, 12),
        ("A", 8, 12),
        ("D", 16, 24),
        ("F", 16, 24),
        ("C", 48, 48),
        ("T", 12, 12),
        ("P", 5, 7),
        ("p", 5, 7),
    ] {
        assert_eq!(from_e5("jetan", &lonely(piece)).len(), chained, "{piece}");
        assert_eq!(from_e5("jetan(interpretation=free)", &lonely(piece)).len(), free, "{piece}");
    }
    for (spec, piece, squares) in [
        ("jetan", "D", "b5 c4 c6 d3 d5 d7 e2 e4 e6 e8 f3 f5 f7 g4 g6 h5"),
        ("jetan", "A", "c3 c5 c7 e3 e7 g3 g5 g7"),
        ("jetan", "T", "c4 c6 d3 d5 d7 e4 e6 f3 f5 f7 g4 g6"),
        ("jetan", "W", "c5 d4 d6 e3 e7 f4 f6 g5"),
        ("jetan", "P", "d5 d6 e6 f5 f6"),
        ("jetan(interpretation=free)", "p", "d4 d5 d6 e4 f4 f5 f6"),
        ("jetan(thoat=straight-first)", "T", "c4 c6 d3 d5 d7 e4 e6 f3 f5 f7 g4 g6"),
    ] {
        let mut found = from_e5(spec, &lonely(piece));
        found.sort();
        assert_eq!(found.join(" "), squares, "{spec} {piece}");
    }
}

#[test]
fn pieces_in_the_way() {
    let position = "9q/10/10/10/4P5/3PDp4/4p5/10/10/Q9 b -";
    assert_eq!(from_e5("jetan", position), [""; 0]);
    let mut free = from_e5("jetan(interpretation=free)", position);
    free.sort();
    assert_eq!(free, ["e4", "f5"]);
    // The Thoat's first step is blocked to the sides and north; straight on south it has one square left.
    let sorted = |spec: &str| {
        let mut found = from_e5(spec, "9q/10/10/10/3PPP4/3PTP4/3P1P4/10/10/Q9 b -");
        found.sort();
        found.join(" ")
    };
    assert_eq!(sorted("jetan"), "d3 f3");
    assert_eq!(sorted("jetan(thoat_jumps=true)"), "c4 c6 d3 d7 e4 f3 f7 g4 g6");
}

#[test]
fn the_princess_escapes_once_and_never_captures() {
    let mut game = open("jetan");
    assert!(illegal(&mut *game, "f1a5").contains("three steps"));
    assert!(illegal(&mut *game, "f1g4!").contains("without `!`"));
    assert!(illegal(&mut *game, "f1a9!").contains("never captures"));
    assert!(illegal(&mut *game, "f1a8!").contains("threatened"));
    play(&mut *game, "f1a5! e10a6! a5a4 a6a7");
    assert_eq!(game.position().split(' ').skip(1).collect::<Vec<_>>(), ["b", "-"]);
    assert!(illegal(&mut *game, "a4j5!").contains("once already"));
    // An ordinary move leaves the right.
    assert!(after("jetan", "f1f3").position().ends_with("o Ee"));
    // The Dwar reaches e5 only when she has left e6.
    let mut game = at("jetan", "9q/10/4d5/10/4Q5/10/10/10/10/10 b -");
    assert!(illegal(&mut *game, "e6e5").contains("threatened"));
    assert!(legal(&*game).contains(&"e6d4".to_owned()));
    // The enemy Princess threatens nothing.
    let near = legal(&*at("jetan", "10/10/10/10/4Qq4/10/10/10/10/10 b -"));
    assert!(near.contains(&"e6f7".to_owned()), "{near:?}");
}

#[test]
fn illegal_moves_name_the_rule() {
    let mut game = open("jetan");
    for (token, why) in [
        ("b3b4", "own piece"),
        ("b9b8", "own piece"),
        ("a1b1", "own side"),
        ("b2b4", "does not move like that"),
        ("a1b3", "does not move like that"),
        ("a1b2", "own side"),
        ("c1c4", "stand in all ways"),
        ("b2b4!", "only the Princess"),
        ("--", "nobody passes"),
        ("yes", "nothing is asked"),
        ("[1,2]", "no duel"),
        ("b2", "not a legal move"),
        ("b2b3b4", "not a legal move"),
        ("[0,7]", "not a legal move"),
        ("é", "not a legal move"),
    ] {
        let found = illegal(&mut *game, token);
        assert!(found.contains(why), "{token}: {found}");
    }
}

/// The letter on a square of a position text.
fn on(position: &str, square: &str) -> char {
    let (file, rank) = square.split_at(1);
    let row = position.split('/').nth(10 - rank.parse::<usize>().unwrap()).unwrap();
    let row = row.split(' ').next().unwrap().replace("10", "..........");
    let letters: String = row
        .chars()
        .flat_map(|c| match c.to_digit(10) {
            Some(empty) => vec!['.'; empty as usize],
            None => vec![c],
        })
        .collect();
    letters.as_bytes()[(file.as_bytes()[0] - b'a') as usize] as char
}

/// The square that a move leads to.
fn target(token: &str) -> &str {
    let second = token.rfind(|c: char| c.is_ascii_lowercase()).unwrap();
    token[second..].trim_end_matches('!')
}

/// Plays moves at random: captures of neither Chief nor Princess when there have been `patience` plies without one
/// and otherwise none. The plies of the game, and why it ended.
fn wander(game: &mut dyn Session, patience: u32) -> (u32, &'static str) {
    let (mut plies, mut idle, mut seed) = (0, 0, 1u64);
    while game.outcome().is_none() {
        let position = game.position();
        let moves = legal(game);
        let (takes, quiet): (Vec<&String>, Vec<_>) =
            moves.iter().partition(|token| on(&position, target(token)) != '.');
        let small = |token: &&&String| !"cqCQ".contains(on(&position, target(token)));
        let small: Vec<&String> = takes.iter().filter(small).copied().collect();
        let choice = if idle >= patience && !small.is_empty() { small } else { quiet };
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let token = choice[(seed >> 33) as usize % choice.len()].clone();
        idle = if on(&position, target(&token)) == '.' { idle + 1 } else { 0 };
        play(game, &token);
        plies += 1;
    }
    (plies, outcome(game).reason)
}

#[test]
fn wins_and_the_fall_of_a_chief() {
    let mut game = at("jetan", "10/10/10/10/5q4/4P5/C9/10/10/Q9 b -");
    play(&mut *game, "e5f6");
    let found = (outcome(&*game).reason, scores(&*game), points(&*game));
    assert_eq!(found, ("won", vec![1.0, 0.0], vec![1.0, 0.0]));
    for (position, token, reason, expected) in [
        ("9q/10/10/4c5/10/4C5/10/10/10/Q9 o -", "e7e5", "won", [0.0, 1.0]),
        ("9q/10/10/4c5/10/4C5/10/10/10/Q9 b -", "e5e7", "won", [1.0, 0.0]),
        ("9q/10/4c5/10/10/4D5/10/10/10/Q9 b -", "e5e8", "chief-captured", [0.5, 0.5]),
        ("9q/10/10/10/4c5/5P4/10/4C5/10/Q9 b -", "f5e6", "chief-captured", [0.5, 0.5]),
    ] {
        let mut game = at("jetan", position);
        play(&mut *game, token);
        assert_eq!((outcome(&*game).reason, scores(&*game)), (reason, expected.to_vec()), "{position}");
    }
}

#[test]
fn a_side_without_a_move_has_drawn() {
    // The Chief threatens every square that the Princess in the corner could go to.
    let mut game = at("jetan", "Q9/10/10/10/7C2/10/10/10/10/9q b -");
    play(&mut *game, "h6h3");
    assert_eq!((outcome(&*game).reason, scores(&*game)), ("no-move", vec![0.5, 0.5]));
    let game = at("jetan", "Q9/10/10/10/10/10/10/7C2/10/9q o -");
    assert_eq!(outcome(&*game).reason, "no-move");
    let game = at("jetan", "Q9/10/10/10/10/10/10/7C2/10/9q o e");
    assert!(legal(&*game).iter().all(|token| token.ends_with('!')));
}

#[test]
fn three_pieces_of_the_same_value_have_ten_plies() {
    let rest = "e3g3 c7c5 g3g5 c5c3 g5i5 c3a5 i5i3 a5a7";
    let mut game = at("jetan", "7c1q/2a7/10/10/10/4W5/10/10/10/Q1C7 b -");
    play(&mut *game, &format!("e5e3 c9c7 {}", &rest[..rest.len() - 5]));
    assert!(game.outcome().is_none());
    play(&mut *game, "a5a7");
    assert_eq!((outcome(&*game).reason, scores(&*game)), ("three-pieces", vec![0.5, 0.5]));
    // A Panthan more, and the plies count from its capture.
    let mut game = at("jetan", "7c1q/2a7/10/10/10/4W5/10/4p5/10/Q1C7 b -");
    play(&mut *game, &format!("e5e3 c9c7 {rest}"));
    assert!(game.outcome().is_none());
    play(&mut *game, "i3i1");
    assert_eq!(outcome(&*game).reason, "three-pieces");
    // With other values there is no end.
    let mut game = at("jetan", "7c1q/2t7/10/10/10/4W5/10/10/10/Q1C7 b -");
    play(&mut *game, "e5e3 c9b7 e3g3 b7a5 g3g5 a5b3 g5i5 b3c5 i5i3 c5d7 i3i1 d7e9");
    assert!(game.outcome().is_none());
}

#[test]
fn draws_by_counts() {
    let circle = "g1h4 g10h7 h4g1 h7g10";
    let mut game = after("jetan", &format!("{circle} g1h4 g10h7 h4g1"));
    assert!(game.outcome().is_none());
    play(&mut *game, "h7g10");
    assert_eq!((outcome(&*game).reason, scores(&*game)), ("repetition", vec![0.5, 0.5]));
    // Without her escape a Princess makes another position of the same placement.
    let position = "w2fqcf2w/10/10/10/10/10/10/10/10/W2FCQF2W b Ee";
    let mut game = at("jetan", position);
    play(&mut *game, "f1f5! g10h7 f5f4 h7g10 f4f2 g10h7 f2f1 h7g10");
    assert_eq!(game.position(), position.replace("Ee", "e"));
    play(&mut *game, &format!("{circle} g1h4 g10h7 h4g1"));
    assert!(game.outcome().is_none());
    play(&mut *game, "h7g10");
    assert_eq!(outcome(&*game).reason, "repetition");
    let mut sparse = at("jetan", "w2fqcf2w/10/10/10/10/10/10/10/10/W2FCQF2W b -");
    assert_eq!(wander(&mut *sparse, u32::MAX), (100, "no-progress"));
    assert_eq!(wander(&mut *open("jetan"), 60), (1000, "length-limit"));
}

#[test]
fn positions_that_cannot_be() {
    for (position, why) in [
        ("", "expected placement"),
        ("wadfqcfdaw/tppppppppt/10/10/10/10/10/10/TPPPPPPPPT b Ee", "10 ranks"),
        ("wadfqcfdaw/tppppppppt/10/10/10/10/10/9/TPPPPPPPPT/WADFCQFDAW b Ee", "rank 3"),
        ("wadfqcfdaw/tppppppppt/10/10/4x5/10/10/10/TPPPPPPPPT/WADFCQFDAW b Ee", "e6: expected one of"),
        (
            "wadfqcfdaw/tppppppppt/10/10/4W5/10/10/10/TPPPPPPPPT/WADFCQFDAW b Ee",
            "at most 2 of the kind Warrior",
        ),
        ("wadfqcfdaw/tppppppppt/10/10/4q5/10/10/10/TPPPPPPPPT/WADFCQFDAW b Ee", "Orange has at most 1"),
        (
            "wadfqcfdaw/tppppppppt/10/10/10/10/10/10/T1PPPPPPPT/PADFCQFDAW b Ee",
            "a1: a Panthan never goes back",
        ),
        ("wadfqcfdaw/tppppppppt/10/10/10/10/10/10/TPPPPPPPPT/WADFCQFDAW w Ee", "`b` or `o`"),
        ("wadfqcfdaw/tppppppppt/10/10/10/10/10/10/TPPPPPPPPT/WADFCQFDAW b eE", "`Ee`, `E`, `e` or `-`"),
        ("wadfqcfdaw/tppppppppt/10/10/10/10/10/10/TPPPPPPPPT/WADFCQFDAW b Ee 3", "nothing after the escapes"),
        ("wadf1cfdaw/tppppppppt/10/10/10/10/10/10/TPPPPPPPPT/WADFCQFDAW b Ee", "Orange is not to move"),
    ] {
        let found = refused("jetan", position);
        assert!(found.contains(why), "{position}: {found}");
    }
    let back = "wadfqcfdaw/tppppppppt/10/10/10/10/10/10/T1PPPPPPPT/PADFCQFDAW b Ee";
    assert_eq!(at("jetan(interpretation=free)", back).position(), back);
    // The Princess has fallen.
    let over = at("jetan", "wadf1cfdaw/tppppppppt/10/10/10/10/10/10/TPPPPPPPPT/WADFCQFDAW o Ee");
    assert_eq!((outcome(&*over).reason, scores(&*over)), ("won", vec![1.0, 0.0]));
}

/// The placement of one side's force at the start of a match, its back rank and its front rank.
fn fielded(spec: &str) -> String {
    let position = open(spec).position();
    let ranks: Vec<&str> = position.split(' ').next().unwrap().split('/').collect();
    format!("{}/{}", ranks[8], ranks[9])
}

#[test]
fn arrays_and_forces() {
    let manator = open("jetan(array=manator)").position();
    assert_eq!(manator, START.replace("wadfqcfdaw", "wadfcqfdaw"));
    for (funds, expected) in [
        (48, "TPPPPPPPPT/WADFCQFDAW"),
        (47, "TPPPPPPP1T/WADFCQFDAW"),
        (40, "T8T/WADFCQFDAW"),
        (14, "T9/4CQ4"),
        (12, "1PP7/4CQ4"),
    ] {
        assert_eq!(fielded(&format!("jetan(wager=ransom-field, funds={funds})")), expected);
    }
    // Orange's left is the file j; the Princess faces the Chief or Orange's own.
    let position = open("jetan(wager=ransom-field, funds=14)").position();
    assert!(position.starts_with("4qc4/9t/"), "{position}");
    let position = open("jetan(wager=ransom-field, funds=14, array=manator)").position();
    assert!(position.starts_with("4cq4/9t/"), "{position}");
    let poor = open("jetan(wager=ransom-field, funds=11)");
    assert_eq!((outcome(&*poor).reason, scores(&*poor), points(&*poor)), ("forfeit", vec![0.0, 1.0], vec![11.0, 11.0]));
    assert!(poor.position().contains("game=1 score=0,10 money=11,11 purse=0"));
}

#[test]
fn the_purse_of_a_ransom() {
    let spec = "jetan(wager=ransom-field)";
    assert!(open(spec).position().ends_with("b Ee game=1 score=0,0 money=52,52 purse=96"));
    let record = "c2c3 g10h7 f1d3 d9d8 e2e3 f9g8 g1f4 b9c8 f4c7 f10f7 c7d10 f7c5 d10a9 c5b2 a9d6 b2d3";
    let mut single = open("jetan(wager=ransom-field, games=1)");
    let mut purse = 96;
    for token in record.split(' ') {
        purse -= match on(&single.position(), target(token)).to_ascii_lowercase() {
            'f' => 4,
            't' => 3,
            'p' => 1,
            _ => 0,
        };
        play(&mut *single, token);
        assert!(single.outcome().is_some() || single.position().ends_with(&format!("purse={purse}")));
    }
    let found = (outcome(&*single).reason, scores(&*single), points(&*single));
    assert_eq!(found, ("won", vec![0.0, 1.0], vec![59.0, 141.0]));
    // In the second game Orange is the first player, who pays first; both field whole armies.
    let match_of_ten = after(spec, record);
    assert_eq!(match_of_ten.position(), format!("{START} game=2 score=0,1 money=11,93 purse=96"));
}

#[test]
fn a_purse_stays_after_a_draw_and_is_divided_at_the_end() {
    let takes_chief = "9q/10/4c5/10/10/4D5/10/10/10/QP7C b - game=1 money=60,60 purse=80";
    let mut game = at("jetan(wager=ransom-field, games=2)", takes_chief);
    play(&mut *game, "e5e8");
    // The Chief's value has gone to the first player, who paid 48 as the other one did.
    assert_eq!(game.position(), format!("{START} game=2 score=0.5,0.5 money=22,12 purse=166"));
    let mut last = at("jetan(wager=ransom-field, games=1)", takes_chief);
    play(&mut *last, "e5e8");
    assert_eq!((scores(&*last), points(&*last)), (vec![1.0, 0.0], vec![105.0, 95.0]));
    assert_eq!(outcome(&*last).reason, "chief-captured");
    // A forfeit loses all games that are left.
    let poor = "9q/10/10/10/10/4q5/10/3D6/10/QP7C b - game=1 money=3,117 purse=80";
    assert!(refused("jetan(wager=ransom-field, games=3)", poor).contains("at most 1"));
    let poor = "10/10/10/10/10/4q5/10/3C6/10/QP8 o - game=1 money=3,117 purse=80";
    let mut game = at("jetan(wager=ransom-field, games=3)", poor);
    play(&mut *game, "e5b4");
    assert!(game.outcome().is_none());
}
