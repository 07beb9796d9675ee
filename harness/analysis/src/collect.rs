//! Collecting the sums that the statistics need, in one pass over the results.

use std::collections::BTreeMap;
use std::path::Path;

use torneo_contract::{SeatVec, reason};
use torneo_statistics::{Data, FirstPlace, Moments};

use super::{Duel, EngineScore};
use torneo_arena::Error;
use torneo_arena::results::{GameResult, Manifest, each_game, head_to_head};

/// Sums of one pairing: observations are groups, scores those of the engine with the lower index.
#[derive(Clone, Copy, Debug, Default)]
pub struct PairSums {
    /// Head-to-head scores of the groups.
    pub scores: Moments,
    /// Number of games.
    pub games: u64,
}

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
    /// Head-to-head scores of each engine in its groups against others, and its games.
    pub engines: BTreeMap<usize, PairSums>,
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
    /// By pairing of engine indices, the lower first.
    pub pairs: BTreeMap<(usize, usize), PairSums>,
    /// By engine index.
    pub engines: BTreeMap<usize, PairSums>,
    /// By index of the game.
    pub by_game: Vec<GameSums>,
    /// Who came first, group by group.
    pub data: Data,
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
    /// The two engines.
    engines: (usize, usize),
    /// If they differ, the first one's head-to-head score.
    score: f64,
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
        self.engine_errors += u64::from(result.reason == reason::ENGINE_ERROR);
        open.games += 1;
        open.draws += u64::from(first.count_ones() > 1);
        open.completed += u64::from(![reason::LENGTH_LIMIT, reason::ENGINE_ERROR].contains(&&*result.reason));
        open.plies += result.plies;
        *self.by_game[game].by_length.entry(result.plies).or_default() += 1;
        open.first_seat += result.seats[0].score;
        open.results.push((self.data.contest(game, engines), first));
        let (low, high) = (engines.iter().min(), engines.iter().max());
        if let (Some(&low), Some(&high)) = (low, high) {
            open.engines = (low, high);
            if low != high {
                let scores: SeatVec<f64> = result.seats.iter().map(|seat| seat.score).collect();
                open.score += head_to_head(engines, &scores, low);
            }
        }
    }

    fn close(&mut self, group: OpenGroup) {
        if group.pair.is_none() || group.games == 0 {
            return;
        }
        let games = group.games as f64;
        let sums = &mut self.by_game[group.game];
        sums.all.add(&group);
        let (low, high) = group.engines;
        let engines = self.data.players();
        self.data.add((group.game * engines + low) * engines + high, &group.results);
        if low == high {
            return sums.self_play.entry(low).or_default().add(&group);
        }
        let score = group.score / games;
        let add = |sums: &mut PairSums, score: f64| {
            sums.scores.add(score);
            sums.games += group.games;
        };
        add(self.pairs.entry((low, high)).or_default(), score);
        for (engine, score) in [(low, score), (high, 1.0 - score)] {
            add(self.engines.entry(engine).or_default(), score);
            add(sums.engines.entry(engine).or_default(), score);
        }
    }

    /// Results of each engine over all games.
    pub fn scores(&self, names: &[&str]) -> Vec<EngineScore> {
        let score = |(&engine, sums): (&usize, &PairSums)| engine_score(names[engine], None, sums);
        self.engines.iter().map(score).collect()
    }

    /// Results of each engine at each game.
    pub fn by_game(&self, names: &[&str], specs: &[&str]) -> Vec<EngineScore> {
        let games = self.by_game.iter().zip(specs);
        let scores = games.flat_map(|(sums, spec)| {
            sums.engines.iter().map(|(&engine, sums)| engine_score(names[engine], Some(spec), sums))
        });
        scores.collect()
    }

    /// Head-to-head results over all games, each from both sides.
    pub fn duels(&self, names: &[&str]) -> Vec<Duel> {
        let duel = |engine: usize, opponent: usize, sums: &PairSums, scores: Moments| Duel {
            engine: names[engine].to_owned(),
            opponent: names[opponent].to_owned(),
            games: sums.games,
            score: scores.estimate(),
        };
        let both = |(&(low, high), sums): (&(usize, usize), &PairSums)| {
            let turned = Moments { mean: 1.0 - sums.scores.mean, ..sums.scores };
            [duel(low, high, sums, sums.scores), duel(high, low, sums, turned)]
        };
        self.pairs.iter().flat_map(both).collect()
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

fn engine_score(engine: &str, game: Option<&str>, sums: &PairSums) -> EngineScore {
    EngineScore {
        engine: engine.to_owned(),
        game: game.map(str::to_owned),
        games: sums.games,
        score: sums.scores.estimate(),
    }
}
