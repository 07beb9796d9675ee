//! Fischerandom Chess against the crate `shakmaty` on random games.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

use super::{Action, Fischerandom};
use torneo_contract::{Described, Form, Game, Interchange, Notation, Options, Scratch, Turn, random};

const GAMES: u64 = 60;

fn new_game(spec: &str) -> Fischerandom {
    let options = Options::check(&spec.parse().unwrap(), Fischerandom::INFO.options);
    Fischerandom::new(&options.unwrap()).unwrap()
}

/// The legal moves as `shakmaty` writes them, in squares and as printed, sorted.
fn their_moves(position: &Chess) -> Vec<(String, String)> {
    let written = |m: shakmaty::Move| {
        let printed = SanPlus::from_move(position.clone(), m).to_string();
        (m.to_uci(CastlingMode::Chess960).to_string(), printed)
    };
    let mut moves: Vec<(String, String)> = position.legal_moves().iter().map(|&m| written(m)).collect();
    moves.sort();
    moves
}

#[test]
fn moves_positions_and_ends_agree() {
    let game = new_game("fischerandom");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(960);
    let mut scratch = Scratch::default();
    for _ in 0..GAMES {
        let mut position = game.start();
        let number = random::below(&mut rng, 960) as u16;
        game.apply(&mut position, Action::Start(number));
        while game.turn(&position) != Turn::Over {
            let text = game.position_text(&position);
            let theirs: Chess = text.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
            let written = Fen::from_position(&theirs, EnPassantMode::Legal).to_string();
            let placement = |fen: &str| fen.split(' ').take(2).collect::<Vec<_>>().join(" ");
            assert_eq!(placement(&written), placement(&text));
            assert_eq!(written.split(' ').nth(3), text.split(' ').nth(3), "{text}: en passant");
            let mut actions = Vec::new();
            game.actions(&position, position.board.to_move, &mut actions);
            let write = |&action: &Action| {
                let mut token = String::new();
                game.write_action(&position, action, &mut token);
                let printed = game.printed(&position, action).unwrap();
                assert_eq!(
                    game.parse_action(&position, &printed, &actions),
                    Some(action),
                    "{text}: {printed}"
                );
                (token, printed)
            };
            let mut ours: Vec<(String, String)> = actions.iter().map(write).collect();
            ours.sort();
            assert_eq!(ours, their_moves(&theirs), "{text}");
            assert_eq!(position.board.guard.in_check(), theirs.is_check(), "{text}");
            let action = game.random_action(&position, position.board.to_move, &mut rng, &mut scratch);
            game.apply(&mut position, action);
        }
        let text = game.position_text(&position);
        let theirs: Chess = text.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
        let reason = game.outcome(&position).reason;
        assert_eq!(theirs.is_checkmate(), reason == "won", "{text}");
        assert_eq!(theirs.is_stalemate(), reason == "no-move", "{text}");
    }
}

/// Orthodox chess as UCI programs without `UCI_Chess960` read and write it.
#[test]
fn plain_uci_agrees() {
    let game = new_game("fischerandom(start=518)");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(518);
    let (mut scratch, mut castled) = (Scratch::default(), 0);
    for _ in 0..GAMES {
        let mut position = game.start();
        while let Turn::Seat(seat) = game.turn(&position) {
            let text = game.export_position(Form::Uci, &position).unwrap();
            let theirs: Chess = text.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
            let legal = theirs.legal_moves();
            let mut theirs: Vec<String> =
                legal.iter().map(|m| m.to_uci(CastlingMode::Standard).to_string()).collect();
            castled += legal.iter().filter(|m| m.is_castle()).count();
            let mut actions = Vec::new();
            game.actions(&position, seat, &mut actions);
            let write = |&action: &Action| game.export_action(Form::Uci, &position, action).unwrap();
            let mut ours: Vec<String> = actions.iter().map(write).collect();
            ours.sort();
            theirs.sort();
            assert_eq!(ours, theirs, "{text}");
            let action = game.random_action(&position, seat, &mut rng, &mut scratch);
            game.apply(&mut position, action);
        }
    }
    assert!(castled > 0, "castling is met");
}
