//! Akron.

use super::*;

const PLAIN: &str = "akron(swap=false)";

/// Complete games without the swap rule: size, scores and reason, moves, legal moves before each.
const GAMES: [(usize, [f64; 2], &str, &str, &str); 6] = [
    (3, [0.0, 1.0], "no-move", "a3 a1 c3 a2 c1 a2-b1 b2 b3", "9 8 7 6 5 6 4 4"),
    (
        3,
        [0.5, 0.5],
        "repetition",
        "b2 b1 c2 c1 c2-b3 b1-c2 b2-a3 c2-b1 a3-b2 b1-c2 b3-b1 c1-c3 b1-b3 c3-c1",
        "9 8 7 6 8 7 9 8 8 7 9 6 9 6",
    ),
    (3, [1.0, 0.0], "won", "a3 c2 b2 c3 c1 c2-b3 b1 c2 c1-1b2 b3-c1", "9 8 7 6 5 5 4 4 6 5"),
    (
        4,
        [0.0, 1.0],
        "won",
        "d1 a2 a1 d3 d2 b4 b3 c1 b2 c3 b3-c2 d3-c4 d1-d3 c3-a4 c2-d4 c3 d2-1c3 a3 d4-d2 a3-1c3 d3-c2",
        "16 15 14 13 12 11 12 9 9 7 10 9 16 15 22 12 10 16 7 19 9",
    ),
    (
        4,
        [1.0, 0.0],
        "won",
        "d2 a2 c3 c1 b4 a3 c4 a3-a1 b2 a2-b1 b4-b3 c1-a2 b3-d3 a1-a3 d4 a2-a4 d2-1c3 c1 1c3-b4 a4-b3 \
         d3-1b3 c1-a1 c4-c2 a3-1b2 d4-d3 1b2-1b3 b4-1b2 b3-a4 d3-1b2 a4-1b3 c2-d3 b1-a2 d3-1b2 a2-b1 \
         b2-c1",
        "16 15 14 13 12 11 10 13 20 10 19 14 28 12 25 10 25 11 23 11 21 12 20 12 36 11 37 11 38 11 28 10 \
         36 11 28",
    ),
    (
        5,
        [1.0, 0.0],
        "won",
        "e2 a3 e5 d5 a1 b4 a5 a4 c1 a4-a2 b3 a2-a4 c4 b4-a2 c5 a3-b2 c5-d4 e4 c4-1d4 b2-a3 1d4-d3 a2-b4 \
         c3 a3-c4 d3-1b3 a4-b5 d2 c4-c5 b3-1d4 b5-1c4 a4 1c4-b5 d2-e3 b4-1c4 e3-d2 b1 d2-e3 1c4-b4 d4-c2 \
         d5-1b4 c4-d2 c4-1a4 e2-d1 b4-d5 c4 a2 d1-1c4 c5-1a4",
        "25 24 23 22 21 20 19 18 17 25 16 17 15 18 14 17 17 16 17 16 15 16 17 17 32 18 20 16 37 20 24 12 \
         31 18 25 13 26 12 28 19 38 16 42 19 35 18 52 16",
    ),
];

/// White's balls of the crossing, which b2-c2 joins, and Black's without the two above.
const ACROSS: [&str; 2] = ["B b1,c1,b3,c3", "W a2,b2,c2,d2"];

#[test]
fn first_moves() {
    assert_eq!(legal(&*open("akron")).len(), 64);
    let after_one = legal(&*after("akron", "c4"));
    assert_eq!((after_one.len(), after_one.last().unwrap().as_str()), (64, "swap"));
    assert_eq!(legal(&*after(PLAIN, "c4")).len(), 63);
    assert_eq!(open("akron").position(), "B - / W - / b / 32,32");
    assert_eq!(open("akron(size=9)").position(), "B - / W - / b / 40,40");
    assert_eq!(open("akron(size=10)").position(), "B - / W - / b / 50,50");
    assert_eq!(open("akron(size=5, balls=25)").position(), "B - / W - / b / 25,25");
}

#[test]
fn perft() {
    assert_eq!(perft_from(PLAIN, None, 1..=2), [64, 4032]);
    assert_eq!(perft_from("akron", None, 1..=2), [64, 64 * 64]);
    assert_eq!(perft_from("akron(size=4, swap=false)", None, 1..=4), [16, 240, 3360, 43680]);
    assert_eq!(perft_from("akron(size=3, swap=false)", None, 1..=5), [9, 72, 504, 3024, 17760]);
}

#[test]
fn moves_of_a_stacked_position() {
    let mut game = at("akron(size=4)", "B c3,c4 / W b2,c2,b3,1b2 / w / 0,0");
    let mut moves = legal(&*game);
    let mut expected: Vec<&str> = "b2-a3 b2-b4 b2-c1 b2-d2 b3-a2 b3-b1 b3-c1 b3-d2 c2-a2 c2-a3 c2-b1 c2-b4 \
                                   1b2-a2 1b2-a3 1b2-b1 1b2-b4 1b2-c1 1b2-d2"
        .split(' ')
        .collect();
    moves.sort_unstable();
    expected.sort_unstable();
    assert_eq!(moves, expected);
    play(&mut *game, "b2-a3");
    assert_eq!(game.position(), "B c3,c4 / W b2,c2,a3,b3 / b / 0,0");
}

#[test]
fn the_upper_connection_cuts_the_lower() {
    let [black, white] = ACROSS;
    let winner = |black: &str, white: &str, side: &str| {
        let game = at("akron(size=4)", &format!("{black} / {white} / {side}"));
        game.outcome().and_then(|outcome| outcome.winner())
    };
    for side in ["b", "w"] {
        assert_eq!(winner(&format!("{black},1b1,1b2"), white, side), None);
        for (black_above, white_above) in [(",1b2", ",1b1"), (",1b2", ""), ("", ",1b1,1b2")] {
            let (black, white) = (format!("{black}{black_above}"), format!("{white}{white_above}"));
            assert_eq!(winner(&black, &white, side), Some(Seat::SECOND), "{black} / {white}");
        }
    }
}

#[test]
fn complete_games() {
    for (size, expected, reason, record, counts) in GAMES {
        let mut game = open(&format!("akron(size={size}, swap=false)"));
        for (token, count) in record.split(' ').zip(counts.split(' ')) {
            let moves = legal(&*game);
            assert_eq!(moves.len().to_string(), count, "{token} in {}", game.position());
            play(&mut *game, token);
        }
        assert_eq!(record.split(' ').count(), counts.split(' ').count());
        assert_eq!((scores(&*game), outcome(&*game).reason), (expected.to_vec(), reason), "{record}");
    }
}

#[test]
fn the_second_player_may_take_the_colour() {
    let mut game = after("akron(size=4)", "c2 swap");
    assert_eq!(game.position(), "B c2 / W - / w / 7,8 / swapped");
    assert_eq!(game.turn(), Turn::Seat(Seat::FIRST));
    assert_eq!(legal(&*game).len(), 15);
    assert!(game.draw().contains("colours exchanged"));
    assert!(illegal(&mut *game, "swap").contains("first turn"));
    play(&mut *game, "a1 c1");
    assert_eq!(game.turn(), Turn::Seat(Seat::FIRST));
    // The second player has Black and connects bottom and top.
    play(&mut *game, "a2 c3 a3 c4");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.0, 1.0], "won"));
    assert!(illegal(&mut *after(PLAIN, "c2"), "swap").contains("without the swap rule"));
    assert!(illegal(&mut *open("akron"), "swap").contains("first turn"));
}

#[test]
fn long_games_are_drawn() {
    let mut game = open("akron(max_plies=2)");
    play(&mut *game, "a1 swap");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "length-limit"));
}

#[test]
fn illegal_moves_name_the_rule() {
    let position = "B c3,c4,d4 / W a1,b2,c2,b3,1b2 / w / 2,0";
    let refused = |token: &str| illegal(&mut *at("akron(size=4)", position), token);
    assert!(refused("a4").contains("White has no ball in hand"));
    assert!(refused("b2").contains("not empty"));
    assert!(refused("1a1").contains("never higher"));
    assert!(refused("c3-d3").contains("own colour"));
    assert!(refused("a3-a4").contains("own colour"));
    assert!(refused("b2-c3").contains("empty before the move"));
    assert!(refused("b2-1b2").contains("empty before the move"));
    assert!(refused("b2-1c2").contains("four balls"));
    assert!(refused("a1-d1").contains("no point to go to"));
    assert!(refused("b2-d4").contains("empty before the move"));
    assert!(refused("b2-d3").contains("touch a ball that was connected"));
    for token in ["", "e1", "c3-", "c3d3", "1d1", "4a1", "0a1", "é-a1"] {
        assert!(refused(token).contains("not a legal move"), "{token}");
    }
    let two_on_it = "B a1,b1,c1,a2,c2,a3,b3,c3 / W b2,1a1,1b1,d1 / w";
    assert!(illegal(&mut *at("akron(size=4)", two_on_it), "b2-d2").contains("two balls or more"));
    let on_top = "B a1,b1,a2 / W b2,c2,c1 / w / 0,0";
    assert!(illegal(&mut *at("akron(size=4)", on_top), "b2-1a1").contains("place that it leaves"));
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| refused("akron(size=3)", text);
    assert!(refused("B a1").contains("expected `black / white / side / hands`"));
    assert!(refused("B a1 / W b1 / x").contains("`x`"));
    assert!(refused("B a1,a1 / W b1 / b").contains("named twice"));
    assert!(refused("B a1 / W a1 / b").contains("named twice"));
    assert!(refused("B a4 / W a1 / b").contains("size 3, found `a4`"));
    assert!(refused("B 1a1,a1,b1,a2 / W c1 / b").contains("1a1 rests on four balls, but b2 is empty"));
    assert!(refused("B a1,b1,a2,b2,c3 / W c1 / b").contains("Black has 4 balls, found 5 on the board"));
    assert!(refused("B a1,b1,a2 / W c1 / b / 2,0").contains("3 on the board and 2 in hand"));
    assert!(refused("B a1 / W c1 / b / 1").contains("two numbers"));
    assert!(refused("B - / W - / b / 4,4 / swapped").contains("after Black's first ball"));
    assert!(refused("B a1 / W c1 / b / 3,3 / exchanged").contains("expected `black / white / side / hands`"));
    assert!(refused("B a1 / W c1 / b / -1,1").contains("two numbers"));
    let many = session::open("akron(size=3, balls=10)").map(|_| ()).unwrap_err();
    assert!(many.to_string().contains("9 holes"), "{many}");
}
