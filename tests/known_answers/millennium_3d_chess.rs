//! Millennium 3D Chess.

use super::*;

const ID: &str = "millennium-3d-chess";
const START: &str = "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8|rnbqkbnr/pppppppp/8/8/8/8/8/8 w KQkq \
    ABCDEFGHabcdefgh -";

/// D'Agostino - Trimm, 2001, as printed, with the misprint of the fourth move repaired.
const PRINTED_GAME: &str = "\
    B2b2 Q2e7 R2a1 R2b8 N2d1 R2h7 Q2e2 Q2f7 B2a3 Q2c7 B3h3 B2b7 R2c1 Q2d7 B2g4 Q1c7 B1f5 B1c8 B2e4 R2c7 \
    1c3 3a5 Rx2c7 Qx2c7 R3h3 3b5 Rx3h7 3b4 B3b2 Q2e7 R3h8 Q2g7 R3h4 3g5 R3c4 R2c8 N1f3 N2b6 N1g5 Q2f7 3a4 \
    Q2b3 Q3e2 B3a6 Q3c2 Bx3c4 Qx2b3 Bx2b3 2a5 N1b8 2a6 N3a8 B2b7 R3b8 B3d4 N3b6 Bx3b6 cx3b6 2a7 R3d8 3e4 \
    B3c2 2f3 3d5 ex3d5 3e6 dx3e6 fx3e6 N1e6 B3b3 B3c6+ K2e7 N2c6+ K2d6 N1c8 Kx3c6 Nx3d8+ K2b7 3a8=Q+ Kx3a8 \
    N3f7 B3e7 N3d3 B3c2 Nd3e5 3a4 N3c6 B3c5 Nx3g5 N2g6 K2d2 3b3 N2a6+ K2b7 Nx3a4 2b2 N3b2 B1e4 fx1e4 N1e6 \
    Nx3e6 N2c6 Nx3c5 bx3c5 K1c2 3b1 2b2 3c4 1d4 N1c4 K2b1 N3c3 Nx3c4 N2e3 Kx3b1 Nx1c3 bx1c3 K2b6 2e5 K2b5 \
    N3d6 K2c6 K2c2 K2d5 K2d3 K2e6 K2d4 K2f5 2c4 K2e6 2d5+ K2f5 2c5 K2f4 2c6 K2f5 2c7 K2f4 3c8=Q K2f5 Q3f5+ \
    K1g6 2d6 K1g5 2d7 K1g4 3d8=Q K1g5 Qd3g5+ K1g4 Qf2g5#";
/// The same game.
const GAME: &str = "\
    1c12b2 3d82e7 1a12a1 3a82b8 1b12d1 3h82h7 1d12e2 2e72f7 2b22a3 2f72c7 1f13h3 3c82b7 2a12c1 2c72d7 \
    3h32g4 2d71c7 2g41f5 2b71c8 1f52e4 2h72c7 1c21c3 3a73a5 2c12c7 1c72c7 1h13h3 3b73b5 3h33h7 3b53b4 \
    2a33b2 2c72e7 3h73h8 2e72g7 3h83h4 3g73g5 3h43c4 2b82c8 1g11f3 3b82b6 1f31g5 2g72f7 1a23a4 2f72b3 \
    2e23e2 1c83a6 3e23c2 3a63c4 3c22b3 3c42b3 3a42a5 2b61b8 2a52a6 1b83a8 2e42b7 2c83b8 3b23d4 3a83b6 \
    3d43b6 3c73b6 2a62a7 3b83d8 1e23e4 2b33c2 1f22f3 3d73d5 3e43d5 3e73e6 3d53e6 3f73e6 1g51e6 3c23b3 \
    2b73c6 3e82e7 1e62c6 2e72d6 2c61c8 2d63c6 1c83d8 3c62b7 2a73a8q 2b73a8 3d83f7 3f83e7 2d13d3 3b33c2 \
    3d33e5 3a53a4 3e53c6 3e73c5 3f73g5 3g82g6 1e12d2 3b43b3 3c62a6 3a82b7 2a63a4 3b32b2 3a43b2 3c21e4 \
    2f31e4 2g61e6 3g53e6 1e62c6 3e63c5 3b63c5 2d21c2 2b23b1 1b22b2 3c53c4 1d21d4 2c61c4 1c22b1 1c43c3 \
    3b23c4 3c32e3 2b13b1 2e31c3 2b21c3 2b72b6 1e42e5 2b62b5 3c43d6 2b52c6 3b12c2 2c62d5 2c22d3 2d52e6 \
    2d32d4 2e62f5 1c32c4 2f52e6 1d42d5 2e62f5 2c42c5 2f52f4 2c52c6 2f42f5 2c62c7 2f52f4 2c73c8q 2f42f5 \
    3c83f5 2f51g6 2d52d6 1g61g5 2d62d7 1g51g4 2d73d8q 1g41g5 3d83g5 1g51g4 3f52g5";
const FINAL: &str = "8/8/8/8/6k1/8/6PP/8|8/8/8/4P1Q1/3K4/8/8/8|8/8/3N4/6Q1/8/8/8/8 b - GH -";
const CASTLING: &str = "8/8/8/8/8/8/P6P/R3K2R|8/8/8/8/8/8/8/8|r3k2r/p6p/8/8/8/8/8/8 w KQkq AHah -";
const TWO_STEPS: &str = "8/8/8/8/8/5p2/4P3/7K|8/8/8/8/8/3p4/8/8|k7/8/8/8/8/3p4/8/8 w - E -";

fn in_check(game: &dyn Session) -> bool {
    game.draw().ends_with("in check")
}

/// The legal moves that begin so, sorted.
fn moves(game: &dyn Session, begin: &str) -> Vec<String> {
    let mut moves = legal(game);
    moves.retain(|token| token.starts_with(begin));
    moves.sort();
    moves
}

#[test]
fn perft_from_the_start() {
    assert_eq!(open(ID).position(), START);
    assert_eq!(perft_from(ID, None, 1..=3), [100, 9992, 1_061_917]);
    assert_eq!(perft_from("millennium-3d-chess(array=hageman)", None, 1..=3), [100, 9992, 1_061_917]);
    // The decision of Black comes first.
    assert_eq!(perft_from("millennium-3d-chess(array=blacks-choice)", None, 1..=3), [2, 200, 2 * 9992]);
}

#[test]
fn first_moves_by_kind() {
    let game = open(ID);
    let from = |cells: &[&str]| cells.iter().map(|cell| moves(&*game, cell).len()).collect::<Vec<_>>();
    assert_eq!(from(&["1a2", "1b2", "1c2", "1d2", "1e2", "1f2", "1g2", "1h2"]), [6; 8]);
    let pieces: [usize; 3] =
        [["1b1", "1g1"], ["1a1", "1h1"], ["1c1", "1f1"]].map(|cells| from(&cells).iter().sum());
    assert_eq!(pieces, [14, 12, 8]);
    assert_eq!(from(&["1d1", "1e1"]), [12, 6]);
    let source = open("millennium-3d-chess(pawn_two_step=source-text)");
    assert_eq!(moves(&*source, "1a2"), ["1a21a3", "1a21a4", "1a22a2", "1a22a3", "1a23a2"]);
    assert_eq!(moves(&*game, "1a2").len(), 6);
    assert!(moves(&*game, "1a2").contains(&"1a23a4".to_owned()));
}

#[test]
fn the_published_game() {
    let (tokens, printed): (Vec<&str>, Vec<&str>) =
        (GAME.split_whitespace().collect(), PRINTED_GAME.split_whitespace().collect());
    assert_eq!((tokens.len(), printed.len()), (151, 151));
    let (mut game, mut other) = (open(ID), open(ID));
    for (token, printed) in tokens.iter().zip(printed) {
        play(&mut *game, token);
        play(&mut *other, printed);
        assert_eq!(other.position(), game.position(), "{printed}");
        let marked = printed.ends_with(['+', '#']);
        assert_eq!(in_check(&*game), marked, "{printed}");
        assert_eq!(game.outcome().is_some(), printed.ends_with('#'), "{printed}");
    }
    assert_eq!(game.position(), FINAL);
    assert_eq!((outcome(&*game).reason, scores(&*game)), ("won", vec![1.0, 0.0]));
    assert_eq!(at(ID, FINAL).outcome(), game.outcome());
    // The two-step of the 21st move is not in the text of the article.
    let mut source = open("millennium-3d-chess(pawn_two_step=source-text)");
    let (number, error) = source.play_all(GAME).unwrap_err();
    assert_eq!(number, 41, "{error}");
}

#[test]
fn positions_of_the_published_game() {
    let rows: [(usize, &str, [u64; 2]); 3] = [
        (
            20,
            "2b5/2q5/8/8/8/8/PPPPPPPP/4K1NR|1r6/2r5/8/8/4B3/B7/4Q3/2RN4|1n2kbn1/pppppppp/8/8/8/8/8/8 w K \
             ABCDEFGHabcdefgh -",
            [149, 21911],
        ),
        (
            60,
            "8/8/8/6N1/8/2P5/1P1PPPPP/4K3|8/PB6/8/8/8/1b6/8/3N4|3rkbn1/3ppp2/1p6/p5p1/1p6/8/8/8 w - \
             BDEFGHdef -",
            [92, 6879],
        ),
        (120, "8/8/8/8/3P4/2P5/6PP/8|8/8/8/1k2P3/8/8/8/8|8/8/8/8/2N5/8/8/1K6 w - GH -", [48, 866]),
    ];
    for (plies, position, counts) in rows {
        let record: Vec<&str> = GAME.split_whitespace().take(plies).collect();
        assert_eq!(after(ID, &record.join(" ")).position(), position, "{plies}");
        assert_eq!(perft_from(ID, Some(position), 1..=2), counts, "{plies}");
    }
}

#[test]
fn en_passant() {
    assert_eq!(perft_from(ID, Some(TWO_STEPS), 1..=3), [13, 219, 2797]);
    let mut game = at(ID, TWO_STEPS);
    play(&mut *game, "1e23e2");
    assert!(game.position().ends_with(" b - - 2e23e2"), "{}", game.position());
    let mut taking = legal(&*game);
    taking.retain(|token| token.ends_with("2e2"));
    taking.sort();
    assert_eq!(taking, ["1f32e2", "2d32e2", "3d32e2"]);
    assert_eq!(at(ID, &game.position()).position(), game.position());
    play(&mut *game, "2d32e2");
    assert_eq!(game.position(), "8/8/8/8/8/5p2/8/7K|8/8/8/8/8/8/4p3/8|k7/8/8/8/8/3p4/8/8 w - - -");
    // Only on the very next move.
    let mut late = at(ID, TWO_STEPS);
    play(&mut *late, "1e23e2 3a83a7 1h11g1");
    assert!(illegal(&mut *late, "2d32e2").contains("only to capture"));
    // A pawn that goes straight onto the cell passed over captures nothing.
    let mut quiet = at(ID, "8/8/8/8/8/8/4P3/7K|8/8/8/8/8/3pp3/8/8|k7/8/8/8/8/8/8/8 w - E -");
    play(&mut *quiet, "1e23e2 2e32e2");
    assert_eq!(quiet.position(), "8/8/8/8/8/8/8/7K|8/8/8/8/8/3p4/4p3/8|k7/8/8/8/8/8/4P3/8 w - - -");
    // The capture would open a line to the own king.
    let mut pinned = at(ID, "8/8/8/8/8/8/4P3/K7|7k/8/8/8/8/8/8/8|4R3/8/8/8/8/3p4/8/8 w - E -");
    play(&mut *pinned, "1e23e2");
    assert!(pinned.position().ends_with("2e23e2"));
    let mut pinned = at(ID, "8/8/8/8/8/8/4P3/K7|8/8/8/8/8/8/8/8|8/8/8/8/8/R2p3k/8/8 w - E -");
    play(&mut *pinned, "1e23e2");
    assert!(pinned.position().ends_with(" b - - -"), "{}", pinned.position());
    assert!(illegal(&mut *pinned, "3d32e2").contains("only to capture"));
}

#[test]
fn castling() {
    assert_eq!(perft_from(ID, Some(CASTLING), 1..=3), [42, 1760, 87452]);
    let castlings = |game: &dyn Session| {
        let moves = moves(game, "1e1");
        moves.into_iter().filter(|token| ["1e11g1", "1e11c1"].contains(&token.as_str())).count()
    };
    assert_eq!(castlings(&*at(ID, CASTLING)), 2);
    let mut game = at(ID, CASTLING);
    play(&mut *game, "1e11g1 O-O-O");
    assert_eq!(game.position(), "8/8/8/8/8/8/P6P/R4RK1|8/8/8/8/8/8/8/8|2kr3r/p6p/8/8/8/8/8/8 w - AHah -");
    // Attacks from other levels count: 2e2 covers e1, 2f2 covers f1, and 2b2, for the rook only, b1.
    let with_rook = |rank: &str| {
        at(ID, &format!("8/8/8/8/8/8/P6P/R3K2R|8/8/8/8/8/8/{rank}/8|k7/8/8/8/8/8/8/8 w KQ AH -"))
    };
    assert!(illegal(&mut *with_rook("4r3"), "1e11g1").contains("in check does not castle"));
    assert!(illegal(&mut *with_rook("5r2"), "1e11g1").contains("attacked cell"));
    assert!(illegal(&mut *with_rook("6r1"), "1e11g1").contains("attacked cell"));
    assert!(moves(&*with_rook("5r2"), "1e1").contains(&"1e11c1".to_owned()));
    assert_eq!(castlings(&*with_rook("1r6")), 2);
    let mut moved = at(ID, CASTLING);
    play(&mut *moved, "1h11g1 3a83b8 1g11h1 3b83a8");
    assert!(moved.position().contains(" w Qk "), "{}", moved.position());
    assert!(illegal(&mut *moved, "O-O").contains("moved before"));
    let mut between = at(ID, "8/8/8/8/8/8/P6P/RN2K2R|8/8/8/8/8/8/8/8|k7/8/8/8/8/8/8/8 w KQ AH -");
    assert!(illegal(&mut *between, "1e11c1").contains("stands between"));
    // A captured rook takes the right with it.
    let mut taken = at(ID, "8/8/8/8/8/8/8/R3K2R|8/8/8/8/8/8/8/8|1k6/8/8/8/8/8/8/7r b KQ - -");
    play(&mut *taken, "3h11h1");
    assert!(taken.position().contains(" w Q "), "{}", taken.position());
}

#[test]
fn a_pawn_that_has_moved_has_lost_its_two_step() {
    let mut game = after(ID, "1a22a2 3h73h6 2a21a2 3h63h5");
    assert!(game.position().contains(" BCDEFGHabcdefg "), "{}", game.position());
    assert_eq!(moves(&*game, "1a2"), ["1a21a3", "1a22a2", "1a22a3"]);
    assert!(illegal(&mut *game, "1a21a4").contains("never moved"));
}

#[test]
fn promotion_is_on_the_far_rank_of_the_enemy_level() {
    let mut game = at(ID, "8/8/8/8/8/8/8/K7|8/P7/8/8/8/8/8/8|8/8/8/8/8/8/1p6/7k w - - -");
    assert_eq!(
        moves(&*game, "2a7"),
        ["2a71a7", "2a71a8", "2a72a8", "2a73a7", "2a73a8b", "2a73a8n", "2a73a8q", "2a73a8r"]
    );
    assert!(illegal(&mut *game, "2a73a8").contains("add the letter"));
    assert!(illegal(&mut *game, "2a73a8k").contains("`q`, `r`, `b` or `n`"));
    assert!(illegal(&mut *game, "2a72a8q").contains("not promoted there"));
    // The last rank of another level promotes nobody; the pawn goes on by levels.
    play(&mut *game, "2a72a8 3b23b1 2a83a8=Q+");
    play(&mut *game, "3h12h1 1a12a1 3b12b1 2a12a2");
    assert_eq!(moves(&*game, "2b1"), ["2b11b1b", "2b11b1n", "2b11b1q", "2b11b1r", "2b13b1"]);
    let hageman = "millennium-3d-chess(array=hageman)";
    let game = at(hageman, "8/P7/8/8/8/8/8/k7|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/7K w - - -");
    assert_eq!(moves(&*game, "1a71a8"), ["1a71a8b", "1a71a8n", "1a71a8q", "1a71a8r"]);
}

#[test]
fn black_chooses_the_array() {
    let spec = "millennium-3d-chess(array=blacks-choice)";
    let mut game = open(spec);
    assert_eq!((game.position().as_str(), game.turn()), ("blacks-choice", Turn::Seat(Seat::SECOND)));
    assert_eq!(legal(&*game), ["johnson", "hageman"]);
    assert!(illegal(&mut *game, "1e21e4").contains("`johnson` or `hageman`"));
    play(&mut *game, "johnson");
    assert_eq!(game.position(), START);
    assert!(illegal(&mut *game, "hageman").contains("chosen already"));
    let mut game = after(spec, "hageman");
    let hageman = open("millennium-3d-chess(array=hageman)").position();
    assert_eq!(game.position(), hageman);
    assert_eq!(at(spec, &hageman).position(), hageman);
    play(&mut *game, "3e23e4 1e71e5");
    assert_eq!(at(spec, &game.position()).position(), game.position());
    // Without rights and unmoved pawns the text names the array.
    let rest = "8/8/8/8/8/8/P7/K7|8/8/8/8/8/8/8/8|7k/8/8/8/8/8/8/8 w - - -";
    assert_eq!(at(spec, rest).position(), rest);
    let high = format!("{rest} hageman");
    assert_eq!(at(spec, &high).position(), high);
    assert!(refused(ID, &high).contains("end of the text"));
    let last = "8/P7/8/8/8/8/8/K7|8/8/8/8/8/8/8/8|7k/8/8/8/8/8/8/8 w - - -";
    assert_eq!(moves(&*at(spec, last), "1a71a8").len(), 1);
    assert_eq!(moves(&*at(spec, &format!("{last} hageman")), "1a71a8").len(), 4);
}

#[test]
fn ends_of_games() {
    let end = |position: &str, token: &str| {
        let mut game = at(ID, position);
        assert!(game.outcome().is_none());
        play(&mut *game, token);
        let outcome = outcome(&*game);
        assert_eq!(at(ID, &game.position()).outcome(), Some(outcome.clone()), "{position}");
        (outcome.reason, outcome.scores.to_vec())
    };
    let draw = vec![0.5, 0.5];
    let bare = "8/8/8/8/8/8/1r6/K7|8/8/8/8/8/8/8/8|7k/8/8/8/8/8/8/8 w - - -";
    assert_eq!(end(bare, "1a11b2"), ("bare-kings", draw.clone()));
    // Third occurrence: the start counts.
    let mut game = open(ID);
    play(&mut *game, "1b11c3 3b83c6 1c31b1 3c63b8 1b11c3 3b83c6 1c31b1");
    assert!(game.outcome().is_none());
    play(&mut *game, "3c63b8");
    assert_eq!((outcome(&*game).reason, scores(&*game)), ("repetition", draw));
    // A lost two-step makes another position: the same placement stands three times without that.
    let mut game = open(ID);
    play(&mut *game, "1a22a2 3b83c6 2a21a2 3c63b8 1b11c3 3b83c6 1c31b1 3c63b8");
    assert!(game.outcome().is_none());
    play(&mut *game, "1b11c3 3b83c6");
    assert!(game.outcome().is_none());
    play(&mut *game, "1c31b1");
    assert_eq!(outcome(&*game).reason, "repetition");
}

/// The cells of the first rank, level by level, each next to the one before.
fn winding_way() -> Vec<String> {
    let row = |level: usize| {
        let files = "abcdefgh".chars();
        let cells = |file: char| format!("{level}{file}1");
        if level == 2 { files.rev().map(cells).collect::<Vec<_>>() } else { files.map(cells).collect() }
    };
    (1..=3).flat_map(row).collect()
}

#[test]
fn quiet_plies_end_the_game() {
    // White's king walks to and fro, Black's in a triangle; a pawn's step to another level counts as quiet.
    let way = winding_way();
    let quiet = |pawn_step: Option<&str>| {
        let mut game = at(ID, "8/8/8/8/8/8/P7/K7|8/8/8/8/8/8/8/8|7k/7p/8/8/8/8/8/8 w - - -");
        let there_and_back = (0..way.len()).chain((1..way.len() - 1).rev()).cycle();
        let mut white = there_and_back.map(|step| way[step].as_str());
        let mut black = ["3h8", "3g8", "3g7"].into_iter().cycle();
        let mut stands = [white.next().unwrap(), black.next().unwrap()];
        let mut plies = 0;
        while game.outcome().is_none() {
            match pawn_step.filter(|_| plies == 40) {
                Some(step) => play(&mut *game, step),
                None => {
                    let seat = plies % 2;
                    let next = if seat == 0 { white.next() } else { black.next() }.unwrap();
                    play(&mut *game, &format!("{}{next}", stands[seat]));
                    stands[seat] = next;
                }
            }
            plies += 1;
        }
        (outcome(&*game).reason, plies)
    };
    assert_eq!(quiet(None), ("no-progress", 100));
    assert_eq!(quiet(Some("1a22a2")), ("no-progress", 100));
    assert_eq!(quiet(Some("1a21a3")), ("no-progress", 141));
    assert_eq!(quiet(Some("1a22a3")), ("no-progress", 141));
}

#[test]
fn printed_moves_must_fit_one_move() {
    let mut game = at(ID, "8/8/8/8/8/8/8/K6R|8/8/8/8/8/8/8/R7|7k/8/8/8/8/8/8/8 w - - -");
    assert!(game.play("R1b1").is_err());
    play(&mut *game, "Rh1b1");
    assert!(game.position().starts_with("8/8/8/8/8/8/8/KR6|"));
    let mut game = open(ID);
    assert!(game.play("Nx1c3").is_err());
    assert!(game.play("1i3").is_err() && game.play("é").is_err() && game.play("Né1c3").is_err());
    play(&mut *game, "N1c3 3e6!?");
}

#[test]
fn illegal_moves_name_the_rule() {
    let refused = |position: &str, token: &str| illegal(&mut *at(ID, position), token);
    assert!(refused(START, "1e31e4").contains("nothing stands there"));
    assert!(refused(START, "3e73e6").contains("belongs to Black"));
    assert!(refused(START, "1a11a2").contains("own piece"));
    assert!(refused(START, "1a11a3").contains("in the way"));
    assert!(refused(START, "1a12b2").contains("does not move so"));
    assert!(refused(START, "1e21d3").contains("only to capture"));
    assert!(refused(START, "1e21e5").contains("does not move so"));
    assert!(refused(START, "1e21e4q").contains("not promoted there"));
    assert!(refused(START, "1b11c3q").contains("only a pawn"));
    assert!(refused(START, "1b11c3^2").contains("in this game"));
    let blocked = "8/8/8/8/8/4p3/4P3/K7|8/8/8/8/8/8/8/8|7k/8/8/8/8/8/8/8 w - E -";
    assert!(refused(blocked, "1e21e4").contains("in the way"));
    assert!(refused(blocked, "1e21e3").contains("does not capture so"));
    // The bishop stands on the line that leads through three levels.
    let pinned = "8/8/8/8/8/8/8/K7|8/8/8/8/8/8/1B6/8|7k/8/8/8/8/2b5/8/8 w - - -";
    assert!(refused(pinned, "2b22c3").contains("attacked"));
    assert_eq!(moves(&*at(ID, pinned), "2b2"), ["2b23c3"]);
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| refused(ID, text);
    let levels = |low: &str, high: &str| refused(&format!("{low}|8/8/8/8/8/8/8/8|{high} w - - -"));
    let (king, other) = ("8/8/8/8/8/8/8/K7", "7k/8/8/8/8/8/8/8");
    assert!(refused("").contains("expected placement"));
    assert!(refused("8/8/8/8/8/8/8/K7|7k/8/8/8/8/8/8/8 w - - -").contains("3 levels"));
    assert!(levels("8/8/8/8/8/8/8/K8", other).contains("level 1: rank 1"));
    assert!(levels(king, "7k/8/8/8/8/8/8").contains("level 3: expected 8 ranks"));
    assert!(levels("8/8/8/8/8/8/8/K6M", other).contains("level 1: h1: there is no piece `M`"));
    assert!(levels("8/8/8/8/8/8/8/8", other).contains("White has one king, found 0"));
    assert!(levels(king, "6kk/8/8/8/8/8/8/8").contains("Black has one king, found 2"));
    assert!(levels("8/8/8/8/8/8/8/K6P", other).contains("pawn of White"));
    assert!(levels(king, "P6k/8/8/8/8/8/8/8").contains("pawn of White"));
    assert!(levels("8/8/8/8/8/8/8/K6p", other).contains("pawn of Black"));
    assert!(levels("8/8/8/8/8/P7/PPPPPPPP/K7", other).contains("at most 8 pawns"));
    assert!(levels("8/8/8/8/8/8/PPPPPPPP/KQQ5", other).contains("only 0 pawns are missing"));
    assert!(levels("8/8/8/8/8/8/8/Kk6", "8/8/8/8/8/8/8/8").contains("next to each other"));
    assert!(levels("8/8/8/8/8/8/8/K7", "R6k/8/8/8/8/8/8/8").contains("Black is in check but not to move"));
    let fields = |fields: &str| refused(&format!("{king}|8/8/8/8/8/8/8/8|{other} {fields}"));
    assert!(fields("x - - -").contains("`x`"));
    assert!(fields("w X - -").contains("`KQkq`"));
    assert!(fields("w K - -").contains("king and rook"));
    assert!(fields("w - A -").contains("`A`: there is no pawn"));
    assert!(fields("w - ? -").contains("file letters"));
    assert!(fields("w - - x").contains("`x`"));
    assert!(fields("w - - - -").contains("end of the text"));
    assert!(refused(&START.replace("KQkq", "KK")).contains("given twice"));
    assert!(refused(&START.replace("ABC", "AAC")).contains("given twice"));
    // A target that nothing captures on, or that no pawn can have passed, is read as none.
    for target in ["1e31e4", "2e23e2", "1a11a2"] {
        assert_eq!(at(ID, &START.replace(" -", &format!(" {target}"))).position(), START);
    }
}
