//! The engines that can be rungs: a line from random play upwards, on which each is stronger than those below it.
//!
//! The first part of the line are blends of random play and a small search, by their share. Behind it come searches, each twice as
//! large as the one before, and blends of two that follow each other. So there are no jumps. All budgets are counted and nothing is tuned, so a rung stays what it is when tuning changes.

use torneo_contract::Turn;
use torneo_registry::AnyGame;
use torneo_registry::streams::{Purpose, Streams};

/// Simulations of the smallest search.
const SIMS: f64 = 10.0;
/// Doublings of these at most.
const MOST_DOUBLINGS: f64 = 12.0;

/// A place on the line, in thousandths of a step: up to one step the share of the small search, above it its doublings, with the share
/// of the larger search between two.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Height(f64);

impl Height {
    /// Random play.
    pub const BOTTOM: Height = Height(0.0);

    /// The place that is so much higher, at most `top`. Places are rounded, so that specifications are short.
    pub fn above(self, more: f64, top: Height) -> Height {
        Height(((self.0 + more) * 1000.0).round().clamp(0.0, 1000.0 * top.0) / 1000.0)
    }

    /// How much higher another place is.
    pub fn to(self, other: Height) -> f64 {
        other.0 - self.0
    }

    /// The place between two.
    pub fn midpoint(self, other: Height) -> Height {
        self.above(self.to(other) / 2.0, other)
    }

    /// The whole steps, and the share of the next one.
    fn parts(self) -> (u32, f64) {
        let thousandths = (self.0 * 1000.0).round() as u32;
        (thousandths / 1000, f64::from(thousandths % 1000) / 1000.0)
    }

    /// Simulations for each choice, in the mean.
    fn sims(self) -> f64 {
        let (steps, share) = self.parts();
        (1.0 - share) * simulations(steps) + share * simulations(steps + 1)
    }

    /// The specification of the engine.
    pub fn spec(self) -> String {
        let (steps, share) = self.parts();
        match share {
            0.0 => search(steps),
            share => format!("blend(weak={}, strong={}, share={share})", search(steps), search(steps + 1)),
        }
    }
}

/// The simulations of the search so many steps up; none at the bottom.
fn simulations(steps: u32) -> f64 {
    if steps == 0 { 0.0 } else { SIMS * f64::from(1u32 << (steps - 1)) }
}

/// The engine so many whole steps up.
fn search(steps: u32) -> String {
    match steps {
        0 => "random".to_owned(),
        _ => format!("mcts(sims={}, tuned=false)", simulations(steps)),
    }
}

/// What random games of a game are like, on which depends what a search costs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Traffic {
    plies: f64,
    actions: f64,
    /// Whether simulations end at once with an evaluation.
    is_judged: bool,
}

/// Random games that are looked at, and plies after which each is left.
const GAMES: u64 = 8;
const MOST_PLIES: u32 = 2_000;
/// Seconds that a ply of a random playout takes, that each of its actions adds, and that an evaluation takes: what they are on
/// a machine of 2020, rounded up. They are fixed, so that the same command gives the same ladder everywhere.
const OF_PLY: f64 = 0.2e-6;
const OF_ACTION: f64 = 0.02e-6;
const OF_EVALUATION: f64 = 0.5e-6;
/// Seconds that a game may take by this reckoning: far enough below the second that no rung takes longer.
const MOST_SECONDS: f64 = 0.4;

impl Traffic {
    /// That of a game.
    pub fn of(game: &dyn AnyGame) -> Traffic {
        let (mut plies, mut choices, mut actions) = (0u32, 0.0, 0.0);
        for number in 0..GAMES {
            let mut rng = Streams::numbered(0, number).generator(Purpose::Opening);
            let mut session = game.session();
            for _ in 0..MOST_PLIES {
                let choosers = session.turn().choosers();
                choices += choosers.len() as f64;
                actions += choosers.iter().map(|seat| session.choice_count(seat) as f64).sum::<f64>();
                if session.turn() == Turn::Over || !session.play_randomly(&mut rng) {
                    break;
                }
                plies += 1;
            }
        }
        let traits = game.traits();
        Traffic {
            plies: f64::from(plies) / GAMES as f64,
            actions: actions / f64::max(choices, 1.0),
            is_judged: traits.is_evaluated && !traits.prefers_rollouts,
        }
    }

    /// The seconds that a game with so many simulations for each choice is reckoned to take.
    fn seconds(&self, sims: f64) -> f64 {
        let ply = OF_PLY + OF_ACTION * self.actions;
        let playout = if self.is_judged { self.actions * OF_EVALUATION } else { self.plies / 2.0 * ply };
        self.plies * sims * (playout + 4.0 * ply)
    }

    /// The highest place of which a game takes no more than it may.
    pub fn top(&self) -> Height {
        let doubled = (1..=MOST_DOUBLINGS as u32).map(|doublings| Height(1.0 + f64::from(doublings)));
        let fits = doubled.take_while(|height| self.seconds(height.sims()) <= MOST_SECONDS);
        fits.last().unwrap_or(Height(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_goes_from_random_play_to_searches() {
        let top = Height(13.0);
        let spec = |more: f64| Height::BOTTOM.above(more, top).spec();
        assert_eq!(spec(0.0), "random");
        assert_eq!(spec(0.25), "blend(weak=random, strong=mcts(sims=10, tuned=false), share=0.25)");
        let searches = [10, 20, 160].map(|sims| format!("mcts(sims={sims}, tuned=false)"));
        assert_eq!([1.0, 2.0, 5.0].map(spec), searches);
        let between =
            "blend(weak=mcts(sims=160, tuned=false), strong=mcts(sims=320, tuned=false), share=0.5)";
        assert_eq!(spec(5.5), between);
        assert_eq!([0.5, 1.0, 1.5, 3.0].map(|height| Height(height).sims()), [5.0, 10.0, 15.0, 40.0]);
        assert_eq!(Height(12.9).above(1.0, top), top);
        assert_eq!(Height(1.0).midpoint(Height(2.0)), Height(1.5));
    }

    #[test]
    fn long_games_have_a_low_top() {
        let traffic = |plies, is_judged| Traffic { plies, actions: 30.0, is_judged };
        assert_eq!(traffic(10.0, false).top(), Height(10.0), "5120 simulations of 72 microseconds a game");
        assert!(traffic(100.0, false).top() < traffic(20.0, false).top());
        assert_eq!(traffic(1e6, false).top(), Height(1.0));
    }
}
