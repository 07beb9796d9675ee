//! Fingerprints of searches: a change of an engine that changes what it visits or plays shows here, and one that only
//! makes it faster does not.

use rand_core::{Rng as _, SeedableRng};
use torneo_contract::{Playable, Scratch, Seat, Turn, mixer::Mixer, playout};

use crate::engine::{Engine, Rng};

/// Plies of random play before each of the positions.
const PLIES: [u64; 4] = [0, 5, 14, 33];
const SEED: u64 = 1283;

/// A position in which a seat has a choice, alone or with others.
#[derive(Clone, Debug)]
pub struct Task<P> {
    /// The position.
    pub position: P,
    /// The seat.
    pub seat: Seat,
}

/// Positions of random games with a choice in them, the same in every run; fewer where the games are short.
pub fn tasks<G: Playable>(game: &G) -> Vec<Task<G::Position>> {
    let (mut tasks, mut scratch) = (Vec::new(), Scratch::default());
    for (number, &plies) in PLIES.iter().enumerate() {
        let mut rng = Rng::seed_from_u64(SEED + number as u64);
        let mut position = game.start();
        let mut played = 0;
        loop {
            let seat = match game.turn(&position) {
                Turn::Seat(seat) => Some(seat),
                Turn::Simultaneous(seats) => seats.iter().next(),
                Turn::Chance => None,
                Turn::Over => break,
            };
            let choice = seat.filter(|&seat| game.count_actions(&position, seat, &mut scratch) > 1);
            if let Some(seat) = choice.filter(|_| played >= plies) {
                tasks.push(Task { position, seat });
                break;
            }
            playout::random_ply(game, &mut position, &mut rng, &mut scratch);
            played += 1;
        }
    }
    tasks
}

/// What an engine did in all tasks of a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Signature {
    /// Positions or simulations visited.
    pub nodes: u64,
    /// A hash of the actions chosen.
    pub choices: u16,
}

/// Lets an engine with counted budgets choose in each task as at the start of a game.
pub fn signature<G: Playable>(
    game: &G,
    tasks: &[Task<G::Position>],
    engine: &mut dyn Engine<G>,
) -> Signature {
    use std::hash::{Hash, Hasher};
    let (mut nodes, mut mixer) = (0, Mixer::default());
    for task in tasks {
        let mut rng = Rng::seed_from_u64(SEED);
        engine.begin(game, task.seat, Rng::seed_from_u64(rng.next_u64()));
        let choice = engine.choose(game, &task.position);
        nodes += choice.nodes;
        choice.action.hash(&mut mixer);
    }
    Signature { nodes, choices: mixer.finish() as u16 }
}
