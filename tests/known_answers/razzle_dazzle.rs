//! Razzle Dazzle.

use super::*;

const ID: &str = "razzle-dazzle";
const IGNORING: &str = "razzle-dazzle(repetition_ignores_marks=true)";

fn sorted(game: &dyn Session) -> String {
    let mut legal = legal(game);
    legal.sort();
    legal.join(" ")
}

/// The numbers of legal turns before each turn of a record.
fn counts(spec: &str, record: &str) -> Vec<usize> {
    let mut game = open(spec);
    let count = |token| {
        let count = legal(&*game).len();
        play(&mut *game, token);
        count
    };
    record.split(' ').map(count).collect()
}

/// The message about an illegal move.
fn illegal(game: &mut dyn Session, token: &str) -> String {
    game.play(token).unwrap_err().message
}

#[test]
fn start_position() {
    let game = open(ID);
    assert_eq!(game.position(), ".xxXxx./......./......./......./......./......./......./.ooOoo. x -");
    assert_eq!(
        sorted(&*game),
        "b8-a6 b8-c6 b8-d7 c8-a7 c8-b6 c8-d6 c8-e7 d8-c8 d8-c8-b8 d8-e8 d8-e8-f8 e8-c7 e8-d6 e8-f6 e8-g7 \
         f8-d7 f8-e6 f8-g6"
    );
}

#[test]
fn perft() {
    for spec in [ID, IGNORING] {
        assert_eq!(perft_from(spec, None, 1..=3), [18, 324, 7056]);
    }
}

#[test]
fn sample_opening() {
    let record = "c8-b6 e1-f3 d8-b6 d1-f1-f3";
    for spec in [ID, IGNORING] {
        assert_eq!(counts(spec, record), [18, 18, 22, 22]);
    }
    let passes = |record: &str, holder: &str| {
        let list = sorted(&*after(ID, record));
        let passes = list.split(' ').filter(|token| token.starts_with(holder));
        passes.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(passes("c8-b6 e1-f3", "d8"), "d8-b6 d8-b6-b8 d8-b8 d8-b8-b6 d8-e8 d8-e8-f8");
    assert_eq!(passes("c8-b6 e1-f3 d8-b6", "d1"), "d1-c1 d1-c1-b1 d1-f1 d1-f1-f3 d1-f3 d1-f3-f1");
    let game = after(ID, record);
    assert_eq!(
        sorted(&*game),
        "b6-b8 b8-a6 b8-c6 b8-d7 d8-b7 d8-c6 d8-e6 d8-f7 e8-c7 e8-d6 e8-f6 e8-g7 f8-d7 f8-e6 f8-g6"
    );
    assert_eq!(game.position(), ".x.yxx./......./.X...../......./......./.....O./......./.oop.p. x -");
}

const APPROACH: &str = "d8-c8-b8 b1-c3 c8-b6 f1-e3 e8-d6 d1-e1-e3 d6-e4";

#[test]
fn forced_pass() {
    assert_eq!(counts(ID, APPROACH), [18, 18, 15, 26, 18, 44, 27]);
    let mut game = after(ID, APPROACH);
    assert_eq!(sorted(&*game), "e3-c1 e3-c1-c3 e3-c3 e3-c3-c1");
    assert!(game.position().ends_with(" o e4"));
    assert_eq!(sorted(&*at(ID, &game.position())), sorted(&*game));
    assert!(illegal(&mut *game, "c1-b3").contains("the ball must be passed"));
    let basic = after("razzle-dazzle(forced_pass=false)", APPROACH);
    assert!(basic.position().ends_with(" o -"));
    assert!(legal(&*basic).len() > 4);
}

#[test]
fn approached_without_a_pass() {
    let record = "b8-c6 d1-c1 c6-e5 e1-d3 f8-g6 f1-g3 d8-e8-e5 g3-e4";
    assert_eq!(counts(ID, record), [18, 18, 26, 15, 22, 19, 21, 20]);
    assert_eq!(
        sorted(&*after(ID, record)),
        "c8-a7 c8-b6 c8-d6 c8-e7 d8-b7 d8-c6 d8-e6 d8-f7 e8-c7 e8-d6 e8-f6 e8-g7 g6-e7 g6-f4 g6-f8"
    );
}

#[test]
fn boards_do_not_come_back() {
    for spec in [ID, IGNORING] {
        let mut game = after(spec, "c8-b6 c1-b3 b6-c8");
        assert_eq!(legal(&*game).len(), 21);
        assert!(illegal(&mut *game, "b3-c1").contains("has been there before"));
    }
    // A position text knows no earlier board.
    let game = after(ID, "c8-b6 c1-b3 b6-c8");
    assert!(legal(&*at(ID, &game.position())).contains(&"b3-c1".to_owned()));
}

#[test]
fn marks_make_boards_differ_unless_ignored() {
    // The giver goes away and comes back, eligible again.
    let there = |spec: &str| {
        let game = after(spec, "d8-c8 b1-a3 d8-e6 a3-b1");
        legal(&*game).contains(&"e6-d8".to_owned())
    };
    assert!(there(ID) && !there(IGNORING));
}

const COMPLETE: &str = "f8-e6 c1-e2 d8-e8-e6-c8 d1-e1-e2-f1 e8-d6 d1-e3 d8-f7 e3-g4 b8-c6 e1-g2 e6-c7 f1-g2 \
                        c6-d4 g4-f6 d4-c6 b1-d2 c8-c7-c6 f6-e8 d6-f5 d2-e4 f7-d8 g2-e4-e8";

#[test]
fn complete_game() {
    for spec in [ID, IGNORING] {
        assert_eq!(
            counts(spec, COMPLETE),
            [18, 18, 26, 27, 18, 17, 22, 20, 22, 17, 27, 19, 29, 16, 26, 17, 29, 19, 17, 16, 19, 22]
        );
        let game = after(spec, COMPLETE);
        assert_eq!(game.position(), "..yxO../..y..../..X..../.....x./....p../......./....p.p/.....p. x -");
        assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.0, 1.0], "won"));
        assert_eq!(at(spec, &game.position()).outcome(), game.outcome());
    }
}

#[test]
fn chains_end_on_the_goal_rank() {
    let position = ".oo.o../...x.../......./....O../......./.x....x/x....../......X o -";
    assert!(open(ID).set_position(position).is_err(), "the ball of Eks was there before");
    let position = ".oo.o../...x.../......./....O../......./.x....x/x....X./......o o -";
    let mut game = at(ID, position);
    let chains: Vec<String> = legal(&*game).into_iter().filter(|token| token.starts_with("e5")).collect();
    assert_eq!(chains, ["e5-b8", "e5-e8"]);
    assert!(illegal(&mut *game, "e5-e8-c8").contains("goal rank"));
}

#[test]
fn length_rule() {
    let game = after("razzle-dazzle(max_plies=2)", "c8-b6 c1-b3");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "length-limit"));
}

#[test]
fn illegal_turns_name_the_rule() {
    let mut game = after(ID, "c8-b6 e1-f3 d8-b6 d1-f1-f3");
    for (token, rule) in [
        ("b6-d8", "ineligible"),
        ("b6-a6", "none on a6"),
        ("b6-e8", "along a rank, file or diagonal"),
        ("b8-b7", "like a knight"),
        ("e1-f3", "no own piece on e1"),
        ("b8-c6-d8", "one move"),
        ("b8", "two squares"),
    ] {
        let message = illegal(&mut *game, token);
        assert!(message.contains(rule), "{message}");
    }
    let mut game = after(ID, "c8-d6 c1-b3");
    for (token, rule) in [("d8-b8-f8", "between b8 and f8"), ("e8-d6", "empty square")] {
        let message = illegal(&mut *game, token);
        assert!(message.contains(rule), "{message}");
    }
    assert!(illegal(&mut *game, "pass").contains("not a legal move"));
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| open(ID).set_position(text).unwrap_err().to_string();
    let start = ".xxXxx./......./......./......./......./......./......./.ooOoo.";
    for (text, reason) in [
        (start.to_owned(), "expected `ranks side approach`"),
        (format!("{start} w -"), "`x` or `o`, found `w`"),
        (format!("{start} x d2"), "found `d2`"),
        (format!("{start} x é"), "found `é`"),
        ("......./......./. x -".to_owned(), "8 ranks"),
        (start.replace(".ooOoo.", ".ooOoo") + " x -", "rank 1: expected 7 squares"),
        (start.replace(".ooOoo.", ".ooOoz.") + " x -", "found `z`"),
        (start.replace(".ooOoo.", ".ooooo.") + " x -", "of which 0 hold it"),
        (start.replace(".ooOoo.", ".ooO.o.") + " x -", "found 4"),
        // Nobody has given the ball to Ohs on its goal rank.
        (start.replace(".xxXxx.", "oOxXxxx").replace(".ooOoo.", "..ooo..") + " x -", "goal rank"),
    ] {
        let message = refused(&text);
        assert!(message.contains(reason), "{text}: {message}");
    }
    let approached = after(ID, APPROACH).position();
    let error = open("razzle-dazzle(forced_pass=false)").set_position(&approached).unwrap_err().to_string();
    assert!(error.contains("found `e4`"), "{error}");
}
