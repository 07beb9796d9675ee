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

use torneo_contract::{Game, Outcome, Playable, Seat, Spec, Turn, perft};
use torneo_games::registry::{self, Visitor};
use torneo_games::session::{self, Due, Session};

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
    fn walk<G: Game>(game: &G, position: &G::Position, throws: u32, reached: f64, won: &mut [f64]) {
        if game.turn(position) == Turn::Over {
            if let Some(winner) = game.outcome(position).winner() {
                won[winner.index()] += reached;
            }
            return;
        }
        if throws == 0 {
            return;
        }
        let mut results = Vec::new();
        game.chance(position, &mut results);
        let total: u64 = results.iter().map(|(_, weight)| weight).sum();
        for (result, weight) in results {
            let mut next = position.clone();
            game.apply(&mut next, result);
            walk(game, &next, throws - 1, reached * weight as f64 / total as f64, won);
        }
    }
    struct Walk(u32);
    impl Visitor for Walk {
        type Output = Vec<f64>;
        fn visit<G: Playable>(self, game: G, _canonical: String) -> Vec<f64> {
            let mut won = vec![0.0; game.seats()];
            walk(&game, &game.start(), self.0, 1.0, &mut won);
            won
        }
    }
    let parsed: Spec = spec.parse().expect("a specification");
    registry::visit(&parsed, Walk(throws)).unwrap_or_else(|error| panic!("{spec}: {error}"))
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
    struct Count<'a>(Option<&'a str>, std::ops::RangeInclusive<u32>);
    impl Visitor for Count<'_> {
        type Output = Vec<u64>;
        fn visit<G: Playable>(self, game: G, _canonical: String) -> Vec<u64> {
            let position = match self.0 {
                Some(text) => game.parse_position(text).unwrap_or_else(|error| panic!("`{text}`: {error}")),
                None => game.start(),
            };
            self.1.map(|depth| perft::perft(&game, &position, depth)).collect()
        }
    }
    let parsed: Spec = spec.parse().expect("a specification");
    registry::visit(&parsed, Count(position, depths)).unwrap_or_else(|error| panic!("{spec}: {error}"))
}
