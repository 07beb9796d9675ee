//! The points of a run by the Swiss system, from which its pairings follow.

use std::collections::HashMap;

use torneo_contract::SeatVec;

use crate::PlayedGroup;
use crate::figures::head_to_head;
use crate::plan::{Config, Group, Plan};
use crate::results::GameResult;

/// The points of the engines so far. A meeting is worth a point: the share of each game that an engine has of it, on the mean
/// over the games of a group and over all groups of the meeting.
#[derive(Debug)]
pub struct Points<'a> {
    plan: &'a Plan,
    names: HashMap<&'a str, usize>,
    points: Vec<f64>,
    /// By round: the engines that met with the score of the first, over the groups that were played.
    meetings: Vec<HashMap<(usize, usize), f64>>,
    /// Sum and number of the first engine's scores in the group that is being read.
    group: (f64, u64),
}

impl<'a> Points<'a> {
    /// Nobody has played yet.
    pub fn new(plan: &'a Plan, config: &'a Config) -> Points<'a> {
        let names = config.engines.iter().enumerate().map(|(index, engine)| (&*engine.name, index)).collect();
        let points = vec![0.0; config.engines.len()];
        Points { plan, names, points, meetings: Vec::new(), group: (0.0, 0) }
    }

    /// Adds the next game of a results folder; with the last game of a round the pairings of the next one become known. A game
    /// that is not the plan's changes nothing.
    pub fn add(&mut self, result: &GameResult) {
        let Some(group) = self.contested(result.pair) else { return };
        let engine = |name: &str| self.names.get(name).copied().unwrap_or(usize::MAX);
        let engines: SeatVec<usize> = result.seats.iter().map(|seat| engine(&seat.engine)).collect();
        self.add_game(&group, &engines, &result.scores());
        if result.game_no + 1 >= group.first_game + group.games {
            self.end_group(&group);
        }
    }

    /// Adds the next group that was played, in the same way.
    pub fn add_group(&mut self, played: &PlayedGroup) {
        let Some(group) = self.contested(played.number) else { return };
        played.games.iter().for_each(|game| self.add_game(&group, &game.engines, &game.scores));
        self.end_group(&group);
    }

    /// The group of this number, if its games count for the pairings.
    fn contested(&self, number: u64) -> Option<Group> {
        let known = self.plan.known_groups().min(self.plan.contested_groups());
        (self.plan.swiss().is_some() && number < known).then(|| self.plan.group(number))
    }

    fn add_game(&mut self, group: &Group, engines: &[usize], scores: &[f64]) {
        let [a, b] = group.engines[..] else { return };
        self.group.0 += head_to_head(engines, scores, a, b);
        self.group.1 += 1;
    }

    fn end_group(&mut self, group: &Group) {
        let plan = self.plan;
        let (Some(rounds), [a, b]) = (plan.swiss(), &group.engines[..]) else { return };
        let (a, b) = (*a, *b);
        let (sum, games) = std::mem::take(&mut self.group);
        let (score, events) = (sum / games as f64, plan.contested().len() as f64);
        self.points[a] += score / events;
        self.points[b] += (1.0 - score) / events;
        self.meetings.resize_with(self.meetings.len().max(group.round as usize + 1), HashMap::new);
        *self.meetings[group.round as usize].entry((a, b)).or_default() += score / events;
        let is_last = (group.number + 1).is_multiple_of(plan.groups_of_round());
        if is_last && rounds.known() == group.round + 1 {
            rounds.pair_next(&self.points);
        }
    }

    /// The table of the rounds that were played, the first first.
    pub fn table(&self) -> SwissTable {
        let engines = self.points.len();
        let mut points = self.points.clone();
        let mut opponents: Vec<Vec<(usize, f64)>> = vec![Vec::new(); engines];
        for round in &self.meetings {
            for (&(a, b), &score) in round {
                opponents[a].push((b, score));
                opponents[b].push((a, 1.0 - score));
            }
            // Who sits out has the points of a win for it, as for the pairings.
            let sits_out = |engine: &usize| !round.keys().any(|(a, b)| a == engine || b == engine);
            (0..engines).filter(sits_out).for_each(|engine| points[engine] += 1.0);
        }
        let row = |engine: usize| {
            let own = &opponents[engine];
            let beaten = |score: f64| match score {
                score if score > 0.5 + SAME => 1.0,
                score if score < 0.5 - SAME => 0.0,
                _ => 0.5,
            };
            SwissRow {
                engine,
                points: points[engine],
                buchholz: own.iter().map(|&(other, _)| points[other]).sum(),
                sonneborn_berger: own.iter().map(|&(other, score)| beaten(score) * points[other]).sum(),
            }
        };
        let mut rows: Vec<SwissRow> = (0..engines).map(row).collect();
        let key =
            |row: &SwissRow| [row.points, row.buchholz, row.sonneborn_berger].map(|x| (x / SAME).round());
        rows.sort_by(|a, b| key(b).partial_cmp(&key(a)).unwrap_or(std::cmp::Ordering::Equal));
        SwissTable { rounds: self.meetings.len() as u64, rows }
    }
}

/// Points closer than this are the same: they are sums of means.
const SAME: f64 = 1e-9;

/// The table of a run by the Swiss system.
#[derive(Clone, PartialEq, Debug)]
pub struct SwissTable {
    /// Rounds that were played, the last one perhaps in part.
    pub rounds: u64,
    /// By points, then by Buchholz, then by Sonneborn-Berger.
    pub rows: Vec<SwissRow>,
}

/// An engine in the table of a run by the Swiss system.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SwissRow {
    /// The index of the engine.
    pub engine: usize,
    /// Its points: one for each meeting that it won, and for each round that it sat out.
    pub points: f64,
    /// The sum of its opponents' points.
    pub buchholz: f64,
    /// The points of the opponents that it beat, and half of those of the opponents with whom it drew.
    pub sonneborn_berger: f64,
}
