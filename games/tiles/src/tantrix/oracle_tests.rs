//! The rules once more on a map of cells, to check the fast ones. Links are walked from tile to tile, and
//! each restriction is taken literally.

use std::collections::{BTreeMap, BTreeSet};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Tantrix;
use torneo_contract::{Described, Game, Notation, Options, Scratch, Solving, Turn, playout};

type Point = (i32, i32);
const AROUND: [Point; 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

/// The letters of the sides, clockwise from the north-east.
type Sides = [char; 6];

/// A position as its text shows it.
#[derive(Clone)]
struct OracleState {
    tiles: BTreeMap<Point, Sides>,
    hands: Vec<Vec<String>>,
    bag: usize,
    seat: usize,
    stage: String,
    idle: usize,
}

fn sides(code: &str, turns: usize) -> Sides {
    let code: Vec<char> = code.chars().collect();
    std::array::from_fn(|side| code[(side + 6 - turns) % 6])
}

fn placed(token: &str) -> (Point, Sides) {
    let (code, place) = token.split_once('@').unwrap();
    let (cell, turns) = place.split_once(':').unwrap();
    let (q, r) = cell.split_once(',').unwrap();
    ((q.parse().unwrap(), r.parse().unwrap()), sides(code, turns.parse().unwrap()))
}

fn read(text: &str) -> OracleState {
    let fields: Vec<&str> = text.split(" | ").collect();
    let list = |field: &str| -> Vec<String> {
        field.split(' ').filter(|&item| item != "-").map(str::to_owned).collect()
    };
    let tiles: BTreeMap<Point, Sides> = list(fields[0]).iter().map(|token| placed(token)).collect();
    let hands: Vec<Vec<String>> =
        fields[1..fields.len() - 1].iter().map(|hand| list(hand)[1..].to_vec()).collect();
    let state: Vec<&str> = fields[fields.len() - 1].split(' ').collect();
    OracleState {
        bag: 56 - tiles.len() - hands.iter().map(Vec::len).sum::<usize>(),
        tiles,
        hands,
        seat: "RYGB".find(state[0]).unwrap(),
        stage: state[1].to_owned(),
        idle: state[2].parse().unwrap(),
    }
}

fn near((q, r): Point) -> impl Iterator<Item = Point> {
    AROUND.into_iter().map(move |(dq, dr)| (q + dq, r + dr))
}

fn border(tiles: &BTreeSet<Point>) -> BTreeSet<Point> {
    tiles.iter().copied().flat_map(near).filter(|at| !tiles.contains(at)).collect()
}

fn neighbours(tiles: &BTreeSet<Point>, at: Point) -> usize {
    near(at).filter(|at| tiles.contains(at)).count()
}

/// What touches a cell.
fn touching(tiles: &BTreeMap<Point, Sides>, at: Point) -> Vec<Option<char>> {
    near(at).enumerate().map(|(side, other)| tiles.get(&other).map(|tile| tile[(side + 3) % 6])).collect()
}

fn keeps_restrictions(tiles: &BTreeMap<Point, Sides>) -> bool {
    let mut cells: BTreeSet<Point> = tiles.keys().copied().collect();
    for at in border(&cells) {
        let touching = touching(tiles, at);
        if "BGRY".chars().any(|colour| touching.iter().filter(|&&side| side == Some(colour)).count() > 2) {
            return false;
        }
    }
    loop {
        let empty = border(&cells);
        if empty.iter().any(|&at| neighbours(&cells, at) > 3) {
            return false;
        }
        let Some(&first) = empty.iter().find(|&&at| neighbours(&cells, at) == 3) else { return true };
        cells.insert(first);
    }
}

impl OracleState {
    /// The legal placements, and whether they fill forced spaces.
    fn legal(&self, restrictions: bool) -> (BTreeSet<String>, bool) {
        let hand = &self.hands[self.seat];
        if self.tiles.is_empty() {
            return (hand.iter().map(|code| format!("{code}@0,0:0")).collect(), false);
        }
        let cells: BTreeSet<Point> = self.tiles.keys().copied().collect();
        let mut found = [BTreeSet::new(), BTreeSet::new()];
        for at in border(&cells) {
            let touching = touching(&self.tiles, at);
            for code in hand {
                for turns in 0..6 {
                    let tile = sides(code, turns);
                    if (0..6).any(|side| touching[side].is_some_and(|colour| colour != tile[side])) {
                        continue;
                    }
                    let mut next = self.tiles.clone();
                    next.insert(at, tile);
                    if !restrictions || self.bag == 0 || keeps_restrictions(&next) {
                        let forced = usize::from(neighbours(&cells, at) > 2);
                        found[forced].insert(format!("{code}@{},{}:{turns}", at.0, at.1));
                    }
                }
            }
        }
        let [mut free, forced] = found;
        if !forced.is_empty() {
            return (forced, true);
        }
        if free.is_empty() {
            free.insert("-".to_owned());
        }
        (free, false)
    }

    /// The points of a colour.
    fn points(&self, colour: char) -> usize {
        let mut best = 0;
        for (&start, tile) in &self.tiles {
            for from in (0..6).filter(|&side| tile[side] == colour) {
                let (mut at, mut entered, mut length) = (start, from, 0);
                while let Some(tile) = self.tiles.get(&at) {
                    length += 1;
                    let leaves = (0..6).find(|&side| side != entered && tile[side] == colour).unwrap();
                    at = (at.0 + AROUND[leaves].0, at.1 + AROUND[leaves].1);
                    entered = (leaves + 3) % 6;
                    if at == start && entered == from {
                        length *= 2;
                        break;
                    }
                }
                best = best.max(length);
            }
        }
        best
    }
}

fn game(spec: &str) -> Tantrix {
    Tantrix::new(&Options::check(&spec.parse().unwrap(), Tantrix::INFO.options).unwrap()).unwrap()
}

fn written(game: &Tantrix, position: &super::Position, action: super::Action) -> String {
    let mut text = String::new();
    game.write_action(position, action, &mut text);
    text
}

#[test]
fn turns_are_those_of_the_slow_rules() {
    for (spec, restrictions, games) in [
        ("tantrix", true, 2),
        ("tantrix(players=3)", true, 1),
        ("tantrix(players=4, hand=2)", true, 1),
        ("tantrix(hand=10)", true, 1),
        ("tantrix(restrictions=false, hand=3)", false, 2),
    ] {
        let game = game(spec);
        let (mut rng, mut scratch) = (Xoshiro256PlusPlus::seed_from_u64(5), Scratch::default());
        for _ in 0..games {
            let mut position = game.start();
            loop {
                let table = read(&game.position_text(&position));
                for (colour, points) in "BGRY".chars().zip(position.board.best) {
                    assert_eq!(table.points(colour), usize::from(points), "{colour}");
                }
                let action = match game.turn(&position) {
                    Turn::Chance => game.chance_at(&position, rng.next_u64(), &mut scratch),
                    Turn::Seat(seat) => {
                        let (expected, pressed) = table.legal(restrictions);
                        let mut found = Vec::new();
                        game.actions(&position, seat, &mut found);
                        let tokens: BTreeSet<String> =
                            found.iter().map(|&action| written(&game, &position, action)).collect();
                        assert_eq!(tokens, expected, "{spec}: {}", game.position_text(&position));
                        assert!(pressed || table.stage != "end", "the turn is over");
                        game.random_action(&position, seat, &mut rng, &mut scratch)
                    }
                    _ => break,
                };
                let token = written(&game, &position, action);
                game.apply(&mut position, action);
                check_order(&table, &token, &read(&game.position_text(&position)), restrictions);
            }
            let table = read(&game.position_text(&position));
            let all_placed = table.tiles.len() == 56;
            assert!(all_placed || table.idle == game.seats(), "{}", game.position_text(&position));
        }
    }
}

/// The seat and the stage that follow a ply.
fn check_order(before: &OracleState, token: &str, after: &OracleState, restrictions: bool) {
    if before.stage == "deal"
        || after.tiles.len() + after.hands.iter().map(Vec::len).sum::<usize>() == after.tiles.len()
    {
        return;
    }
    let next_seat = (before.seat + 1) % before.hands.len();
    let place = token.contains('@');
    let stage = match (token, before.stage.as_str()) {
        ("-", "begin") => {
            assert_eq!((after.seat, after.stage.as_str(), after.idle), (next_seat, "begin", before.idle + 1));
            return;
        }
        ("-", _) => {
            assert_eq!((after.seat, after.stage.as_str(), after.idle), (next_seat, "begin", 0));
            return;
        }
        (_, stage) if !place => stage.to_owned(),
        (_, "end") => "end".to_owned(),
        (_, _) if before.legal(restrictions).1 => "forced".to_owned(),
        (..) => "end".to_owned(),
    };
    let same_turn = OracleState { seat: before.seat, stage: stage.clone(), ..after.clone() };
    let expected = if place && after.bag > 0 || stage == "forced" || same_turn.legal(restrictions).1 {
        (before.seat, stage.as_str())
    } else {
        (next_seat, "begin")
    };
    assert_eq!((after.seat, after.stage.as_str()), expected, "after {token}");
}

/// What is counted around a cell is how many of its neighbours hold tiles, real ones or in thought.
#[test]
fn counts_around_cells_are_kept_up_to_date() {
    let (game, mut scratch) = (game("tantrix"), Scratch::default());
    let (mut rng, mut most) = (Xoshiro256PlusPlus::seed_from_u64(4), 0);
    for _ in 0..60 {
        let mut position = game.start();
        while !matches!(game.turn(&position), Turn::Over) {
            playout::random_ply(&game, &mut position, &mut rng, &mut scratch);
            let mosaic = &position.board.mosaic;
            let holds = |cell| mosaic.tile(cell).is_some() || mosaic.is_marked(cell);
            // Those around the tiles, and those around these.
            let around = mosaic
                .open()
                .iter()
                .flat_map(|open| (0..6).map(|side| mosaic.next(open.cell, side)).chain([open.cell]));
            for cell in around {
                let counted = (0..6).filter(|&side| holds(mosaic.next(cell, side))).count();
                let expected = (!holds(cell)).then_some(counted as u32);
                assert_eq!(mosaic.counted_around(cell), expected, "{cell:?}");
                most = most.max(counted);
            }
        }
    }
    assert!(most > 2);
}

/// A position turned and mirrored, with all its tiles, has the same hash.
#[test]
fn symmetric_positions_have_one_hash() {
    let game = game("tantrix(hand=1)");
    let hash = |text: &str| game.symmetric_hash(&game.parse_position(text).unwrap());
    let hands = "R BBGGYY | Y BBGYGY | Y begin 0";
    let first = hash(&format!("BBGGRR@0,0:0 BBRRYY@0,-1:0 | {hands}"));
    // The second tile is the one at the origin; both are turned by four steps.
    assert_eq!(first, hash(&format!("BBRRYY@0,0:0 BBGGRR@0,1:0 | {hands}")));
    assert_ne!(first, hash(&format!("BBGGRR@0,0:0 BBRRYY@0,-1:0 | {}", hands.replace("BBGGYY", "BBGYYG"))));
    let game = super::oracle_tests::game("tantrix");
    let (mut rng, mut scratch) = (Xoshiro256PlusPlus::seed_from_u64(2), Scratch::default());
    let mut position = game.start();
    playout::playout(&game, &mut position, 60, &mut rng, &mut scratch);
    let text = game.position_text(&position);
    let (tiles, rest) = text.split_once(" | ").unwrap();
    for turns in 1..6 {
        let turned: Vec<String> = tiles.split(' ').map(|token| turned(token, turns)).collect();
        let mut images: Vec<(String, bool)> =
            turned.into_iter().map(|token| (token.clone(), token.ends_with(":0"))).collect();
        // A text needs an origin without rotation; any tile will do.
        let Some((origin, _)) = images.iter().find(|(_, straight)| *straight).cloned() else { continue };
        let ((oq, or), _) = placed(&origin);
        for (token, _) in &mut images {
            let ((q, r), _) = placed(token);
            let (code, place) = token.split_once('@').unwrap();
            *token = format!("{code}@{},{}:{}", q - oq, r - or, place.split_once(':').unwrap().1);
        }
        let image: Vec<String> = images.into_iter().map(|(token, _)| token).collect();
        let other = game.parse_position(&format!("{} | {rest}", image.join(" "))).unwrap();
        assert_eq!(game.symmetric_hash(&other), game.symmetric_hash(&position), "{turns}");
        assert_ne!(game.hash(&other), game.hash(&position));
    }
}

/// A placed tile after so many sixths of a turn round the origin.
fn turned(token: &str, turns: usize) -> String {
    let ((mut q, mut r), _) = placed(token);
    for _ in 0..turns {
        (q, r) = (-r, q + r);
    }
    let (code, place) = token.split_once('@').unwrap();
    let own: usize = place.split_once(':').unwrap().1.parse().unwrap();
    format!("{code}@{q},{r}:{}", (own + turns) % 6)
}
