//! Random play to the end and what it scored.

use torneo_contract::{Heuristics, Scratch, SeatVec, Turn, playout};

use super::evaluation::Evaluation;
use crate::engine::Rng;

/// A position to play out, with the buffers that this takes.
pub struct Playout<G: Heuristics> {
    /// The position.
    pub position: G::Position,
    /// Buffers.
    pub scratch: Scratch<G::Action>,
    /// Plies after which a playout is cut.
    pub max_plies: u64,
    /// What judges a playout that is cut.
    pub evaluation: Evaluation<G>,
}

impl<G: Heuristics> Playout<G> {
    /// Buffers for positions like this one.
    pub fn new(position: G::Position, max_plies: u64, evaluation: Evaluation<G>) -> Playout<G> {
        Playout { position, scratch: Scratch::default(), max_plies, evaluation }
    }

    /// Plays the position out at random; the scores of all seats.
    ///
    /// A playout that is cut is judged by the evaluation, turned into expected scores that add up to 1, or as a draw
    /// if the game offers none.
    pub fn finish(&mut self, game: &G, rng: &mut Rng) -> SeatVec<f64> {
        playout::playout(game, &mut self.position, self.max_plies, rng, &mut self.scratch);
        self.scores(game)
    }

    /// The scores of all seats where the playout ended or was cut.
    pub fn scores(&mut self, game: &G) -> SeatVec<f64> {
        match game.turn(&self.position) {
            Turn::Over => game.outcome(&self.position).scores,
            _ => self.judge(game),
        }
    }

    fn judge(&mut self, game: &G) -> SeatVec<f64> {
        let mut scores = self.evaluation.scores(game, &self.position);
        let sum: f64 = scores.iter().sum();
        scores.iter_mut().for_each(|score| *score /= sum);
        scores
    }
}
