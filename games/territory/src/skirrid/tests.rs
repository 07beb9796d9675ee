//! Placements compared with a slow reading of the rules.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::board::ALL_TILES;
use super::*;
use torneo_board::grid::ORTHOGONAL;
use torneo_contract::{Described, Notation, playout};

fn game(spec: &str) -> Skirrid {
    Skirrid::new(&Options::check(&spec.parse().unwrap(), Skirrid::INFO.options).unwrap()).unwrap()
}

/// The squares of a placement.
fn covered(game: &Skirrid, tile: usize, slot: usize, at: usize) -> Option<Vec<usize>> {
    let outline = game.shapes.outline_of(game.shapes.figure(tile, slot)?);
    let squares = outline.squares.iter().map(|&(file, rank)| {
        let (file, rank) = (Squares::file(at) + file as usize, Squares::rank(at) + rank as usize);
        (file < numbers::SIDE && rank < numbers::SIDE).then(|| Squares::at(file, rank))
    });
    squares.collect()
}

/// The placements that the conditions of the rules allow, each tested on its own.
fn tested(game: &Skirrid, board: &Board) -> Vec<Action> {
    let (side, last) = (board.side(), board.last_squares(&game.shapes.outlines).collect::<Vec<_>>());
    let near = |a: usize, b: usize| ORTHOGONAL.iter().any(|&step| Squares::step(a, step) == Some(b));
    let all: Vec<usize> = (0..SQUARES).filter(|&square| board.is_covered(square)).collect();
    let mut actions = Vec::new();
    for tile in (0..TILES).filter(|&tile| board.tiles[side].has(tile)) {
        for (slot, at) in (0..SLOTS).flat_map(|slot| (0..SQUARES).map(move |at| (slot, at))) {
            let Some(squares) = covered(game, tile, slot, at) else { continue };
            let abuts = match board.is_empty() {
                true => !is_down(slot) && squares.contains(&Squares::parse("j10").unwrap()),
                false => squares.iter().any(|&square| all.iter().any(|&other| near(square, other))),
            };
            let open =
                board.scores[side] >= game.entry_score || squares.iter().all(|&at| numbers::in_diamond(at));
            let blocked =
                squares.iter().any(|&at| board.is_covered(at) || last.iter().any(|&other| near(at, other)));
            if abuts && open && !blocked {
                actions.push(Action::place(tile, slot, at));
            }
        }
    }
    actions.sort();
    actions
}

#[test]
fn placements_are_those_of_the_rules() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(14);
    let mut scratch = Scratch::default();
    for spec in ["skirrid", "skirrid(entry_score=20, mirror_when_down=false)"] {
        let game = game(spec);
        for _ in 0..3 {
            let mut board = game.start();
            while let Turn::Seat(seat) = game.turn(&board) {
                let mut found = Vec::new();
                game.actions(&board, seat, &mut found);
                found.sort();
                let mut expected = tested(&game, &board);
                if expected.is_empty() {
                    expected.push(Action::Pass);
                }
                assert!(found == expected, "{spec}: {}", game.position_text(&board));
                assert_eq!(game.count_actions(&board, seat, &mut scratch), found.len());
                playout::random_ply(&game, &mut board, &mut rng, &mut scratch);
            }
        }
    }
}

/// Every placement has a number, and points are counted square by square.
#[test]
fn placements_are_numbered() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(15);
    let mut scratch = Scratch::default();
    let game = game("skirrid");
    for plies in [0, 1, 8, 20] {
        let mut board = game.start();
        playout::playout(&game, &mut board, plies, &mut rng, &mut scratch);
        let mut numbered: Vec<Action> = (0..game.count(&board)).map(|n| game.nth(&board, n)).collect();
        numbered.sort();
        assert_eq!(numbered, tested(&game, &board));
        for action in numbered.into_iter().step_by(17) {
            let Action::Place { figure, at } = action else { continue };
            let (tile, slot, at) = (figure as usize / SLOTS, figure as usize % SLOTS, at as usize);
            let squares = covered(&game, tile, slot, at).unwrap();
            let star = squares[game.shapes.figure(tile, slot).unwrap().star as usize];
            let mut expected: u32 = squares.iter().map(|&square| u32::from(game.numbers[square])).sum();
            expected += (multiplier(tile) - 1) * u32::from(game.numbers[star]);
            assert_eq!(game.points(tile, slot, at), if is_down(slot) { expected / 2 } else { expected });
        }
    }
}

#[test]
fn turned_positions_have_one_symmetric_hash() {
    let game = game("skirrid");
    let hash = |record: &str| {
        let mut board = game.start();
        for token in record.split(' ') {
            let mut legal = Vec::new();
            game.actions(&board, Seat::new(board.side()), &mut legal);
            let action = game.parse_action(&board, token, &legal).unwrap_or_else(|| panic!("{token}"));
            game.apply(&mut board, action);
        }
        (game.hash(&board), game.symmetric_hash(&board))
    };
    let (first, turned) = (hash("R2u:j10,k10*j10 E1d:l10"), hash("R2u:j10,j9*j10 E1d:j8"));
    assert_ne!(first.0, turned.0);
    assert_eq!(first.1, turned.1);
    assert_ne!(first.1, hash("R2u:j10,k10*j10 E1u:l10").1);
    let numbers = vec![vec!["1"; 18].join(" ") + " 2"; 19].join("/");
    let table = format!("skirrid(numbers=\"{numbers}\")");
    assert_eq!((game.turn, super::tests::game(&table).turn), (1, 4));
}

#[test]
fn tiles_left_are_summed_tile_by_tile() {
    let seeds = (0..200).map(|seed| torneo_contract::zobrist::key(seed) as u32 & ALL_TILES);
    for tiles in seeds.chain([0, ALL_TILES]) {
        assert_eq!(squares_of_all(tiles), tiles.members().map(squares_of).sum::<i32>());
        let mut board = Board::empty();
        board.tiles = [tiles; 2];
        assert_eq!(best_multiplier(&board), tiles.members().map(multiplier).max().unwrap_or(0));
        for number in 0..MULTIPLIERS {
            let with_it = tiles.members().filter(|tile| tile % MULTIPLIERS == number).count();
            assert_eq!((tiles & with_multiplier(number)).len() as usize, with_it);
        }
    }
}
