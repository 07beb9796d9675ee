//! Surakarta.

use super::*;

const ID: &str = "surakarta";
const PROBLEM: &str = ".b..../.b.wb./....../....../ww..../ww.... b";

fn captures(game: &dyn Session) -> String {
    let mut captures = legal(game);
    captures.retain(|token| token.contains(':'));
    captures.sort();
    captures.join(" ")
}

fn points(game: &dyn Session) -> Vec<f64> {
    outcome(game).points.expect("the game has points").to_vec()
}

#[test]
fn start_position() {
    let game = open(ID);
    assert_eq!(game.position(), "bbbbbb/bbbbbb/....../....../wwwwww/wwwwww w");
    assert_eq!(captures(&*game), "");
    for token in legal(&*game) {
        assert_eq!(captures(&*after(ID, &token)), "", "after {token}");
    }
}

#[test]
fn perft() {
    assert_eq!(perft_from(ID, None, 1..=3), [16, 256, 5382]);
    assert_eq!(perft_from("surakarta(first=black)", None, 1..=3), [16, 256, 5382]);
}

#[test]
fn the_problem() {
    let game = at(ID, PROBLEM);
    assert_eq!(legal(&*game).len(), 20);
    assert_eq!(captures(&*game), "e5:b2 e5:d5");
    assert_eq!(game.turn(), Turn::Seat(Seat::SECOND));
    let black = at("surakarta(first=black)", PROBLEM);
    assert_eq!((black.turn(), black.seat_name(Seat::FIRST)), (Turn::Seat(Seat::FIRST), "Black"));
}

#[test]
fn the_main_line() {
    let line = "e5:b2 d5:b2 b5:b2 b1c2 b6:c2 a2:b2 c2:b2 a1a2 b2:a2";
    let mut game = at(ID, PROBLEM);
    for (ply, token) in line.split(' ').enumerate() {
        assert!(game.outcome().is_none());
        play(&mut *game, token);
        if ply == 1 {
            let count = |letter| game.position()[..41].matches(letter).count();
            assert_eq!((count('w'), count('b')), (4, 2));
        }
    }
    assert_eq!(game.position(), "....../....../....../....../b...../...... w");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.0, 1.0], vec![0.0, 1.0]));
    assert_eq!(outcome(&*game).reason, "won");
    assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
    let mut game = at("surakarta(first=black)", PROBLEM);
    play(&mut *game, line);
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0], vec![1.0, 0.0]));
}

#[test]
fn who_cannot_move_passes() {
    let mut game = at(ID, "....../....../....../....../bb..../wb.... w");
    assert_eq!(legal(&*game), ["pass"]);
    play(&mut *game, "pass");
    assert!(game.position().ends_with(" b"));
    assert!(game.play("pass").unwrap_err().message.contains("only if no piece can move"));
}

/// The rules of running: a loop at least, over empty points, the runner's own point being empty.
#[test]
fn circuits() {
    // To the right the piece meets e3 before a loop, to the left and along the file behind one.
    assert_eq!(captures(&*at(ID, "....../....../....../..w.b./....../...... w")), "c3:e3");
    // The inner circuit is empty, so the piece on b2 meets e5 on all ways, and only itself on the others.
    assert_eq!(captures(&*at(ID, "....../....b./....../....../.w..../...... w")), "b2:e5");
    // Own pieces shield the victim: the runner on c2 comes by the outer circuit, unless c3, d3 and c1 close it.
    assert_eq!(captures(&*at(ID, "....../....../....../....../w.wb.w/.w..w. w")), "c2:d2");
    assert_eq!(captures(&*at(ID, "....../....../....../..ww../w.wb.w/.wwww. w")), "");
    // Two routes to one victim are one move; the victim sees its runner too.
    assert_eq!(captures(&*at(ID, "....../....../....../....../wb..../...... w")), "a2:b2");
    assert_eq!(captures(&*at(ID, "....../....../....../....../wb..../...... b")), "b2:a2");
    // Corners are on no circuit.
    assert_eq!(captures(&*at(ID, "b....w/....../....../....../....../w....b w")), "");
}

#[test]
fn the_limits_count_pieces() {
    let text = "b...../....../....../....../....../ww.... w";
    let cycle = "a1a2 a6b6 a2a1 b6a6 ";
    let mut game = at(ID, text);
    play(&mut *game, cycle);
    assert!(game.outcome().is_none());
    play(&mut *game, cycle);
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0], vec![2.0, 0.0]));
    assert_eq!(outcome(&*game).reason, "repetition");
    let game = after(ID, &"b2b3 b5b4 b3b2 b4b5 ".repeat(2));
    assert_eq!((scores(&*game), points(&*game)), (vec![0.5, 0.5], vec![0.0, 0.0]));
    // White goes round four points, Black round three.
    let mut game = at("surakarta(quiet_limit=20)", "b...../....../....../....../....../.....w w");
    let (white, black) = (["f1e1", "e1e2", "e2f2", "f2f1"], ["a6b6", "b6b5", "b5a6"]);
    for ply in 0..20 {
        assert!(game.outcome().is_none());
        play(&mut *game, if ply % 2 == 0 { white[ply / 2 % 4] } else { black[ply / 2 % 3] });
    }
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "no-progress"));
}

#[test]
fn illegal_moves_name_the_rule() {
    let refused = |token: &str| at(ID, PROBLEM).play(token).unwrap_err().message;
    assert!(refused("d5d6").contains("own piece"));
    assert!(refused("e5e3").contains("eight points"));
    assert!(refused("e5d5").contains("empty point"));
    assert!(refused("e5:e4").contains("ends on an enemy piece"));
    assert!(refused("e5:a1").contains("along a circuit"));
    assert!(refused("b6:b2").contains("along a circuit"));
    assert!(refused("pass").contains("only if no piece"));
    for token in ["e5", "e5:", "é5e4", "e5-e4", "e5e44"] {
        assert!(refused(token).contains("not a legal move"), "{token}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| open(ID).set_position(text).unwrap_err().to_string();
    assert!(refused("bbbbbb/bbbbbb/....../....../wwwwww/wwwwww").contains("expected a position"));
    assert!(refused("bbbbbb/bbbbbb/....../....../wwwwww w").contains("6 ranks"));
    assert!(refused("bbbbbb/bbbbbb/......./....../wwwwww/wwwwww w").contains("rank 4"));
    assert!(refused("bbbbbb/bbbbbb/..x.../....../wwwwww/wwwwww w").contains("c4: expected"));
    assert!(refused("bbbbbb/bbbbbb/....../....../wwwwww/wwwwww r").contains("`r`"));
    assert!(refused("bbbbbb/bbbbbb/b...../....../wwwwww/wwwwww w").contains("found 13"));
    assert!(refused("....../....../....../....../wwwwww/wwwwww w").contains("Black has made the last move"));
}
