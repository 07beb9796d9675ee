//! What the dice games for two share whose roles swap after every turn and that keep money of their own.
//!
//! A [`Duel`] holds the rules of a turn and of the money; [`DuelGame`] makes a game of it.

mod analysis;
mod notation;
mod scene;
mod telling;

use std::fmt::Debug;
use std::hash::Hash;

use rand_core::Rng;

use torneo_contract::{
    Described, End, Field, Game, GameInfo, Heuristics, Options, Outcome, PositionError, Scratch, Seat,
    Solving, SpecError, Stage, Turn, TurnKinds, Words, mixer, random, reason,
};

use torneo_exact::Policy;

use super::battle::{Battle, Rule};
use super::fields::Fields;
use super::pool::{Combination, Pool, Throw};
use super::table::Table;

pub use telling::{Thrown, compared};

/// What is due after a throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Another throw.
    Throw,
    /// The player with the first role decides whether to go on.
    Decide,
    /// The next turn.
    NextTurn,
}

/// Where in its game a turn stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Turns that are over.
    pub turn: u32,
    /// The seat with the first role of this turn: it throws first.
    pub first: Seat,
    /// Throws of this turn.
    pub throws: u32,
    /// Whether `first` decides whether to go on.
    pub deciding: bool,
}

/// The rules of a dice game for two, in which three dice are thrown.
pub trait Duel: Clone + Send + Sync + 'static {
    /// The money and what the throws of this turn have fixed.
    type State: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The reasons of ends, as [`Notation::ENDS`](torneo_contract::Notation::ENDS).
    const ENDS: &'static [End];

    /// The registry entry.
    const INFO: GameInfo;

    /// The names of the fields of the position text that show the state.
    const FIELDS: &'static [&'static str];

    /// The rules with their options.
    ///
    /// # Errors
    /// Options that contradict each other.
    fn new(options: &Options) -> Result<Self, SpecError>;

    /// The turns after which the game is over at the latest.
    fn max_turns(&self) -> u32;

    /// The state before the first turn.
    fn begin(&self) -> Self::State;

    /// A turn with `first` in the first role begins: the players pay in. If `turn` cannot be played or is one too
    /// many, the game is over and the table is cleared.
    fn begin_turn(&self, state: &mut Self::State, turn: u32, first: Seat);

    /// Whether the game is over, told at the start of a turn.
    fn is_over(&self, state: &Self::State, turn: u32, first: Seat) -> bool;

    /// The seat that throws next.
    #[inline]
    fn thrower(&self, _state: &Self::State, first: Seat) -> Seat {
        first
    }

    /// The next throw of the turn. Always inlined, as that of a [`Contest`](super::contest::Contest).
    fn throw(&self, state: &mut Self::State, first: Seat, throw: &Combination) -> Step;

    /// The turn ends without a deciding throw: `first` stopped, or the throw limit is reached.
    fn stop(&self, state: &mut Self::State, first: Seat);

    /// Appends the values of [`FIELDS`](Duel::FIELDS), in order.
    fn values(&self, state: &Self::State) -> Vec<String>;

    /// Appends the same as fields of a position.
    fn list_fields(&self, state: &Self::State, fields: &mut Vec<Field>);

    /// Reads the state at `moment` from its fields.
    ///
    /// # Errors
    /// A state that cannot be.
    fn read(&self, fields: &Fields, moment: Moment) -> Result<Self::State, PositionError>;

    /// The outcome of a game that is over after `turn` turns.
    fn outcome(&self, state: &Self::State, turn: u32) -> Outcome;

    /// What a throw did, as the rules call it: `9: your number`.
    fn tell(&self, thrown: &Thrown<'_, Self::State>) -> Words;

    /// What happens when `first` stops: `you stop and take 12`.
    fn tell_stop(&self, state: &Self::State, first: Seat) -> Words;

    /// Why a game ended that is over; `thrown` is its last throw, if it is known and nobody stopped.
    fn why(&self, state: &Self::State, outcome: &Outcome, thrown: Option<&Thrown<'_, Self::State>>) -> Words;

    /// How good the state is for `seat`, opposite for the other; `first` has the first role.
    fn evaluate(&self, _state: &Self::State, _first: Seat, _seat: Seat) -> Option<i32> {
        None
    }

    /// What `seat` holds in this turn, in words.
    fn describe(&self, state: &Self::State, first: Seat, seat: Seat) -> String;

    /// Lays out what the throws of this turn have fixed, and the money on the table, beside the dice.
    fn lay(&self, state: &Self::State, first: Seat, table: &mut Table);

    /// What the next throw is for, in words.
    fn needed(&self, state: &Self::State, first: Seat) -> String;

    /// What going on and stopping mean where `first` decides, in words such as `Stop and take 6`.
    fn choices(&self, _state: &Self::State) -> [String; 2] {
        ["Throw again".to_owned(), "Stop".to_owned()]
    }

    /// The money of each seat.
    fn money(&self, state: &Self::State) -> [i64; 2];

    /// For exact analysis: makes positions equal whose games go on alike. `turn` and `state` may be changed.
    fn lump(&self, _turn: &mut u32, _state: &mut Self::State) {}

    /// For exact analysis: whether [`lump`](Duel::lump) leaves the money out.
    fn lumps_money(&self) -> bool {
        false
    }

    /// What each player owns at the start.
    fn bank(&self) -> i64;

    /// What is on the table.
    fn table(&self, _state: &Self::State) -> i64 {
        0
    }

    /// The pots won by each seat, in games that count them.
    fn won(&self, _state: &Self::State) -> [i64; 2] {
        [0; 2]
    }

    /// Whether the next throw begins a round; throws that assign numbers belong to no round.
    fn begins_round(&self, state: &Self::State) -> bool;

    /// For exact analysis: what stopping takes, in units.
    fn gain(&self, _state: &Self::State) -> i64 {
        0
    }

    /// For exact analysis: the policies that have names.
    fn policies(&self) -> &'static [(&'static str, Policy)] {
        &[]
    }

    /// For exact analysis: about how many positions there are, if that is known in advance.
    fn size(&self) -> Option<f64> {
        None
    }
}

/// A dice game for two whose roles swap after every turn.
#[derive(Clone, Debug)]
pub struct DuelGame<D: Duel> {
    duel: D,
    pool: Pool,
    max_throws: u32,
    battle: Rule,
    /// The fields of the position text.
    fields: Vec<&'static str>,
}

/// The game between two throws or decisions: first the turns, then the turn that is being played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<S> {
    /// Turns that are over.
    pub(super) turn: u32,
    /// The battle for the first role of turn 0, while it lasts.
    pub(super) battle: Option<Battle>,
    /// The seat with the first role of this turn.
    pub(super) first: Seat,
    /// Throws of this turn, which only `max_throws` looks at.
    pub(super) throws: u32,
    /// Whether `first` decides whether to go on; otherwise the dice are thrown.
    pub(super) deciding: bool,
    /// The money and what the throws of this turn have fixed.
    pub(super) state: S,
}

/// A throw of the dice or a decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A result of the dice.
    Dice(Throw),
    /// The thrower goes on.
    GoOn,
    /// The thrower ends the turn.
    Stop,
}

/// The largest evaluation.
const MOST_VALUE: i64 = 1_000_000;

/// The decisions and their words.
const DECISIONS: [(Action, &str); 2] = [(Action::GoOn, "throw"), (Action::Stop, "stop")];

impl<D: Duel> DuelGame<D> {
    fn is_over(&self, position: &Position<D::State>) -> bool {
        position.battle.is_none() && self.duel.is_over(&position.state, position.turn, position.first)
    }

    fn thrower(&self, position: &Position<D::State>) -> Seat {
        match &position.battle {
            Some(battle) => battle.thrower(2).expect("a decided battle is removed"),
            None => self.duel.thrower(&position.state, position.first),
        }
    }

    fn begin_turn(&self, position: &mut Position<D::State>) {
        self.duel.begin_turn(&mut position.state, position.turn, position.first);
    }

    fn next_turn(&self, position: &mut Position<D::State>) {
        position.turn += 1;
        position.first = position.first.other();
        position.throws = 0;
        position.deciding = false;
        self.begin_turn(position);
    }

    fn stop(&self, position: &mut Position<D::State>) {
        self.duel.stop(&mut position.state, position.first);
        self.next_turn(position);
    }

    fn throw(&self, position: &mut Position<D::State>, throw: Throw) {
        let combination = self.pool.combination(throw);
        if position.battle.is_some() {
            return self.throw_for_role(position, combination.sum);
        }
        position.throws += 1;
        match self.duel.throw(&mut position.state, position.first, combination) {
            Step::NextTurn => self.next_turn(position),
            _ if position.throws >= self.max_throws => self.stop(position),
            step => position.deciding = step == Step::Decide,
        }
    }

    fn throw_for_role(&self, position: &mut Position<D::State>, sum: u8) {
        let battle = position.battle.as_mut().expect("the first role is thrown for");
        battle.throw(2, self.battle, sum);
        if battle.thrower(2).is_none() {
            position.first = battle.order()[0];
            position.battle = None;
            self.begin_turn(position);
        }
    }
}

impl<D: Duel> Described for DuelGame<D> {
    const INFO: GameInfo = D::INFO;

    fn new(options: &Options) -> Result<Self, SpecError> {
        let fields = ["turn", "first", "throws", "due"].iter().chain(D::FIELDS).chain(&["money", "battle"]);
        Ok(DuelGame {
            duel: D::new(options)?,
            pool: Pool::new(3),
            max_throws: options.u32("max_throws"),
            battle: options.one_of("battle", Rule::ALL),
            fields: fields.copied().collect(),
        })
    }
}

impl<D: Duel> Game for DuelGame<D> {
    type Position = Position<D::State>;
    type Action = Action;

    const TURNS: TurnKinds = Self::INFO.turns;

    fn max_plies(&self) -> Option<u64> {
        // A battle ends with probability 1, but nothing bounds it.
        let plies_of_a_throw = if D::INFO.turns.decision { 2 } else { 1 };
        let throws = u64::from(self.duel.max_turns()) * u64::from(self.max_throws);
        (self.battle == Rule::None).then(|| throws.saturating_mul(plies_of_a_throw))
    }

    fn start(&self) -> Self::Position {
        let mut position = Position {
            turn: 0,
            battle: (self.battle != Rule::None).then(|| Battle::new(2)),
            first: Seat::FIRST,
            throws: 0,
            deciding: false,
            state: self.duel.begin(),
        };
        if position.battle.is_none() {
            self.begin_turn(&mut position);
        }
        position
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        if position.deciding {
            Turn::Seat(position.first)
        } else if self.is_over(position) {
            Turn::Over
        } else {
            Turn::Chance
        }
    }

    fn actions(&self, _position: &Self::Position, _seat: Seat, actions: &mut Vec<Action>) {
        actions.extend(DECISIONS.map(|(action, _)| action));
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        _position: &Self::Position,
        _seat: Seat,
        rng: &mut R,
        _scratch: &mut Scratch<Action>,
    ) -> Action {
        DECISIONS[random::below(rng, DECISIONS.len())].0
    }

    fn count_actions(
        &self,
        _position: &Self::Position,
        _seat: Seat,
        _scratch: &mut Scratch<Action>,
    ) -> usize {
        DECISIONS.len()
    }

    fn chance(&self, _position: &Self::Position, outcomes: &mut Vec<(Action, u64)>) {
        outcomes.extend(self.pool.throws().map(|(throw, weight)| (Action::Dice(throw), weight)));
    }

    #[inline]
    fn chance_at(&self, _position: &Self::Position, word: u64, _scratch: &mut Scratch<Action>) -> Action {
        Action::Dice(self.pool.at(word))
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Action) {
        match action {
            Action::Dice(throw) => self.throw(position, throw),
            Action::GoOn => position.deciding = false,
            Action::Stop => self.stop(position),
        }
    }

    fn stage(&self, position: &Self::Position) -> Stage {
        if position.battle.is_some() { Stage::SetUp } else { Stage::Play }
    }

    fn outcome(&self, position: &Self::Position) -> Outcome {
        self.duel.outcome(&position.state, position.turn)
    }

    fn hash(&self, position: &Self::Position) -> u64 {
        mixer::hash_of(position)
    }
}

impl<D: Duel> Heuristics for DuelGame<D> {
    #[inline]
    fn evaluate(&self, position: &Self::Position, seat: Seat) -> Option<i32> {
        self.duel.evaluate(&position.state, position.first, seat)
    }
}

impl<D: Duel> Solving for DuelGame<D> {}

/// More money than there can be: all of both players.
pub const MOST_AMOUNT: i64 = 1 << 53;

/// The outcome of a game decided by an amount: the larger one wins, equal amounts draw. Points are what the players
/// won or lost.
pub fn by_amounts(amounts: [i64; 2], won: &'static str, points: [i64; 2]) -> Outcome {
    let outcome = match amounts[0].cmp(&amounts[1]) {
        std::cmp::Ordering::Greater => Outcome::win(Seat::FIRST, 2, won),
        std::cmp::Ordering::Less => Outcome::win(Seat::SECOND, 2, won),
        std::cmp::Ordering::Equal => Outcome::draw(2, reason::DRAWN),
    };
    outcome.with_points(points.map(|points| points as f64))
}

/// The difference of two amounts, `weight` for each `unit` that `seat` has more than the other.
#[inline]
pub fn evaluate_money(amounts: [i64; 2], seat: Seat, weight: i64, unit: i64) -> i32 {
    let more = amounts[seat.index()] - amounts[seat.other().index()];
    (more / unit).saturating_mul(weight).clamp(-MOST_VALUE, MOST_VALUE) as i32
}
