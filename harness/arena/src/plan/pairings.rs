//! Who meets whom in a round.

use super::config::Format;

/// The pairings of a round, by arithmetic: thousands of engines have millions of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairings {
    format: Format,
    engines: usize,
}

impl Pairings {
    /// The pairings of this number of engines.
    pub fn new(format: Format, engines: usize) -> Pairings {
        Pairings { format, engines }
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        let engines = self.engines as u64;
        match self.format {
            Format::RoundRobin => engines * engines.saturating_sub(1) / 2,
            Format::Gauntlet => engines.saturating_sub(1),
            Format::SelfPlay => engines,
            Format::Swiss => engines / 2,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether every engine meets itself only.
    pub fn is_self_play(&self) -> bool {
        self.format == Format::SelfPlay
    }

    /// The `index`-th pairing, as engine indices, in the order in which they are played. The index is below the length.
    /// By the Swiss system it is a pairing of the first round.
    pub fn get(&self, index: u64) -> (usize, usize) {
        match self.format {
            Format::RoundRobin => self.of_round_robin(index),
            Format::Gauntlet => (0, index as usize + 1),
            Format::SelfPlay => (index as usize, index as usize),
            Format::Swiss => (index as usize, index as usize + self.engines / 2),
        }
    }

    /// The place of a pairing among all, if it is one.
    pub fn position(&self, pairing: (usize, usize)) -> Option<u64> {
        let (a, b) = pairing;
        let index = match self.format {
            Format::RoundRobin if a < b && b < self.engines => self.before(a) + (b - a - 1) as u64,
            Format::Gauntlet if a == 0 && b > 0 => b as u64 - 1,
            Format::SelfPlay if a == b => a as u64,
            Format::Swiss if b == a + self.engines / 2 => a as u64,
            _ => return None,
        };
        (index < self.len()).then_some(index)
    }

    /// All pairings in their order.
    pub fn iter(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.len()).map(move |index| self.get(index))
    }

    /// Number of pairings whose first engine comes before `first`.
    fn before(&self, first: usize) -> u64 {
        let (first, engines) = (first as u64, self.engines as u64);
        first * (2 * engines - first).saturating_sub(1) / 2
    }

    /// From the end: the last engine but one has one pairing, the one before it two, and so on, so that the number of
    /// engines with pairings from here on is the root of a triangular number.
    fn of_round_robin(&self, index: u64) -> (usize, usize) {
        let left = self.len() - 1 - index;
        let row = ((8 * left + 1).isqrt() - 1) / 2;
        let first = self.engines - 2 - row as usize;
        (first, first + 1 + (index - self.before(first)) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairings_are_found_by_their_number() {
        for engines in 0..12 {
            let listed = |format| Pairings::new(format, engines).iter().collect::<Vec<_>>();
            let every: Vec<_> = (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b))).collect();
            assert_eq!(listed(Format::RoundRobin), every);
            assert_eq!(listed(Format::Gauntlet), (1..engines).map(|b| (0, b)).collect::<Vec<_>>());
            assert_eq!(listed(Format::SelfPlay), (0..engines).map(|a| (a, a)).collect::<Vec<_>>());
            for format in [Format::RoundRobin, Format::Gauntlet, Format::SelfPlay] {
                let pairings = Pairings::new(format, engines);
                let place = |a, b| listed(format).iter().position(|&pair| pair == (a, b));
                for (a, b) in (0..13).flat_map(|a| (0..13).map(move |b| (a, b))) {
                    assert_eq!(pairings.position((a, b)), place(a, b).map(|place| place as u64));
                }
            }
        }
    }

    #[test]
    fn many_engines_are_no_work() {
        let pairings = Pairings::new(Format::RoundRobin, 1_000_000);
        assert_eq!(pairings.len(), 499_999_500_000);
        for index in [0, 999_998, 999_999, 123_456_789_012, pairings.len() - 1] {
            assert_eq!(pairings.position(pairings.get(index)), Some(index));
        }
        assert_eq!(pairings.get(pairings.len() - 1), (999_998, 999_999));
    }
}
