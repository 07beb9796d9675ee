//! As many on one as on two (rules: `docs/games/as-many-on-one-as-on-two.md`).

use torneo_contract::{Field, OptionInfo, Options, Seat, SpecError, Words};

use super::contest::{Contest, ContestInfo, Progress, Thrower, Thrown};
use super::options::usual_and;
use super::places::Places;
use super::pool::{Combination, Pool};
use super::table::{Rung, Table};

/// Who has a last attempt to tie after the first success of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LastThrow {
    /// Those who have not attempted in this round.
    Round,
    /// Every other active player, whether he has attempted or not.
    All,
    /// Nobody: the first success wins.
    None,
}

/// An attempt succeeds when one die shows the sum of two others. The first success wins unless others tie it.
#[derive(Clone, Copy, Debug)]
pub struct AsManyContest {
    last_throw: LastThrow,
}

/// Whether one die shows the sum of two others.
#[inline]
fn is_success(throw: &Combination) -> bool {
    throw.faces[0] == throw.faces[1] + throw.faces[2]
}

/// A round in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Who can still win the turn: after a success, those who succeeded and those who may still tie.
    active: Places,
    /// Who has succeeded in this round.
    succeeded: Places,
    /// Who has an attempt left in this round.
    waiting: Places,
}

impl State {
    fn round_of(active: Places) -> State {
        State { active, succeeded: Places::NONE, waiting: active }
    }

    /// Whether the active players attempt in order: those who wait first, going round from `place`, then the others.
    fn is_in_order(&self, place: usize) -> bool {
        let later = self.active.from(place);
        let going_round = later.iter().chain(self.active.iter().filter(|&earlier| earlier < place));
        let mut attempted = going_round.skip_while(|&place| self.waiting.contains(place));
        self.waiting.contains(place) && attempted.all(|place| !self.waiting.contains(place))
    }
}

impl AsManyContest {
    /// Whether the state can be that of a round in which `thrower` is next.
    fn is_possible(&self, state: &State, thrower: Thrower, throws: u32) -> bool {
        let everybody = Places::all(thrower.players);
        let attempts = throws as usize / 2;
        let waiting_in_order = state.waiting == state.active.from(thrower.place);
        let fits = match (state.succeeded.is_empty(), self.last_throw) {
            (true, LastThrow::None) => waiting_in_order && state.active == everybody,
            (true, _) => waiting_in_order && (state.active == everybody || attempts >= thrower.players),
            (false, LastThrow::None) => false,
            (false, last_throw) => {
                state.active == state.succeeded.or(state.waiting)
                    && state.succeeded.and(state.waiting).is_empty()
                    && (last_throw == LastThrow::All || waiting_in_order)
            }
        };
        let first_round = self.last_throw != LastThrow::All && attempts < thrower.players;
        let enough = if first_round { attempts == thrower.place } else { attempts >= state.succeeded.len() };
        fits && enough && state.active.len() > 1 && state.is_in_order(thrower.place)
    }
}

impl Contest for AsManyContest {
    type State = State;

    const INFO: ContestInfo = ContestInfo {
        id: "as-many-on-one-as-on-two",
        title: "As many on one as on two",
        for_two: false,
        throws: 2,
        options: &usual_and::<7>(&[OptionInfo::choice("last_throw", &["round", "all", "none"], "round")
            .help("who may still tie the first success: those to come in the round, all others, or nobody")]),
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let meanings = [LastThrow::Round, LastThrow::All, LastThrow::None];
        let last_throw = options.one_of("last_throw", meanings);
        Ok(AsManyContest { last_throw })
    }

    fn pools(&self) -> Vec<Pool> {
        vec![Pool::new(3), Pool::one_then_two()]
    }

    #[inline]
    fn pool(&self, _state: &State) -> usize {
        1
    }

    fn begin(&self, players: usize) -> State {
        State::round_of(Places::all(players))
    }

    #[inline(always)]
    fn throw(&self, state: &mut State, thrower: Thrower, throw: &Combination) -> Progress {
        let place = thrower.place;
        state.waiting = state.waiting.without(place);
        if is_success(throw) {
            match (state.succeeded.is_empty(), self.last_throw) {
                (_, LastThrow::None) => return Progress::Won(place),
                (true, LastThrow::Round) => state.active = state.waiting.or(Places::only(place)),
                (true, LastThrow::All) => state.waiting = state.active.without(place),
                (false, _) => {}
            }
            state.succeeded = state.succeeded.or(Places::only(place));
        } else if !state.succeeded.is_empty() {
            state.active = state.active.without(place);
        }
        if !state.waiting.is_empty() {
            return Progress::Next(state.waiting.next_after(place));
        }
        if state.active.len() == 1 {
            return Progress::Won(state.active.lowest());
        }
        *state = State::round_of(state.active);
        Progress::Next(state.active.lowest())
    }

    fn state_text(&self, state: &State, _players: usize) -> String {
        format!("{}:{}/{}", state.active, state.succeeded, state.waiting)
    }

    fn list_fields(&self, state: &State, order: &[Seat], fields: &mut Vec<Field>) {
        for (place, &seat) in order.iter().enumerate() {
            fields.push(Field::flag("can_win", state.active.contains(place)).of(seat));
            fields.push(Field::flag("has_succeeded", state.succeeded.contains(place)).of(seat));
            fields.push(Field::flag("has_attempt_left", state.waiting.contains(place)).of(seat));
        }
    }

    fn tell(&self, thrown: &Thrown<'_, State>) -> Words {
        let (faces, success) = (&thrown.throw.faces, is_success(thrown.throw));
        let is = if success { "is" } else { "is not" };
        let words = Words::from(format!("{} {is} the sum of {} and {}", faces[0], faces[1], faces[2]));
        let (before, after) = (thrown.before, thrown.after);
        match thrown.progress {
            Progress::Next(_) if success && before.succeeded.is_empty() => {
                words.text("; ").name(thrown.seats(after.waiting)).text(" may still tie")
            }
            Progress::Next(_) if !before.succeeded.is_empty() && after.succeeded.is_empty() => {
                words.text("; ").does(thrown.seats(after.active), "tie").text(" and go on")
            }
            _ => words,
        }
    }

    /// The winner's success may have come before the last attempt.
    fn why(&self, thrown: &Thrown<'_, State>) -> Words {
        match thrown.progress {
            Progress::Won(place) if place != thrown.thrower.place => {
                Words::new().text("only ").whose(thrown.seat(place)).text(" one die showed the sum of two")
            }
            _ => "one die shows the sum of two".into(),
        }
    }

    fn parse_state(&self, text: &str, thrower: Thrower, throws: u32) -> Option<State> {
        let [active, succeeded, waiting] = Places::parse_three(text, thrower.players)?;
        let state = State { active, succeeded, waiting };
        self.is_possible(&state, thrower, throws).then_some(state)
    }

    fn lay(&self, state: &State, order: &[Seat], table: &mut Table) {
        table.rungs(order, |place| match () {
            () if !state.active.contains(place) => Rung::Out,
            () if state.succeeded.contains(place) => Rung::Leads,
            () if state.waiting.contains(place) => Rung::Waits,
            () => Rung::Thrown,
        });
        table.die(0, (-3.8, 2.6), 5);
        table.card(1, (-3.0, 2.6), "=");
        table.die(2, (-3.8, 3.6), 4);
        table.card(3, (-3.0, 3.6), "+");
        table.die(4, (-2.2, 3.6), 1);
    }

    fn needed(&self, state: &State, _thrower: Thrower, _order: &[Seat]) -> Option<String> {
        let what = if state.succeeded.is_empty() { "succeeds" } else { "ties" };
        Some(format!("a die that shows as many as two others together {what}"))
    }

    fn describe(&self, state: &State, place: usize) -> String {
        let word = if !state.active.contains(place) {
            "out"
        } else if state.succeeded.contains(place) {
            "has succeeded"
        } else if state.waiting.contains(place) {
            "yet to attempt"
        } else {
            "failed in this round"
        };
        word.to_owned()
    }

    fn begins_round(&self, state: &State, _thrower: Thrower) -> bool {
        state.succeeded.is_empty() && state.waiting == state.active
    }
}
