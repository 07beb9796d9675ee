//! Sharing out a run so that all parts take about as long.

use super::cost::Costs;
use crate::plan::{Plan, Shard};

/// A part of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// Its groups.
    pub shard: Shard,
    /// How long it takes on one thread, in seconds.
    pub seconds: f64,
}

/// What the groups of an event cost.
struct Line {
    groups: u64,
    /// What the first groups of a round cost together: none of them, one, two, ... all.
    sums: Vec<f64>,
}

impl Line {
    fn new(groups: u64, costs: &[f64]) -> Line {
        let mut sums = vec![0.0];
        // A clock may not have moved.
        sums.extend(costs.iter().scan(0.0, |sum, cost| {
            *sum += cost.max(1e-9);
            Some(*sum)
        }));
        Line { groups, sums }
    }

    fn meetings(&self) -> u64 {
        self.sums.len() as u64 - 1
    }

    fn round(&self) -> f64 {
        self.sums[self.sums.len() - 1]
    }

    /// What the first groups cost together.
    fn cost(&self, groups: u64) -> f64 {
        (groups / self.meetings()) as f64 * self.round() + self.sums[(groups % self.meetings()) as usize]
    }

    /// How many groups cost this much together, to the nearest.
    fn groups_of(&self, cost: f64) -> u64 {
        let rounds = (cost / self.round()) as u64;
        let rest = cost - rounds as f64 * self.round();
        let above = self.sums.partition_point(|sum| *sum < rest).clamp(1, self.sums.len() - 1);
        let nearer_below = rest - self.sums[above - 1] < self.sums[above] - rest;
        (rounds * self.meetings() + above as u64 - u64::from(nearer_below)).min(self.groups)
    }
}

/// Divides a run into this number of parts, each of groups that follow each other, by their cost: the parts
/// differ by about one group, as far as costs were measured well. There are no more parts than groups.
pub fn shares(plan: &Plan, costs: &Costs, parts: u64) -> Vec<Share> {
    let of_event = |(event, costs): (&crate::plan::Event, Vec<f64>)| Line::new(event.groups, &costs);
    let lines: Vec<Line> = plan.events().iter().zip(costs.of_rounds()).map(of_event).collect();
    let whole: f64 = lines.iter().map(|line| line.cost(line.groups)).sum();
    let groups = plan.total_groups();
    let parts = parts.min(groups);
    let mut shares = Vec::new();
    let mut first = 0;
    for part in 1..=parts {
        let wanted = number_at(&lines, whole * part as f64 / parts as f64);
        // Every part has a group, and so have those after it.
        let end = if part == parts { groups } else { wanted.clamp(first + 1, groups - (parts - part)) };
        let seconds = cost_before(&lines, end) - cost_before(&lines, first);
        shares.push(Share { shard: Shard::Range { first, end }, seconds });
        first = end;
    }
    shares
}

/// The number of the group before which the groups cost this much together, to the nearest.
fn number_at(lines: &[Line], mut cost: f64) -> u64 {
    let mut number = 0;
    for line in lines.iter().filter(|line| line.groups > 0) {
        let all = line.cost(line.groups);
        if cost < all {
            return number + line.groups_of(cost);
        }
        cost -= all;
        number += line.groups;
    }
    number
}

/// What the groups before this one cost together.
fn cost_before(lines: &[Line], mut number: u64) -> f64 {
    let mut cost = 0.0;
    for line in lines.iter().filter(|line| line.groups > 0) {
        let groups = number.min(line.groups);
        cost += line.cost(groups);
        number -= groups;
    }
    cost
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::config;
    use crate::plan::{Config, Format};

    fn plan(rounds: u64) -> Plan {
        let config = Config { rounds, ..config(Format::RoundRobin, 3) };
        Plan::new(&config, &vec![2, 4].into(), Shard::WHOLE).unwrap()
    }

    fn costs(plan: &Plan, seconds: [[f64; 3]; 2]) -> Costs {
        let mut costs = Costs::new(plan, 0);
        for (event, seconds) in seconds.into_iter().enumerate() {
            for (engines, seconds) in [[0, 1], [0, 2], [1, 2]].into_iter().zip(seconds) {
                costs.measured(event, &engines.into_iter().collect(), seconds);
            }
        }
        costs
    }

    fn ends(shares: &[Share]) -> Vec<u64> {
        let end = |share: &Share| match share.shard {
            Shard::Range { end, .. } => end,
            Shard::Every { .. } => panic!("a share is a range"),
        };
        shares.iter().map(end).collect()
    }

    #[test]
    fn costs_are_shared_evenly_and_groups_are_not() {
        let plan = plan(100);
        // 300 groups of 1, 2 and 3 s; then 300 of 10, 20 and 30 s: 600 s and 6000 s.
        let costs = costs(&plan, [[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]]);
        let found = shares(&plan, &costs, 11);
        assert_eq!(ends(&found)[0], 300, "the first event is a share");
        assert_eq!(ends(&found)[1..], [330, 360, 390, 420, 450, 480, 510, 540, 570, 600]);
        assert!(found.iter().all(|share| (share.seconds - 600.0).abs() < 1e-6), "{found:?}");
        for parts in 1..=600 {
            let found = shares(&plan, &costs, parts);
            assert_eq!((found.len() as u64, found[0].shard.to_string().starts_with("0..")), (parts, true));
            let sum: f64 = found.iter().map(|share| share.seconds).sum();
            assert!((sum - 6600.0).abs() < 1e-6);
            let most = found.iter().map(|share| share.seconds).fold(0.0, f64::max);
            assert!(most <= 6600.0 / parts as f64 + 30.0, "{parts} parts, the longest {most} s");
            let ends = ends(&found);
            assert!(ends.windows(2).all(|two| two[0] < two[1]) && ends.last() == Some(&600));
        }
    }

    #[test]
    fn without_measurements_games_count_alike() {
        let plan = plan(5);
        // 15 groups of 2 games, 15 of 6: 120 games.
        let found = shares(&plan, &Costs::new(&plan, 0), 4);
        assert_eq!(ends(&found), [15, 20, 25, 30]);
    }

    #[test]
    fn there_are_no_more_parts_than_groups() {
        let plan = plan(1);
        let found = shares(&plan, &Costs::new(&plan, 0), 100);
        assert_eq!(ends(&found), [1, 2, 3, 4, 5, 6]);
    }
}
