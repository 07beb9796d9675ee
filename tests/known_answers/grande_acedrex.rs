//! Grande Acedrex.

use super::*;

const ID: &str = "grande-acedrex";
const START: &str = "rlugcakcgulr/12/12/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/12/12/RLUGCAKCGULR w Kk";

const P1: &str = "1k10/12/12/12/6r5/12/12/12/12/12/5P1P4/5RKR4 w K";
const P3: &str = "11k/12/12/12/8p3/4P1p5/3p3P4/5U6/12/12/12/K11 w -";
const P4: &str = "11k/12/12/12/4P7/6p5/5A6/8p3/12/6P5/12/K11 w -";
const P5: &str = "r11/PP3PP2P2/12/11k/12/12/12/12/12/12/2p4p4/11K w -";
const P6: &str = "12/12/12/12/5k6/12/12/5K6/P11/12/12/12 w k";
const P8: &str = "11k/12/3L8/4R7/12/12/5u6/12/12/12/2K9/12 w -";
const P9: &str = "6k5/12/12/12/12/12/12/12/12/12/3r8/K1r9 w -";
const P11: &str = "11k/R11/12/12/12/12/12/4K7/12/12/12/10R1 b -";
const P12: &str = "12/12/12/12/12/12/11p/11P/11P/1k10/p11/K11 w -";

/// The legal targets from a square in alphabetical order, files before ranks.
fn targets(game: &dyn Session, from: &str) -> String {
    let prefix = format!("{from}-");
    let moves = legal(game);
    let mut targets: Vec<&str> = moves.iter().filter_map(|token| token.strip_prefix(&prefix)).collect();
    targets.sort();
    targets.join(" ")
}

fn in_check(game: &dyn Session) -> bool {
    game.draw().ends_with("in check")
}

#[test]
fn perft_from_the_start() {
    assert_eq!(open(ID).position(), START);
    assert_eq!(perft_from(ID, None, 1..=3), [59, 3481, 206_091]);
}

#[test]
fn first_moves() {
    let game = open(ID);
    let rows = [
        ("f1", "a2 b2 c2 d2 e2 e3 g2 g3 h2 i2 j2 k2 l2"),
        ("e1", "c3 d2 f2 g3"),
        ("h1", "f3 g2 i2 j3"),
        ("d1", "a3 g3"),
        ("i1", "f3 l3"),
        ("g1", "e3 f2 g2 g3 h2 i3"),
        ("b1", "e2"),
        ("k1", "h2"),
        ("a1", "a2 a3"),
        ("l1", "l2 l3"),
        ("c1", "a2 b3 d3 e2 f3"),
        ("j1", "g3 h2 i3 k3 l2"),
    ];
    let mut count = 0;
    for (from, expected) in rows {
        assert_eq!(targets(&*game, from), expected, "{from}");
        count += expected.split(' ').count();
    }
    for file in 'a'..='l' {
        assert_eq!(targets(&*game, &format!("{file}4")), format!("{file}5"));
    }
    assert_eq!((count + 12, legal(&*game).len()), (59, 59));
}

#[test]
fn perft_of_positions() {
    let rows = [
        (P1, [4, 108, 1612]),
        (P3, [12, 67, 1471]),
        (P4, [24, 123, 4335]),
        (P5, [8, 116, 1499]),
        (P6, [8, 115, 983]),
        ("12/12/12/12/5k6/12/12/5K6/P11/12/12/12 w -", [9, 65, 550]),
        (P8, [6, 141, 4245]),
    ];
    for (position, counts) in rows {
        assert_eq!(perft_from(ID, Some(position), 1..=3), counts, "{position}");
        assert_eq!(at(ID, position).position(), position);
    }
}

#[test]
fn a_king_that_has_not_moved_leaps_out_of_check() {
    let game = at(ID, P1);
    assert!(in_check(&*game));
    assert_eq!(targets(&*game, "g1"), "e1 e3 i1 i3");
    let mated = at(ID, &P1.replace(" K", " -"));
    assert_eq!((scores(&*mated), outcome(&*mated).reason), (vec![0.0, 1.0], "won"));
    let mut game = game;
    play(&mut *game, "g1-e1");
    assert!(game.position().ends_with(" b -"));
    // The leap attacks, too.
    let game = at(ID, P6);
    assert_eq!((targets(&*game, "a4"), targets(&*game, "f5")), ("a5".into(), "e4 e5 e6 f4 g4 g5 g6".into()));
    let game = at(ID, &P6.replace(" k", " -"));
    assert_eq!(targets(&*game, "f5"), "e4 e5 e6 f4 f6 g4 g5 g6");
    assert_eq!(scores(&*at(ID, P9)), [0.0, 1.0]);
    let game = at(ID, &P9.replace(" -", " K"));
    assert_eq!((legal(&*game).len(), targets(&*game, "a1")), (2, "a3 c1".into()));
}

#[test]
fn rhinoceros_and_aanca() {
    assert_eq!(targets(&*at(ID, P3), "f5"), "d4 d6 e3 g3 g7 h4");
    assert_eq!(targets(&*at(ID, P4), "f6"), "a5 a7 b5 b7 c5 c7 d5 d7 e1 e2 e3 e4 e5 e7 g4 g5 g7 h5 i5");
    let game = at(ID, P8);
    assert!(in_check(&*game));
    assert_eq!((targets(&*game, "e9"), targets(&*game, "c2")), ("e4".into(), "b2 c1 c3 d1 d2".into()));
}

#[test]
fn pawns_become_the_piece_of_the_file() {
    let rows = [
        ("b11-b12", "rL10/P4PP2P2/"),
        ("b11-a12", "R11/P4PP2P2/"),
        ("f11-f12", "r4A6/PP4P2P2/"),
        ("g11-g12", "r5A5/PP3P3P2/"),
        ("j11-j12", "r8U2/PP3PP5/"),
    ];
    for (token, placement) in rows {
        let mut game = at(ID, P5);
        play(&mut *game, token);
        assert!(game.position().starts_with(placement), "{token}: {}", game.position());
    }
    for (file, piece) in ('a'..='l').zip("RLUGCAACGULR".chars()) {
        let mut game = at(ID, &format!("12/{}/12/12/12/12/k11/12/12/12/11K/12 w -", pawn_on(file)));
        let goal = format!("{file}12");
        play(&mut *game, &format!("{file}11-{goal}"));
        assert!(game.position().starts_with(&pawn_on(file).replace('P', &piece.to_string())), "{goal}");
    }
}

/// A rank with a pawn on one file.
fn pawn_on(file: char) -> String {
    let before = file as usize - 'a' as usize;
    let empty = |count: usize| if count > 0 { count.to_string() } else { String::new() };
    format!("{}P{}", empty(before), empty(11 - before))
}

#[test]
fn stalemates_are_won_by_the_larger_army_or_the_last_mover() {
    let ended = |position: &str| {
        let game = at(ID, position);
        (outcome(&*game).reason, scores(&*game))
    };
    assert_eq!(ended(P11), ("no-move", vec![1.0, 0.0]));
    assert_eq!(ended(P12), ("no-move", vec![0.0, 1.0]));
    // White has the larger army although it is stalemated.
    let larger = "12/12/12/12/12/11p/11P/11P/11P/1k10/p11/K11 w -";
    assert_eq!(ended(larger), ("no-move", vec![1.0, 0.0]));
    // As many pieces each, but White has a lion, which is pinned, and Black a crocodile.
    let lion = "12/12/12/12/12/12/12/11p/3c7P/1k9P/pL10/K11 w -";
    assert_eq!(ended(lion), ("no-move", vec![1.0, 0.0]));
    assert_eq!(ended(&lion.replace('L', "G")), ("no-move", vec![0.0, 1.0]));
}

#[test]
fn replay() {
    let record = "g1-i3 g12-e10 j1-g3 h12-g11 g3-b9 c12-e11 b9-e11 b12-e11 i1-f3 f9-f8 c1-e2 i12-l10 i3-i2 l10-j7 \
                  f1-g2 j12-a4 b4-b5 i9-i8 f3-i5 a4-e1 b1-e1 g11-j8 a1-a9 j7-l10";
    let counts =
        [59, 59, 57, 57, 62, 50, 61, 44, 53, 51, 54, 58, 48, 58, 44, 61, 47, 57, 53, 61, 60, 54, 61, 62];
    let mut game = open(ID);
    for (token, count) in record.split_whitespace().zip(counts) {
        assert_eq!(legal(&*game).len(), count, "before {token}");
        play(&mut *game, token);
    }
    let position = "r2gca4lr/4l7/4k6g/R1ppp1pp1ppp/5p2pc2/12/12/1P6G3/2PPPPPPPPPP/12/4U1A1K3/3GL2C2LR w -";
    assert_eq!((game.position().as_str(), legal(&*game).len()), (position, 64));
}

#[test]
fn draws() {
    let mut game = at(ID, "k11/12/12/12/12/12/12/12/12/12/12/Kr10 w -");
    play(&mut *game, "a1-b1");
    assert_eq!((outcome(&*game).reason, scores(&*game)), ("bare-kings", vec![0.5, 0.5]));
    assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
    let circle = "a1-a2 a12-a11 a2-a1 a11-a12";
    let mut game = after(ID, &format!("{circle} a1-a2 a12-a11 a2-a1"));
    assert!(game.outcome().is_none());
    play(&mut *game, "a11-a12");
    assert_eq!(outcome(&*game).reason, "repetition");
    // The right to leap belongs to the position.
    let circle = "g1-g2 g12-g11 g2-g1 g11-g12";
    let mut game = after(ID, &format!("{circle} {circle}"));
    assert!(game.outcome().is_none());
    play(&mut *game, "g1-g2 g12-g11");
    assert_eq!(outcome(&*game).reason, "repetition");
    assert_eq!(
        outcome(&*after("grande-acedrex(no_progress=2)", "a4-a5 a9-a8 a1-a2 a12-a11")).reason,
        "no-progress"
    );
    assert_eq!(outcome(&*after("grande-acedrex(max_plies=3)", "a4-a5 a9-a8 a1-a2")).reason, "length-limit");
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| open(ID).set_position(text).unwrap_err().to_string();
    assert!(refused("").contains("expected placement"));
    assert!(refused(&START.replace("/12/12/R", "/12/R")).contains("12 ranks"));
    assert!(refused(&START.replace("LR w", "LRR w")).contains("rank 1"));
    assert!(refused(&START.replace("LR w", "LQ w")).contains("no piece `Q`"));
    assert!(refused(&START.replace(" w ", " x ")).contains("`x`"));
    assert!(refused(&START.replace("Kk", "kK")).contains("`kK`"));
    assert!(refused(&START.replace("AK", "A1")).contains("White has one king, found 0"));
    assert!(refused(&START.replace("ak", "kk")).contains("Black has one king, found 2"));
    assert!(refused("P10k/12/12/12/12/12/12/12/12/12/12/K11 w -").contains("pawn of White"));
    assert!(refused("11k/12/12/12/12/12/12/12/12/12/12/K10p w -").contains("pawn of Black"));
    assert!(refused(&START.replacen("/12/12/R", "/P11/12/R", 1)).contains("at most 24 pieces"));
    assert!(refused(&START.replacen("/12/12/RL", "/A11/12/1L", 1)).contains("only 0 pawns are missing"));
    assert!(refused("12/12/12/12/12/12/12/12/12/12/1k10/K11 w -").contains("next to each other"));
    assert!(
        refused("k11/12/12/12/12/12/12/12/12/12/12/R10K w -").contains("Black is in check but not to move")
    );
    assert!(
        refused("12/12/12/12/12/12/12/12/12/k11/12/K11 w K").contains("Black is in check but not to move")
    );
}

#[test]
fn illegal_moves_name_the_rule() {
    let refused = |position: &str, token: &str| at(ID, position).play(token).unwrap_err().message;
    assert!(refused(START, "a2-a3").contains("nothing stands there"));
    assert!(refused(START, "a9-a8").contains("belongs to Black"));
    assert!(refused(START, "a1-a4").contains("own piece"));
    assert!(refused(START, "a1-a5").contains("in the way"));
    assert!(refused(START, "a1-b2").contains("does not move so"));
    assert!(refused(START, "a4-a6").contains("does not move so"));
    assert!(refused(START, "a4-b5").contains("only to capture"));
    assert!(refused("k11/12/12/12/12/12/12/p11/P11/12/12/K11 w -", "a4-a5").contains("straight ahead"));
    assert!(refused(P6, "f5-f6").contains("attacked"));
    assert!(refused(P6, "f5-f7").contains("never moved"));
    assert!(refused(P8, "d10-d7").contains("attacked"));
    assert!(refused(START, "a1a2").contains("not a legal move here"));
}
