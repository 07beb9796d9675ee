//! Games in words: what throws did, and how games ended.

mod dice;
mod endings;

use rand_core::Rng as _;
use torneo_contract::session::{self, Session};
use torneo_contract::{Described, Turn, random};
use torneo_games::Visitor;

struct Begin;

impl Visitor for Begin {
    type Output = Box<dyn Session>;

    fn visit<G: Described>(self, game: G, _canonical: String) -> Box<dyn Session> {
        session::begin(game)
    }
}

/// A game of a specification at its start.
fn begun(spec: &str) -> Box<dyn Session> {
    torneo_games::visit(&spec.parse().expect(spec), Begin).expect(spec)
}

/// Plays one random ply, which the game can tell of; its token, none if the game is over.
fn play_randomly(session: &mut dyn Session, rng: &mut random::Generator) -> Option<String> {
    match session.turn() {
        Turn::Seat(seat) => session.choose_randomly(seat, rng),
        Turn::Chance => session.choose_chance(rng.next_u64()),
        Turn::Simultaneous(seats) => seats.iter().for_each(|seat| session.choose_randomly(seat, rng)),
        Turn::Over => return None,
    }
    let mut token = String::new();
    session.write_chosen(&mut token);
    session.play_chosen(true);
    Some(token)
}
