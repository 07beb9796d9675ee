//! Throwing dice: values drawn from a distribution, and dice that show them.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use serde::Serialize;

use crate::distribution::Distribution;
use crate::expression::given::Given;
use crate::expression::syntax::{Condition, Die, Modifier, Pool, Reading};
use crate::expression::tally::Wanted;
use crate::language::Expression;
use crate::language::tree::Kind;

/// A die that was thrown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Shown {
    /// What it shows in the end.
    pub face: i64,
    /// Whether it counts: no modifier has dropped it or thrown it again.
    pub kept: bool,
}

/// One throw of an expression.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Throw {
    /// What it is worth.
    pub value: i64,
    /// The dice from left to right; none where functions stand between them and the value.
    pub dice: Vec<Shown>,
}

/// Throws that are tried until one is worth what was drawn. On average as many are needed as there are values.
const MOST_TRIES: usize = 100_000;

/// A thrower of dice.
#[derive(Clone, Debug)]
pub struct Thrower(ChaCha8Rng);

impl Thrower {
    /// The same seed throws the same values.
    pub fn new(seed: u64) -> Thrower {
        Thrower(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A value, each as likely as the distribution says; none where nothing is possible.
    pub fn throw(&mut self, distribution: &Distribution) -> Option<i64> {
        let mut left = self.below(distribution.total())?;
        for (value, weight) in distribution.weights() {
            if left < *weight {
                return Some(*value);
            }
            left -= weight;
        }
        None
    }

    /// A number from 0 to `limit - 1`, all equally likely; none where the limit is 0.
    fn below(&mut self, limit: &BigUint) -> Option<BigUint> {
        if limit.is_zero() {
            return None;
        }
        let bits = limit.bits();
        let words = bits.div_ceil(32).to_usize()?;
        loop {
            let digits: Vec<u32> = (0..words).map(|_| self.0.next_u32()).collect();
            let number = BigUint::new(digits) >> (32 * words as u64 - bits);
            if number < *limit {
                return Some(number);
            }
        }
    }

    /// A throw of an expression with this distribution; none where nothing is possible. Its value is the one that
    /// [`Thrower::throw`] draws, unless dice that are worth it are too hard to come by.
    pub fn play(
        &mut self,
        expression: &Expression,
        distribution: &Distribution,
        explosions: u32,
    ) -> Option<Throw> {
        let value = self.throw(distribution)?;
        let is_read = |part: &Expression| {
            matches!(part.kind, Kind::Call(..) | Kind::Sequence(_) | Kind::Variable(_) | Kind::Repeat(_))
        };
        if expression.any(&is_read) {
            return Some(Throw { value, dice: Vec::new() });
        }
        let mut dice = Thrower(self.0.clone());
        dice.0.set_stream(DICE);
        let mut last = None;
        for _ in 0..MOST_TRIES {
            let mut shown = Vec::new();
            let thrown = expression
                .known(&mut |pool, reading, given| dice.pool(pool, reading, given, explosions, &mut shown));
            let Some(thrown) = thrown else { continue };
            last = Some(Throw { value: thrown, dice: shown });
            if thrown == value {
                break;
            }
        }
        last.or_else(|| Some(Throw { value, dice: Vec::new() }))
    }

    /// Throws dice and does with them what the modifiers say.
    fn pool(
        &mut self,
        pool: &Pool,
        reading: Reading,
        given: &[Given],
        explosions: u32,
        shown: &mut Vec<Shown>,
    ) -> Option<i64> {
        let mut dice: Vec<Shown> = Vec::new();
        for _ in 0..pool.count {
            dice.push(self.die(&pool.die)?);
        }
        for modifier in &pool.modifiers {
            self.change(*modifier, pool, explosions, &mut dice)?;
        }
        shown.extend(&dice);
        let kept: Vec<i64> = dice.iter().filter(|die| die.kept).map(|die| die.face).collect();
        let given = given.iter().map(|given| (given.aspect, given.condition)).collect();
        Wanted { reading, counts: pool.counts(), given }.read(&kept)
    }

    fn change(
        &mut self,
        modifier: Modifier,
        pool: &Pool,
        explosions: u32,
        dice: &mut Vec<Shown>,
    ) -> Option<()> {
        if modifier.keeps() {
            let mut ranked: Vec<usize> = (0..dice.len()).filter(|&die| dice[die].kept).collect();
            ranked.sort_by_key(|&die| dice[die].face);
            let ranks = crate::expression::throw::ranks(ranked.len(), &[modifier]);
            for (rank, die) in ranked.into_iter().enumerate() {
                dice[die].kept = (ranks.from..ranks.to).contains(&rank);
            }
            return Some(());
        }
        let mut changed = Vec::new();
        for mut die in std::mem::take(dice) {
            if !die.kept {
                changed.push(die);
                continue;
            }
            let mut more = Vec::new();
            match modifier {
                Modifier::Min(least) => die.face = die.face.max(least),
                Modifier::Max(most) => die.face = die.face.min(most),
                Modifier::Reroll(condition) | Modifier::RerollAlways(condition)
                    if condition.holds(die.face) =>
                {
                    let again = self.die(&pool.die)?;
                    let once = matches!(modifier, Modifier::Reroll(_));
                    let last = if once { again } else { self.other(&pool.die, again, condition)? };
                    die.kept = false;
                    more.push(last);
                }
                _ => {
                    let mut face = die.face;
                    for _ in 0..explosions {
                        if !modifier.chain().is_some_and(|condition| condition.holds(face)) {
                            break;
                        }
                        let next = self.die(&pool.die)?;
                        face = next.face;
                        match modifier.adds() {
                            Some((_, less)) => more.push(Shown { face: face + less, kept: true }),
                            None => die.face += face,
                        }
                    }
                }
            }
            changed.push(die);
            changed.extend(more);
        }
        *dice = changed;
        Some(())
    }

    /// A die thrown again until it does not show something.
    fn other(&mut self, die: &Die, mut shown: Shown, condition: Condition) -> Option<Shown> {
        for _ in 0..MOST_TRIES {
            if !condition.holds(shown.face) {
                return Some(shown);
            }
            shown = self.die(die)?;
        }
        None
    }

    fn die(&mut self, die: &Die) -> Option<Shown> {
        let mut left = self.below(&die.total())?;
        for face in &die.faces {
            if left < face.weight {
                return Some(Shown { face: face.value, kept: true });
            }
            left -= &face.weight;
        }
        None
    }
}

/// The stream of random numbers from which dice are thrown for a value that is drawn.
const DICE: u64 = 1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::EXPLOSIONS;
    use crate::language::Bounds;
    use crate::language::{Expression, evaluate};

    #[test]
    fn throws_are_as_likely_as_the_distribution_says() {
        let expression: Expression = "2d6".parse().unwrap();
        let distribution = evaluate(&expression, &[], EXPLOSIONS, Bounds::default()).unwrap();
        let mut thrower = Thrower::new(1);
        let throws: Vec<i64> = (0..36_000).map(|_| thrower.throw(&distribution).unwrap()).collect();
        let mut chi_square = 0.0;
        for (value, weight) in distribution.weights() {
            let expected = 1000.0 * weight.to_f64().unwrap();
            let found = throws.iter().filter(|throw| *throw == value).count() as f64;
            chi_square += (found - expected).powi(2) / expected;
        }
        // With 10 degrees of freedom, 29.6 is exceeded once in a thousand times.
        assert!(chi_square < 29.6, "{chi_square}");
        let mut again = Thrower::new(1);
        assert!(throws.iter().take(20).all(|throw| again.throw(&distribution) == Some(*throw)));
    }

    #[test]
    fn the_kept_dice_are_worth_the_value() {
        for text in
            ["4d6kh3", "3d6x", "4d6r1kl2", "3d6!p", "2d6!!", "5d6cs>=5f1", "(1d4)d6dh1", "3d6 given any 6"]
        {
            let expression: Expression = text.parse().unwrap();
            let distribution = evaluate(&expression, &[], EXPLOSIONS, Bounds::default()).unwrap();
            let (mut thrower, mut plain) = (Thrower::new(7), Thrower::new(7));
            for _ in 0..200 {
                let throw = thrower.play(&expression, &distribution, EXPLOSIONS).unwrap();
                assert_eq!(Some(throw.value), plain.throw(&distribution), "{text}");
                let kept = throw.dice.iter().filter(|die| die.kept).map(|die| die.face);
                match text {
                    "5d6cs>=5f1" => {
                        let count: i64 = kept.map(|face| i64::from(face >= 5) - i64::from(face == 1)).sum();
                        assert_eq!(count, throw.value);
                    }
                    // The first die is the number of the others.
                    "(1d4)d6dh1" => assert_eq!(kept.skip(1).sum::<i64>(), throw.value),
                    _ => assert_eq!(kept.sum::<i64>(), throw.value, "{text}: {throw:?}"),
                }
            }
        }
    }
}
