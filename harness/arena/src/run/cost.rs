//! How long the rest of a run takes, from what its games have taken so far.

use std::collections::HashMap;
use std::time::Duration;

use torneo_contract::SeatVec;

use crate::PlayedGroup;
use crate::plan::{Meetings, Plan};

/// With more pairings than this only the games of the configuration are told apart.
const MOST_PAIRINGS: u64 = 4096;

/// What has been measured of some groups.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Measured {
    groups: u64,
    seconds: f64,
}

impl Measured {
    fn add(&mut self, seconds: f64) {
        (self.groups, self.seconds) = (self.groups + 1, self.seconds + seconds);
    }

    /// Seconds for a group; none without any.
    fn mean(&self) -> Option<f64> {
        (self.groups > 0).then(|| self.seconds / self.groups as f64)
    }
}

/// One game of the configuration.
#[derive(Clone, Debug)]
struct Event {
    /// Groups that are not played yet.
    left: u64,
    games_of_group: f64,
    all: Measured,
    by_engines: HashMap<SeatVec<usize>, Measured>,
}

/// What games cost, by game of the configuration and by pairing.
#[derive(Clone, Debug)]
pub struct Costs {
    events: Vec<Event>,
    /// The engines that meet in every round, where they are told apart.
    meetings: Option<Vec<SeatVec<usize>>>,
}

impl Costs {
    /// Nothing known of a plan whose first `done` games are played.
    pub fn new(plan: &Plan, done: u64) -> Costs {
        let left = groups_left(plan, done);
        let event = |(event, left): (&crate::plan::Event, u64)| Event {
            left,
            games_of_group: event.seatings.len() as f64,
            all: Measured::default(),
            by_engines: HashMap::new(),
        };
        let first = plan.events().first().map(|event| &event.meetings);
        let fixed = first.filter(|meetings| {
            let pairs = matches!(meetings, Meetings::Pairs(_));
            plan.swiss().is_none() && pairs && meetings.len() <= MOST_PAIRINGS
        });
        let meetings = fixed
            .filter(|_| plan.self_play_games() == 0)
            .map(|meetings| (0..meetings.len()).map(|index| meetings.get(0, index)).collect());
        Costs { events: plan.events().iter().zip(left).map(event).collect(), meetings }
    }

    /// Adds groups that took so many seconds together.
    pub fn add(&mut self, groups: &[PlayedGroup], seconds: f64) {
        let played = groups.iter().filter(|group| !group.reused).count();
        let each = seconds / played.max(1) as f64;
        for group in groups {
            let event = &mut self.events[group.event];
            event.left = event.left.saturating_sub(1);
            // What another run had played says nothing of the cost of the rest.
            if !group.reused {
                self.measured(group.event, &group.engines, each);
            }
        }
    }

    /// Adds what a group of an event took, in seconds.
    pub fn measured(&mut self, event: usize, engines: &SeatVec<usize>, seconds: f64) {
        let event = &mut self.events[event];
        event.all.add(seconds);
        if self.meetings.is_some() {
            event.by_engines.entry(engines.clone()).or_default().add(seconds);
        }
    }

    /// Seconds for each group of a round, by event and meeting; one number for an event whose meetings are not told apart.
    /// Before anything was measured a game of any kind is taken to need one second.
    pub fn of_rounds(&self) -> Vec<Vec<f64>> {
        let usual = self.usual().unwrap_or(1.0);
        let of_event = |event: &Event| {
            let mean = event.all.mean().unwrap_or(event.games_of_group * usual);
            match &self.meetings {
                None => vec![mean],
                Some(meetings) => {
                    meetings.iter().map(|engines| self.meeting_cost(event, mean, engines)).collect()
                }
            }
        };
        self.events.iter().map(of_event).collect()
    }

    /// Seconds for a game, over the events of which something is known.
    fn usual(&self) -> Option<f64> {
        let of_game = |event: &Event| Some(event.all.mean()? / event.games_of_group);
        let known: Vec<f64> = self.events.iter().filter_map(of_game).collect();
        (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
    }

    /// The time that so many threads need for the rest; none before anything was measured.
    pub fn left(&self, threads: usize) -> Option<Duration> {
        // A game of which nothing is known is taken to cost as much as those that are known do on average.
        let usual = self.usual()?;
        let cost = |event: &Event| match event.all.mean() {
            Some(mean) => event.left as f64 * self.group_cost(event, mean),
            None => event.left as f64 * event.games_of_group * usual,
        };
        let seconds: f64 = self.events.iter().map(cost).sum();
        let groups: u64 = self.events.iter().map(|event| event.left).sum();
        let threads = (threads as u64).min(groups).max(1) as f64;
        Some(Duration::from_secs_f64((seconds / threads).min(1e9)))
    }

    /// Seconds for a group of an event: the mean of its pairings, which all have as many rounds to come, give or take one.
    fn group_cost(&self, event: &Event, mean: f64) -> f64 {
        let Some(meetings) = &self.meetings else { return mean };
        let costs = meetings.iter().map(|engines| self.meeting_cost(event, mean, engines));
        costs.sum::<f64>() / meetings.len() as f64
    }

    /// Seconds for a group of these engines at an event: as measured, or as these engines are to the others elsewhere.
    fn meeting_cost(&self, event: &Event, mean: f64, engines: &SeatVec<usize>) -> f64 {
        if let Some(own) = event.by_engines.get(engines).and_then(Measured::mean) {
            return own;
        }
        let others = self.events.iter().filter_map(|other| {
            let (all, own) = (other.all.mean()?, other.by_engines.get(engines)?.mean()?);
            (all > 0.0).then(|| own / all)
        });
        let factors: Vec<f64> = others.collect();
        if factors.is_empty() { mean } else { mean * factors.iter().sum::<f64>() / factors.len() as f64 }
    }
}

/// The groups of each event that are not among those of the first `done` games.
fn groups_left(plan: &Plan, done: u64) -> Vec<u64> {
    let (mut next, _) = plan.locate(done);
    let mut left = vec![0; plan.events().len()];
    if plan.is_interleaved() {
        let rounds = next.min(plan.contested_groups()) / plan.groups_of_round();
        for (event, left) in plan.events().iter().zip(&mut left) {
            *left = event.groups - if event.from_start { 0 } else { rounds * event.meetings.len() };
        }
        let mut played = rounds * plan.groups_of_round();
        while played < next {
            let (event, end) = plan.stretch(played);
            left[event] -= end.min(next) - played;
            played = end;
        }
        return left;
    }
    while next < plan.groups() {
        let (event, end) = plan.stretch(next);
        left[event] += end - next;
        next = end;
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{
        Config, EngineEntry, Format, GameIndex, Limits, Opening, Output, Seatings, Shard, Tables,
    };

    fn plan(shard: Shard, interleave: bool) -> Plan {
        let engine =
            |n: usize| EngineEntry { name: format!("e{n}"), spec: "random".to_owned(), identity: None };
        let config = Config {
            name: "test".to_owned(),
            seed: 1,
            games: vec!["two".to_owned(), "four".to_owned()].into(),
            engines: (0..3).map(engine).collect(),
            format: Format::RoundRobin,
            tables: Tables::Pairs,
            seatings: Seatings::All,
            rounds: 10,
            interleave,
            self_play: None,
            elimination: None,
            rating: None,
            opening: Opening::default(),
            limits: Limits::of_plies(10),
            adjudication: None,
            output: Output { record: true, evaluations: false, times: false },
        };
        Plan::new(&config, &vec![2, 4].into(), shard).unwrap()
    }

    fn group(event: usize, (a, b): (usize, usize)) -> PlayedGroup {
        let (game, engines) = (GameIndex::of(event), [a, b].into_iter().collect());
        PlayedGroup { number: 0, event, game, engines, games: Vec::new(), reused: false }
    }

    #[test]
    fn slow_pairings_that_come_later_are_counted_as_slow() {
        let mut costs = Costs::new(&plan(Shard::WHOLE, false), 0);
        assert_eq!(costs.left(1), None);
        for (pairing, seconds) in [((0, 1), 1.0), ((0, 2), 2.0), ((1, 2), 9.0)] {
            costs.add(&[group(0, pairing)], seconds);
        }
        // 27 groups of two games at 4 s, 30 groups of six games at 12 s.
        assert_eq!(costs.left(1), Some(Duration::from_secs(27 * 4 + 30 * 12)));
        assert_eq!(costs.left(4), Some(Duration::from_secs(27 + 90)));
        // The first pairing of the second event: the others are to it as in the first.
        costs.add(&[group(1, (0, 1))], 0.5);
        let second = (0.5 + 0.5 * 2.0 / 4.0 + 0.5 * 9.0 / 4.0) / 3.0;
        let found = costs.left(1).unwrap().as_secs_f64();
        assert!((found - (27.0 * 4.0 + 29.0 * second)).abs() < 1e-6, "{found}");
    }

    #[test]
    fn what_is_done_or_taken_over_is_not_left() {
        let mut costs = Costs::new(&plan(Shard::Every { index: 2, count: 2 }, false), 10);
        assert_eq!(costs.events.iter().map(|event| event.left).collect::<Vec<_>>(), [10, 15]);
        costs.add(&[PlayedGroup { reused: true, ..group(0, (0, 1)) }, group(0, (0, 2))], 3.0);
        assert_eq!(costs.events[0].left, 8);
        assert_eq!(costs.events[0].all, Measured { groups: 1, seconds: 3.0 });
    }

    /// In rounds of three groups of two games and three of six.
    #[test]
    fn interleaved_games_are_left_evenly() {
        let left = |done| groups_left(&plan(Shard::WHOLE, true), done);
        assert_eq!((left(0), left(24), left(240)), (vec![30, 30], vec![27, 27], vec![0, 0]));
        assert_eq!((left(24 + 4), left(24 + 6 + 12)), (vec![25, 27], vec![24, 25]));
    }
}
