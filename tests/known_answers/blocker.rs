//! Blocker.

use std::collections::BTreeMap;

use super::*;

const ID: &str = "blocker";
const START: &str = "w0@5,0:1x1x0 w1@4,0:1x1x1 w2@3,0:1x2x1 w4@6,0:1x2x2 w8@4,1:2x2x2 \
                     b0@5,10:1x1x0 b1@6,10:1x1x1 b2@7,9:1x2x1 b4@4,9:1x2x2 b8@5,8:2x2x2 w";

fn sorted(game: &dyn Session) -> String {
    let mut legal = legal(game);
    legal.sort();
    legal.join(" ")
}

/// The number of legal turns of each piece, by volume digit.
fn by_piece(game: &dyn Session) -> Vec<(char, usize)> {
    let mut counts = BTreeMap::new();
    for token in legal(game) {
        *counts.entry(token.chars().next().expect("a digit")).or_default() += 1;
    }
    counts.into_iter().collect()
}

/// The placement of a piece.
fn placement(game: &dyn Session, piece: &str) -> String {
    let position = game.position();
    let field = position.split(' ').find_map(|field| field.strip_prefix(piece));
    field.and_then(|field| field.strip_prefix('@')).expect("every piece is on the board").to_owned()
}

fn illegal(game: &mut dyn Session, token: &str) -> String {
    game.play(token).unwrap_err().message
}

#[test]
fn start_position() {
    let game = open(ID);
    assert_eq!(game.position(), START);
    let mut turns = Vec::new();
    for token in sorted(&*game).split(' ') {
        let after = after(ID, token);
        turns.push(format!("{token} {}", placement(&*after, &format!("w{}", &token[..1]))));
    }
    assert_eq!(
        turns,
        [
            "2:n 3,2:1x1x2",
            "2:n,n 3,3:1x2x1",
            "2:n,w 1,2:2x1x1",
            "2:w 2,0:1x2x1",
            "2:w,n 2,2:1x1x2",
            "2:w,w 1,0:1x2x1",
            "4:e 7,0:2x2x1",
            "4:e,e 9,0:1x2x2",
            "4:e,n 7,2:2x1x2",
            "4:n 6,2:1x2x2",
            "4:n,e 7,2:2x2x1",
            "4:n,n 6,4:1x2x2",
            "8:n 4,3:2x2x2",
        ]
    );
}

#[test]
fn perft() {
    assert_eq!(perft_from(ID, None, 1..=3), [13, 169, 3893]);
}

#[test]
fn second_rolls_of_the_flat() {
    let flat: Vec<String> = legal(&*open(ID)).into_iter().filter(|token| token.starts_with('4')).collect();
    assert_eq!(flat.iter().filter(|token| !token.contains(',')).collect::<Vec<_>>(), ["4:n", "4:e"]);
    let mut game = open(ID);
    assert!(illegal(&mut *game, "4:e,w").contains("a direction and its inverse, e and w"));
    assert!(illegal(&mut *game, "4:e,s").contains("roll 2 (s) leaves the board"));
}

#[test]
fn diagonal_slides_need_a_free_side() {
    let mut game = at(
        ID,
        "w0@5,3:1x1x0 w1@5,4:1x1x1 w2@4,3:1x1x2 w4@0,0:2x2x1 w8@9,0:2x2x2 \
         b0@10,10:1x1x0 b1@0,10:1x1x1 b2@2,10:1x1x2 b4@6,9:2x2x1 b8@8,9:2x2x2 w",
    );
    assert_eq!(by_piece(&*game), [('0', 18), ('1', 19), ('2', 11), ('4', 6), ('8', 2)]);
    let mut slides: Vec<String> = legal(&*game).into_iter().filter(|token| token.starts_with('0')).collect();
    slides.sort();
    assert_eq!(
        slides.join(" "),
        "0:e 0:e,se 0:ne 0:ne,e 0:ne,n 0:ne,ne 0:ne,nw 0:ne,se 0:s 0:s,sw 0:se 0:se,s 0:se,se 0:se,sw 0:sw \
         0:sw,nw 0:sw,sw 0:sw,w"
    );
    assert!(illegal(&mut *game, "0:nw").contains("slide 1 (nw) passes between two occupied squares"));
}

#[test]
fn attacks_by_falling_and_by_two_rolls() {
    let mut game = at(
        ID,
        "w0@5,5:1x1x0 w1@0,0:1x1x1 w2@0,2:1x2x1 w4@2,0:2x2x1 w8@9,0:2x2x2 \
         b0@10,10:1x1x0 b1@5,8:1x1x1 b2@8,5:1x1x2 b4@1,5:2x2x1 b8@4,6:2x2x2 w",
    );
    assert!(game.draw().ends_with("the Godfather of White is attacked by b2, b8"), "{}", game.draw());
    assert_eq!(sorted(&*game), "0:s,sw 0:se,s 0:se,sw");
    assert!(illegal(&mut *game, "1:n").contains("the own Godfather would be under attack by b2"));
}

#[test]
fn slides_through_attacked_squares() {
    let game = at(
        ID,
        "w0@8,3:1x1x0 w1@4,6:1x1x1 w2@1,2:2x1x1 w4@6,7:2x1x2 w8@4,3:2x2x2 \
         b0@5,10:1x1x0 b1@8,4:1x1x1 b2@8,9:1x2x1 b4@2,3:2x1x2 b8@5,8:2x2x2 w",
    );
    assert!(game.draw().ends_with("the Godfather of White is attacked by b1"), "{}", game.draw());
    assert_eq!(sorted(&*game), "0:e,se 0:s,sw 0:se,s 0:se,se 0:sw,sw 0:sw,w");
}

#[test]
fn mate() {
    let game = at(
        ID,
        "w0@5,0:1x1x0 w1@3,10:1x1x1 w2@3,8:1x1x2 w4@9,2:2x2x1 w8@6,3:2x2x2 \
         b0@9,8:1x1x0 b1@6,5:1x1x1 b2@8,5:2x1x1 b4@5,1:2x2x1 b8@5,6:2x2x2 w",
    );
    assert!(game.draw().ends_with("the Godfather of White is attacked by b4"), "{}", game.draw());
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.0, 1.0], "no-move"));
}

#[test]
fn godfather_against_godfather() {
    let position = "w0@5,4:1x1x0 w1@0,0:1x1x1 w2@0,2:1x2x1 w4@2,0:2x2x1 w8@9,0:2x2x2 \
                    b0@5,7:1x1x0 b1@0,10:1x1x1 b2@2,10:1x1x2 b4@6,9:2x2x1 b8@8,9:2x2x2 w";
    let counts = |spec| by_piece(&*at(spec, position));
    assert_eq!(counts(ID), [('0', 14), ('1', 4), ('2', 8), ('4', 8), ('8', 2)]);
    assert_eq!(
        counts("blocker(godfather_attacks=false)"),
        [('0', 22), ('1', 4), ('2', 8), ('4', 8), ('8', 2)]
    );
}

#[test]
fn complete_game() {
    let record = "4:n,n 8:s 0:ne 1:s,s 0:ne,ne 4:s 0:ne,ne 1:e,e 4:s,e 4:s,s 2:n,w 1:s,s,s 0:n,n 1:s,w 1:w,n,n \
                  0:s,sw 2:n,n 2:s 2:e,n 8:s 1:n 2:s,s 0:n 0:se,se 0:n,n";
    let mut game = open(ID);
    let count = |token| {
        let count = legal(&*game).len();
        play(&mut *game, token);
        count
    };
    assert_eq!(
        record.split_whitespace().map(count).collect::<Vec<_>>(),
        [13, 13, 24, 27, 32, 34, 42, 38, 30, 49, 29, 50, 3, 52, 38, 50, 37, 53, 39, 49, 37, 42, 41, 32, 43]
    );
    assert_eq!(
        game.position(),
        "w0@10,10:1x1x0 w1@3,3:1x1x1 w2@3,5:1x2x1 w4@7,2:2x2x1 w8@4,1:2x2x2 \
         b0@6,6:1x1x0 b1@7,4:1x1x1 b2@7,5:1x1x2 b4@4,3:1x2x2 b8@5,4:2x2x2 b"
    );
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "won"));
    assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
}

#[test]
fn turns_are_read_leniently() {
    for token in ["4:e,n", "4en", "4 e n", "4:e n i", "4:e,n,i", "4:e,n,ii"] {
        let mut game = open(ID);
        game.play(token).unwrap_or_else(|error| panic!("{token}: {error}"));
        assert_eq!(placement(&*game, "w4"), "7,2:2x1x2", "{token}");
    }
    // Any sequence of rolls to a placement is read; the shortest is written.
    let mut game = at(ID, &START.replace("w1@4,0", "w1@9,4"));
    assert!(legal(&*game).contains(&"1:n,e".to_owned()));
    assert!(!legal(&*game).contains(&"1:e,n".to_owned()));
    game.play("1:e,n,i").expect("the other way round leads there, too");
    assert_eq!(placement(&*game, "w1"), "10,5:1x1x1");
}

#[test]
fn draws() {
    let to_and_fro = "2:w 2:s 2:e 2:n";
    let twice = format!("{to_and_fro} {to_and_fro}");
    let game = after(ID, &twice);
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "repetition"));
    assert!(after("blocker(repetition_draw=0)", &twice).outcome().is_none());
    assert!(after("blocker(repetition_draw=2)", to_and_fro).outcome().is_some());
    let game = after("blocker(max_plies=4)", to_and_fro);
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "length-limit"));
    assert!(session::open("blocker(repetition_draw=1)").is_err_and(|error| error.to_string().contains("2")));
}

#[test]
fn illegal_turns_name_the_rule() {
    let mut game = open(ID);
    for (token, rule) in [
        ("8:n,n", "the Fat makes at most 1 roll in a turn"),
        ("1:n,n,n,n", "at most 3 rolls"),
        ("4", "at least one roll"),
        ("0:i", "at least one slide"),
        ("0:n", "slide 1 (n) needs square 5,1, which is occupied"),
        ("4:n,s", "inverse"),
        ("8:s", "leaves the board"),
    ] {
        let message = illegal(&mut *game, token);
        assert!(message.contains(rule), "{message}");
    }
    for token in ["", "5:n", "4:x", "4:e,i,n", "4:é", "resign"] {
        assert!(illegal(&mut *game, token).contains("not a legal move"), "{token}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| open(ID).set_position(text).unwrap_err().to_string();
    for (from, to, reason) in [
        (" b8@5,8:2x2x2", "", "expected 11 fields"),
        ("2x2x2 w", "2x2x2 x", "found `x`"),
        ("w1@4,0", "w2@4,0", "expected `w1@x,y:DXxDYxDZ`, found `w2@4,0:1x1x1`"),
        ("w1@4,0:", "w1@4,0", "piece w1: expected a placement"),
        ("w1@4,0", "w1@04,0", "piece w1: expected a placement"),
        ("w1@4,0", "w1@4,+0", "piece w1: expected a placement"),
        ("w1@4,0", "w1@11,0", "a column and a row"),
        ("w4@6,0:1x2x2", "w4@6,0:1x2x1", "the Flat lies"),
        ("w4@6,0:1x2x2", "w4@10,0:2x2x1", "the Flat lies"),
        ("w1@4,0", "w1@4,1", "piece w8: square 4,1 is under another piece"),
        ("w0@5,0", "w0@0,10", "the Godfather of White, to move, is on its far row already"),
    ] {
        let text = START.replacen(from, to, 1);
        let message = refused(&text);
        assert!(message.contains(reason), "{text}: {message}");
    }
    let attacked = START.replace("b0@5,10:", "b0@5,7:").replace("w1@4,0:", "w1@5,5:");
    assert!(refused(&attacked).contains("Black has just moved, but its Godfather is under attack by w1"));
}
