//! Guirguiesca (rules: `docs/games/guirguiesca.md`).

use std::ops::RangeInclusive;

use torneo_board::text::parse_number;
use torneo_contract::{Field, Options, Seat, SpecError, Words};

use super::contest::{Contest, ContestInfo, Progress, Thrower, Thrown};
use super::fields::list;
use super::name;
use super::options::{BATTLE_ONCE, MAX_THROWS, STAKE, TURNS};
use super::phrases::{becomes_number, is_hazard, is_no_number, is_number};
use super::pool::{Combination, Pool};
use super::table::{TWO_DICE, Table, listed};

/// Sums of two dice that become numbers; the others are this game's hazards.
const POINTS: RangeInclusive<u8> = 4..=10;
const THROWER: usize = 0;
const OPPONENT: usize = 1;

/// One player throws for the opponent's number, for his own, and then for his own before the opponent's.
#[derive(Clone, Copy, Debug)]
pub struct GuirguiescaContest;

/// The numbers; 0 before they are fixed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    opponent: u8,
    own: u8,
}

impl Contest for GuirguiescaContest {
    type State = State;

    const INFO: ContestInfo = ContestInfo {
        id: "guirguiesca",
        title: "Guirguiesca",
        for_two: true,
        throws: 1,
        options: &[TURNS, STAKE, MAX_THROWS, BATTLE_ONCE],
    };

    fn new(_options: &Options) -> Result<Self, SpecError> {
        Ok(GuirguiescaContest)
    }

    fn pools(&self) -> Vec<Pool> {
        vec![Pool::new(2)]
    }

    fn begin(&self, _players: usize) -> State {
        State { opponent: 0, own: 0 }
    }

    #[inline(always)]
    fn throw(&self, state: &mut State, _thrower: Thrower, throw: &Combination) -> Progress {
        let sum = throw.sum;
        if !POINTS.contains(&sum) || sum == state.opponent {
            return Progress::Won(OPPONENT);
        }
        if sum == state.own {
            return Progress::Won(THROWER);
        }
        if state.opponent == 0 {
            state.opponent = sum;
        } else if state.own == 0 {
            state.own = sum;
        }
        Progress::Next(THROWER)
    }

    fn state_text(&self, state: &State, _players: usize) -> String {
        list([state.opponent, state.own])
    }

    fn list_fields(&self, state: &State, order: &[Seat], fields: &mut Vec<Field>) {
        for (&seat, number) in order.iter().zip([state.own, state.opponent]) {
            fields.push(Field::number("number", number, 18).of(seat));
        }
    }

    fn tell(&self, thrown: &Thrown<'_, State>) -> Words {
        let (before, after, sum) = (thrown.before, thrown.after, thrown.sum());
        match thrown.progress {
            Progress::Won(OPPONENT) if sum != before.opponent => is_hazard(sum),
            Progress::Won(owner) => is_number(sum, thrown.seat(owner)),
            _ if before.opponent != after.opponent => becomes_number(sum, thrown.seat(OPPONENT)),
            _ if before.own != after.own => becomes_number(sum, thrown.seat(THROWER)),
            _ => is_no_number(sum),
        }
    }

    fn parse_state(&self, text: &str, thrower: Thrower, throws: u32) -> Option<State> {
        let (opponent, own) = text.split_once(',')?;
        let read = |text| parse_number(text).filter(|number| *number == 0 || POINTS.contains(number));
        let state = State { opponent: read(opponent)?, own: read(own)? };
        // The first throw fixes one number, the second the other.
        let fixed = (state.opponent > 0) == (throws > 0) && (state.own > 0) == (throws > 1);
        let differ = state.opponent != state.own || throws == 0;
        (fixed && differ && thrower.place == THROWER).then_some(state)
    }

    fn lay(&self, state: &State, order: &[Seat], table: &mut Table) {
        let numbers = order.iter().copied().zip([state.own, state.opponent]);
        table.sums(TWO_DICE, |sum| !POINTS.contains(&sum), numbers);
    }

    fn needed(&self, state: &State, _thrower: Thrower, order: &[Seat]) -> Option<String> {
        let free = POINTS.filter(|&sum| sum != state.opponent);
        let next = if state.opponent == 0 { OPPONENT } else { THROWER };
        (state.own == 0).then(|| format!("{} is the number of {}", listed(free), name(order[next])))
    }

    fn describe(&self, state: &State, place: usize) -> String {
        match if place == THROWER { state.own } else { state.opponent } {
            0 => "no number yet".to_owned(),
            number => format!("number {number}"),
        }
    }
}
