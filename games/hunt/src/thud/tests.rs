//! Generation compared with the rules read word for word, square by square.

use std::collections::{BTreeMap, BTreeSet};

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::board::{LETTERS, TROLLS};
use super::tables::{SIDE, STONE, cell_at};
use super::*;
use torneo_contract::random;
use torneo_contract::{Described, Notation, Spec, playout};

type Square = (i32, i32);

fn game(spec: &str) -> Thud {
    let spec: Spec = spec.parse().unwrap();
    Thud::new(&Options::check(&spec, Thud::INFO.options).unwrap()).unwrap()
}

/// The pieces by file and rank.
struct Oracle {
    pieces: BTreeMap<Square, usize>,
    side: usize,
    forced: bool,
}

fn on_board((file, rank): Square) -> bool {
    let inside = |place: i32| (0..SIDE as i32).contains(&place);
    inside(file) && inside(rank) && cell_at(file as usize, rank as usize).is_some_and(|cell| cell != STONE)
}

fn moved((file, rank): Square, (files, ranks): Square, by: i32) -> Square {
    (file + by * files, rank + by * ranks)
}

fn name((file, rank): Square) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

impl Oracle {
    fn new(game: &Thud, board: &Board) -> Oracle {
        let mut pieces = BTreeMap::new();
        for (side, set) in board.pieces.into_iter().enumerate() {
            for cell in set.members() {
                let (file, rank) = game.tables.file_and_rank(cell);
                pieces.insert((file as i32, rank as i32), side);
            }
        }
        Oracle { pieces, side: board.to_move, forced: game.forced }
    }

    fn vacant(&self, square: Square) -> bool {
        on_board(square) && !self.pieces.contains_key(&square)
    }

    fn line(&self, from: Square, step: Square) -> i32 {
        (0..).find(|&back| self.pieces.get(&moved(from, step, -back)) != Some(&self.side)).unwrap()
    }

    fn dwarfs_beside(&self, square: Square) -> Vec<String> {
        let beside = |other: Square| (other.0 - square.0).abs().max((other.1 - square.1).abs()) == 1;
        self.pieces
            .iter()
            .filter(|&(&at, &side)| side == DWARFS && beside(at))
            .map(|(&at, _)| name(at))
            .collect()
    }

    fn moves(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
        for step in steps.filter(|&step| step != (0, 0)) {
            for &from in self.pieces.iter().filter(|&(_, &side)| side == self.side).map(|(at, _)| at) {
                let free = (1..).find(|&by| !self.vacant(moved(from, step, by))).unwrap() - 1;
                let line = self.line(from, step);
                let written = |by: i32| format!("{}-{}", name(from), name(moved(from, step, by)));
                if self.side == DWARFS {
                    moves.extend((1..=free).map(written));
                    let end = moved(from, step, free + 1);
                    if self.pieces.get(&end) == Some(&TROLLS) && free < line {
                        moves.insert(format!("{}x{}", written(free + 1), name(end)));
                    }
                    continue;
                }
                for by in 1..=free.min(line) {
                    let captured = self.dwarfs_beside(moved(from, step, by));
                    if by == 1 && (captured.is_empty() || !self.forced) {
                        moves.insert(written(1));
                    }
                    if !captured.is_empty() {
                        moves.insert(format!("{}x{}", written(by), captured.join(",")));
                    }
                }
            }
        }
        moves
    }
}

#[test]
fn moves_are_those_of_the_rules() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(14);
    let mut scratch = Scratch::default();
    let mut shoves = 0;
    for spec in ["thud", "thud(troll_capture=forced)"] {
        let game = game(spec);
        for _ in 0..12 {
            let mut board = game.start();
            for ply in 0..400 {
                if board.over.is_some() {
                    break;
                }
                let mut actions = Vec::new();
                game.list(&board, &mut actions);
                let write = |&action: &Action| {
                    let mut text = String::new();
                    game.write(&board, action, &mut text);
                    text
                };
                let written: BTreeSet<String> = actions.iter().map(write).collect();
                let expected = Oracle::new(&game, &board).moves();
                assert_eq!(written, expected, "{spec}, ply {ply}: {}", game.position_text(&board));
                assert_eq!(game.count(&board), actions.len());
                shoves += board.pieces[TROLLS]
                    .members()
                    .map(|from| board.shoves_of(&game.tables, from).count())
                    .sum::<usize>();
                playout::random_ply(&game, &mut board, &mut rng, &mut scratch);
            }
        }
    }
    assert!(shoves > 20, "{shoves} shoves");
}

/// Trolls in lines with dwarfs around them, where shoves and hurls abound.
#[test]
fn shoves_and_hurls_are_those_of_the_rules() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2002);
    let game = game("thud");
    let mut captures = [0; 2];
    for _ in 0..300 {
        let mut board = Board::empty();
        for side in [TROLLS, DWARFS] {
            for _ in 0..[24, 8][side] {
                let (file, rank) = (4 + random::below(&mut rng, 6), 4 + random::below(&mut rng, 6));
                let cell = cell_at(file, rank).unwrap();
                if cell != STONE && board.side_on(cell).is_none() {
                    board.toggle(side, cell);
                }
            }
        }
        for side in [DWARFS, TROLLS] {
            board.to_move = side;
            let (mut actions, mut written) = (Vec::new(), BTreeSet::new());
            game.list(&board, &mut actions);
            for &action in &actions {
                let mut text = String::new();
                game.write(&board, action, &mut text);
                captures[side] += usize::from(text.contains('x'));
                written.insert(text);
            }
            assert_eq!(written, Oracle::new(&game, &board).moves(), "{}", game.position_text(&board));
            assert_eq!(game.count(&board), actions.len());
        }
    }
    assert!(captures.iter().all(|&count| count > 1000), "{captures:?}");
}

#[test]
fn symmetric_positions_share_a_hash() {
    let game = game("thud");
    let texts = [
        "dc5 dd5 Th5 d",
        "de3 de4 Te8 d",
        "dm11 dl11 Th11 d",
        "dk3 dk4 Tk8 d",
        "dc5 dd5 Th5 T",
        "dc5 dd5 Th6 d",
    ];
    let hashes: Vec<u64> =
        texts.map(|text| game.symmetric_hash(&game.parse_position(text).unwrap())).to_vec();
    assert!(hashes[1..4].iter().all(|&hash| hash == hashes[0]));
    assert!(hashes[4..].iter().all(|&hash| hash != hashes[0]));
    assert_eq!(LETTERS, ['d', 'T']);
}

/// Who is taken matters to the evaluation only through the points and the cells.
#[test]
fn evaluations_are_opposite_and_follow_the_points() {
    let game = game("thud");
    let value = |text: &str| game.evaluate(&game.parse_position(text).unwrap(), Seat::FIRST).unwrap();
    assert_eq!(value("dc5 dd5 de5 Th5 d"), 100 * (3 - 4) + 4 * 2 + 60);
    assert_eq!(value("dc5 dd5 de5 Ti5 d"), 100 * (3 - 4) + 4 * 2);
    assert_eq!(value("dc5 Te5 T"), 100 * (1 - 4) - 12);
    let board = game.parse_position("dc5 Te5 T").unwrap();
    assert_eq!(game.evaluate(&board, Seat::SECOND), Some(312));
}
