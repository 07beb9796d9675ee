//! Pictures of games for the list of all.

use rand_core::{Rng as _, SeedableRng};
use torneo_contract::random::Generator;
use torneo_contract::session::{Due, Session};
use torneo_picture::{Style, svg};
use torneo_registry::AnyGame;

/// Plies after which something stands on most tables.
const PLIES: usize = 10;
const SIZE: u32 = 320;

/// A game after a few random plies, the same ones every time.
pub fn picture(game: &dyn AnyGame) -> String {
    let mut session = game.session();
    let mut rng = Generator::seed_from_u64(1283);
    for _ in 0..PLIES {
        let mut next = session.copy();
        if !step(&mut *next, &mut rng) || matches!(next.due(), Due::Over(_)) {
            break;
        }
        session = next;
    }
    svg(&game.board(), &session.scene(), Style { size: SIZE, ..Style::default() })
}

/// Plays a random ply; whether there was one.
fn step(session: &mut dyn Session, rng: &mut Generator) -> bool {
    let mut pick = |from: Vec<String>| {
        let index = (rng.next_u64() % from.len().max(1) as u64) as usize;
        from.into_iter().nth(index).unwrap_or_default()
    };
    let token = match session.due() {
        Due::Seat(_, legal) => pick(legal),
        Due::Chance(results) => pick(results.into_iter().map(|(token, _)| token).collect()),
        Due::Simultaneous(choices) => {
            let chosen: Vec<String> = choices.into_iter().map(|(_, legal)| pick(legal)).collect();
            session.join(&chosen)
        }
        Due::Over(_) => return false,
    };
    session.play(&token).is_ok()
}
