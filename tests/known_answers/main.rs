//! The known answers of the rules pages, game by game, through the text interface that users have.

mod blocker;
mod catch_the_rabbit;
mod frames;
mod hazard;
mod hnefatafl;
mod lanza;
mod nine_mens_morris;
mod razzle_dazzle;
mod surakarta;
mod three_mens_morris;
mod twelve_mens_morris;

use torneo_games::Outcome;
use torneo_games::contract::Spec;
use torneo_games::registry::{self, Visitor};
use torneo_games::session::{self, Due, Session};
use torneo_games::{Game, Seat, Turn, perft};

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

/// Perft from the start for depths 1, 2, ...
fn perft_from(spec: &str, position: Option<&str>, depths: std::ops::RangeInclusive<u32>) -> Vec<u64> {
    struct Count<'a>(Option<&'a str>, std::ops::RangeInclusive<u32>);
    impl Visitor for Count<'_> {
        type Output = Vec<u64>;
        fn visit<G: Game>(self, game: G, _canonical: String) -> Vec<u64> {
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
