//! All other values of dice: sets, pairs, straights, and several of these at once.

use std::collections::{BTreeSet, HashMap};

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::distribution::Distribution;
use super::given::Aspect;
use super::kept::Ranks;
use super::packed::Pascal;
use super::syntax::{Condition, Reading};

/// Dice of several kinds thrown together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mixed {
    /// What a die of each kind shows.
    pub kinds: Vec<Distribution>,
    /// How many there are of each.
    pub counts: Vec<usize>,
}

impl Mixed {
    /// The number of dice.
    pub fn dice(&self) -> usize {
        self.counts.iter().sum()
    }
}

/// What is to be read.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The value.
    pub reading: Reading,
    /// Whether dice are counted that show something, instead of added.
    pub counts: Option<Condition>,
    /// Conditions on the dice that count, and on the value.
    pub given: Vec<(Aspect, Condition)>,
}

/// What has been read of the dice so far. What nobody wants to know stays 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Tally {
    sum: i64,
    hits: u32,
    sets: u32,
    pairs: u32,
    /// Consecutive numbers up to the one read last.
    run: u32,
    straight: u32,
    distinct: u32,
    high: Option<i64>,
    low: Option<i64>,
    /// For each condition that is asked for by its place, whether a die has shown what it names.
    any: u32,
}

impl Wanted {
    fn asks(&self, aspect: Aspect) -> bool {
        let reading = match self.reading {
            Reading::Value if self.counts.is_some() => Aspect::Value,
            Reading::Value => Aspect::Sum,
            Reading::Sets => Aspect::Sets,
            Reading::Pairs => Aspect::Pairs,
            Reading::Straight => Aspect::Straight,
            Reading::Distinct => Aspect::Distinct,
        };
        reading == aspect || self.given.iter().any(|(given, _)| *given == aspect)
    }

    fn value(&self, tally: &Tally) -> i64 {
        match self.reading {
            Reading::Value if self.counts.is_some() => i64::from(tally.hits),
            Reading::Value => tally.sum,
            Reading::Sets => i64::from(tally.sets),
            Reading::Pairs => i64::from(tally.pairs),
            Reading::Straight => i64::from(tally.straight),
            Reading::Distinct => i64::from(tally.distinct),
        }
    }

    fn fulfils(&self, tally: &Tally) -> bool {
        self.given.iter().enumerate().all(|(place, (aspect, condition))| {
            let number = match aspect {
                Aspect::Value => self.value(tally),
                Aspect::Sum => tally.sum,
                Aspect::Sets => i64::from(tally.sets),
                Aspect::Pairs => i64::from(tally.pairs),
                Aspect::Straight => i64::from(tally.straight),
                Aspect::Distinct => i64::from(tally.distinct),
                Aspect::High => tally.high.unwrap_or(0),
                Aspect::Low => tally.low.unwrap_or(0),
                Aspect::Any(_) => i64::from(tally.any >> place & 1),
            };
            condition.holds(number)
        })
    }

    /// The value of dice that are all known, in any order; none where a condition fails.
    pub fn read(&self, dice: &[i64]) -> Option<i64> {
        let mut dice = dice.to_vec();
        dice.sort_unstable();
        let mut tally = Tally::default();
        let mut before = None;
        for equal in dice.chunk_by(|a, b| a == b) {
            let follows = before == equal[0].checked_sub(1);
            tally = self.next(tally, equal[0], equal.len() as u32, follows);
            before = Some(equal[0]);
        }
        self.fulfils(&tally).then(|| self.value(&tally))
    }

    /// Reads `count` more dice that show `face`, above all read so far; `follows` if the face before was one less.
    fn next(&self, mut tally: Tally, face: i64, count: u32, follows: bool) -> Tally {
        if count == 0 {
            tally.run = 0;
            return tally;
        }
        if self.asks(Aspect::Sum) {
            tally.sum += face * i64::from(count);
        }
        if self.counts.is_some_and(|condition| condition.holds(face)) {
            tally.hits += count;
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
            tally.run = if follows { tally.run + 1 } else { 1 };
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

/// A state of the walk: how many dice of each kind have shown one of the faces so far, and what was read.
type State = (Vec<usize>, Tally);

/// The distribution of the value; conditions leave only a part of the total.
///
/// Faces are taken in ascending order; states that agree in everything that the rest can depend on are one.
pub fn read(dice: &Mixed, ranks: Ranks, wanted: &Wanted) -> Distribution {
    let faces: BTreeSet<i64> =
        dice.kinds.iter().flat_map(|kind| kind.weights().iter().map(|(face, _)| *face)).collect();
    let pascal = Pascal::new(dice.counts.iter().copied().max().unwrap_or(0));
    let start = (vec![0; dice.counts.len()], Tally::default());
    let mut states: HashMap<State, BigUint> = HashMap::from([(start, BigUint::one())]);
    let mut before = None;
    for face in faces {
        let follows = before == face.checked_sub(1);
        before = Some(face);
        let shown = Shown::new(dice, &pascal, face);
        let mut next: HashMap<State, BigUint> = HashMap::new();
        for ((counts, tally), ways) in &states {
            let below: usize = counts.iter().sum();
            shown.each(counts, ways, &mut |counts, ways| {
                let more = counts.iter().sum::<usize>() - below;
                let counted = ranks.counted(below, more) as u32;
                let tally = wanted.next(*tally, face, counted, follows);
                *next.entry((counts.to_vec(), tally)).or_default() += ways;
            });
        }
        states = next;
    }
    let complete =
        states.into_iter().filter(|((counts, tally), _)| *counts == dice.counts && wanted.fulfils(tally));
    Distribution::of(complete.map(|((_, tally), ways)| (wanted.value(&tally), ways)))
}

/// The ways in which dice show one face.
struct Shown<'a> {
    dice: &'a Mixed,
    pascal: &'a Pascal,
    /// The weight of the face for each kind.
    weights: Vec<BigUint>,
    /// Whether a die of the kind that has shown no face yet must show this one.
    is_last: Vec<bool>,
}

impl Shown<'_> {
    fn new<'a>(dice: &'a Mixed, pascal: &'a Pascal, face: i64) -> Shown<'a> {
        let is_last = |kind: &Distribution| kind.weights().last().is_some_and(|(last, _)| *last == face);
        Shown {
            dice,
            pascal,
            weights: dice.kinds.iter().map(|kind| kind.weight(face).cloned().unwrap_or_default()).collect(),
            is_last: dice.kinds.iter().map(is_last).collect(),
        }
    }

    /// Calls with every number of dice of each kind that can have shown a face up to this one.
    fn each(&self, counts: &[usize], ways: &BigUint, visit: &mut dyn FnMut(&[usize], BigUint)) {
        self.from(0, &mut counts.to_vec(), ways.clone(), visit);
    }

    fn from(
        &self,
        kind: usize,
        counts: &mut Vec<usize>,
        ways: BigUint,
        visit: &mut dyn FnMut(&[usize], BigUint),
    ) {
        if kind == counts.len() {
            return visit(counts, ways);
        }
        let before = counts[kind];
        let left = self.dice.counts[kind] - before;
        let weight = &self.weights[kind];
        let most = if weight.is_zero() { 0 } else { left };
        let least = if self.is_last[kind] { left } else { 0 };
        let mut power = weight.pow(least as u32);
        for more in least..=most {
            counts[kind] = before + more;
            self.from(kind + 1, counts, &ways * self.pascal.choose(left, more) * &power, visit);
            power *= weight;
        }
        counts[kind] = before;
    }
}

/// Steps that [`read`] takes at most, each counted as a hundred additions.
pub fn work(dice: &Mixed, ranks: Ranks, wanted: &Wanted) -> f64 {
    let ends = dice.kinds.iter().map(Distribution::range);
    let (low, high) =
        ends.clone().fold((i64::MAX, i64::MIN), |all, one| (all.0.min(one.0), all.1.max(one.1)));
    let faces = dice.kinds.iter().map(|kind| kind.weights().len() as f64).fold(0.0, f64::max);
    let count = ranks.count() as f64;
    let range = |aspect: Aspect| match aspect {
        _ if !wanted.asks(aspect) => 1.0,
        Aspect::Sum => (high - low) as f64 * count + 1.0,
        Aspect::Straight => (faces * faces / 2.0).min(count * count).max(1.0),
        Aspect::High | Aspect::Low => faces,
        Aspect::Value => count + 1.0,
        _ => faces.min(count) + 1.0,
    };
    use Aspect::{Distinct, High, Low, Pairs, Sets, Straight, Sum, Value};
    let mut tallies: f64 =
        [Value, Sum, Sets, Pairs, Straight, Distinct, High, Low].map(range).iter().product();
    let anys = wanted.given.iter().filter(|(aspect, _)| matches!(aspect, Aspect::Any(_))).count();
    tallies *= (anys as f64).exp2();
    // At its last face a kind has only one way to go on from each state; beyond its faces it stands still.
    let places = |face: i64| -> f64 {
        let ways = |(ends, &count): ((i64, i64), &usize)| match count as f64 + 1.0 {
            _ if face < ends.0 || face > ends.1 => 1.0,
            ways if face == ends.0 || face == ends.1 => ways,
            ways => ways * ways / 2.0,
        };
        ends.clone().zip(&dice.counts).map(ways).product()
    };
    let kind = dice.kinds.iter().max_by_key(|kind| kind.weights().len());
    let places: f64 = kind.map_or(0.0, |kind| kind.weights().iter().map(|(face, _)| places(*face)).sum());
    100.0 * tallies * places
}
