//! Thud.

use super::*;

const ID: &str = "thud";
const FORCED: &str = "thud(troll_capture=forced)";
const AGREEMENT: &str = "thud(agreement=true)";

fn captures(game: &dyn Session) -> Vec<String> {
    legal(game).into_iter().filter(|token| token.contains('x')).collect()
}

#[test]
fn board_and_start() {
    let game = open(ID);
    let drawing = game.draw();
    let rows: Vec<&str> =
        drawing.lines().take(15).map(|row| row.trim_start().split_once(' ').unwrap().1).collect();
    let squares = |row: &&str| row.chars().filter(|c| ".DtS".contains(*c)).count();
    let lengths: Vec<usize> = rows.iter().rev().map(squares).collect();
    assert_eq!(lengths, [5, 7, 9, 11, 13, 15, 15, 15, 15, 15, 13, 11, 9, 7, 5]);
    assert_eq!(rows[0].trim(), "D D . D D");
    assert_eq!(rows[7].trim(), ". . . . . . t S t . . . . . .");
    assert!(drawing.contains("Dwarfs, points: 32\n") && drawing.contains("Trolls, points: 32\n"));
    let text = game.position();
    let count =
        |letter: &str| text.split(' ').filter(|word| word.len() > 1 && word.starts_with(letter)).count();
    assert_eq!((count("d"), count("T")), (32, 8));
    assert!(text.starts_with("da6 da7 da9 da10 db5 db11 dc4 "));
    assert!(text.ends_with(" do10 Tg7 Tg8 Tg9 Th7 Th9 Ti7 Ti8 Ti9 d"));
}

#[test]
fn first_moves() {
    let game = open(ID);
    assert_eq!(legal(&*game).len(), 656);
    assert!(captures(&*game).is_empty());
    let trolls_first = game.position().trim_end_matches('d').to_owned() + "T";
    let game = at(ID, &trolls_first);
    let moves = legal(&*game);
    assert_eq!((moves.len(), captures(&*game).len()), (32, 0));
    let from = |name: &str| moves.iter().filter(|token| token.starts_with(name)).count();
    assert_eq!([from("g7"), from("i9"), from("g8"), from("h9")], [5, 5, 3, 3]);
}

#[test]
fn perft() {
    assert_eq!(perft_from(ID, None, 1..=2), [656, 22624]);
    assert_eq!(perft_from(FORCED, None, 1..=2), [656, 21736]);
}

#[test]
fn a_line_hurls_as_far_as_it_is_long() {
    let mut game = at(ID, "dc5 dd5 de5 Th5 d");
    assert_eq!(captures(&*game), ["e5-h5xh5"]);
    play(&mut *game, "e5-h5xh5");
    assert_eq!(game.position(), "dc5 dd5 dh5 T");
    assert_eq!(
        (scores(&*game), points(&*game), outcome(&*game).reason),
        (vec![1.0, 0.0], vec![3.0, 0.0], "won")
    );
    let mut game = at(ID, "dc5 dd5 de5 Ti5 d");
    assert!(captures(&*game).is_empty());
    assert!(illegal(&mut *game, "e5-i5xi5").contains("a line of 3 hurls a dwarf 3 squares"));
    // A single dwarf takes its neighbour; a piece between is passed by nobody.
    assert_eq!(captures(&*at(ID, "de5 Tf6 Tl9 d")), ["e5-f6xf6"]);
    assert!(captures(&*at(ID, "dc5 dd5 df5 Th5 d")).is_empty());
    assert_eq!(captures(&*at(ID, "dc5 dd5 de5 Tg5 Th5 d")), ["e5-g5xg5"]);
}

#[test]
fn a_line_shoves_as_far_as_it_is_long() {
    for spec in [ID, FORCED] {
        let game = at(spec, "Tc5 Td5 Te5 di6 T");
        assert_eq!(captures(&*game), ["e5-h5xi6"], "{spec}");
        assert_eq!(legal(&*game).len(), 20, "{spec}");
    }
    let mut game = at(ID, "Tc5 Td5 Te5 di6 T");
    assert!(illegal(&mut *game, "e5-g5").contains("must capture"));
    assert!(illegal(&mut *game, "e5-i5xi6").contains("a line of 3 moves a troll 3 squares"));
    // Passed dwarfs stay: f6 stands beside f5 and g5, not beside h5.
    let mut game = at(ID, "Tc5 Td5 Te5 di6 df6 T");
    assert_eq!(captures(&*game), ["d5-e6xf6", "e5-f5xf6", "e5-e6xf6", "e5-g5xf6", "e5-h5xi6"]);
    play(&mut *game, "e5-h5xi6");
    assert_eq!(game.position(), "df6 Tc5 Td5 Th5 d");
}

#[test]
fn a_troll_takes_all_beside_it_or_none() {
    let start = "df6 dg6 dh6 Te5 T";
    let mut game = at(ID, start);
    let moves: Vec<String> = legal(&*game).into_iter().filter(|token| token.starts_with("e5-f5")).collect();
    assert_eq!(moves, ["e5-f5", "e5-f5xf6,g6"]);
    assert!(illegal(&mut *game, "e5-f5xf6").contains("captures all of f6, g6"));
    play(&mut *game, "e5-f5xg6,f6");
    assert_eq!(game.position(), "dh6 Tf5 d");
    let mut game = at(FORCED, start);
    assert!(illegal(&mut *game, "e5-f5").contains("must capture f6, g6"));
    play(&mut *game, "e5-d4");
    assert_eq!(game.position(), "df6 dg6 dh6 Td4 d");
}

#[test]
fn more_points_win() {
    let result = |pieces: &str| {
        let mut game = at(AGREEMENT, pieces);
        play(&mut *game, "end? yes");
        assert_eq!(outcome(&*game).reason, "agreement");
        (outcome(&*game).scores.to_vec(), points(&*game))
    };
    assert_eq!(result("da6 da7 da9 da10 db5 Th7 Th9 d"), (vec![0.0, 1.0], vec![5.0, 8.0]));
    assert_eq!(result("da6 da7 da9 da10 db5 Th7 d"), (vec![1.0, 0.0], vec![5.0, 4.0]));
    assert_eq!(result("da6 da7 da9 da10 db5 db11 dc4 dc12 Th7 Th9 T"), (vec![0.5, 0.5], vec![8.0, 8.0]));
}

#[test]
fn the_stone_stops_everybody() {
    let mut game = at(ID, "dd8 de8 df8 Ti8 Tg9 d");
    assert!(illegal(&mut *game, "f8-h8").contains("stone"));
    assert!(illegal(&mut *game, "f8-i8xi8").contains("no piece passes"));
    assert_eq!(captures(&*game), ["f8-g9xg9"]);
}

#[test]
fn ends_of_a_battle() {
    // The last piece of a side is captured.
    let mut game = at(ID, "de5 Tg5 T");
    play(&mut *game, "g5-f5xe5");
    assert_eq!(
        (scores(&*game), points(&*game), outcome(&*game).reason),
        (vec![0.0, 1.0], vec![0.0, 4.0], "won")
    );
    // The Trolls are shut in; the points decide.
    for (extra, result) in [("", [0.5, 0.5]), (" da6", [1.0, 0.0])] {
        let mut game = at(ID, &format!("de2 df2 dg5{extra} Tf1 dg1 d"));
        play(&mut *game, "g5-g2");
        assert_eq!((scores(&*game), outcome(&*game).reason), (result.to_vec(), "no-move"));
    }
    // Plies without a capture.
    let mut game = at("thud(quiet_limit=20)", "da6 db5 Tg5 d");
    for _ in 0..4 {
        play(&mut *game, "a6-a7 g5-g6 a7-a6");
        assert!(game.outcome().is_none());
        play(&mut *game, "g6-g5");
    }
    play(&mut *game, "a6-a7 g5-g6 a7-a6");
    assert!(game.outcome().is_none());
    play(&mut *game, "g6-g5");
    assert_eq!(
        (scores(&*game), points(&*game), outcome(&*game).reason),
        (vec![0.0, 1.0], vec![2.0, 4.0], "no-progress")
    );
    // A capture sets the count back.
    let mut game = at("thud(quiet_limit=20)", "da6 db5 Tg5 df15 d");
    play(&mut *game, &"a6-a7 g5-g6 a7-a6 g6-g5 ".repeat(4));
    play(&mut *game, "a6-a7 g5-f5 f15-f6 f5-e5xf6 a7-a6 e5-f5");
    assert!(game.outcome().is_none());
    assert!(game.draw().contains("2 of 20 plies without capture"));
}

#[test]
fn two_battles_are_added_up() {
    let spec = "thud(battles=2, agreement=true)";
    let mut game = at(spec, "da6 da7 Te5 T");
    assert_eq!(game.turn(), Turn::Seat(Seat::SECOND));
    play(&mut *game, "end? yes");
    let second = game.position();
    assert!(second.ends_with(" d second:2-4"), "{second}");
    assert_eq!(at(spec, &second).position(), second);
    // Player 2 has the Dwarfs now and begins.
    assert_eq!((game.turn(), legal(&*game).len()), (Turn::Seat(Seat::SECOND), 657));
    play(&mut *game, "f1-f9 g9-f10xf9 end? yes");
    assert_eq!((scores(&*game), points(&*game)), (vec![0.0, 1.0], vec![2.0 + 32.0, 4.0 + 31.0]));
    // A battle that is won ends the contest only if it is the second.
    let mut game = at(spec, "da6 Tb7 d second:4-4");
    play(&mut *game, "a6-b7xb7");
    assert_eq!(
        (scores(&*game), points(&*game), outcome(&*game).reason),
        (vec![0.0, 1.0], vec![4.0, 5.0], "won")
    );
    let mut game = at(spec, "da6 Tb7 d second:5-4");
    play(&mut *game, "a6-b7xb7");
    assert_eq!(
        (scores(&*game), points(&*game), outcome(&*game).reason),
        (vec![0.5, 0.5], vec![5.0, 5.0], "drawn")
    );
    let mut game = at(spec, "da6 Tb7 d");
    play(&mut *game, "a6-b7xb7");
    assert!(game.outcome().is_none() && game.position().ends_with("d second:1-0"));
}

#[test]
fn agreement() {
    assert!(illegal(&mut *open(ID), "end?").contains("`agreement` is off"));
    let mut game = after(AGREEMENT, "end?");
    assert_eq!(
        (game.turn(), legal(&*game)),
        (Turn::Seat(Seat::SECOND), vec!["yes".to_owned(), "no".to_owned()])
    );
    assert!(game.position().ends_with(" T ?"));
    assert!(illegal(&mut *game, "g9-g10").contains("answered"));
    assert!(illegal(&mut *game, "end?").contains("answered"));
    // The opponent moves after declining, and the proposer moves before the next proposal.
    play(&mut *game, "no");
    assert_eq!((game.turn(), legal(&*game).len()), (Turn::Seat(Seat::SECOND), 32));
    assert!(illegal(&mut *game, "end?").contains("before the next proposal"));
    assert!(illegal(&mut *game, "yes").contains("no proposal"));
    play(&mut *game, "g9-g10");
    assert!(illegal(&mut *game, "end?").contains("before the next proposal"));
    play(&mut *game, "f1-f2");
    assert!(legal(&*game).contains(&"end?".to_owned()));
    // Proposals and answers are no plies of the quiet count.
    assert!(game.draw().contains("2 of 100 plies"));
    play(&mut *game, "end? yes");
    assert_eq!(
        (scores(&*game), points(&*game), outcome(&*game).reason),
        (vec![0.5, 0.5], vec![32.0, 32.0], "agreement")
    );
    // A given position with a proposal: its proposer is known.
    let mut game = at(AGREEMENT, "da6 da7 Te5 T ?");
    play(&mut *game, "no e5-e6");
    assert!(!legal(&*game).contains(&"end?".to_owned()));
}

#[test]
fn impossible_positions_are_refused() {
    let found = |text: &str| refused(ID, text);
    assert!(found("").contains("found nothing"));
    assert!(found("d").contains("at least one piece"));
    assert!(found("da6 Te5").contains("side to move is `d` or `T`, found `Te5`"));
    assert!(found("da6 Te5 t").contains("found `t`"));
    assert!(found("da6 tE5 d").contains("`tE5`"));
    assert!(found("da1 Te5 d").contains("`da1`: expected `d` or `T` and a square"));
    assert!(found("da6 Th8 d").contains("nobody stands on the stone"));
    assert!(found("da6 Ta6 d").contains("a6 holds another piece"));
    let row = |letter: char, rank: u32| {
        (b'a'..b'p').map(|file| format!("{letter}{}{rank} ", file as char)).collect::<String>()
    };
    assert!(
        found(&format!("{}{}{}Th5 d", row('d', 6), row('d', 7), row('d', 9)))
            .contains("at most 32 Dwarfs, found 45")
    );
    assert!(found(&format!("{}dh5 d", row('T', 6))).contains("at most 8 Trolls, found 15"));
    assert!(found("da6 Te5 d second:4-4").contains("one battle"));
    assert!(found("da6 Te5 d ?").contains("`agreement`"));
    for points in ["second:33-0", "second:4-3", "second:0-0", "second:4", "second:04-4", "second:4-36"] {
        assert!(
            refused("thud(battles=2)", &format!("da6 Te5 d {points}")).contains("points of the first battle")
        );
    }
    assert!(refused(AGREEMENT, "da6 d ?").contains("battle that goes on"));
}

#[test]
fn illegal_moves_name_the_rule() {
    let rule = |token: &str| illegal(&mut *open(ID), token);
    assert!(rule("g9-g10").contains("own piece"));
    assert!(rule("f1-g3").contains("rank, a file or a diagonal"));
    assert!(rule("f1-h1").contains("passes through"));
    assert!(rule("f1-g1").contains("own piece"));
    assert!(rule("f1-f9xg9").contains("captures nothing"));
    assert!(rule("f1-f2xh8,h8").contains("not a legal move"));
    assert!(rule("f1f2").contains("not a legal move"));
    let mut game = at(ID, "df6 dg6 Te5 Tk5 T");
    assert!(illegal(&mut *game, "e5-f6").contains("vacant squares"));
    assert!(illegal(&mut *game, "e5-e7").contains("a line of 1 moves a troll 1"));
    assert!(illegal(&mut *game, "k5-l5xf6").contains("no dwarf to capture"));
    assert!(illegal(&mut *at(ID, "di9 Tc5 Td5 T"), "d5-f5").contains("no dwarf stands beside"));
    assert!(illegal(&mut *at(ID, "dh4 Th5 Tl5 d"), "h4-h5").contains("captures h5, found nothing"));
}
