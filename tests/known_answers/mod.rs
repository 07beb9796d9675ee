//! The known answers of the rules pages, game by game, through the text interface that users have.

mod akron;
mod as_many_on_one_as_on_two;
mod atari_go;
mod bin_fa;
mod blocker;
mod camelot;
mod catch_the_rabbit;
mod cross_over;
mod fischerandom;
mod four_seasons;
mod frames;
mod grand_chess;
mod grande_acedrex;
mod guirguiesca;
mod half_hazard;
mod havannah;
mod hazard;
mod hi_jack;
mod highest_wins;
mod hnefatafl;
mod jetan;
mod king_of_pearls;
mod lanza;
mod lowest_wins;
mod marlota;
mod martian_chess;
mod millennium_3d_chess;
mod nardeshir;
mod nibelungenlied;
mod nine_mens_morris;
mod ot_tjin;
mod pair_and_ace;
mod panquist;
mod razzle_dazzle;
mod riffa;
mod rising_hazard;
mod skirrid;
mod sleeping_beauty_draughts;
mod space_chess;
mod surakarta;
mod tantrix;
mod three_mens_morris;
mod thud;
mod trax;
mod triga;
mod twelve_mens_morris;
mod zertz;

use torneo_contract::session::{Due, Session};
use torneo_contract::{Game, Options, Outcome, Seat, Turn};
use torneo_games::connection::Havannah;

use crate::support::session;

/// Begins a game.
fn open(spec: &str) -> Box<dyn Session> {
    session::open(spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// The game from a position.
fn at(spec: &str, position: &str) -> Box<dyn Session> {
    let mut game = open(spec);
    game.set_position(position).unwrap_or_else(|error| panic!("{spec}: `{position}`: {error}"));
    game
}

/// Plays a record that must be legal.
fn play(game: &mut dyn Session, record: &str) {
    game.play_all(record).unwrap_or_else(|(number, error)| panic!("token {number}: {error}"));
}

/// The game after a record from the start.
fn after(spec: &str, record: &str) -> Box<dyn Session> {
    let mut game = open(spec);
    play(&mut *game, record);
    game
}

/// The legal tokens of the seat to move.
fn legal(game: &dyn Session) -> Vec<String> {
    match game.due() {
        Due::Seat(_, legal) => legal,
        other => panic!("no seat is to move: {other:?}"),
    }
}

/// The result of a finished game.
fn outcome(game: &dyn Session) -> Outcome {
    game.outcome().unwrap_or_else(|| panic!("the game is not over: {}", game.position()))
}

/// The scores of a finished game.
fn scores(game: &dyn Session) -> Vec<f64> {
    outcome(game).scores.to_vec()
}

/// The points of a finished game.
fn points(game: &dyn Session) -> Vec<f64> {
    outcome(game).points.unwrap_or_else(|| panic!("{}: no points", game.position())).to_vec()
}

/// Why a position is refused.
fn refused(spec: &str, position: &str) -> String {
    match open(spec).set_position(position) {
        Ok(()) => panic!("{spec}: `{position}` is accepted"),
        Err(error) => error.to_string(),
    }
}

/// Why a token is illegal.
fn illegal(game: &mut dyn Session, token: &str) -> String {
    match game.play(token) {
        Ok(()) => panic!("`{token}` is legal"),
        Err(error) => error.message,
    }
}

/// The probability that each seat wins alone within the first `throws` chance turns of a game of pure chance.
fn won_within(spec: &str, throws: u32) -> Vec<f64> {
    fn walk(game: &dyn Session, throws: u32, reached: f64, won: &mut [f64]) {
        if let Some(outcome) = game.outcome() {
            if let Some(winner) = outcome.winner() {
                won[winner.index()] += reached;
            }
            return;
        }
        if throws == 0 {
            return;
        }
        let weights = game.weights();
        let total: u64 = weights.iter().sum();
        for (result, weight) in weights.into_iter().enumerate() {
            let mut next = game.copy();
            next.play_numbers(&[result]).expect("a result of chance");
            walk(&*next, throws - 1, reached * weight as f64 / total as f64, won);
        }
    }
    let game = open(spec);
    let mut won = vec![0.0; game.seats()];
    walk(&*game, throws, 1.0, &mut won);
    won
}

/// Probabilities are as expected up to rounding.
#[track_caller]
fn assert_close(found: &[f64], expected: &[f64]) {
    let close = |(found, expected): (&f64, &f64)| (found - expected).abs() < 1e-12;
    let same = found.len() == expected.len() && found.iter().zip(expected).all(close);
    assert!(same, "found {found:?}, expected {expected:?}");
}

/// Perft from the start for depths 1, 2, ...
fn perft_from(spec: &str, position: Option<&str>, depths: std::ops::RangeInclusive<u32>) -> Vec<u64> {
    let game = session::game(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
    let perft = |depth| game.perft(position, depth).unwrap_or_else(|error| panic!("{position:?}: {error}"));
    depths.map(perft).collect()
}
