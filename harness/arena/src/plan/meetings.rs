//! Which engines meet at the tables of a game: two of them, or as many as there are seats.

use torneo_contract::SeatVec;

use super::config::{Config, Format, Tables};
use super::mixing::{ODD, digest, shuffled};
use super::pairings::Pairings;

/// Most tables of a round at which every set of engines meets; of more sets a sample meets.
const MOST_SETS: u128 = 1000;

/// Who meets in each round at one game.
#[derive(Clone, Debug)]
pub enum Meetings {
    /// Two engines.
    Pairs(Pairings),
    /// Each of these engines with itself.
    Alone(Vec<usize>),
    /// As many engines as there are seats: all sets of them, in lexicographic order.
    Sets(Vec<SeatVec<usize>>),
    /// As many engines as there are seats: a sample of the sets that is another one in each round.
    Sample(Sample),
}

impl Meetings {
    /// The meetings of a configuration at a game with this number of seats.
    pub fn new(config: &Config, seats: usize) -> Meetings {
        let (engines, host) = (config.engines.len(), config.format == Format::Gauntlet);
        if config.tables == Tables::Pairs {
            return Meetings::Pairs(Pairings::new(config.format, engines));
        }
        // The first engine of a gauntlet is at every table.
        let (guests, places) = (engines - usize::from(host), seats - usize::from(host));
        if subsets(guests, places) > MOST_SETS {
            let key = digest(&[b"tables", &config.seed.to_le_bytes(), &seats.to_le_bytes()]) as u64;
            return Meetings::Sample(Sample { guests, host, block: spread_block(guests, places), key });
        }
        let mut sets = vec![if host { SeatVec::from_iter([0]) } else { SeatVec::new() }];
        for _ in 0..places {
            let longer = sets.iter().flat_map(|set| {
                let next = set.last().map_or(0, |last| last + 1);
                (next..engines).map(|engine| set.iter().copied().chain([engine]).collect())
            });
            sets = longer.collect();
        }
        Meetings::Sets(sets)
    }

    /// How many there are in a round.
    pub fn len(&self) -> u64 {
        match self {
            Meetings::Pairs(pairings) => pairings.len(),
            Meetings::Alone(engines) => engines.len() as u64,
            Meetings::Sets(sets) => sets.len() as u64,
            Meetings::Sample(sample) => sample.guests as u64,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The engines of the `index`-th meeting of a round.
    pub fn get(&self, round: u64, index: u64) -> SeatVec<usize> {
        match self {
            Meetings::Pairs(pairings) => <[usize; 2]>::from(pairings.get(index)).into_iter().collect(),
            Meetings::Alone(engines) => [engines[index as usize]; 2].into_iter().collect(),
            Meetings::Sets(sets) => sets[index as usize].clone(),
            Meetings::Sample(sample) => sample.get(round, index),
        }
    }

    /// How many engines meet.
    pub fn size(&self) -> usize {
        match self {
            Meetings::Pairs(_) | Meetings::Alone(_) => 2,
            Meetings::Sets(sets) => sets.first().map_or(0, |set| set.len()),
            Meetings::Sample(sample) => sample.block.len() + usize::from(sample.host),
        }
    }
}

/// Number of sets of `size` that `things` things have; the largest number if there are more.
fn subsets(things: usize, size: usize) -> u128 {
    (0..size as u128)
        .try_fold(1u128, |sets, n| Some(sets.checked_mul((things as u128).checked_sub(n)?)? / (n + 1)))
        .unwrap_or(if size > things { 0 } else { u128::MAX })
}

/// As many tables a round as there are engines, so that every engine is at as many tables as the others. A
/// block of places moves on around all engines, which are shuffled again for each round.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The engines but the host.
    guests: usize,
    /// Whether the first engine is at every table.
    host: bool,
    block: Vec<usize>,
    /// What the shuffles follow from.
    key: u64,
}

impl Sample {
    fn get(&self, round: u64, index: u64) -> SeatVec<usize> {
        let (guests, key) = (self.guests as u64, self.key.wrapping_add(round.wrapping_mul(ODD)));
        let guest = |&place: &usize| {
            shuffled((place as u64 + index) % guests, guests, key) as usize + usize::from(self.host)
        };
        let mut engines: SeatVec<usize> = self.block.iter().map(guest).collect();
        if self.host {
            engines.insert(0, 0);
        }
        engines.sort_unstable();
        engines
    }
}

/// A block of `size` of the `places` round a circle whose distances are spread as evenly as taking one after the other allows,
/// so that two of the things there are together about as often as any other two while the block goes round.
fn spread_block(places: usize, size: usize) -> Vec<usize> {
    let mut times = vec![0u32; places];
    let mut block = vec![0];
    while block.len() < size {
        let cost = |&place: &usize| -> u32 {
            let distances = block.iter().map(|&other: &usize| place.abs_diff(other));
            distances.map(|distance| times[distance] + times[places - distance]).sum()
        };
        let free = (1..places).filter(|place| !block.contains(place));
        let next = free.min_by_key(cost).expect("there are more places than a block has");
        for &other in &block {
            let distance = next.abs_diff(other);
            times[distance] += 1;
            times[places - distance] += 1;
        }
        block.push(next);
    }
    block.sort_unstable();
    block
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::schedule::tests::config;

    fn meetings(format: Format, engines: usize, seats: usize) -> Meetings {
        Meetings::new(&Config { tables: Tables::Mixed, ..config(format, engines) }, seats)
    }

    fn listed(meetings: &Meetings, round: u64) -> Vec<Vec<usize>> {
        (0..meetings.len()).map(|index| meetings.get(round, index).to_vec()).collect()
    }

    #[test]
    fn every_set_of_engines_meets_where_they_are_few() {
        let of = |format, engines, seats| listed(&meetings(format, engines, seats), 3);
        assert_eq!(of(Format::RoundRobin, 4, 3), [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
        assert_eq!(of(Format::Gauntlet, 4, 3), [[0, 1, 2], [0, 1, 3], [0, 2, 3]]);
        assert_eq!(of(Format::RoundRobin, 3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(of(Format::RoundRobin, 3, 3), [[0, 1, 2]]);
        assert!(of(Format::RoundRobin, 3, 4).is_empty());
        assert_eq!(of(Format::RoundRobin, 12, 8).len(), 495);
    }

    #[test]
    fn a_sample_seats_everybody_equally_often() {
        for (format, engines, seats) in [
            (Format::RoundRobin, 40, 3),
            (Format::RoundRobin, 13, 8),
            (Format::Gauntlet, 30, 4),
            (Format::RoundRobin, 300, 2),
        ] {
            let meetings = meetings(format, engines, seats);
            let host = usize::from(format == Format::Gauntlet);
            assert!(matches!(meetings, Meetings::Sample(_)) && meetings.size() == seats);
            for round in 0..5 {
                let tables = listed(&meetings, round);
                assert_eq!(tables.len(), engines - host);
                for engine in 0..engines {
                    let at = tables.iter().filter(|table| table.contains(&engine)).count();
                    assert_eq!(at, if engine < host { tables.len() } else { seats - host });
                }
                assert!(
                    tables
                        .iter()
                        .all(|table| table.len() == seats && table.windows(2).all(|two| two[0] < two[1]))
                );
            }
            assert_ne!(listed(&meetings, 0), listed(&meetings, 1), "rounds have samples of their own");
        }
    }

    #[test]
    fn two_of_a_sample_meet_about_as_often_as_any_other_two() {
        // Of 40 places no two are together twice; of 13 every two 4 or 5 times (56 distances of 12 kinds).
        let spread = |places: usize, size: usize| {
            let block = spread_block(places, size);
            let mut times = vec![0; places];
            for (&a, &b) in
                block.iter().flat_map(|a| block.iter().map(move |b| (a, b))).filter(|(a, b)| a != b)
            {
                times[(a + places - b) % places] += 1;
            }
            (*times[1..].iter().min().unwrap(), *times[1..].iter().max().unwrap())
        };
        assert_eq!(spread(40, 4), (0, 1));
        assert_eq!(spread(100, 6), (0, 1));
        let (least, most) = spread(13, 8);
        assert!(least >= 4 && most <= 6, "{least} {most}");
    }

    #[test]
    fn sets_are_counted_without_overflow() {
        assert_eq!([subsets(5, 2), subsets(3, 3), subsets(2, 3), subsets(70, 8)], [10, 1, 0, 9_440_350_920]);
        assert_eq!(subsets(usize::MAX, 8), u128::MAX);
    }
}
