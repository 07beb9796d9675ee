//! What a game says of two engines.

/// The mean result of `engine` against the other engine over all pairs of their seats: 1 for the higher score, 0.5
/// for the same.
pub fn head_to_head(engines: &[usize], scores: &[f64], engine: usize) -> f64 {
    let (mut total, mut pairs) = (0.0, 0.0);
    for (own, score) in engines.iter().zip(scores).filter(|(own, _)| **own == engine) {
        for (_, other) in engines.iter().zip(scores).filter(|(other, _)| *other != own) {
            pairs += 1.0;
            total += match score.total_cmp(other) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
        }
    }
    total / pairs
}
