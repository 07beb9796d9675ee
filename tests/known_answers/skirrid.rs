//! Skirrid.

use super::*;

const ID: &str = "skirrid";
const ALL: &str = "E123R123Q123S123D123G123";
const TILES: [&str; 6] = ["E", "R", "Q", "S", "D", "G"];

/// The numbers of placements of each shape, plain and with a 2 and a 3.
fn counts(tokens: &[String], face: char) -> [[usize; 3]; 6] {
    let begin = |shape: &str, multiplier: usize| format!("{shape}{}{face}:", multiplier + 1);
    TILES.map(|shape| {
        std::array::from_fn(|multiplier| {
            tokens.iter().filter(|token| token.starts_with(&begin(shape, multiplier))).count()
        })
    })
}

/// The points of the side that places the last tile of a record.
fn score(record: &str) -> u32 {
    let game = after(ID, record);
    let position = game.position();
    let scores = position.split(' ').nth(4).unwrap().split_once('-').unwrap();
    let mover = if record.split(' ').count() % 2 == 1 { scores.0 } else { scores.1 };
    mover.parse().unwrap()
}

/// A position with the given squares covered in otherwise empty ranks.
fn position(ranks: &[(usize, &str)], rest: &str) -> String {
    let rank =
        |rank: usize| ranks.iter().find(|&&(number, _)| number == rank).map_or("19", |&(_, text)| text);
    let rows: Vec<&str> = (1..=19).rev().map(rank).collect();
    format!("{} {rest}", rows.join("/"))
}

#[test]
fn first_placements() {
    let game = open(ID);
    let tokens = legal(&*game);
    assert_eq!(tokens.len(), 231);
    let expected = [[1, 1, 1], [4, 8, 8], [12, 12, 12], [8, 16, 16], [20, 20, 20], [24, 24, 24]];
    assert_eq!(counts(&tokens, 'u'), expected);
    assert_eq!(counts(&tokens, 'd'), [[0; 3]; 6]);
    let scores: Vec<u32> = tokens.iter().map(|token| score(token)).collect();
    let best = scores.iter().max().copied();
    assert_eq!((best, scores.iter().filter(|&&score| Some(score) == best).count()), (Some(5), 24));
    assert_eq!(perft_from(ID, None, 1..=1), [231]);
}

#[test]
fn second_placements() {
    let game = after(ID, "E1u:j10");
    assert_eq!(game.position(), position(&[(10, "9#9")], &format!("E23R123Q123S123D123G123 {ALL} 2 1-0")));
    let tokens = legal(&*game);
    assert_eq!(tokens.len(), 1024);
    let up = counts(&tokens, 'u');
    assert_eq!(up, [[4, 4, 4], [12, 24, 24], [28, 28, 28], [16, 32, 32], [40, 40, 40], [52, 52, 52]]);
    assert_eq!(counts(&tokens, 'd'), up);
}

#[test]
fn scores_of_placements() {
    assert_eq!(score("G1u:g11,h11,i11,j9,j10,j11"), 3);
    assert_eq!(score("D3u:h9,h10,i9,j9,j10*i9"), 5);
    assert_eq!(score("E1u:j10"), 1);
}

/// Face down a tile scores half, rounded down.
#[test]
fn halving() {
    let rods = |ranks: &[(usize, &str)], tiles: &str, token: &str| {
        let mut game = at(ID, &position(ranks, &format!("{tiles} {ALL} 2 3-0")));
        play(&mut *game, token);
        game.position().rsplit_once('-').unwrap().1.to_owned()
    };
    let to_n11 = [(11, "13#5"), (10, "9#####5")];
    assert_eq!(rods(&to_n11, "E123R123Q123S123D123G12", "E2d:n12*n12"), "4");
    assert_eq!(rods(&[(10, "6####9")], "E123R123Q123S23D123G123", "E3d:g11*g11"), "1");
    assert_eq!(rods(&[(10, "9##8")], "E123R23Q123S123D123G123", "E1d:k11"), "0");
    assert_eq!(rods(&to_n11, "E123R123Q123S123D123G12", "E2u:n12*n12"), "8");
}

#[test]
fn tiles_abut_orthogonally() {
    let mut game = open(ID);
    assert!(illegal(&mut *game, "E1d:j10").contains("face up"));
    assert!(illegal(&mut *game, "E1u:k10").contains("covers j10"));
    play(&mut *game, "E1u:j10");
    assert!(illegal(&mut *game, "E1u:k11").contains("beside another"));
    assert!(illegal(&mut *game, "E1u:j10").contains("j10 is covered"));
    play(&mut *game, "E1u:k10");
    assert!(illegal(&mut *game, "E1u:l10").contains("the tile E1 has been placed"));
    play(&mut *game, "E2u:k11*k11");
}

#[test]
fn nothing_is_placed_beside_a_tile_that_was_just_placed_face_down() {
    let mut game = after(ID, "R1u:j10,k10 R2d:l10,l11*l10");
    let text = game.position();
    assert!(text.contains("/11x7/9##x7/") && text.contains(" 1 "), "{text}");
    for square in ["m10", "k11", "l12", "l9"] {
        let rule = format!("{square} is beside the tile");
        assert!(illegal(&mut *game, &format!("E1u:{square}")).contains(&rule));
        assert!(illegal(&mut *at(ID, &text), &format!("E1u:{square}")).contains(&rule));
    }
    // Its corners may be met, and it bars for one turn.
    play(&mut *game, "E1u:k9");
    assert!(!game.position().contains('x'));
    play(&mut *game, "E1u:m10 E2u:k11*k11");
}

#[test]
fn corners_open_with_the_entry_score() {
    let ranks = [(14, "14#4"), (13, "14#4"), (12, "14#4"), (11, "14#4"), (10, "9######4")];
    let tiles = "E123R123Q123S123D123G12 E123R123Q123S12D123G123";
    let place = |spec: &str, score: u32| {
        at(spec, &position(&ranks, &format!("{tiles} 1 {score}-0")))
            .play("E1u:o15")
            .map_err(|error| error.message)
    };
    assert!(place(ID, 74).unwrap_err().contains("o15 is in a corner, which is open from 75 points on"));
    assert_eq!(place(ID, 75), Ok(()));
    assert!(place("skirrid(entry_score=76)", 75).is_err());
    assert_eq!(place("skirrid(entry_score=0)", 3), Ok(()));
    // The opponent's score opens nothing.
    let text = position(&ranks, &format!("{tiles} 1 74-90"));
    assert!(illegal(&mut *at(ID, &text), "E1u:o15").contains("open from 75"));
}

/// A board on which the free squares of the diamond lie in strips of one file, and so many squares are covered.
fn strips(covered: usize, rest: &str) -> String {
    let inside = |file: i32, rank: i32| (file - 9).abs() + (rank - 9).abs() <= 9;
    let bars = |file: i32, rank: i32| inside(file, rank) && (file % 2 == 1 || rank == 9);
    let squares = || (0..19).flat_map(|rank| (0..19).map(move |file| (file, rank)));
    let missing = covered - squares().filter(|&(file, rank)| bars(file, rank)).count();
    let filled: Vec<(i32, i32)> =
        squares().filter(|&(file, rank)| inside(file, rank) && !bars(file, rank)).take(missing).collect();
    let rows: Vec<String> = (0..19)
        .rev()
        .map(|rank| {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..19 {
                if bars(file, rank) || filled.contains(&(file, rank)) {
                    if empty > 0 {
                        row += &empty.to_string();
                    }
                    row.push('#');
                    empty = 0;
                } else {
                    empty += 1;
                }
            }
            if empty > 0 { row + &empty.to_string() } else { row }
        })
        .collect();
    format!("{} {rest}", rows.join("/"))
}

#[test]
fn passes_are_forced_and_end_the_game() {
    let mut game = at(ID, &strips(114, "G3 G1 1 60-50"));
    assert_eq!(legal(&*game), ["pass"]);
    play(&mut *game, "pass");
    assert!(game.position().ends_with("G3 G1 2 60-50 p"));
    assert_eq!(at(ID, &game.position()).position(), game.position());
    play(&mut *game, "pass");
    assert_eq!((scores(&*game), points(&*game)), (vec![1.0, 0.0], vec![60.0, 50.0]));
    assert!(game.position().ends_with("G3 G1 1 60-50 pp"));
    assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
    // One player alone passes twice.
    let mut game = at(ID, &strips(120, "G3 - 1 50-50"));
    play(&mut *game, "pass");
    assert!(game.position().ends_with("G3 - 1 50-50 p"));
    play(&mut *game, "pass");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.5, 0.5], "drawn"));
    // A placement between two passes begins the count afresh, and who can place does not pass.
    let mut game = at(ID, &strips(119, "G3 E1 1 60-50"));
    play(&mut *game, "pass");
    assert!(illegal(&mut *game, "pass").contains("only if no tile can be placed"));
    let token = legal(&*game).first().cloned().unwrap();
    play(&mut *game, &token);
    assert_eq!(legal(&*game), ["pass"]);
    play(&mut *game, "pass");
    assert!(game.outcome().is_none());
    play(&mut *game, "pass");
    assert_eq!(outcome(&*game).reason, "won");
}

#[test]
fn a_player_without_tiles_is_skipped() {
    let mut game = at(ID, &strips(124, "E12 - 1 60-63"));
    let down = legal(&*game).into_iter().find(|token| token.starts_with("E1d")).unwrap();
    play(&mut *game, &down);
    // The own tile bars nothing.
    assert!(game.position().contains(" E2 - 1 ") && !game.position().contains('x'));
    let up = legal(&*game).into_iter().find(|token| token.starts_with("E2u")).unwrap();
    play(&mut *game, &up);
    assert!(game.outcome().is_some());
    assert_eq!(at(ID, &game.position()).outcome(), game.outcome());
}

#[test]
fn a_pass_lifts_the_bar() {
    // Player 2 covers e10 face down; Player 1 has no room for its tile, and Player 2 is to move again.
    let mut game = at(ID, &strips(118, "G3 E12 2 60-50"));
    let down = legal(&*game).into_iter().find(|token| token.starts_with("E1d")).unwrap();
    play(&mut *game, &down);
    assert_eq!(legal(&*game), ["pass"]);
    assert!(game.position().contains('x'));
    play(&mut *game, "pass");
    assert!(!game.position().contains('x'));
}

#[test]
fn other_shapes_and_numbers() {
    let bars = "skirrid(shapes=*;*#;*##;*###;*####;*#####)";
    let expected = [[1, 1, 1], [4, 8, 8], [6, 12, 12], [8, 16, 16], [10, 20, 20], [12, 24, 24]];
    assert_eq!(counts(&legal(&*open(bars)), 'u'), expected);
    let ones = vec![vec!["1"; 19].join(" "); 19].join("/");
    let game = after(&format!("skirrid(numbers=\"{ones}\")"), "G3u:g11,h11,i11,j9,j10,j11*g11");
    assert!(game.position().ends_with(" 2 8-0"));
    for (spec, message) in [
        ("skirrid(numbers=1)", "option `numbers`"),
        ("skirrid(shapes=*)", "option `shapes`"),
        ("skirrid(entry_score=201)", "option `entry_score`"),
    ] {
        let error = session::open(spec).err().expect("the option is wrong").to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn faces() {
    // The drawn snake lies face up, its mirror image face down.
    let (drawn, mirrored) = ("h10,i10,i11,j11*h10", "h12,i11,i12,j11*h12");
    let first = position(&[(10, "9#9")], &format!("E23R123Q123S123D123G123 {ALL} 2 1-0"));
    let may =
        |spec: &str, face: char, squares: &str| at(spec, &first).play(&format!("S2{face}:{squares}")).is_ok();
    for (spec, down) in [(ID, mirrored), ("skirrid(mirror_when_down=false)", drawn)] {
        assert!(may(spec, 'u', drawn) && !may(spec, 'u', mirrored));
        assert_eq!(
            [drawn, mirrored].map(|squares| may(spec, 'd', squares)),
            [down == drawn, down == mirrored]
        );
    }
}

#[test]
fn tokens_that_are_no_placements() {
    let refused = |token: &str| illegal(&mut *after(ID, "E1u:j10"), token);
    assert!(refused("pass").contains("only if no tile can be placed"));
    assert!(refused("R1u:j11,k12").contains("cannot lie like this"));
    assert!(refused("R2u:j11,j12").contains("cannot lie like this"));
    assert!(refused("R1u:j11,j12*j11").contains("cannot lie like this"));
    assert!(refused("E2u:j11*j12").contains("cannot lie like this"));
    for token in
        ["", "E", "E1", "E1u", "E1u:", "E4u:j11", "X1u:j11", "E1x:j11", "E1u:t11", "E1u:j11,", "Eéu:j11"]
    {
        assert!(refused(token).contains("not a legal move"), "{token}");
    }
    // The squares are read in any order.
    play(&mut *after(ID, "E1u:j10"), "Q1u:k11,k10,j11");
}

#[test]
fn impossible_positions_are_refused() {
    let used = "E23R123Q123S123D123G123";
    for (text, message) in [
        (String::new(), "expected the ranks"),
        (position(&[(10, "9#9")], &format!("{used} {ALL} 2")), "expected the ranks"),
        (position(&[(10, "9#9")], &format!("{used} {ALL} 3 1-0")), "`1` or `2`"),
        (position(&[(10, "9#9")], &format!("{used} {ALL} 2 1")), "two scores"),
        (position(&[(10, "9#9")], &format!("{used} {ALL} 2 26-0")), "score 25 at most"),
        (position(&[(10, "9#9")], &format!("{used} {ALL} 2 1-0 q")), "passes in a row"),
        (position(&[(10, "9#9")], &format!("{used} {ALL} 2 1-0 ppp")), "passes in a row"),
        (position(&[(10, "9#9")], &format!("E23 {ALL} 2 1-0")), "cover 61 squares"),
        (position(&[(10, "9#9")], &format!("{used}G {ALL} 2 1-0")), "expected tiles as"),
        (position(&[(10, "9#9")], &format!("R123E23Q123S123D123G123 {ALL} 2 1-0")), "expected tiles as"),
        (position(&[(10, "9##8")], &format!("{used} {ALL} 2 1-0")), "cover 1 squares, found 2"),
        (position(&[(10, "8#10")], &format!("{used} {ALL} 2 1-0")), "covers j10"),
        (position(&[(10, "9y9")], &format!("{used} {ALL} 2 1-0")), "j10: expected"),
        (position(&[(10, "9#8")], &format!("{used} {ALL} 2 1-0")), "rank 10"),
        (
            position(&[(10, "9#9"), (12, "9#9")], &format!("E3R123Q123S123D123G123 {ALL} 2 1-0")),
            "j12: all tiles",
        ),
        (position(&[(10, "9x9")], &format!("{used} {ALL} 2 1-0")), "first tile lies face up"),
        (position(&[(10, "9#x8")], &format!("{used} {ALL} 1 1-0")), "cover 1 squares"),
        (position(&[(10, "9#x8")], &format!("{used} {used} 2 1-0")), "first tile lies face up"),
        (
            position(&[(10, "9#xx7")], &format!("E3R123Q123S123D123G123 {used} 2 1-0")),
            "no tile that Player 1",
        ),
        (
            position(&[(10, "9##8")], &format!("{ALL} E123R23Q123S123D123G123 1 0-1")),
            "Player 1 places the first",
        ),
        (position(&[], &format!("{ALL} {ALL} 2 0-0")), "Player 1 places the first"),
        (strips(120, "G3 - 2 50-50"), "Player 2 has no tile left"),
    ] {
        let found = refused(ID, &text);
        assert!(found.contains(message), "`{text}`: {found}");
    }
    let corner = [(19, "18#"), (10, "9#9")];
    let tiles = format!("E3R123Q123S123D123G123 {ALL} 2 2-0");
    assert!(refused(ID, &position(&corner, &tiles)).contains("s19: all tiles"));
    let ranks = [(15, "14#4"), (14, "14#4"), (13, "14#4"), (12, "14#4"), (11, "14#4"), (10, "9######4")];
    let tiles = "E23R123Q123S123D123G12 E123R123Q123S12D123G123 2 74-74";
    assert!(refused(ID, &position(&ranks, tiles)).contains("o15: the corners are open from 75 points on"));
}
