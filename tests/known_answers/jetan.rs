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
    play(&mut *game, circle);
    assert!(game.outcome().is_none(), "the placement stands for the third time, but not with the escape");
    play(&mut *game, "g1h4 g10h7");
    assert!(game.outcome().is_none());
    play(&mut *game, "h4g1");
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
        (14, "TP8/4CQ4"),
        (12, "1PP7/4CQ4"),
    ] {
        assert_eq!(fielded(&format!("jetan(wager=ransom-field, funds={funds})")), expected);
    }
    // Orange's left is the file j; the Princess faces the Chief or Orange's own.
    let position = open("jetan(wager=ransom-field, funds=14)").position();
    assert!(position.starts_with("4qc4/8pt/"), "{position}");
    let position = open("jetan(wager=ransom-field, funds=14, array=manator)").position();
    assert!(position.starts_with("4cq4/8pt/"), "{position}");
    let poor = open("jetan(wager=ransom-field, funds=11)");
    assert_eq!(
        (outcome(&*poor).reason, scores(&*poor), points(&*poor)),
        ("forfeit", vec![0.0, 1.0], vec![11.0, 11.0])
    );
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
    let takes_chief = "9q/10/4c5/10/10/4D5/10/10/1P8/Q6C2 b - game=1 money=60,60 purse=80";
    let mut game = at("jetan(wager=ransom-field, games=2)", takes_chief);
    play(&mut *game, "e5e8");
    // The Chief's value has gone to the first player, who paid 48 for the next game as the other one did.
    assert_eq!(game.position(), format!("{START} game=2 score=0.5,0.5 money=22,12 purse=166"));
    let mut last = at("jetan(wager=ransom-field, games=1)", takes_chief);
    play(&mut *last, "e5e8");
    assert_eq!((scores(&*last), points(&*last)), (vec![1.0, 0.0], vec![105.0, 95.0]));
    assert_eq!(outcome(&*last).reason, "chief-captured");
    assert!(last.position().ends_with("game=1 score=0.5,0.5 money=105,95 purse=0 over=chief-captured"));
}

#[test]
fn a_player_without_a_force_forfeits_all_games() {
    let takes = |spec: &str, side: char, money: &str| {
        let mut game =
            at(spec, &format!("10/10/10/10/4q5/3P1p4/5c4/3C6/10/Q9 {side} - game=1 {money} purse=80"));
        play(&mut *game, if side == 'b' { "d5e6" } else { "f5e4" });
        game
    };
    // The second player cannot pay for a Chief; the first one's payment for his own force comes back to him.
    let game = takes("jetan(wager=ransom-field, games=4)", 'b', "money=115,5");
    assert_eq!(
        (outcome(&*game).reason, scores(&*game), points(&*game)),
        ("forfeit", vec![1.0, 0.0], vec![195.0, 5.0])
    );
    assert!(game.position().ends_with("game=2 score=4,0 money=195,5 purse=0 over=forfeit"));
    let written = game.position();
    assert_eq!(at("jetan(wager=ransom-field, games=4)", &written).position(), written);
    // The first player has no money after a drawn game whose purse stays; the second one, not asked, takes it.
    let mut drawn = at(
        "jetan(wager=ransom-field, games=3)",
        "9q/10/4c5/10/10/4D5/10/10/1P8/Q6C2 b - game=1 money=0,120 purse=80",
    );
    play(&mut *drawn, "e5e8");
    assert_eq!((outcome(&*drawn).reason, points(&*drawn)), ("forfeit", vec![10.0, 190.0]));
    assert!(drawn.position().ends_with("game=2 score=0.5,2.5 money=10,190 purse=0 over=forfeit"));
}

#[test]
fn forces_by_question_and_answer() {
    let spec = "jetan(wager=ransom-field, field_choice=ask, funds=20)";
    let mut game = open(spec);
    assert_eq!(
        game.position(),
        "10/10/10/10/10/10/10/10/10/4CQ4 b Ee game=1 score=0,0 money=10,20 purse=10 ask=3"
    );
    assert_eq!(legal(&*game), ["yes", "no"]);
    assert!(illegal(&mut *game, "f1a5!").contains("`yes` or `no`"));
    // A Flier and a Dwar leave 2; then only Warriors, Padwars and Panthans are asked about.
    play(&mut *game, "yes no yes");
    assert!(
        game.position().ends_with("b Ee game=1 score=0,0 money=2,20 purse=18 ask=9"),
        "{}",
        game.position()
    );
    play(&mut *game, "no no no no no no no no no no no no");
    assert!(game.position().starts_with("4qc4/10/") && game.position().contains(" o Ee "));
    assert_eq!(on(&game.position(), "d1"), 'F');
    // With 12 only Panthans can be paid, of which two are needed.
    let mut poor = open("jetan(wager=ransom-field, field_choice=ask, funds=12)");
    assert!(poor.position().ends_with("money=2,12 purse=10 ask=13"));
    play(&mut *poor, "no no no no no no");
    assert_eq!(legal(&*poor), ["yes"]);
    assert!(illegal(&mut *poor, "no").contains("cannot be completed"));
    play(&mut *poor, "yes");
    assert_eq!(legal(&*poor), ["yes"]);
    play(&mut *poor, "yes yes yes");
    assert_eq!(
        poor.position(),
        "4qc4/7pp1/10/10/10/10/10/10/1PP7/4CQ4 b Ee game=1 score=0,0 money=0,0 purse=24"
    );
}

#[test]
fn ransoms_are_paid_back() {
    // Black has lost a Flier, Orange two Fliers and, now, the Princess.
    let position = "wad1c2daw/tppppppppt/10/10/4q5/3P6/10/10/TPPPP1PPPT/WADFCQ1DAW b Ee";
    let mut game = at("jetan(wager=ransom-return, games=2)", position);
    play(&mut *game, "d5e6");
    // The first player pays 4 and the second one 8, Princess free; the first player has Orange now.
    assert_eq!(game.position(), format!("{START} game=2 score=1,0 money=104,96"));
    assert!(legal(&*game).contains(&"f1a5!".to_owned()));
    let mut ask = at("jetan(wager=ransom-return, games=2, field_choice=ask)", position);
    play(&mut *ask, "d5e6");
    assert_eq!(legal(&*ask), ["yes", "no"]);
    play(&mut *ask, "no yes no");
    let forces = "wad1qcfdaw/tppppppppt/10/10/10/10/10/10/TPPPPPPPPT/WADFCQ1DAW b Ee";
    assert_eq!(ask.position(), format!("{forces} game=2 score=1,0 money=104,96"));
    // A Chief that cannot be paid is a forfeit.
    let lost = "wadf1cfdaw/tpppppppp1/10/2q7/1P8/10/10/10/T1PPPPPPPT/WADF1QFDAW b - game=1 money=9,191";
    let mut game = at("jetan(wager=ransom-return, games=3)", &lost.replace("f1cf", "f2f"));
    play(&mut *game, "b6c7");
    assert_eq!((outcome(&*game).reason, scores(&*game)), ("forfeit", vec![0.0, 1.0]));
    assert!(game.position().ends_with("game=2 score=1,2 money=9,191 over=forfeit"));
}

/// An attack from e5 by this piece of Black's on a piece of Orange's, as a duel position.
fn duel(attacker: &str, defender: char, money: &str) -> String {
    let (file, rank) = match attacker {
        "W" => (4, 7),
        "A" => (6, 7),
        "D" => (4, 8),
        "F" | "C" => (7, 8),
        "T" => (5, 7),
        _ => (4, 6),
    };
    let row = |number: usize| match number {
        10 => "9q".to_owned(),
        1 => "Q9".to_owned(),
        5 => format!("4{attacker}5"),
        _ if number == rank => format!("{file}{defender}{}", 9 - file),
        _ => "10".to_owned(),
    };
    let rows: Vec<String> = (1..=10).rev().map(row).collect();
    let target = format!("{}{rank}", (b'a' + file) as char);
    format!("{} b - game=1 money={money} duel=e5{target}", rows.join("/"))
}

#[test]
fn the_dice_of_a_duel() {
    let values = [('W', 2), ('A', 2), ('D', 4), ('F', 4), ('C', 10), ('T', 3), ('P', 1)];
    let spec = "jetan(wager=duel, games=2, duel_tie=retreat)";
    // Wins of the attacker, ties and wins of the defender by the difference of their values.
    let table = [[15, 6, 15], [21, 5, 10], [26, 4, 6], [30, 3, 3], [33, 2, 1], [35, 1, 0], [36, 0, 0]];
    for (attacker, strength) in values {
        for (defender, resistance) in values {
            let position = duel(&attacker.to_string(), defender.to_ascii_lowercase(), "150,50");
            let Due::Chance(throws) = at(spec, &position).due() else {
                panic!("no throw is due: {position}")
            };
            assert_eq!(throws.len(), 36);
            let mut found = [0; 3];
            for (throw, weight) in throws {
                assert_eq!(weight, 1);
                let mut game = at(spec, &position);
                play(&mut *game, &throw);
                let text = game.position();
                let now = |money: i32| text.contains(&format!("money={money},"));
                let results = [150 + resistance, 150, 150 - strength];
                found[results.iter().position(|&money| now(money)).expect("a result")] += 1;
            }
            let difference: i32 = strength - resistance;
            let mut expected = table[difference.unsigned_abs().min(6) as usize];
            if difference < 0 {
                expected.reverse();
            }
            assert_eq!(found, expected, "{attacker} attacks {defender}");
        }
    }
}

#[test]
fn what_a_duel_does() {
    let spec = "jetan(wager=duel, games=2)";
    assert_eq!(open(spec).position(), format!("{START} game=1 score=0,0 money=100,100"));
    // The turn goes on with dice until one sum is higher.
    let mut game = at(spec, "9q/10/4p5/10/10/4D5/10/10/10/Q9 b - game=1 money=150,50");
    play(&mut *game, "e5e8");
    let attacked = "9q/10/4p5/10/10/4D5/10/10/10/Q9 b - game=1 score=0,0 money=150,50 duel=e5e8";
    assert_eq!(game.position(), attacked);
    assert!(illegal(&mut *game, "e5e8").contains("dice"));
    assert!(illegal(&mut *game, "[0,3]").contains("not a legal move"));
    play(&mut *game, "[2,5] [1,4]");
    assert_eq!(game.position(), attacked);
    play(&mut *game, "[1,5]");
    assert_eq!(game.position(), "9q/10/4p5/10/10/10/10/10/10/Q9 o - game=1 score=0,0 money=146,54");
    // The winner stands on the square and takes both antes; a defender stakes no more than he owns.
    let mut poor = at(spec, "9q/10/4d5/10/10/4D5/10/10/10/Q9 b - game=1 money=198.5,1.5 duel=e5e8");
    play(&mut *poor, "[6,1]");
    assert_eq!(poor.position(), "9q/10/4D5/10/10/10/10/10/10/Q9 o - game=1 score=0,0 money=200,0");
    // An attacker has to own the value of his piece; the Princess is taken without a duel.
    let short = "9q/10/4p5/10/10/4D5/10/10/10/Q9 b - game=1 money=3.5,196.5";
    assert!(illegal(&mut *at(spec, short), "e5e8").contains("own the value"));
    let princess = "10/10/4q5/10/10/4D5/10/10/10/Q9 b - game=1 money=3.5,196.5";
    let mut won = at("jetan(wager=duel, games=1)", princess);
    play(&mut *won, "e5e8");
    let found = (outcome(&*won).reason, scores(&*won), points(&*won));
    assert_eq!(found, ("won", vec![0.0, 1.0], vec![3.5, 196.5]));
    // After a tie the attacker may have to stay where he was.
    let tied = "9q/10/4p5/10/10/4D5/10/10/10/Q9";
    let mut back = at("jetan(wager=duel, duel_tie=retreat)", &format!("{tied} b - duel=e5e8"));
    play(&mut *back, "[1,4]");
    assert_eq!(back.position(), format!("{tied} o - game=1 score=0,0 money=100,100"));
}

#[test]
fn duels_of_chiefs() {
    let single = "jetan(wager=duel, games=1)";
    for (throw, expected, money) in
        [("[3,2]", [1.0, 0.0], [110.0, 90.0]), ("[1,2]", [0.0, 1.0], [90.0, 110.0])]
    {
        let mut game = at(single, &duel("C", 'c', "100,100"));
        play(&mut *game, throw);
        let found = (outcome(&*game).reason, scores(&*game), points(&*game));
        assert_eq!(found, ("won", expected.to_vec(), money.to_vec()));
        let written = game.position();
        assert!(written.ends_with("over=won"), "{written}");
        assert_eq!(at(single, &written).position(), written);
    }
}

#[test]
fn moves_are_paid_for() {
    let mut game = open("jetan(wager=pay-to-move-simple, games=1, funds=2)");
    assert_eq!(game.position(), format!("{START} game=1 score=0,0 money=2,2 purse=0"));
    assert!(illegal(&mut *game, "--").contains("only if no move can be paid"));
    play(&mut *game, "b2b3 b9b8 b3b4 b8b7");
    assert_eq!(legal(&*game), ["--"]);
    assert!(illegal(&mut *game, "b4b5").contains("cannot pay"));
    play(&mut *game, "--");
    assert!(game.position().ends_with("o Ee game=1 score=0,0 money=0,0 purse=4 forced=1"));
    assert_eq!(legal(&*game), ["--"]);
    play(&mut *game, "--");
    let found = (outcome(&*game).reason, scores(&*game), points(&*game));
    assert_eq!(found, ("no-money", vec![0.5, 0.5], vec![2.0, 2.0]));
    // The winner takes the purse; a drawn game halves it.
    let won = "10/10/10/10/5q4/4P5/C9/10/10/Q9 b - game=1 money=90.5,89.5 purse=20";
    let mut game = at("jetan(wager=pay-to-move-simple, move_price=3, games=1)", won);
    play(&mut *game, "e5f6");
    assert_eq!(points(&*game), [110.5, 89.5]);
    let drawn = "9q/10/4c5/10/10/4D5/10/10/10/Q9 b - game=1 money=90,89 purse=21";
    let mut game = at("jetan(wager=pay-to-move-piece, games=1)", drawn);
    play(&mut *game, "e5e8");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.0, 1.0], vec![98.5, 101.5]));
}

#[test]
fn prices_by_piece_and_free_captures() {
    // A Dwar costs 4, a Panthan 1, the Princess nothing.
    let position = "9q/10/4p5/10/10/4D5/10/10/1P8/Q9 b - game=1 money=3,197 purse=0";
    let moves = legal(&*at("jetan(wager=pay-to-move-piece)", position));
    assert!(moves.iter().all(|token| token.starts_with("b2") || token.starts_with("a1")));
    assert!(moves.iter().any(|token| token.starts_with("b2")) && moves.len() > 5);
    let mut free = at("jetan(wager=pay-to-move-piece, free_captures=true)", position);
    assert!(legal(&*free).contains(&"e5e8".to_owned()) && !legal(&*free).contains(&"e5e4".to_owned()));
    play(&mut *free, "e5e8");
    assert!(free.position().ends_with("o - game=1 score=0,0 money=3,197 purse=0"));
    let mut paid = at("jetan(wager=pay-to-move-piece)", &position.replace("3,197", "13,187"));
    play(&mut *paid, "e5e8");
    assert!(paid.position().ends_with("o - game=1 score=0,0 money=9,187 purse=4"));
}

#[test]
fn passes_at_will() {
    let mut game = open("jetan(wager=pay-to-move-simple, pass_rule=limited, pass_limit=1)");
    assert!(game.position().ends_with("money=100,100 purse=0 passes=0,0"));
    play(&mut *game, "-- --");
    assert!(game.position().ends_with("b Ee game=1 score=0,0 money=100,100 purse=0 passes=1,1"));
    assert!(illegal(&mut *game, "--").contains("used up"));
    let mut game = open("jetan(wager=pay-to-move-simple, pass_rule=alternate)");
    play(&mut *game, "-- b9b8");
    assert!(game.position().ends_with("purse=1 passed=1,0"));
    assert!(illegal(&mut *game, "--").contains("last own turn"));
    play(&mut *game, "b2b3 -- --");
    assert!(game.position().ends_with("purse=2 passed=1,1"));
    // A forced pass uses up nothing, and one that is followed by a pass at will ends nothing.
    let spec = "jetan(wager=pay-to-move-simple, pass_rule=limited, games=1, funds=1)";
    let mut game = after(spec, "b2b3 -- --");
    assert!(game.position().ends_with("money=0,1 purse=1 passes=0,1 forced=1"));
    play(&mut *game, "--");
    assert!(game.outcome().is_none());
    // The same position with other money is another one; passes repeat a position.
    let circle = "g1h4 g10h7 h4g1 h7g10";
    let game = after("jetan(wager=pay-to-move-simple)", &format!("{circle} {circle}"));
    assert!(game.position().ends_with("game=1 score=0,0 money=96,96 purse=8"));
    let game = after("jetan(wager=pay-to-move-simple, pass_rule=limited)", "-- -- -- --");
    assert!(game.position().contains("game=2 score=0.5,0.5"));
}

#[test]
fn matches_of_several_games() {
    let princess_falls = "10/10/10/10/5q4/4P5/C9/10/10/Q9 b -";
    let mut game = at("jetan(games=3)", princess_falls);
    assert_eq!((game.seat_name(Seat::FIRST), open("jetan").seat_name(Seat::FIRST)), ("X", "Black"));
    play(&mut *game, "e5f6");
    assert_eq!(game.position(), format!("{START} game=2 score=1,0"));
    // The colours alternate: the second player has Black in the second game.
    assert_eq!(game.turn(), Turn::Seat(Seat::SECOND));
    let mut last = at("jetan(games=3)", &format!("{princess_falls} game=3 score=0.5,1.5"));
    play(&mut *last, "e5f6");
    let found = (outcome(&*last).reason, scores(&*last), points(&*last));
    assert_eq!(found, ("drawn", vec![0.5, 0.5], vec![1.5, 1.5]));
    assert!(last.position().ends_with("game=3 score=1.5,1.5 over=drawn"));
    for (spec, fields, why) in [
        ("jetan(games=3)", "game=4", "`game=4`"),
        ("jetan(games=3)", "game=2", "1 games have been played, found 0"),
        ("jetan(games=3)", "game=1 game=1", "twice"),
        ("jetan(games=3)", "money=1,2", "`money=1,2`"),
        ("jetan(games=3)", "game", "`name=value`"),
        ("jetan(games=3)", "over=won", "3 games have been played"),
        ("jetan(games=3)", "game=3 score=2,1 over=drawn", "not how this match can end"),
        ("jetan(games=3)", "game=3 score=2,1 over=repetition", "not how this match can end"),
        ("jetan(wager=duel)", "money=101,100", "add up to 200, found 201"),
        ("jetan(wager=duel)", "duel=b2b3", "an attack"),
        ("jetan(wager=duel)", "ask=3", "nothing is asked"),
        ("jetan(wager=ransom-field)", "ask=3", "no such piece"),
        ("jetan(wager=ransom-field, field_choice=ask)", "ask=3", "there already"),
        ("jetan(wager=pay-to-move-simple)", "money=99.5,100 purse=0.5", "`purse=0.5`"),
        ("jetan(wager=pay-to-move-simple, pass_rule=limited)", "passes=6,0", "`passes=6,0`"),
    ] {
        let found = refused(spec, &format!("{START} {fields}"));
        assert!(found.contains(why), "{spec}, {fields}: {found}");
    }
    let stuck = refused("jetan(games=3)", "Q9/10/10/10/10/10/10/7C2/10/9q o -");
    assert!(stuck.contains("over (no-move)"), "{stuck}");
}

#[test]
fn options_that_mean_nothing_together() {
    for (options, name) in [
        ("field_choice=ask", "field_choice"),
        ("wager=duel, field_choice=ask", "field_choice"),
        ("duel_tie=retreat", "duel_tie"),
        ("wager=pay-to-move-piece, move_price=2", "move_price"),
        ("wager=duel, free_captures=true", "free_captures"),
        ("pass_rule=limited", "pass_rule"),
        ("wager=pay-to-move-simple, pass_limit=3", "pass_limit"),
        ("funds=50", "funds"),
    ] {
        let error = session::open(&format!("jetan({options})")).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains(&format!("option `{name}`")), "{options}: {error}");
    }
}
