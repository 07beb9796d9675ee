//! One scale for results and evaluations.
//!
//! Values are whole numbers: a win is [`WIN`] less the plies that it takes, a loss the opposite, a draw 0. An
//! evaluation is squashed into `-SPAN..=SPAN`, strictly inside the results. There it is proportional to the
//! expected score that it stands for. So results and evaluations can be averaged at chance turns and mixed at
//! simultaneous ones. The squashing is a rational sigmoid and not the logistic function, because only the
//! basic operations give the same bits on every machine.

use torneo_contract::{Outcome, Seat};

/// The value of a win at once.
pub const WIN: i32 = 1_000_000_000;
/// The bound of everything that is not a win or a loss.
pub const SPAN: i32 = 990_000_000;
/// The evaluation that is squashed to half of the bound of evaluations (an expected score of about 3/4).
pub const HALF: i32 = 400;

/// The evaluation (in hundredths of a small advantage) on the scale of values.
#[inline]
pub fn squash(evaluation: i32) -> i32 {
    let evaluation = i64::from(evaluation);
    (evaluation * i64::from(SPAN) / (evaluation.abs() + i64::from(HALF))) as i32
}

/// The expected score in `[0, 1]` that a value stands for at a table of `seats`: a value of 0 is an even share.
#[inline]
pub fn score(value: i32, seats: usize) -> f64 {
    let (part, even) = (f64::from(value) / f64::from(WIN), 1.0 / seats as f64);
    even + part * if value > 0 { 1.0 - even } else { even }
}

/// The expected score in `[0, 1]` that a value stands for, where what is decided is a win or a loss.
pub fn expected(value: i32, seats: usize) -> f64 {
    if is_decided(value) { f64::from(u8::from(value > 0)) } else { score(value, seats) }
}

/// Whether the value is that of a win or a loss.
#[inline]
pub fn is_decided(value: i32) -> bool {
    value.abs() > SPAN
}

/// The plies to the win or the loss that a value stands for.
pub fn distance(value: i32) -> Option<u32> {
    is_decided(value).then(|| WIN.abs_diff(value.abs()))
}

/// The value for `seat` of a game that ended `plies` from the root.
///
/// A sole first place is a win, no share a loss, equal shares of all seats a draw; shares between are interpolated
/// linearly between these.
pub fn of_outcome(outcome: &Outcome, seat: Seat, plies: u32) -> i32 {
    let (score, even) = (outcome.scores[seat.index()], 1.0 / outcome.scores.len() as f64);
    if score >= 1.0 {
        WIN - plies as i32
    } else if score <= 0.0 {
        plies as i32 - WIN
    } else {
        let room = if score > even { 1.0 - even } else { even };
        ((score - even) / room * f64::from(SPAN)) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::reason;

    #[test]
    fn results_enclose_evaluations() {
        assert!(squash(1_000_000) < SPAN && squash(-1_000_000) > -SPAN);
        assert!(squash(20) < squash(21) && squash(-20) == -squash(20));
        assert_eq!(squash(400), SPAN / 2);
        assert!(is_decided(WIN - 1_000) && !is_decided(SPAN));
        assert_eq!((distance(WIN - 7), distance(8 - WIN), distance(SPAN)), (Some(7), Some(8), None));
    }

    #[test]
    fn scores_are_shares_of_one() {
        assert_eq!((score(WIN, 3), score(-WIN, 3), score(0, 4)), (1.0, 0.0, 0.25));
        assert_eq!(score(WIN / 2, 2), 0.75);
        assert_eq!((expected(WIN - 40, 2), expected(40 - WIN, 2), expected(0, 3)), (1.0, 0.0, 1.0 / 3.0));
    }

    #[test]
    fn shares_are_interpolated() {
        let value = |seats, first: fn(Seat) -> bool, seat| {
            of_outcome(&Outcome::shared_by(seats, reason::WON, first), Seat::new(seat), 7)
        };
        assert_eq!(value(3, |_| true, 0), 0);
        assert_eq!(value(3, |seat| seat.index() == 1, 1), WIN - 7);
        assert_eq!(value(3, |seat| seat.index() == 1, 0), 7 - WIN);
        let shared = value(4, |seat| seat.index() < 2, 0);
        assert!(shared > SPAN / 4 && shared < SPAN / 2);
    }
}
