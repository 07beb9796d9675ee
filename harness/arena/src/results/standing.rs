//! The points of a run by the Swiss system, from which its pairings follow.

use std::collections::HashMap;
use std::path::Path;

use super::{GameResult, each_game, head_to_head};
use crate::plan::{Config, Plan};

/// The points of the engines so far. A meeting is worth a point: the share of each game that an engine has of it, on the mean
/// over the games of a group and over all groups of the meeting.
#[derive(Debug)]
pub struct Standing<'a> {
    plan: &'a Plan,
    names: HashMap<&'a str, usize>,
    points: Vec<f64>,
    /// Sum and number of the first engine's scores in the group that is being read.
    group: (f64, u64),
}

impl<'a> Standing<'a> {
    /// Nobody has played yet.
    pub fn new(plan: &'a Plan, config: &'a Config) -> Standing<'a> {
        let names = config.engines.iter().enumerate().map(|(index, engine)| (&*engine.name, index)).collect();
        Standing { plan, names, points: vec![0.0; config.engines.len()], group: (0.0, 0) }
    }

    /// Adds the next game of the run; with the last game of a round the pairings of the next one become known. A game that is
    /// not the plan's changes nothing.
    pub fn add(&mut self, result: &GameResult) {
        let plan = self.plan;
        let Some(rounds) =
            plan.swiss().filter(|_| result.pair < plan.known_groups().min(plan.contested_groups()))
        else {
            return;
        };
        let group = plan.group(result.pair);
        let [a, b] = group.engines[..] else { return };
        let engine = |name: &str| self.names.get(name).copied().unwrap_or(usize::MAX);
        let engines: Vec<usize> = result.seats.iter().map(|seat| engine(&seat.engine)).collect();
        let scores: Vec<f64> = result.seats.iter().map(|seat| seat.score).collect();
        self.group.0 += head_to_head(&engines, &scores, a, b);
        self.group.1 += 1;
        if result.game_no + 1 < group.first_game + group.games {
            return;
        }
        let (sum, games) = std::mem::take(&mut self.group);
        let (score, events) = (sum / games as f64, plan.contested().len() as f64);
        self.points[a] += score / events;
        self.points[b] += (1.0 - score) / events;
        let is_last = (group.number + 1).is_multiple_of(plan.groups_of_round());
        if is_last && rounds.known() == group.round + 1 {
            rounds.pair_next(&self.points);
        }
    }
}

/// Makes known the pairings that follow from the results in a folder, as far as they can be read.
pub fn make_known(plan: &Plan, config: &Config, folder: &Path) {
    if plan.swiss().is_some() {
        let mut standing = Standing::new(plan, config);
        // What cannot be read is told of by those who need it.
        let _ = each_game(folder, |result| standing.add(result));
    }
}
