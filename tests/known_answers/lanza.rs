//! Lanza.

use super::*;

const ID: &str = "lanza";
/// A deal of the game for two players.
const DEAL: &str = "[1K] [2Q] [1J] [2K] [1Q] [2J]";

/// The position after one joint turn.
fn turn(position: &str, orders: &str) -> String {
    let mut game = at(ID, position);
    play(&mut *game, orders);
    game.position()
}

fn choices(game: &dyn Session) -> Vec<Vec<String>> {
    match game.due() {
        Due::Simultaneous(choices) => choices.into_iter().map(|(_, legal)| legal).collect(),
        other => panic!("the players are to choose: {other:?}"),
    }
}

fn results(game: &dyn Session) -> Vec<String> {
    match game.due() {
        Due::Chance(results) => {
            assert!(results.iter().all(|&(_, weight)| weight == 1), "all pieces are equally likely");
            results.into_iter().map(|(text, _)| text).collect()
        }
        other => panic!("chance draws: {other:?}"),
    }
}

#[test]
fn corner_bounce() {
    let targets = |cell: &str| {
        let go = |direction: usize| turn(&format!("1K{cell} 0-0 t0"), &format!("K{direction}/-"));
        (1..=6).map(go).collect::<Vec<_>>()
    };
    let after = |cells: &str| cells.split(' ').map(|cell| format!("1K{cell} 0-0 t1")).collect::<Vec<_>>();
    assert_eq!(targets("a1"), after("b1 a2 b2 b1 a2 b2"));
    assert_eq!(targets("c1"), after("b1 c2 d1 b1 c2 d1"));
    assert_eq!(targets("a2"), after("b2 a3 b3 b2 a1 b3"));
    for cell in ["b2", "b3", "c2", "c3", "c4", "d2", "d3"] {
        let distinct: std::collections::HashSet<_> = targets(cell).into_iter().collect();
        assert_eq!(distinct.len(), 6, "{cell}");
    }
}

#[test]
fn swaps() {
    assert_eq!(turn("1Kc2 2Qc3 0-0 t0", "K2/Q5"), "1Kc3 +2Q 1-0 t1");
    assert_eq!(turn("1Kc2 2Kc3 0-0 t0", "K2/K5"), "1Kc2 2Kc3 0-0 t1");
    assert_eq!(turn("2Kc3 1Qc2 1Jc4 0-0 t0", "J5Q2/K5"), "1Jc3 2Kc2 +1Q 0-1 t1");
    // A third piece cannot enter the cell that the winner of the exchange took.
    assert_eq!(turn("1Kc2 1Jc4 2Qc3 0-0 t0", "J5K2/Q5"), "1Kc3 1Jc4 +2Q 1-0 t1");
}

#[test]
fn meetings() {
    assert_eq!(turn("1Kc2 2Kc4 1Jb2 0-0 t0", "J3K2/K5"), "1Kc2 1Jc3 2Kc4 0-0 t1");
    assert_eq!(turn("1Kc2 2Qc4 1Jb2 0-0 t0", "J3K2/Q5"), "1Kc2 1Jb2 2Qc4 0-0 t1");
    assert_eq!(turn("1Kc2 1Qc4 0-0 t0", "Q5K2/-"), "1Kc3 +1Q 0-0 t1");
    // Three different ranks stop each other.
    assert_eq!(turn("1Kc2 1Qc4 2Jb2 0-0 t0", "Q5K2/J3"), "1Kc2 1Qc4 2Jb2 0-0 t1");
    // Equals are stopped first, so that the third piece captures nothing.
    assert_eq!(turn("1Qc2 2Kb2 2Qc4 0-0 t0", "Q2/Q5K3"), "1Qc2 2Kc3 2Qc4 0-0 t1");
    // The captor stays in its cell when the cell in dispute is taken by a piece that stays.
    assert_eq!(turn("1Kc2 1Jc3 2Qc4 2Jd3 0-0 t0", "J3K2/J6Q5"), "1Kc2 1Jc3 2Jd3 +2Q 1-0 t1");
}

#[test]
fn chains_and_rotations() {
    assert_eq!(turn("1Kc2 1Qc3 1Jc4 0-0 t0", "J1Q2K3/-"), "1Kd2 1Qc4 1Jb4 0-0 t1");
    assert_eq!(turn("1Kc2 1Qc3 1Jb2 0-0 t0", "J4Q6K2/-"), "1Kc3 1Qb2 1Jc2 0-0 t1");
    // Two Jacks stop each other, and the King behind one of them must stay.
    assert_eq!(turn("1Kc1 1Jc2 2Jc4 0-0 t0", "J2K5/J5"), "1Kc1 1Jc2 2Jc4 0-0 t1");
}

#[test]
fn the_deal() {
    let game = open(ID);
    assert_eq!(game.position(), "deal 0-0 t0");
    assert_eq!(results(&*game), ["[1K]", "[1Q]", "[1J]", "[2K]", "[2Q]", "[2J]"]);
    assert_eq!(perft_from(ID, None, 1..=6), [6, 30, 120, 360, 720, 720]);
    assert_eq!(after(ID, "[1K] [2Q] [1J]").position(), "deal 1Ka1 1Jc5 2Qa3 0-0 t0");
    assert_eq!(after(ID, DEAL).position(), "1Ka1 1Qe1 1Jc5 2Ke3 2Qa3 2Jc1 0-0 t0");
    let three = after("lanza(players=3)", "[1K] [1Q] [1J] [2K] [2Q] [2J] [3K] [3Q] [3J]");
    assert_eq!(three.position(), "1Ka1 1Qa3 1Jb5 2Kd7 2Qf5 2Jg3 3Kg1 3Qe1 3Jc1 0-0-0 t0");
    let record = "[1K] [1Q] [1J] [2K] [2Q] [2J] [3K] [3Q] [3J] [4K] [4Q] [4J]";
    assert_eq!(
        after("lanza(players=4)", record).position(),
        "1Ka1 1Qa3 1Ja5 2Kc7 2Qe9 2Jg7 3Ki5 3Qi3 3Ji1 4Kg1 4Qe1 4Jc1 0-0-0-0 t0"
    );
}

#[test]
fn the_deal_on_two_sides() {
    for spec in ["lanza(start=sides)", "lanza(start=\"sides\", players=2)"] {
        assert_eq!(results(&*open(spec)), ["[2K]", "[2Q]", "[2J]"]);
        assert_eq!(perft_from(spec, None, 6..=6), [36]);
        let mut game = after(spec, "[2J] [2K] [2Q]");
        assert_eq!(results(&*game), ["[1K]", "[1Q]", "[1J]"]);
        assert!(open(spec).play("[1K]").unwrap_err().message.contains("other side"));
        play(&mut *game, "[1Q] [1J] [1K]");
        assert_eq!(game.position(), "1Ke3 1Qe1 1Je2 2Ka2 2Qa3 2Ja1 0-0 t0");
    }
    let error = session::open("lanza(players=3, start=sides)").err().unwrap().to_string();
    assert!(error.contains("`start`") && error.contains("2 players"), "{error}");
}

#[test]
fn orders() {
    let game = after(ID, DEAL);
    let choices = choices(&*game);
    assert_eq!(choices.iter().map(Vec::len).collect::<Vec<_>>(), [120, 120]);
    assert_eq!((choices[0][0].as_str(), choices[1][119].as_str()), ("J1Q2K3", "J6Q5K4"));
    assert_eq!(perft_from(ID, Some(&game.position()), 1..=1), [14_400]);
    assert_eq!(perft_from(ID, None, 7..=7), [720 * 14_400]);
    assert_eq!(perft_from(ID, Some("1Kc2 1Jb2 0-0 t0"), 1..=1), [30]);
    assert_eq!(turn("0-0 t0", "-/-"), "0-0 t1");
}

#[test]
fn captured_pieces_come_back() {
    let mut game = at("lanza(target=5)", "1Kc2 1Qe1 2Qc3 2Kb4 0-0 t0");
    play(&mut *game, "Q6K2/Q5K1");
    assert_eq!(game.position(), "1Kc3 1Qd1 2Kc4 +2Q 1-0 t1");
    assert_eq!(results(&*game), ["[2Q]"]);
    play(&mut *game, "[2Q]");
    assert_eq!(game.position(), "1Kc3 1Qd1 2Kc4 *2Q 1-0 t1");
    assert_eq!(game.turn(), torneo_contract::Turn::Seat(torneo_contract::Seat::SECOND));
    let cells = "a1 a2 a3 b1 b4 c1 c5 d4 e1 e2 e3";
    assert_eq!(legal(&*game), cells.split(' ').map(|cell| format!("2Q@{cell}")).collect::<Vec<_>>());
    let mut refused = |token: &str| game.play(token).unwrap_err().message;
    assert!(refused("2Q@d1").contains("vacant") && refused("2Q@c2").contains("outermost"));
    assert!(refused("2J@a1").contains("2Q"));
    play(&mut *game, "2Q@c5");
    assert_eq!(game.position(), "1Kc3 1Qd1 2Kc4 2Qc5 1-0 t1");
    assert_eq!(choices(&*game)[1].len(), 30);
}

#[test]
fn several_captured_pieces_are_drawn_one_by_one() {
    let mut game = at(ID, "1Kc2 1Qd2 2Ke2 2Qc3 0-0 t0");
    play(&mut *game, "Q3K2/Q5K6");
    assert_eq!(game.position(), "1Kc3 2Kd2 +1Q +2Q 1-1 t1");
    assert_eq!(results(&*game), ["[1Q]", "[2Q]"]);
    play(&mut *game, "[2Q]");
    assert_eq!(game.position(), "1Kc3 2Kd2 +1Q *2Q 1-1 t1");
    play(&mut *game, "2Q@a1");
    assert_eq!(game.position(), "1Kc3 2Kd2 2Qa1 +1Q 1-1 t1");
    assert_eq!(results(&*game), ["[1Q]"]);
    play(&mut *game, "[1Q] 1Q@a2");
    assert_eq!(game.position(), "1Kc3 1Qa2 2Kd2 2Qa1 1-1 t1");
}

#[test]
fn the_target_must_be_reached_alone() {
    let mut game = at(ID, "1Kc2 2Qc3 2-0 t7");
    play(&mut *game, "K2/Q5");
    assert_eq!(game.position(), "1Kc3 +2Q 3-0 t8");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "won"));
    assert_eq!(outcome(&*game).points.unwrap().to_vec(), [3.0, 0.0]);
    // Both reach it in one turn: the game goes on until one alone is ahead.
    let mut game = at(ID, "1Kc2 1Qd2 2Ke2 2Qc3 2-2 t7");
    play(&mut *game, "Q3K2/Q5K6");
    assert_eq!(game.position(), "1Kc3 2Kd2 +1Q +2Q 3-3 t8");
    assert!(game.outcome().is_none());
    let game = at("lanza(players=3)", "1Kc2 3-3-1 t7");
    assert!(game.outcome().is_none());
    let game = at("lanza(players=3)", "1Kc2 3-4-4 t7");
    assert!(game.outcome().is_none());
    let game = at("lanza(players=3)", "1Kc2 3-4-5 t7");
    assert_eq!(scores(&*game), [0.0, 0.0, 1.0]);
}

#[test]
fn the_turn_cap_is_a_draw_of_all() {
    let mut game = at("lanza(max_turns=9)", "1Kc2 2Qc3 0-0 t8");
    play(&mut *game, "K2/Q5");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "length-limit"));
    assert_eq!(game.position(), "1Kc3 +2Q 1-0 t9");
    assert_eq!(scores(&*at("lanza(max_turns=9)", "1Kc3 +2Q 1-0 t9")), [0.5, 0.5]);
    // The aim counts before the cap.
    let mut game = at("lanza(max_turns=9)", "1Kc2 2Qc3 2-0 t8");
    play(&mut *game, "K2/Q5");
    assert_eq!(outcome(&*game).reason, "won");
}

#[test]
fn evaluation_is_the_difference_to_the_mean_of_the_others() {
    let value = |spec: &str, position| {
        let game = at(spec, position);
        Seat::all(game.seats()).map(|seat| game.evaluation(seat).unwrap()).collect::<Vec<i32>>()
    };
    assert_eq!(value(ID, "deal 0-0 t0"), [0, 0]);
    // 1000 a point; six cells against three to go to; a threat by one exchange and two common cells.
    assert_eq!(value(ID, "1Kc3 2Ka1 1-0 t4"), [1015, -1015]);
    assert_eq!(value(ID, "1Kc3 2Qc4 0-0 t4"), [30, -30]);
    assert_eq!(value("lanza(players=3)", "1Kd4 2-1-0 t4"), [1530, -15, -1515]);
    assert_eq!(value("lanza(target=1000, max_turns=10000)", "1Kc3 20000-0 t9000"), [1_000_000, -1_000_000]);
}

#[test]
fn illegal_tokens_are_explained() {
    let refused = |record: &str, token: &str| after(ID, record).play(token).unwrap_err().message;
    assert!(refused("[1K]", "[1K]").contains("not to be dealt"));
    assert!(refused(DEAL, "J2Q2K1/J1Q2K3").contains("each direction"));
    assert!(refused(DEAL, "J2Q3K1/J1Q2K7").contains("1 to 6"));
    assert!(refused(DEAL, "J2Q3K1/J1Q2").contains("exactly"));
    assert!(refused(DEAL, "-/J1Q2K3").contains("exactly"));
    let mut game = after(ID, DEAL);
    for token in
        ["", "/", "J2Q3K1", "J2Q3K1/J1Q2K3/J1Q2K3", "K1Q3J2/J1Q2K3", "J2Q3Ké/J1Q2K3", "[1K]", "1K@a1"]
    {
        game.play(token).unwrap_err();
    }
    let mut game = at("lanza(target=5)", "1Kc3 +2Q 1-0 t1");
    assert!(game.play("[2J]").unwrap_err().message.contains("not waiting"));
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| open(ID).set_position(text).unwrap_err().to_string();
    assert!(refused("").contains("pieces score turns") && refused("t0").contains("pieces score turns"));
    assert!(refused("3Kc2 0-0 t0").contains("player 1..=2") && refused("0Kc2 0-0 t0").contains("player"));
    assert!(refused("1Xc2 0-0 t0").contains("`1X`") && refused("é 0-0 t0").contains("expected a piece"));
    assert!(refused("1éc2 0-0 t0").contains("expected a piece"));
    assert!(refused("1Kc6 0-0 t0").contains("cell") && refused("1K 0-0 t0").contains("cell"));
    assert!(refused("1Kc2 1Kc3 0-0 t0").contains("twice") && refused("1Kc2 +1K 0-0 t1").contains("twice"));
    assert!(refused("1Kc2 2Kc2 0-0 t0").contains("1K stands on c2"));
    assert!(refused("1Kc2 +2Kc3 0-0 t1").contains("no cell"));
    assert!(refused("1Kc2 *2K *2Q 1-0 t1").contains("only one"));
    assert!(refused("1Kc2 *2K 3-0 t1").contains("over"));
    assert!(refused("1Kc2 0-0-0 t0").contains("2 numbers") && refused("1Kc2 0-+1 t0").contains("2 numbers"));
    assert!(refused("1Kc2 0-601 t0").contains("0..=600"));
    assert!(refused("1Kc2 0-0 t201").contains("t200") && refused("1Kc2 0-0 3").contains("`3`"));
    assert!(refused("deal 1-0 t0").contains("no points") && refused("deal 0-0 t1").contains("`t0`"));
    assert!(
        refused("deal 1Ka3 0-0 t0").contains("none on a1") && refused("deal +1K 0-0 t0").contains("deal")
    );
    assert!(refused("deal 1Ka1 1Qe1 1Jc5 2Ke3 2Qa3 2Jc1 0-0 t0").contains("all pieces"));
    let mut sides = open("lanza(start=sides)");
    assert!(sides.set_position("deal 1Ka1 0-0 t0").unwrap_err().to_string().contains("side"));
}
