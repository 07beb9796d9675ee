//! Nibelungenlied.

use super::*;

const ID: &str = "nibelungenlied";

/// The tokens of each player at a joint choice.
fn choices(game: &dyn Session) -> Vec<Vec<String>> {
    match game.due() {
        Due::Simultaneous(choices) => choices.into_iter().map(|(_, legal)| legal).collect(),
        other => panic!("both players are to choose: {other:?}"),
    }
}

/// The number of ways in which the characters can move before the next joint choice.
fn movements(record: &str) -> usize {
    let game = after(ID, record);
    match game.due() {
        Due::Seat(_, legal) => legal.iter().map(|token| movements(&format!("{record} {token}"))).sum(),
        _ => 1,
    }
}

#[test]
fn start_and_preselection() {
    let game = open(ID);
    assert_eq!(game.position(), "G:d4 K:e5 H:e4 S:a1 B:e1 | 3=TD front=- turn=1");
    assert_eq!(legal(&*game), ["GK", "GH", "GS", "GB", "KH", "KS", "KB", "HS", "HB", "SB"]);
    assert!(matches!(game.due(), Due::Seat(seat, _) if game.seat_name(seat) == "Tragic Destiny"));
    let other = open("nibelungenlied(layout=XIW)");
    assert_eq!(other.position(), "G:d4 K:e5 H:e4 S:d1 B:b1 | 3=TD front=- turn=1");
}

#[test]
fn joint_selections() {
    let game = after(ID, "GK");
    let [natural, tragic] = &choices(&*game)[..] else { panic!("two players") };
    assert_eq!((natural.len(), tragic.join(" ")), (9, "HS HB SB".to_owned()));
    assert!(!natural.contains(&"GK".to_owned()));
    let common = |a: &str, b: &str| a.chars().filter(|&c| b.contains(c)).count();
    let mut matches = [0; 3];
    for natural in natural {
        for tragic in tragic {
            matches[common(natural, tragic)] += 1;
        }
    }
    assert_eq!(matches, [6, 18, 3]);
    assert_eq!(perft_from(ID, None, 1..=2), [10, 270]);
    // The roles change: Natural Order, who selected GS, has it in front and three tokens behind.
    let game = after(ID, "GK GS/HB G- H- S- B-");
    assert_eq!(game.position(), "G:d4 K:e5 H:e4 S:a1 B:e1 | 3=NO front=GS turn=2");
    let [natural, tragic] = &choices(&*game)[..] else { panic!("two players") };
    assert_eq!((natural.join(" "), tragic.len()), ("KH KB HB".to_owned(), 9));
}

#[test]
fn destinations_at_the_start() {
    let destinations = |record: &str| legal(&*after(ID, record)).join(" ");
    assert_eq!(destinations("KH GK/SB"), "Gc3 Gd3 G-");
    // Moves of up to two steps, since one character is selected by both.
    assert_eq!(destinations("KB GK/GH"), "K-");
    assert_eq!(destinations("KB GH/GS"), "Hc2 Hc3 Hd2 Hd3 He2 He3 H-");
    assert_eq!(destinations("KB GH/GS H-"), "S- Sb1 Sb2 Sc1 Sc2 Sc3");
    assert_eq!(destinations("KS GH/HB"), "Gb2 Gc2 Gc3 Gd2 Gd3 G- Ge3");
    assert_eq!(destinations("KS GH/HB G-"), "Bc1 Bd1 Bd2 B- Be2 Be3");
}

#[test]
fn movement_histories() {
    assert_eq!(movements("GK KH/SB"), 27);
    assert_eq!(movements("GK KS/SB"), 6);
    assert_eq!(movements("KS GH/GH"), 1);
    assert_eq!(after(ID, "KS GH/GH").position(), "G:d4 K:e5 H:e4 S:a1 B:e1 | 3=NO front=GH turn=2");
}

#[test]
fn aims() {
    let winner = |points: &str| {
        at(ID, &format!("{points} | 3=TD front=GK turn=1")).outcome().map(|outcome| outcome.scores.to_vec())
    };
    let (natural, tragic) = (Some(vec![1.0, 0.0]), Some(vec![0.0, 1.0]));
    assert_eq!(winner("G:d4 K:b1 H:e4 S:a1 B:e1"), natural);
    assert_eq!(winner("G:d4 K:e5 H:e3 S:e4 B:e1"), None);
    assert_eq!(winner("G:d1 K:c3 H:e4 S:e5 B:d4"), None);
    assert_eq!(winner("G:d1 K:c3 H:e1 S:e5 B:d4"), natural);
    for points in ["G:b2 K:b1 H:e4 S:a1 B:e1", "G:d4 K:b1 H:b2 S:a1 B:e1", "G:d4 K:b1 H:e4 S:a1 B:b2"] {
        assert_eq!(winner(points), None, "{points}");
    }
    assert_eq!(winner("G:b2 K:e5 H:e4 S:a1 B:b1"), tragic);
    assert_eq!(winner("G:d2 K:e5 H:d3 S:c2 B:e1"), tragic);
    assert_eq!(winner("G:c3 K:e5 H:b2 S:c2 B:e1"), None);
}

#[test]
fn a_win_ends_the_turn_at_once() {
    let mut game = at(ID, "G:d1 K:b1 H:e4 S:c2 B:e1 | 3=TD front=GK turn=1");
    play(&mut *game, "KH/SB K- H- Sb2");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "won"));
    assert_eq!(game.position(), "G:d1 K:b1 H:e4 S:b2 B:e1 | 3=TD front=GK turn=1 sel=KH/SB next=B");
    assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
    // The point between the two steps of a move does not count.
    let mut game = at(ID, "G:d1 K:b1 H:e4 S:c3 B:e1 | 3=TD front=GK turn=1");
    play(&mut *game, "HB/HS Sc1");
    assert!(game.outcome().is_none());
}

#[test]
fn the_last_turn_is_a_draw() {
    let game = after("nibelungenlied(max_turns=1)", "KS GH/GH");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "length-limit"));
    assert_eq!(game.position(), "G:d4 K:e5 H:e4 S:a1 B:e1 | 3=NO front=GH turn=2");
    assert!(after("nibelungenlied(max_turns=2)", "KS GH/GH").outcome().is_none());
}

#[test]
fn illegal_moves_are_explained() {
    let why = |record: &str, token: &str| after(ID, record).play(token).unwrap_err().message;
    assert!(why("", "KG").contains("order GKHSB"));
    assert!(why("GK", "GK/HS").contains("GK, are not selected again"));
    assert!(why("GK", "GS/KH").contains("behind the screen"));
    let moving = "GK GS/HB";
    assert!(why(moving, "Hd3").contains("Gunther moves next"));
    assert!(why(moving, "Ge4").contains("vacant"));
    assert!(why(moving, "Gc2").contains("one step"));
    assert!(why(moving, "Gd4").contains("`G-`"));
    assert!(why("KS GH/HB", "Gc1").contains("two steps"));
    for token in ["", "GK", "G", "Gf1", "X-"] {
        why(moving, token);
    }
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| open(ID).set_position(text).unwrap_err().to_string();
    let start = "G:d4 K:e5 H:e4 S:a1 B:e1";
    let turn = |rest: &str| refused(&format!("{start} | {rest}"));
    assert!(refused("").contains("expected `G:d4"));
    assert!(refused("G:d4 K:e5 H:e4 S:a1 | 3=TD front=GK turn=1").contains("5 characters"));
    assert!(refused("G:d4 H:e4 K:e5 S:a1 B:e1 | 3=TD front=GK turn=1").contains("`K:`"));
    assert!(refused("G:d5 K:e5 H:e4 S:a1 B:e1 | 3=TD front=GK turn=1").contains("`G:d5`"));
    assert!(
        refused("G:d4 K:d4 H:e4 S:a1 B:e1 | 3=TD front=GK turn=1").contains("two characters stand on d4")
    );
    assert!(refused("G:d3 K:e5 H:e4 S:a1 B:e1 | 3=TD front=- turn=1").contains("nobody moves"));
    assert!(turn("3=TD front=GK").contains("turn=NUMBER"));
    assert!(turn("3=XX front=GK turn=1").contains("`3=XX`"));
    assert!(turn("3=NO front=GK turn=1").contains("odd turns"));
    assert!(turn("3=TD front=GG turn=1").contains("`front=GG`"));
    assert!(turn("3=NO front=- turn=2").contains("after turn 1"));
    assert!(
        turn("3=TD front=GK turn=0").contains("`turn=0`") && turn("3=NO front=GK turn=202").contains("201")
    );
    assert!(turn("3=TD front=GK turn=1 sel=GK/HS next=H").contains("NO cannot"));
    assert!(turn("3=TD front=GK turn=1 sel=GS/KH next=H").contains("TD cannot"));
    assert!(turn("3=TD front=GK turn=1 sel=GS/HS next=S").contains("next=S"));
    assert!(turn("3=TD front=GK turn=1 sel=GS next=S").contains("`sel=KH/SB`"));
    assert!(turn("3=TD front=- turn=1 sel=GS/HS next=G").contains("nobody selects"));
    assert!(turn("3=NO front=GK turn=200 sel=SB/GS next=G x").contains("found `sel=SB/GS next=G x`"));
}
