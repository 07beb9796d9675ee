//! Rising hazard (rules: `docs/games/rising-hazard.md`).

use std::cmp::Ordering;

use torneo_contract::{
    End, Field, GameInfo, OptionInfo, Options, Outcome, PositionError, Seat, SpecError, TurnKinds, Words,
    how_it_ended, reason,
};

use torneo_exact::Policy;

use super::duel::{Duel, MOST_AMOUNT, Moment, Step, Thrown, by_amounts, compared, evaluate_money};
use super::fields::Fields;
use super::numbers::{Numbers, is_point};
use super::options::{BATTLE_ONCE, MAX_THROWS, MOST_MONEY};
use super::phrases::{is_hazard, is_no_number, is_number};
use super::pool::Combination;
use super::table::{THREE_DICE, Table};

/// The default of `max_turns`, which exact analysis takes as unlimited.
const UNLIMITED_TURNS: u32 = 1000;
/// A bank of this number of units, as it is by default, is taken as unlimited too. A pot grows by a further unit with
/// probability 0.6355 in the long run, so it outgrows both banks with a probability below `10^-190`.
const UNLIMITED_UNITS: i64 = 500;
/// The same in a game of one pot. Money decides nothing there: whoever takes the pot wins, whatever is in it. Only the points
/// know the bank, and the pot outgrows both banks with a probability below `10^-19`.
const UNLIMITED_UNITS_OF_ONE_POT: i64 = 50;
/// Places of a turn: no number, one of four, and two, each for throwing and most for deciding.
const PLACES: f64 = 60.0;

/// Hazards let the pot rise until somebody throws the other's number and takes it.
#[derive(Clone, Debug)]
pub struct RisingHazardDuel {
    unit: i64,
    pots: u32,
    /// The players pay whole units in turn, not half of each unit.
    alternate: bool,
    max_turns: u32,
    bank: i64,
}

/// The money, the pots won and the numbers of this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// What each seat owns; what is paid in is on the table.
    pub(super) money: [i64; 2],
    /// The pot that stays until it is won; 0 when the game is over.
    pub(super) pot: i64,
    /// Pots won by each seat.
    pub(super) won: [u32; 2],
    /// Who pays the next unit of this pot, if the players pay in turn.
    pub(super) payer: Option<Seat>,
    /// The opponent's number and the thrower's.
    pub(super) numbers: Numbers,
}

impl RisingHazardDuel {
    /// One unit is paid into the pot, unless somebody cannot pay his part.
    fn pay(&self, state: &mut State) {
        let mut parts = [self.unit / 2; 2];
        if let Some(payer) = state.payer {
            (parts[payer.index()], parts[payer.other().index()]) = (self.unit, 0);
        }
        if state.money[0] < parts[0] || state.money[1] < parts[1] {
            return;
        }
        state.money = [state.money[0] - parts[0], state.money[1] - parts[1]];
        state.pot += self.unit;
        state.payer = state.payer.map(Seat::other);
    }

    /// The game ends: a pot on the table is split.
    fn close(state: &mut State) {
        state.money = state.money.map(|money| money + state.pot / 2);
        (state.pot, state.payer) = (0, None);
    }

    fn read_payer(&self, fields: &Fields, over: bool) -> Result<Option<Seat>, PositionError> {
        match (fields.text("payer"), self.alternate && !over) {
            ("-", false) => Ok(None),
            ("0", true) => Ok(Some(Seat::FIRST)),
            ("1", true) => Ok(Some(Seat::SECOND)),
            (_, false) => Err(fields.wrong("payer", "`-`, since nobody pays whole units")),
            (_, true) => Err(fields.wrong("payer", "the seat that pays the next unit")),
        }
    }
}

impl Duel for RisingHazardDuel {
    type State = State;

    const ENDS: &'static [End] = &[
        (reason::WON, "more pots, or else more money"),
        (reason::DRAWN, "pots and money are equal"),
        (reason::LENGTH_LIMIT, "the last turn is over, and pots and then money decide"),
    ];

    const INFO: GameInfo = GameInfo {
        id: "rising-hazard",
        title: "Rising hazard (Azar pujado)",
        family: "dice",
        turns: TurnKinds::WITH_CHANCE,
        options: &[
            OptionInfo::int("unit", 2..=MOST_MONEY, "2")
                .help("what a hazard adds to the pot; an even number"),
            OptionInfo::int("pots", 1..=1000, "1").help("pots in a game; more pots won wins"),
            OptionInfo::choice("cover", &["half", "alternate"], "half")
                .help("each player pays half of a unit, or they pay whole units in turn"),
            OptionInfo::int("max_turns", 1..=u32::MAX as i64, "1000")
                .help("turns after which the game is over and the pot is split"),
            OptionInfo::int("bank", 1..=MOST_MONEY, "1000").help("money of each player at the start"),
            OptionInfo { help: "throws after which the thrower has to stop", ..MAX_THROWS },
            BATTLE_ONCE,
        ],
        ..GameInfo::TWO_SEATS
    };

    const FIELDS: &'static [&'static str] = &["numbers", "won", "payer", "pot"];

    fn new(options: &Options) -> Result<Self, SpecError> {
        let unit = options.int("unit");
        let message = format_args!("{unit} is odd; both players pay half of it");
        options.refuse_if(unit % 2 != 0, "unit", message)?;
        Ok(RisingHazardDuel {
            unit,
            pots: options.u32("pots"),
            alternate: options.choice("cover") == "alternate",
            max_turns: options.u32("max_turns"),
            bank: options.int("bank"),
        })
    }

    fn max_turns(&self) -> u32 {
        self.max_turns
    }

    fn begin(&self) -> State {
        State { money: [self.bank; 2], pot: 0, won: [0; 2], payer: None, numbers: Numbers::default() }
    }

    fn begin_turn(&self, state: &mut State, turn: u32, thrower: Seat) {
        state.numbers = Numbers::default();
        if turn == self.max_turns || state.won[0] + state.won[1] == self.pots {
            return RisingHazardDuel::close(state);
        }
        if state.pot == 0 {
            // The first whole unit is paid by the player who is not throwing.
            state.payer = self.alternate.then_some(thrower.other());
            self.pay(state);
            if state.pot == 0 {
                RisingHazardDuel::close(state);
            }
        }
    }

    #[inline]
    fn is_over(&self, state: &State, _turn: u32, _thrower: Seat) -> bool {
        state.pot == 0
    }

    #[inline(always)]
    fn throw(&self, state: &mut State, thrower: Seat, throw: &Combination) -> Step {
        if !state.numbers.are_fixed() {
            state.numbers.assign(throw.sum, true);
            Step::Throw
        } else if !is_point(throw.sum) {
            self.pay(state);
            Step::Decide
        } else if throw.sum == state.numbers.first {
            state.money[thrower.index()] += state.pot;
            state.pot = 0;
            state.won[thrower.index()] += 1;
            Step::NextTurn
        } else if throw.sum == state.numbers.second {
            Step::Decide
        } else {
            Step::NextTurn
        }
    }

    /// The pot stays for the next turn.
    fn stop(&self, _state: &mut State, _thrower: Seat) {}

    fn tell(&self, thrown: &Thrown<'_, State>) -> Words {
        let (before, after, thrower) = (&thrown.before, &thrown.after, thrown.first);
        let sum = thrown.sum();
        if !before.numbers.are_fixed() {
            return before.numbers.tell(thrown, &after.numbers);
        }
        match thrown.step {
            Step::NextTurn if sum == before.numbers.first => is_number(sum, thrower.other())
                .text(": ")
                .does(thrower, "take")
                .text(format!(" the pot of {}", before.pot)),
            Step::NextTurn => is_no_number(sum).text(": the pot stays"),
            _ if is_point(sum) => is_number(sum, thrower),
            _ if after.pot == before.pot => is_hazard(sum).text(", but nobody pays"),
            _ => is_hazard(sum).text(format!(": the pot rises to {}", after.pot)),
        }
    }

    fn tell_stop(&self, _state: &State, thrower: Seat) -> Words {
        Words::new().does(thrower, "stop").text(", and the pot stays")
    }

    fn why(&self, state: &State, outcome: &Outcome, thrown: Option<&Thrown<'_, State>>) -> Words {
        let taken = thrown.filter(|thrown| {
            thrown.before.numbers.are_fixed() && thrown.sum() == thrown.before.numbers.first
        });
        match (taken, outcome.winner()) {
            (_, None) => how_it_ended(Self::ENDS, outcome),
            (Some(thrown), Some(winner)) if self.pots == 1 && winner == thrown.first => {
                is_number(thrown.sum(), winner.other()).text(" and takes the pot")
            }
            _ if state.won[0] != state.won[1] => {
                format!("on pots, {}", compared(state.won.map(i64::from), outcome)).into()
            }
            _ => format!("on money, {}", compared(state.money, outcome)).into(),
        }
    }

    fn values(&self, state: &State) -> Vec<String> {
        let payer = state.payer.map_or("-".to_owned(), |payer| payer.to_string());
        let won = format!("{},{}", state.won[0], state.won[1]);
        vec![state.numbers.text(), won, payer, state.pot.to_string()]
    }

    fn list_fields(&self, state: &State, fields: &mut Vec<Field>) {
        state.numbers.list_fields(["number_of_opponent", "number_of_thrower"], fields);
        for (seat, won) in Seat::all(2).zip(state.won) {
            fields.push(Field::number("pots_won", won, u32::MAX.into()).of(seat));
        }
        let payer = state.payer.map_or(-1, |payer| payer.index() as i64);
        fields.push(Field::number("payer", payer, 1).from(-1));
        fields.push(Field::number("pot", state.pot, MOST_AMOUNT));
    }

    fn read(&self, fields: &Fields, moment: Moment) -> Result<State, PositionError> {
        let numbers = Numbers::read(fields, moment)?;
        let most = i64::from(self.pots.min(moment.turn));
        let won = fields.numbers("won", 0..=most)?;
        fields.check(
            won[0] + won[1] <= most,
            "won",
            "no more pots than turns that are over and pots to be won",
        )?;
        let all = 2 * self.bank;
        let money = fields.numbers("money", 0..=all)?;
        let pot = fields.number("pot", 0..=all)?;
        let must_end = moment.turn == self.max_turns || won[0] + won[1] == i64::from(self.pots);
        let whole = pot % self.unit == 0 && (pot == 0 || !must_end);
        fields.check(whole, "pot", "whole units in play, 0 when the game is over")?;
        fields.check(
            money[0] + money[1] + pot == all,
            "money",
            "money that adds up to both banks with the pot",
        )?;
        let cannot_pay = match self.alternate {
            true => money[moment.first.other().index()] < self.unit,
            false => money[0].min(money[1]) < self.unit / 2,
        };
        fields.check(pot > 0 || must_end || cannot_pay, "pot", "a unit or more, since the game goes on")?;
        let shared_alike = self.alternate || won != [0, 0] || money[0] == money[1];
        fields.check(shared_alike, "money", "equal money, since no pot is won")?;
        let payer = self.read_payer(fields, pot == 0)?;
        let won = won.map(|won| won as u32);
        Ok(State { money, pot, won, payer, numbers })
    }

    fn outcome(&self, state: &State, turn: u32) -> Outcome {
        let points = state.money.map(|money| money - self.bank);
        let all_won = state.won[0] + state.won[1] == self.pots;
        let reason = if turn == self.max_turns && !all_won { reason::LENGTH_LIMIT } else { reason::WON };
        match state.won[0].cmp(&state.won[1]) {
            Ordering::Equal => by_amounts(state.money, reason, points),
            _ => by_amounts(state.won.map(i64::from), reason, points),
        }
    }

    /// The difference in pots won, 500 for a pot, and in money, 10 for a unit up to 200.
    #[inline]
    fn evaluate(&self, state: &State, _thrower: Seat, seat: Seat) -> Option<i32> {
        let pots = evaluate_money(state.won.map(i64::from), seat, 500, 1);
        Some(pots + evaluate_money(state.money, seat, 10, self.unit).clamp(-200, 200))
    }

    fn describe(&self, state: &State, thrower: Seat, seat: Seat) -> String {
        let number =
            Numbers::describe(if seat == thrower { state.numbers.second } else { state.numbers.first });
        match self.pots {
            1 => number,
            _ => format!("{number}, pots won {} of {}", state.won[seat.index()], self.pots),
        }
    }

    fn lay(&self, state: &State, thrower: Seat, table: &mut Table) {
        let numbers = [(thrower.other(), state.numbers.first), (thrower, state.numbers.second)];
        table.sums(THREE_DICE, |sum| !is_point(sum), numbers);
        table.money("pot", 0, (3.4, 0.0), state.pot);
    }

    fn needed(&self, state: &State, thrower: Seat) -> String {
        let Numbers { first, second } = state.numbers;
        if !state.numbers.are_fixed() {
            return state.numbers.needed([thrower.other(), thrower], true);
        }
        format!(
            "{first} takes the pot of {}, 3 to 6 or 15 to 18 raises it by {}, {second} changes nothing, another sum ends the turn",
            state.pot, self.unit,
        )
    }

    fn choices(&self, _state: &State) -> [String; 2] {
        ["Throw again".to_owned(), "Stop and leave the pot".to_owned()]
    }

    fn money(&self, state: &State) -> [i64; 2] {
        state.money
    }

    /// The turn number is looked at by `max_turns` alone, and that is unlimited at its default. The money decides
    /// nothing if it is unlimited too and somebody wins more pots; if the only pot is split because of `max_turns`,
    /// it is decided by who has paid one unit more for it, so the pot is lumped to one or two units. Sums are compared
    /// with the two numbers and with the hazards only.
    fn lump(&self, turn: &mut u32, state: &mut State) {
        if self.max_turns == UNLIMITED_TURNS {
            *turn = 0;
        }
        state.numbers.exchange_complements();
        if self.lumps_money() && state.pot > 0 {
            let is_even =
                self.alternate && self.max_turns != UNLIMITED_TURNS && state.pot / self.unit % 2 == 0;
            state.pot = if is_even { 2 * self.unit } else { self.unit };
            state.money = [self.bank - state.pot / 2; 2];
            if let Some(payer) = state.payer.filter(|_| !is_even) {
                // The other one has paid the last unit alone.
                state.money[payer.index()] = self.bank;
                state.money[payer.other().index()] = self.bank - self.unit;
            }
        } else if self.lumps_money() && state.won != [0; 2] {
            state.money = [self.bank; 2];
        }
    }

    fn lumps_money(&self) -> bool {
        let units = self.bank / self.unit;
        let decides_never = self.max_turns == UNLIMITED_TURNS && self.pots % 2 == 1;
        match self.pots {
            1 => units >= UNLIMITED_UNITS_OF_ONE_POT,
            _ => units >= UNLIMITED_UNITS && decides_never,
        }
    }

    fn policies(&self) -> &'static [(&'static str, Policy)] {
        &[("never", Policy::Never), ("stop", Policy::From(0))]
    }

    /// The turns, what was won and paid before the pot on the table, the pot, and the places of a turn.
    fn size(&self) -> Option<f64> {
        let turns = if self.max_turns == UNLIMITED_TURNS { 2.0 } else { f64::from(self.max_turns) };
        let units = if self.lumps_money() { 2.0 } else { 2.0 * (self.bank / self.unit) as f64 + 1.0 };
        let pots = f64::from(self.pots.min(self.max_turns));
        let won = pots * (pots + 1.0) / 2.0;
        let before = if pots > 1.0 && !self.lumps_money() { units } else { 1.0 };
        Some(turns * won * before * units * PLACES)
    }

    fn bank(&self) -> i64 {
        self.bank
    }

    fn table(&self, state: &State) -> i64 {
        state.pot
    }

    fn won(&self, state: &State) -> [i64; 2] {
        state.won.map(i64::from)
    }

    fn begins_round(&self, state: &State) -> bool {
        state.numbers.are_fixed()
    }
}
