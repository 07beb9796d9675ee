//! Hazard (rules: `docs/games/hazard.md`).

use torneo_contract::{Field, MAX_SEATS, Options, Seat, SpecError, Words};

use super::contest::{Contest, ContestInfo, Progress, Thrower, Thrown};
use super::fields::list;
use super::numbers::{exchange_complements, is_point, parse_numbers};
use super::phrases::{becomes_number, is_hazard, is_no_number, is_number};
use super::places::Places;
use super::pool::Combination;
use super::table::{THREE_DICE, Table};

/// The chances of the players: three dice, sums 3..6 and 15..18 win at once in round 1, other sums stay with their
/// thrower as the re-hazard.
#[derive(Clone, Copy, Debug)]
pub struct HazardContest;

/// Re-hazards by place in the turn's order; 0 before the player has thrown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    rehazards: [u8; MAX_SEATS],
}

impl Contest for HazardContest {
    type State = State;

    const INFO: ContestInfo = ContestInfo { id: "hazard", title: "Hazard (Azar)", ..ContestInfo::USUAL };

    fn new(_options: &Options) -> Result<Self, SpecError> {
        Ok(HazardContest)
    }

    fn begin(&self, _players: usize) -> State {
        State { rehazards: [0; MAX_SEATS] }
    }

    #[inline(always)]
    fn throw(&self, state: &mut State, thrower: Thrower, throw: &Combination) -> Progress {
        let (place, sum) = (thrower.place, throw.sum);
        if !is_point(sum) {
            return Progress::Won(place);
        }
        if state.rehazards[place] == 0 {
            state.rehazards[place] = sum;
            return Progress::Next(thrower.next());
        }
        if state.rehazards[place] == sum {
            return Progress::Won(place);
        }
        let mut holders = (0..thrower.players).filter(|&holder| state.rehazards[holder] == sum);
        match (holders.next(), holders.next()) {
            (Some(holder), None) => Progress::Won(holder),
            _ => Progress::Next(thrower.next()),
        }
    }

    fn state_text(&self, state: &State, players: usize) -> String {
        list(&state.rehazards[..players])
    }

    fn list_fields(&self, state: &State, order: &[Seat], fields: &mut Vec<Field>) {
        for (&seat, number) in order.iter().zip(state.rehazards) {
            fields.push(Field::number("rehazard", number, 18).of(seat));
        }
    }

    fn tell(&self, thrown: &Thrown<'_, State>) -> Words {
        let (place, numbers) = (thrown.thrower.place, &thrown.before.rehazards[..thrown.thrower.players]);
        let holders: Places = (0..numbers.len()).filter(|&holder| numbers[holder] == thrown.sum()).collect();
        match thrown.progress {
            Progress::Won(_) if !is_point(thrown.sum()) => is_hazard(thrown.sum()),
            Progress::Won(winner) => is_number(thrown.sum(), thrown.seat(winner)),
            _ if numbers[place] == 0 => becomes_number(thrown.sum(), thrown.seat(place)),
            _ if holders.is_empty() => is_no_number(thrown.sum()),
            _ => Words::from(format!("{} is the number of ", thrown.sum())).name(thrown.seats(holders)),
        }
    }

    fn parse_state(&self, text: &str, thrower: Thrower, throws: u32) -> Option<State> {
        let rehazards = parse_numbers(text, thrower.players)?;
        // In round 1 exactly the places before the thrower have a re-hazard, later all have.
        let have = thrower.players.min(throws as usize);
        let in_order = (0..thrower.players).all(|place| (rehazards[place] > 0) == (place < have));
        (in_order && thrower.follows(throws)).then_some(State { rehazards })
    }

    fn lay(&self, state: &State, order: &[Seat], table: &mut Table) {
        table.sums(THREE_DICE, |sum| !is_point(sum), order.iter().copied().zip(state.rehazards));
    }

    fn describe(&self, state: &State, place: usize) -> String {
        match state.rehazards[place] {
            0 => "no re-hazard yet".to_owned(),
            number => format!("re-hazard {number}"),
        }
    }

    /// Names sums of the same weight by who holds them first. Sums `s` and `21 - s` come with the same probability
    /// (turn every die over) and the rules compare sums with each other only, so exchanging two such points among
    /// the rehazards exchanges two throws of equal weight and changes the future of no place. Doing so wherever
    /// the higher of the two is held first leaves a state with the same future.
    fn lump(&self, state: &mut State) {
        exchange_complements(&mut state.rehazards);
    }
}
