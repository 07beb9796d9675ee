//! What the transposition table and the ordering save: nodes of a fixed depth with and without them.
//!
//! `cargo bench -p torneo-engines --bench pruning` searches positions of random games to depth 6, with plain alpha-beta
//! and then with the table and the ordering and nothing else (no reductions, no null move, no narrow windows, no
//! quiescence), and prints the ratio. A plain search that is not done at [`CAP`] times the nodes is cut off there, and
//! its ratio is a lower bound.

use torneo_engines::registry::{EngineSpec, build};
use torneo_engines::signature::{Signature, signature, tasks};
use torneo_games::Game;
use torneo_games::registry::{Visitor, visit};

const GAMES: [&str; 5] =
    ["hnefatafl", "twelve-mens-morris", "surakarta", "nine-mens-morris", "razzle-dazzle"];
const REST: &str = "reductions=false, null_move=false, aspiration=false, quiescence=0";
const CAP: u64 = 40;

struct Nodes {
    /// The options besides [`REST`] of the search that prunes, and of the plain one.
    pruned: &'static str,
    plain: &'static str,
}

impl Visitor for Nodes {
    type Output = ();

    fn visit<G: Game>(self, game: G, canonical: String) {
        let count = |options: &str, task: usize| -> Signature {
            let spec = format!("alpha-beta({options}, {REST})").parse().expect("a specification");
            let spec = EngineSpec::check(&spec).expect("options of alpha-beta");
            let mut engine = build(&spec, &game).expect("alpha-beta plays every game");
            signature(&game, &tasks(&game)[task..=task], &mut *engine)
        };
        for task in 0..tasks(&game).len() {
            let pruned = count(self.pruned, task).nodes;
            let cap = pruned * CAP;
            let plain = count(&format!("{}, nodes={cap}", self.plain), task).nodes;
            let at_least = if plain >= cap { ">=" } else { "  " };
            let ratio = plain as f64 / pruned as f64;
            println!(
                "{canonical:<20} position {task}: {pruned:>12} of {plain:>14} nodes, {at_least}{ratio:6.1} times fewer"
            );
        }
    }
}

fn main() {
    for game in GAMES {
        let spec = game.parse().expect("a specification");
        let nodes = Nodes { pruned: "depth=6", plain: "depth=6, hash=0, ordering=false" };
        visit(&spec, nodes).expect("a game of the registry");
    }
}
