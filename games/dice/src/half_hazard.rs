//! Half-hazard (rules: `docs/games/half-hazard.md`).

use torneo_contract::{
    End, Field, GameInfo, OptionInfo, Options, Outcome, PositionError, Seat, SpecError, TurnKinds, Words,
    how_it_ended, reason,
};

use torneo_exact::Policy;

use super::duel::{Duel, MOST_AMOUNT, Moment, Step, Thrown, by_amounts, compared, evaluate_money};
use super::fields::Fields;
use super::numbers::{Numbers, is_point};
use super::options::{BATTLE_ONCE, MAX_THROWS, MOST_MONEY, TURNS};
use super::phrases::{is_hazard, is_no_number, is_number};
use super::pool::Combination;
use super::table::{THREE_DICE, Table};

/// The thrower collects winnings from the pot by hazards, until he stops, takes all, or loses them.
#[derive(Clone, Debug)]
pub struct HalfHazardDuel {
    turns: u32,
    pot: i64,
    unit: i64,
    bank: i64,
}

/// The money and the throws of this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// What each seat owns; what is paid in is on the table.
    pub(super) money: [i64; 2],
    /// The stakes of this turn and what was left of earlier ones; 0 when the game is over.
    pub(super) pot: i64,
    /// The opponent's number and the thrower's.
    pub(super) numbers: Numbers,
    /// What the thrower takes if he stops.
    pub(super) winnings: i64,
    /// Whether the next hazard pays one unit instead of three: the thrower's number has not come since the last.
    pub(super) streak: bool,
}

impl HalfHazardDuel {
    /// The thrower takes an amount from the pot; the rest is left over.
    fn take(state: &mut State, thrower: Seat, amount: i64) -> Step {
        state.money[thrower.index()] += amount;
        state.pot -= amount;
        Step::NextTurn
    }

    fn hazard(&self, state: &mut State, thrower: Seat) -> Step {
        let units = if state.streak { 1 } else { 3 };
        state.winnings = state.pot.min(state.winnings + units * self.unit);
        state.streak = true;
        match state.winnings == state.pot {
            true => HalfHazardDuel::take(state, thrower, state.pot),
            false => Step::Decide,
        }
    }
}

impl Duel for HalfHazardDuel {
    type State = State;

    const ENDS: &'static [End] = &[(reason::WON, "on money"), (reason::DRAWN, "both have the same money")];

    const INFO: GameInfo = GameInfo {
        id: "half-hazard",
        title: "Half-hazard (Medio azar)",
        family: "dice",
        turns: TurnKinds::WITH_CHANCE,
        options: &[
            OptionInfo { default: "2", help: "turns in a game; more money wins", ..TURNS },
            OptionInfo::int("pot", 2..=MOST_MONEY, "20")
                .help("what the players pay in together at the start of a turn; a multiple of unit"),
            OptionInfo::int("unit", 2..=MOST_MONEY, "2").help("what a further hazard wins; an even number"),
            OptionInfo::int("bank", 1..=MOST_MONEY, "100").help("money of each player at the start"),
            OptionInfo { help: "throws after which the thrower has to stop", ..MAX_THROWS },
            BATTLE_ONCE,
        ],
        ..GameInfo::TWO_SEATS
    };

    const FIELDS: &'static [&'static str] = &["numbers", "winnings", "streak", "pot"];

    fn new(options: &Options) -> Result<Self, SpecError> {
        let (pot, unit, bank) = (options.int("pot"), options.int("unit"), options.int("bank"));
        let message = format_args!("{unit} is odd; both players pay half of the pot");
        options.refuse_if(unit % 2 != 0, "unit", message)?;
        let message = format_args!("{pot} is not a multiple of unit, {unit}");
        options.refuse_if(pot % unit != 0, "pot", message)?;
        Ok(HalfHazardDuel { turns: options.u32("turns"), pot, unit, bank })
    }

    fn max_turns(&self) -> u32 {
        self.turns
    }

    fn begin(&self) -> State {
        let numbers = Numbers::default();
        State { money: [self.bank; 2], pot: 0, numbers, winnings: 0, streak: false }
    }

    fn begin_turn(&self, state: &mut State, turn: u32, _thrower: Seat) {
        (state.numbers, state.winnings, state.streak) = (Numbers::default(), 0, false);
        if turn < self.turns && state.money.iter().all(|&money| money >= self.pot / 2) {
            state.money = state.money.map(|money| money - self.pot / 2);
            state.pot += self.pot;
        } else {
            state.money = state.money.map(|money| money + state.pot / 2);
            state.pot = 0;
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
            self.hazard(state, thrower)
        } else if throw.sum == state.numbers.first {
            HalfHazardDuel::take(state, thrower, state.pot)
        } else if throw.sum == state.numbers.second {
            state.streak = false;
            Step::Decide
        } else {
            HalfHazardDuel::take(state, thrower, 0)
        }
    }

    /// He takes what he has won so far.
    fn stop(&self, state: &mut State, thrower: Seat) {
        HalfHazardDuel::take(state, thrower, state.winnings);
    }

    fn tell(&self, thrown: &Thrown<'_, State>) -> Words {
        let (before, after, thrower) = (&thrown.before, &thrown.after, thrown.first);
        let sum = thrown.sum();
        if !before.numbers.are_fixed() {
            return before.numbers.tell(thrown, &after.numbers);
        }
        let takes_all = |words: Words| {
            words.text(": ").does(thrower, "take").text(format!(" the whole pot of {}", before.pot))
        };
        match thrown.step {
            Step::NextTurn if !is_point(sum) => takes_all(is_hazard(sum)),
            Step::NextTurn if sum == before.numbers.first => takes_all(is_number(sum, thrower.other())),
            Step::NextTurn if before.winnings == 0 => {
                is_no_number(sum).text(": the turn ends with nothing won")
            }
            Step::NextTurn => is_no_number(sum).text(format!(": the {} won are lost", before.winnings)),
            _ if is_point(sum) => {
                is_number(sum, thrower).text(format!(": the next hazard wins {}", 3 * self.unit))
            }
            _ => is_hazard(sum).text(format!(
                " and wins {}: {} won so far",
                after.winnings - before.winnings,
                after.winnings
            )),
        }
    }

    fn tell_stop(&self, state: &State, thrower: Seat) -> Words {
        let what = if state.winnings == 0 { "nothing".to_owned() } else { state.winnings.to_string() };
        Words::new().does(thrower, "stop").text(format!(" with {what} won"))
    }

    fn why(&self, state: &State, outcome: &Outcome, _thrown: Option<&Thrown<'_, State>>) -> Words {
        match outcome.reason {
            reason::WON => format!("on money, {}", compared(state.money, outcome)).into(),
            _ => how_it_ended(Self::ENDS, outcome),
        }
    }

    fn values(&self, state: &State) -> Vec<String> {
        let streak = i64::from(state.streak);
        vec![state.numbers.text(), state.winnings.to_string(), streak.to_string(), state.pot.to_string()]
    }

    fn list_fields(&self, state: &State, fields: &mut Vec<Field>) {
        state.numbers.list_fields(["number_of_opponent", "number_of_thrower"], fields);
        fields.push(Field::number("winnings", state.winnings, MOST_MONEY).from(-MOST_AMOUNT));
        fields.push(Field::flag("streak", state.streak));
        fields.push(Field::number("pot", state.pot, MOST_AMOUNT));
    }

    fn read(&self, fields: &Fields, moment: Moment) -> Result<State, PositionError> {
        let numbers = Numbers::read(fields, moment)?;
        let all = 2 * self.bank;
        let money = fields.numbers("money", 0..=all)?;
        let pot = fields.number("pot", 0..=all)?;
        // At most everything paid in so far; who could not pay had less than half a pot before the rest was split.
        let paid = (i64::from(moment.turn) + 1) * self.pot;
        let in_play = moment.turn < self.turns && (self.pot..=paid).contains(&pot) && pot % self.unit == 0;
        let over = pot == 0 && (moment.turn == self.turns || money[0].min(money[1]) < paid / 2);
        let expected = "the stakes of the turn and what was left of earlier ones, or 0 when the game is over";
        fields.check(in_play || over, "pot", expected)?;
        fields.check(
            money[0] + money[1] + pot == all,
            "money",
            "money that adds up to both banks with the pot",
        )?;
        fields.check(moment.turn > 0 || money[0] == money[1], "money", "equal money in the first turn")?;

        let won = numbers.are_fixed() && moment.throws > 2;
        let winnings = fields.number("winnings", 0..=if won { pot - self.unit } else { 0 })?;
        fields.check(winnings % self.unit == 0, "winnings", "whole units")?;
        // The first hazard of a turn pays three units.
        fields.check(winnings == 0 || winnings >= 3 * self.unit, "winnings", "0, or three units or more")?;
        let streak = fields.number("streak", 0..=i64::from(winnings > 0))? == 1;
        Ok(State { money, pot, numbers, winnings, streak })
    }

    fn outcome(&self, state: &State, _turn: u32) -> Outcome {
        by_amounts(state.money, reason::WON, state.money.map(|money| money - self.bank))
    }

    /// The difference in money with the winnings in the thrower's hand, 100 for a unit.
    #[inline]
    fn evaluate(&self, state: &State, thrower: Seat, seat: Seat) -> Option<i32> {
        let mut money = state.money;
        money[thrower.index()] += state.winnings;
        Some(evaluate_money(money, seat, 100, self.unit))
    }

    fn describe(&self, state: &State, thrower: Seat, seat: Seat) -> String {
        Numbers::describe(if seat == thrower { state.numbers.second } else { state.numbers.first })
    }

    fn lay(&self, state: &State, thrower: Seat, table: &mut Table) {
        let numbers = [(thrower.other(), state.numbers.first), (thrower, state.numbers.second)];
        table.sums(THREE_DICE, |sum| !is_point(sum), numbers);
        table.money("winnings", 0, (-3.4, 0.0), state.winnings);
        table.money("pot", 1, (3.4, 0.0), state.pot);
    }

    fn needed(&self, state: &State, thrower: Seat) -> String {
        let Numbers { first, second } = state.numbers;
        if !state.numbers.are_fixed() {
            return state.numbers.needed([thrower.other(), thrower], true);
        }
        let win = self.unit * if state.streak { 1 } else { 3 };
        format!(
            "3 to 6 or 15 to 18 wins {}, {first} takes the pot of {}, {second} wins nothing, another sum loses all",
            win.min(state.pot - state.winnings),
            state.pot,
        )
    }

    fn choices(&self, state: &State) -> [String; 2] {
        let stop = if state.winnings == 0 {
            "Stop with nothing".to_owned()
        } else {
            format!("Stop and take {}", state.winnings)
        };
        ["Throw again".to_owned(), stop]
    }

    fn money(&self, state: &State) -> [i64; 2] {
        state.money
    }

    /// The rules compare sums with the two numbers and with the hazards only.
    fn lump(&self, _turn: &mut u32, state: &mut State) {
        state.numbers.exchange_complements();
    }

    fn bank(&self) -> i64 {
        self.bank
    }

    fn table(&self, state: &State) -> i64 {
        state.pot
    }

    fn begins_round(&self, state: &State) -> bool {
        state.numbers.are_fixed()
    }

    fn gain(&self, state: &State) -> i64 {
        state.winnings / self.unit
    }

    fn policies(&self) -> &'static [(&'static str, Policy)] {
        &[("cautious", Policy::From(1)), ("bold", Policy::Never)]
    }
}
