//! Sowing: holes in a ring whose seeds are lifted and dropped one by one into the following holes.

use super::ranked::Ranked;

/// Bits of a hole's number of seeds.
const BITS: usize = 7;
const LANE: u128 = (1 << BITS) - 1;
/// Most seeds in a hole, and so in a game.
pub const MOST_SEEDS: usize = LANE as usize;
/// Most holes of a run whose occupied holes are looked up at once.
const LONGEST_RUN: usize = 64 / BITS;
/// One seed in each hole of a longest run.
const RUN: u64 = (1 << (BITS * LONGEST_RUN)) / LANE as u64;

/// A ring of `HOLES` holes (18 at most) with up to [`MOST_SEEDS`] seeds altogether, 7 bits for each hole in a word.
/// Hole 0 follows the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ring<const HOLES: usize>(u128);

/// What [`Ring::sow`] changes: for each hole, and each number of seeds below `HOLES`, the seeds dropped less those
/// lifted, as a word to be added.
type Changes<const HOLES: usize> = [[u128; HOLES]; HOLES];

impl<const HOLES: usize> Ring<HOLES> {
    /// Holes without seeds.
    pub const EMPTY: Ring<HOLES> = Ring(0);
    /// One seed in each hole.
    const ROUND: u128 = {
        assert!(HOLES * BITS <= 128);
        let (mut round, mut hole) = (0, 0);
        while hole < HOLES {
            round |= 1 << (BITS * hole);
            hole += 1;
        }
        round
    };

    const fn changes() -> Changes<HOLES> {
        let mut changes = [[0; HOLES]; HOLES];
        let mut hole = 0;
        while hole < HOLES {
            let (mut seeds, mut dropped) = (1, 0);
            while seeds < HOLES {
                dropped += 1 << (BITS * ((hole + seeds) % HOLES));
                changes[hole][seeds] = u128::wrapping_sub(dropped, (seeds as u128) << (BITS * hole));
                seeds += 1;
            }
            hole += 1;
        }
        changes
    }

    /// The same number of seeds in each hole.
    pub const fn filled(seeds: usize) -> Ring<HOLES> {
        debug_assert!(seeds * HOLES <= MOST_SEEDS);
        Ring(Self::ROUND * seeds as u128)
    }

    /// The number of seeds in a hole.
    #[inline]
    pub const fn seeds(self, hole: usize) -> usize {
        debug_assert!(hole < HOLES);
        (self.0 >> (BITS * hole) & LANE) as usize
    }

    /// Puts seeds into a hole. There are at most [`MOST_SEEDS`] altogether.
    #[inline]
    pub const fn put(&mut self, hole: usize, seeds: usize) {
        debug_assert!(self.seeds(hole) + seeds <= MOST_SEEDS);
        self.0 += (seeds as u128) << (BITS * hole);
    }

    /// Takes all seeds out of a hole.
    #[inline]
    pub const fn clear(&mut self, hole: usize) {
        self.0 &= !(LANE << (BITS * hole));
    }

    /// The seeds of `count` holes from `first` on.
    pub fn sum(self, first: usize, count: usize) -> usize {
        (first..first + count).map(|hole| self.seeds(hole)).sum()
    }

    /// The holes with seeds among `count` holes (9 at most) from `first` on.
    #[inline]
    pub const fn occupied(self, first: usize, count: usize) -> Occupied {
        debug_assert!(count <= LONGEST_RUN && first + count <= HOLES);
        let run = (self.0 >> (BITS * first)) as u64 & (u64::MAX >> (64 - BITS * count));
        // The highest bit of a lane becomes set by a carry if a lower one is.
        let (low, high) = (RUN * (LANE as u64 >> 1), RUN << (BITS - 1));
        Occupied { holes: (((run & low) + low) | run) & high, first }
    }

    /// A number that tells this ring from all others, in two words.
    #[inline]
    pub const fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    /// One lap: lifts the seeds of a hole that has some and drops them one by one into the following holes.
    /// It skips none, not even the hole just emptied. Returns the hole of the last seed.
    #[inline]
    pub fn sow(&mut self, hole: usize) -> usize {
        let changes = const { &Self::changes() };
        let mut seeds = self.seeds(hole);
        debug_assert!(seeds > 0);
        if seeds >= HOLES {
            let rounds = (seeds / HOLES) as u128;
            self.0 = self.0.wrapping_add(rounds * Self::ROUND) - ((rounds * HOLES as u128) << (BITS * hole));
            seeds %= HOLES;
        }
        self.0 = self.0.wrapping_add(changes[hole][seeds]);
        let last = hole + seeds;
        if last < HOLES { last } else { last - HOLES }
    }

    /// Sows lap after lap, each time on from the hole of the last seed, until `ends` says so of the number of seeds
    /// there. Returns that hole; none if the laps go round for ever, which leaves the ring as it was.
    ///
    /// A lap can be undone in one way only: seed by seed backwards to the first hole found empty. So laps
    /// that repeat do so from the very first one on, and only that one is remembered.
    #[inline]
    pub fn relay(&mut self, hole: usize, ends: impl Fn(usize) -> bool) -> Option<usize> {
        let (begun, mut last) = (*self, hole);
        loop {
            last = self.sow(last);
            if ends(self.seeds(last)) {
                return Some(last);
            }
            if last == hole && *self == begun {
                return None;
            }
        }
    }
}

/// Holes with seeds in a run of holes.
#[derive(Clone, Copy, Debug)]
pub struct Occupied {
    /// The highest bit of the lane of each.
    holes: u64,
    first: usize,
}

impl Occupied {
    /// Whether no hole of the run has seeds.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.holes == 0
    }

    /// Number of holes with seeds.
    #[inline]
    pub const fn len(self) -> usize {
        self.holes.count_ones() as usize
    }

    /// The hole that `choose` picks by its number among the holes with seeds of the run. There is at least
    /// one.
    #[inline]
    pub fn pick(self, choose: impl FnOnce(usize) -> usize) -> usize {
        let ranked = Ranked::new(self.holes);
        self.first + ranked.nth(choose(ranked.len())) / BITS
    }
}

impl Iterator for Occupied {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.holes == 0 {
            return None;
        }
        let hole = self.first + self.holes.trailing_zeros() as usize / BITS;
        self.holes &= self.holes - 1;
        Some(hole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use std::collections::HashSet;
    use torneo_contract::random;

    const HOLES: usize = 18;

    /// Sowing seed by seed.
    fn sow(counts: &mut [usize; HOLES], hole: usize) -> usize {
        let seeds = std::mem::take(&mut counts[hole]);
        for seed in 1..=seeds {
            counts[(hole + seed) % HOLES] += 1;
        }
        (hole + seeds) % HOLES
    }

    fn scattered(rng: &mut Xoshiro256PlusPlus, seeds: usize) -> [usize; HOLES] {
        let mut counts = [0; HOLES];
        // Few holes get most seeds, so that some hold more than there are holes.
        (0..seeds).for_each(|_| counts[random::below(rng, HOLES).min(random::below(rng, HOLES))] += 1);
        counts
    }

    fn ring(counts: [usize; HOLES]) -> Ring<HOLES> {
        let mut ring = Ring::EMPTY;
        counts.into_iter().enumerate().for_each(|(hole, seeds)| ring.put(hole, seeds));
        ring
    }

    #[test]
    fn words_are_sown_as_seeds_are() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for seeds in (1..=MOST_SEEDS).cycle().take(20_000) {
            let mut counts = scattered(&mut rng, seeds);
            let mut sown = ring(counts);
            for (first, count) in [(0, 9), (9, 9), (3, 4)] {
                let holes: Vec<usize> = (first..first + count).filter(|&hole| counts[hole] > 0).collect();
                let occupied = sown.occupied(first, count);
                assert_eq!((occupied.len(), occupied.is_empty()), (holes.len(), holes.is_empty()));
                assert_eq!(occupied.collect::<Vec<_>>(), holes);
                assert_eq!(sown.sum(first, count), holes.iter().map(|&hole| counts[hole]).sum());
                if let Some(&last) = holes.last() {
                    assert_eq!(occupied.pick(|holes| holes - 1), last);
                }
            }
            let hole = counts.iter().rposition(|&seeds| seeds > 0).expect("there are seeds");
            assert_eq!(sown.sow(hole), sow(&mut counts, hole));
            assert_eq!(sown, ring(counts));
        }
    }

    /// Relays that stop at a rare number of seeds are compared with remembering every state.
    #[test]
    fn relays_end_or_repeat_as_remembered() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut endless = 0;
        for _ in 0..500 {
            let mut counts = scattered(&mut rng, 20);
            let mut hole = counts.iter().position(|&seeds| seeds > 0).expect("there are seeds");
            let mut relayed = ring(counts);
            let ends = |seeds| seeds == 12;
            let found = relayed.relay(hole, ends);
            let mut seen = HashSet::new();
            let expected = loop {
                if !seen.insert((counts, hole)) {
                    break None;
                }
                hole = sow(&mut counts, hole);
                if ends(counts[hole]) {
                    break Some(hole);
                }
            };
            assert_eq!((found, relayed), (expected, ring(counts)));
            endless += u32::from(found.is_none());
        }
        assert!((20..480).contains(&endless), "{endless} endless relays");
    }
}
