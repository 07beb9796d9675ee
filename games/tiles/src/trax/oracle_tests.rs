//! The rules once more on a map of cells, to check the fast ones. Tracks are walked from tile to tile.

use std::collections::{BTreeMap, BTreeSet};

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Trax;
use torneo_contract::{Described, Game, Notation, Options, Scratch, Solving, Turn, reason};

type Point = (i32, i32);
/// North, east, south, west.
const AROUND: [Point; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
/// For each letter of a position text the white sides.
const WHITE: [(char, [usize; 2]); 6] =
    [('|', [0, 2]), ('-', [1, 3]), ('J', [0, 3]), ('F', [1, 2]), ('L', [0, 1]), ('7', [2, 3])];
const SYMBOLS: [(&str, &str); 3] = [("|-", "+"), ("JF", "/"), ("L7", "\\")];

/// The colours of the sides: whether they are white.
type Sides = [bool; 4];
type Plane = BTreeMap<Point, Sides>;

fn sides(white: [usize; 2]) -> Sides {
    std::array::from_fn(|side| white.contains(&side))
}

fn step((x, y): Point, side: usize) -> Point {
    (x + AROUND[side].0, y + AROUND[side].1)
}

fn read(text: &str) -> Plane {
    let rows = text.split(' ').next().unwrap().split('/').zip(0..);
    let cells = rows.flat_map(|(row, y)| row.chars().zip(0..).map(move |(letter, x)| ((x, y), letter)));
    cells.filter_map(|(at, l)| Some((at, sides(WHITE.iter().find(|(known, _)| *known == l)?.1)))).collect()
}

fn size(plane: &Plane) -> (Point, Point) {
    let (xs, ys) = (plane.keys().map(|at| at.0), plane.keys().map(|at| at.1));
    ((xs.clone().min().unwrap(), ys.clone().min().unwrap()), (xs.max().unwrap(), ys.max().unwrap()))
}

fn border(plane: &Plane) -> BTreeSet<Point> {
    let near = plane.keys().flat_map(|&at| (0..4).map(move |side| step(at, side)));
    near.filter(|at| !plane.contains_key(at)).collect()
}

/// What touches a cell.
fn touching(plane: &Plane, at: Point) -> [Option<bool>; 4] {
    std::array::from_fn(|side| plane.get(&step(at, side)).map(|tile| tile[(side + 2) % 4]))
}

fn fits(touching: [Option<bool>; 4], tile: Sides) -> bool {
    (0..4).all(|side| touching[side].is_none_or(|colour| colour == tile[side]))
}

/// Fills forced cells in the order of the cells; none if the turn is not allowed.
fn settled(mut plane: Plane) -> Option<Plane> {
    loop {
        let mut forced = None;
        for at in border(&plane) {
            let touching = touching(&plane, at);
            let most =
                [true, false].map(|colour| touching.iter().filter(|&&side| side == Some(colour)).count());
            if most.iter().any(|&count| count > 2) {
                return None;
            }
            if forced.is_none() && most.contains(&2) {
                let tile = WHITE.iter().map(|&(_, white)| sides(white)).find(|&tile| fits(touching, tile));
                forced = Some((at, tile.expect("two and at most two")));
            }
        }
        let Some((at, tile)) = forced else { return Some(plane) };
        plane.insert(at, tile);
    }
}

fn moves(plane: &Plane, small: bool) -> BTreeMap<String, Plane> {
    let ((left, top), (right, bottom)) = size(plane);
    let mut moves = BTreeMap::new();
    for at in border(plane) {
        let wide = right.max(at.0) - left.min(at.0) + 1;
        let high = bottom.max(at.1) - top.min(at.1) + 1;
        if small && wide.max(high) > 8 {
            continue;
        }
        for (letter, white) in WHITE {
            if fits(touching(plane, at), sides(white)) {
                let mut next = plane.clone();
                next.insert(at, sides(white));
                if let Some(next) = settled(next) {
                    let symbol = SYMBOLS.iter().find(|(letters, _)| letters.contains(letter)).unwrap().1;
                    let column = char::from(b'@' + (at.0 - left + 1) as u8);
                    let token = format!("{column}{}{symbol}", at.1 - top + 1);
                    assert!(moves.insert(token, next).is_none());
                }
            }
        }
    }
    moves
}

/// Whether a colour has a loop, and whether it has a line.
fn formations(plane: &Plane, white: bool) -> (bool, bool) {
    let ((left, top), (right, bottom)) = size(plane);
    let (mut has_loop, mut has_line) = (false, false);
    for (&start, tile) in plane {
        for from in (0..4).filter(|&side| tile[side] == white) {
            // Walks into the tile through one side and on to the end of the track.
            let (mut at, mut entered) = (start, from);
            loop {
                let tile = plane[&at];
                let leaves = (0..4).find(|&side| side != entered && tile[side] == white).unwrap();
                let next = step(at, leaves);
                if !plane.contains_key(&next) {
                    let across = |begin: Point, first: usize, end: Point, last: usize| {
                        let high =
                            right - left >= 7 && (first, last) == (3, 1) && begin.0 == left && end.0 == right;
                        let wide =
                            bottom - top >= 7 && (first, last) == (0, 2) && begin.1 == top && end.1 == bottom;
                        high || wide
                    };
                    has_line |= across(start, from, at, leaves);
                    break;
                }
                (at, entered) = (next, (leaves + 2) % 4);
                if at == start && entered == from {
                    has_loop = true;
                    break;
                }
            }
        }
    }
    (has_loop, has_line)
}

fn winner(plane: &Plane, mover: usize, loops_only: bool) -> Option<usize> {
    let wins = |seat: usize| {
        let (has_loop, has_line) = formations(plane, seat == 0);
        has_loop || has_line && !loops_only
    };
    [mover, 1 - mover].into_iter().find(|&seat| wins(seat))
}

#[test]
fn turns_are_those_of_the_slow_rules() {
    for (spec, small, loops_only, games) in [
        ("trax", false, false, 60),
        ("trax(board=8x8)", true, false, 40),
        ("trax(win=loop)", false, true, 20),
    ] {
        let options = Options::check(&spec.parse().unwrap(), Trax::INFO.options).unwrap();
        let game = Trax::new(&options).unwrap();
        let (mut rng, mut scratch) = (Xoshiro256PlusPlus::seed_from_u64(11), Scratch::default());
        for _ in 0..games {
            let mut position = game.start();
            let action = game.random_action(&position, torneo_contract::Seat::FIRST, &mut rng, &mut scratch);
            game.apply(&mut position, action);
            while let Turn::Seat(seat) = game.turn(&position) {
                let text = game.position_text(&position);
                let expected = moves(&read(&text), small);
                let mut found = Vec::new();
                game.actions(&position, seat, &mut found);
                let mut written: Vec<String> = Vec::new();
                for action in found {
                    written.push(String::new());
                    game.write_action(&position, action, written.last_mut().unwrap());
                }
                written.sort_unstable();
                assert!(written.iter().eq(expected.keys()), "{text}: {written:?}");
                let action = game.random_action(&position, seat, &mut rng, &mut scratch);
                let mut token = String::new();
                game.write_action(&position, action, &mut token);
                game.apply(&mut position, action);
                let (low, _) = size(&expected[&token]);
                let moved = expected[&token].iter().map(|(&(x, y), &tile)| ((x - low.0, y - low.1), tile));
                let after: Plane = moved.collect();
                assert_eq!(read(&game.position_text(&position)), after, "{text}: {token}");
                let over = position.over.filter(|over| over.reason == reason::WON);
                let expected = winner(&after, seat.index(), loops_only);
                assert_eq!(
                    over.and_then(|over| over.winner).map(torneo_contract::Seat::index),
                    expected,
                    "{text} {token}"
                );
            }
        }
    }
}

/// The text of a position after a quarter turn clockwise, and its mirror image.
fn images(text: &str) -> [String; 2] {
    let (rows, side) = text.split_once(' ').unwrap();
    let rows: Vec<Vec<char>> = rows.split('/').map(|row| row.chars().collect()).collect();
    let image =
        |from: &str, to: &str, letter: char| from.find(letter).map_or(letter, |at| to.as_bytes()[at].into());
    let turned = (0..rows[0].len())
        .map(|x| rows.iter().rev().map(|row| image("|-JLF7", "-|LF7J", row[x])).collect::<String>());
    let mirrored =
        rows.iter().map(|row| row.iter().rev().map(|&l| image("JLF7", "LJ7F", l)).collect::<String>());
    [turned.collect::<Vec<_>>(), mirrored.collect()].map(|rows| format!("{} {side}", rows.join("/")))
}

#[test]
fn symmetric_positions_have_one_hash() {
    let game = Trax::new(&Options::check(&"trax".parse().unwrap(), Trax::INFO.options).unwrap()).unwrap();
    let (mut rng, mut scratch) = (Xoshiro256PlusPlus::seed_from_u64(4), Scratch::default());
    for _ in 0..50 {
        let mut position = game.start();
        torneo_contract::playout::playout(&game, &mut position, 6, &mut rng, &mut scratch);
        let mut text = game.position_text(&position);
        for quarter in 0..4 {
            for image in images(&text) {
                let other = game.parse_position(&image).unwrap();
                assert_eq!(game.symmetric_hash(&other), game.symmetric_hash(&position), "{image}");
                assert_eq!(game.hash(&other) == game.hash(&position), other == position, "{quarter}");
            }
            [text, _] = images(&text);
        }
    }
}

/// Rows as wide as the window and wider: no cell is mistaken for one on the other side.
#[test]
fn long_rows_have_the_moves_of_the_slow_rules() {
    let game = Trax::new(&Options::check(&"trax".parse().unwrap(), Trax::INFO.options).unwrap()).unwrap();
    for length in 2..25 {
        let row: String = "JF".chars().cycle().take(length).collect();
        let text = format!("{row} w");
        let position = game.parse_position(&text).unwrap();
        let mut found = Vec::new();
        game.actions(&position, torneo_contract::Seat::FIRST, &mut found);
        assert_eq!(found.len(), moves(&read(&text), false).len(), "{text}");
        for action in found {
            let mut next = position.clone();
            game.apply(&mut next, action);
            assert!(next == game.parse_position(&game.position_text(&next)).unwrap(), "{text}");
        }
    }
}
