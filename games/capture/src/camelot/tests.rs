//! The moves of random positions against a plain reading of the rules, square by square.

use std::collections::BTreeSet;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Camelot;
use super::board::{Board, DIRECTIONS, STEPS, Squares, is_enemy_castle, is_on_board, is_own_castle};
use super::moves::{Action, Jumps};
use torneo_contract::{Described, Game, Notation, Options, Scratch, Spec, Turn, random};

/// What stands on each square: the side and whether it is a knight.
type Men = Vec<Option<(usize, bool)>>;

fn step(square: usize, direction: usize) -> Option<usize> {
    Squares::step(square, STEPS[direction]).filter(|&square| is_on_board(square))
}

/// The square over which a leap leads and where it ends, if that is vacant.
fn leap(men: &Men, at: usize, direction: usize) -> Option<(usize, usize)> {
    let over = step(at, direction)?;
    let to = step(over, direction)?;
    men[to].is_none().then_some((over, to))
}

fn jumps(men: &Men, side: usize, at: usize, path: Jumps, found: &mut Vec<Jumps>) {
    let mut last = true;
    for direction in (0..DIRECTIONS).filter(|_| !is_enemy_castle(side, at as u8)) {
        if let Some((over, to)) =
            leap(men, at, direction).filter(|&(over, _)| men[over].is_some_and(|(other, _)| other != side))
        {
            let mut left = men.clone();
            left[over] = None;
            last = false;
            jumps(&left, side, to, path.then(direction), found);
        }
    }
    if last && !path.is_empty() {
        found.push(path);
    }
}

fn canters(men: &Men, side: usize, at: usize, path: &mut Vec<usize>, found: &mut BTreeSet<usize>) {
    for direction in (0..DIRECTIONS).filter(|_| !is_enemy_castle(side, at as u8)) {
        if let Some((over, to)) = leap(men, at, direction) {
            let friend = men[over].is_some_and(|(other, _)| other == side);
            if friend && !is_own_castle(side, to as u8) && !path.contains(&to) {
                found.insert(to);
                path.push(to);
                canters(men, side, to, path, found);
                path.pop();
            }
        }
    }
}

/// All moves of a piece, with or without captures.
fn moves_of(board: &Board, men: &Men, side: usize, from: usize) -> BTreeSet<Action> {
    let mut moves = BTreeSet::new();
    let (_, knight) = men[from].expect("a piece");
    let mut left = men.clone();
    left[from] = None;
    let action = |to: usize, jumps| Action { from: from as u8, to: to as u8, jumps };
    let mut paths = Vec::new();
    jumps(&left, side, from, Jumps::NONE, &mut paths);
    moves.extend(paths.iter().map(|&path| action(from, path)));
    let mut ends = BTreeSet::new();
    canters(&left, side, from, &mut vec![from], &mut ends);
    for to in ends {
        let mut paths = Vec::new();
        jumps(&left, side, to, Jumps::NONE, &mut paths);
        if knight && !paths.is_empty() {
            moves.extend(paths.iter().map(|&path| action(to, path)));
        } else {
            moves.insert(action(to, Jumps::NONE));
        }
    }
    for to in (0..DIRECTIONS).filter_map(|direction| step(from, direction)) {
        let inside = is_enemy_castle(side, from as u8);
        let castle_move = inside && is_enemy_castle(side, to as u8) && board.castle_moves[side] < 2;
        let plain = !inside && !is_own_castle(side, to as u8);
        if men[to].is_none() && (plain || castle_move) {
            moves.insert(action(to, Jumps::NONE));
        }
    }
    moves
}

/// The legal moves.
fn legal(board: &Board) -> BTreeSet<Action> {
    let side = board.to_move;
    let men: Men = (0..Squares::SQUARES)
        .map(|square| board.side_on(square as u8).map(|side| (side, board.knights.has(square as u8))))
        .collect();
    let own: Vec<usize> =
        (0..men.len()).filter(|&at| men[at].is_some_and(|(other, _)| other == side)).collect();
    let captures = |moves: &BTreeSet<Action>| -> BTreeSet<Action> {
        moves.iter().copied().filter(|action| !action.jumps.is_empty()).collect()
    };
    let jumps = |moves: &BTreeSet<Action>| captures(moves).iter().any(|action| action.to == action.from);
    let mut leaving = BTreeSet::new();
    for &from in own.iter().filter(|&&from| is_own_castle(side, from as u8)) {
        let moves = moves_of(board, &men, side, from);
        leaving.extend(if jumps(&moves) { captures(&moves) } else { moves });
    }
    if !leaving.is_empty() {
        return leaving;
    }
    let all: BTreeSet<Action> = own.iter().flat_map(|&from| moves_of(board, &men, side, from)).collect();
    if jumps(&all) { captures(&all) } else { all }
}

fn game() -> Camelot {
    let spec: Spec = "camelot".parse().unwrap();
    Camelot::new(&Options::check(&spec, Camelot::INFO.options).unwrap()).unwrap()
}

fn check(game: &Camelot, board: &Board) {
    let (mut found, seat) = (Vec::new(), torneo_contract::Seat::new(board.to_move));
    game.actions(board, seat, &mut found);
    let count = found.len();
    assert_eq!(game.count_actions(board, seat, &mut Scratch::default()), count);
    let found: BTreeSet<Action> = found.into_iter().collect();
    assert_eq!(found, legal(board), "{}", game.position_text(board));
    assert_eq!(found.len(), count, "{}", game.position_text(board));
}

#[test]
fn moves_are_those_of_the_rules() {
    let game = game();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut scratch = Scratch::default();
    for _ in 0..100 {
        let mut board = game.start();
        while let Turn::Seat(seat) = game.turn(&board) {
            check(&game, &board);
            let action = game.random_action(&board, seat, &mut rng, &mut scratch);
            game.apply(&mut board, action);
        }
    }
    // Crowded corners and castles, where games seldom come.
    for sample in 0..3000 {
        let mut board = Board::EMPTY;
        board.to_move = sample % 2;
        let ranks = 3 + sample % 5;
        for side in [0, 1, 0, 1, 0, 1, 0, 1, 0, 1] {
            let square = Squares::at(random::below(&mut rng, 12), random::below(&mut rng, ranks));
            let square = if sample % 4 < 2 { square } else { Squares::SQUARES - 1 - square };
            if is_on_board(square) && !board.is_occupied(square as u8) {
                board.put(
                    side,
                    square as u8,
                    random::below(&mut rng, 2) == 0 && board.count_knights(side) < 4,
                );
            }
        }
        if board.counts[board.to_move] > 0 {
            check(&game, &board);
        }
    }
}
