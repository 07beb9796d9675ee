//! Space Chess.

use super::*;

const EVANS: &str = "space-chess";
const HAGEMAN: &str = "space-chess(rules=hageman)";
const JOHNSON: &str = "space-chess(rules=johnson)";
const PACIFIC: &str = "space-chess(first_move_transfer=true)";
const START: &str = "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8|rnbqkbnr/pppppppp/8/8/8/8/8/8 w KQkq \
    ABCDEFGHabcdefgh -";
const HIGH_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq \
    ABCDEFGHabcdefgh -";
const CASTLING: &str = "8/8/8/8/8/8/P6P/R3K2R|8/8/8/8/8/8/8/8|r3k2r/p6p/8/8/8/8/8/8 w KQkq AHah -";
const STARS: &str = "8/8/8/3n4/8/3R4/8/3K4|8/8/8/8/8/5r2/2P5/8|k7/8/8/7B/8/8/8/8 w - - -";

/// The legal moves that begin so, sorted.
fn moves(game: &dyn Session, begin: &str) -> Vec<String> {
    let mut moves = legal(game);
    moves.retain(|token| token.starts_with(begin));
    moves.sort();
    moves
}

fn count_by_kind(spec: &str, level: usize) -> [usize; 6] {
    let game = open(spec);
    ["a2 b2 c2 d2 e2 f2 g2 h2", "b1 g1", "d1", "c1 f1", "e1", "a1 h1"]
        .map(|cells| cells.split(' ').map(|cell| moves(&*game, &format!("{level}{cell}")).len()).sum())
}

#[test]
fn perft_from_the_start() {
    for (spec, start) in [(EVANS, START), (JOHNSON, START), (HAGEMAN, HIGH_START)] {
        assert_eq!(open(spec).position(), start);
    }
    assert_eq!(perft_from(EVANS, None, 1..=3), [32, 1024, 36358]);
    assert_eq!(perft_from(HAGEMAN, None, 1..=3), [76, 5768, 477_120]);
    assert_eq!(perft_from(JOHNSON, None, 1..=3), [66, 4352, 313_427]);
}

#[test]
fn first_moves_by_kind() {
    // Pawns, knights, queen, bishops, king, rooks.
    assert_eq!(count_by_kind(EVANS, 1), [24, 8, 0, 0, 0, 0]);
    assert_eq!(count_by_kind(HAGEMAN, 3), [32, 14, 12, 8, 6, 4]);
    assert_eq!(count_by_kind(JOHNSON, 1), [24, 14, 8, 12, 4, 4]);
    let game = open(EVANS);
    assert_eq!(moves(&*game, "1d2"), ["1d21d3", "1d21d4", "1d21d4^2", "1d21d4^3"]);
    assert_eq!(moves(&*game, "1b1"), ["1b11a3", "1b11c3", "1b11c3^2", "1b11c3^3"]);
}

#[test]
fn stars() {
    assert_eq!(perft_from(EVANS, Some(STARS), 1..=3), [35, 1076, 36577]);
    let mut game = at(EVANS, STARS);
    assert_eq!(moves(&*game, "1d31f3"), ["1d31f3", "1d31f3^3"]);
    assert_eq!(moves(&*game, "1d31d5"), ["1d31d5", "1d31d5^2", "1d31d5^3"]);
    assert!(illegal(&mut *game, "1d31f3^2").contains("not empty"));
    assert!(illegal(&mut *game, "1d31f3^1").contains("on that level already"));
    assert!(illegal(&mut *game, "1d31e3^2").contains("marked square"));
    play(&mut *game, "1d31d5^2");
    assert_eq!(game.position(), "8/8/8/8/8/8/8/3K4|8/8/8/3R4/8/5r2/2P5/8|k7/8/8/7B/8/8/8/8 b - - -");
}

#[test]
fn perft_of_castling_and_middle_positions() {
    assert_eq!(perft_from(EVANS, Some(CASTLING), 1..=3), [16, 256, 5643]);
    assert_eq!(perft_from(JOHNSON, Some(CASTLING), 1..=3), [26, 676, 21685]);
    let high = "r3k2r/p6p/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/P6P/R3K2R w KQkq AHah -";
    assert_eq!(perft_from(HAGEMAN, Some(high), 1..=3), [30, 900, 33570]);
    let rows = [
        (
            EVANS,
            "8/8/8/2P5/5P1P/PQ6/1P1PP1P1/RNB1KBNR|4n3/8/2n5/3p4/8/8/8/8|r2q1b1r/p1pkpp1p/1p4p1/5b2/8/8/8/8 w \
             KQ BDEGacefh -",
            [52, 3034],
        ),
        (
            EVANS,
            "8/7k/8/7P/1P3PB1/P6N/3P2P1/R1B3K1|8/8/8/3r4/8/8/8/5R2|7r/2p1b3/1pP5/p4ppp/8/7b/8/8 w - DGc -",
            [45, 2059],
        ),
        (
            HAGEMAN,
            "r4b1r/pppqpppp/8/8/8/8/8/N6R|4n3/5k2/8/8/8/8/8/8|n7/8/8/8/2b2B2/P2P4/1P2PPPP/R2QK1N1 w Q \
             BEFGHabcefgh -",
            [98, 11786],
        ),
        (
            JOHNSON,
            "r3q3/8/8/8/8/4P3/PPPP2PP/RNB1KBNR|1b6/8/8/8/8/8/5P2/8|3k1b1r/p3pppp/5n2/2pp4/8/8/1Q6/8 w KQ \
             ABCDGHaefgh -",
            [89, 8418],
        ),
    ];
    for (spec, position, counts) in rows {
        assert_eq!(perft_from(spec, Some(position), 1..=2), counts, "{spec} {position}");
        assert_eq!(at(spec, position).position(), position);
    }
}

#[test]
fn en_passant_by_hageman() {
    let position = "k7/8/8/8/8/4p3/8/8|8/8/8/8/8/8/3p4/8|8/8/8/8/8/5p2/4P3/7K w - E -";
    assert_eq!(perft_from(HAGEMAN, Some(position), 1..=3), [11, 240, 3150]);
    let captures = |token: &str, passed: &str| {
        let mut game = at(HAGEMAN, position);
        play(&mut *game, token);
        let mut captures = legal(&*game);
        captures.retain(|token| token.ends_with(passed));
        (captures, game.position())
    };
    let (taking, text) = captures("3e21e2", "2e2");
    assert_eq!(taking, ["1e32e2"]);
    assert!(text.ends_with(" b - - 2e21e2"), "{text}");
    let (taking, text) = captures("3e23e4", "3e3");
    assert!(taking.is_empty() && text.ends_with(" b - - -"), "{text}");
}

#[test]
fn en_passant_by_evans() {
    let position = "8/8/8/8/8/8/8/K7|8/8/8/8/8/8/8/8|7k/4p3/8/3P4/8/8/8/8 b - e -";
    let mut game = at(EVANS, position);
    play(&mut *game, "3e73e5");
    assert!(game.position().ends_with(" w - - 3e63e5"), "{}", game.position());
    play(&mut *game, "3d53e6");
    assert!(game.position().contains("|7k/8/4P3/8/8/8/8/8 b"), "{}", game.position());
    // A two-step that goes on to another level cannot be captured.
    let mut gone = at(EVANS, position);
    play(&mut *gone, "3e73e5^2");
    assert!(gone.position().ends_with(" w - - -"), "{}", gone.position());
    // The capture on a star may go on to another level.
    let mut game = at(EVANS, "8/8/8/8/8/8/8/K7|8/8/8/8/8/8/8/8|7k/5p2/8/4P3/8/8/8/8 b - f -");
    play(&mut *game, "3f73f5");
    assert_eq!(moves(&*game, "3e53f6"), ["3e53f6", "3e53f6^1", "3e53f6^2"]);
    play(&mut *game, "3e53f6^1");
    assert_eq!(game.position(), "8/8/5P2/8/8/8/8/K7|8/8/8/8/8/8/8/8|7k/8/8/8/8/8/8/8 b - - -");
}

#[test]
fn crowns_are_for_kings() {
    let mut game = at(EVANS, "8/8/8/8/8/8/4R3/3K4|8/8/8/8/8/8/8/8|k7/8/8/8/8/8/8/8 w - - -");
    assert_eq!(moves(&*game, "1d11e1"), ["1d11e1", "1d11e1^2", "1d11e1^3"]);
    assert_eq!(moves(&*game, "1e21e1"), ["1e21e1"]);
    assert!(illegal(&mut *game, "1e21e1^2").contains("marked square"));
    // A king that castles does not land on a crown, and one that stands on a crown does not go straight up.
    let mut game = at(EVANS, CASTLING);
    assert!(illegal(&mut *game, "1e11g1^2").contains("next level"));
    assert!(illegal(&mut *game, "1e11e1^2").contains("own piece"));
    assert_eq!(moves(&*game, "1e1").len(), 7);
}

#[test]
fn safety_counts_after_the_transfer() {
    // The king crosses an attacked landing cell; elsewhere it may be attacked.
    let game = at(EVANS, "8/8/8/8/8/8/8/3K3r|8/8/8/8/8/8/8/4r3|k7/8/8/8/8/8/8/8 w - - -");
    assert_eq!(moves(&*game, "1d11e1"), ["1d11e1^3"]);
    // A check is parried by a piece that comes from another level, or by a capture that goes on.
    let game = at(EVANS, "8/3r4/8/8/8/8/8/3K4|8/8/8/8/8/8/6B1/8|k7/8/8/8/8/8/8/8 w - - -");
    assert_eq!(moves(&*game, "2g2"), ["2g22d5^1"]);
    let game = at(EVANS, "8/8/8/3r4/8/8/6B1/3K4|8/8/8/8/8/8/8/8|k7/8/8/8/8/8/8/8 w - - -");
    assert_eq!(moves(&*game, "1g2"), ["1g21d5", "1g21d5^2", "1g21d5^3"]);
    // A second rook stands behind the first.
    let game = at(EVANS, "8/3r4/8/3r4/8/8/6B1/3K4|8/8/8/8/8/8/8/8|k7/8/8/8/8/8/8/8 w - - -");
    assert_eq!(moves(&*game, "1g2"), ["1g21d5"]);
    // To take the piece that shields the king and go on would expose it.
    let game = at(EVANS, "8/3r4/8/3n4/8/8/6B1/3K4|8/8/8/8/8/8/8/8|k7/8/8/8/8/8/8/8 w - - -");
    assert_eq!(moves(&*game, "1g21d5"), ["1g21d5"]);
    // A pinned piece stays on its line.
    let game = at(EVANS, "8/3r4/8/8/8/3R4/8/3K4|8/8/8/8/8/8/8/8|k7/8/8/8/8/8/8/8 w - - -");
    assert_eq!(moves(&*game, "1d3"), ["1d31d2", "1d31d4", "1d31d5", "1d31d6", "1d31d7"]);
}

#[test]
fn pawns_of_evans() {
    // Promotion is on the enemy's level only; on other levels the last rank is the end.
    let game = at(EVANS, "8/P7/8/8/8/8/8/7K|1P6/8/8/8/8/8/8/8|8/2P5/8/8/8/8/8/7k w - - -");
    assert_eq!(moves(&*game, "1a7"), ["1a71a8"]);
    assert!(moves(&*game, "2b8").is_empty());
    assert_eq!(moves(&*game, "3c7"), ["3c73c8b", "3c73c8n", "3c73c8q", "3c73c8r"]);
    assert!(
        refused(EVANS, "8/8/8/8/8/8/8/K7|8/8/8/8/8/8/8/8|P6k/8/8/8/8/8/8/8 w - - -")
            .contains("pawn of White")
    );
}

#[test]
fn promotion_cells() {
    // By Hageman on both ranks where the enemy began.
    let game = at(HAGEMAN, "8/8/8/8/8/8/8/k7|1P6/8/8/8/8/8/8/8|8/8/8/8/8/8/8/7K w - - -");
    assert_eq!(moves(&*game, "2b81b8").len(), 4);
    assert_eq!(moves(&*game, "2b83b8"), ["2b83b8"]);
    let game = at(HAGEMAN, "8/8/P7/8/8/8/8/k7|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/7K w - - -");
    assert_eq!(moves(&*game, "1a61a7"), ["1a61a7b", "1a61a7n", "1a61a7q", "1a61a7r"]);
    assert!(
        refused(HAGEMAN, "8/P7/8/8/8/8/8/k7|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/7K w - - -")
            .contains("pawn of White")
    );
    let game = at(JOHNSON, "8/8/8/8/8/8/8/k7|P7/8/8/8/8/8/8/8|8/1P6/8/8/8/8/8/7K w - - -");
    assert_eq!(moves(&*game, "2a83a8").len(), 4);
    assert_eq!(moves(&*game, "3b73b8").len(), 4);
    assert_eq!(moves(&*game, "2a81a8"), ["2a81a8"]);
}

#[test]
fn first_moves_leave_the_level() {
    let mut game = open(PACIFIC);
    assert_eq!(game.position(), format!("{START} ABCDFGHabcdfgh"));
    // Sixteen steps and four leaps, and two levels up from the stars c3, f3, d4 and e4.
    assert_eq!(legal(&*game).len(), 20 + 6);
    assert_eq!(moves(&*game, "1e2"), ["1e21e3^2", "1e21e4^2", "1e21e4^3"]);
    assert_eq!(moves(&*game, "1b1"), ["1b11a3^2", "1b11c3^2", "1b11c3^3"]);
    assert!(illegal(&mut *game, "1e21e4").contains("leaves the level"));
    assert!(illegal(&mut *game, "1e21e3^3").contains("next level"));
    play(&mut *game, "1e21e4^2 3b83c6^2");
    let text = game.position();
    assert_eq!(
        text,
        "8/8/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/2n5/8/4P3/8/8/8|r1bqkbnr/pppppppp/8/8/8/8/8/8 w KQkq \
         ABCDFGHabcdefgh - ABCDFGHacdfgh"
    );
    assert_eq!(at(PACIFIC, &text).position(), text);
    // The second move is free.
    assert_eq!(moves(&*game, "2e4"), ["2e42e5", "2e42e5^1", "2e42e5^3"]);
    // Without the last field all pieces that stand where they begin have not moved.
    assert_eq!(at(PACIFIC, START).position(), open(PACIFIC).position());
}

#[test]
fn first_moves_without_room_or_in_check_may_stay() {
    // 2a3 is taken: the pawn's single step stays, the double step does not.
    let game = at(PACIFIC, "8/8/8/8/8/8/P7/4K3|8/8/8/8/8/n7/8/8|4k3/8/8/8/8/8/8/8 w - A - -");
    assert_eq!(moves(&*game, "1a2"), ["1a21a3", "1a21a4^2"]);
    // On a star a piece whose next level is taken may stay or go two levels.
    let game = at(PACIFIC, "8/8/8/8/8/8/8/1N2K3|8/8/8/8/8/2n5/8/8|4k3/8/8/8/8/8/8/8 w - - - B");
    assert_eq!(moves(&*game, "1b1"), ["1b11a3^2", "1b11c3", "1b11c3^3", "1b11d2^2"]);
    // The rook on e8 gives check: the knight may stay to parry it, and must.
    let game = at(PACIFIC, "4r3/8/8/8/8/8/8/4K1N1|8/8/8/8/8/8/8/8|k7/8/8/8/8/8/8/8 w - - - G");
    assert_eq!(moves(&*game, "1g1"), ["1g11e2"]);
}

#[test]
fn castling_pairs_may_go_to_the_next_level() {
    let position = format!("{CASTLING} AHah");
    let mut game = at(PACIFIC, &position);
    let mut castlings = moves(&*game, "1e11g1");
    castlings.extend(moves(&*game, "1e11c1"));
    assert_eq!(castlings, ["1e11g1", "1e11g1^2", "1e11c1", "1e11c1^2"]);
    assert_eq!(at(PACIFIC, CASTLING).position(), position);
    play(&mut *game, "1e11g1^2 3e83c8^2");
    assert_eq!(game.position(), "8/8/8/8/8/8/P6P/R7|2kr4/8/8/8/8/8/8/5RK1|7r/p6p/8/8/8/8/8/8 w - AHah - Ah");
    let blocked = "8/8/8/8/8/8/P6P/R3K2R|8/8/8/8/8/8/8/5n2|r3k2r/p6p/8/8/8/8/8/8 w KQkq AHah - AHah";
    assert_eq!(moves(&*at(PACIFIC, blocked), "1e11g1"), ["1e11g1"]);
    assert!(refused(PACIFIC, &format!("{CASTLING} Ha")).contains("castling `Q`"));
    assert!(refused(PACIFIC, &format!("{CASTLING} ABHah")).contains("`B`"));
    assert!(refused(EVANS, &format!("{CASTLING} AHah")).contains("end of the text"));
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    for rules in ["hageman", "johnson"] {
        let error = session::open(&format!("space-chess(rules={rules}, first_move_transfer=true)"));
        assert!(error.err().unwrap().to_string().contains("option `first_move_transfer`"));
    }
}

#[test]
fn ends_of_games() {
    let mut bare = at(EVANS, "8/8/8/8/8/8/1r6/K7|8/8/8/8/8/8/8/8|7k/8/8/8/8/8/8/8 w - - -");
    play(&mut *bare, "1a11b2");
    assert_eq!(outcome(&*bare).reason, "bare-kings");
    let mut mate = at(EVANS, "8/8/8/8/8/1k6/7q/K7|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8 b - - -");
    play(&mut *mate, "1h21b2");
    assert_eq!((outcome(&*mate).reason, scores(&*mate)), ("won", vec![0.0, 1.0]));
    // Two rooks on the first ranks would be mate, were there no crown.
    let escape = |king: &str| {
        let mut game = at(EVANS, &format!("7r/8/8/8/8/8/r7/{king}|8/8/8/8/8/8/8/8|k7/8/8/8/8/8/8/8 b - - -"));
        play(&mut *game, "1h81h1");
        game.outcome().map(|outcome| outcome.reason)
    };
    assert_eq!((escape("3K4"), escape("2K5")), (None, Some("won")));
    let mut stalemate = at(EVANS, "8/8/8/8/8/1k6/7q/K7|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8 b - - -");
    play(&mut *stalemate, "1h21c2");
    assert_eq!((outcome(&*stalemate).reason, scores(&*stalemate)), ("no-move", vec![0.5, 0.5]));
}
