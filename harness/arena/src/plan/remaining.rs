//! Who is left in each round of a race. Groups of engines that are out are not there; the others keep their numbers.

use super::config::{Config, Format};
use super::pairings::Pairings;

/// The engines that are left in each round.
#[derive(Clone, Debug)]
pub struct Remaining {
    /// For each engine the number of rounds that it plays.
    played: Vec<u64>,
    /// Rounds between which nobody drops out.
    phases: Vec<Phase>,
    /// Pairings of all rounds.
    pairings: u64,
}

/// Rounds that follow each other with the same engines.
#[derive(Clone, Debug)]
struct Phase {
    first_round: u64,
    /// Pairings of the rounds before.
    before: u64,
    /// The pairings of a round, of the engines that are left as if there were no others.
    pairings: Pairings,
}

impl Remaining {
    /// Who is left in the rounds of a configuration; none if nobody drops out.
    pub fn new(config: &Config) -> Option<Remaining> {
        let out_after = &config.elimination.as_ref()?.out_after;
        let rounds = |engine| out_after.get(engine).copied().flatten().unwrap_or(u64::MAX).min(config.rounds);
        let played: Vec<u64> = (0..config.engines.len()).map(rounds).collect();
        let mut ends = played.clone();
        ends.sort_unstable();
        let (mut phases, mut first_round, mut before) = (Vec::new(), 0, 0);
        for (place, &end) in ends.iter().enumerate().filter(|(place, end)| ends[..*place].last() != Some(end))
        {
            let pairings = Pairings::new(Format::RoundRobin, ends.len() - place);
            phases.push(Phase { first_round, before, pairings });
            before += (end - first_round) * pairings.len();
            first_round = end;
        }
        (!out_after.is_empty()).then_some(Remaining { played, phases, pairings: before })
    }

    /// Pairings of all rounds.
    pub fn pairings(&self) -> u64 {
        self.pairings
    }

    /// The `index`-th group that is there, if a round has this number of events: its event, its round and the place of its
    /// pairing among those of all engines.
    pub fn group(&self, index: u64, events: u64) -> (usize, u64, u64) {
        let after = self.phases.partition_point(|phase| phase.before * events <= index);
        let Phase { first_round, before, pairings } = self.phases[after - 1];
        let (inside, of_event) = (index - before * events, pairings.len());
        let (round, place) = (first_round + inside / (of_event * events), inside % (of_event * events));
        let left = |nth| (0..self.played.len()).filter(|&engine| self.played[engine] > round).nth(nth);
        let (a, b) = pairings.get(place % of_event);
        let all = Pairings::new(Format::RoundRobin, self.played.len());
        let pairing = left(a).zip(left(b)).and_then(|pairing| all.position(pairing));
        ((place / of_event) as usize, round, pairing.expect("these engines are left"))
    }
}
