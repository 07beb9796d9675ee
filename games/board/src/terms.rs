//! Evaluations that are sums of what they count, each times its weight.

use torneo_contract::Seat;

/// What counts are worth together.
#[inline]
pub fn weigh<const N: usize>(counts: &[i32; N], weights: &[i32; N]) -> i32 {
    counts.iter().zip(weights).map(|(count, weight)| count * weight).sum()
}

/// What the counts of a side are worth together, to that side or to the other one.
#[inline]
pub fn value_for<const N: usize>(is_own: bool, counts: &[i32; N], weights: &[i32; N]) -> i32 {
    let value = weigh(counts, weights);
    if is_own { value } else { -value }
}

/// What a seat has more than the mean of the other `seats`.
#[inline]
pub fn lead(seats: usize, seat: Seat, mut value_of: impl FnMut(Seat) -> i32) -> i32 {
    let others: i32 = Seat::all(seats).filter(|&other| other != seat).map(&mut value_of).sum();
    value_of(seat) - others / (seats as i32 - 1)
}

/// The counts of a side less those of the other.
#[inline]
pub fn less<const N: usize>(own: [i32; N], theirs: [i32; N]) -> [i32; N] {
    std::array::from_fn(|term| own[term] - theirs[term])
}

/// Tells the evaluation of a side with what it counted as [`Terms`] does, which speaks of the first seat.
///
/// [`Terms`]: torneo_contract::Terms
#[inline]
pub fn tell<const N: usize>(value: i32, found: [i32; N], is_first: bool, counts: &mut [i32]) -> i32 {
    let sign = if is_first { 1 } else { -1 };
    counts.iter_mut().zip(found).for_each(|(count, found)| *count = sign * found);
    sign * value
}

/// Tells an evaluation as [`tell`] does that is what a side counted, each times its weight.
#[inline]
pub fn tell_weighed<const N: usize>(
    found: [i32; N],
    weights: &[i32; N],
    is_first: bool,
    counts: &mut [i32],
) -> i32 {
    tell(weigh(&found, weights), found, is_first, counts)
}

/// The methods `evaluate` and `terms` of an evaluation that is a sum of terms: of what the player of a seat has more than the
/// other one, each times its weight. The names of the terms and their weights follow.
#[macro_export]
macro_rules! sum_of_terms {
    (
        $(#[$meta:meta])*
        |$game:ident, $position:ident| $seat:expr => $counts:expr, $names:expr, $weights:expr
    ) => {
        $(#[$meta])*
        fn evaluate(&self, $position: &Self::Position, seat: ::torneo_contract::Seat) -> Option<i32> {
            let $game = self;
            Some($crate::terms::value_for($seat == seat, &$counts, &$weights))
        }

        fn terms(&self) -> Option<::torneo_contract::Terms<Self>> {
            Some(::torneo_contract::Terms::<Self>::new(&$names, |$game, $position, counts| {
                let is_first = $seat == ::torneo_contract::Seat::FIRST;
                $crate::terms::tell_weighed($counts, &$weights, is_first, counts)
            }))
        }
    };
}
