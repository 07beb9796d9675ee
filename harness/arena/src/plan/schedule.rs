//! Which game is number what.
//!
//! Games are numbered by game of the configuration, then round, then pairing, then seating; if a run is interleaved, by
//! round first and then by game. The games of one round and pairing form a *group*: two engines, or as many as there are
//! seats, in balanced seatings, with the same chance and the same opening. For two seats a group is a mirrored pair.
//! Games of self-play come after all others, game by game, and begin at the start.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use torneo_contract::{Refusal, SeatVec, refusal, refuse_if};

use super::chosen::Chosen;
use super::config::{Config, ENGINES_BOUND, Format, MOST_ENGINES, SelfPlay, Tables};
use super::designs::Seating;
use super::meetings::Meetings;
use super::per_game::{GameIndex, PerGame};
use super::remaining::Remaining;
use super::swiss::{self, Rounds};

/// A part of a run that one of several machines plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shard {
    /// Every `count`-th group.
    Every {
        /// Which part, from 1.
        index: u64,
        /// How many parts.
        count: u64,
    },
    /// Groups that follow each other.
    Range {
        /// The number of the first group, from 0.
        first: u64,
        /// The number after that of the last group.
        end: u64,
    },
}

/// How many parts a run can have.
const MOST_PARTS: RangeInclusive<u64> = 1..=1_000_000;

impl Shard {
    /// The whole run.
    pub const WHOLE: Shard = Shard::Every { index: 1, count: 1 };

    /// Reads a part `I/N` whose number counts from 0, as that of a scheduler's task does.
    ///
    /// # Errors
    /// Another text; the message names the parts that there are.
    pub fn from_zero(text: &str) -> Result<Shard, Refusal> {
        let parts = text.split_once('/').and_then(|(index, count)| {
            Some((index.parse::<u64>().ok()?, count.parse().ok().filter(|count| MOST_PARTS.contains(count))?))
        });
        match parts {
            Some((index, count)) if index < count => Ok(Shard::Every { index: index + 1, count }),
            Some((_, count)) => Err(refusal!(
                "expected a part counted from 0, `0/{count}` to `{}/{count}`, found `{text}`",
                count - 1
            )),
            None => Err(refusal!(
                "expected a part counted from 0, such as `0/4` (the first of four), found `{text}`"
            )),
        }
    }

    /// How many groups of the part have a number below this one.
    fn below(self, number: u64) -> u64 {
        match self {
            Shard::Every { index, count } => (number + count - index) / count,
            Shard::Range { first, end } => number.clamp(first, end) - first,
        }
    }

    /// The number of the part's `index`-th group, from 0.
    fn number(self, place: u64) -> u64 {
        match self {
            Shard::Every { index, count } => place * count + index - 1,
            Shard::Range { first, .. } => first + place,
        }
    }

    /// As part of the name of a folder.
    pub(super) fn folder_name(self) -> String {
        match self {
            Shard::Every { index, count } => format!("shard-{index}-of-{count}"),
            Shard::Range { first, end } => format!("groups-{first}-to-{end}"),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shard::Every { index, count } => write!(f, "{index}/{count}"),
            Shard::Range { first, end } => write!(f, "{first}..{end}"),
        }
    }
}

impl FromStr for Shard {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Shard, Refusal> {
        let two = |separator| -> Option<(u64, u64)> {
            let (a, b) = text.split_once(separator)?;
            Some((a.parse().ok()?, b.parse().ok()?))
        };
        match (two("/"), two("..")) {
            (Some((index, count)), _) if (1..=count).contains(&index) && MOST_PARTS.contains(&count) => {
                Ok(Shard::Every { index, count })
            }
            (_, Some((first, end))) if first < end => Ok(Shard::Range { first, end }),
            _ => Err(refusal!(
                "expected a shard such as `1/4` (the first of four) or `0..100` (the first hundred groups), found `{text}`"
            )),
        }
    }
}

/// The part of a plan that plays one game of the configuration.
#[derive(Clone, Debug)]
pub struct Event {
    /// The canonical specification.
    pub game: String,
    /// The number of the game in the configuration.
    pub game_index: GameIndex,
    /// Whether its games begin at the start, whatever the openings of the run are.
    pub from_start: bool,
    /// Number of seats.
    pub seats: usize,
    /// Who meets in a round.
    pub meetings: Meetings,
    /// The seatings of a group.
    pub seatings: Vec<Seating>,
    /// The number of its first group; within a round if the run is interleaved.
    first_group: u64,
    /// Rounds, in each of which all meet.
    rounds: u64,
    /// Number of groups.
    pub groups: u64,
    /// The number of its first game; within a round if the run is interleaved.
    pub first_game: u64,
}

impl Event {
    /// Games of a group.
    fn size(&self) -> u64 {
        self.seatings.len() as u64
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.groups * self.size()
    }

    /// The part of a plan in which engines play the same game against themselves, with nothing numbered yet.
    fn alone(&self, config: &Config, self_play: &SelfPlay) -> Event {
        let known = |name: &String| config.engines.iter().position(|engine| engine.name == *name);
        let mut seatings = config.seatings.of_two(self.seats);
        seatings.truncate(1);
        let meetings = Meetings::Alone(self_play.engines.iter().filter_map(known).collect());
        Event { from_start: true, meetings, seatings, rounds: self_play.games, ..self.clone() }
    }
}

/// One round of a pairing, or of another set of engines, at one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The number of the group, from 0.
    pub number: u64,
    /// The index of its event.
    pub event: usize,
    /// The number of its game in the configuration.
    pub game: GameIndex,
    /// Whether its games begin at the start, whatever the openings of the run are.
    pub from_start: bool,
    /// The round, from 0.
    pub round: u64,
    /// The engines that play: two, or as many as there are seats.
    pub engines: SeatVec<usize>,
    /// The number of its first game.
    pub first_game: u64,
    /// Number of games.
    pub games: u64,
}

/// Every game of a run, by arithmetic: nothing in it grows with the number of games or of pairings.
#[derive(Clone, Debug)]
pub struct Plan {
    events: Vec<Event>,
    shard: Shard,
    /// How many events are those of the format; games of self-play follow.
    contested: usize,
    /// Groups and games of the format, before those of self-play.
    main: (u64, u64),
    /// The groups and games of a round, if all games are played in a round before the next round begins.
    round: Option<(u64, u64)>,
    /// The pairings that depend on results, as far as they are known.
    swiss: Option<Rounds>,
    /// Who is left, where engines drop out of a race.
    remaining: Option<Remaining>,
    /// The groups that were chosen by results, where they are.
    chosen: Option<Chosen>,
}

/// The largest number of games of a plan: every number up to it can be read exactly from JSON everywhere.
pub const MOST_GAMES: u64 = 1 << 53;

/// Why a configuration has no plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// More games than can be numbered.
    #[error("the plan has {games} games, more than the {MOST_GAMES} that can be numbered")]
    TooManyGames {
        /// How many it would have.
        games: u128,
    },
    /// More engines than a run may have.
    #[error("the run has {engines} engines, more than the {most} that it may have (`[limits] engines`)")]
    TooManyEngines {
        /// How many it has.
        engines: usize,
        /// How many it may have.
        most: u64,
    },
    /// More rounds than are paired one by one.
    #[error("a run by the Swiss system has at most {} rounds, not {rounds}", swiss::MOST_ROUNDS)]
    TooManyRounds {
        /// How many it would have.
        rounds: u64,
    },
    /// A part of a run whose later games depend on its earlier ones, or follow them round by round.
    #[error("a run with interleaved games or by the Swiss system is played in one piece, without shards")]
    InOnePiece,
    /// A part with groups that the run does not have.
    #[error("expected a shard of the groups 0..{groups}, found {shard}")]
    OutOfRange {
        /// The part.
        shard: Shard,
        /// The groups of the run.
        groups: u64,
    },
    /// A game with more seats than there are engines to sit there.
    #[error(
        "tables of different engines: `{game}` has {seats} seats, but there are {engines} engines (or `tables = \"pairs\"`)"
    )]
    TooFewEngines {
        /// The game.
        game: String,
        /// Its seats.
        seats: usize,
        /// The engines of the configuration.
        engines: usize,
    },
    /// Different engines at a table where each engine meets itself or another one.
    #[error("tables of different engines go with the formats round-robin and gauntlet only")]
    OnlyPairs,
}

impl PlanError {
    /// Whether it is about who sits at a table.
    pub fn is_of_tables(&self) -> bool {
        matches!(self, PlanError::TooFewEngines { .. } | PlanError::OnlyPairs)
    }
}

impl Plan {
    /// The plan of a configuration whose games have these numbers of seats.
    ///
    /// # Errors
    /// More games than [`MOST_GAMES`], or more engines or rounds than there may be. Tables of different engines where there
    /// cannot be any, or a part of a run that has no parts.
    pub fn new(config: &Config, seats: &PerGame<usize>, shard: Shard) -> Result<Plan, PlanError> {
        let bound = if config.format == Format::Swiss { MOST_ENGINES } else { ENGINES_BOUND };
        let most = config.limits.engines.min(bound);
        let (engines, rounds) = (config.engines.len(), config.rounds);
        refuse_if!(engines as u64 > most, PlanError::TooManyEngines { engines, most });
        let is_swiss = config.format == Format::Swiss;
        refuse_if!(is_swiss && rounds > swiss::MOST_ROUNDS, PlanError::TooManyRounds { rounds });
        let swiss = is_swiss.then(|| Rounds::new(engines, rounds));
        let interleaved = config.interleave || swiss.is_some();
        refuse_if!(interleaved && shard != Shard::WHOLE, PlanError::InOnePiece);
        let contest = |(game, &seats)| event(config, game, seats);
        let mut events = seats.indexed().map(contest).collect::<Result<Vec<_>, _>>()?;
        let contested = events.len();
        if let Some(self_play) = &config.self_play {
            let alone: Vec<Event> = events.iter().map(|event| event.alone(config, self_play)).collect();
            events.extend(alone);
        }
        let games = |event: &Event| {
            u128::from(event.rounds) * u128::from(event.meetings.len()) * u128::from(event.size())
        };
        let games = events.iter().map(games).sum::<u128>();
        refuse_if!(games > u128::from(MOST_GAMES), PlanError::TooManyGames { games });
        let remaining = Remaining::new(config);
        let pairings = remaining.as_ref().map(Remaining::pairings);
        let chosen = Chosen::new(config);
        let groups = |event: &Event| match &chosen {
            Some(chosen) if !event.from_start => chosen.of_event(event.game_index.number()),
            _ => pairings.unwrap_or(event.rounds * event.meetings.len()),
        };
        events.iter_mut().for_each(|event| event.groups = groups(event));
        let (contests, alone) = events.split_at_mut(contested);
        let (main, round) = if interleaved {
            let round = number_events(contests, (0, 0), |_| 1);
            ((rounds * round.0, rounds * round.1), Some(round))
        } else {
            (number_events(contests, (0, 0), |event| event.rounds), None)
        };
        number_events(alone, main, |event| event.rounds);
        let plan = Plan { events, shard, contested, main, round, swiss, remaining, chosen };
        let groups = plan.total_groups();
        let is_beyond = matches!(shard, Shard::Range { end, .. } if end > groups);
        refuse_if!(is_beyond, PlanError::OutOfRange { shard, groups });
        Ok(plan)
    }

    /// The games of the configuration as the format has them, then those of self-play.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The events of the format, without those of self-play.
    pub fn contested(&self) -> &[Event] {
        &self.events[..self.contested]
    }

    /// Groups of the format; those of self-play have higher numbers.
    pub fn contested_groups(&self) -> u64 {
        self.main.0
    }

    /// Games of self-play beside those of the format.
    pub fn self_play_games(&self) -> u64 {
        self.events[self.contested..].iter().map(Event::games).sum()
    }

    /// The groups and games of a round where a group of this number is played round by round.
    fn round_at(&self, group: u64) -> Option<(u64, u64)> {
        self.round.filter(|_| group < self.main.0)
    }

    /// The part of the run that is played.
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// Whether all games are played in a round before the next round begins.
    pub fn is_interleaved(&self) -> bool {
        self.round.is_some()
    }

    /// The pairings of a run by the Swiss system, as far as they are known.
    pub fn swiss(&self) -> Option<&Rounds> {
        self.swiss.as_ref()
    }

    /// Groups of all games in one round of the format.
    pub fn groups_of_round(&self) -> u64 {
        self.contested().iter().map(|event| event.meetings.len()).sum()
    }

    /// How many groups of this shard are known: all, unless pairings depend on results.
    pub fn known_groups(&self) -> u64 {
        let known = self.swiss.as_ref().map(|rounds| rounds.known() * self.groups_of_round());
        known.filter(|known| *known < self.main.0).unwrap_or_else(|| self.groups())
    }

    /// The number of a group by its event, its round and the place of its meeting.
    pub fn number(&self, event: usize, round: u64, meeting: u64) -> u64 {
        let Event { first_group, meetings, .. } = &self.events[event];
        let of_round =
            self.round.filter(|_| event < self.contested).map_or(meetings.len(), |(groups, _)| groups);
        first_group + round * of_round + meeting
    }

    /// Number of groups of all shards together.
    pub fn total_groups(&self) -> u64 {
        self.events.iter().map(|event| event.groups).sum()
    }

    /// Number of games of all shards together.
    pub fn total_games(&self) -> u64 {
        self.events.iter().map(Event::games).sum()
    }

    /// Number of groups of this shard.
    pub fn groups(&self) -> u64 {
        self.shard.below(self.total_groups())
    }

    /// Number of games of this shard.
    pub fn games(&self) -> u64 {
        if self.is_interleaved() {
            return self.total_games();
        }
        self.events.iter().map(|event| self.groups_of(event) * event.size()).sum()
    }

    /// Number of groups of an event in this shard, unless the run is interleaved.
    fn groups_of(&self, event: &Event) -> u64 {
        self.shard.below(event.first_group + event.groups) - self.shard.below(event.first_group)
    }

    /// The `index`-th group of this shard, or of those of a race that are there.
    pub fn group(&self, index: u64) -> Group {
        let listed = match (&self.remaining, &self.chosen) {
            (Some(remaining), _) => Some(remaining.group(index, self.contested as u64)),
            (None, chosen) => chosen.as_ref().and_then(|chosen| chosen.group(index)),
        };
        let number = |(event, round, meeting)| self.number(event, round, meeting);
        // Behind the groups that were chosen come those of self-play.
        let chosen = self.chosen.as_ref().map_or(0, |chosen| self.main.0 - chosen.len());
        self.group_of_run(listed.map_or_else(|| self.shard.number(index) + chosen, number))
    }

    /// The event of the `index`-th group of this shard, and the index after the last of the groups of that event that follow
    /// each other from there.
    pub fn stretch(&self, index: u64) -> (usize, u64) {
        if let Some(chosen) = &self.chosen {
            let event = self.group(index).event;
            let end = match chosen.group(index) {
                Some(_) => chosen.end_of_stretch(index),
                None => {
                    let Event { first_group, groups, .. } = self.events[event];
                    first_group + groups - (self.main.0 - chosen.len())
                }
            };
            return (event, end);
        }
        if let Some((groups, _)) = self.round_at(index) {
            let event = self.event_within(index % groups);
            let Event { first_group, meetings, .. } = &self.events[event];
            return (event, index - index % groups + first_group + meetings.len());
        }
        let event = self.group(index).event;
        let next = self.events[event].first_group + self.events[event].groups;
        (event, self.shard.below(next))
    }

    /// The event that a group has, by its number; within a round if it is played round by round.
    fn event_within(&self, number: u64) -> usize {
        // Events without groups share their number with the next one.
        self.events.partition_point(|event| event.first_group <= number) - 1
    }

    /// The group of this number, in whatever part of the run it is.
    pub(crate) fn group_of_run(&self, number: u64) -> Group {
        let (round, number_within) = match self.round_at(number) {
            Some((groups, _)) => (Some(number / groups), number % groups),
            None => (None, number),
        };
        let index = self.event_within(number_within);
        let event = &self.events[index];
        let inside = number_within - event.first_group;
        let (round, meeting) = match round {
            Some(round) => (round, inside),
            None => (inside / event.meetings.len(), inside % event.meetings.len()),
        };
        let engines = match &self.swiss {
            Some(rounds) if index < self.contested => {
                <[usize; 2]>::from(rounds.pairing(round, meeting)).into_iter().collect()
            }
            _ => event.meetings.get(round, meeting),
        };
        let before = self.round_at(number).map_or(0, |(_, games)| round * games);
        let first_game = before + event.first_game + inside * event.size();
        let Event { game_index, from_start, .. } = *event;
        let games = event.size();
        Group { number, event: index, game: game_index, from_start, round, engines, first_game, games }
    }

    /// The engines at the seats of the `index`-th game of a group.
    pub fn engines(&self, group: &Group, index: u64) -> SeatVec<usize> {
        let seating = &self.events[group.event].seatings[index as usize];
        seating.iter().map(|&place| group.engines[usize::from(place)]).collect()
    }

    /// The group of this shard that holds the shard's `game`-th game, and how many games of that group come
    /// before it. If the shard has no such game, the group is the number of groups.
    pub fn locate(&self, game: u64) -> (u64, u64) {
        if let Some(chosen) = &self.chosen {
            return match chosen.locate(game, |event| self.events[event].size()) {
                Ok(found) => found,
                Err(before) => self.locate_alone(game - before, chosen.len()),
            };
        }
        let mut games = game;
        let mut events = &self.events[..];
        if self.is_interleaved() && game >= self.main.1 {
            games -= self.main.1;
            events = &self.events[self.contested..];
        }
        if let Some((_, of_round)) = self.round.filter(|_| game < self.main.1) {
            let inside = game % of_round;
            let event = self.contested().partition_point(|event| event.first_game <= inside) - 1;
            let (inside, size) = (inside - self.events[event].first_game, self.events[event].size());
            return (self.number(event, game / of_round, inside / size), inside % size);
        }
        for event in events {
            let (size, groups) = (event.size(), self.groups_of(event));
            if games < groups * size {
                return (self.shard.below(event.first_group) + games / size, games % size);
            }
            games -= groups * size;
        }
        (self.groups(), 0)
    }
}

impl Plan {
    /// The group of self-play that holds a game, counted from the first of these, behind so many groups.
    fn locate_alone(&self, mut game: u64, mut groups: u64) -> (u64, u64) {
        for event in &self.events[self.contested..] {
            if game < event.games() {
                return (groups + game / event.size(), game % event.size());
            }
            game -= event.games();
            groups += event.groups;
        }
        (groups, 0)
    }
}

/// The part of a plan that plays a game as the format has it, with nothing numbered yet.
fn event(config: &Config, game_index: GameIndex, seats: usize) -> Result<Event, PlanError> {
    let (game, engines) = (config.games[game_index].clone(), config.engines.len());
    if config.tables == Tables::Mixed {
        refuse_if!(matches!(config.format, Format::SelfPlay | Format::Swiss), PlanError::OnlyPairs);
        refuse_if!(engines < seats, PlanError::TooFewEngines { game, seats, engines });
    }
    let mut seatings = match config.tables {
        Tables::Pairs => config.seatings.of_two(seats),
        Tables::Mixed => config.seatings.of_different(seats),
    };
    if config.format == Format::SelfPlay {
        // An engine against itself: all seatings are the same.
        seatings.truncate(1);
    }
    Ok(Event {
        game,
        game_index,
        from_start: false,
        seats,
        meetings: Meetings::new(config, seats),
        seatings,
        first_group: 0,
        rounds: config.rounds,
        groups: 0,
        first_game: 0,
    })
}

/// Numbers the groups and games of events one after the other, with these rounds of each; the numbers of what comes after them.
fn number_events(events: &mut [Event], first: (u64, u64), rounds: impl Fn(&Event) -> u64) -> (u64, u64) {
    let mut next = first;
    for event in events {
        (event.first_group, event.first_game) = next;
        let groups = rounds(event) * event.meetings.len();
        next = (next.0 + groups, next.1 + groups * event.size());
    }
    next
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::plan::{Elimination, EngineEntry, Limits, Opening, Output, Rating, Seatings};

    /// A configuration of two games.
    pub fn config(format: Format, engines: usize) -> Config {
        let engine =
            |n: usize| EngineEntry { name: format!("e{n}"), spec: "random".to_owned(), identity: None };
        Config {
            name: "test".to_owned(),
            seed: 1,
            games: vec!["two".to_owned(), "four".to_owned()].into(),
            engines: (0..engines).map(engine).collect(),
            format,
            tables: Tables::Pairs,
            seatings: Seatings::All,
            rounds: 5,
            interleave: false,
            self_play: None,
            elimination: None,
            rating: None,
            opening: Opening::default(),
            limits: Limits::of_plies(10),
            adjudication: None,
            output: Output { record: true, evaluations: false, times: false },
        }
    }

    /// The same with games of self-play of the second and the third engine.
    fn with_self_play(format: Format, engines: usize) -> Config {
        let self_play = SelfPlay { games: 4, engines: vec!["e1".to_owned(), "e2".to_owned()] };
        Config { self_play: Some(self_play), ..config(format, engines) }
    }

    fn plan(format: Format, engines: usize, shard: Shard) -> Plan {
        Plan::new(&config(format, engines), &vec![2, 4].into(), shard).expect("few games")
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
    fn games_of_self_play_come_last_and_begin_at_the_start() {
        for (format, interleave) in [
            (Format::RoundRobin, false),
            (Format::RoundRobin, true),
            (Format::Gauntlet, true),
            (Format::Swiss, false),
        ] {
            let config = Config { interleave, ..with_self_play(format, 3) };
            let plan = Plan::new(&config, &vec![2, 4].into(), Shard::WHOLE).expect("few games");
            if let Some(rounds) = plan.swiss() {
                while rounds.pair_next(&[0.0; 3]) {}
            }
            assert_eq!((plan.self_play_games(), plan.known_groups()), (2 * 2 * 4, plan.groups()));
            let mut next = 0;
            for index in 0..plan.groups() {
                let group = plan.group(index);
                assert_eq!((group.number, group.first_game), (index, next));
                let is_alone = group.engines[0] == group.engines[1];
                assert_eq!(
                    (group.from_start, is_alone),
                    (index >= plan.contested_groups(), group.from_start)
                );
                assert_eq!(group.game.number(), group.event % 2);
                for game in 0..group.games {
                    assert_eq!(plan.locate(next + game), (index, game));
                }
                let (event, end) = plan.stretch(index);
                assert!(event == group.event && end > index && plan.group(end - 1).event == event);
                let meetings = plan.events()[event].meetings.len();
                let found = (0..meetings).find(|&place| plan.number(event, group.round, place) == index);
                assert!(found.is_some(), "{index}");
                next += group.games;
            }
            assert_eq!((next, plan.locate(next)), (plan.total_games(), (plan.groups(), 0)));
        }
        // The others keep their numbers.
        let (with, without) = (with_self_play(Format::RoundRobin, 3), config(Format::RoundRobin, 3));
        let plans =
            [with, without].map(|config| Plan::new(&config, &vec![2, 4].into(), Shard::WHOLE).unwrap());
        assert!((0..plans[1].groups()).all(|index| plans[0].group(index) == plans[1].group(index)));
    }

    #[test]
    fn games_of_self_play_are_shared_out_too() {
        let plan =
            |shard| Plan::new(&with_self_play(Format::RoundRobin, 3), &vec![2, 4].into(), shard).unwrap();
        let mut numbers: Vec<u64> = Vec::new();
        for index in 1..=3 {
            let part = plan(Shard::Every { index, count: 3 });
            let mut game = 0;
            for place in 0..part.groups() {
                let group = part.group(place);
                numbers.push(group.number);
                assert_eq!(part.locate(game), (place, 0));
                game += group.games;
            }
            assert_eq!(part.games(), game);
        }
        numbers.sort_unstable();
        assert!(numbers.iter().copied().eq(0..plan(Shard::WHOLE).groups()));
    }

    #[test]
    fn interleaved_rounds_follow_each_other() {
        for format in [Format::RoundRobin, Format::Gauntlet, Format::SelfPlay] {
            let config = Config { interleave: true, ..config(format, 3) };
            let plan = Plan::new(&config, &vec![2, 4].into(), Shard::WHOLE).expect("few games");
            let (mut next, mut last) = (0, (0, 0));
            for index in 0..plan.groups() {
                let group = plan.group(index);
                assert_eq!((group.number, group.first_game), (index, next));
                assert!(last <= (group.round, group.event));
                last = (group.round, group.event);
                let (event, end) = plan.stretch(index);
                assert!(event == group.event && (index..end).all(|other| plan.group(other).event == event));
                assert!(end == plan.groups() || plan.group(end).event != event);
                let meetings = &plan.events()[event].meetings;
                let found = |place: &u64| meetings.get(group.round, *place) == group.engines;
                let place = (0..meetings.len()).find(found).unwrap();
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
        let part = Shard::Every { index: 1, count: 2 };
        let config = Config { interleave: true, ..config(Format::RoundRobin, 3) };
        assert_eq!(Plan::new(&config, &vec![2, 4].into(), part).unwrap_err(), PlanError::InOnePiece);
    }

    #[test]
    fn groups_of_engines_that_are_out_are_not_there() {
        let whole = Config { interleave: true, ..config(Format::RoundRobin, 4) };
        let groups = |config: &Config| -> (Plan, Vec<Group>) {
            let plan = Plan::new(config, &vec![2, 4].into(), Shard::WHOLE).unwrap();
            let groups = (0..plan.groups()).map(|index| plan.group(index)).collect();
            (plan, groups)
        };
        let (_, all) = groups(&whole);
        for (out_after, pairings) in [
            ([None, None, None, None], 5 * 6),
            ([None, Some(2), None, None], 2 * 6 + 3 * 3),
            ([Some(3), Some(1), None, Some(3)], 6 + 2 * 3),
            ([Some(1), Some(2), Some(4), None], 6 + 3 + 2),
            ([Some(5), Some(4), Some(u64::MAX), None], 4 * 6 + 3),
            ([Some(0), Some(0), None, None], 5),
            ([Some(0), Some(0), Some(0), Some(0)], 0),
        ] {
            let elimination = Some(Elimination { error: 0.05, out_after: out_after.to_vec() });
            let (plan, found) = groups(&Config { elimination, ..whole.clone() });
            let is_left = |group: &&Group| {
                group.engines.iter().all(|&engine| group.round < out_after[engine].unwrap_or(u64::MAX))
            };
            let left: Vec<Group> = all.iter().filter(is_left).cloned().collect();
            assert_eq!(found, left, "{out_after:?}");
            assert_eq!((plan.groups(), plan.games()), (2 * pairings, (2 + 6) * pairings), "{out_after:?}");
        }
    }

    #[test]
    fn groups_that_were_chosen_are_found_with_those_of_self_play_behind_them() {
        let met = vec![[0, 0, 0, 1], [0, 0, 0, 2], [0, 1, 0, 1], [0, 1, 0, 3], [2, 0, 0, 2], [2, 0, 1, 2]];
        let rating = Rating { agents: 2, width: 0.0, max_games: 0, ladders: Vec::new(), met: met.clone() };
        let config =
            Config { interleave: true, rating: Some(rating), ..with_self_play(Format::RoundRobin, 4) };
        let plan = Plan::new(&config, &vec![2, 4].into(), Shard::WHOLE).unwrap();
        assert_eq!((plan.groups(), plan.games()), (6 + 2 * 2 * 4, 4 * 2 + 2 * 6 + 2 * 2 * 4));
        let mut game = 0;
        for index in 0..plan.groups() {
            let group = plan.group(index);
            if let Some(&[round, of, agent, other]) = met.get(index as usize) {
                let found =
                    [group.round, group.event as u64, group.engines[0] as u64, group.engines[1] as u64];
                assert_eq!(found, [round, of, agent, other]);
                assert!(!group.from_start);
            } else {
                assert!(group.from_start && group.engines[0] == group.engines[1], "{index}");
            }
            assert_eq!(plan.group_of_run(group.number), group);
            for inside in 0..group.games {
                assert_eq!(plan.locate(game + inside), (index, inside));
            }
            game += group.games;
            let (event, end) = plan.stretch(index);
            assert!((index..end).all(|other| plan.group(other).event == event));
            assert!(end == plan.groups() || plan.group(end).event != event, "{index}");
        }
        assert_eq!(plan.locate(game), (plan.groups(), 0));
    }

    #[test]
    fn shards_share_out_every_group() {
        let every = |count| (1..=count).map(|index| Shard::Every { index, count }).collect::<Vec<_>>();
        let ranges = [(0, 1), (1, 14), (14, 15), (15, 30)].map(|(first, end)| Shard::Range { first, end });
        for shards in (1..=7).map(every).chain([ranges.to_vec()]) {
            let shards: Vec<Plan> =
                shards.into_iter().map(|shard| plan(Format::RoundRobin, 3, shard)).collect();
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
    fn shards_are_read_as_they_are_written() {
        for text in ["1/1", "3/4", "0..1", "17..900"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in ["", "0/4", "5/4", "1/0", "3..3", "4..3", "..3", "-1..3", "1..2..3", "1/2/3", "1-3"] {
            assert!(
                text.parse::<Shard>().unwrap_err().to_string().ends_with(&format!("found `{text}`")),
                "{text}"
            );
        }
    }

    #[test]
    fn parts_are_counted_from_zero_as_well() {
        for (text, same) in [("0/1", "1/1"), ("0/4", "1/4"), ("3/4", "4/4")] {
            assert_eq!(Shard::from_zero(text), same.parse());
        }
        let refused = |text| Shard::from_zero(text).unwrap_err().to_string();
        assert_eq!(refused("3/3"), "expected a part counted from 0, `0/3` to `2/3`, found `3/3`");
        for text in ["", "0..1", "1/0", "-1/4", "0/1000001", "0/4/1", "a/4"] {
            assert!(refused(text).ends_with(&format!("(the first of four), found `{text}`")), "{text}");
        }
    }

    #[test]
    fn groups_that_are_not_there_are_refused() {
        let refused = |first, end| {
            Plan::new(&config(Format::RoundRobin, 3), &vec![2, 4].into(), Shard::Range { first, end }).err()
        };
        assert_eq!(refused(29, 30), None);
        let message = "expected a shard of the groups 0..30, found 29..31";
        assert_eq!(refused(29, 31).unwrap().to_string(), message);
    }

    #[test]
    fn what_cannot_be_numbered_is_refused_with_its_number() {
        let config = Config { rounds: 1_000_000_000, ..config(Format::RoundRobin, 6_000) };
        let refused = Plan::new(&config, &vec![8, 8].into(), Shard::WHOLE).unwrap_err();
        assert_eq!(refused, PlanError::TooManyGames { games: 1_000_000_000 * 17_997_000 * 140 });
        assert!(refused.to_string().contains("2519580000000000000 games"), "{refused}");
    }
}
