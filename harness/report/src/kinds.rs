//! What the games are like: how long they last, how often they are drawn, why they end.

use std::collections::BTreeMap;

use serde::Serialize;
use torneo_analysis::Analysis;
use torneo_arena::results::GameResult;
use torneo_present::english::Joined as _;
use torneo_present::telling::usual;

use super::names::GameName;

/// Bars of the histogram of a game's lengths.
const BARS: usize = 20;
/// Reasons that are named for each game, at most.
const MOST_REASONS: usize = 3;

/// The shares of the games between which nine in ten lengths lie, and where the axis ends.
const RANGE: (f64, f64) = (0.05, 0.95);
const AXIS: f64 = 0.99;

/// What is counted of some games of one kind.
#[derive(Clone, Default)]
struct Counts {
    games: u64,
    drawn: u64,
    lengths: BTreeMap<u64, u64>,
    reasons: BTreeMap<String, u64>,
}

impl Counts {
    fn add(&mut self, result: &GameResult) {
        self.games += 1;
        self.drawn += u64::from(result.winner.is_none());
        *self.lengths.entry(result.plies).or_default() += 1;
        *self.reasons.entry(result.reason.clone()).or_default() += 1;
    }

    fn join(&mut self, other: &Counts) {
        self.games += other.games;
        self.drawn += other.drawn;
        other.lengths.iter().for_each(|(&plies, games)| *self.lengths.entry(plies).or_default() += games);
        other.reasons.iter().for_each(|(why, games)| *self.reasons.entry(why.clone()).or_default() += games);
    }

    /// The shortest length that at least this share of the games does not exceed.
    fn quantile(&self, share: f64) -> u64 {
        let mut before = 0;
        let reached = self.lengths.iter().find(|(_, games)| {
            before += **games;
            before as f64 >= share * self.games as f64
        });
        reached.map_or(0, |(&plies, _)| plies)
    }

    /// The heights of the bars up to this length in percent of the highest, and the number of longer games.
    fn bars(&self, longest: u64) -> (Vec<f64>, u64) {
        let (mut bars, mut beyond) = ([0u64; BARS], 0);
        for (&plies, &games) in &self.lengths {
            match plies > longest {
                true => beyond += games,
                false => bars[(plies as usize * BARS / (longest as usize + 1)).min(BARS - 1)] += games,
            }
        }
        let highest = bars.iter().copied().max().unwrap_or(1).max(1) as f64;
        (bars.iter().map(|&games| (1000.0 * games as f64 / highest).round() / 10.0).collect(), beyond)
    }

    /// A number of games as a share of all: `43`, `0.4`.
    fn percent(&self, games: u64) -> String {
        match 100.0 * games as f64 / self.games.max(1) as f64 {
            share if share > 0.0 && share < 1.0 => format!("{share:.1}"),
            share => format!("{share:.0}"),
        }
    }

    /// Why most of the games end, in words.
    fn ends(&self, game: &GameName) -> String {
        let mut ends: Vec<(&String, u64)> = self.reasons.iter().map(|(why, &games)| (why, games)).collect();
        ends.sort_by_key(|(reason, games)| (std::cmp::Reverse(*games), (*reason).clone()));
        let named = ends.iter().take(MOST_REASONS);
        let named = named.map(|(why, games)| format!("{} {}%", usual(game.ends, why), self.percent(*games)));
        named.joined(", ")
    }
}

/// What is counted of a kind of game: of the games of each engine with itself, and of those between engines.
#[derive(Default)]
struct Kind {
    own: BTreeMap<String, Counts>,
    between: Counts,
}

/// What is counted of each kind of game, by its specification.
#[derive(Default)]
pub struct Counted(BTreeMap<String, Kind>);

impl Counted {
    /// Counts a game that no fault of an engine ended.
    pub fn add(&mut self, result: &GameResult) {
        if result.fault().is_some() {
            return;
        }
        let kind = self.0.entry(result.game.clone()).or_default();
        let first = &result.seats[0].engine;
        match result.seats.iter().all(|seat| seat.engine == *first) {
            true => kind.own.entry(first.clone()).or_default().add(result),
            false => kind.between.add(result),
        }
    }
}

/// A kind of game, by the games of its strongest engine with itself, or by all games where there are none.
#[derive(Serialize)]
pub struct Card<'a> {
    game: &'a GameName,
    /// Whose games these are.
    players: String,
    games: u64,
    drawn: String,
    /// Lengths in plies: the median, and where nine in ten lie.
    median: u64,
    range: (u64, u64),
    /// The length in plies at which the axis ends, and the number of longer games.
    longest: u64,
    beyond: u64,
    /// The height of each bar in percent of the highest.
    bars: Vec<f64>,
    /// Why the games end, in words.
    ends: String,
}

/// How long the games of one kind last when these engines play.
#[derive(Serialize)]
pub struct Lengths<'a> {
    game: &'a GameName,
    players: String,
    games: u64,
    median: u64,
    range: (u64, u64),
}

/// The engine whose games with itself show what the game is like: the strongest by measured Elo, or the only one.
fn strongest<'k>(analysis: &Analysis, kind: &'k Kind) -> Option<(&'k String, &'k Counts)> {
    let strongest = analysis.overall().next().map(|rating| &rating.engine);
    match (strongest, kind.own.len()) {
        (Some(engine), _) => kind.own.get_key_value(engine),
        (None, 1) => kind.own.iter().next(),
        (None, _) => None,
    }
}

/// A card for each game that was played, in the order of the configuration.
pub fn cards<'a>(analysis: &Analysis, counted: &Counted, games: &'a [GameName]) -> Vec<Card<'a>> {
    let card = |game: &'a GameName| {
        let kind = counted.0.get(&game.spec)?;
        let (players, counts) = match strongest(analysis, kind) {
            Some((engine, counts)) => (format!("{engine} against itself"), counts.clone()),
            None => {
                let mut all = kind.between.clone();
                kind.own.values().for_each(|own| all.join(own));
                ("all engines".to_owned(), all)
            }
        };
        let longest = counts.quantile(AXIS);
        let (bars, beyond) = counts.bars(longest);
        Some(Card {
            game,
            players,
            games: counts.games,
            drawn: counts.percent(counts.drawn),
            median: counts.quantile(0.5),
            range: (counts.quantile(RANGE.0), counts.quantile(RANGE.1)),
            longest,
            beyond,
            bars,
            ends: counts.ends(game),
        })
    };
    games.iter().filter_map(card).collect()
}

/// The lengths by the engines that play, game by game: each engine with itself, and those between engines.
pub fn lengths<'a>(counted: &Counted, games: &'a [GameName]) -> Vec<Lengths<'a>> {
    let of_game = |game: &'a GameName| {
        let kind = counted.0.get(&game.spec);
        let own = kind.into_iter().flat_map(|kind| &kind.own);
        let own = own.map(|(engine, counts)| (format!("{engine} against itself"), counts));
        let between = kind.map(|kind| ("between engines".to_owned(), &kind.between));
        own.chain(between).filter(|(_, counts)| counts.games > 0).map(move |(players, counts)| Lengths {
            game,
            players,
            games: counts.games,
            median: counts.quantile(0.5),
            range: (counts.quantile(RANGE.0), counts.quantile(RANGE.1)),
        })
    };
    games.iter().flat_map(of_game).collect()
}
