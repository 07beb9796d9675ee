//! What the transposition table and the ordering save: nodes of a fixed depth with and without them.
//!
//! `cargo bench -p torneo-search --bench pruning` searches positions of random games to depth 6, with plain alpha-beta
//! and then with the table and the ordering and nothing else (no reductions, extensions or pruning, no null move, no narrow
//! windows, no quiescence), and prints the ratio. A plain search that is not done at [`CAP`] times the nodes is cut off there, and
//! its ratio is a lower bound.

use torneo_contract::{Described, Options, session};
use torneo_games::{capture, hunt, morris, race};
use torneo_registry::engine::{EngineSpec, seat};
use torneo_search::Traits;
use torneo_search::signature::{signature, tasks};
use torneo_solve::{Solved, expander};

const REST: &str = "reductions=false, null_move=false, pruning=false, exchanges=false, extensions=false, internal=false, \
    aspiration=false, quiescence=0";
const CAP: u64 = 40;

/// Searches the positions of one game.
fn compare<G: Described>(id: &str) {
    let options = Options::check(&id.parse().expect("a specification"), G::INFO.options);
    let game = G::new(&options.expect("options of the game")).expect("options that go together");
    let mut tasks = tasks(&*session::begin(game.clone()));
    for (number, task) in tasks.chunks_mut(1).enumerate() {
        let mut count = |options: &str| {
            let spec = format!("alpha-beta({options}, {REST})").parse().expect("a specification");
            let spec = EngineSpec::check(&spec).expect("options of alpha-beta");
            let mut engine = seat(
                &spec,
                &game,
                &Traits::untuned(&game),
                &Solved::new(expander(game.clone(), id.to_owned())),
            )
            .expect("alpha-beta plays every game");
            signature(task, &mut *engine).nodes
        };
        let pruned = count("depth=6");
        let cap = pruned * CAP;
        let plain = count(&format!("depth=6, hash=0, ordering=false, nodes={cap}"));
        let at_least = if plain >= cap { ">=" } else { "  " };
        let ratio = plain as f64 / pruned as f64;
        println!(
            "{id:<20} position {number}: {pruned:>10} of {plain:>12} nodes, {at_least}{ratio:6.1} times fewer"
        );
    }
}

fn main() {
    compare::<hunt::Hnefatafl>("hnefatafl");
    compare::<morris::TwelveMensMorris>("twelve-mens-morris");
    compare::<capture::Surakarta>("surakarta");
    compare::<morris::NineMensMorris>("nine-mens-morris");
    compare::<race::RazzleDazzle>("razzle-dazzle");
}
