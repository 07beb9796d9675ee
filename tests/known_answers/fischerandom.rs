//! Fischerandom Chess.

use super::*;

const ID: &str = "fischerandom";
const ORTHODOX: &str = "fischerandom(start=518)";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";

fn start(number: usize) -> String {
    format!("fischerandom(start={number})")
}

/// The castlings among the legal moves: a king enters the square of an own rook.
fn castlings(game: &dyn Session) -> Vec<String> {
    let position = game.position();
    let ranks: Vec<String> = position
        .split([' ', '/'])
        .take(8)
        .map(|rank| {
            let empty = |c: char| c.to_digit(10).map(|n| ".".repeat(n as usize));
            rank.chars().map(|c| empty(c).unwrap_or(c.to_string())).collect()
        })
        .collect();
    let piece = |square: &str| {
        let square = square.as_bytes();
        ranks[usize::from(b'8' - square[1])].as_bytes()[usize::from(square[0] - b'a')]
    };
    let castles =
        |token: &String| matches!((piece(&token[..2]), piece(&token[2..4])), (b'K', b'R') | (b'k', b'r'));
    legal(game).into_iter().filter(castles).collect()
}

#[test]
fn numbers_of_the_start_positions() {
    let rows = [
        (0, "BBQNNRKR"),
        (1, "BQNBNRKR"),
        (2, "BQNNRBKR"),
        (3, "BQNNRKRB"),
        (4, "QBBNNRKR"),
        (42, "NNQRBBKR"),
        (279, "NRBKNRQB"),
        (356, "NBBRKRQN"),
        (518, "RNBQKBNR"),
        (534, "RNBKQBNR"),
        (692, "RBBQKNNR"),
        (959, "RKRNNQBB"),
    ];
    for (number, array) in rows {
        let mut drawn = after(ID, &format!("[{number}]"));
        assert_eq!(drawn.position(), open(&start(number)).position());
        let expected = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{array} w ", array.to_lowercase());
        assert!(drawn.position().starts_with(&expected), "{number}: {}", drawn.position());
        assert_eq!(legal(&*drawn), legal(&*open(&start(number))));
        assert!(drawn.play("[0]").is_err());
    }
    assert_eq!(open(ORTHODOX).position(), START);
}

#[test]
fn the_start_is_drawn_evenly() {
    let game = open(ID);
    let Due::Chance(results) = game.due() else { panic!("chance draws first") };
    let expected: Vec<(String, u64)> = (0..960).map(|number| (format!("[{number}]"), 1)).collect();
    assert_eq!(results, expected);
    assert_eq!(game.position(), "random");
    assert_eq!(at(ID, "random").due(), game.due());
    assert!(matches!(at(ID, START).due(), Due::Seat(..)));
}

#[test]
fn first_moves_of_all_start_positions() {
    let (mut sum, mut by_count, mut castling) = (0, [0; 23], Vec::new());
    for number in 0..960 {
        let game = open(&start(number));
        let count = legal(&*game).len();
        sum += count;
        by_count[count] += 1;
        let castlings = castlings(&*game);
        assert!(castlings.len() < 2, "{number}");
        castling.extend(castlings.into_iter().map(|token| (number, token)));
    }
    assert_eq!((sum, &by_count[18..]), (18882, &[22, 336, 540, 62, 0][..]));
    assert_eq!(castling.len(), 162);
    let smallest: Vec<usize> = castling.iter().take(10).map(|&(number, _)| number).collect();
    assert_eq!(smallest, [3, 7, 11, 19, 23, 27, 35, 39, 43, 51]);
    assert_eq!(castling[0], (3, "f1g1".to_owned()));
}

#[test]
fn perft_from_start_positions() {
    for (number, counts) in [
        (518, [20, 400, 8902]),
        (0, [20, 400, 9006]),
        (692, [20, 400, 8956]),
        (356, [18, 324, 6648]),
        (3, [21, 441, 10238]),
    ] {
        assert_eq!(perft_from(&start(number), None, 1..=3), counts, "{number}");
    }
    assert_eq!(perft_from(ORTHODOX, None, 4..=5), [197_281, 4_865_609]);
}

#[test]
fn perft_from_positions() {
    let rows = [
        ("rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9", [27, 916, 25798], None),
        ("4rrb1/1kp3b1/1p1p4/pP1Pn2p/5p2/1PR2P2/2P1NB1P/2KR1B2 w D - 0 21", [30, 935, 27215], None),
        ("1r1kr3/8/8/8/8/8/8/1R1KR3 w EBeb - 0 1", [23, 423, 9090], Some("d1b1")),
        ("rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1", [24, 479, 11099], Some("b1a1 b1h1")),
        ("4k3/8/8/8/8/8/8/qRK5 w B - 0 1", [4, 65, 876], Some("")),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha - 0 1",
            [48, 2039, 97862],
            Some("e1a1 e1h1"),
        ),
    ];
    for (position, counts, expected) in rows {
        assert_eq!(perft_from(ID, Some(position), 1..=3), counts, "{position}");
        let game = at(ID, position);
        assert_eq!(game.position(), position);
        if let Some(expected) = expected {
            let mut castlings = castlings(&*game);
            castlings.sort();
            assert_eq!(castlings.join(" "), expected, "{position}");
        }
    }
}

#[test]
fn castling_moves_king_and_rook_to_their_goals() {
    let rows = [
        ("rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1", "b1h1", "rk5r/8/8/8/8/8/8/R4RK1 b ha - 1 1"),
        ("rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1", "b1a1", "rk5r/8/8/8/8/8/8/2KR3R b ha - 1 1"),
        ("rk5r/8/8/8/8/8/8/RK5R b HAha - 0 1", "O-O", "r4rk1/8/8/8/8/8/8/RK5R w HA - 1 2"),
        ("rk5r/8/8/8/8/8/8/RK5R b HAha - 0 1", "O-O-O", "2kr3r/8/8/8/8/8/8/RK5R w HA - 1 2"),
        ("5k2/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1", "5k2/8/8/8/8/8/8/2KR4 b - - 1 1"),
        ("5k2/8/8/8/8/8/8/4RKR1 w GE - 0 1", "f1g1", "5k2/8/8/8/8/8/8/4RRK1 b - - 1 1"),
    ];
    for (position, token, after) in rows {
        let mut game = at(ID, position);
        play(&mut *game, token);
        assert_eq!(game.position(), after, "{position} {token}");
    }
}

#[test]
fn rights_end_with_a_move_of_king_or_rook() {
    let position = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
    for (token, rights) in
        [("e1e2", "ha"), ("h1g1", "Aha"), ("a1b1", "Hha"), ("h1h8", "Aa"), ("a1a8", "Hh"), ("e1h1", "ha")]
    {
        let mut game = at(ID, position);
        play(&mut *game, token);
        assert_eq!(game.position().split(' ').nth(2), Some(rights), "{token}");
    }
}

#[test]
fn castling_fields_of_other_notations_are_read() {
    let read = |position: &str| at(ID, position).position();
    assert_eq!(read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), START);
    assert_eq!(read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -"), START);
    let outermost = "1r1rk1rr/8/8/8/8/8/8/1R1RK1RR w";
    assert_eq!(read(&format!("{outermost} KQkq - 0 1")), format!("{outermost} HBhb - 0 1"));
    assert_eq!(read(&format!("{outermost} DGgd - 0 1")), format!("{outermost} GDgd - 0 1"));
}

#[test]
fn en_passant_is_written_only_if_it_is_legal() {
    let mut game = after(ORTHODOX, "e2e4");
    assert!(game.position().ends_with(" HAha - 0 1"));
    play(&mut *game, "g8f6 e4e5 d7d5");
    assert!(game.position().ends_with(" HAha d6 0 3"));
    play(&mut *game, "e5d6");
    assert!(game.position().starts_with("rnbqkb1r/ppp1pppp/3P1n2/8/8/8/"));
    // The capture would take both pawns from the rank of king and rook.
    let pinned = "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1";
    assert_eq!(at(ID, pinned).position(), pinned.replace("d3", "-"));
    let dropped = START.replace(" - ", " e4 ");
    assert_eq!(at(ID, &dropped).position(), START);
    // En passant ends a check by the pawn that has just moved.
    let game = at(ID, "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1");
    assert!(legal(&*game).contains(&"e4d3".to_owned()));
}

#[test]
fn promotions() {
    let game = at(ID, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    let promotions: Vec<String> = legal(&*game).into_iter().filter(|token| token.starts_with('a')).collect();
    assert_eq!(promotions.len(), 8);
    for token in ["a7a8q", "a7a8r", "a7a8b", "a7a8n", "a7b8q"] {
        assert!(promotions.contains(&token.to_owned()), "{token}");
    }
}

#[test]
fn printed_moves_are_read() {
    let mut game = after(ORTHODOX, "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O Be7 Re1 d6 Bxf7+ Kxf7 d4! exd4 e5 d5 exf6");
    assert_eq!(game.position(), "r1bq3r/ppp1bkpp/2n2P2/3p4/3p4/5N2/PPP2PPP/RNBQR1K1 b - - 0 9");
    assert!(game.play("Nd5").is_err());
    let mut game = at(ID, "4k3/P7/8/8/8/8/8/R3K2R w - - 0 1");
    assert!(game.play("Rf1").is_ok());
    let mut game = at(ID, "6k1/P7/8/8/8/8/8/R3K3 w - - 0 1");
    play(&mut *game, "a8=Q");
    assert!(at(ID, "8/8/1k6/8/8/8/8/R3K2R w - - 0 1").play("Rad1").is_ok());
}

#[test]
fn ends_of_games() {
    let end = |position: &str, token: &str| {
        let mut game = at(ID, position);
        play(&mut *game, token);
        let outcome = outcome(&*game);
        assert_eq!(at(ID, &game.position()).outcome(), Some(outcome.clone()), "{position}");
        (outcome.reason, outcome.scores.to_vec())
    };
    let draw = vec![0.5, 0.5];
    assert_eq!(end("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), ("won", vec![1.0, 0.0]));
    assert_eq!(end("7k/8/8/8/8/8/6q1/K7 b - - 0 1", "g2c2"), ("no-move", draw.clone()));
    assert_eq!(end("7k/8/8/8/8/8/1r6/K7 w - - 0 1", "a1b2"), ("dead-position", draw.clone()));
    assert_eq!(end("7k/8/8/8/8/2b5/8/KN6 w - - 0 1", "b1c3").0, "dead-position");
    assert_eq!(end("6bk/8/8/8/8/8/1r6/KB6 w - - 0 1", "a1b2").0, "dead-position");
    assert_eq!(end("7k/8/8/8/8/8/2r5/K5R1 w - - 99 80", "g1g2"), ("no-progress", draw));
    // Mate comes before the fifty moves.
    assert_eq!(end("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90", "a1a8").0, "won");
    // Bishops on different colours, or a knight more, can still mate.
    for position in
        ["5b1k/8/8/8/8/8/8/KB6 w - - 0 1", "5n1k/8/8/8/8/8/8/KB6 w - - 0 1", "7k/8/8/8/8/8/8/KNN5 w - - 0 1"]
    {
        assert!(at(ID, position).outcome().is_none(), "{position}");
    }
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let circle = "g1f3 g8f6 f3g1 f6g8";
    let mut game = after(ORTHODOX, &format!("{circle} g1f3 g8f6 f3g1"));
    assert!(game.outcome().is_none());
    play(&mut *game, "f6g8");
    assert_eq!(outcome(&*game).reason, "repetition");
    // Castling rights belong to the position.
    let mut game = at(ID, "4k3/7p/8/8/8/8/7P/4K2R w H - 0 1");
    play(&mut *game, "h1g1 e8e7 g1h1 e7e8 h1g1 e8e7 g1h1 e7e8");
    assert!(game.outcome().is_none());
    play(&mut *game, "h1g1");
    assert_eq!(outcome(&*game).reason, "repetition");
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| open(ID).set_position(text).unwrap_err().to_string();
    let board = |placement: &str| refused(&format!("{placement} w - - 0 1"));
    assert!(refused("").contains("expected placement"));
    assert!(board("8/8/8/8/8/8/8").contains("8 ranks"));
    assert!(board("k7/8/8/8/8/8/8/K8").contains("rank 1"));
    assert!(board("k7/8/8/8/8/8/8/K6X").contains("no piece `X`"));
    assert!(board("k7/8/8/8/8/8/8/8").contains("White has one king, found 0"));
    assert!(board("kk6/8/8/8/8/8/8/K7").contains("Black has one king, found 2"));
    assert!(board("k7/8/8/8/8/8/8/K6P").contains("pawn of White"));
    assert!(board("k6P/8/8/8/8/8/8/K7").contains("pawn of White"));
    assert!(board("k6p/8/8/8/8/8/8/K7").contains("pawn of Black"));
    assert!(board("k7/8/8/P7/8/8/PPPPPPPP/K7").contains("at most 8 pawns"));
    assert!(board("k7/8/8/8/8/8/PPPPPPPP/K1QQ4").contains("only 0 pawns are missing"));
    assert!(board("k7/8/8/8/8/8/PPPPPPPP/K1B1B3").contains("1 pieces more"));
    assert!(board("8/8/8/8/8/8/1k6/K7").contains("next to each other"));
    assert!(board("k7/8/8/8/8/8/8/R3K3").contains("Black is in check but not to move"));
    assert!(refused(&START.replace(" w ", " x ")).contains("`x`"));
    assert!(refused(&START.replace("HAha", "HX")).contains("castling `X`"));
    assert!(refused(&START.replace("HAha", "HG")).contains("castling `G`"));
    assert!(refused("4k3/8/8/8/8/8/4K3/R6R w H - 0 1").contains("first rank"));
    assert!(refused("1r1rk3/8/8/8/8/8/8/1R1RK3 w DB - 0 1").contains("one rook on each side"));
    assert!(refused("r3k3/8/8/8/8/8/8/R2K4 w Aa - 0 1").contains("same files"));
    assert!(refused("r3k3/8/8/8/8/8/8/1R2K3 w Ba - 0 1").contains("same files"));
    assert!(refused(&START.replace(" - ", " e9 ")).contains("`e9`"));
    assert!(refused(&START.replace("0 1", "10001 1")).contains("`10001`"));
    assert!(refused(&START.replace("0 1", "0 -1")).contains("`-1`"));
    assert!(refused(&START.replace("0 1", "0")).contains("half-move clock"));
    assert!(open(ORTHODOX).set_position("random").is_err());
    let option = |spec: &str| session::open(spec).err().map(|error| error.to_string()).unwrap_or_default();
    for bad in ["960", "-1", "0518", "orthodox"] {
        assert!(option(&format!("fischerandom(start={bad})")).contains("0..=959"), "{bad}");
    }
}

#[test]
fn illegal_moves_name_the_rule() {
    let refused = |position: &str, token: &str| at(ID, position).play(token).unwrap_err().message;
    assert!(open(ID).play("e2e4").unwrap_err().message.contains("drawn first"));
    assert!(refused(START, "e3e4").contains("nothing stands there"));
    assert!(refused(START, "e7e5").contains("belongs to Black"));
    assert!(refused(START, "a1a2").contains("own piece"));
    assert!(refused(START, "a1a3").contains("in the way"));
    assert!(refused(START, "a1b3").contains("does not move so"));
    assert!(refused(START, "e2e5").contains("does not move so"));
    assert!(refused(START, "e2d3").contains("only to capture"));
    assert!(refused(START, "g1f3q").contains("only a pawn"));
    assert!(refused(START, "e2e4q").contains("not promoted there"));
    assert!(refused("4k3/4p3/4P3/8/8/8/4P3/4K3 w - - 0 1", "e6e7").contains("in the way"));
    assert!(refused("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3").contains("own king would be attacked"));
    assert!(refused("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8").contains("must be promoted"));
    assert!(refused("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k").contains("does not become"));
    let castling = |position: &str, token: &str| refused(&format!("{position} 0 1"), token);
    assert!(castling("4k3/8/8/8/8/8/8/4K2R w - -", "e1h1").contains("has moved before"));
    assert!(castling("4k3/8/8/8/8/8/8/4K2R w - -", "O-O").contains("has moved before"));
    assert!(castling("4k3/8/8/8/8/8/8/4KB1R w H -", "e1h1").contains("between"));
    assert!(castling("k3r3/8/8/8/8/8/8/4K2R w H -", "O-O").contains("in check"));
    assert!(castling("k4r2/8/8/8/8/8/8/4K2R w H -", "O-O").contains("cross or reach"));
    assert!(castling("4k3/8/8/8/8/8/8/qRK5 w B -", "c1b1").contains("in check afterwards"));
    assert!(refused("rk6/8/8/8/8/8/8/RK6 w Aa - 0 1", "x").contains("not a legal move here"));
}
