//! Games, wins, draws, losses and scores of engines against others.

use std::collections::{BTreeMap, HashMap};

use torneo_contract::{SeatVec, reason};
use torneo_statistics::model::Pooling;
use torneo_statistics::{Estimate, Moments, Pool};

use super::copies::{Copies, FEWEST_DIFFERENT, print_of};
use crate::plan::{Config, GameIndex};
use crate::results::GameResult;

/// The score of `engine` against `opponent` in a game: its share of the points that the two win; 0.5 if neither has any.
pub fn head_to_head(engines: &[usize], scores: &[f64], engine: usize, opponent: usize) -> f64 {
    let (own, others) = (points(engines, scores, engine), points(engines, scores, opponent));
    if own + others > 0.0 { own / (own + others) } else { 0.5 }
}

/// What the seats of an engine score together.
fn points(engines: &[usize], scores: &[f64], engine: usize) -> f64 {
    engines.iter().zip(scores).filter(|(other, _)| **other == engine).map(|(_, score)| score).sum()
}

/// The seat that alone has the highest of the scores, if one has.
pub(crate) fn sole_winner(scores: &[f64]) -> Option<usize> {
    let best = scores.iter().copied().fold(0.0, f64::max);
    let mut first = (0..scores.len()).filter(|&seat| scores[seat] == best);
    first.next().filter(|_| first.next().is_none())
}

/// What an engine did in the games of a group.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Entry {
    /// The mean of its score against each of the others, 0.5 is even.
    pub score: f64,
    /// Games in which the mean score of its seats was above one over the number of seats.
    pub wins: u64,
    /// Games in which it was equal.
    pub draws: u64,
    /// The sum of the squared deviations of its games' scores from their mean.
    pub squares: f64,
}

/// What came out of the games of a group, or of a part of them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GroupScore {
    /// The number of the group in the run.
    pub number: u64,
    /// The number of the game in the configuration.
    pub game: GameIndex,
    /// The engines that played.
    pub engines: SeatVec<usize>,
    /// What each of them did.
    pub entries: SeatVec<Entry>,
    /// Number of games.
    pub games: u64,
    /// Games that a fault ended.
    pub faults: u64,
    /// A number for the moves of each game that can be compared with others.
    pub(crate) prints: Vec<u64>,
}

/// Scores are compared to this precision: they are sums of thirds and the like.
const SAME: f64 = 1e-9;

impl GroupScore {
    /// No game yet.
    pub fn new(number: u64, game: GameIndex) -> GroupScore {
        GroupScore { number, game, ..GroupScore::default() }
    }

    /// Adds a game with these engines at its seats, which scored this.
    pub fn add(&mut self, seated: &[usize], scores: &[f64], is_fault: bool) {
        for &engine in seated {
            if !self.engines.contains(&engine) {
                self.engines.push(engine);
                self.entries.push(Entry::default());
            }
        }
        self.games += 1;
        self.faults += u64::from(is_fault);
        let fair = 1.0 / seated.len() as f64;
        for (&engine, entry) in self.engines.iter().zip(&mut self.entries) {
            let others = self.engines.iter().filter(|other| **other != engine);
            let (sum, count) = others.fold((0.0, 0.0f64), |(sum, count), &other| {
                (sum + head_to_head(seated, scores, engine, other), count + 1.0)
            });
            let (own, before) = (sum / count.max(1.0), entry.score);
            entry.score += (own - before) / self.games as f64;
            entry.squares += (own - before) * (own - entry.score);
            let seats = seated.iter().filter(|other| **other == engine).count();
            let ahead = points(seated, scores, engine) / seats.max(1) as f64 - fair;
            entry.wins += u64::from(ahead > SAME);
            entry.draws += u64::from(ahead.abs() <= SAME);
        }
    }

    /// Adds what was played in a game that no fault ended. Groups are compared by it; without it a group is like no other.
    pub fn add_moves(&mut self, seated: &[usize], opening: &str, record: &str) {
        self.prints.extend(print_of(seated, opening, record));
    }

    /// Adds a game of a results folder with these engines at its seats.
    pub fn add_result(&mut self, seated: &[usize], result: &GameResult) {
        let is_fault = result.is_fault();
        self.add(seated, &result.scores(), is_fault);
        if !is_fault {
            self.add_moves(seated, &result.opening, &result.record);
        }
    }

    /// Adds the rest of the games of the same group.
    pub fn join(&mut self, rest: &GroupScore) {
        let games = (self.games + rest.games).max(1) as f64;
        for (&engine, other) in rest.engines.iter().zip(&rest.entries) {
            let Some(place) = self.engines.iter().position(|known| *known == engine) else { continue };
            let entry = &mut self.entries[place];
            let apart = other.score - entry.score;
            entry.squares += other.squares + apart.powi(2) * (self.games * rest.games) as f64 / games;
            entry.score += apart * rest.games as f64 / games;
            entry.wins += other.wins;
            entry.draws += other.draws;
        }
        self.games += rest.games;
        self.faults += rest.faults;
        self.prints.extend(&rest.prints);
    }

    /// Whether an engine played with itself alone, which says nothing of its strength.
    pub fn is_self_play(&self) -> bool {
        self.engines.len() < 2
    }
}

/// Puts the games of a run together into groups, in the order of the run.
#[derive(Clone, Debug)]
pub struct Groups {
    engines: HashMap<String, usize>,
    games: HashMap<String, GameIndex>,
    open: Option<GroupScore>,
}

impl Groups {
    /// No game yet of this configuration.
    pub fn new(config: &Config) -> Groups {
        let engines = config.engines.iter().enumerate().map(|(index, engine)| (engine.name.clone(), index));
        let games = config.games.indexed().map(|(index, game)| (game.clone(), index));
        Groups { engines: engines.collect(), games: games.collect(), open: None }
    }

    /// The indices of a result's game and of the engines at its seats, if the configuration has them.
    pub fn indices(&self, result: &GameResult) -> Option<(GameIndex, SeatVec<usize>)> {
        let game = *self.games.get(&result.game)?;
        let engines = result.seats.iter().map(|seat| self.engines.get(&seat.engine).copied());
        Some((game, engines.collect::<Option<_>>()?))
    }

    /// Adds the next game of a run; the group before it, once that is whole. A game that the configuration does not have
    /// is left out.
    pub fn add(&mut self, result: &GameResult) -> Option<GroupScore> {
        let (game, engines) = self.indices(result)?;
        let is_next = self.open.as_ref().is_none_or(|open| open.number != result.pair);
        let finished = if is_next { self.open.replace(GroupScore::new(result.pair, game)) } else { None };
        if let Some(open) = &mut self.open {
            open.add_result(&engines, result);
        }
        finished
    }

    /// The last group, as far as it was played.
    pub fn finish(&mut self) -> Option<GroupScore> {
        self.open.take()
    }
}

/// What an engine did at a game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Record {
    /// Games against others, those that a fault ended among them.
    pub games: u64,
    /// Games that it won.
    pub wins: u64,
    /// Games that it drew.
    pub draws: u64,
    /// Its scores in the different groups.
    pub scores: Moments,
    /// Groups that were copies of others.
    pub copies: u64,
}

impl Record {
    /// Adds a group, as a new one or as a copy: its number of games, the mean of their scores, and the sum of their squared
    /// deviations from it.
    pub fn add(&mut self, games: u64, (score, squares): (f64, f64), is_new: bool) {
        self.games += games;
        match is_new {
            true => self.scores.add_mean(score, games, squares),
            false => self.copies += 1,
        }
    }

    /// The mean score with an interval of this confidence, where there is one.
    pub fn estimate(&self, confidence: f64) -> Estimate {
        told_of(self.scores.estimate_with(confidence), self.copies)
    }
}

/// An estimate without its interval where copies leave too few groups for one.
pub(crate) fn told_of(estimate: Estimate, copies: u64) -> Estimate {
    match copies > 0 && estimate.groups < FEWEST_DIFFERENT {
        true => Estimate { low: f64::NAN, high: f64::NAN, ..estimate },
        false => estimate,
    }
}

/// How scores of several games are pooled, and how sure intervals are.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Pooled {
    /// How much each game counts.
    pub pooling: Pooling,
    /// Whether the intervals of a table are to hold all at once.
    pub simultaneous: bool,
}

impl Pooled {
    /// The confidence of each interval of a table with so many of them: if they are to hold all at once the error is
    /// shared out among them (Bonferroni).
    pub fn confidence(&self, intervals: usize) -> f64 {
        if self.simultaneous { 1.0 - 0.05 / intervals.max(1) as f64 } else { 0.95 }
    }

    /// The score over several games: within them, and over games as a sample.
    pub fn score<'a>(
        &self,
        records: impl Iterator<Item = &'a Record>,
        intervals: usize,
    ) -> (Estimate, Option<Estimate>) {
        let (mut pool, mut copies) = (Pool::default(), 0);
        for record in records {
            copies += record.copies;
            let weight = match self.pooling {
                Pooling::Equal => 1.0,
                Pooling::Played => record.games as f64,
            };
            pool.add(weight, record.scores);
        }
        let confidence = self.confidence(intervals);
        (told_of(pool.within(confidence), copies), pool.across(confidence))
    }
}

/// How an engine stands over all games of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// The index of the engine.
    pub engine: usize,
    /// Games against others, those that a fault ended among them.
    pub games: u64,
    /// Games that it won.
    pub wins: u64,
    /// Games that it drew.
    pub draws: u64,
    /// Games that it lost.
    pub losses: u64,
    /// Its score against those whom it met, 0.5 is even, every game of the configuration counting the same unless asked
    /// otherwise; none before its first game.
    pub score: Option<Estimate>,
}

/// What all engines did, by engine and by game.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    records: Vec<BTreeMap<GameIndex, Record>>,
    copies: Copies,
}

impl Tally {
    /// Nothing known of this number of engines.
    pub fn new(engines: usize, copies: Copies) -> Tally {
        Tally { records: vec![BTreeMap::new(); engines], copies }
    }

    /// Adds a group; whether it is new, and no copy of one before it. An engine with itself says nothing.
    pub fn add(&mut self, group: &GroupScore) -> bool {
        let is_new = self.copies.is_new(group);
        if group.is_self_play() {
            return is_new;
        }
        for (&engine, entry) in group.engines.iter().zip(&group.entries) {
            let record = self.records[engine].entry(group.game).or_default();
            record.wins += entry.wins;
            record.draws += entry.draws;
            record.add(group.games, (entry.score, entry.squares), is_new);
        }
        is_new
    }

    /// Which groups were copies.
    pub fn copies(&self) -> &Copies {
        &self.copies
    }

    /// What an engine did at each game.
    pub fn records(&self, engine: usize) -> &BTreeMap<GameIndex, Record> {
        &self.records[engine]
    }

    /// How an engine stands.
    pub fn standing(&self, engine: usize, pooled: &Pooled) -> Standing {
        let records = &self.records[engine];
        let sum = |count: fn(&Record) -> u64| records.values().map(count).sum::<u64>();
        let games = sum(|record| record.games);
        let (wins, draws) = (sum(|record| record.wins), sum(|record| record.draws));
        let compared = self.records.iter().filter(|records| !records.is_empty()).count();
        let score = (games > 0).then(|| pooled.score(records.values(), compared).0);
        Standing { engine, games, wins, draws, losses: games - wins - draws, score }
    }

    /// How all engines stand, the best score first.
    pub fn standings(&self, pooled: &Pooled) -> Vec<Standing> {
        let mut standings: Vec<Standing> =
            (0..self.records.len()).map(|engine| self.standing(engine, pooled)).collect();
        let value = |standing: &Standing| standing.score.map_or(-1.0, |score| score.value);
        standings.sort_by(|a, b| value(b).total_cmp(&value(a)));
        standings
    }
}

impl GameResult {
    /// The scores of the seats.
    pub fn scores(&self) -> SeatVec<f64> {
        self.seats.iter().map(|seat| seat.score).collect()
    }

    /// The fault that ended the game, if one did.
    pub fn fault(&self) -> Option<&'static str> {
        reason::FAULTS.into_iter().find(|fault| *fault == self.reason)
    }

    /// Whether a fault of an engine ended the game.
    pub fn is_fault(&self) -> bool {
        self.fault().is_some()
    }

    /// The seat whose engine failed: the first without a share of the win.
    pub fn faulty_seat(&self) -> Option<usize> {
        self.fault()?;
        self.seats.iter().position(|seat| seat.score == 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winner_has_all_points_whatever_the_number_of_seats() {
        assert_eq!(head_to_head(&[0, 1], &[1.0, 0.0], 0, 1), 1.0);
        assert_eq!(head_to_head(&[0, 1, 0, 1], &[0.0, 0.0, 1.0, 0.0], 0, 1), 1.0);
        assert_eq!(head_to_head(&[0, 1, 1], &[0.5, 0.5, 0.0], 1, 0), 0.5);
        // A table of three: neither of the two has a point.
        assert_eq!(head_to_head(&[0, 1, 2], &[0.0, 0.0, 1.0], 0, 1), 0.5);
    }

    #[test]
    fn a_game_is_won_by_more_than_an_even_share() {
        let third = 1.0 / 3.0;
        for (engines, scores, wins, draws) in [
            (vec![0, 1], vec![1.0, 0.0], 1, 0),
            (vec![1, 0], vec![0.5, 0.5], 0, 1),
            (vec![0, 1, 1], vec![third, third, third], 0, 1),
            (vec![0, 1, 1], vec![0.5, 0.5, 0.0], 1, 0),
            (vec![0, 0, 1], vec![0.5, 0.0, 0.5], 0, 0),
            (vec![0, 1, 0, 1], vec![0.0, 0.5, 0.5, 0.0], 0, 1),
        ] {
            let mut group = GroupScore::new(0, GameIndex::FIRST);
            group.add(&engines, &scores, false);
            let place = group.engines.iter().position(|engine| *engine == 0).unwrap();
            let found = group.entries[place];
            assert_eq!((found.wins, found.draws), (wins, draws), "{engines:?} {scores:?}");
        }
    }

    #[test]
    fn every_kind_of_game_counts_the_same() {
        let mut tally = Tally::new(3, Copies::default());
        let mut add = |game: usize, engines: [usize; 2], scores: [f64; 2], times: u32| {
            for _ in 0..times {
                let mut group = GroupScore::new(0, GameIndex::of(game));
                group.add(&engines, &scores, false);
                tally.add(&group);
            }
        };
        add(0, [0, 1], [1.0, 0.0], 30);
        add(1, [0, 1], [0.0, 1.0], 10);
        add(1, [2, 2], [1.0, 0.0], 5);
        let standings = tally.standings(&Pooled::default());
        let found: Vec<_> = standings.iter().map(|s| (s.engine, s.games, s.wins, s.losses)).collect();
        assert_eq!(found, [(0, 40, 30, 10), (1, 40, 10, 30), (2, 0, 0, 0)]);
        assert_eq!(standings[0].score.unwrap().value, 0.5);
        let played = Pooled { pooling: Pooling::Played, ..Pooled::default() };
        assert_eq!(tally.standing(0, &played).score.unwrap().value, 0.75);
        assert_eq!(standings[2].score, None);
    }
}
