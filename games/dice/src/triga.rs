//! Triga (rules: `docs/games/triga.md`).

use std::ops::RangeInclusive;

use torneo_contract::{Field, OptionInfo, Options, Seat, SpecError, Words};

use super::contest::{Contest, ContestInfo, Progress, Thrower, Thrown};
use super::options::usual_and;
use super::places::Places;
use super::pool::Combination;
use super::table::{Rung, Table};

/// The groups of sums that the players may agree on.
const GROUPS: [(&str, RangeInclusive<u8>); 3] = [("low", 3..=6), ("mid", 7..=14), ("high", 15..=18)];

/// A single triple wins the round; without triples, a single sum of the agreed group.
#[derive(Clone, Debug)]
pub struct TrigaContest {
    group: RangeInclusive<u8>,
    /// After a tie only those who tied throw again.
    tied: bool,
}

/// A round in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Who can still win the turn: those who are yet to throw, and those who throw again if the round stays as it is.
    playing: Places,
    /// Who would win the round, or tie for it, by a triple. Two or more without `tied`: everybody, because all
    /// throw again.
    triples: Places,
    /// The same by a sum in the group. Empty when there are triples: they count first.
    group: Places,
}

impl State {
    fn round_of(playing: Places) -> State {
        State { playing, triples: Places::NONE, group: Places::NONE }
    }

    fn candidates(&self) -> Places {
        self.triples.or(self.group)
    }
}

impl TrigaContest {
    /// The candidates when the player at `place` joins them.
    fn join(&self, candidates: Places, place: usize, playing: Places) -> Places {
        let joined = candidates.or(Places::only(place));
        if joined.len() > 1 && !self.tied { playing } else { joined }
    }

    /// Whether the state can be that of a round in which `thrower` is next.
    fn is_possible(&self, state: &State, thrower: Thrower, throws: u32) -> bool {
        let everybody = Places::all(thrower.players);
        let (playing, candidates) = (state.playing, state.candidates());
        let waiting = playing.from(thrower.place);
        let thrown = everybody.len() - everybody.from(thrower.place).len();
        let before = candidates.from(thrower.place).is_empty();
        let one_kind = state.triples.is_empty() || state.group.is_empty();
        let in_order = waiting.contains(thrower.place) && playing.len() > 1 && one_kind;
        in_order
            && match self.tied {
                false => {
                    let fits = before && candidates.len() <= 1 || candidates == everybody && thrown > 1;
                    fits && playing == everybody && thrower.follows(throws)
                }
                true => {
                    let fits = candidates.is_empty() || playing == candidates.or(waiting);
                    let first_round = waiting == everybody.from(thrower.place);
                    let enough = if first_round { thrown } else { thrower.players };
                    fits && before && throws as usize >= enough
                }
            }
    }
}

impl Contest for TrigaContest {
    type State = State;

    const INFO: ContestInfo = ContestInfo {
        id: "triga",
        title: "Triga (Trójki)",
        options: &usual_and::<8>(&[
            OptionInfo::choice("group", &[GROUPS[0].0, GROUPS[1].0, GROUPS[2].0], "high")
                .help("the winning sums: 3 to 6, 7 to 14 or 15 to 18"),
            OptionInfo::choice("repeat", &["all", "tied"], "all").help("who throws again after a tie"),
        ]),
        ..ContestInfo::USUAL
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let group = options.one_of("group", GROUPS.map(|(_, sums)| sums));
        Ok(TrigaContest { group, tied: options.choice("repeat") == "tied" })
    }

    fn begin(&self, players: usize) -> State {
        State::round_of(Places::all(players))
    }

    #[inline(always)]
    fn throw(&self, state: &mut State, thrower: Thrower, throw: &Combination) -> Progress {
        if throw.is_triple() {
            state.triples = self.join(state.triples, thrower.place, state.playing);
            state.group = Places::NONE;
        } else if state.triples.is_empty() && self.group.contains(&throw.sum) {
            state.group = self.join(state.group, thrower.place, state.playing);
        }
        let (waiting, candidates) = (state.playing.after(thrower.place), state.candidates());
        if self.tied && !candidates.is_empty() {
            state.playing = candidates.or(waiting);
        }
        if !waiting.is_empty() {
            return Progress::Next(waiting.lowest());
        }
        if candidates.len() == 1 {
            return Progress::Won(candidates.lowest());
        }
        *state = State::round_of(state.playing);
        Progress::Next(state.playing.lowest())
    }

    fn state_text(&self, state: &State, _players: usize) -> String {
        format!("{}:{}/{}", state.playing, state.triples, state.group)
    }

    fn list_fields(&self, state: &State, order: &[Seat], fields: &mut Vec<Field>) {
        for (place, &seat) in order.iter().enumerate() {
            fields.push(Field::flag("can_win", state.playing.contains(place)).of(seat));
            fields.push(Field::flag("wins_by_triple", state.triples.contains(place)).of(seat));
            fields.push(Field::flag("wins_by_group", state.group.contains(place)).of(seat));
        }
    }

    fn tell(&self, thrown: &Thrown<'_, State>) -> Words {
        let (sum, face) = (thrown.sum(), thrown.throw.faces[0]);
        let group = format!("{} to {}", self.group.start(), self.group.end());
        let words = Words::from(match self.group.contains(&sum) {
            _ if thrown.throw.is_triple() => format!("a triple of {face}"),
            true => format!("{sum} is of the group {group}"),
            false => format!("{sum} is neither a triple nor of the group {group}"),
        });
        let is_last = thrown.before.playing.after(thrown.thrower.place).is_empty();
        match is_last && thrown.goes_on() {
            true => words.text("; ").does(thrown.seats(thrown.after.playing), "throw").text(" again"),
            false => words,
        }
    }

    fn why(&self, thrown: &Thrown<'_, State>) -> Words {
        let only = match thrown.after.triples.is_empty() {
            true => format!(" sum of {} to {}", self.group.start(), self.group.end()),
            false => " triple".to_owned(),
        };
        Words::from(format!("the only{only} of the round"))
    }

    fn parse_state(&self, text: &str, thrower: Thrower, throws: u32) -> Option<State> {
        let [playing, triples, group] = Places::parse_three(text, thrower.players)?;
        let state = State { playing, triples, group };
        self.is_possible(&state, thrower, throws).then_some(state)
    }

    fn lay(&self, state: &State, order: &[Seat], table: &mut Table) {
        table.rungs(order, |place| match () {
            () if !state.playing.contains(place) => Rung::Out,
            () if state.candidates().contains(place) => Rung::Leads,
            () => Rung::Waits,
        });
        for die in 0..3 {
            table.die(die, (-3.8 + 0.8 * die as f32, 2.2), 5);
        }
        table.card(3, (-3.8, 3.4), self.group.start());
        table.card(4, (-3.0, 3.4), self.group.end());
    }

    fn needed(&self, state: &State, _thrower: Thrower, _order: &[Seat]) -> Option<String> {
        let sums = format!("{} to {}", self.group.start(), self.group.end());
        Some(match (state.triples.is_empty(), state.group.is_empty()) {
            (true, true) => format!("a triple wins, or else a sum of {sums}"),
            (true, false) => format!("a triple beats, a sum of {sums} ties"),
            (false, _) => "only a triple ties".to_owned(),
        })
    }

    fn describe(&self, state: &State, place: usize) -> String {
        let word = if !state.playing.contains(place) {
            "out"
        } else if state.triples.contains(place) {
            "a triple"
        } else if state.group.contains(place) {
            "a sum of the group"
        } else {
            "still in"
        };
        word.to_owned()
    }

    fn begins_round(&self, state: &State, thrower: Thrower) -> bool {
        thrower.place == state.playing.lowest()
    }
}
