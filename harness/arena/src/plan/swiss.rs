//! The Swiss system: who has done about as well so far meets.
//!
//! Engines are ranked by their points, then by their place in the configuration. In each score group the upper half meets the
//! lower half, as in FIDE's Dutch system; nobody meets the same engine twice while that can be helped. With an odd
//! number of engines the last in rank who has sat out least often sits out, and has the points of a win for it.

use std::sync::{Arc, OnceLock};

/// The pairings of a round, as engine indices.
pub type RoundPairings = Vec<(usize, usize)>;

/// The rounds of a run as far as they are known. Copies share what becomes known.
#[derive(Clone, Debug)]
pub struct Rounds {
    engines: usize,
    rounds: Arc<[OnceLock<RoundPairings>]>,
}

/// Most rounds of a run by the Swiss system.
pub const MOST_ROUNDS: u64 = 10_000;

/// Points closer than this are the same: they are sums of means.
const SAME: f64 = 1e-9;
/// Steps after which pairing without another meeting is given up.
const MOST_STEPS: u32 = 20_000;

impl Rounds {
    /// A run of this number of engines and rounds. Its first round is known.
    pub fn new(engines: usize, rounds: u64) -> Rounds {
        let known = Rounds { engines, rounds: (0..rounds).map(|_| OnceLock::new()).collect() };
        if let Some(first) = known.rounds.first() {
            let _ = first.set(pair(engines, &[], &vec![0.0; engines]));
        }
        known
    }

    /// How many rounds are known, from the first on.
    pub fn known(&self) -> u64 {
        self.rounds.iter().take_while(|round| round.get().is_some()).count() as u64
    }

    /// A pairing of a round that is known.
    pub fn pairing(&self, round: u64, index: u64) -> (usize, usize) {
        self.of(round)[index as usize]
    }

    /// The pairings of a round that is known.
    pub fn of(&self, round: u64) -> &RoundPairings {
        self.rounds[round as usize].get().expect("the round is known")
    }

    /// Pairs the next round from the points of the rounds so far, byes not counted, and says whether there was one.
    pub fn pair_next(&self, points: &[f64]) -> bool {
        let known = self.known() as usize;
        let Some(next) = self.rounds.get(known) else { return false };
        let met: Vec<&RoundPairings> = self.rounds[..known].iter().filter_map(OnceLock::get).collect();
        next.set(pair(self.engines, &met, points)).is_ok()
    }
}

/// Pairs a round.
fn pair(engines: usize, met: &[&RoundPairings], points: &[f64]) -> RoundPairings {
    let mut meetings = vec![0u32; engines * engines];
    let mut played = vec![0usize; engines];
    for &(a, b) in met.iter().copied().flatten() {
        meetings[a * engines + b] += 1;
        meetings[b * engines + a] += 1;
        played[a] += 1;
        played[b] += 1;
    }
    let points = |engine: usize| points[engine] + (met.len() - played[engine]) as f64;
    let mut ranked: Vec<usize> = (0..engines).collect();
    ranked.sort_by(|&a, &b| {
        if (points(a) - points(b)).abs() < SAME { a.cmp(&b) } else { points(b).total_cmp(&points(a)) }
    });
    if engines % 2 == 1 {
        let most = ranked.iter().map(|&engine| played[engine]).max().unwrap_or(0);
        let out = ranked.iter().rposition(|&engine| played[engine] == most).unwrap_or(0);
        ranked.remove(out);
    }
    let level = |engine: usize| (points(engine) / SAME).round() as i64;
    let levels: Vec<i64> = ranked.iter().map(|&engine| level(engine)).collect();
    for most_meetings in 0.. {
        let met = |a: usize, b: usize| meetings[ranked[a] * engines + ranked[b]] > most_meetings;
        let mut search = Search { levels: &levels, met: &met, partner: vec![None; ranked.len()], steps: 0 };
        if search.complete() {
            let pairs = search.partner.iter().enumerate();
            let first = pairs.filter_map(|(a, &b)| b.filter(|&b| a < b).map(|b| (ranked[a], ranked[b])));
            return first.collect();
        }
    }
    unreachable!("with enough meetings allowed any pairing does")
}

/// A search for partners by rank.
struct Search<'a> {
    levels: &'a [i64],
    met: &'a dyn Fn(usize, usize) -> bool,
    partner: Vec<Option<usize>>,
    steps: u32,
}

impl Search<'_> {
    /// Pairs all who have no partner yet, the highest in rank first; false if that cannot be done, or not soon.
    fn complete(&mut self) -> bool {
        let Some(first) = self.partner.iter().position(Option::is_none) else { return true };
        self.steps += 1;
        for second in self.candidates(first) {
            if self.steps > MOST_STEPS {
                return false;
            }
            (self.partner[first], self.partner[second]) = (Some(second), Some(first));
            if self.complete() {
                return true;
            }
            (self.partner[first], self.partner[second]) = (None, None);
        }
        false
    }

    /// Whom somebody may meet, the best first: in the score group from the middle down, then from the middle up, then those
    /// of lower groups by rank.
    fn candidates(&self, first: usize) -> Vec<usize> {
        let free: Vec<usize> =
            (first + 1..self.partner.len()).filter(|&other| self.partner[other].is_none()).collect();
        let level = self.levels[first];
        let group = free.partition_point(|&other| self.levels[other] == level);
        // The first one counts as a member of the group.
        let middle = group.div_ceil(2).saturating_sub(1).min(group);
        let order = free[middle..group].iter().chain(free[..middle].iter().rev()).chain(&free[group..]);
        order.copied().filter(|&other| !(self.met)(first, other)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_upper_half_meets_the_lower_half() {
        assert_eq!(pair(6, &[], &[0.0; 6]), [(0, 3), (1, 4), (2, 5)]);
        assert_eq!(pair(2, &[], &[0.0; 2]), [(0, 1)]);
        let first = pair(8, &[], &[0.0; 8]);
        assert_eq!(first, [(0, 4), (1, 5), (2, 6), (3, 7)]);
        // The upper half has won: winners meet winners.
        let points = [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0];
        assert_eq!(pair(8, &[&first], &points), [(0, 2), (1, 3), (4, 6), (5, 7)]);
    }

    #[test]
    fn nobody_meets_twice_before_all_have_met_and_byes_go_round() {
        for engines in 2..=13 {
            let everybody = if engines % 2 == 0 { engines - 1 } else { engines };
            let mut rounds: Vec<RoundPairings> = Vec::new();
            let mut points = vec![0.0; engines];
            // Pairing round by round need not come out to the last round: as many as half of them surely does.
            for _ in 0..everybody.div_ceil(2) {
                let known: Vec<&RoundPairings> = rounds.iter().collect();
                let next = pair(engines, &known, &points);
                assert_eq!(next.len(), engines / 2);
                for &(a, b) in &next {
                    assert!(
                        !rounds.iter().flatten().any(|&(c, d)| (c, d) == (a, b) || (d, c) == (a, b)),
                        "{engines}"
                    );
                    points[a.min(b)] += 1.0;
                }
                rounds.push(next);
            }
            let out = |engine: usize| {
                rounds.iter().filter(|round| !round.iter().any(|&(a, b)| a == engine || b == engine)).count()
            };
            assert!((0..engines).all(|engine| out(engine) <= 1), "{engines}");
        }
    }

    #[test]
    fn rounds_beyond_all_meetings_and_many_engines_are_paired() {
        let mut rounds: Vec<RoundPairings> = Vec::new();
        for _ in 0..7 {
            let known: Vec<&RoundPairings> = rounds.iter().collect();
            let next = pair(4, &known, &[0.0; 4]);
            rounds.push(next);
        }
        let times = |a, b| rounds.iter().flatten().filter(|&&pair| pair == (a, b) || pair == (b, a)).count();
        for (a, b) in (0..4).flat_map(|a| (a + 1..4).map(move |b| (a, b))) {
            assert!((2..=3).contains(&times(a, b)));
        }
        assert_eq!(pair(1001, &[], &[0.0; 1001]).len(), 500);
    }

    #[test]
    fn rounds_become_known_one_by_one() {
        let rounds = Rounds::new(5, 3);
        let copy = rounds.clone();
        assert_eq!((rounds.known(), rounds.of(0).len()), (1, 2));
        assert!(rounds.pair_next(&[1.0, 1.0, 0.0, 0.0, 0.0]) && copy.pair_next(&[2.0, 1.0, 1.0, 0.0, 0.0]));
        assert!(!rounds.pair_next(&[0.0; 5]));
        assert_eq!(copy.known(), 3);
    }
}
