//! Which game is number what.
//!
//! Games are numbered by game of the configuration, then round, then pairing, then seating; if a run is interleaved, by
//! round first and then by game. The games of one round and pairing form a *group*: two engines in all balanced
//! seatings, with the same luck and the same opening. For two seats a group is a mirrored pair.

use std::fmt;
use std::str::FromStr;

use torneo_contract::SeatVec;

use super::config::{Config, Format};
use super::pairings::Pairings;
use super::swiss::Rounds;

/// All balanced ways to seat two engines (`false`, `true`): each engine has as many seats as the other or one more,
/// and over all of them every seat equally often.
pub fn seatings(seats: usize) -> Vec<SeatVec<bool>> {
    let half = seats / 2;
    let balanced = |mask: &u32| [half, seats - half].contains(&(mask.count_ones() as usize));
    // In this order seat 0 holds the first engine first.
    let masks = (0..1u32 << seats).filter(balanced);
    masks.map(|mask| (0..seats).map(|seat| mask >> (seats - 1 - seat) & 1 == 1).collect()).collect()
}

/// A part of a run that one of several machines plays: every `count`-th group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part, from 1.
    pub index: u64,
    /// How many parts.
    pub count: u64,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((index, count)) if 1 <= index && index <= count && count <= 1_000_000 => {
                Ok(Shard { index, count })
            }
            _ => Err(format!("expected a shard such as `1/4` (the first of four), found `{text}`")),
        }
    }
}

/// The part of a plan that plays one game of the configuration.
#[derive(Clone, Debug)]
pub struct Event {
    /// The canonical specification.
    pub game: String,
    /// Number of seats.
    pub seats: usize,
    /// The seatings of a group.
    pub seatings: Vec<SeatVec<bool>>,
    /// The number of its first group.
    first_group: u64,
    /// Number of groups.
    pub groups: u64,
    /// The number of its first game.
    pub first_game: u64,
}

impl Event {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.groups * self.seatings.len() as u64
    }
}

/// One round of a pairing at one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The number of the group, from 0.
    pub number: u64,
    /// The index of its event.
    pub event: usize,
    /// The round, from 0.
    pub round: u64,
    /// The engines that play.
    pub pairing: (usize, usize),
    /// The number of its first game.
    pub first_game: u64,
    /// Number of games.
    pub games: u64,
}

/// Every game of a run, by arithmetic: nothing in it grows with the number of games or of pairings.
#[derive(Clone, Debug)]
pub struct Plan {
    events: Vec<Event>,
    pairings: Pairings,
    shard: Shard,
    /// The games of a round, if all games are played in a round before the next round begins.
    round_games: Option<u64>,
    /// The pairings that depend on results, as far as they are known.
    swiss: Option<Rounds>,
}

/// The largest number of games of a plan: every number up to it can be read exactly from JSON everywhere.
pub const MOST_GAMES: u64 = 1 << 53;

/// Why a configuration has no plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoPlan {
    /// More games than can be numbered.
    #[error("the plan has {games} games, more than the {MOST_GAMES} that can be numbered")]
    TooManyGames {
        /// How many it would have.
        games: u128,
    },
    /// A part of a run whose later games depend on its earlier ones, or follow them round by round.
    #[error("a run with interleaved games or by the Swiss system is played in one piece, without shards")]
    InOnePiece,
}

impl Plan {
    /// The plan of a configuration whose games have these numbers of seats.
    ///
    /// # Errors
    /// More games than [`MOST_GAMES`], or a part of a run that has no parts.
    pub fn new(config: &Config, seats: &[usize], shard: Shard) -> Result<Plan, NoPlan> {
        let pairings = Pairings::new(config.format, config.engines.len());
        let seatings = |seats: usize| {
            // An engine against itself: all seatings are the same.
            let most = if pairings.is_self_play() { 1 } else { usize::MAX };
            seatings(seats).into_iter().take(most).collect::<Vec<_>>()
        };
        let swiss =
            (config.format == Format::Swiss).then(|| Rounds::new(config.engines.len(), config.rounds));
        let interleaved = config.interleave || swiss.is_some();
        if interleaved && shard != Shard::WHOLE {
            return Err(NoPlan::InOnePiece);
        }
        let seatings: Vec<Vec<SeatVec<bool>>> = seats.iter().map(|&seats| seatings(seats)).collect();
        let sizes: u128 = seatings.iter().map(|seatings| seatings.len() as u128).sum();
        let of_round = u128::from(pairings.len()) * sizes;
        let games = u128::from(config.rounds) * of_round;
        if games > u128::from(MOST_GAMES) {
            return Err(NoPlan::TooManyGames { games });
        }
        let groups = config.rounds * pairings.len();
        let (mut events, mut first_group, mut first_game) = (Vec::new(), 0, 0);
        for ((game, &seats), seatings) in config.games.iter().zip(seats).zip(seatings) {
            let event = Event { game: game.clone(), seats, seatings, first_group, groups, first_game };
            let games = if interleaved { event.games() / config.rounds } else { event.games() };
            (first_group, first_game) = (first_group + groups, first_game + games);
            events.push(event);
        }
        let round_games = interleaved.then_some(of_round as u64);
        Ok(Plan { events, pairings, shard, round_games, swiss })
    }

    /// The games of the configuration.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The pairings of engine indices in each round.
    pub fn pairings(&self) -> Pairings {
        self.pairings
    }

    /// The part of the run that is played.
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// Whether all games are played in a round before the next round begins.
    pub fn is_interleaved(&self) -> bool {
        self.round_games.is_some()
    }

    /// The pairings of a run by the Swiss system, as far as they are known.
    pub fn swiss(&self) -> Option<&Rounds> {
        self.swiss.as_ref()
    }

    /// Groups of all games in one round of an interleaved run.
    pub fn groups_of_round(&self) -> u64 {
        self.pairings.len() * self.events.len() as u64
    }

    /// How many groups of this shard are known: all, unless pairings depend on results.
    pub fn known_groups(&self) -> u64 {
        self.swiss.as_ref().map_or_else(|| self.groups(), |rounds| rounds.known() * self.groups_of_round())
    }

    /// The number of a group by its event, its round and the place of its pairing.
    pub fn number(&self, event: usize, round: u64, pairing: u64) -> u64 {
        let pairings = self.pairings.len();
        match self.is_interleaved() {
            true => (round * self.events.len() as u64 + event as u64) * pairings + pairing,
            false => self.events[event].first_group + round * pairings + pairing,
        }
    }

    /// Number of groups of all shards together.
    pub fn total_groups(&self) -> u64 {
        self.events.last().map_or(0, |event| event.first_group + event.groups)
    }

    /// Number of games of all shards together.
    pub fn total_games(&self) -> u64 {
        self.events.iter().map(Event::games).sum()
    }

    /// Number of groups of this shard.
    pub fn groups(&self) -> u64 {
        (self.total_groups() + self.shard.count - self.shard.index) / self.shard.count
    }

    /// Number of games of this shard.
    pub fn games(&self) -> u64 {
        if self.is_interleaved() {
            return self.total_games();
        }
        self.events
            .iter()
            .map(|event| {
                let below = |group: u64| (group + self.shard.count - self.shard.index) / self.shard.count;
                (below(event.first_group + event.groups) - below(event.first_group))
                    * event.seatings.len() as u64
            })
            .sum()
    }

    /// The `index`-th group of this shard.
    pub fn group(&self, index: u64) -> Group {
        self.group_of_run(index * self.shard.count + self.shard.index - 1)
    }

    /// The event of the `index`-th group of this shard, and the index after the last of the groups of that event that follow
    /// each other from there.
    pub fn stretch(&self, index: u64) -> (usize, u64) {
        let pairings = self.pairings.len();
        if self.is_interleaved() {
            return (self.group(index).event, (index / pairings + 1) * pairings);
        }
        let event = self.group(index).event;
        let next = self.events[event].first_group + self.events[event].groups;
        (event, (next + self.shard.count - self.shard.index) / self.shard.count)
    }

    fn group_of_run(&self, number: u64) -> Group {
        if let Some(round_games) = self.round_games {
            return self.interleaved_group(number, round_games);
        }
        let event = self.events.partition_point(|event| event.first_group + event.groups <= number);
        let (inside, pairings) = (number - self.events[event].first_group, self.pairings.len());
        let games = self.events[event].seatings.len() as u64;
        Group {
            number,
            event,
            round: inside / pairings,
            pairing: self.pairings.get(inside % pairings),
            first_game: self.events[event].first_game + inside * games,
            games,
        }
    }

    fn interleaved_group(&self, number: u64, round_games: u64) -> Group {
        let (pairings, events) = (self.pairings.len(), self.events.len() as u64);
        let (round, inside) = (number / (pairings * events), number % (pairings * events));
        let (event, pairing) = ((inside / pairings) as usize, inside % pairings);
        let games = self.events[event].seatings.len() as u64;
        Group {
            number,
            event,
            round,
            pairing: match &self.swiss {
                Some(rounds) => rounds.pairing(round, pairing),
                None => self.pairings.get(pairing),
            },
            first_game: round * round_games + self.events[event].first_game + pairing * games,
            games,
        }
    }

    /// The engines at the seats of the `index`-th game of a group.
    pub fn engines(&self, group: &Group, index: u64) -> SeatVec<usize> {
        let (a, b) = group.pairing;
        let seating = &self.events[group.event].seatings[index as usize];
        seating.iter().map(|&second| if second { b } else { a }).collect()
    }

    /// The group of this shard that holds the shard's `game`-th game (or the number of groups, if there are no so
    /// many games), and how many games of that group come before it.
    pub fn locate(&self, game: u64) -> (u64, u64) {
        let mut games = game;
        if let Some(round_games) = self.round_games.filter(|_| game < self.total_games()) {
            let inside = game % round_games;
            let event = self.events.partition_point(|event| event.first_game <= inside) - 1;
            let (inside, size) =
                (inside - self.events[event].first_game, self.events[event].seatings.len() as u64);
            return (self.number(event, game / round_games, inside / size), inside % size);
        }
        if self.is_interleaved() {
            return (self.groups(), 0);
        }
        let below = |group: u64| (group + self.shard.count - self.shard.index) / self.shard.count;
        for event in &self.events {
            let size = event.seatings.len() as u64;
            let (first, last) = (below(event.first_group), below(event.first_group + event.groups));
            if games < (last - first) * size {
                return (first + games / size, games % size);
            }
            games -= (last - first) * size;
        }
        (self.groups(), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{EngineEntry, Format, Limits, Opening, Output};

    fn config(format: Format, engines: usize) -> Config {
        let engine = |n: usize| EngineEntry { name: format!("e{n}"), spec: "random".to_owned() };
        Config {
            name: "test".to_owned(),
            seed: 1,
            games: vec!["two".to_owned(), "four".to_owned()],
            engines: (0..engines).map(engine).collect(),
            format,
            rounds: 5,
            interleave: false,
            opening: Opening::default(),
            limits: Limits { max_plies: 10 },
            output: Output { record: true, evaluations: false },
        }
    }

    fn plan(format: Format, engines: usize, shard: Shard) -> Plan {
        Plan::new(&config(format, engines), &[2, 4], shard).expect("few games")
    }

    #[test]
    fn seatings_are_balanced() {
        assert_eq!(
            seatings(2).iter().map(|s| s.to_vec()).collect::<Vec<_>>(),
            [[false, true], [true, false]]
        );
        for (seats, count) in [(3, 6), (4, 6), (5, 20), (8, 70)] {
            let seatings = seatings(seats);
            assert_eq!(seatings.len(), count);
            for seat in 0..seats {
                assert_eq!(seatings.iter().filter(|seating| seating[seat]).count() * 2, count);
            }
        }
    }

    #[test]
    fn games_are_numbered_without_gaps() {
        for format in [Format::RoundRobin, Format::Gauntlet, Format::SelfPlay] {
            let plan = plan(format, 3, Shard::WHOLE);
            let mut next = 0;
            for index in 0..plan.groups() {
                let group = plan.group(index);
                assert_eq!((group.number, group.first_game), (index, next));
                assert_eq!(plan.locate(next + group.games - 1), (index, group.games - 1));
                next += group.games;
            }
            assert_eq!((next, plan.locate(next)), (plan.total_games(), (plan.groups(), 0)));
        }
        assert_eq!(plan(Format::RoundRobin, 3, Shard::WHOLE).games(), 3 * 5 * (2 + 6));
        assert_eq!(plan(Format::SelfPlay, 3, Shard::WHOLE).games(), 3 * 5 * 2);
    }

    #[test]
    fn interleaved_rounds_follow_each_other() {
        for format in [Format::RoundRobin, Format::Gauntlet, Format::SelfPlay] {
            let config = Config { interleave: true, ..config(format, 3) };
            let plan = Plan::new(&config, &[2, 4], Shard::WHOLE).expect("few games");
            let (mut next, mut last) = (0, (0, 0));
            for index in 0..plan.groups() {
                let group = plan.group(index);
                assert_eq!((group.number, group.first_game), (index, next));
                assert!(last <= (group.round, group.event));
                last = (group.round, group.event);
                let (event, end) = plan.stretch(index);
                assert!(event == group.event && (index..end).all(|other| plan.group(other).event == event));
                assert!(end == plan.groups() || plan.group(end).event != event);
                let place = plan.pairings().position(group.pairing).unwrap();
                assert_eq!(plan.number(group.event, group.round, place), index);
                for game in 0..group.games {
                    assert_eq!(plan.locate(next + game), (index, game));
                }
                next += group.games;
            }
            assert_eq!((next, plan.games()), (plan.total_games(), next));
            assert_eq!(plan.locate(next), (plan.groups(), 0));
            assert_eq!(last, (4, 1));
        }
        let part = Shard { index: 1, count: 2 };
        let config = Config { interleave: true, ..config(Format::RoundRobin, 3) };
        assert_eq!(Plan::new(&config, &[2, 4], part).unwrap_err(), NoPlan::InOnePiece);
    }

    #[test]
    fn shards_share_out_every_group() {
        for count in 1..=7 {
            let shards: Vec<Plan> =
                (1..=count).map(|index| plan(Format::RoundRobin, 3, Shard { index, count })).collect();
            let mut numbers: Vec<u64> = Vec::new();
            for shard in &shards {
                let groups: Vec<Group> = (0..shard.groups()).map(|index| shard.group(index)).collect();
                assert_eq!(groups.iter().map(|group| group.games).sum::<u64>(), shard.games());
                let mut game = 0;
                for (index, group) in groups.iter().enumerate() {
                    assert_eq!(shard.locate(game), (index as u64, 0));
                    game += group.games;
                }
                for (index, group) in groups.iter().enumerate() {
                    let (event, end) = shard.stretch(index as u64);
                    let next = groups.iter().position(|group| group.event > event);
                    assert_eq!((event, end), (group.event, next.unwrap_or(groups.len()) as u64));
                }
                numbers.extend(groups.iter().map(|group| group.number));
            }
            numbers.sort_unstable();
            assert!(numbers.iter().copied().eq(0..shards[0].total_groups()));
        }
    }

    #[test]
    fn what_cannot_be_numbered_is_refused_with_its_number() {
        let config = Config { rounds: 1_000_000_000, ..config(Format::RoundRobin, 6_000) };
        let refused = Plan::new(&config, &[8, 8], Shard::WHOLE).unwrap_err();
        assert_eq!(refused, NoPlan::TooManyGames { games: 1_000_000_000 * 17_997_000 * 140 });
        assert!(refused.to_string().contains("2519580000000000000 games"), "{refused}");
    }
}
