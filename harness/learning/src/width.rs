//! How many nodes a search takes to look at every action and at some answers.

use torneo_contract::Turn;
use torneo_contract::session::Session;
use torneo_registry::streams::{Purpose, Streams};

/// Nodes for each choice at least.
const FEWEST: u64 = 300;
/// Nodes for each action that there usually is.
const PER_ACTION: u64 = 8;
/// Random games that actions are counted in, and plies of each at most.
const GAMES: u64 = 16;
const PLIES: usize = 200;

/// Nodes for each choice with which a game is learnt: 300, or eight times the mean number of actions of
/// positions in random games, if that is more. With fewer a search would not come to the end of its first
/// ply, and tell nothing.
pub fn nodes(session: &dyn Session) -> u64 {
    let (mut actions, mut positions) = (0, 0);
    for number in 0..GAMES {
        let (mut game, mut rng) = (session.copy(), Streams::numbered(0, number).generator(Purpose::Opening));
        for _ in 0..PLIES {
            match game.turn() {
                Turn::Over => break,
                Turn::Seat(_) => {
                    actions += game.choice_counts().iter().sum::<usize>() as u64;
                    positions += 1;
                }
                _ => {}
            }
            game.play_randomly(&mut rng);
        }
    }
    FEWEST.max(PER_ACTION * actions / positions.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_games::capture::{Surakarta, Zertz};
    use torneo_registry::{GameEntry, Registry};

    #[test]
    fn many_actions_ask_for_many_nodes() {
        let mut registry = Registry::new();
        registry.add_game(GameEntry::of::<Surakarta>());
        registry.add_game(GameEntry::of::<Zertz>());
        let of = |game: &str| nodes(&*registry.game(game).unwrap().session());
        assert_eq!(of("surakarta"), FEWEST);
        assert!((1_000..20_000).contains(&of("zertz")), "{}", of("zertz"));
    }
}
