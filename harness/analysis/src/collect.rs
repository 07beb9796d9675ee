//! Collecting the sums that the statistics need, in one pass over the results.

use std::collections::BTreeMap;
use std::path::Path;

use torneo_contract::{SeatVec, reason};
use torneo_statistics::model::Pooling;
use torneo_statistics::{Data, Estimate, FirstPlace, Moments, Pool};

use super::{Duel, EngineScore, FaultCount};
use torneo_arena::Error;
use torneo_arena::results::{GameResult, Manifest, each_game, head_to_head};

/// Sums of scores: observations are groups.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScoreSums {
    /// Scores of the groups.
    pub scores: Moments,
    /// Number of games.
    pub games: u64,
}

/// Sums of scores by game of the configuration.
pub type ByGame = BTreeMap<usize, ScoreSums>;

/// Sums over games, whoever played them.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeatSums {
    /// Number of games.
    pub games: u64,
    /// Games without a sole winner.
    pub draws: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Mean scores of the first seat in the groups.
    pub first_seat: Moments,
    /// Shares of games without a sole winner in the groups.
    pub drawn: Moments,
    /// Shares of games in the groups that the rules brought to an end, not a limit on the plies or a failing engine.
    pub completed: Moments,
    /// Mean lengths of the groups in plies.
    pub lengths: Moments,
}

/// Sums of one game of the configuration.
#[derive(Clone, Debug, Default)]
pub struct GameSums {
    /// Number of seats.
    pub seats: usize,
    /// Over all games.
    pub all: SeatSums,
    /// Over the games of each engine against itself.
    pub self_play: BTreeMap<usize, SeatSums>,
    /// Drawn games between different engines, and all of them.
    pub contested: (u64, u64),
    /// Number of games by length in plies.
    pub by_length: BTreeMap<u64, u64>,
}

/// All sums of a run.
#[derive(Clone, Debug, Default)]
pub struct Collected {
    /// Number of games.
    pub games: u64,
    /// Games in which an engine failed.
    pub engine_errors: u64,
    /// The same by engine index and reason.
    pub faults: BTreeMap<(usize, &'static str), u64>,
    /// Games that ended in their random opening.
    pub ended_in_opening: u64,
    /// By pairing of engine indices, the lower first: scores of the first against the second.
    pub pairs: BTreeMap<(usize, usize), ByGame>,
    /// By engine index: scores against all others.
    pub engines: BTreeMap<usize, ByGame>,
    /// By index of the game.
    pub by_game: Vec<GameSums>,
    /// Who came first, group by group.
    pub data: Data,
    /// By game and engines: groups that are alike.
    strata: BTreeMap<(usize, Vec<usize>), usize>,
}

/// The games of one group, so far.
#[derive(Clone, Debug, Default)]
struct OpenGroup {
    pair: Option<u64>,
    game: usize,
    games: u64,
    draws: u64,
    completed: u64,
    plies: u64,
    first_seat: f64,
    /// The engines and the scores at the seats of each game.
    seats: Vec<(SeatVec<usize>, SeatVec<f64>)>,
    /// The contest and the first place of each game.
    results: Vec<(usize, FirstPlace)>,
}

impl Collected {
    /// Reads the results of a run.
    pub fn read(folder: &Path, manifest: &Manifest) -> Result<Collected, Error> {
        let config = &manifest.config;
        let engine_of: BTreeMap<&str, usize> =
            config.engines.iter().enumerate().map(|(index, engine)| (&*engine.name, index)).collect();
        let game_of: BTreeMap<&str, usize> =
            config.games.iter().enumerate().map(|(index, game)| (&**game, index)).collect();
        let mut collected = Collected {
            by_game: vec![GameSums::default(); config.games.len()],
            data: Data::new(config.engines.len()),
            ..Collected::default()
        };
        let mut open = OpenGroup::default();
        let mut unknown = None;
        each_game(folder, |result| {
            let game = game_of.get(&*result.game).copied();
            let engines: Option<Vec<usize>> =
                result.seats.iter().map(|seat| engine_of.get(&*seat.engine).copied()).collect();
            let (Some(game), Some(engines)) = (game, engines) else {
                unknown.get_or_insert(result.game_no);
                return;
            };
            if open.pair != Some(result.pair) {
                collected.close(std::mem::take(&mut open));
                open.pair = Some(result.pair);
                open.game = game;
            }
            collected.add(&mut open, game, &engines, result);
        })?;
        collected.close(open);
        match unknown {
            Some(game_no) => Err(Error::input(format!(
                "{}: game {game_no} names a game or an engine that the manifest does not have",
                folder.display()
            ))),
            None => Ok(collected),
        }
    }

    fn add(&mut self, open: &mut OpenGroup, game: usize, engines: &[usize], result: &GameResult) {
        let best = result.seats.iter().map(|seat| seat.score).fold(0.0, f64::max);
        let first = result.seats.iter().enumerate().filter(|(_, seat)| seat.score == best);
        let first = first.fold(0, |set: FirstPlace, (seat, _)| set | 1 << seat);
        self.by_game[game].seats = result.seats.len();
        self.games += 1;
        self.ended_in_opening += u64::from(result.ended_in_opening);
        let fault = reason::FAULTS.into_iter().find(|fault| *fault == result.reason);
        if let Some(fault) = fault {
            self.engine_errors += 1;
            // The seat that failed is the only one without a share of the win.
            if let Some(seat) = result.seats.iter().position(|seat| seat.score == 0.0) {
                *self.faults.entry((engines[seat], fault)).or_default() += 1;
            }
        }
        open.games += 1;
        open.draws += u64::from(first.count_ones() > 1);
        open.completed += u64::from(fault.is_none() && result.reason != reason::LENGTH_LIMIT);
        open.plies += result.plies;
        *self.by_game[game].by_length.entry(result.plies).or_default() += 1;
        open.first_seat += result.seats[0].score;
        open.results.push((self.data.contest(game, engines), first));
        let scores = result.seats.iter().map(|seat| seat.score).collect();
        open.seats.push((engines.iter().copied().collect(), scores));
    }

    fn close(&mut self, group: OpenGroup) {
        if group.pair.is_none() || group.games == 0 {
            return;
        }
        let mut engines: Vec<usize> = group.seats.iter().flat_map(|(engines, _)| engines.to_vec()).collect();
        engines.sort_unstable();
        engines.dedup();
        let sums = &mut self.by_game[group.game];
        sums.all.add(&group);
        let next = self.strata.len();
        let stratum = *self.strata.entry((group.game, engines.clone())).or_insert(next);
        self.data.add(stratum, &group.results);
        if let [engine] = *engines {
            return sums.self_play.entry(engine).or_default().add(&group);
        }
        sums.contested.0 += group.draws;
        sums.contested.1 += group.games;
        let add = |sums: &mut ByGame, score: f64| {
            let sums = sums.entry(group.game).or_default();
            sums.scores.add(score);
            sums.games += group.games;
        };
        for (place, &a) in engines.iter().enumerate() {
            let score = |b: usize| -> f64 {
                let games = group.seats.iter();
                games.map(|(engines, scores)| head_to_head(engines, scores, a, b)).sum::<f64>()
                    / group.games as f64
            };
            for &b in &engines[place + 1..] {
                add(self.pairs.entry((a, b)).or_default(), score(b));
            }
            let others: Vec<f64> = engines.iter().filter(|&&b| b != a).map(|&b| score(b)).collect();
            add(self.engines.entry(a).or_default(), others.iter().sum::<f64>() / others.len() as f64);
        }
    }

    /// How often each engine lost by a fault of its own.
    pub fn faults(&self, names: &[&str]) -> Vec<FaultCount> {
        let count = |(&(engine, reason), &games): (&(usize, &'static str), &u64)| FaultCount {
            engine: names[engine].to_owned(),
            reason,
            games,
        };
        self.faults.iter().map(count).collect()
    }

    /// Results of each engine over all games.
    pub fn scores(&self, names: &[&str], options: &Pooled) -> Vec<EngineScore> {
        let score = |(&engine, sums): (&usize, &ByGame)| {
            let (games, score, across) = options.pool(sums, self.engines.len());
            EngineScore { engine: names[engine].to_owned(), game: None, games, score, across }
        };
        self.engines.iter().map(score).collect()
    }

    /// Results of each engine at each game.
    pub fn by_game(&self, names: &[&str], specs: &[&str], options: &Pooled) -> Vec<EngineScore> {
        let cells: usize = self.engines.values().map(BTreeMap::len).sum();
        let mut scores: Vec<(usize, EngineScore)> = Vec::new();
        for (&engine, sums) in &self.engines {
            scores.extend(sums.iter().map(|(&game, sums)| {
                let score = sums.scores.estimate_with(options.confidence(cells));
                let (engine, spec) = (names[engine].to_owned(), specs[game].to_owned());
                (game, EngineScore { engine, game: Some(spec), games: sums.games, score, across: None })
            }));
        }
        scores.sort_by_key(|(game, _)| *game);
        scores.into_iter().map(|(_, score)| score).collect()
    }

    /// Head-to-head results over all games, each from both sides.
    pub fn duels(&self, names: &[&str], options: &Pooled) -> Vec<Duel> {
        let both = |(&(low, high), sums): (&(usize, usize), &ByGame)| {
            let (games, score, across) = options.pool(sums, self.pairs.len());
            let turn =
                |e: Estimate| Estimate { value: 1.0 - e.value, low: 1.0 - e.high, high: 1.0 - e.low, ..e };
            let duel = |engine: usize, opponent: usize, score, across| Duel {
                engine: names[engine].to_owned(),
                opponent: names[opponent].to_owned(),
                games,
                score,
                across,
            };
            [duel(low, high, score, across), duel(high, low, turn(score), across.map(turn))]
        };
        self.pairs.iter().flat_map(both).collect()
    }

    /// The scores of the engines against each other at a game, 0.5 on the diagonal; none if some pair did not meet.
    pub fn payoffs(&self, game: usize, engines: &[usize]) -> Option<Vec<Vec<f64>>> {
        let score = |a: usize, b: usize| {
            let of = |a, b| Some(self.pairs.get(&(a, b))?.get(&game)?.scores.mean);
            match a.cmp(&b) {
                std::cmp::Ordering::Less => of(a, b),
                std::cmp::Ordering::Equal => Some(0.5),
                std::cmp::Ordering::Greater => of(b, a).map(|score| 1.0 - score),
            }
        };
        engines.iter().map(|&a| engines.iter().map(|&b| score(a, b)).collect()).collect()
    }
}

/// How scores of several games are pooled, and how sure intervals are.
#[derive(Clone, Copy, Debug)]
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

    /// The games played, and the score within them and over games as a sample.
    fn pool(&self, sums: &ByGame, intervals: usize) -> (u64, Estimate, Option<Estimate>) {
        let mut pool = Pool::default();
        for sums in sums.values() {
            let weight = match self.pooling {
                Pooling::Equal => 1.0,
                Pooling::Played => sums.games as f64,
            };
            pool.add(weight, sums.scores);
        }
        let confidence = self.confidence(intervals);
        (sums.values().map(|sums| sums.games).sum(), pool.within(confidence), pool.across(confidence))
    }
}

impl SeatSums {
    fn add(&mut self, group: &OpenGroup) {
        self.games += group.games;
        self.draws += group.draws;
        self.plies += group.plies;
        let games = group.games as f64;
        self.first_seat.add(group.first_seat / games);
        self.drawn.add(group.draws as f64 / games);
        self.completed.add(group.completed as f64 / games);
        self.lengths.add(group.plies as f64 / games);
    }
}
