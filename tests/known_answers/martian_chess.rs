//! Martian Chess.

use super::*;

const ID: &str = "martian-chess";
const FREE: &str = "martian-chess(no_repetition=false)";
const FOUR: &str = "martian-chess(players=4)";
const PROMOTION: &str = "martian-chess(field_promotion=true)";

/// The positions of the letters.
const QUEENS: &str = "Pa7 Qb1 Qc8 Pd2";
const DRONE_AND_QUEEN: &str = "Db2 Qb8 s 1-0";

fn moves(spec: &str, position: &str) -> String {
    let mut tokens = legal(&*at(spec, position));
    tokens.sort();
    tokens.join(" ")
}

#[test]
fn start_position() {
    let game = open(ID);
    let text = "Da6 Qa7 Qa8 Db1 Pb2 Pb3 Pb6 Db7 Qb8 Qc1 Dc2 Pc3 Pc6 Pc7 Dc8 Qd1 Qd2 Dd3 s 0-0";
    assert_eq!(game.position(), text);
    assert_eq!(moves(ID, text), "b1-a1 b2-a1 b2-a3 b3-a2 b3-a4 b3-c4 c3-b4 c3-d4 d3-d4 d3-d5");
    assert_eq!(
        (game.seats(), game.seat_name(Seat::FIRST), game.seat_name(Seat::SECOND)),
        (2, "South", "North")
    );
}

#[test]
fn perft() {
    assert_eq!(perft_from(FREE, None, 1..=3), [10, 104, 1329]);
    // A placement comes back in one line: the drone of d3 goes by d5 and d4.
    assert_eq!(perft_from(ID, None, 1..=3), [10, 104, 1328]);
    assert!(illegal(&mut *after(ID, "d3-d5 d5-d4"), "d4-d3").contains("earlier placement"));
}

#[test]
fn two_queens_that_go_to_and_fro() {
    for (side, queen) in [("s", "b1"), ("n", "c8")] {
        let tokens = legal(&*at(ID, &format!("{QUEENS} {side} 0-0")));
        let of_queen = tokens.iter().filter(|token| token.starts_with(queen)).count();
        assert_eq!((tokens.len(), of_queen), (15, 13), "{side}");
    }
    // No move is the reverse of the last one, and yet the placement comes back.
    let mut game = at(FREE, &format!("{QUEENS} s 0-0"));
    play(&mut *game, "b1-b8");
    assert_eq!(game.position(), "Pa7 Qb8 Qc8 Pd2 n 0-0 !b8-b1 q1");
    assert!(illegal(&mut *game, "b8-b1").contains("take back the opponent's last move"));
    play(&mut *game, "c8-c1 c1-b1 b8-c8");
    assert_eq!(game.position(), format!("{QUEENS} s 0-0 q4"));
}

#[test]
fn no_placement_comes_back() {
    let mut game = at(ID, &format!("{QUEENS} s 0-0"));
    play(&mut *game, "b1-b8 c8-c1");
    // South's queen is back on its side, but on another square.
    assert!(illegal(&mut *game, "c1-c8").contains("take back"));
    let mut game = at(ID, &format!("{QUEENS} s 0-0"));
    play(&mut *game, "b1-a1 c8-d8 a1-b1");
    assert!(illegal(&mut *game, "d8-c8").contains("earlier placement"));
    // The given position counts; what came before it does not.
    let mut fresh = at(ID, &game.position());
    play(&mut *fresh, "d8-c8");
    // A capture makes all placements new.
    let mut game = at(ID, "Qa8 Pc5 Qd1 Pd2 s 0-0");
    play(&mut *game, "d1-c1 a8-b8 c1xc5 b8-a8");
    assert_eq!(game.position(), "Qa8 Qc5 Pd2 s 1-0 q1");
    // Whose turn it is does not matter: the drone comes back after three moves, the queen after two.
    let mut game = at(ID, "Qa8 Db2 s 0-0");
    play(&mut *game, "b2-b3 a8-b8 b3-b4 b8-a8");
    assert!(illegal(&mut *game, "b4-b2").contains("earlier placement"));
}

#[test]
fn the_drone_of_the_letter() {
    let game = at(ID, DRONE_AND_QUEEN);
    assert_eq!(moves(ID, DRONE_AND_QUEEN), "b2-a2 b2-b1 b2-b3 b2-b4 b2-c2 b2-d2");
    assert_eq!(game.position(), DRONE_AND_QUEEN);
    assert_eq!(legal(&*at(ID, "Db2 Qb8 n 1-0")).len(), 12);
    let mut game = at(ID, DRONE_AND_QUEEN);
    play(&mut *game, "b2-d2 b8-d8");
    assert!(game.outcome().is_none());
}

#[test]
fn an_empty_zone_ends_the_game() {
    let mut game = at(ID, DRONE_AND_QUEEN);
    play(&mut *game, "b2-b4 b8xb4");
    assert_eq!(game.position(), "Qb4 s 1-2");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.0, 1.0], vec![1.0, 2.0]));
    assert_eq!(outcome(&*game).reason, "won");
    assert_eq!(at(ID, "Qb4 s 1-2").outcome(), game.outcome());
    let mut game = at("martian-chess(award_remaining=true)", DRONE_AND_QUEEN);
    play(&mut *game, "b2-b4 b8xb4");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.0, 1.0], vec![1.0, 5.0]));
    // The pieces left can turn the result.
    for (spec, expected) in [(ID, [1.0, 0.0]), ("martian-chess(award_remaining=true)", [0.0, 1.0])] {
        let mut game = at(spec, "Da4 Qb8 s 4-0");
        play(&mut *game, "a4-b4 b8xb4");
        assert_eq!((scores(&*game), outcome(&*game).reason), (expected.to_vec(), "won"), "{spec}");
    }
    // A move that captures nothing can empty the zone too.
    let mut game = at(ID, "Da3 Qb8 s 0-0");
    play(&mut *game, "a3-a5");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "drawn"));
}

#[test]
fn equal_scores() {
    let text = "Db4 Qb8 n 7-5";
    for (spec, expected, reason) in
        [(ID, [0.5, 0.5], "drawn"), ("martian-chess(tie_to_ender=true)", [0.0, 1.0], "won")]
    {
        let mut game = at(spec, text);
        play(&mut *game, "b8xb4");
        assert_eq!((scores(&*game), outcome(&*game).reason), (expected.to_vec(), reason), "{spec}");
        assert_eq!(points(&*game), [7.0, 7.0]);
    }
    // Only an emptied zone decides a tie, and only a tie.
    let game = at("martian-chess(tie_to_ender=true, quiet_limit=3)", "Db4 Qb8 n 7-7 q3");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "no-progress"));
    let mut game = at("martian-chess(tie_to_ender=true)", "Db4 Qb8 n 8-5");
    play(&mut *game, "b8xb4");
    assert_eq!(scores(&*game), [1.0, 0.0]);
    // At a table of four the ender must be among the first.
    let tied = "martian-chess(players=4, tie_to_ender=true)";
    let mut game = at(tied, "Pd4 Pd5 Pe5 Pe4 1 4-5-5-0");
    play(&mut *game, "d4xe5");
    assert_eq!(scores(&*game), [1.0, 0.0, 0.0, 0.0]);
    let mut game = at(FOUR, "Pd4 Pd5 Pe5 Pe4 1 4-5-5-0");
    play(&mut *game, "d4xe5");
    assert_eq!(
        (scores(&*game), outcome(&*game).reason),
        (vec![1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0], "drawn")
    );
    let mut game = at(tied, "Pd4 Pd5 Pe5 Pe4 1 3-5-5-0");
    play(&mut *game, "d4xe5");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.0, 0.5, 0.5, 0.0], "drawn"));
}

#[test]
fn the_quiet_limit_compares_the_points() {
    let mut game = at("martian-chess(quiet_limit=3)", "Qa8 Qd1 s 2-3");
    play(&mut *game, "d1-c1 a8-b8");
    assert!(game.outcome().is_none());
    play(&mut *game, "c1-d1");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.0, 1.0], "no-progress"));
    assert_eq!(game.position(), "Qb8 Qd1 n 2-3 q3");
    assert_eq!(at("martian-chess(quiet_limit=3)", &game.position()).outcome(), game.outcome());
    // Without a limit the plies are counted all the same, and a capture starts the count afresh.
    let mut game = at("martian-chess(quiet_limit=0)", "Pa5 Qa8 Qd1 s 2-3 q700");
    play(&mut *game, "d1-c1 a8-b8");
    assert_eq!(game.position(), "Pa5 Qb8 Qc1 s 2-3 q702");
    play(&mut *game, "c1-a3 b8-b5 a3xa5");
    assert_eq!(game.position(), "Qa5 Qb5 n 3-3");
}

#[test]
fn who_cannot_move_ends_the_game() {
    // Each placement that the pawn's only move would make has been there before.
    let mut game = at(ID, "Pa8 Qd1 n 4-2");
    play(&mut *game, "a8-b7 d1-c1 b7-c6 c1-b1 c6-b7 b1-a1 b7-a8");
    assert!(game.outcome().is_none());
    play(&mut *game, "a1-b1");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "no-move"));
    assert_eq!(points(&*game), [4.0, 2.0]);
    assert_eq!(game.position(), "Pa8 Qb1 n 4-2 q8");
    // Without the earlier placements the game goes on.
    assert_eq!(legal(&*at(ID, &game.position())), ["a8-b7"]);
    assert_eq!(legal(&*at(ID, "Pa5 Qd1 n 4-2 !a5-b4 q1")), ["a5-b6"]);
}

#[test]
fn captures_and_steps() {
    // Own pieces are in the way, enemy pieces are taken, and nothing is jumped.
    assert_eq!(moves(ID, "Pa4 Pb5 Da5 Qd8 s 0-0"), "a4-b3 a4xb5");
    assert_eq!(moves(ID, "Db4 Pb5 Qb6 Pc4 Pd3 s 0-0"), "b4-a4 b4-b2 b4-b3 b4xb5 c4-b3 c4-d5 c4xb5 d3-c2");
    let mut game = at(ID, "Da5 Pb5 Pc4 Qd4 s 3-4 q7");
    play(&mut *game, "d4-d1");
    assert_eq!(game.position(), "Da5 Pb5 Pc4 Qd1 n 3-4 q8");
    let mut game = at(ID, "Da5 Pb5 Pc4 Qd4 s 3-4 q7");
    play(&mut *game, "c4xb5");
    assert_eq!(game.position(), "Da5 Pb5 Qd4 n 4-4");
}

#[test]
fn field_promotion() {
    let text = "Pa1 Db1 Pb2 Qd8 s 0-0";
    let mergers = |text: &str| {
        let mut tokens = legal(&*at(PROMOTION, text));
        tokens.retain(|token| token.contains('+'));
        tokens.sort();
        tokens.join(" ")
    };
    // The zone has a drone, so that two pawns do not merge.
    assert_eq!(mergers(text), "b1+a1 b1+b2");
    assert_eq!(mergers("Pa1 Dd4 Pb2 Qd8 s 0-0"), "");
    assert_eq!(mergers("Pa1 Pb2 Qd8 s 0-0"), "a1+b2 b2+a1");
    assert_eq!(mergers("Pa1 Db2 Qd8 s 0-0"), "a1+b2");
    assert_eq!(mergers("Pa1 Db2 Qd3 Qd8 s 0-0"), "");
    // A drone reaches over an empty square only, and two drones do not merge.
    assert_eq!(mergers("Pa1 Da3 Qd8 s 0-0"), "a3+a1");
    assert_eq!(mergers("Pa1 Pa2 Da3 Qd8 s 0-0"), "a3+a2");
    assert_eq!(mergers("Da1 Da3 Qd8 s 0-0"), "");
    assert_eq!(legal(&*at(ID, text)).iter().filter(|token| token.contains('+')).count(), 0);
    let mut game = at(PROMOTION, "Pa1 Pb2 Qd8 s 0-0 q4");
    play(&mut *game, "a1+b2");
    // A merger is no capture.
    assert_eq!(game.position(), "Db2 Qd8 n 0-0 q5");
    let mut game = at(PROMOTION, text);
    play(&mut *game, "b1+b2");
    assert_eq!(game.position(), "Pa1 Qb2 Qd8 n 0-0 q1");
    let refused = |spec: &str, text: &str, token: &str| illegal(&mut *at(spec, text), token);
    assert!(refused(ID, text, "b1+b2").contains("an own piece stands there"));
    assert!(refused(PROMOTION, text, "a1+b2").contains("a D is made only while the own zone has none"));
    assert!(refused(PROMOTION, "Da1 Da3 Qd8 s 0-0", "a1+a3").contains("only two P, or a P and a D, merge"));
}

#[test]
fn four_players() {
    let game = open(FOUR);
    assert_eq!((game.seats(), game.seat_name(Seat::FIRST)), (4, "Player 1"));
    let text = "Qa1 Qa2 Da3 Da6 Qa7 Qa8 Qb1 Db2 Pb3 Pb6 Db7 Qb8 Dc1 Pc2 Pc3 Pc6 Pc7 Dc8 \
                Df1 Pf2 Pf3 Pf6 Pf7 Df8 Qg1 Dg2 Pg3 Pg6 Dg7 Qg8 Qh1 Qh2 Dh3 Dh6 Qh7 Qh8 1 0-0-0-0";
    assert_eq!(game.position(), text);
    // Drones: a3 forward one or two, c1 likewise to the right; pawns: b3 to a4 and c4, c2 to d1 and d3, c3 to b4,
    // d4 and nothing else, for its other neighbours are b2 and d2.
    assert_eq!(moves(FOUR, text), "a3-a4 a3-a5 b3-a4 b3-c4 c1-d1 c1-e1 c2-d1 c2-d3 c3-b4 c3-d2 c3-d4");
    assert_eq!(perft_from(FOUR, None, 1..=1), [11]);
    // Each quarter moves in turn, and its captures count for who stood there.
    let mut game = at(FOUR, "Pd4 Qd8 Pe5 De8 Ph1 1 0-0-0-0");
    play(&mut *game, "d4xe5");
    assert!(game.outcome().is_some());
    let mut game = at(FOUR, "Pa1 Pd4 Qd8 Pe5 De8 Ph1 1 0-0-0-0");
    play(&mut *game, "d4xe5");
    assert_eq!(game.position(), "Pa1 Qd8 Pe5 De8 Ph1 2 1-0-0-0");
    play(&mut *game, "d8xe8");
    assert_eq!((points(&*game), scores(&*game)), (vec![1.0, 2.0, 0.0, 0.0], vec![0.0, 1.0, 0.0, 0.0]));
    // No-rejection is a rule for two, but a placement does not come back.
    let text = "Pa1 Da4 Pa8 Ph1 Ph8 1 0-0-0-0";
    let mut game = at(FOUR, text);
    play(&mut *game, "a4-a5");
    assert_eq!(game.position(), "Pa1 Da5 Pa8 Ph1 Ph8 2 0-0-0-0 q1");
    assert!(illegal(&mut *game, "a5-a4").contains("earlier placement"));
    let mut game = at("martian-chess(players=4, no_repetition=false)", text);
    play(&mut *game, "a4-a5 a5-a4");
    assert_eq!(game.position(), "Pa1 Da4 Pa8 Ph1 Ph8 3 0-0-0-0 q2");
}

#[test]
fn illegal_moves_name_the_rule() {
    let text = "Da2 Pa5 Pb2 Pb3 Qb8 Qd1 s 0-0";
    let refused = |token: &str| illegal(&mut *at(ID, text), token);
    assert!(refused("c3-c4").contains("no piece stands on c3"));
    assert!(refused("b8-b7").contains("a piece of the own zone"));
    assert!(refused("b2-b1").contains("one square diagonally"));
    assert!(refused("a2-a5").contains("one or two squares"));
    assert!(refused("d1-c3").contains("rank, file or diagonal"));
    assert!(refused("d1-d1").contains("rank, file or diagonal"));
    assert!(refused("d1-a4").contains("does not jump"));
    assert!(refused("a2-c2").contains("does not jump"));
    assert!(refused("a2-b2").contains("an own piece stands there"));
    assert!(refused("b2xc3").contains("written with `-`"));
    for token in ["d1", "d1-", "d1-e2", "é-d1", "d1--d2", "d1*d2", ""] {
        assert!(refused(token).contains("not a legal move"), "{token}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    for (text, message) in [
        ("", "expected pieces"),
        ("Db2 Qb8", "expected pieces"),
        ("Db2 Qb8 s", "2 scores"),
        ("Db2 Qb8 s 1", "2 scores"),
        ("Db2 Qb8 s 1-0-0", "2 scores"),
        ("Db2 Qb8 s 01-0", "2 scores"),
        ("Db2 Qb8 w 1-0", "found `w`"),
        ("Kb2 Qb8 s 1-0", "found `Kb2`"),
        ("Db9 Qb8 s 1-0", "found `Db9`"),
        ("De2 Qb8 s 1-0", "a1 to d8"),
        ("Db2 Pb2 Qb8 s 1-0", "a second in `Pb2`"),
        ("Qb8 s 1-0", "zone of South"),
        ("Db2 n 1-0", "zone of North"),
        ("Db2 Qb8 s 20-12", "36 points, found 5 on the board and 32 scored"),
        ("Db2 Qb8 s 1-0 x", "found `x`"),
        ("Db2 Qb8 s 1-0 q61", "ends at q60"),
        ("Db2 Qb8 s 1-0 q5 q6", "nothing after"),
        ("Db2 Qb8 s 1-0 !b2-b5 q1", "cannot have been"),
        ("Db4 Qb8 s 1-0 !b4-b3 q1", "cannot have been"),
        ("Db4 Pb5 Qb8 s 1-0 !b4-b5 q1", "cannot have been"),
        ("Db4 Pb5 Qb8 s 1-0 !b4-b6 q1", "cannot have been"),
        ("Db4 Qb8 s 1-0 !b4xb5 q1", "barred move"),
        ("Pa1 Pa2 Pa3 Pa4 Pb1 Pb2 Pb3 Qb8 s 0-0", "at most 6 P"),
    ] {
        assert!(refused(ID, text).contains(message), "`{text}`: {}", refused(ID, text));
    }
    assert!(refused(FOUR, "Pa1 Pa8 Ph1 Ph8 s 0-0-0-0").contains("found `s`"));
    assert_eq!(outcome(&*at(FOUR, "Pa1 Pa8 Ph8 1 0-0-0-0")).reason, "drawn");
    assert!(refused(FOUR, "Pa1 Ph8 Ph1 1 0-0-0-0").contains("zone of Player 2"));
    assert!(refused(FOUR, "Pa1 Da5 Ph1 Ph8 2 0-0-0-0 !a5-a4 q1").contains("no barred move"));
    // Mergers make more queens than there were, from that number of other pieces.
    let queens = "Qa1 Qa2 Qa3 Qa4 Qb1 Qb2 Qb3 Qb8";
    assert!(refused(ID, &format!("{queens} s 0-0")).contains("at most 6 P, 6 D and 6 Q"));
    assert_eq!(at(PROMOTION, &format!("{queens} s 0-0")).position(), format!("{queens} s 0-0"));
    let drones = "Da1 Da2 Da3 Da4 Db1 Db2 Db3 Db4 Db8 Dc1 s 0-0";
    assert!(refused(PROMOTION, drones).contains("merge into"));
}
