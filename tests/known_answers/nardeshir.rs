//! Nardeshir.

use super::*;

const ID: &str = "nardeshir";
const MALKA: &str = "nardeshir(variant=malka)";
const START: &str = "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8|rnbqkbnr/pppppppp/8/8/8/8/8/8 w KQkq \
    ABCDEFGHabcdefgh -";
const CASTLING: &str = "8/8/8/8/8/8/P6P/R3K2R|8/8/8/8/8/8/8/8|r3k2r/p6p/8/8/8/8/8/8 w KQkq AHah -";
const TWO_STEP: &str = "8/8/8/8/3p4/8/4P3/7K|8/8/8/8/3p1p2/8/8/8|k7/8/8/8/3p4/8/8/8 w - E -";

/// The legal moves from some cells.
fn moves(game: &dyn Session, cells: &[&str]) -> Vec<String> {
    let mut moves = legal(game);
    moves.retain(|token| cells.contains(&&token[..3]));
    moves.sort();
    moves
}

fn count_by_kind(spec: &str) -> [usize; 6] {
    let game = open(spec);
    let pawns = ["1a2", "1b2", "1c2", "1d2", "1e2", "1f2", "1g2", "1h2"];
    let kinds: [&[&str]; 6] = [&pawns, &["1b1", "1g1"], &["1a1", "1h1"], &["1c1", "1f1"], &["1d1"], &["1e1"]];
    kinds.map(|cells| moves(&*game, cells).len())
}

#[test]
fn perft_from_the_start() {
    for spec in [ID, MALKA] {
        assert_eq!(open(spec).position(), START);
    }
    assert_eq!(perft_from(ID, None, 1..=3), [84, 7048, 647_761]);
    assert_eq!(perft_from(MALKA, None, 1..=3), [70, 4900, 376_663]);
}

#[test]
fn first_moves_by_kind() {
    // Pawns, knights, rooks, bishops, queen, king.
    assert_eq!(count_by_kind(ID), [32, 14, 12, 8, 12, 6]);
    assert_eq!(count_by_kind(MALKA), [24, 14, 12, 8, 6, 6]);
    assert_eq!(moves(&*open(ID), &["1e2"]), ["1e21e3", "1e21e4", "1e22e2", "1e22e3"]);
    assert_eq!(moves(&*open(MALKA), &["1e2"]), ["1e21e3", "1e22e2", "1e22e3"]);
}

#[test]
fn perft_of_traditional_positions() {
    let middle = "2nQ4/8/8/8/8/1P6/P1P1PPPP/2B1KBN1|8/6p1/3p4/8/8/3P4/7R/8|r1b1kbnr/q1p1pp1p/8/1p6/8/8/8/N7 \
                  w kq ACEFGHcefh -";
    assert_eq!(perft_from(ID, Some(middle), 1..=2), [117, 10764]);
    let end = "8/8/8/8/8/8/8/8|2k5/8/3p2n1/8/8/3P4/8/8|8/5p1p/B5pb/4p3/8/6K1/4P3/8 w - fh -";
    assert_eq!(perft_from(ID, Some(end), 1..=2), [30, 1504]);
    assert_eq!(perft_from(ID, Some(CASTLING), 1..=3), [38, 1440, 67064]);
    for text in [middle, end, CASTLING] {
        assert_eq!(at(ID, text).position(), text);
    }
}

#[test]
fn perft_of_malka_positions() {
    let middle = "7n/8/8/8/8/8/PPPPPP2/1N2KBNR|8/8/3qp3/8/8/7r/8/2BQ4|rnb1kb2/pppp1ppp/8/8/8/8/6P1/R7 w K \
                  ABCDEFabcdfgh -";
    assert_eq!(perft_from(MALKA, Some(middle), 1..=2), [98, 10519]);
    assert_eq!(perft_from(MALKA, Some(CASTLING), 1..=3), [36, 1292, 58354]);
}

#[test]
fn castling() {
    for spec in [ID, MALKA] {
        let mut castlings = moves(&*at(spec, CASTLING), &["1e1"]);
        castlings.retain(|token| matches!(token.as_str(), "1e11g1" | "1e11c1"));
        assert_eq!(castlings, ["1e11c1", "1e11g1"]);
        let mut game = at(spec, CASTLING);
        play(&mut *game, "O-O 3e83c8");
        let after = "8/8/8/8/8/8/P6P/R4RK1|8/8/8/8/8/8/8/8|2kr3r/p6p/8/8/8/8/8/8 w - AHah -";
        assert_eq!(game.position(), after);
    }
}

#[test]
fn en_passant() {
    assert_eq!(perft_from(ID, Some(TWO_STEP), 1..=3), [11, 219, 3469]);
    assert_eq!(perft_from(MALKA, Some(TWO_STEP), 1..=3), [10, 197, 3135]);
    let mut game = at(ID, TWO_STEP);
    play(&mut *game, "1e21e4");
    assert!(game.position().ends_with(" b - - 1e31e4"), "{}", game.position());
    let mut taking = legal(&*game);
    taking.retain(|token| token.ends_with("1e3"));
    taking.sort();
    assert_eq!(taking, ["1d41e3", "2d41e3", "2f41e3"]);
    play(&mut *game, "fx1e3");
    assert_eq!(game.position(), "8/8/8/8/3p4/4p3/8/7K|8/8/8/8/3p4/8/8/8|k7/8/8/8/3p4/8/8/8 w - - -");
    assert!(illegal(&mut *at(MALKA, TWO_STEP), "1e21e4").contains("does not move so"));
}

#[test]
fn only_the_step_ahead_is_doubled() {
    let mut game = open(ID);
    for token in ["1a23a2", "1a23a4"] {
        assert!(illegal(&mut *game, token).contains("does not move so"), "{token}");
    }
    play(&mut *game, "1a22a2 3a72a7 2a21a2 2a73a7");
    assert!(illegal(&mut *game, "1a21a4").contains("never moved"));
}

#[test]
fn queens() {
    let lone = "8/8/8/8/8/8/8/K7|8/8/8/8/3Q4/8/8/8|6k1/8/8/8/8/8/8/8 w - - -";
    // On its level 27 cells, on each of the others 9; the malka has one step in 26 directions.
    assert_eq!(moves(&*at(ID, lone), &["2d4"]).len(), 27 + 2 * 9);
    assert_eq!(moves(&*at(MALKA, lone), &["2d4"]).len(), 26);
    assert!(illegal(&mut *at(MALKA, lone), "2d42d6").contains("does not move so"));
    // A malka gives check to a king next to it only.
    let near = "8/8/8/8/8/8/8/K7|8/8/8/8/8/8/1q6/8|6k1/8/8/8/8/8/8/8";
    let far = "8/8/8/8/8/8/8/K7|8/8/8/8/8/8/8/2q5|6k1/8/8/8/8/8/8/8";
    assert!(refused(MALKA, &format!("{near} b - - -")).contains("in check but not to move"));
    assert!(at(MALKA, &format!("{near} w - - -")).draw().ends_with("in check"));
    assert!(!at(MALKA, &format!("{far} w - - -")).draw().ends_with("in check"));
}

#[test]
fn the_malka_gives_no_right_to_pawns() {
    // Positions that differ in pawns that have never moved are the same.
    let mut game = open(MALKA);
    play(&mut *game, "1a22a2 3b83c6 2a21a2 3c63b8 1b11c3 3b83c6 1c31b1");
    assert!(game.outcome().is_none());
    assert!(game.position().ends_with(" BCDEFGHabcdefgh -"), "{}", game.position());
    play(&mut *game, "3c63b8");
    assert_eq!(outcome(&*game).reason, "repetition");
    let mut game = open(ID);
    play(&mut *game, "1a22a2 3b83c6 2a21a2 3c63b8 1b11c3 3b83c6 1c31b1 3c63b8");
    assert!(game.outcome().is_none());
}

#[test]
fn promotion_and_ends() {
    let mut game = at(ID, "8/8/8/8/8/8/8/K7|8/P7/8/8/8/8/8/8|8/8/8/8/8/8/7p/6k1 w - - -");
    let promoted = moves(&*game, &["2a7"]);
    assert_eq!(promoted.iter().filter(|token| token.starts_with("2a73a8")).count(), 4);
    play(&mut *game, "2a73a8=N");
    assert!(game.position().contains("|N7/"));
    let mut bare = at(ID, "8/8/8/8/8/8/1r6/K7|8/8/8/8/8/8/8/8|7k/8/8/8/8/8/8/8 w - - -");
    play(&mut *bare, "1a11b2");
    assert_eq!(outcome(&*bare).reason, "bare-kings");
}

#[test]
fn impossible_positions_are_refused() {
    assert!(refused(ID, &START.replace("KQkq", "kq-")).contains("`KQkq`"));
    assert!(refused(ID, &START.replace(" ABC", " IBC")).contains("file letters"));
    assert!(refused(MALKA, &START.replace("8/8|rn", "8/Q7|rn")).contains("only 0 pawns are missing"));
    assert!(refused(ID, "johnson").contains("expected placement"));
}
