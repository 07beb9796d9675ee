//! The moves compared with a slow reading of the rules.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::tables::{KINDS, file_and_rank, square_at, value, zone_of};
use super::*;
use torneo_contract::{Described, playout};

fn game(spec: &str) -> MartianChess {
    MartianChess::new(&Options::check(&spec.parse().unwrap(), MartianChess::INFO.options).unwrap()).unwrap()
}

/// The pieces square by square, `None` for an empty one.
type Placement = Vec<Option<usize>>;

fn placement(board: &Board) -> Placement {
    (0..tables::SQUARES).map(|square| board.piece(square)).collect()
}

/// The legal moves with the placements that they lead to, step by step over the board.
fn walked(
    game: &MartianChess,
    board: &Board,
    before: &[Placement],
    last: Option<(Move, bool)>,
) -> Vec<(Move, Placement)> {
    let files = if game.players == 2 { 4 } else { 8 };
    let own = |square: usize| board.piece(square).is_some() && zone_of(square) == board.mover();
    let has =
        |kind: usize| (0..tables::SQUARES).any(|square| own(square) && board.piece(square) == Some(kind));
    let mut moves = Vec::new();
    for from in (0..tables::SQUARES).filter(|&square| own(square)) {
        let kind = board.piece(from).unwrap();
        for (files_on, ranks_on) in (-1..=1).flat_map(|f| (-1..=1).map(move |r| (f, r))) {
            let diagonal = files_on != 0 && ranks_on != 0;
            let reach = match kind {
                PAWN => i32::from(diagonal),
                DRONE => {
                    if diagonal {
                        0
                    } else {
                        2
                    }
                }
                _ => 7,
            };
            for distance in 1..=reach {
                let (file, rank) = file_and_rank(from);
                let (file, rank) = (file as i32 + distance * files_on, rank as i32 + distance * ranks_on);
                if (files_on, ranks_on) == (0, 0) || !(0..files).contains(&file) || !(0..8).contains(&rank) {
                    break;
                }
                let to = square_at(file as usize, rank as usize);
                let mut after = placement(board);
                after[from] = None;
                after[to] = match board.piece(to) {
                    Some(DRONE | QUEEN) if own(to) && (kind, board.piece(to)) != (PAWN, Some(DRONE)) => break,
                    Some(_) if own(to) && !game.field_promotion => break,
                    Some(met) if own(to) => {
                        let made = if (kind, met) == (PAWN, PAWN) { DRONE } else { QUEEN };
                        if kind == QUEEN || has(made) {
                            break;
                        }
                        Some(made)
                    }
                    _ => Some(kind),
                };
                let action = Move::new(from, to);
                let rejects = last == Some((action.reversed(), false)) && zone_of(from) != zone_of(to);
                let rejects = rejects && game.players == 2 && board.piece(to).is_none();
                let repeats = game.no_repetition && before.contains(&after);
                if !rejects && !repeats {
                    moves.push((action, after));
                }
                if board.piece(to).is_some() {
                    break;
                }
            }
        }
    }
    moves.sort();
    moves
}

#[test]
fn moves_are_those_of_the_rules() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(14);
    let mut scratch = Scratch::default();
    for spec in [
        "martian-chess",
        "martian-chess(no_repetition=false)",
        "martian-chess(field_promotion=true)",
        "martian-chess(players=4)",
        "martian-chess(players=4, field_promotion=true, quiet_limit=0)",
    ] {
        let game = game(spec);
        for _ in 0..30 {
            let mut position = game.start();
            let (mut before, mut last) = (vec![placement(&position.board)], None);
            loop {
                let board = position.board;
                let expected = walked(&game, &board, &before, last);
                let text = game.position_text(&position);
                let emptied = board.zones[game.last_mover(&board)] == 0;
                let quiet = game.quiet_limit > 0 && board.quiet >= game.quiet_limit;
                let over = emptied || quiet || expected.is_empty();
                assert_eq!(game.turn(&position) == Turn::Over, over, "{spec}: {text}");
                if over {
                    break;
                }
                let seat = Seat::new(board.mover());
                let mut found = Vec::new();
                game.actions(&position, seat, &mut found);
                found.sort();
                assert_eq!(
                    found,
                    expected.iter().map(|(action, _)| *action).collect::<Vec<_>>(),
                    "{spec}: {text}"
                );
                let action = game.random_action(&position, seat, &mut rng, &mut scratch);
                game.apply(&mut position, action);
                let (_, after) = expected.iter().find(|(expected, _)| *expected == action).unwrap();
                assert_eq!(&placement(&position.board), after, "{spec}: {text}");
                before.push(after.clone());
                last = Some((action, board.captured(action) > 0));
            }
        }
    }
}

/// Points scored and points on the board are what there was at the start, mergers or not.
#[test]
fn points_are_kept() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(15);
    let mut scratch = Scratch::default();
    for spec in ["martian-chess", "martian-chess(players=4, field_promotion=true)"] {
        let game = game(spec);
        let mut position = game.start();
        while playout::random_ply(&game, &mut position, &mut rng, &mut scratch).is_some() {
            let board = &position.board;
            let left: u32 = (0..game.players).map(|player| board.value_of(player)).sum();
            let scored: u32 = board.scores.iter().map(|&score| u32::from(score)).sum();
            assert_eq!(left + scored, WORTH * game.players as u32);
        }
        assert!((0..KINDS).all(|kind| usize::from(value(kind)) == kind + 1));
    }
}

#[test]
fn mirrored_positions_have_one_symmetric_hash() {
    let game = game("martian-chess");
    let hash = |text: &str| {
        let position = game.parse_position(text).unwrap();
        (game.hash(&position), game.symmetric_hash(&position))
    };
    let (left, right) = (hash("Pa7 Qb8 Pd2 n 0-0 !b8-b1 q1"), hash("Pa2 Qc8 Pd7 n 0-0 !c8-c1 q1"));
    assert_ne!(left.0, right.0);
    assert_eq!(left.1, right.1);
    assert_ne!(left.1, hash("Pa7 Qb8 Pd2 n 0-0 q1").1);
}
