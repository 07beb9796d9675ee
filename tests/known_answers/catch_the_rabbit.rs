//! Catch the Rabbit.

use super::*;

const ID: &str = "catch-the-rabbit";

fn sorted(game: &dyn Session) -> String {
    let mut legal = legal(game);
    legal.sort();
    legal.join(" ")
}

#[test]
fn start_position() {
    assert_eq!(open(ID).position(), "...../...../h.R.h/hhhhh/hhhhh r");
    assert_eq!(open("catch-the-rabbit(hunters=11)").position(), "...../...../h.R../hhhhh/hhhhh r");
    for hunters in 10..=12 {
        let game = open(&format!("catch-the-rabbit(hunters={hunters})"));
        assert_eq!(sorted(&*game), "c3-b3 c3-b4 c3-c4 c3-d3 c3-d4");
    }
}

#[test]
fn perft() {
    let counts = |options: &str| perft_from(&format!("{ID}({options})"), None, 1..=4);
    assert_eq!(counts("hunters=10"), [5, 43, 218, 2759]);
    assert_eq!(counts("hunters=11"), [5, 46, 221, 2998]);
    assert_eq!(counts("hunters=12"), [5, 49, 220, 3093]);
    assert_eq!(counts("hunters=10, rabbit_wins_at=0"), [5, 43, 218, 2853]);
}

#[test]
fn hunters_may_begin() {
    for (hunters, first) in [
        (10, "a2-a3 b2-a3 b2-b3 d2-d3 d2-e3 e2-e3"),
        (11, "a3-a4 a3-b3 a3-b4 b2-b3 d2-d3 d2-e3 e2-e3"),
        (12, "a3-a4 a3-b3 a3-b4 b2-b3 d2-d3 e3-d3 e3-d4 e3-e4"),
    ] {
        let game = open(&format!("catch-the-rabbit(first=hunters, hunters={hunters})"));
        assert_eq!(sorted(&*game), first);
        assert_eq!((game.seat_name(Seat::FIRST), game.turn()), ("Hunters", Turn::Seat(Seat::FIRST)));
    }
}

#[test]
fn a_blocked_rabbit_is_caught() {
    let text = "hRhhh/.h.h./hhh.h/...../....h r";
    assert_eq!((scores(&*at(ID, text)), outcome(&*at(ID, text)).reason), (vec![0.0, 1.0], "won"));
    assert_eq!(scores(&*at("catch-the-rabbit(first=hunters)", text)), [1.0, 0.0]);
}

#[test]
fn hunters_win_in_one_ply() {
    let text = "hRh../.hhhh/hhh.h/..h../....h h";
    for (text, moves) in [(text, vec!["d4-d5"]), ("Rhhh./hh..h/h..hh/..h../.hh.. h", vec!["c2-c3", "d3-c3"])]
    {
        let wins: Vec<String> = legal(&*at(ID, text))
            .into_iter()
            .filter(|token| {
                let mut game = at(ID, text);
                play(&mut *game, token);
                game.outcome().is_some_and(|outcome| outcome.scores[1] == 1.0)
            })
            .collect();
        assert_eq!(wins, moves, "{text}");
    }
}

#[test]
fn captures() {
    let single = "catch-the-rabbit(multi_jump=false)";
    let text = "h.h../hh.h./R.h.h/.h.../hh.hh r";
    assert_eq!(sorted(&*at(ID, text)), "a3-a2 a3-b3 a3xc1");
    let text = "hh.hh/.h.../hh.R./.h.h./h.h.. r";
    assert_eq!(sorted(&*at(ID, text)), "d3-c3 d3-d4 d3-e3 d3xd1 d3xd1xb1");
    assert_eq!(sorted(&*at(single, text)), "d3-c3 d3-d4 d3-e3 d3xd1");
    let mut game = at(ID, text);
    play(&mut *game, "d3xd1");
    assert_eq!((game.position().matches('h').count() - 1, game.outcome()), (10, None));
    let mut game = at(ID, text);
    play(&mut *game, "d3xd1xb1");
    assert_eq!(game.position(), "hh.hh/.h.../hh.../.h.../hR... h");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "won"));
    assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
}

#[test]
fn the_rabbit_may_have_to_take_them_all() {
    let spec = "catch-the-rabbit(rabbit_wins_at=0)";
    let mut game = at(spec, "...../...../...../.h.../R.... r");
    play(&mut *game, "a1xc3");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "won"));
}

#[test]
fn without_progress_the_rabbit_wins() {
    let cycle = "c3-c4 a3-a4 c4-c3 a4-a3 ";
    let mut game = after(ID, cycle);
    assert!(game.outcome().is_none());
    play(&mut *game, cycle);
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "repetition"));
    let game = after("catch-the-rabbit(first=hunters)", &"a3-a4 c3-c4 a4-a3 c4-c3 ".repeat(2));
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.0, 1.0], "repetition"));
}

#[test]
fn the_length_rule_is_a_win_of_the_rabbit() {
    let spec = "catch-the-rabbit(rabbit_wins_at=0)";
    let mut game = open(spec);
    let mut seen = vec![game.position()];
    for ply in 0..400 {
        assert!(game.outcome().is_none(), "ply {ply}: {}", game.position());
        let rarest = legal(&*game).into_iter().min_by_key(|token| {
            let mut next = at(spec, &game.position());
            play(&mut *next, token);
            let text = next.position();
            let count = seen.iter().filter(|&earlier| *earlier == text).count();
            (next.outcome().is_some(), token.contains('x'), count)
        });
        play(&mut *game, &rarest.expect("a move"));
        seen.push(game.position());
    }
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "length-limit"));
}

#[test]
fn illegal_moves_name_the_rule() {
    let refused = |text: &str, token: &str| at(ID, text).play(token).unwrap_err().message;
    let text = "hh.hh/.h.../hh.R./.h.h./h.h.. r";
    assert!(refused(text, "d2-d1").contains("own piece"));
    assert!(refused(text, "d3-c4").contains("next point along a line"));
    assert!(refused(text, "d3-d2").contains("empty point"));
    assert!(refused(text, "d3xb1").contains("straight along a line"));
    assert!(refused(text, "d3xd5").contains("over an enemy piece"));
    assert!(refused(text, "d3").contains("not a legal move"));
    let refused_single = at("catch-the-rabbit(multi_jump=false)", text).play("d3xd1xb1").unwrap_err().message;
    assert!(refused_single.contains("a single jump"));
    assert!(refused("...../...../h.R.h/hhhhh/hhhhh h", "b2xb4").contains("never captures"));
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| open(ID).set_position(text).unwrap_err().to_string();
    assert!(refused("...../...../h.R.h/hhhhh/hhhhh").contains("expected a position"));
    assert!(refused("...../...../h...h/hhhhh/hhhhh r").contains("found 0"));
    assert!(refused("...../R..../h.R.h/hhhhh/hhhhh r").contains("found 2"));
    assert!(refused("...../h..../h.R.h/hhhhh/hhhhh r").contains("at most 12 hunters, found 13"));
    assert!(refused("...../...../..R../.hhhh/hhhhh r").contains("with 9 hunters the rabbit has won"));
    assert!(refused("...../...../..r../hhhhh/hhhhh r").contains("c3: expected"));
    assert!(refused("...../...../..R../hhhhh/hhhhh w").contains("`w`"));
    assert!(refused("...../..R../hhhhh/hhhhh r").contains("5 ranks"));
}
