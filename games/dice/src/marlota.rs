//! Marlota (rules: `docs/games/marlota.md`).

use torneo_contract::{Field, MAX_SEATS, Options, Seat, SpecError, Words};

use super::contest::{Contest, ContestInfo, Progress, Thrower, Thrown};
use super::fields::list;
use super::name;
use super::numbers::{exchange_complements, is_point, parse_numbers};
use super::phrases::{becomes_number, fixes_nothing, is_no_number, is_number};
use super::pool::Combination;
use super::table::{POINTS, Table, listed};

/// Every player is assigned a number by throws; he wins whose number is thrown first.
#[derive(Clone, Copy, Debug)]
pub struct MarlotaContest;

/// The numbers by place in the turn's order, all different; 0 before it is assigned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    numbers: [u8; MAX_SEATS],
}

impl Contest for MarlotaContest {
    type State = State;

    const INFO: ContestInfo = ContestInfo { id: "marlota", title: "Marlota", ..ContestInfo::USUAL };

    fn new(_options: &Options) -> Result<Self, SpecError> {
        Ok(MarlotaContest)
    }

    fn begin(&self, _players: usize) -> State {
        State { numbers: [0; MAX_SEATS] }
    }

    #[inline(always)]
    fn throw(&self, state: &mut State, thrower: Thrower, throw: &Combination) -> Progress {
        let numbers = &mut state.numbers[..thrower.players];
        let owner = numbers.iter().position(|&number| number == throw.sum);
        // The last place gets its number first, the assigner's comes last.
        if numbers[0] == 0 {
            if is_point(throw.sum) && owner.is_none() {
                let last = numbers.iter().rposition(|&number| number == 0).unwrap_or(0);
                numbers[last] = throw.sum;
            }
            return Progress::Next(0);
        }
        match owner {
            Some(owner) => Progress::Won(owner),
            None => Progress::Next(thrower.next()),
        }
    }

    fn state_text(&self, state: &State, players: usize) -> String {
        list(&state.numbers[..players])
    }

    fn list_fields(&self, state: &State, order: &[Seat], fields: &mut Vec<Field>) {
        for (&seat, number) in order.iter().zip(state.numbers) {
            fields.push(Field::number("number", number, 18).of(seat));
        }
    }

    fn tell(&self, thrown: &Thrown<'_, State>) -> Words {
        let (sum, players) = (thrown.sum(), thrown.thrower.players);
        let (before, after) = (&thrown.before.numbers[..players], &thrown.after.numbers[..players]);
        let owner = before.iter().position(|&number| number == thrown.sum());
        let assigned = (0..players).find(|&place| before[place] != after[place]);
        match (assigned, owner) {
            (Some(place), _) => becomes_number(sum, thrown.seat(place)),
            (None, Some(owner)) if thrown.goes_on() => fixes_nothing(sum, Some(thrown.seat(owner))),
            (None, Some(owner)) => is_number(sum, thrown.seat(owner)),
            (None, None) if before[0] == 0 => fixes_nothing(sum, None),
            (None, None) => is_no_number(sum),
        }
    }

    fn parse_state(&self, text: &str, thrower: Thrower, throws: u32) -> Option<State> {
        let numbers = parse_numbers(text, thrower.players)?;
        let missing = numbers.iter().take_while(|&&number| number == 0).count().min(thrower.players);
        let assigned = &numbers[missing..thrower.players];
        let distinct = assigned.iter().enumerate().all(|(i, n)| *n > 0 && !assigned[..i].contains(n));
        // Place 0 throws until all numbers are assigned; then throwing goes round from place 0.
        let in_order = missing == 0 || thrower.place == 0;
        let enough = throws as usize >= assigned.len() + thrower.place;
        (distinct && in_order && enough).then_some(State { numbers })
    }

    fn lay(&self, state: &State, order: &[Seat], table: &mut Table) {
        table.sums(POINTS, |_| false, order.iter().copied().zip(state.numbers));
    }

    fn needed(&self, state: &State, thrower: Thrower, order: &[Seat]) -> Option<String> {
        let next = state.numbers[..thrower.players].iter().rposition(|&number| number == 0)?;
        let free = (7..=14).filter(|sum| !state.numbers.contains(sum));
        Some(format!("{} is the number of {}", listed(free), name(order[next])))
    }

    fn describe(&self, state: &State, place: usize) -> String {
        match state.numbers[place] {
            0 => "no number yet".to_owned(),
            number => format!("number {number}"),
        }
    }

    /// Names sums of the same weight by who holds them first. Sums `s` and `21 - s` come with the same probability
    /// (turn every die over) and the rules compare sums with each other only, so exchanging two such points among
    /// the numbers exchanges two throws of equal weight and changes the future of no place. Doing so wherever
    /// the higher of the two is held first leaves a state with the same future.
    fn lump(&self, state: &mut State) {
        exchange_complements(&mut state.numbers);
    }

    /// Throws that assign numbers belong to no round.
    fn begins_round(&self, state: &State, thrower: Thrower) -> bool {
        state.numbers[0] > 0 && thrower.place == 0
    }
}
