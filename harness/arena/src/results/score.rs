//! What a game says of two engines.

/// The score of `engine` against `opponent` in a game: its share of the points that the two win; 0.5 if neither has any.
pub fn head_to_head(engines: &[usize], scores: &[f64], engine: usize, opponent: usize) -> f64 {
    let points = |of: usize| -> f64 {
        engines.iter().zip(scores).filter(|(engine, _)| **engine == of).map(|(_, score)| score).sum()
    };
    let (own, others) = (points(engine), points(opponent));
    if own + others > 0.0 { own / (own + others) } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winner_has_all_points_whatever_the_number_of_seats() {
        assert_eq!(head_to_head(&[0, 1], &[1.0, 0.0], 0, 1), 1.0);
        assert_eq!(head_to_head(&[0, 1, 0, 1], &[0.0, 0.0, 1.0, 0.0], 0, 1), 1.0);
        assert_eq!(head_to_head(&[0, 1, 1], &[0.5, 0.5, 0.0], 1, 0), 0.5);
        // A table of three: neither of the two has a point.
        assert_eq!(head_to_head(&[0, 1, 2], &[0.0, 0.0, 1.0], 0, 1), 0.5);
    }
}
