//! Four Seasons Chess.

use super::*;

const ID: &str = "four-seasons";
const NO_LINES: &str = "four-seasons(lines=false)";
const ONE_DIE: &str = "four-seasons(dice=one)";
const TWO_DICE: &str = "four-seasons(dice=choose_one_of_two)";

const ARMIES: &str = "G Ka8 Rb8 Na7 Bb7 Pa6s Pb6s Pc7e Pc8e / R Ka1 Rb1 Na2 Bb2 Pa3n Pb3n Pc1e Pc2e / \
    B Kh1 Rg1 Nh2 Bg2 Pf1w Pf2w Pg3n Ph3n / W Kh8 Rg8 Nh7 Bg7 Pf7w Pf8w Pg6s Ph6s";

const S1: &str = "G Kh4 Rc8 / R Ka1 Bg8 Pe7e / B Kh6 Rb7 / W Kh2 Rd1 / turn=G moved=GRBW";
const S2: &str = "G Kh4 / R Ka1 Bg8 Pe7e / B Kh6 Rb7 / W Kh2 Rd1 Rd2 / turn=G moved=GRBW";
const S3: &str = "G Kf6 Ph6n / R Ka4 Pb4n / B Kd1 Rg1 / W Kh8 Pc4w Ph7s / turn=B moved=GRBW";
const S4: &str = "G Kg6 Ra1 / R x / B x / W Kh8 / turn=G moved=GRBW";
const S5: &str = "G Kb8 Pb2s Pc5s Pd7e Pg4e Ph3n / R Ka3 Rh5 Ba1 / B Kf8 Nc4 / W Kh1 Re6 Gg3 / \
    turn=G moved=GRBW";
const S6: &str = "G Kc5 Rd3 Nd2 Bb5 Gd6 / R Kb1 / B Kh1 / W Kh8 Rf4 / turn=G moved=GRBW";

/// The legal tokens in alphabetical order.
fn moves(game: &dyn Session) -> Vec<String> {
    let mut moves = legal(game);
    moves.sort();
    moves
}

fn sorted(moves: &str) -> Vec<String> {
    let mut moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    moves.sort();
    moves
}

fn points(game: &dyn Session) -> Vec<f64> {
    outcome(game).points.expect("there are points").to_vec()
}

#[test]
fn start_position() {
    assert_eq!(open(ID).position(), format!("{ARMIES} / turn=G moved=-"));
}

#[test]
fn first_moves() {
    let rows = [
        ('G', "a6-a5 b6-b5 a7-b5", "c7-d7 c8-d8", "", "a7-c6 b7-c6 b7-d5"),
        ('R', "c1-d1 c2-d2", "a3-a4 b3-b4 a2-b4", "a2-c3", "b2-c3 b2-d4"),
        ('B', "g3-g4 h3-h4 h2-g4", "f1-e1 f2-e2", "", "g2-e4 g2-f3 h2-f3"),
        ('W', "f7-e7 f8-e8", "g6-g5 h6-h5 h7-g5", "h7-f6", "g7-f6 g7-e5"),
    ];
    for (player, onward, others, onward_without_lines, others_without_lines) in rows {
        let first = format!("{ARMIES} / turn={player} moved=-");
        let later = format!("{ARMIES} / turn={player} moved=GRBW");
        assert_eq!(moves(&*at(ID, &first)), sorted(onward));
        assert_eq!(moves(&*at(ID, &later)), sorted(&format!("{onward} {others}")));
        let onward = format!("{onward} {onward_without_lines}");
        assert_eq!(moves(&*at(NO_LINES, &first)), sorted(&onward));
        assert_eq!(
            moves(&*at(NO_LINES, &later)),
            sorted(&format!("{onward} {others} {others_without_lines}"))
        );
    }
}

#[test]
fn perft() {
    assert_eq!(perft_from(ID, None, 1..=5), [3, 6, 18, 36, 192]);
    assert_eq!(perft_from(NO_LINES, None, 1..=4), [3, 9, 27, 81]);
    let later = format!("{ARMIES} / turn=G moved=GRBW");
    assert_eq!(perft_from(ID, Some(&later), 1..=4), [5, 25, 125, 625]);
}

#[test]
fn the_mating_player_takes_over_the_army() {
    let mut game = at(ID, S1);
    assert_eq!(moves(&*game), sorted("h4-g4 c8-a8 c8-b8 c8-c7 c8-d8 c8-e8 c8-f8 c8-g8"));
    play(&mut *game, "c8-a8");
    assert_eq!(game.position(), "G Kh4 Ra8 Bg8 Pe7e / R x / B Kh6 Rb7 / W Kh2 Rd1 / turn=B moved=GRBW");
    let mut game = at(ID, S2);
    assert_eq!(moves(&*game), ["h4-g4"]);
    play(&mut *game, "h4-g4");
    assert_eq!(game.position(), "G Kg4 / R x / B Kh6 Rb7 / W Kh2 Rd1 Rd2 Bg8 Pe7e / turn=B moved=GRBW");
}

#[test]
fn a_stalemated_army_leaves_the_board() {
    let mut game = at(ID, S3);
    assert_eq!(legal(&*game).len(), 15);
    play(&mut *game, "d1-d2");
    assert_eq!(game.position(), "G Kf6 Ph6n / R Ka4 Pb4n / B Kd2 Rg1 / W x / turn=G moved=GRBW");
}

#[test]
fn the_last_player_wins() {
    let mut game = at(ID, S4);
    assert_eq!(legal(&*game).len(), 19);
    play(&mut *game, "a1-a8");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0, 0.0, 0.0], "won"));
    // Red and Black fell in an unknown order and share the two lowest places.
    assert_eq!(points(&*game), [3.0, 0.5, 0.5, 2.0]);
    assert_eq!(game.position(), "G Kg6 Ra8 / R x / B x / W x / turn=G moved=GRBW");
    assert_eq!(at(ID, &game.position()).outcome().unwrap().reason, "won");
}

#[test]
fn pawns_capture_and_are_promoted() {
    let mut game = at(ID, S5);
    let expected = sorted("b8-a7 b8-a8 b8-b7 b8-c7 b8-c8 b2-b1 b2-a1 d7-e7 d7-e6 g4-h4 g4-h5 h3-h4");
    assert_eq!(moves(&*game), expected);
    play(&mut *game, "g4-h5");
    assert!(
        game.position().starts_with("G Kb8 Gh5 Pb2s Pc5s Pd7e Ph3n / R Ka3 Ba1 / "),
        "{}",
        game.position()
    );
}

/// The number of actions in a position after a roll.
fn after_roll(spec: &str, position: &str, roll: &str) -> Vec<String> {
    let mut game = at(spec, position);
    play(&mut *game, roll);
    assert_eq!(at(spec, &game.position()).due(), game.due());
    legal(&*game)
}

#[test]
fn dice_say_which_pieces_move() {
    for (face, count) in [(6, 5), (1, 7)] {
        assert_eq!(after_roll(ONE_DIE, S5, &format!("d{face}")).len(), count);
    }
    for face in 2..=5 {
        assert_eq!(after_roll(ONE_DIE, S5, &format!("d{face}")), ["pass"]);
    }
    for (roll, count, pass) in [("d6,1", 12, false), ("d5,1", 8, true), ("d1,1", 7, false)] {
        let actions = after_roll(TWO_DICE, S5, roll);
        assert_eq!((actions.len(), actions.contains(&"pass".to_owned())), (count, pass), "{roll}");
    }
    assert_eq!(after_roll(TWO_DICE, S5, "d5,2"), ["pass"]);
    assert_eq!(after_roll(TWO_DICE, S5, "d1,6").len(), 12);
}

#[test]
fn lines_bound_every_piece() {
    let game = at(ID, S6);
    let expected = sorted("c5-b4 c5-b6 c5-c4 d3-e3 d2-f1 b5-a4 b5-a6 b5-c4 d6-c7 d6-e7");
    assert_eq!(moves(&*game), expected);
    let moves = moves(&*at(NO_LINES, S6));
    assert_eq!(moves.len(), 25);
    let of = |from: &str| moves.iter().filter(|token| token.starts_with(from)).count();
    assert_eq!(["c5", "d3", "d2", "b5", "d6"].map(of), [3, 9, 5, 5, 3]);
}

#[test]
fn first_move_from_an_odd_place() {
    let armies = "G Ka8 Rc7 / R Ka1 / B Kh1 / W Kh8 / turn=G";
    assert_eq!(legal(&*at(ID, &format!("{armies} moved=RBW"))), ["a8-a7"]);
    assert_eq!(legal(&*at(ID, &format!("{armies} moved=GRBW"))).len(), 11);
    // No move goes onward: the rule is lifted.
    let game = at(ID, "G Ka8 Ra7 Pb7n / R Ka1 / B Kh1 / W Kh8 / turn=G moved=-");
    assert!(legal(&*game).contains(&"a7-a6".to_owned()));
    let game = at(ID, "G Ka1 / R Kd1 / B Kh1 Rb8 / W Kh8 / turn=G moved=-");
    assert_eq!(legal(&*game), ["a1-a2"]);
}

#[test]
fn dice_at_the_first_turns() {
    let count = |spec: &str, player: char, roll: &str| {
        let actions = after_roll(spec, &format!("{ARMIES} / turn={player} moved=-"), roll);
        if actions == ["pass"] { 0 } else { actions.len() }
    };
    let faces = |player| [1, 2, 3, 4, 5, 6].map(|face| count(ONE_DIE, player, &format!("d{face}")));
    assert_eq!(faces('G'), [2, 0, 0, 1, 0, 0]);
    assert_eq!(faces('R'), [2, 0, 0, 0, 0, 0]);
    let Due::Chance(results) = open(TWO_DICE).due() else { panic!("the dice are rolled first") };
    assert_eq!((results.len(), results.iter().map(|(_, weight)| weight).sum::<u64>()), (21, 36));
    let lost = results.iter().filter(|(roll, _)| count(TWO_DICE, 'G', roll) == 0);
    assert_eq!(lost.map(|(_, weight)| weight).sum::<u64>(), 16);
    let Due::Chance(results) = open(ONE_DIE).due() else { panic!("the die is rolled first") };
    assert_eq!(
        results.iter().map(|(roll, _)| &**roll).collect::<Vec<_>>(),
        ["d1", "d2", "d3", "d4", "d5", "d6"]
    );
}

fn replay(spec: &str, record: &str, counts: [usize; 24], next: usize, position: &str) {
    let mut game = open(spec);
    let tokens: Vec<&str> = record.split_whitespace().collect();
    assert_eq!(tokens.len(), counts.len());
    for (number, (token, count)) in tokens.iter().zip(counts).enumerate() {
        assert_eq!(legal(&*game).len(), count, "{spec}: before {}. {token}", number + 1);
        play(&mut *game, token);
    }
    assert_eq!((legal(&*game).len(), &*game.position()), (next, position));
}

#[test]
fn replays() {
    replay(
        ID,
        "a6-a5 c2-d2 h2-g4 f7-e7 b7-a6 a3-a4 g4-h6 g7-h6 a6-c4 c1-d1 h1-h2 h6-f4 c4-b3 d1-e1 h2-h1 f8-e8 \
         b3-a4 b2-a3 f2-e1 f4-g3 a8-b7 b1-e1 h3-h4 g3-h4",
        [3, 2, 3, 2, 6, 5, 6, 5, 9, 6, 5, 9, 10, 7, 2, 10, 11, 8, 5, 12, 9, 17, 1, 13],
        10,
        "G Kb7 Rb8 Na7 Ba4 Pa5s Pb6s Pc7e Pc8e / R Ka1 Re1 Na2 Ba3 Pd2e / B Kh1 Rg1 Bg2 Pf1w / \
         W Kh8 Rg8 Nh7 Bh4 Pe7w Pe8w Pg6s / turn=G moved=GRBW",
    );
    replay(
        NO_LINES,
        "a6-a5 c2-d2 h2-g4 f7-e7 c7-d7 a2-b4 f2-e2 g6-g5 a5-b4 a3-b4 g4-h2 h7-f6 b6-b5 b2-d4 g2-f3 h8-h7 \
         b7-a6 d4-f6 h1-g2 h7-g6 b8-b7 f6-e7 g3-g4 f8-e7",
        [3, 3, 3, 3, 9, 8, 11, 7, 9, 6, 11, 6, 7, 5, 7, 12, 5, 12, 12, 8, 7, 12, 13, 9],
        7,
        "G Ka8 Rb7 Na7 Ba6 Pb5s Pc8e Pd7e / R Ka1 Rb1 Pb3n Pb4n Pc1e Pd2e / B Kg2 Rg1 Nh2 Bf3 Pe2w Pf1w Pg4n \
         Ph3n / W Kg6 Rg8 Bg7 Pe7w Pg5s Ph6s / turn=G moved=GRBW",
    );
}

#[test]
fn cut_offs_share_the_places_of_those_who_remain() {
    let game = after("four-seasons(max_plies=2)", "a6-a5 c2-d2");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.25; 4], "length-limit"));
    assert_eq!(points(&*game), [1.5; 4]);
    // Pawn moves are progress, others are not; a lost turn is neither move nor progress.
    let game = after("four-seasons(no_progress=1)", "a6-a5 c2-d2 h2-g4");
    assert_eq!(outcome(&*game).reason, "no-progress");
    let game = after("four-seasons(dice=one, no_progress=2)", "d6 pass d6 pass");
    assert_eq!(outcome(&*game).reason, "no-progress");
    assert_eq!(game.position(), format!("{ARMIES} / turn=B moved=-"));
    let mut game = at("four-seasons(no_progress=1)", "G Kg6 Ra1 / R x / B Kc1 / W Kh8 / turn=G moved=GRBW");
    play(&mut *game, "a1-b1");
    assert_eq!(
        (scores(&*game), points(&*game)),
        (vec![1.0 / 3.0, 0.0, 1.0 / 3.0, 1.0 / 3.0], vec![2.0, 0.0, 2.0, 2.0])
    );
}

#[test]
fn an_elimination_is_progress() {
    let mut game = at("four-seasons(no_progress=1)", S1);
    play(&mut *game, "c8-a8");
    assert!(game.outcome().is_none());
    // Eliminations in the course of the game are told apart in the points.
    let mut game = at(ID, "G Kh1 Rc8 / R Ka1 / B x / W Kg3 Rb7 / turn=G moved=GRBW");
    play(&mut *game, "c8-a8");
    assert_eq!(game.position(), "G Kh1 Ra8 / R x / B x / W Kg3 Rb7 / turn=W moved=GRBW");
    play(&mut *game, "b7-b1");
    assert_eq!(game.position(), "G x / R x / B x / W Kg3 Ra8 Rb1 / turn=W moved=GRBW");
    assert_eq!(outcome(&*game).winner(), torneo_contract::Seat::all(4).nth(3));
    assert_eq!(points(&*game), [2.0, 1.0, 0.0, 3.0]);
}

#[test]
fn bare_kings_end_the_game() {
    let mut game = at(ID, "G Ka8 / R x / B Kh1 / W Kb1 Ra7 / turn=G moved=GRBW");
    play(&mut *game, "a8-a7");
    assert_eq!(
        (scores(&*game), outcome(&*game).reason),
        (vec![1.0 / 3.0, 0.0, 1.0 / 3.0, 1.0 / 3.0], "bare-kings")
    );
    assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
}

/// A position may put pieces on crossed squares: they can leave, but nothing gets at them.
#[test]
fn crossed_squares_can_only_be_left() {
    let game = at(ID, "G Kf6 Re3 / R Kf8 Re6 / B Kf1 / W Kh8 Nh5 / turn=G moved=GRBW");
    assert_eq!(moves(&*game), sorted("f6-e6 f6-f5 f6-g5 f6-g6 e3-d3 e3-e2 e3-e1"));
    // From f6 the rook attacks f7 and f8.
    let game = at(ID, "G Kg8 / R Ka1 Rf6 / B Kh1 / W Kc7 / turn=G moved=GRBW");
    assert_eq!(moves(&*game), ["g8-g7", "g8-h7", "g8-h8"]);
}

/// A position is one at the beginning of a turn: its player is examined.
#[test]
fn a_mated_player_to_move_is_eliminated_at_once() {
    let game = at(ID, "G Kh4 Ra8 / R Ka1 Bg8 Pe7e / B Kh6 Rb7 / W Kh2 Rd1 / turn=R moved=GRBW");
    assert_eq!(game.position(), "G Kh4 Ra8 Bg8 Pe7e / R x / B Kh6 Rb7 / W Kh2 Rd1 / turn=B moved=GRBW");
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |spec: &str, text: &str| open(spec).set_position(text).unwrap_err().to_string();
    let tail = "R Ka1 / B Kh1 / W Kh8 / turn=G moved=-";
    assert!(refused(ID, "").contains("found 1 fields"));
    assert!(refused(ID, &format!("R Ka8 / {tail}")).contains("pieces of `G`"));
    assert!(refused(ID, &format!("G / {tail}")).contains("one king"));
    assert!(refused(ID, &format!("G Ka8 Kb8 / {tail}")).contains("found 2"));
    assert!(refused(ID, &format!("G Ka8 Qb8 / {tail}")).contains("`Qb8`"));
    assert!(refused(ID, &format!("G Ka8 Pb6 / {tail}")).contains("`Pb6`"));
    assert!(refused(ID, &format!("G Ka8 P / {tail}")).contains("`P`"));
    assert!(refused(ID, &format!("G Ka8 Pé / {tail}")).contains("`Pé`"));
    assert!(refused(ID, &format!("G Ka8 Pb1s / {tail}")).contains("general"));
    assert!(refused(ID, &format!("G Ka8 Ra1 / {tail}")).contains("occupied"));
    assert!(refused(ID, &format!("G Ka8 Rb1 Rb2 Rb3 Rb4 Rb5 / {tail}")).contains("4 rooks"));
    assert!(refused(ID, &format!("G x / {tail}")).contains("eliminated"));
    let ending = |ending: &str| format!("{ARMIES} / {ending}");
    assert!(refused(ID, &ending("turn=X moved=-")).contains("`X`"));
    assert!(refused(ID, &ending("moved=- turn=G")).contains("`turn=`"));
    assert!(refused(ID, &ending("turn=G")).contains("`moved=`"));
    assert!(refused(ID, &ending("turn=G moved=GX")).contains("`GX`"));
    assert!(refused(ID, &ending("turn=G moved=GG")).contains("`GG`"));
    assert!(refused(ID, &ending("turn=G moved=é")).contains("`é`"));
    assert!(refused(ID, &ending("turn=G moved=- dice=1")).contains("no dice"));
    assert!(refused(ONE_DIE, &ending("turn=G moved=- dice=2,1")).contains("a face"));
    assert!(refused(ONE_DIE, &ending("turn=G moved=- dice=7")).contains("`dice=7`"));
    assert!(refused(TWO_DICE, &ending("turn=G moved=- dice=1")).contains("two faces"));
    assert!(refused(TWO_DICE, &ending("turn=G moved=- dice=1,1 x")).contains("`x`"));
    let mated = "G Kh4 Ra8 / R Ka1 / B Kh6 Rb7 / W Kh2 / turn=R moved=GRBW dice=1";
    assert!(refused(ONE_DIE, mated).contains("not rolled"));
}

#[test]
fn illegal_moves_name_the_rule() {
    let refused =
        |spec: &str, position: &str, token: &str| at(spec, position).play(token).unwrap_err().message;
    let start = format!("{ARMIES} / turn=G moved=-");
    assert!(refused(ID, &start, "a5-a4").contains("nothing stands there"));
    assert!(refused(ID, &start, "a3-a4").contains("belongs to Red"));
    assert!(refused(ID, &start, "a8-b8").contains("own piece"));
    assert!(refused(ID, &start, "a7-a6").contains("own piece"));
    assert!(refused(ID, &start, "a6-a4").contains("does not move so"));
    assert!(refused(ID, &start, "b7-c6").contains("line"));
    assert!(refused(ID, &start, "c7-d7").contains("toward Red's corner"));
    assert!(refused(ID, &start, "pass").contains("allows no legal move"));
    assert!(refused(ID, &start, "d4").contains("no dice"));
    assert!(refused(ID, S6, "c5-d6").contains("own piece"));
    assert!(refused(ID, S1, "h4-h3").contains("attacked"));
    assert!(refused(ONE_DIE, &start, "a6-a5").contains("rolled first"));
    assert!(refused(ONE_DIE, &start, "d4,1").contains("one die"));
    assert!(refused(TWO_DICE, &start, "d4").contains("two dice"));
    let rolled = format!("{start} dice=4");
    assert!(refused(ONE_DIE, &rolled, "a6-a5").contains("knight"));
    assert!(refused(ONE_DIE, &rolled, "d4").contains("have been rolled"));
    let king = "G Ka8 Ra7 / R Ka1 / B x / W x / turn=G moved=GR";
    assert!(refused(ID, king, "a7-a1").contains("never captured"));
}
