//! Collecting the sums that the statistics need, in one pass over the results.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use torneo_arena::Error;
use torneo_arena::figures::{
    Copies, GroupScore, Groups, Observed, Points, Pooled, Record, SelfPlaySums, Source, SwissTable, Tally,
    head_to_head,
};
use torneo_arena::plan::{GameIndex, PerGame};
use torneo_arena::results::GameResult;
use torneo_contract::{SeatVec, reason};
use torneo_registry::Registry;
use torneo_statistics::data::Contest;
use torneo_statistics::{Data, Estimate, FirstPlace, Moments};

use super::source::Source as Games;
use super::{Duel, EngineScore, FaultCount, Reason};

/// Records of a pair of engines, by game of the configuration.
pub type ByGame = BTreeMap<GameIndex, Record>;

/// Sums over the games of one kind that no fault ended, whoever played them.
#[derive(Clone, Debug, Default)]
pub struct GameSums {
    /// The game's specification.
    pub game: String,
    /// Whether its games begin with openings of a book.
    has_book: bool,
    /// Number of seats.
    pub seats: usize,
    /// Number of games, those that a fault ended left out as everywhere here.
    pub games: u64,
    /// Games that a fault ended.
    pub faults: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Shares of games without a sole winner in the groups.
    pub drawn: Moments,
    /// Shares of games in the groups that the rules brought to an end, not a limit on the plies.
    pub completed: Moments,
    /// Mean lengths of the groups in plies.
    pub lengths: Moments,
    /// Number of games by length in plies.
    pub by_length: BTreeMap<u64, u64>,
    /// By engine: its games against itself.
    pub self_play: BTreeMap<usize, SelfPlaySums>,
    /// By engines that met: mean scores of the first seat in the groups, with who sat where.
    pub first_seat: BTreeMap<Vec<usize>, (BTreeSet<SeatVec<usize>>, Moments)>,
}

/// All sums of a run.
#[derive(Default)]
pub struct Collected {
    /// Number of games.
    pub games: u64,
    /// Games of one engine against itself.
    pub self_play_games: u64,
    /// Games that a fault ended.
    pub fault_games: u64,
    /// The same by engine index and reason.
    pub faults: BTreeMap<(usize, &'static str), u64>,
    /// How the games of each pair of engines ended, both with the same index for self-play.
    pub reasons: BTreeMap<(usize, usize), BTreeMap<String, u64>>,
    /// Games that ended in their random opening.
    pub ended_in_opening: u64,
    /// What each engine did against all others.
    pub tally: Tally,
    /// By pairing of engine indices, the lower first: what the first did against the second.
    pub pairs: BTreeMap<(usize, usize), ByGame>,
    /// By game.
    pub by_game: PerGame<GameSums>,
    /// Who came first, group by group.
    pub data: Data,
    /// The numbers of the groups that were copies of others.
    pub copied: HashSet<u64>,
    /// The table of a run by the Swiss system.
    pub swiss: Option<SwissTable>,
    /// By game and engines: groups that are alike.
    strata: BTreeMap<(GameIndex, Vec<usize>), usize>,
    margin: f64,
}

/// The games of one group, so far.
#[derive(Clone, Debug, Default)]
struct OpenGroup {
    score: GroupScore,
    /// Games that no fault ended.
    games: u64,
    draws: u64,
    completed: u64,
    plies: u64,
    first_seat: f64,
    seatings: BTreeSet<SeatVec<usize>>,
    /// What each engine, in the order of the score, scored against each other one: the sum and that of the squares.
    against: BTreeMap<(usize, usize), [f64; 2]>,
    /// The contest and the first place of each game.
    results: Vec<(usize, FirstPlace)>,
}

impl Collected {
    /// Reads the results of a run; a seat is fair within `margin`.
    pub fn read(registry: &Registry, source: &Games<'_>, margin: f64) -> Result<Collected, Error> {
        let config = source.config;
        let none = |game: &String| GameSums {
            game: game.clone(),
            has_book: config.opening.books.contains_key(game),
            ..GameSums::default()
        };
        let mut collected = Collected {
            tally: Tally::new(config.engines.len(), Copies::read(registry, config, &source.random)),
            by_game: config.games.map(none),
            data: Data::new(config.engines.len()),
            margin,
            ..Collected::default()
        };
        let groups = Groups::new(config);
        let swiss = source.plan.filter(|plan| plan.swiss().is_some());
        let mut points = swiss.map(|plan| Points::new(plan, config));
        let (mut open, mut unknown) = (None::<OpenGroup>, None);
        (source.each_game)(&mut |result| {
            let Some((game, engines)) = groups.indices(result) else {
                unknown.get_or_insert(result.game_no);
                return;
            };
            if let Some(points) = &mut points {
                points.add(result);
            }
            if open.as_ref().is_none_or(|open| open.score.number != result.pair)
                && let Some(finished) = open.take()
            {
                collected.close(finished);
            }
            let open = open.get_or_insert_with(|| OpenGroup {
                score: GroupScore::new(result.pair, game),
                ..OpenGroup::default()
            });
            let from_start = source.is_from_start(result);
            collected.add(open, game, &engines, result, from_start);
        })?;
        if let Some(open) = open {
            collected.close(open);
        }
        collected.swiss = points.map(|points| points.table());
        match unknown {
            Some(game_no) => Err(Error::input(format!(
                "{}: game {game_no} names a game or an engine that the manifest does not have",
                source.place
            ))),
            None => Ok(collected),
        }
    }

    fn add(
        &mut self,
        open: &mut OpenGroup,
        game: GameIndex,
        engines: &[usize],
        result: &GameResult,
        from_start: bool,
    ) {
        let (scores, is_fault) = (result.scores(), result.is_fault());
        let best = scores.iter().copied().fold(0.0, f64::max);
        let first = scores.iter().enumerate().filter(|(_, score)| **score == best);
        let first = first.fold(0, |set: FirstPlace, (seat, _)| set | 1 << seat);
        self.games += 1;
        // What a fault ended before the first choice, or an opening of a book, is no end in a random opening.
        let is_random = !self.by_game[game].has_book || from_start;
        self.ended_in_opening += u64::from(result.ended_in_opening && !is_fault && is_random);
        self.count_reason(engines, &result.reason);
        if let (Some(fault), Some(seat)) = (result.fault(), result.faulty_seat()) {
            *self.faults.entry((engines[seat], fault)).or_default() += 1;
        }
        self.fault_games += u64::from(is_fault);
        open.score.add_result(engines, result);
        let sums = &mut self.by_game[game];
        sums.seats = scores.len();
        if engines.iter().all(|engine| *engine == engines[0]) {
            self.self_play_games += 1;
            let source = if sums.has_book && !from_start { Source::Book } else { Source::Game };
            let own =
                sums.self_play.entry(engines[0]).or_insert_with(|| SelfPlaySums::new(source, self.margin));
            own.add(&Observed::of(result, &scores));
        } else {
            open.results.push((self.data.contest(game.number(), engines), first));
            for (&a, &b) in pairs_of(&open.score.engines) {
                let score = head_to_head(engines, &scores, a, b);
                let [sum, squares] = open.against.entry((a, b)).or_default();
                (*sum, *squares) = (*sum + score, *squares + score * score);
            }
        }
        if is_fault {
            sums.faults += 1;
            return;
        }
        sums.games += 1;
        sums.plies += result.plies;
        *sums.by_length.entry(result.plies).or_default() += 1;
        open.games += 1;
        open.draws += u64::from(first.count_ones() > 1);
        open.completed += u64::from(result.reason != reason::LENGTH_LIMIT);
        open.plies += result.plies;
        open.first_seat += scores[0];
        open.seatings.insert(engines.iter().copied().collect());
    }

    fn count_reason(&mut self, engines: &[usize], reason: &str) {
        let mut met: Vec<usize> = engines.to_vec();
        met.sort_unstable();
        met.dedup();
        if let [alone] = met[..] {
            met.push(alone);
        }
        for (&a, &b) in pairs_of(&met) {
            let counts = self.reasons.entry((a, b)).or_default();
            match counts.get_mut(reason) {
                Some(count) => *count += 1,
                None => _ = counts.insert(reason.to_owned(), 1),
            }
        }
    }

    fn close(&mut self, group: OpenGroup) {
        let game = group.score.game;
        let mut engines: Vec<usize> = group.score.engines.to_vec();
        engines.sort_unstable();
        let sums = &mut self.by_game[game];
        let is_new = self.tally.add(&group.score);
        if !is_new {
            self.copied.insert(group.score.number);
        }
        if group.games > 0 && is_new {
            let games = group.games as f64;
            sums.drawn.add(group.draws as f64 / games);
            sums.completed.add(group.completed as f64 / games);
            sums.lengths.add(group.plies as f64 / games);
        }
        if group.score.is_self_play() {
            return;
        }
        if group.games > 0 && is_new {
            let (seatings, first_seat) = sums.first_seat.entry(engines.clone()).or_default();
            seatings.extend(group.seatings);
            first_seat.add(group.first_seat / group.games as f64);
        }
        let next = self.strata.len();
        let stratum = *self.strata.entry((game, engines)).or_insert(next);
        match is_new {
            true => self.data.add(stratum, &group.results),
            false => self.data.add_copy(stratum, &group.results),
        }
        let games = group.score.games;
        for ((a, b), [score, squares]) in group.against {
            let squares = squares - score * score / games as f64;
            let (pair, score) = if a < b { ((a, b), score) } else { ((b, a), games as f64 - score) };
            let record = self.pairs.entry(pair).or_default().entry(game).or_default();
            record.add(games, (score / games as f64, squares), is_new);
        }
    }

    /// The contests of the groups in which these engines met at a game.
    pub fn contests(&self, game: GameIndex, engines: &[usize]) -> Vec<Contest> {
        let seatings = self.by_game[game].first_seat.get(engines).map(|(seatings, _)| seatings);
        let contest = |players: &SeatVec<usize>| Contest { game: game.number(), players: players.to_vec() };
        seatings.into_iter().flatten().map(contest).collect()
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

    /// How the games of each pair of engines ended.
    pub fn reasons(&self, names: &[&str]) -> Vec<Reason> {
        let of_pair = |(&(a, b), counts): (&(usize, usize), &BTreeMap<String, u64>)| {
            let reason = |(reason, &games): (&String, &u64)| Reason {
                engine: names[a].to_owned(),
                opponent: names[b].to_owned(),
                reason: reason.clone(),
                games,
            };
            counts.iter().map(reason).collect::<Vec<_>>()
        };
        self.reasons.iter().flat_map(of_pair).collect()
    }

    /// The engines that played against others.
    pub fn engines(&self) -> impl Iterator<Item = usize> {
        let engines = 0..self.data.players();
        engines.filter(|&engine| !self.tally.records(engine).is_empty())
    }

    /// Results of each engine over all games.
    pub fn scores(&self, names: &[&str], pooled: &Pooled) -> Vec<EngineScore> {
        let count = self.engines().count();
        let score = |engine: usize| {
            let records = self.tally.records(engine);
            let (score, across) = pooled.score(records.values(), count);
            let games = records.values().map(|record| record.games).sum();
            EngineScore { engine: names[engine].to_owned(), game: None, games, score, across }
        };
        self.engines().map(score).collect()
    }

    /// Results of each engine at each game.
    pub fn by_game(&self, names: &[&str], pooled: &Pooled) -> Vec<EngineScore> {
        let cells: usize = self.engines().map(|engine| self.tally.records(engine).len()).sum();
        let mut scores: Vec<(GameIndex, EngineScore)> = Vec::new();
        for engine in self.engines() {
            scores.extend(self.tally.records(engine).iter().map(|(&game, record)| {
                let score = record.estimate(pooled.confidence(cells));
                let (engine, spec) = (names[engine].to_owned(), self.by_game[game].game.clone());
                (game, EngineScore { engine, game: Some(spec), games: record.games, score, across: None })
            }));
        }
        scores.sort_by_key(|(game, _)| *game);
        scores.into_iter().map(|(_, score)| score).collect()
    }

    /// Head-to-head results over all games, each from both sides.
    pub fn duels(&self, names: &[&str], pooled: &Pooled) -> Vec<Duel> {
        let both = |(&(low, high), records): (&(usize, usize), &ByGame)| {
            let (score, across) = pooled.score(records.values(), self.pairs.len());
            let games = records.values().map(|record| record.games).sum();
            let duel = |engine: usize, opponent: usize, score, across| Duel {
                engine: names[engine].to_owned(),
                opponent: names[opponent].to_owned(),
                games,
                score,
                across,
            };
            [
                duel(low, high, score, across),
                duel(high, low, score.reversed(), across.map(Estimate::reversed)),
            ]
        };
        self.pairs.iter().flat_map(both).collect()
    }

    /// The scores of the engines against each other at a game, 0.5 on the diagonal; none if some pair did not meet.
    pub fn payoffs(&self, game: GameIndex, engines: &[usize]) -> Option<Vec<Vec<f64>>> {
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

/// All pairs of a list, the one that comes first first.
pub fn pairs_of(engines: &[usize]) -> impl Iterator<Item = (&usize, &usize)> {
    engines.iter().enumerate().flat_map(|(place, a)| engines[place + 1..].iter().map(move |b| (a, b)))
}
