//! What the dice games share whose turns are contests for a stake: turns, the order of play, the stakes.
//!
//! A [`Contest`] is one turn of such a game: who wins after which throws. [`DiceGame`] makes a game of it.

mod analysis;
mod notation;
mod scene;
mod telling;

use std::fmt::Debug;
use std::hash::Hash;

use torneo_contract::{
    Described, Field, Game, GameInfo, Heuristics, MAX_SEATS, OptionInfo, Options, Outcome, Scratch, Seat,
    Solving, SpecError, Stage, Turn, TurnKinds, Words, mixer,
};

use super::battle::{Battle, Rule};
use super::options::USUAL;
use super::places::Places;
use super::pool::{Combination, Pool, Throw};
use super::table::Table;

pub use telling::Thrown;

/// Who throws: a place in the turn's order of play, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thrower {
    /// The place.
    pub place: usize,
    /// The number of places.
    pub players: usize,
}

impl Thrower {
    /// The next place, going round.
    #[inline]
    pub const fn next(self) -> usize {
        if self.place + 1 == self.players { 0 } else { self.place + 1 }
    }

    /// Whether this is who throws after `throws` throws that went round.
    pub const fn follows(self, throws: u32) -> bool {
        throws as usize % self.players == self.place
    }
}

/// What a throw did to the turn. Players are counted by place in the turn's order of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// This place throws next.
    Next(usize),
    /// This place wins the turn.
    Won(usize),
    /// These places share the turn.
    Shared(Places),
}

/// The description of a contest.
#[derive(Clone, Copy, Debug)]
pub struct ContestInfo {
    /// The id of the game.
    pub id: &'static str,
    /// The title of the game.
    pub title: &'static str,
    /// For two players whose roles swap after every turn: there is one battle, before turn 0.
    pub for_two: bool,
    /// How many throws one chance turn stands for.
    pub throws: u32,
    /// The options, those shared by dice games included.
    pub options: &'static [OptionInfo],
}

impl ContestInfo {
    /// What most contests share: any number of players, who make one throw at a time, and no options of their own.
    pub const USUAL: ContestInfo =
        ContestInfo { id: "", title: "", for_two: false, throws: 1, options: &USUAL };
}

/// One turn of a dice game: a complete contest for the stakes.
pub trait Contest: Clone + Send + Sync + 'static {
    /// What the throws of this turn have fixed that matters to the throws to come.
    type State: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The description.
    const INFO: ContestInfo;

    /// The contest with its options.
    ///
    /// # Errors
    /// Options that contradict each other.
    fn new(options: &Options) -> Result<Self, SpecError>;

    /// The dice that are thrown; the first are those of the battle.
    fn pools(&self) -> Vec<Pool> {
        vec![Pool::new(3)]
    }

    /// Which of the pools is thrown next.
    #[inline]
    fn pool(&self, _state: &Self::State) -> usize {
        0
    }

    /// The state before the first throw at a table of `players`.
    fn begin(&self, players: usize) -> Self::State;

    /// `thrower` throws this. Implementations are always inlined: it is most of a ply, and what tells of throws asks for it as well.
    fn throw(&self, state: &mut Self::State, thrower: Thrower, throw: &Combination) -> Progress;

    /// What a throw did, as the rules call it: `9: your number`. Who wins the turn by it is told behind it.
    fn tell(&self, thrown: &Thrown<'_, Self::State>) -> Words;

    /// Why the winner of the turn that a throw decided won it, or why players share it.
    fn why(&self, thrown: &Thrown<'_, Self::State>) -> Words {
        self.tell(thrown)
    }

    /// The state as text without blanks.
    fn state_text(&self, state: &Self::State, players: usize) -> String;

    /// Appends the same as fields; `order` is the order of play.
    fn list_fields(&self, _state: &Self::State, _order: &[Seat], _fields: &mut Vec<Field>) {}

    /// Reads the text of a state in which `thrower` is next after `throws` throws; none if there is no such state.
    fn parse_state(&self, text: &str, thrower: Thrower, throws: u32) -> Option<Self::State>;

    /// What the player at `place` holds, for people; empty where the table shows it all.
    fn describe(&self, state: &Self::State, place: usize) -> String;

    /// Lays out what the throws of this turn have fixed, beside the dice; `order` is the order of play.
    fn lay(&self, state: &Self::State, order: &[Seat], table: &mut Table);

    /// What the next throw is for, in words such as `more than 12 takes the lead`. None where everything is said by the sums that
    /// win the turn; `order` is the order of play.
    fn needed(&self, _state: &Self::State, _thrower: Thrower, _order: &[Seat]) -> Option<String> {
        None
    }

    /// For exact analysis: makes states equal whose futures are alike for every place.
    fn lump(&self, _state: &mut Self::State) {}

    /// For exact analysis: whether this throw is the one by which rounds, in which each active player throws once,
    /// are counted: it is made once in every round.
    fn begins_round(&self, _state: &Self::State, thrower: Thrower) -> bool {
        thrower.place == 0
    }
}

/// A dice game whose turns are contests.
#[derive(Clone, Debug)]
pub struct DiceGame<C: Contest> {
    contest: C,
    pools: Vec<Pool>,
    players: usize,
    turns: u32,
    /// The orders of play of turns without a battle, in their order.
    orders: Vec<[Seat; MAX_SEATS]>,
    stake: i64,
    max_throws: u32,
    battle: Rule,
}

/// A shared turn counts `TURN / k` for each of the `k` players that share it.
const TURN: u32 = 840; // divisible by 1..=8

/// The game between two throws: first the turns and what they brought, then the turn that is being played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<S> {
    /// Turns that are over.
    pub(super) turn: u32,
    /// Turns won by each seat, in units of `1 / TURN`.
    pub(super) won: [u32; MAX_SEATS],
    /// Net money of each seat.
    pub(super) money: [i64; MAX_SEATS],
    /// The battle for the order of play, while it lasts.
    pub(super) battle: Option<Battle>,
    /// The order of play of this turn: the seat of each place.
    pub(super) order: [Seat; MAX_SEATS],
    /// Throws of this turn, which only `max_throws` looks at.
    pub(super) throws: u32,
    /// Who throws next.
    pub(super) place: u8,
    /// What the throws of this turn have fixed.
    pub(super) state: S,
}

impl<C: Contest> DiceGame<C> {
    fn is_over(&self, position: &Position<C::State>) -> bool {
        position.turn == self.turns
    }

    /// The seat that throws next.
    fn thrower(&self, position: &Position<C::State>) -> Seat {
        match &position.battle {
            Some(battle) => battle.thrower(self.players).expect("a decided battle is removed"),
            None => position.order[position.place as usize],
        }
    }

    /// The dice that are thrown next.
    #[inline]
    fn pool(&self, position: &Position<C::State>) -> &Pool {
        let index = if position.battle.is_some() { 0 } else { self.contest.pool(&position.state) };
        &self.pools[index]
    }

    /// Whether this turn begins with a battle.
    fn has_battle(&self, turn: u32) -> bool {
        self.battle != Rule::None && turn < self.turns && (turn == 0 || !C::INFO.for_two)
    }

    /// Whether the order of play of this turn came from a battle.
    fn order_is_thrown(&self, turn: u32) -> bool {
        self.battle != Rule::None && (turn < self.turns || C::INFO.for_two)
    }

    /// Puts the position at the start of its turn.
    fn begin_turn(&self, position: &mut Position<C::State>) {
        (position.place, position.throws) = (0, 0);
        position.state = self.contest.begin(self.players);
        position.battle = self.has_battle(position.turn).then(|| Battle::new(self.players));
        if C::INFO.for_two && position.turn > 0 {
            position.order.swap(0, 1);
        } else {
            position.order = self.seat_order(position.turn);
        }
    }

    /// The order of play of a turn without a battle.
    #[inline]
    fn seat_order(&self, turn: u32) -> [Seat; MAX_SEATS] {
        self.orders[turn as usize % self.orders.len()]
    }

    /// The turn is over: its winner takes the stakes.
    fn win_turn(&self, position: &mut Position<C::State>, winner: usize) {
        let winner = position.order[winner].index();
        for money in &mut position.money[..self.players] {
            *money -= self.stake;
        }
        position.money[winner] += self.stake * self.players as i64;
        position.won[winner] += TURN;
        position.turn += 1;
        self.begin_turn(position);
    }

    /// The turn is over: these places share it, and all stakes go back.
    fn share_turn(&self, position: &mut Position<C::State>, sharing: Places) {
        for place in sharing.iter() {
            position.won[position.order[place].index()] += TURN / sharing.len() as u32;
        }
        position.turn += 1;
        self.begin_turn(position);
    }

    fn throw_for_order(&self, position: &mut Position<C::State>, sum: u8) {
        let battle = position.battle.as_mut().expect("the order of play is thrown for");
        battle.throw(self.players, self.battle, sum);
        if battle.thrower(self.players).is_none() {
            position.order[..self.players].copy_from_slice(&battle.order()[..self.players]);
            position.battle = None;
        }
    }
}

impl<C: Contest> Described for DiceGame<C> {
    const INFO: GameInfo = GameInfo {
        id: C::INFO.id,
        title: C::INFO.title,
        family: "dice",
        seats: (2, if C::INFO.for_two { 2 } else { MAX_SEATS }),
        reconstructed: false,
        turns: TurnKinds { decision: false, chance: true, simultaneous: false },
        options: C::INFO.options,
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let contest = C::new(options)?;
        let players = if C::INFO.for_two { 2 } else { options.int("players") as usize };
        let rotates = C::INFO.for_two || options.bool("rotate");
        let order = |first| {
            let place = |place| if place < players { (first + place) % players } else { 0 };
            std::array::from_fn(|at| Seat::new(place(at)))
        };
        Ok(DiceGame {
            pools: contest.pools(),
            contest,
            players,
            turns: options.u32("turns"),
            orders: (0..if rotates { players } else { 1 }).map(order).collect(),
            stake: options.int("stake"),
            max_throws: options.u32("max_throws"),
            battle: options.one_of("battle", Rule::ALL),
        })
    }
}

impl<C: Contest> Game for DiceGame<C> {
    type Position = Position<C::State>;
    type Action = Throw;

    const TURNS: TurnKinds = Self::INFO.turns;
    const MANY_SEATS: bool = Self::INFO.seats.1 > 2;

    fn seats(&self) -> usize {
        self.players
    }

    fn max_plies(&self) -> Option<u64> {
        // A battle ends with probability 1, but nothing bounds it.
        let plies = u64::from(self.turns) * u64::from(self.max_throws.div_ceil(C::INFO.throws));
        (self.battle == Rule::None).then_some(plies)
    }

    fn start(&self) -> Self::Position {
        let mut position = Position {
            turn: 0,
            won: [0; MAX_SEATS],
            money: [0; MAX_SEATS],
            battle: None,
            order: [Seat::FIRST; MAX_SEATS],
            throws: 0,
            place: 0,
            state: self.contest.begin(self.players),
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

    fn chance(&self, position: &Self::Position, outcomes: &mut Vec<(Throw, u64)>) {
        outcomes.extend(self.pool(position).throws());
    }

    #[inline]
    fn chance_at(&self, position: &Self::Position, word: u64, _scratch: &mut Scratch<Throw>) -> Throw {
        self.pool(position).at(word)
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, throw: Throw) {
        let combination = self.pool(position).combination(throw);
        if position.battle.is_some() {
            return self.throw_for_order(position, combination.sum);
        }
        let thrower = Thrower { place: position.place as usize, players: self.players };
        position.throws = position.throws.saturating_add(C::INFO.throws);
        match self.contest.throw(&mut position.state, thrower, combination) {
            Progress::Won(place) => self.win_turn(position, place),
            Progress::Shared(places) => self.share_turn(position, places),
            Progress::Next(_) if position.throws >= self.max_throws => {
                self.share_turn(position, Places::all(self.players));
            }
            Progress::Next(place) => position.place = place as u8,
        }
    }

    fn stage(&self, position: &Self::Position) -> Stage {
        if position.battle.is_some() { Stage::SetUp } else { Stage::Play }
    }

    fn outcome(&self, position: &Self::Position) -> Outcome {
        let outcome = Outcome::by_most_points(position.won[..self.players].iter().copied());
        outcome.with_points(position.money[..self.players].iter().map(|&money| money as f64))
    }

    fn hash(&self, position: &Self::Position) -> u64 {
        mixer::hash_of(position)
    }
}

impl<C: Contest> Heuristics for DiceGame<C> {}

impl<C: Contest> Solving for DiceGame<C> {}
