//! The rules once more, ring by ring. They generate and test moves, to check the bit sets.

use std::collections::{BTreeMap, BTreeSet};

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::board::LETTERS;
use super::{Board, COLOURS, Zertz};
use torneo_contract::playout;
use torneo_contract::{Described, Game, Notation, Options, Scratch, Turn};

type Point = (i32, i32);
const AROUND: [Point; 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// What is on each ring that is there: nothing or a colour.
type Rings = BTreeMap<Point, Option<usize>>;

fn plus((x, y): Point, (dx, dy): Point) -> Point {
    (x + dx, y + dy)
}

fn name(side: i32, (x, y): Point) -> String {
    let low = (1 - side).max(x - side + 1);
    format!("{}{}", &"ABCDEFGHJ"[(x + side - 1) as usize..][..1], y - low + 1)
}

/// The rings that a position text shows.
fn read(side: i32, text: &str) -> Rings {
    let mut points: BTreeMap<String, Point> = BTreeMap::new();
    for x in 1 - side..side {
        let heights = (1 - side..side).filter(|y| (x - y).abs() < side);
        points.extend(heights.map(|y| (name(side, (x, y)), (x, y))));
    }
    let placed = text.split('|').next().unwrap();
    let ring = |item: &str| {
        let colour = LETTERS.iter().position(|&letter| item.ends_with(letter) && item.len() > 2);
        (points[item.trim_end_matches(LETTERS.map(|letter| letter))], colour)
    };
    placed.split_whitespace().map(ring).collect()
}

fn jumps_on(side: i32, rings: &Rings, at: Point, path: &str, found: &mut BTreeSet<String>) {
    let mut stuck = true;
    for step in AROUND {
        let (over, to) = (plus(at, step), plus(plus(at, step), step));
        if matches!(rings.get(&over), Some(Some(_))) && rings.get(&to) == Some(&None) {
            stuck = false;
            let mut next = rings.clone();
            let marble = next.insert(at, None).unwrap();
            next.insert(over, None);
            next.insert(to, marble);
            jumps_on(side, &next, to, &format!("{path}-{}", name(side, to)), found);
        }
    }
    if stuck && path.contains('-') {
        found.insert(path.to_owned());
    }
}

fn is_free(rings: &Rings, at: Point) -> bool {
    let missing = |k: usize| !rings.contains_key(&plus(at, AROUND[k % 6]));
    rings.get(&at) == Some(&None) && (0..6).any(|k| missing(k) && missing(k + 1))
}

/// All legal turns.
fn legal(side: i32, rings: &Rings, colours: &[usize]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (&at, _) in rings.iter().filter(|(_, colour)| colour.is_some()) {
        jumps_on(side, rings, at, &format!("x{}", name(side, at)), &mut found);
    }
    if !found.is_empty() {
        return found;
    }
    for (&at, _) in rings.iter().filter(|(_, colour)| colour.is_none()) {
        let mut next = rings.clone();
        next.insert(at, Some(0));
        let free: Vec<Point> = rings.keys().copied().filter(|&gone| is_free(&next, gone)).collect();
        for &colour in colours {
            let placed = format!("{}{}", LETTERS[colour], name(side, at));
            found.extend(free.iter().map(|&gone| format!("{placed},{}", name(side, gone))));
            if free.is_empty() {
                found.insert(placed);
            }
        }
    }
    found
}

/// The rings that a placement claims, with it and a removal done: all groups are walked.
fn claimed(rings: &Rings) -> BTreeSet<Point> {
    let (mut claimed, mut seen) = (BTreeSet::new(), BTreeSet::new());
    for &first in rings.keys() {
        if !seen.insert(first) {
            continue;
        }
        let mut group = vec![first];
        for next in 0.. {
            let Some(&at) = group.get(next) else { break };
            let near = AROUND.map(|step| plus(at, step));
            group.extend(near.into_iter().filter(|at| rings.contains_key(at) && seen.insert(*at)));
        }
        if group.iter().all(|at| rings[at].is_some()) {
            claimed.extend(group);
        }
    }
    claimed
}

fn colours(board: &Board) -> Vec<usize> {
    (0..COLOURS).filter(|&colour| board.supply()[colour] > 0).collect()
}

#[test]
fn turns_are_those_of_the_slow_rules() {
    let mut claims = 0;
    for (spec, side) in [("zertz", 4), ("zertz(mode=blitz)", 4), ("zertz(rings=61)", 5)] {
        let options = Options::check(&spec.parse().unwrap(), Zertz::INFO.options).unwrap();
        let game = Zertz::new(&options).unwrap();
        let (mut rng, mut scratch) = (Xoshiro256PlusPlus::seed_from_u64(7), Scratch::default());
        for _ in 0..60 {
            let mut position = game.start();
            while let Turn::Seat(seat) = game.turn(&position) {
                let before = read(side, &game.position_text(&position));
                let mut found = Vec::new();
                game.actions(&position, seat, &mut found);
                let mut written: Vec<String> = Vec::new();
                for action in found {
                    written.push(String::new());
                    game.write_action(&position, action, written.last_mut().unwrap());
                }
                written.sort_unstable();
                let expected = legal(side, &before, &colours(&position.board));
                assert!(written.iter().eq(expected.iter()), "{}", game.position_text(&position));
                let action = game.random_action(&position, seat, &mut rng, &mut scratch);
                let mut token = String::new();
                game.write_action(&position, action, &mut token);
                game.apply(&mut position, action);
                let after = read(side, &game.position_text(&position));
                if let Some(placed) = token.strip_prefix(LETTERS) {
                    let mut expected = before;
                    let colour = LETTERS.iter().position(|&letter| token.starts_with(letter));
                    for (index, ring) in placed.split(',').enumerate() {
                        let at = expected.keys().copied().find(|&at| name(side, at) == ring).unwrap();
                        if index == 0 {
                            expected.insert(at, colour)
                        } else {
                            expected.remove(&at)
                        };
                    }
                    let gone = claimed(&expected);
                    claims += u32::from(!gone.is_empty());
                    expected.retain(|at, _| !gone.contains(at));
                    assert_eq!(after, expected, "{token}");
                }
                assert_eq!(position.board.hash, position.board.full_hash(), "{token}");
            }
        }
    }
    assert!(claims > 20, "{claims} claims were seen");
}

/// With an empty pool positions can come back; a jump to one that stood twice before ends the game.
#[test]
fn the_third_occurrence_draws() {
    let options = Options::check(&"zertz".parse().unwrap(), Zertz::INFO.options).unwrap();
    let game = Zertz::new(&options).unwrap();
    let text = "A1 A2W A3W A4 B1W B2 B3 B4 B5 | W0 G0 B0 | 1/4/5 - 2/4/5 | 40";
    for (earlier, ends) in [(0, false), (1, false), (2, true)] {
        let mut position = game.parse_position(text).unwrap();
        let mut actions = Vec::new();
        game.actions(&position, torneo_contract::Seat::FIRST, &mut actions);
        let jump = actions[0];
        let mut next = position.clone();
        game.apply(&mut next, jump);
        (0..earlier).for_each(|_| position.history.push(next.board.hash));
        game.apply(&mut position, jump);
        assert_eq!(position.board.over.is_some(), ends, "{earlier}");
        assert!(!ends || game.outcome(&position).reason == torneo_contract::reason::REPETITION);
    }
}

#[test]
fn random_games_end() {
    let options = Options::check(&"zertz".parse().unwrap(), Zertz::INFO.options).unwrap();
    let game = Zertz::new(&options).unwrap();
    let (mut rng, mut scratch) = (Xoshiro256PlusPlus::seed_from_u64(3), Scratch::default());
    for _ in 0..2000 {
        let mut position = game.start();
        let plies = playout::playout(&game, &mut position, 301, &mut rng, &mut scratch);
        assert!(plies <= 300 && game.turn(&position) == Turn::Over);
    }
}

/// What a search takes for noisy is what captures when it is played.
#[test]
fn noisy_turns_are_those_that_capture() {
    use rand_core::Rng as _;
    use torneo_contract::Heuristics;
    let options = Options::check(&"zertz".parse().unwrap(), Zertz::INFO.options).unwrap();
    let game = Zertz::new(&options).unwrap();
    let (mut rng, mut claims) = (Xoshiro256PlusPlus::seed_from_u64(11), 0);
    for _ in 0..12 {
        let (mut position, mut actions) = (game.start(), Vec::new());
        while let Turn::Seat(seat) = game.turn(&position) {
            actions.clear();
            game.actions(&position, seat, &mut actions);
            let before = position.board.captured;
            for &action in actions.iter().step_by(7) {
                let mut after = position.board;
                after.play(action);
                let total =
                    |captured: &[[_; COLOURS]; 2]| captured[seat.index()].map(i32::from).iter().sum::<i32>();
                // Marbles that are placed out of one's own captures are no fewer for it.
                let noisy = game.gain(&position)(action).is_some();
                let taken = total(&after.captured) > total(&before);
                assert!(noisy || !taken, "{action:?} in {position:?}");
                claims += u32::from(taken && matches!(action.kind(), super::action::Kind::Place { .. }));
            }
            game.apply(&mut position, actions[rng.next_u64() as usize % actions.len()]);
        }
    }
    assert!(claims > 20, "{claims} claims");
}
