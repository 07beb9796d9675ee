//! Frames.

use super::*;

const ID: &str = "frames";

const GAME_12: &str = "b7,j10 h2,l3 h4,j3 c2,e11 b1,c5 a7,e5 b10,l1 i4,e6 d4,b8 c1,g2 j2,h11 g7,l4 i11,e1 \
    f12,g5 b4,d12 b6,e3 l10,a5 g1,i12 a3,j11";
const GAME_19: &str = "g6,b8 m17,h15 p7,n12 o12,n16 d7,d7 r7,f2 h9,j8 p2,j15 b7,i2 f13,r8 r3,m10 r13,a12 k5,m12 \
    g3,q19 p10,h2 g11,q18 d6,l4 c8,c15 p17,b9 a14,f19 f6,r16 q13,b1 a15,o5 s2,d12 m9,g15 l18,r11 h17,o3 l9,i15 \
    k6,h8 j3,c4 m11,p14 e3,l6";
const GAME_5: &str = "d5,b3 c1,e3 d2,c3 c5,b5 a5,b1 d1,d1 e2,d4 e5,e1 c2,a2 e4,b2 a1,c4 d3,a3 a4,a4 b4,b4";

/// The choices that each player has.
fn choices(game: &dyn Session) -> Vec<usize> {
    match game.due() {
        Due::Simultaneous(choices) => choices.iter().map(|(_, legal)| legal.len()).collect(),
        other => panic!("both players are to choose: {other:?}"),
    }
}

fn score(game: &dyn Session) -> [u32; 2] {
    let position = game.position();
    let (black, white) = position.split_once(' ').unwrap().1.split_once('-').unwrap();
    [black, white].map(|points| points.parse().unwrap())
}

/// The scoring turns and the clashes of a record: `9W` is a point for White in turn 9, `5=` a clash.
fn scoring_turns(spec: &str, record: &str) -> String {
    let mut game = open(spec);
    let mut turns = Vec::new();
    for (index, token) in record.split_whitespace().enumerate() {
        let before = score(&*game);
        play(&mut *game, token);
        let after = score(&*game);
        let turn = index + 1;
        if after[0] > before[0] {
            turns.push(format!("{turn}B"));
        }
        if after[1] > before[1] {
            turns.push(format!("{turn}W"));
        }
        if token.split(',').next() == token.split(',').nth(1) {
            turns.push(format!("{turn}="));
        }
    }
    turns.join(" ")
}

#[test]
fn choices_at_the_start_and_after_one_turn() {
    assert_eq!(choices(&*open(ID)), [361, 361]);
    assert_eq!(perft_from(ID, None, 1..=1), [361 * 361]);
    assert_eq!(choices(&*after(ID, "d4,q16")), [359, 359]);
    assert_eq!(choices(&*after(ID, "k10,k10")), [360, 360]);
    // Size 3: clashes leave eight points, the other joint choices seven.
    assert_eq!(perft_from("frames(size=3)", None, 1..=2), [81, 9 * 64 + 72 * 49]);
}

#[test]
fn hand_cases() {
    let mut game = open("frames(size=5)");
    let turns =
        [("b2,d4", [0, 0]), ("c3,a5", [0, 0]), ("a1,e5", [1, 0]), ("e1,e4", [1, 0]), ("a2,a2", [1, 0])];
    for (token, expected) in turns {
        play(&mut *game, token);
        assert_eq!(score(&*game), expected, "{token}");
    }
    assert_eq!(game.position(), "W3W/3WW/2B2/NB3/B3B 1-0");
}

#[test]
fn neutral_stones_do_not_count() {
    let mut game = after("frames(size=5)", "c3,c3 b3,a1 e1,d5");
    assert_eq!(score(&*game), [0, 0]);
    play(&mut *game, "a5,e2");
    assert_eq!(score(&*game), [1, 0]);
}

#[test]
fn complete_games() {
    let game = after("frames(size=12)", GAME_12);
    assert_eq!((scores(&*game), score(&*game)), (vec![1.0, 0.0], [5, 2]));
    assert_eq!(outcome(&*game).reason, "won");
    assert_eq!(outcome(&*game).points.unwrap().to_vec(), [5.0, 2.0]);
    assert_eq!(GAME_12.split_whitespace().count(), 19);
    assert_eq!(scoring_turns("frames(size=12)", GAME_12), "9W 11B 13B 15W 17B 18B 19B");

    let game = after(ID, GAME_19);
    assert_eq!((scores(&*game), score(&*game)), (vec![1.0, 0.0], [10, 6]));
    assert_eq!(GAME_19.split_whitespace().count(), 32);
    assert_eq!(
        scoring_turns(ID, GAME_19),
        "5= 6B 9B 10B 11B 14W 16W 17B 19W 20W 21W 22B 23B 24B 26B 27W 32B"
    );

    let spec = "frames(size=5, points=10)";
    let game = after(spec, GAME_5);
    assert_eq!((scores(&*game), score(&*game)), (vec![0.0, 1.0], [0, 2]));
    assert_eq!(outcome(&*game).reason, "board-full");
    assert_eq!(scoring_turns(spec, GAME_5), "6= 10W 11W 13= 14=");
}

#[test]
fn a_full_board_with_equal_points_is_a_draw() {
    let game = after("frames(size=3)", "a1,a1 a2,a2 a3,a3 b1,b1 b2,b2 b3,b3 c1,c1 c2,c2 c3,c3");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "board-full"));
}

#[test]
fn the_option_points_follows_the_size() {
    let wins = |spec: &str, position: &str| at(spec, position).outcome().is_some();
    let position = |size: usize, score: &str| {
        let mut rows = vec![size.to_string(); size];
        for row in rows.iter_mut().take(8) {
            *row = format!("BBWW{}", size - 4);
        }
        format!("{} {score}", rows.join("/"))
    };
    assert!(wins("frames(size=12)", &position(12, "5-0")));
    assert!(!wins("frames(size=13)", &position(13, "5-0")));
    assert!(wins("frames(size=13)", &position(13, "3-10")) && wins(ID, &position(19, "10-0")));
    assert!(!wins("frames(size=12, points=6)", &position(12, "5-0")));
}

#[test]
fn the_centre_may_begin_neutral() {
    let game = open("frames(size=5, centre_neutral=true)");
    assert_eq!(game.position(), "5/5/2N2/5/5 0-0");
    assert_eq!(choices(&*game), [24, 24]);
    let error = session::open("frames(size=6, centre_neutral=true)").err().unwrap();
    assert!(error.to_string().contains("`centre_neutral`") && error.to_string().contains("no centre"));
}

#[test]
fn evaluation_counts_points_and_stones_near_the_centre() {
    let value = |position| {
        let game = at("frames(size=5)", position);
        [0, 1].map(|seat| game.evaluation(Seat::new(seat)).unwrap())
    };
    assert_eq!(value("5/5/5/5/5 0-0"), [0, 0]);
    let [black, white] = value("4W/5/2B2/5/5 0-0");
    assert!(black > 0 && white == -black);
    assert!(value("W3W/3W1/2B2/1B3/B4 1-0")[0] > 900);
}

#[test]
fn illegal_choices_are_explained() {
    let mut game = after("frames(size=5)", "b2,d4");
    let mut refused = |token: &str| game.play(token).unwrap_err().message;
    assert!(refused("a1,b2").contains("vacant point"));
    assert!(refused("a1,b2").contains("White"));
    assert!(refused("f1,a1").contains("a1..e5"));
    for token in ["a1", "a1,a2,a3", "a1/a2", ",", "", "pass,pass", "A1,a2"] {
        game.play(token).unwrap_err();
    }
    assert_eq!(game.position(), "5/3W1/5/1B3/5 0-0");
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| open("frames(size=5)").set_position(text).unwrap_err().to_string();
    assert!(refused("").contains("rows score"));
    assert!(refused("5/5/5/5 0-0").contains("5 ranks"));
    assert!(refused("5/5/5/5/4 0-0").contains("rank 1: expected 5 squares, found 4"));
    assert!(refused("5/BWBWBW/5/5/5 0-0").contains("rank 4"));
    assert!(refused("5/6/5/5/5 0-0").contains("1 to 5"));
    assert!(refused("5/05/5/5/5 0-0").contains("1 to 5"));
    assert!(refused("5/5/2x2/5/5 0-0").contains("c3") && refused("5/5/2é2/5/5 0-0").contains("`é`"));
    assert!(refused("5/5/2B2/5/5 0-0").contains("1 black and 0 white"));
    assert!(refused("5/5/2BW1/5/5 1-0").contains("at most 0 points"));
    assert!(refused("5/5/5/5/5 0:0").contains("score"));
    assert!(refused("5/5/5/5/5 0-+0").contains("score") && refused("5/5/5/5/5 0-00").contains("score"));
    assert!(refused("5/5/5/5/5 0-256").contains("score"));
    assert!(refused("BBBBB/WWWWW/5/5/5 6-0").contains("ends at 5"));
    assert!(refused("BBBBB/WWWWW/5/5/5 5-5").contains("only one"));
    let mut game = open("frames(size=5, centre_neutral=true)");
    assert!(game.set_position("5/5/5/5/5 0-0").unwrap_err().to_string().contains("centre"));
}
