//! Steps and pushes compared with the rules with the cells as names, and the symmetries.

use std::collections::BTreeMap;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::cells::{CELLS, name};
use super::*;
use torneo_board::grid::BitSet;
use torneo_contract::{Described, Notation, Spec, playout};

fn game(spec: &str) -> BinFa {
    let spec: Spec = spec.parse().unwrap();
    BinFa::new(&Options::check(&spec, BinFa::INFO.options).unwrap()).unwrap()
}

/// Owner and units by the name of the cell.
type Stacks = BTreeMap<String, (usize, u8)>;

fn stacks(board: &Board) -> Stacks {
    let stack = |cell: usize| board.owner(cell).map(|owner| (name(cell), (owner, board.units[cell])));
    (0..CELLS).filter_map(stack).collect()
}

fn beside(cell: &str) -> Vec<String> {
    cells::NEAR[cells::parse(cell).unwrap()].members().map(name).collect()
}

fn take(stacks: &mut Stacks, cell: &str, units: u8) {
    let stack = stacks.get_mut(cell).unwrap();
    stack.1 -= units;
    if stack.1 == 0 {
        stacks.remove(cell);
    }
}

/// The stacks after a step or a push.
fn expected(board: &Board, action: Action) -> Stacks {
    let (mut stacks, mover) = (stacks(board), board.mover());
    let (owner, units, from, end) = match (action, board.turning.phase) {
        (Action::Step { units, from, end, .. }, _) => (mover, units, from, end),
        (Action::Push(to), Phase::Push(at, _)) => {
            (board.owner(at as usize).unwrap(), board.units[at as usize], at, to)
        }
        _ => return stacks,
    };
    let (from, end) = (name(from as usize), name(end as usize));
    take(&mut stacks, &from, units);
    stacks.entry(end.clone()).or_insert((owner, 0)).1 += units;
    let covered = |cell: &String| {
        let Some(&(owner, _)) = stacks.get(cell).filter(|stack| stack.0 != mover) else { return false };
        let terrain = |cell: &String| board.terrain.has(cells::parse(cell).unwrap());
        let near = beside(cell);
        near.iter().all(|side| terrain(side) || stacks.get(side).is_some_and(|stack| stack.0 != owner))
            && near.iter().any(|side| stacks.get(side).is_some_and(|stack| stack.0 == mover))
    };
    let looked_at: Vec<String> = beside(&end).into_iter().chain([end]).collect();
    let captured: Vec<String> = looked_at.into_iter().filter(covered).collect();
    stacks.retain(|cell, _| !captured.contains(cell));
    stacks
}

#[test]
fn steps_and_pushes_are_those_of_the_rules() {
    let (mut rng, mut scratch) = (Xoshiro256PlusPlus::seed_from_u64(96), Scratch::default());
    let mut captures = 0;
    for spec in ["bin-fa(stage=1, players=6)", "bin-fa(stage=2, players=4)", "bin-fa(stage=4)"] {
        let game = game(spec);
        for _ in 0..20 {
            let mut board = game.start();
            while let Turn::Seat(_) | Turn::Chance = game.turn(&board) {
                let Turn::Seat(seat) = game.turn(&board) else {
                    playout::random_ply(&game, &mut board, &mut rng, &mut scratch);
                    continue;
                };
                let action = game.random_action(&board, seat, &mut rng, &mut scratch);
                if matches!(action, Action::Step { .. } | Action::Push(_)) {
                    let (expected, before) = (expected(&board, action), board);
                    game.apply(&mut board, action);
                    assert_eq!(stacks(&board), expected, "{spec}: {}", game.position_text(&before));
                    let units =
                        |board: &Board| board.armies.iter().map(|&units| i32::from(units)).sum::<i32>();
                    assert_eq!(before.captured(action), units(&before) - units(&board));
                    captures += before.captured(action);
                } else {
                    game.apply(&mut board, action);
                }
            }
        }
    }
    assert!(captures > 200, "{captures} units captured");
}

#[test]
fn dice_are_weighted_as_listed() {
    let (game, mut results) = (game("bin-fa(stage=1)"), Vec::new());
    let mut board = game.start();
    game.apply(&mut board, Action::March);
    game.chance(&board, &mut results);
    for (action, weight) in results {
        let Action::Dice(high, low) = action else { panic!("{action:?}") };
        assert_eq!(DICE.iter().filter(|&&dice| dice == (high, low)).count() as u64, weight);
    }
}

#[test]
fn symmetric_positions_share_a_hash() {
    let hash = |spec: &str, text: &str| {
        let game = game(spec);
        game.symmetric_hash(&game.parse_position(text).unwrap())
    };
    let bare = |text: &str| hash("bin-fa(stage=1)", text);
    let start = bare("1=3:0.3.1 2=2:3.3.2 1 a0 choose");
    assert_eq!(start, bare("1=3:2.3.1 2=2:5.3.2 1 a0 choose"), "turned");
    assert_eq!(start, bare("1=3:0.3.5 2=2:3.3.4 1 a0 choose"), "turned over");
    assert_ne!(start, bare("1=3:0.3.1 2=2:3.3.2 2 a0 choose"));
    assert_ne!(start, bare("1=3:0.3.1 2=2:3.3.4 1 a0 choose"));
    // Where the track counts, sectors differ.
    let land = "T0.1.1,0.2.1,0.2.2,3.1.1,3.2.1,3.2.2";
    let supplied = |units: &str| hash("bin-fa", &format!("{land} {units} S1,1 C0,21 1 a0 choose"));
    assert_ne!(supplied("1=3:1.3.1 2=2:4.3.2"), supplied("1=3:4.3.1 2=2:1.3.2"));
}

/// The value of a position for a player.
fn value_of(spec: &str, text: &str, seat: Seat) -> i32 {
    let game = game(spec);
    game.evaluate(&game.parse_position(text).unwrap(), seat).unwrap()
}

#[test]
fn evaluations_count_units_sectors_and_supplies() {
    // Three units against two, far apart; each of the three that the leader needs is twelve steps short.
    let far = value_of("bin-fa(stage=1)", "1=3:0.4.4 2=2:3.4.4 1 a0 choose", Seat::FIRST);
    assert_eq!(far, 100 + 3 * (3 * 15 - 3 * 12) - 3 + 2);
    let even =
        |first: &str| value_of("bin-fa(stage=1)", &format!("{first} 2=2:3.4.4 1 a0 choose"), Seat::FIRST);
    assert_eq!(even("1=1:0.4.4,1:1.4.4") - even("1=2:0.4.4"), 6, "another sector");
    let land = "T0.1.1,0.2.1,0.2.2,3.1.1,3.2.1,3.2.2";
    let supplied = format!("{land} 1=1:0.3.3 2=1:3.3.3 S20,2 C0,21 1 a0 choose");
    assert_eq!(value_of("bin-fa", &supplied, Seat::FIRST), 6 * 6 + 3 * 10 - 6 * 2);
    assert_eq!(value_of("bin-fa", &supplied, Seat::SECOND), 6 * 2 - 6 * 6 - 3 * 10);
}

#[test]
fn evaluations_prefer_to_surround_single_stacks() {
    let value = |second: &str| {
        let text = format!("1=1:0.4.1,2:0.3.3,1:1.1.1 2={second} 1 a0 choose");
        value_of("bin-fa(stage=1)", &text, Seat::FIRST)
    };
    // A stack at the edge, of which one side is covered, has one open side, on which a friend may stand.
    assert!(value("2:0.4.2,2:3.4.4") > value("2:2.4.2,2:3.4.4"), "nearer");
    assert!(value("2:0.4.2,2:3.4.4") > value("2:0.4.2,2:0.4.3"), "alone");
}
