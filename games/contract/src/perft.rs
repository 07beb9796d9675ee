//! Counting the leaves of the game tree.
//!
//! A leaf is a sequence of `depth` plies (decisions, chance results, joint choices). Distinct actions count as
//! different, whatever positions they lead to; nothing follows an ended game.

use crate::session::Session;
use crate::{Game, Ply, Scratch, SeatSet, SeatVec, Turn, has_simultaneous};

/// The number of leaves at `depth` plies from `position`.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    let mut buffers: Vec<_> = (0..depth).map(|_| (Scratch::default(), position.clone())).collect();
    count(game, position, &mut buffers)
}

/// The leaves below each first ply, named by its token, in the order of the legal plies.
pub fn divide(session: &dyn Session, depth: u32) -> Vec<(String, u64)> {
    let counts: SeatVec<usize> = match session.turn() {
        Turn::Chance => [session.weights().len()].into_iter().collect(),
        _ => session.choice_counts(),
    };
    let mut leaves = Vec::new();
    if depth == 0 || counts.is_empty() {
        return leaves;
    }
    let mut numbers: SeatVec<usize> = counts.iter().map(|_| 0).collect();
    loop {
        let (mut next, mut token) = (session.copy(), String::new());
        next.choose_numbers(&numbers);
        next.write_chosen(&mut token);
        next.play_chosen(false);
        leaves.push((token, next.perft(depth - 1)));
        if !turn_over(&mut numbers, |seat| counts[seat]) {
            return leaves;
        }
    }
}

/// One buffer and one position for each remaining ply.
fn count<G: Game>(
    game: &G,
    position: &G::Position,
    buffers: &mut [(Scratch<G::Action>, G::Position)],
) -> u64 {
    let Some(((scratch, next), deeper)) = buffers.split_first_mut() else { return 1 };
    if deeper.is_empty() {
        return count_plies(game, position, scratch);
    }
    let mut leaves = 0;
    for_each_ply(game, position, scratch, |ply| {
        next.clone_from(position);
        ply.apply(game, next);
        leaves += count(game, next, deeper);
    });
    leaves
}

fn count_plies<G: Game>(game: &G, position: &G::Position, scratch: &mut Scratch<G::Action>) -> u64 {
    match game.turn(position) {
        Turn::Seat(seat) => game.count_actions(position, seat, scratch) as u64,
        Turn::Chance => {
            scratch.outcomes.clear();
            game.chance(position, &mut scratch.outcomes);
            scratch.outcomes.len() as u64
        }
        Turn::Simultaneous(seats) => {
            seats.iter().map(|seat| game.count_actions(position, seat, scratch) as u64).product()
        }
        Turn::Over => 0,
    }
}

/// Calls `visit` with every legal ply.
fn for_each_ply<G: Game>(
    game: &G,
    position: &G::Position,
    scratch: &mut Scratch<G::Action>,
    mut visit: impl FnMut(&Ply<G::Action>),
) {
    match game.turn(position) {
        Turn::Seat(seat) => {
            scratch.actions.clear();
            game.actions(position, seat, &mut scratch.actions);
            scratch.actions.iter().for_each(|&action| visit(&Ply::One(action)));
        }
        Turn::Chance => {
            scratch.outcomes.clear();
            game.chance(position, &mut scratch.outcomes);
            scratch.outcomes.iter().for_each(|&(result, _)| visit(&Ply::One(result)));
        }
        Turn::Simultaneous(seats) if const { has_simultaneous::<G>() } => {
            for_each_joint(game, position, seats, visit);
        }
        Turn::Simultaneous(_) | Turn::Over => {}
    }
}

/// Calls `visit` with every joint choice, the last seat's choice changing fastest.
fn for_each_joint<G: Game>(
    game: &G,
    position: &G::Position,
    seats: SeatSet,
    mut visit: impl FnMut(&Ply<G::Action>),
) {
    let choices: SeatVec<Vec<G::Action>> = seats
        .iter()
        .map(|seat| {
            let mut actions = Vec::new();
            game.actions(position, seat, &mut actions);
            actions
        })
        .collect();
    let mut at: SeatVec<usize> = choices.iter().map(|_| 0).collect();
    loop {
        visit(&Ply::Joint(at.iter().zip(&choices).map(|(&i, choices)| choices[i]).collect()));
        if !turn_over(&mut at, |seat| choices[seat].len()) {
            return;
        }
    }
}

/// Counts on in numbers of which each stays below its bound, the last changing fastest; false after the last of them.
fn turn_over(numbers: &mut [usize], bound: impl Fn(usize) -> usize) -> bool {
    let Some(turning) = (0..numbers.len()).rev().find(|&seat| numbers[seat] + 1 < bound(seat)) else {
        return false;
    };
    numbers[turning] += 1;
    numbers[turning + 1..].fill(0);
    true
}
