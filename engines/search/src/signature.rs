//! Fingerprints of searches. They show a change of an engine that changes what it visits or plays, and no
//! change that only makes it faster.

use rand_core::{Rng as _, SeedableRng};
use torneo_contract::{Seat, Turn, mixer::Mixer, session::Session};

use crate::engine::Rng;
use crate::erased::AnyEngine;

/// Plies of random play before each of the positions.
const PLIES: [u64; 4] = [0, 5, 14, 33];
const SEED: u64 = 1283;

/// A position in which a seat has a choice, alone or with others.
pub struct Task {
    /// The game in this position.
    pub session: Box<dyn Session>,
    /// The seat.
    pub seat: Seat,
}

/// Positions of random games with a choice in them, the same in every run; fewer where the games are short. `start` is a game
/// from its start.
pub fn tasks(start: &dyn Session) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (number, &plies) in PLIES.iter().enumerate() {
        let mut rng = Rng::seed_from_u64(SEED + number as u64);
        let mut session = start.copy();
        let mut played = 0;
        loop {
            let turn = session.turn();
            if turn == Turn::Over {
                break;
            }
            let choice = turn.choosers().iter().next().filter(|&seat| session.choice_count(seat) > 1);
            if let Some(seat) = choice.filter(|_| played >= plies) {
                tasks.push(Task { session, seat });
                break;
            }
            session.play_randomly(&mut rng);
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
///
/// # Panics
/// If the engine fails.
pub fn signature(tasks: &mut [Task], engine: &mut dyn AnyEngine) -> Signature {
    use std::hash::Hasher;
    let (mut nodes, mut mixer) = (0, Mixer::default());
    for Task { session, seat } in tasks {
        let mut rng = Rng::seed_from_u64(SEED);
        engine.begin(&**session, *seat, Rng::seed_from_u64(rng.next_u64()));
        nodes += engine.choose(&mut **session).unwrap_or_else(|fault| panic!("{}: {fault}", fault.reason));
        session.hash_chosen(&mut mixer);
        session.unchoose();
    }
    Signature { nodes, choices: mixer.finish() as u16 }
}
