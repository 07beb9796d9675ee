//! What a position is worth under best play.

use torneo_contract::Seat;

/// The value of a position of a game for two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The seat that wins; none for a draw.
    pub winner: Option<Seat>,
    /// Plies to the end if the winner hurries and the loser delays. None for draws, and none for wins that
    /// come only because play goes on for ever.
    pub plies: Option<u32>,
}

impl Value {
    /// A draw.
    pub const DRAW: Value = Value { winner: None, plies: None };

    /// How much `seat` likes a value: winning soon best, losing late rather than soon. A value that is not known
    /// stands with the draws.
    pub fn preference(value: Option<Value>, seat: Seat) -> i64 {
        const WIN: i64 = 1 << 40;
        match value {
            None | Some(Value { winner: None, .. }) => 0,
            Some(Value { winner: Some(winner), plies }) => {
                let size = WIN - plies.map_or(WIN / 2, i64::from);
                if winner == seat { size } else { -size }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_and_later_losses_are_liked() {
        let value = |winner, plies| Some(Value { winner: Some(winner), plies });
        let (own, other) = (Seat::FIRST, Seat::SECOND);
        let order = [
            value(own, Some(3)),
            value(own, Some(5)),
            value(own, None),
            Some(Value::DRAW),
            value(other, None),
            value(other, Some(6)),
            value(other, Some(2)),
        ];
        let liked = order.map(|value| Value::preference(value, own));
        assert!(liked.is_sorted_by(|a, b| a > b));
    }
}
