//! What the dice games for two to eight players share: turns, stakes, the order of play and the money.
//!
//! A [`Contest`] is one turn of such a game: who wins after which throws. [`DiceGame`] makes a game of it.

use std::fmt::Debug;
use std::hash::Hash;

use crate::Game;
use crate::contract::{
    GameInfo, MAX_SEATS, OptionInfo, OptionKind, Options, Outcome, PositionError, Scratch, Seat, SpecError,
    Turn, TurnKinds, reason,
};
use crate::parts::zobrist;

use super::analysis::{Accounts, Plan, Shuffle, TurnAnalysis};
use super::battle::{self, Battle, Rule};
use super::pool::Pool;

/// What a throw did to the turn. Players are counted by place in the turn's order of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The next place throws.
    Next,
    /// This place wins the turn.
    Won(usize),
}

/// The description of a contest.
#[derive(Clone, Copy, Debug)]
pub struct ContestInfo {
    /// The id of the game.
    pub id: &'static str,
    /// The title of the game.
    pub title: &'static str,
    /// How many dice are thrown.
    pub dice: usize,
}

/// One turn of a dice game: a complete contest for the stakes.
pub trait Contest: Clone + Default + Send + Sync + 'static {
    /// What the throws so far have fixed.
    type State: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The description.
    const INFO: ContestInfo;

    /// The state before the first throw.
    fn begin(&self) -> Self::State;

    /// The player at `place` of `players` throws `sum`.
    fn throw(&self, state: &mut Self::State, players: usize, place: usize, sum: u8) -> Progress;

    /// The state as text without blanks.
    fn state_text(&self, state: &Self::State, players: usize) -> String;

    /// Reads the text of a state in which the player at `place` is to throw; none if there is no such state.
    fn parse_state(&self, text: &str, players: usize, place: usize) -> Option<Self::State>;

    /// What the player at `place` holds, for people.
    fn describe(&self, state: &Self::State, players: usize, place: usize) -> String;

    /// For exact analysis: makes states equal whose futures are alike for every place.
    fn lump(&self, _state: &mut Self::State) {}

    /// Whether the throw of `place` begins a round.
    fn begins_round(&self, _state: &Self::State, place: usize) -> bool {
        place == 0
    }
}

/// A dice game for two to eight players.
#[derive(Clone, Debug)]
pub struct DiceGame<C: Contest> {
    contest: C,
    players: usize,
    turns: u32,
    rotate: bool,
    stake: i64,
    max_throws: u32,
    battle: Rule,
    pool: Pool,
}

/// A shared turn counts `TURN / k` for each of the `k` players that share it.
const TURN: u32 = 840; // divisible by 1..=8

/// The game between two throws.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Position<S> {
    /// Turns that are over.
    turn: u32,
    /// The battle for the order of play, while it lasts.
    battle: Option<Battle>,
    /// The order of play of this turn: the seat of each place.
    order: [Seat; MAX_SEATS],
    place: u8,
    throws: u32,
    state: S,
    /// Turns won by each seat, in units of `1 / TURN`.
    won: [u32; MAX_SEATS],
    /// Net money of each seat.
    money: [i64; MAX_SEATS],
}

/// A throw: the index of its combination among those of the dice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Throw(u16);

impl<C: Contest> DiceGame<C> {
    fn is_over(&self, position: &Position<C::State>) -> bool {
        position.turn == self.turns
    }

    fn thrower(&self, position: &Position<C::State>) -> Seat {
        match &position.battle {
            Some(battle) => battle.thrower(self.players).expect("a decided battle is removed"),
            None => position.order[position.place as usize],
        }
    }

    /// Puts the position at the start of its turn.
    fn begin_turn(&self, position: &mut Position<C::State>) {
        position.place = 0;
        position.throws = 0;
        position.state = self.contest.begin();
        position.battle = match self.battle {
            Rule::None => None,
            _ if self.is_over(position) => None,
            _ => Some(Battle::new(self.players)),
        };
        position.order = self.seat_order(position.turn);
    }

    /// The order of play of a turn without a battle.
    fn seat_order(&self, turn: u32) -> [Seat; MAX_SEATS] {
        let first = if self.rotate { turn as usize % self.players } else { 0 };
        let mut order = [Seat::FIRST; MAX_SEATS];
        for (place, seat) in order[..self.players].iter_mut().enumerate() {
            *seat = Seat::new((first + place) % self.players);
        }
        order
    }

    /// The turn is over: the winner takes the stakes, or all seats share the turn.
    fn end_turn(&self, position: &mut Position<C::State>, winner: Option<Seat>) {
        match winner {
            Some(winner) => {
                for money in &mut position.money[..self.players] {
                    *money -= self.stake;
                }
                position.money[winner.index()] += self.stake * self.players as i64;
                position.won[winner.index()] += TURN;
            }
            None => {
                for won in &mut position.won[..self.players] {
                    *won += TURN / self.players as u32;
                }
            }
        }
        position.turn += 1;
        self.begin_turn(position);
    }
}

impl<C: Contest> Game for DiceGame<C> {
    type Position = Position<C::State>;
    type Action = Throw;

    const INFO: GameInfo = GameInfo {
        id: C::INFO.id,
        title: C::INFO.title,
        family: "dice",
        seats: (2, MAX_SEATS),
        turns: TurnKinds { decision: false, chance: true, together: false },
        options: &[
            OptionInfo {
                name: "players",
                kind: OptionKind::Int { min: 2, max: MAX_SEATS as i64 },
                default: "2",
                help: "number of players",
            },
            OptionInfo {
                name: "turns",
                kind: OptionKind::Int { min: 1, max: 1000 },
                default: "1",
                help: "contests in a game; most turns won wins",
            },
            OptionInfo {
                name: "rotate",
                kind: OptionKind::Bool,
                default: "true",
                help: "turn t starts with seat t mod players; false: always with seat 0",
            },
            OptionInfo {
                name: "stake",
                kind: OptionKind::Int { min: 1, max: 1_000_000_000_000 },
                default: "1",
                help: "what each player pays at the start of a turn; the winner takes all",
            },
            OptionInfo {
                name: "max_throws",
                kind: OptionKind::Int { min: 1, max: u32::MAX as i64 },
                default: "1000000",
                help: "throws after which an undecided turn is shared by all",
            },
            OptionInfo {
                name: "battle",
                kind: OptionKind::Choice(battle::WORDS),
                default: "none",
                help: "throw for the order of play before every turn",
            },
        ],
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        Ok(DiceGame {
            contest: C::default(),
            players: options.int("players") as usize,
            turns: options.u32("turns"),
            rotate: options.bool("rotate"),
            stake: options.int("stake"),
            max_throws: options.u32("max_throws"),
            battle: Rule::from_word(options.choice("battle")),
            pool: Pool::new(C::INFO.dice),
        })
    }

    fn seats(&self) -> usize {
        self.players
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        ["player 0", "player 1", "player 2", "player 3", "player 4", "player 5", "player 6", "player 7"]
            [seat.index()]
    }

    fn max_plies(&self) -> Option<u64> {
        // A battle ends with probability 1, but nothing bounds it.
        (self.battle == Rule::None).then(|| u64::from(self.turns) * u64::from(self.max_throws))
    }

    fn start(&self) -> Self::Position {
        let mut position = Position {
            turn: 0,
            battle: None,
            order: [Seat::FIRST; MAX_SEATS],
            place: 0,
            throws: 0,
            state: self.contest.begin(),
            won: [0; MAX_SEATS],
            money: [0; MAX_SEATS],
        };
        self.begin_turn(&mut position);
        position
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        if self.is_over(position) { Turn::Over } else { Turn::Chance }
    }

    fn actions(&self, _position: &Self::Position, _seat: Seat, _actions: &mut Vec<Throw>) {
        unreachable!("nobody decides in a game of pure chance");
    }

    fn chance(&self, _position: &Self::Position, outcomes: &mut Vec<(Throw, u64)>) {
        let combinations = self.pool.combinations().iter().enumerate();
        outcomes.extend(combinations.map(|(index, c)| (Throw(index as u16), c.orderings)));
    }

    #[inline]
    fn chance_at(&self, _position: &Self::Position, word: u64, _scratch: &mut Scratch<Throw>) -> Throw {
        Throw(self.pool.at(word))
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, throw: Throw) {
        let sum = self.pool.combinations()[throw.0 as usize].sum;
        if let Some(battle) = &mut position.battle {
            battle.throw(self.players, self.battle, sum);
            if battle.thrower(self.players).is_none() {
                position.order[..self.players].copy_from_slice(&battle.order()[..self.players]);
                position.battle = None;
            }
            return;
        }
        let place = position.place as usize;
        position.throws += 1;
        match self.contest.throw(&mut position.state, self.players, place, sum) {
            Progress::Won(place) => self.end_turn(position, Some(position.order[place])),
            Progress::Next if position.throws >= self.max_throws => self.end_turn(position, None),
            Progress::Next => position.place = if place + 1 == self.players { 0 } else { place as u8 + 1 },
        }
    }

    fn outcome(&self, position: &Self::Position) -> Outcome {
        let won = &position.won[..self.players];
        let most = won.iter().copied().max().unwrap_or(0);
        let outcome = Outcome::shared_by(self.players, reason::WON, |seat| won[seat.index()] == most);
        outcome.with_points(position.money[..self.players].iter().map(|&money| money as f64).collect())
    }

    fn hash(&self, position: &Self::Position) -> u64 {
        let text = self.position_text(position);
        text.bytes().fold(0, |hash, byte| zobrist::key(hash ^ u64::from(byte)))
    }

    fn write_action(&self, position: &Self::Position, throw: Throw, text: &mut String) {
        text.push_str(THROWER[self.thrower(position).index()]);
        for &face in &self.pool.combinations()[throw.0 as usize].faces {
            text.push((b'0' + face) as char);
        }
    }

    fn parse_action(&self, position: &Self::Position, text: &str, _legal: &[Throw]) -> Option<Throw> {
        let faces = text.strip_prefix(THROWER[self.thrower(position).index()])?;
        let faces: Vec<u8> = faces.bytes().map(|byte| byte.wrapping_sub(b'0')).collect();
        self.pool.find(&faces).map(Throw)
    }

    fn why_illegal(&self, position: &Self::Position, text: &str) -> Option<String> {
        let (seat, faces) = text.split_once(':')?;
        let thrower = self.thrower(position);
        if seat != thrower.to_string() {
            return Some(format!("it is seat {thrower} that throws"));
        }
        let dice = C::INFO.dice;
        (faces.len() != dice || faces.bytes().any(|face| !(b'1'..=b'6').contains(&face)))
            .then(|| format!("a throw shows {dice} faces 1 to 6"))
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let list = |items: Vec<String>| items.join(",");
        let order = list(position.order[..self.players].iter().map(Seat::to_string).collect());
        let won = list(position.won[..self.players].iter().map(u32::to_string).collect());
        let money = list(position.money[..self.players].iter().map(i64::to_string).collect());
        let battle = position.battle.map_or("-".to_owned(), |battle| battle.text(self.players));
        format!(
            "turn={} order={order} throws={} place={} state={} won={won}/{TURN} money={money} battle={battle}",
            position.turn,
            position.throws,
            position.place,
            self.contest.state_text(&position.state, self.players),
        )
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError> {
        const FIELDS: [&str; 8] = ["turn", "order", "throws", "place", "state", "won", "money", "battle"];
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut values = [""; FIELDS.len()];
        for (index, name) in FIELDS.iter().enumerate() {
            let value = words.get(index).and_then(|word| word.strip_prefix(name)?.strip_prefix('='));
            let found = words.get(index).copied().unwrap_or("nothing");
            values[index] = value.ok_or_else(|| {
                PositionError::new(format!("field {}: expected `{name}=...`, found `{found}`", index + 1))
            })?;
        }
        if let Some(extra) = words.get(FIELDS.len()) {
            return Err(PositionError::new(format!("nothing follows the battle, found `{extra}`")));
        }
        let wrong = |field: usize, expected: &str| {
            PositionError::new(format!("`{}={}`: expected {expected}", FIELDS[field], values[field]))
        };
        let list = |field: usize, expected: &str, text: &str| -> Result<Vec<i64>, PositionError> {
            let items: Option<Vec<i64>> = text.split(',').map(|item| item.parse().ok()).collect();
            items.filter(|items| items.len() == self.players).ok_or_else(|| wrong(field, expected))
        };
        let number = |field: usize, max: u32, expected: &str| {
            values[field].parse::<u32>().ok().filter(|&n| n <= max).ok_or_else(|| wrong(field, expected))
        };

        let mut position = self.start();
        position.turn = number(0, self.turns, "at most the number of turns of the game")?;
        self.begin_turn(&mut position);
        let order = list(1, "every seat once", values[1])?;
        let mut seats: Vec<i64> = order.clone();
        seats.sort_unstable();
        if !seats.iter().copied().eq(0..self.players as i64) {
            return Err(wrong(1, "every seat once"));
        }
        for (place, &seat) in order.iter().enumerate() {
            position.order[place] = Seat::new(seat as usize);
        }
        if self.battle == Rule::None && position.order != self.seat_order(position.turn) {
            return Err(wrong(1, "the order of play of this turn, since there is no battle"));
        }
        position.throws = number(2, self.max_throws - 1, "fewer than max_throws")?;
        position.place = number(3, self.players as u32 - 1, "a place of the order of play")? as u8;
        if position.throws % self.players as u32 != u32::from(position.place) {
            return Err(wrong(3, "the place that follows from the number of throws"));
        }
        position.state = self
            .contest
            .parse_state(values[4], self.players, position.place as usize)
            .ok_or_else(|| wrong(4, "what the throws of this turn have fixed"))?;
        let units = format!("/{TURN}");
        let expected = format!("turns won by each seat in units of 1{units}, such as `{TURN},0{units}`");
        let won = values[5].strip_suffix(&units).ok_or_else(|| wrong(5, &expected))?;
        for (won, value) in position.won.iter_mut().zip(list(5, &expected, won)?) {
            *won = u32::try_from(value).map_err(|_| wrong(5, &expected))?;
        }
        let total: u64 = position.won.iter().map(|&won| u64::from(won)).sum();
        if total != u64::from(position.turn) * u64::from(TURN) {
            return Err(wrong(5, "shares that add up to the turns that are over"));
        }
        let expected = "money of each seat that adds up to 0";
        for (money, value) in position.money.iter_mut().zip(list(6, expected, values[6])?) {
            *money = value;
        }
        if position.money.iter().map(|&money| i128::from(money)).sum::<i128>() != 0 {
            return Err(wrong(6, expected));
        }
        position.battle = match (values[7], self.battle) {
            ("-", _) => None,
            (_, Rule::None) => return Err(wrong(7, "`-`, since there is no battle")),
            (text, _) => Some(
                Battle::parse(text, self.players)
                    .ok_or_else(|| wrong(7, "groups and sums such as `1|0,2:9`"))?,
            ),
        };
        Ok(position)
    }

    fn draw(&self, position: &Self::Position) -> String {
        let mut drawing = format!("turn {} of {}", (position.turn + 1).min(self.turns), self.turns);
        if position.battle.is_some() {
            drawing += &format!("; battle for the order of play, seat {} throws", self.thrower(position));
        } else if !self.is_over(position) {
            drawing += &format!("; throw {}, seat {}", position.throws + 1, self.thrower(position));
        }
        for (place, seat) in position.order[..self.players].iter().enumerate() {
            let (won, money) =
                (f64::from(position.won[seat.index()]) / f64::from(TURN), position.money[seat.index()]);
            let holds = self.contest.describe(&position.state, self.players, place);
            drawing += &format!("\nseat {seat}: {holds}; turns won {won}, money {money:+}");
        }
        drawing
    }
}

impl<C: Contest> TurnAnalysis for DiceGame<C> {
    /// Place, throws (0 where they are unlimited) and state. The turn number, the accounts and the order of play do
    /// not change how a turn goes on: the contest sees places only.
    type Key = (u8, u32, C::State);

    fn plan(&self) -> Plan {
        let shuffle = if self.battle == Rule::None { Shuffle::Never } else { Shuffle::EveryTurn };
        let cycle = if self.rotate { self.players as u32 } else { 1 };
        Plan { turns: self.turns, cycle, shuffle }
    }

    fn begin(&self, turn: u32) -> Self::Position {
        let mut position = self.start();
        position.turn = turn;
        self.begin_turn(&mut position);
        position.battle = None;
        position
    }

    fn turns_over(&self, position: &Self::Position) -> u32 {
        position.turn
    }

    fn accounts(&self, position: &Self::Position) -> Accounts {
        Accounts { won: position.won.map(i64::from), money: position.money }
    }

    fn key(&self, position: &Self::Position) -> Self::Key {
        let mut state = position.state;
        self.contest.lump(&mut state);
        let throws = if self.max_throws == UNLIMITED { 0 } else { position.throws };
        (position.place, throws, state)
    }

    fn throws(&self, position: &Self::Position) -> u32 {
        u32::from(position.battle.is_none())
    }

    fn begins_round(&self, position: &Self::Position) -> bool {
        self.contest.begins_round(&position.state, position.place as usize)
    }
}

/// The default of `max_throws`, which exact analysis takes as unlimited.
const UNLIMITED: u32 = 1_000_000;

const THROWER: [&str; MAX_SEATS] = ["0:", "1:", "2:", "3:", "4:", "5:", "6:", "7:"];
