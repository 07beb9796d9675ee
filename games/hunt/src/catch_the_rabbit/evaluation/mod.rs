//! How good a position is for the rabbit.
//!
//! Two sums are made of the same counts: the plies in which the hunters win, and the odds that they do not. Their weights were fitted to
//! exact values; see the example `fit_catch_the_rabbit` of `torneo-learning`.

mod patterns;
mod weights;

use std::sync::{Arc, LazyLock};

use torneo_board::grid::BitSet;

use self::patterns::{PATTERNS, each_pattern, homes};
use super::{Board, CatchTheRabbit, FEWEST_HUNTERS, HUNTERS, POINTS, RABBIT, STARTS};

pub use weights::{Weights, Worth};

/// What is counted besides patterns.
pub(super) const TERMS: [&str; 5] = ["hunters", "steps", "jumps", "field", "threatens"];
/// Numbers of hunters whose terms have weights of their own, from [`FEWEST_HUNTERS`] on.
const CROWDS: usize = STARTS.len();
/// Numbers of hunters whose patterns have weights of their own: the fewest, which must not lose any, and more.
const GROUPS: usize = 2;
/// What the rabbit has for each hunter less than the fewest of a start: the others hardly ever win.
const MISSING: i32 = 200;

/// The fitted weights, with those of patterns by the point of the rabbit.
#[derive(Debug)]
pub(super) struct Evaluation {
    weights: Weights,
    /// By point of the rabbit, side to move, group and pattern.
    placed: Vec<Worth>,
}

static FITTED: LazyLock<Arc<Evaluation>> = LazyLock::new(|| {
    let weights = Weights::read(include_str!("fitted.weights")).unwrap_or_else(|error| panic!("{error}"));
    Arc::new(Evaluation::new(weights))
});

impl Evaluation {
    /// The one with the fitted weights.
    pub(super) fn fitted() -> Arc<Evaluation> {
        FITTED.clone()
    }

    /// The one with these weights.
    pub(super) fn new(weights: Weights) -> Evaluation {
        let homes = homes();
        let placed = (0..POINTS).flat_map(|rabbit| (0..2 * GROUPS).map(move |part| (rabbit, part)));
        let placed = placed.flat_map(|(rabbit, part)| {
            let (weights, home) = (&weights, &homes[rabbit]);
            home.iter()
                .map(move |&number| weights.get(Weights::of_pattern(part / GROUPS, part % GROUPS, number)))
        });
        Evaluation { placed: placed.collect(), weights }
    }

    /// The value for the rabbit, in hundredths of a small advantage: five for each ply that the hunters are expected to need,
    /// and a hundred times the logarithm of the odds that they do not win, if that is above 0.
    #[inline]
    pub(super) fn value(&self, board: &Board, terms: &[i32; TERMS.len()]) -> i32 {
        let (rabbit, hunters) = (board.pieces.of(RABBIT).lowest(), board.pieces.of(HUNTERS));
        let (crowd, group) = crowd_and_group(hunters);
        let side = board.to_move;
        let mut sum = self.weights.terms(side, crowd, terms);
        let first = ((rabbit * 2 + side) * GROUPS + group) * PATTERNS;
        let placed = &self.placed[first..][..PATTERNS];
        each_pattern(hunters, |pattern| sum.add(placed[pattern], 1));
        let missing = FEWEST_HUNTERS.saturating_sub(hunters.len()) as i32;
        sum.plies + sum.odds.max(0) + MISSING * missing
    }
}

#[inline]
fn crowd_and_group(hunters: u32) -> (usize, usize) {
    let crowd = hunters.len().saturating_sub(FEWEST_HUNTERS) as usize;
    (crowd, crowd.min(GROUPS - 1))
}

impl CatchTheRabbit {
    /// Appends the numbers of the [weights](Weights) that a position has, and how often it has each.
    pub fn features(
        &self,
        position: &<Self as torneo_contract::Game>::Position,
        found: &mut Vec<(usize, i32)>,
    ) {
        let board = &position.board;
        let (rabbit, hunters) = (board.pieces.of(RABBIT).lowest(), board.pieces.of(HUNTERS));
        let (crowd, group) = crowd_and_group(hunters);
        let terms = self.counts(board).into_iter().enumerate();
        found.extend(terms.map(|(term, count)| (Weights::term(board.to_move, crowd, term), count)));
        let home = &homes()[rabbit];
        let number = |pattern: usize| Weights::of_pattern(board.to_move, group, home[pattern]);
        each_pattern(hunters, |pattern| found.push((number(pattern), 1)));
    }
}

#[cfg(test)]
mod tests {
    use torneo_board::point_graph::{Pieces, lattice};
    use torneo_contract::{Described, Game, Heuristics, Notation, Options, Seat, Turn};

    use super::super::SIDE;
    use super::*;

    fn game() -> CatchTheRabbit {
        let spec = "catch-the-rabbit".parse().unwrap();
        CatchTheRabbit::new(&Options::check(&spec, CatchTheRabbit::INFO.options).unwrap()).unwrap()
    }

    #[test]
    fn images_of_a_position_are_worth_the_same() {
        let game = game();
        for text in [
            "...../..h../h.R.h/hhh.h/hhhhh r",
            "h.h../.hh../hh.../h.hR./h.hhh h",
            "R..../hhhh./..h../hhh../hh..h r",
        ] {
            let position = game.parse_position(text).unwrap();
            let value = game.evaluate(&position, Seat::FIRST);
            for symmetry in lattice::symmetries(SIDE) {
                let mut image = position.clone();
                let old = position.board.pieces;
                let mut pieces = Pieces::NONE;
                for side in [RABBIT, HUNTERS] {
                    old.of(side)
                        .members()
                        .for_each(|point| game.board.toggle(&mut pieces, side, symmetry[point]));
                }
                image.board.pieces = pieces;
                assert_eq!(game.evaluate(&image, Seat::FIRST), value, "{text}");
            }
        }
    }

    #[test]
    fn features_add_up_to_the_value() {
        let game = game();
        let (mut position, mut found, mut actions) = (game.start(), Vec::new(), Vec::new());
        for ply in 0..30 {
            found.clear();
            game.features(&position, &mut found);
            let mut sum = Worth::default();
            found.iter().for_each(|&(number, count)| sum.add(game.evaluation.weights.get(number), count));
            assert_eq!(game.evaluate(&position, Seat::FIRST), Some(sum.plies + sum.odds.max(0)));
            actions.clear();
            game.actions(&position, Seat::new(ply % 2), &mut actions);
            actions.retain(|action| !action.is_capture());
            game.apply(&mut position, actions[ply % actions.len()]);
            if game.turn(&position) == Turn::Over {
                break;
            }
        }
    }
}
