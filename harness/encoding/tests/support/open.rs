//! The built-in games in progress.

use torneo_contract::session::{self, Session};
use torneo_contract::{Described, GameVisitor};
use torneo_games::Visitor;

/// Begins the game of a specification such as `lanza(players=3)`.
pub fn open(spec: &str) -> Box<dyn Session> {
    struct Begin;
    impl Visitor for Begin {
        type Output = Box<dyn Session>;
        fn visit<G: Described>(self, game: G, _canonical: String) -> Box<dyn Session> {
            session::begin(game)
        }
    }
    torneo_games::visit(&spec.parse().expect("a specification"), Begin).expect("a game of the registry")
}

/// The ids of all games.
pub fn ids() -> Vec<String> {
    struct Ids(Vec<String>);
    impl GameVisitor for Ids {
        fn visit<G: Described>(&mut self) {
            self.0.push(G::INFO.id.to_owned());
        }
    }
    let mut ids = Ids(Vec::new());
    torneo_games::each(&mut ids);
    ids.0
}
