//! What an engine says of a choice, in the units of programs: expected score, centipawns, moves to mate.

use std::time::Duration;

/// What an engine says of its last choice.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Assessment {
    /// The expected score of its seat, 0 to 1; none if it estimates none.
    pub value: Option<f64>,
    /// The depth of the search in plies.
    pub depth: Option<u32>,
    /// Centipawns for its seat; none if it tells none, or a mate.
    pub cp: Option<i64>,
    /// Moves to the forced win of its seat, negative for a forced loss; none if it tells none.
    pub mate: Option<i64>,
    /// How long the choice took by the engine's own clock; none if it measures none.
    pub took: Option<Duration>,
}

impl Assessment {
    /// That of an engine of torneo in a game for two seats: moves to mate where the end is known to be so many `plies` away, else the
    /// centipawns that its value stands for.
    pub fn of_search(value: Option<f64>, depth: Option<u32>, plies: Option<u32>, nodes: u64) -> Assessment {
        let mate = value.zip(plies).and_then(|(value, plies)| moves_to_mate(value, plies));
        let cp = value.filter(|_| mate.is_none()).map(|value| centipawns(value, nodes));
        Assessment { value, depth, cp, mate, took: None }
    }
}

/// Moves to mate of a seat whose expected score is 1 or 0 with the end so many plies away: negative if it is mated. None between.
pub fn moves_to_mate(value: f64, plies: u32) -> Option<i64> {
    match () {
        () if value > 0.5 => Some(i64::from(plies.div_ceil(2))),
        () if value < 0.5 => Some(-i64::from((plies / 2).max(1))),
        () => None,
    }
}

/// Plies to the end of a game of moves by turns, from a seat that mates in so many moves, or is mated if they are negative.
pub fn plies_to_mate(moves: i64) -> u64 {
    let plies = moves.unsigned_abs().saturating_mul(2);
    if moves > 0 { plies - 1 } else { plies }
}

/// The expected score that centipawns stand for, by the logistic curve of Elo ratings: a pawn counts 100 points.
pub fn expected_score(centipawns: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -centipawns / 400.0))
}

/// The centipawns that stand for an expected score, by the same curve. Where it was won, or lost, in all of some playouts, half a
/// playout counts for the other side; without playouts a millionth.
pub fn centipawns(value: f64, nodes: u64) -> i64 {
    let least = if nodes == 0 { 1e-6 } else { 0.5 / (nodes as f64 + 1.0) };
    let value = value.clamp(least, 1.0 - least);
    (400.0 * libm::log10(value / (1.0 - value))).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!([1, 3, 5].map(|plies| moves_to_mate(1.0, plies)), [1, 2, 3].map(Some));
        assert_eq!([2, 4].map(|plies| moves_to_mate(0.0, plies)), [-1, -2].map(Some));
        assert_eq!(moves_to_mate(0.5, 7), None);
        assert_eq!([1, 3, -1, -2, 0].map(plies_to_mate), [1, 5, 2, 4, 0]);
    }

    #[test]
    fn centipawns_and_expected_scores_are_one_curve() {
        assert_eq!([0.5, 0.64, 1.0, 0.0].map(|value| centipawns(value, 9)), [0, 100, 512, -512]);
        for cp in [-900, -31, 0, 250] {
            assert_eq!(centipawns(expected_score(f64::from(cp)), u64::MAX), i64::from(cp));
        }
    }

    #[test]
    fn a_search_tells_a_mate_or_centipawns() {
        let found = Assessment::of_search(Some(1.0), Some(3), Some(3), 10);
        assert_eq!((found.mate, found.cp), (Some(2), None));
        let found = Assessment::of_search(Some(0.64), None, None, 1000);
        assert_eq!((found.mate, found.cp), (None, Some(100)));
        assert_eq!(Assessment::of_search(None, None, None, 0), Assessment::default());
    }
}
