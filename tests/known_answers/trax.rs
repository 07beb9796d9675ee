//! Trax.

use std::collections::BTreeSet;

use super::*;

const ID: &str = "trax";
const SMALL: &str = "trax(board=8x8)";

/// A game that White wins with a loop, and one that Red wins with a line.
const LOOP: &str = "@0/ A0/ A0/ @1/ B0/ C3\\ D3+ D0\\ @2\\ C1+ A4/ @4/ F5/";
const LINE: &str = "@0/ A0/ A0/ @1/ B0+ @1/ B0+ B0/ @2\\ A1\\ A0\\ @1\\ D0+ @5/ C6+ G8\\ F9/ @2\\ A1\\ D0+ F10+ G3\\ \
                    @5+ F0/ G1/ G0/ H2/ I2/ H1/ E1\\ A1+ I4+";

/// Columns, rows and tiles of a position text.
fn box_of(position: &str) -> (usize, usize, usize) {
    let rows: Vec<&str> = position.split(' ').next().unwrap().split('/').collect();
    let tiles = rows.iter().flat_map(|row| row.chars()).filter(|&letter| letter != '.').count();
    (rows[0].len(), rows.len(), tiles)
}

#[test]
fn the_first_tile() {
    let game = open(ID);
    assert_eq!(
        (game.position(), legal(&*game)),
        (". w".to_owned(), vec!["@0+".to_owned(), "@0/".to_owned()])
    );
    assert_eq!(after(ID, "@0+").position(), "| r");
    assert_eq!(after(ID, "@0/").position(), "J r");
    assert_eq!(legal(&*after(ID, "@0/")).len(), 12);
}

#[test]
fn perft() {
    assert_eq!(perft_from(ID, None, 1..=4), [2, 24, 432, 9568]);
}

#[test]
fn complete_games() {
    for (record, turns, winner, size) in [(LOOP, 13, 0, (6, 5, 26)), (LINE, 32, 1, (9, 12, 84))] {
        let tokens: Vec<&str> = record.split_whitespace().collect();
        assert_eq!(tokens.len(), turns);
        let mut game = open(ID);
        for token in tokens {
            assert!(game.outcome().is_none(), "over before {token}");
            play(&mut *game, token);
        }
        assert_eq!(outcome(&*game).winner(), Some(Seat::new(winner)));
        assert_eq!((outcome(&*game).reason, box_of(&game.position())), ("won", size));
        assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
    }
    // Without lines the second game goes on, and the first ends as before.
    assert!(after("trax(win=loop)", LINE).outcome().is_none());
    assert_eq!(scores(&*after("trax(win=loop)", LOOP)), [1.0, 0.0]);
    // On the small board the second game leaves it.
    assert!(open(SMALL).play_all(LINE).unwrap_err().1.message.contains("8 columns"));
}

#[test]
fn positions_after_all_moves_on_the_small_board() {
    for (record, positions, moves) in [
        ("@0/ @1/ @1/ C2+ C0/ D2\\ A0+ @3/ F3\\ F4\\ F5\\ G5\\ F6\\ D7/ C6+ B6/", 65, 72),
        ("@0/ @1/ @1/ D1/ A0\\ @1\\ C0/ C4+ F4+ F5\\ G5\\ D6+ D7\\ @2/", 44, 51),
        ("@0+ B1+ C1/ @1\\ B2\\ B0+", 26, 30),
        ("@0+ B1+ B0+ A1\\ A0\\ @2+ D1\\ C0+ E2+ E0\\ D5\\ E5\\ B1/ F1/ F0/", 52, 60),
    ] {
        let tokens = legal(&*after(SMALL, record));
        let reached: BTreeSet<String> = tokens
            .iter()
            .map(|token| {
                let mut game = after(SMALL, record);
                play(&mut *game, token);
                game.position()
            })
            .collect();
        assert_eq!((reached.len(), tokens.len()), (positions, moves), "{record}");
    }
}

#[test]
fn forced_tiles_are_part_of_the_turn() {
    // The corner between the ends is filled with the first of them, which closes the loop of the mover.
    let mut game = at(ID, "F7 w");
    assert_eq!(box_of(&game.position()), (2, 1, 2));
    play(&mut *game, "A2\\");
    assert_eq!((game.position().as_str(), scores(&*game)), ("F7/LJ r", vec![1.0, 0.0]));
}

#[test]
fn both_colours_at_once() {
    // Two rings side by side share a gap: the tile that closes one closes the other.
    let gap = find_double();
    for (spec, expected, reason) in
        [(ID, vec![1.0, 0.0], "won"), ("trax(both_win=draw)", vec![0.5, 0.5], "drawn")]
    {
        let mut game = at(spec, &gap.0);
        play(&mut *game, &gap.1);
        assert_eq!((scores(&*game), outcome(&*game).reason), (expected, reason), "{}", gap.0);
        assert_eq!(at(spec, &game.position()).outcome(), game.outcome());
        // With the other side to move the other side wins.
        let turned = gap.0.replace(" w", " r");
        let mut game = at(spec, &turned);
        play(&mut *game, &gap.1);
        let expected = if spec == ID { vec![0.0, 1.0] } else { vec![0.5, 0.5] };
        assert_eq!(scores(&*game), expected);
    }
}

/// A position in which a move of White completes winning tracks of both colours, found in games of a fixed
/// order.
fn find_double() -> (String, String) {
    for seed in 0..2000 {
        let mut game = open("trax(both_win=draw)");
        let mut state: u64 = seed;
        while game.outcome().is_none() {
            let tokens = legal(&*game);
            let position = game.position();
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let token = &tokens[(state >> 33) as usize % tokens.len()];
            play(&mut *game, token);
            if game.outcome().is_some_and(|outcome| outcome.reason == "drawn") && position.ends_with(" w") {
                return (position, token.clone());
            }
        }
    }
    panic!("no turn wins for both");
}

#[test]
fn the_small_board_can_be_full_of_nothing_to_do() {
    let mut ended = BTreeSet::new();
    for seed in 0..400u64 {
        let mut game = open("trax(board=8x8, win=loop)");
        let mut state = seed;
        while game.outcome().is_none() {
            let tokens = legal(&*game);
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            play(&mut *game, &tokens[(state >> 33) as usize % tokens.len()]);
            let (columns, rows, _) = box_of(&game.position());
            assert!(columns <= 8 && rows <= 8);
        }
        ended.insert(outcome(&*game).reason);
    }
    assert_eq!(ended.into_iter().collect::<Vec<_>>(), ["no-move", "won"]);
}

#[test]
fn the_limit_of_tiles() {
    let game = after("trax(max_tiles=3)", "@0/ A0/ A0/");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "length-limit"));
    assert_eq!(outcome(&*after("trax(max_tiles=1)", "@0+")).reason, "length-limit");
    assert!(session::open("trax(max_tiles=0)").is_err());
}

#[test]
fn illegal_moves_name_the_rule() {
    let mut game = open(ID);
    assert!(illegal(&mut *game, "@0\\").contains("the first tile is"));
    assert!(illegal(&mut *game, "A1+").contains("the first tile is"));
    play(&mut *game, "@0/ A0/");
    assert!(illegal(&mut *game, "A1/").contains("a tile on A1"));
    assert!(illegal(&mut *game, "C1/").contains("not next to a tile"));
    assert!(illegal(&mut *game, "@0/").contains("not next to a tile"));
    for token in ["", "A0", "0/", "@/", "A0x", "A-1/", "é0/", "A99999/"] {
        illegal(&mut *game, token);
    }
    // Small letters are read too.
    play(&mut *game, "a0/");
}

#[test]
fn turns_that_cannot_be_completed() {
    for seed in 0..200u64 {
        let (mut game, mut state) = (open(ID), seed);
        while game.outcome().is_none() {
            let tokens = legal(&*game);
            let (columns, rows, _) = box_of(&game.position());
            let known = game.position() != open(ID).position() && columns < 24;
            for (column, row) in (0..columns + 2).flat_map(|x| (0..rows + 2).map(move |y| (x, y))) {
                for symbol in ['+', '/', '\\'] {
                    let token = format!("{}{row}{symbol}", char::from(b'@' + column as u8));
                    let forbidden = known && !tokens.contains(&token);
                    if forbidden && illegal(&mut *game, &token).contains("three sides of one colour") {
                        return;
                    }
                }
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            play(&mut *game, &tokens[(state >> 33) as usize % tokens.len()]);
        }
    }
    panic!("forced play forbids no turn");
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| refused(ID, text);
    assert!(refused("").contains("expected rows"));
    assert!(refused("J").contains("expected rows"));
    assert!(refused("J b").contains("`b`"));
    assert!(refused("x r").contains("row 1: expected one of"));
    assert!(refused("J w").contains("Red is to move"));
    assert!(refused(". r").contains("White is to move"));
    assert!(refused("F r").contains("the first tile"));
    assert!(refused("J.L w").contains("not connected"));
    assert!(refused("|- w").contains("column 2, row 1: the tile does not match"));
    assert!(refused("F7/L. w").contains("forced play would have filled B2"));
    assert!(refused("F7/-. w").contains("does not match"));
    assert_eq!(at(ID, "|| w").position(), "|| w");
}
