//! Grand Chess.

use super::*;

const ID: &str = "grand-chess";
const START: &str = "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1";

/// Schmittberger - Vehre, final of the Cyber World Championship 2001.
const GAME: &str = "e3e5 c8c6 f3f5 d8d7 b2c4 b9c7 d3d4 i9h7 i2h4 g8g7 g3g4 c9g5 h2f4 g5f4 g2f4 c7d5 f4g3 g9f7 \
    h4f3 f7h6 g4g5 h6i7 j3j5 j8j6 f5f6 j10g10 g3i4 h9f7 c2h7 i8h7 i4h2 e8e7 f3h4 g7f6 g5f6 i7d2 e2d2 d9b7 d2c2 \
    f7e6 h2i4 e7f6 c4d6 b7c7 d6f7 e9f10 f7h8 f9h8 i4j6 g10g8 h4i6 h7i6 j5i6 f10f9 j6h8 g8h8 i6i7 h8g8 j1j9 f9e8 \
    j9i9 c6c5 e5f6 c5d4 f6f7 e8d8";
/// The same game as it was printed.
const PRINTED_GAME: &str = "e5 c6 f5 d7 Nc4 Nc7 d4 Nh7 Nh4 g7 g4 Bg5 Bf4 Bxf4 Cxf4 Nd5 Cg3 Cf7 Nf3 Ch6 g5 Ci7 j5 j6 \
    f6 Rjg10 Ci4 Bf7 Bxh7 ixh7 Ch2 e7 Nh4 gxf6 gxf6 Cxd2 Kxd2 Qb7 Kc2 Be6 Ci4 exf6 Nd6 Qc7 Nf7+ Kf10 Nxh8 Mxh8 \
    Cxj6 Rg8 Ni6 hxi6 jxi6 Kf9 Cxh8+ Rxh8 i7 Rg8 Rj9+ Ke8 Ri9 c5 exf6 cxd4 f7+ Kd8";
const FINAL: &str = "r9/8R1/pp1k1pr3/2qp1P2P1/4b5/3n6/3p6/PPP4PP1/2K2M4/R9 w - - 1 34";

/// The first plies of the annotated game.
fn after_plies(plies: usize) -> Box<dyn Session> {
    let record: Vec<&str> = GAME.split_whitespace().take(plies).collect();
    after(ID, &record.join(" "))
}

fn in_check(game: &dyn Session) -> bool {
    game.draw().ends_with("in check")
}

#[test]
fn perft_from_the_start() {
    assert_eq!(open(ID).position(), START);
    assert_eq!(perft_from(ID, None, 1..=4), [65, 4225, 259_514, 15_921_643]);
}

#[test]
fn the_annotated_game() {
    assert_eq!(GAME.split_whitespace().count(), 66);
    assert_eq!(after(ID, GAME).position(), FINAL);
    assert_eq!(after(ID, PRINTED_GAME).position(), FINAL);
    let checks: Vec<usize> = (1..=66).filter(|&plies| in_check(&*after_plies(plies))).collect();
    // 23.Nf7, 28.Cxh8, 30.Rj9 and 33.f7.
    assert_eq!(checks, [45, 55, 59, 65]);
    // Each printed move stands for the same coordinates.
    let mut game = open(ID);
    for (token, printed) in GAME.split_whitespace().zip(PRINTED_GAME.split_whitespace()) {
        let mut other = at(ID, &game.position());
        play(&mut *game, token);
        play(&mut *other, printed);
        assert_eq!(other.position(), game.position(), "{printed}");
    }
}

#[test]
fn perft_of_positions_of_the_game() {
    let rows = [
        (
            12,
            "r8r/3qkmcb2/pp2pp1ppp/2np2pn2/2p7/4PPb3/2NP2PN2/PPP4PPP/2BQKMCB2/R8R w - - 1 7",
            [76, 6366, 456_831],
        ),
        (
            28,
            "r5r3/3qkm4/pp2pp1pp1/3p1bpnc1/2p2P3p/3nP1P2P/2NP4C1/PPP2N1PP1/2BQKM4/R8R w - - 3 15",
            [74, 5767, 399_582],
        ),
        (45, "r5r3/4km4/pp3p1p2/2qp1N1p2/2p1bp3p/3nP4P/3P3NC1/PPP4PP1/2K2M4/R8R b - - 3 23", [6, 427, 27886]),
        (56, "r9/5k4/pp3p1r2/2qp6/2p1bp2P1/3nP5/3P6/PPP4PP1/2K2M4/R8R w - - 0 29", [60, 3588, 191_834]),
        (66, FINAL, [63, 4089, 221_101]),
    ];
    for (plies, position, counts) in rows {
        assert_eq!(after_plies(plies).position(), position, "{plies}");
        assert_eq!(perft_from(ID, Some(position), 1..=3), counts, "{plies}");
    }
    assert!(in_check(&*after_plies(45)));
}

#[test]
fn perft_of_promotions() {
    let rows = [
        ("4k5/P8P/10/10/10/10/10/10/p8p/4K5 w - - 0 1", [17, 205, 3233, 52716]),
        ("4k5/10/10/2P4p2/10/10/2p4P2/10/10/4K5 w - - 0 1", [13, 135, 1898, 25920]),
        ("1n3k4/P8P/10/10/10/10/10/2PPPPPP2/1NBQ1MCBN1/R3K4R w - - 0 1", [65, 513, 33481, 327_268]),
    ];
    for (position, counts) in rows {
        assert_eq!(perft_from(ID, Some(position), 1..=4), counts, "{position}");
    }
    let goals = ["a10", "b10", "j10"];
    let moves = legal(&*at(ID, rows[2].0));
    let by_pawns = |token: &&String| {
        (token.starts_with("a9") || token.starts_with("j9"))
            && goals.iter().any(|goal| token[2..].starts_with(goal))
    };
    assert_eq!(moves.iter().filter(by_pawns).count(), 0);
}

#[test]
fn mates_of_the_notes() {
    let mated = |plies: usize, record: &str, winner: usize| {
        let mut game = after_plies(plies);
        play(&mut *game, record);
        assert!(in_check(&*game));
        assert_eq!(outcome(&*game).reason, "won");
        assert_eq!(outcome(&*game).winner().map(torneo_contract::Seat::index), Some(winner));
        assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
    };
    mated(66, "i7i8q c7c3 c2d1 g8g1 d1e2 c3e3", 1);
    mated(66, "i7i8q c7c3 c2b1 g8g1 b1a2 d5b4 a3b4 c3b3", 1);
    mated(39, "d5b6 c4e3 f7b3 c2b3 b6a4 b3a4 b7b5", 1);
}

#[test]
fn promotion_is_to_captured_pieces() {
    let moves = |position: &str, from: &str| -> Vec<String> {
        legal(&*at(ID, position)).into_iter().filter(|token| token.starts_with(from)).collect()
    };
    // On the eighth and ninth rank a pawn may stay what it is.
    let ours = "4k5/10/10/P9/10/10/10/10/10/RN1QK2B2 w - - 0 1";
    assert_eq!(moves(ours, "a7"), ["a7a8", "a7a8m", "a7a8c", "a7a8r", "a7a8b", "a7a8n"]);
    let ninth = "4k5/P9/10/10/10/10/10/10/10/RNMQKCBB1R w - - 0 1";
    assert_eq!(moves(ninth, "a9"), ["a9a10n"]);
    let mut game = at(ID, "4k5/10/10/P9/10/10/10/10/10/4K5 w - - 0 1");
    play(&mut *game, "a8(C)");
    assert_eq!(game.position(), "4k5/10/C9/10/10/10/10/10/10/4K5 b - - 0 1");
    let mut game = at(ID, "4k5/10/10/P9/10/10/10/10/10/4K5 w - - 0 1");
    play(&mut *game, "a8");
    assert_eq!(game.position(), "4k5/10/P9/10/10/10/10/10/10/4K5 b - - 0 1");
    // A pawn that cannot advance for want of a piece still gives check.
    let game = at(ID, "1k8/P9/10/10/10/10/10/10/10/RNMQKCBBNR b - - 0 1");
    assert!(in_check(&*game));
}

#[test]
fn en_passant() {
    let mut game = after(ID, "e3e5 a8a7 e5e6 d8d6");
    assert!(game.position().ends_with(" w - d7 0 3"), "{}", game.position());
    play(&mut *game, "exd7");
    assert!(game.position().starts_with("r8r/1nbqkmcbn1/1pp1pppppp/p2P6/10/10/"), "{}", game.position());
    let mut late = after(ID, "e3e5 a8a7 e5e6 d8d6 j3j4 j8j7");
    assert!(late.play("e6d7").is_err());
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
    assert_eq!(end("4k5/10/10/10/10/10/10/10/3r6/4K5 w - - 0 1", "e1d2"), ("bare-kings", draw.clone()));
    assert_eq!(end("4k5/10/10/10/10/10/10/10/10/R3K5 w - - 99 70", "a1a2"), ("no-progress", draw.clone()));
    assert_eq!(end("9k/7K2/10/10/10/1Q8/10/10/10/10 w - - 0 1", "b5b1"), ("no-move", draw));
    assert_eq!(end("9k/10/8K1/10/10/10/10/10/10/1Q8 w - - 0 1", "b1b10"), ("won", vec![1.0, 0.0]));
    // A knight and the king are not dead.
    assert!(at(ID, "4k5/10/10/10/10/10/10/10/10/N3K5 w - - 0 1").outcome().is_none());
    let mut game = open(ID);
    play(&mut *game, "b2c4 b9c7 c4b2 c7b9 b2c4 b9c7 c4b2");
    assert!(game.outcome().is_none());
    play(&mut *game, "c7b9");
    assert_eq!(outcome(&*game).reason, "repetition");
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| open(ID).set_position(text).unwrap_err().to_string();
    let board = |placement: &str| refused(&format!("{placement} w - - 0 1"));
    assert!(refused("").contains("expected placement"));
    assert!(board("4k5/10/10/10/10/10/10/10/10").contains("10 ranks"));
    assert!(board("4k5/10/10/10/10/10/10/10/10/4K6").contains("rank 1"));
    assert!(board("4k5/10/10/10/10/10/10/10/10/4K4A").contains("no piece `A`"));
    assert!(board("4k5/10/10/10/10/10/10/10/10/10").contains("White has one king"));
    assert!(board("4k5/10/10/10/10/10/10/10/P9/4K5").contains("pawn of White"));
    assert!(board("4k4P/10/10/10/10/10/10/10/10/4K5").contains("pawn of White"));
    assert!(board("4k5/p9/10/10/10/10/10/10/10/4K5").contains("pawn of Black"));
    assert!(board("4k5/10/10/10/10/P9/10/PPPPPPPPPP/10/4K5").contains("at most 10 pawns"));
    assert!(board("4k5/10/10/10/10/10/10/10/10/QQ2K5").contains("at most 1 `Q`"));
    assert!(board("4k5/10/10/10/10/10/10/10/10/RRR1K5").contains("at most 2 `R`"));
    assert!(board("10/10/10/10/10/10/10/4k5/4K5/10").contains("next to each other"));
    assert!(board("4k5/10/10/10/10/10/10/10/10/K3R5").contains("in check but not to move"));
    assert!(board("4k5/10/5M4/10/10/10/10/10/10/K9").contains("in check but not to move"));
    assert!(refused(&START.replace(" w - ", " w KQ ")).contains("no castling"));
    assert!(refused(&START.replace(" - 0", " k3 0")).contains("`k3`"));
    assert!(refused(&START.replace("0 1", "x 1")).contains("`x`"));
    // A target that nothing captures on is read as none.
    assert_eq!(at(ID, &START.replace(" - 0", " e4 0")).position(), START);
}

#[test]
fn illegal_moves_name_the_rule() {
    let refused = |position: &str, token: &str| at(ID, position).play(token).unwrap_err().message;
    assert!(refused(START, "e5e6").contains("nothing stands there"));
    assert!(refused(START, "e8e7").contains("belongs to Black"));
    assert!(refused(START, "a1a4").contains("in the way"));
    assert!(refused(START, "f2f3").contains("own piece"));
    assert!(refused(START, "f2h4").contains("does not move so"));
    let full = "1n3k4/P8P/10/10/10/10/10/2PPPPPP2/1NBQ1MCBN1/R3K4R w - - 0 1";
    assert!(refused(full, "a9a10").contains("captured piece can replace it"));
    assert!(refused(full, "a9b10q").contains("no `Q` has been captured"));
    let free = "4k5/P9/10/10/10/10/10/10/10/4K5 w - - 0 1";
    assert!(refused(free, "a9a10").contains("must be promoted"));
    assert!(refused(free, "a9a10k").contains("does not become"));
    assert!(refused(START, "a3a4q").contains("not promoted there"));
    assert!(refused("4k5/4m5/10/10/10/10/10/10/4N5/4K5 w - - 0 1", "e2c3").contains("own king"));
    assert!(refused(START, "Qd5").contains("not a legal move here"));
}
