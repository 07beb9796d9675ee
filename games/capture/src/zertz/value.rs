//! The evaluation: captured marbles, and what is missing to a goal, after the jumps that are compulsory.

use torneo_board::terms::less;

use super::board::{Board, COLOURS, Marbles};

/// Captures that win: a number of each colour, or a number of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Goals {
    pub(super) each: u8,
    pub(super) of_one: Marbles,
}

/// The worth of a captured white, grey and black marble.
const MARBLES: [i32; COLOURS] = [60, 50, 45];
/// The worth of captures to which so few marbles are missing.
const MISSING: [i32; 5] = [10_000, 300, 120, 45, 15];

/// What is counted: captured marbles, and how many are missing to a goal.
pub(super) const TERMS: [&str; COLOURS + 4] =
    ["white", "grey", "black", "one-missing", "two-missing", "three-missing", "four-missing"];

/// Turns of compulsory jumps that are played out before captures are counted: a marble that is offered is taken, and what
/// that allows the other player in turn.
pub(super) const JUMPS: u32 = 2;

impl Goals {
    /// Whether these captures win.
    #[inline]
    pub(super) fn reached(&self, captured: &Marbles) -> bool {
        captured.iter().all(|&count| count >= self.each)
            || captured.iter().zip(&self.of_one).any(|(count, goal)| count >= goal)
    }

    /// How many marbles are missing to the nearest goal.
    fn missing(&self, captured: &Marbles) -> usize {
        let each = captured.iter().map(|&count| self.each.saturating_sub(count)).sum();
        let of_one = captured.iter().zip(&self.of_one).map(|(&count, goal)| goal.saturating_sub(count));
        usize::from(of_one.fold(each, u8::min))
    }

    /// What a player's captures are worth.
    pub(super) fn value(&self, captured: &Marbles) -> i32 {
        let marbles = captured.iter().zip(MARBLES).map(|(&count, value)| i32::from(count) * value);
        marbles.sum::<i32>() + MISSING.get(self.missing(captured)).copied().unwrap_or(0)
    }

    /// What is counted of a player's captures.
    fn counts(&self, captured: &Marbles) -> [i32; TERMS.len()] {
        let mut counts = [0; TERMS.len()];
        counts.iter_mut().zip(captured).for_each(|(count, &marbles)| *count = marbles.into());
        let missing = self.missing(captured);
        if (1..MISSING.len()).contains(&missing) {
            counts[COLOURS + missing - 1] = 1;
        }
        counts
    }

    /// What the first seat has captured more than the second.
    pub(super) fn advantage(&self, [first, second]: &[Marbles; 2]) -> [i32; TERMS.len()] {
        less(self.counts(first), self.counts(second))
    }

    /// What the captures of the seat to move are worth, less those of the other, after the best of up
    /// to `turns` turns of jumps, which cannot be declined; and the captures of both seats then.
    pub(super) fn settled(&self, board: &Board, turns: u32) -> (i32, [Marbles; 2]) {
        let [mover, other] = [board.mover(), board.mover().other()];
        let [own, theirs] = [mover, other].map(|seat| self.value(&board.captured[seat.index()]));
        let jumpers = if turns == 0 { 0 } else { board.all_jumpers() };
        if jumpers == 0 {
            return (own - theirs, board.captured);
        }
        let mut best = (i32::MIN, board.captured);
        board.for_each_jump(jumpers, &mut |jump| {
            let mut after = *board;
            after.play(jump);
            let won = self.reached(&after.captured[mover.index()]);
            let (value, captured) = self.settled(&after, if won { 0 } else { turns - 1 });
            if -value > best.0 {
                best = (-value, captured);
            }
        });
        best
    }
}
