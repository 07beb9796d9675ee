//! All other values of dice: sets, pairs, straights, and several of these at once.

use super::given::Aspect;
use super::syntax::{Condition, Count, Reading};
use crate::distribution::Distribution;
use crate::error::Made;
use crate::meter::Meter;
use crate::pools::kept::Ranks;
use crate::pools::{Dice, Order, walk};

/// What is to be read.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The value.
    pub reading: Reading,
    /// Whether dice are counted that show something, instead of added.
    pub counts: Option<Count>,
    /// Conditions on the dice that count, and on the value.
    pub given: Vec<(Aspect, Condition)>,
}

/// What has been read of the dice so far. What nobody wants to know stays 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Tally {
    sum: i64,
    hits: i64,
    sets: u32,
    pairs: u32,
    /// Consecutive numbers up to the one read last.
    run: u32,
    /// The number read last.
    last: Option<i64>,
    straight: u32,
    distinct: u32,
    high: Option<i64>,
    low: Option<i64>,
    /// For each condition that is asked for by its place, whether a die has shown what it names.
    any: u32,
}

impl Tally {
    /// The number of an aspect; `place` is that of the condition on it.
    fn number(&self, aspect: Aspect, place: usize) -> i64 {
        match aspect {
            Aspect::Value => self.hits,
            Aspect::Sum => self.sum,
            Aspect::Sets => i64::from(self.sets),
            Aspect::Pairs => i64::from(self.pairs),
            Aspect::Straight => i64::from(self.straight),
            Aspect::Distinct => i64::from(self.distinct),
            Aspect::High => self.high.unwrap_or(0),
            Aspect::Low => self.low.unwrap_or(0),
            Aspect::Any(_) => i64::from(self.any >> place & 1),
        }
    }
}

impl Wanted {
    /// What is read; `Value` where dice are counted that show something.
    fn aspect(&self) -> Aspect {
        match self.reading {
            Reading::Value if self.counts.is_some() => Aspect::Value,
            Reading::Value => Aspect::Sum,
            Reading::Sets => Aspect::Sets,
            Reading::Pairs => Aspect::Pairs,
            Reading::Straight => Aspect::Straight,
            Reading::Distinct => Aspect::Distinct,
        }
    }

    fn asks(&self, aspect: Aspect) -> bool {
        self.aspect() == aspect || self.given.iter().any(|(given, _)| *given == aspect)
    }

    fn value(&self, tally: &Tally) -> i64 {
        tally.number(self.aspect(), 0)
    }

    fn fulfils(&self, tally: &Tally) -> bool {
        self.given.iter().enumerate().all(|(place, (aspect, condition))| {
            condition.holds(match aspect {
                Aspect::Value => self.value(tally),
                aspect => tally.number(*aspect, place),
            })
        })
    }

    /// The value of dice that are all known, in any order; none where a condition fails.
    pub fn read(&self, dice: &[i64]) -> Option<i64> {
        let mut dice = dice.to_vec();
        dice.sort_unstable();
        let read = |tally, equal: &[i64]| self.next(tally, equal[0], equal.len() as u32);
        let tally = dice.chunk_by(|a, b| a == b).fold(Tally::default(), read);
        self.fulfils(&tally).then(|| self.value(&tally))
    }

    /// Reads `count` more dice that show `face`, above all read so far.
    fn next(&self, mut tally: Tally, face: i64, count: u32) -> Tally {
        if count == 0 {
            (tally.run, tally.last) = (0, None);
            return tally;
        }
        if self.asks(Aspect::Sum) {
            tally.sum += face * i64::from(count);
        }
        if let Some(counts) = self.counts {
            tally.hits += counts.worth(face) * i64::from(count);
        }
        for (place, (aspect, _)) in self.given.iter().enumerate() {
            if matches!(aspect, Aspect::Any(shown) if shown.holds(face)) {
                tally.any |= 1 << place;
            }
        }
        if self.asks(Aspect::Sets) {
            tally.sets = tally.sets.max(count);
        }
        if self.asks(Aspect::Pairs) {
            tally.pairs += count / 2;
        }
        if self.asks(Aspect::Straight) {
            tally.run = if tally.last.is_some_and(|last| last + 1 == face) { tally.run + 1 } else { 1 };
            tally.last = Some(face);
            tally.straight = tally.straight.max(tally.run);
        }
        if self.asks(Aspect::Distinct) {
            tally.distinct += 1;
        }
        if self.asks(Aspect::High) {
            tally.high = Some(face);
        }
        if self.asks(Aspect::Low) {
            tally.low = tally.low.or(Some(face));
        }
        tally
    }
}

/// The distribution of the value of dice of several kinds; conditions leave only a part of the total.
///
/// # Errors
/// It would take too long, or too much memory.
pub fn read(dice: &[Dice], ranks: Ranks, wanted: &Wanted, meter: &Meter) -> Made<Distribution> {
    let (parts, bags): (Vec<&Dice>, Vec<usize>) = dice.iter().zip(0..).unzip();
    let next = &mut |(below, tally): &(usize, Tally), face: i64, shown: &[u32]| {
        let more = shown.iter().sum::<u32>() as usize;
        Ok((below + more, wanted.next(*tally, face, ranks.counted(*below, more) as u32)))
    };
    let states =
        walk((&parts, &bags), Order::Ascending, (0, Tally::default()), 0.0, meter, next)?.into_iter();
    let fitting = states.filter(|((_, tally), _)| wanted.fulfils(tally));
    Ok(Distribution::of(fitting.map(|((_, tally), ways)| (wanted.value(&tally), ways))))
}
