//! Riffa (rules: `docs/games/riffa.md`).

use torneo_board::text::parse_number;
use torneo_contract::{Field, Options, Seat, SpecError, Words};

use super::best::{Best, Ties};
use super::contest::{Contest, ContestInfo, Progress, Thrower, Thrown};
use super::pool::{Combination, Pool};
use super::table::Table;

/// What the best score is called.
const BEST: &str = "the highest score";

/// Every player throws three dice for a pair, then the third die again; the highest score wins.
#[derive(Clone, Copy, Debug)]
pub struct RiffaContest;

/// The round, and the face of the pair that the thrower keeps; 0 before he has one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    round: Best,
    pair: u8,
}

impl State {
    /// The pair that the thrower keeps with a new die.
    #[inline]
    fn score(&self, die: &Combination) -> u8 {
        2 * self.pair + die.sum
    }
}

impl Contest for RiffaContest {
    type State = State;

    const INFO: ContestInfo = ContestInfo { id: "riffa", title: "Riffa", ..ContestInfo::USUAL };

    fn new(_options: &Options) -> Result<Self, SpecError> {
        Ok(RiffaContest)
    }

    fn pools(&self) -> Vec<Pool> {
        vec![Pool::new(3), Pool::one_again()]
    }

    #[inline]
    fn pool(&self, state: &State) -> usize {
        usize::from(state.pair > 0)
    }

    fn begin(&self, players: usize) -> State {
        State { round: Best::begin(players), pair: 0 }
    }

    #[inline(always)]
    fn throw(&self, state: &mut State, thrower: Thrower, throw: &Combination) -> Progress {
        if state.pair == 0 {
            state.pair = throw.pair().unwrap_or(0);
            return Progress::Next(thrower.place);
        }
        let score = state.score(throw);
        state.pair = 0;
        state.round.score(thrower.place, score, Ties::Rethrow)
    }

    fn state_text(&self, state: &State, _players: usize) -> String {
        let round = state.round.text(|score| score);
        if state.pair == 0 { round } else { format!("{round}+{}", state.pair) }
    }

    fn list_fields(&self, state: &State, order: &[Seat], fields: &mut Vec<Field>) {
        state.round.list_fields(order, fields);
        fields.push(Field::number("pair", state.pair, 6));
    }

    fn tell(&self, thrown: &Thrown<'_, State>) -> Words {
        let State { round, pair } = thrown.before;
        if pair > 0 {
            let score = thrown.before.score(thrown.throw);
            return Words::from(format!("the pair of {pair} and {}: ", thrown.sum())).then(round.tell(
                thrown,
                score,
                |score| score,
                BEST,
            ));
        }
        match thrown.throw.pair() {
            None => "no pair, thrown again".into(),
            Some(face) => format!("a pair of {face}, and one die again").into(),
        }
    }

    fn why(&self, thrown: &Thrown<'_, State>) -> Words {
        thrown.before.round.why(thrown, thrown.before.score(thrown.throw), |score| score, BEST)
    }

    fn parse_state(&self, text: &str, thrower: Thrower, throws: u32) -> Option<State> {
        let (round, pair) = match text.split_once('+') {
            None => (text, 0),
            Some((round, pair)) => (round, parse_number(pair).filter(|pair| (1..=6).contains(pair))?),
        };
        let round = Best::parse(round, thrower, |score| (3..=18).contains(&score).then_some(score))?;
        // Every score takes two throws or more.
        let scores = if round.everybody_is_in(thrower) { thrower.place } else { thrower.players };
        (throws as usize >= 2 * scores + usize::from(pair > 0)).then_some(State { round, pair })
    }

    fn lay(&self, state: &State, order: &[Seat], table: &mut Table) {
        table.rungs(order, |place| state.round.rung(place));
        table.card(0, (-3.4, 2.3), state.round.best().map_or_else(String::new, |best| best.to_string()));
        for die in 0..2 {
            table.die(1 + die, (-3.8 + 0.8 * die as f32, 3.5), state.pair);
        }
        table.card(3, (-3.4, 4.4), "+");
    }

    fn needed(&self, state: &State, _thrower: Thrower, _order: &[Seat]) -> Option<String> {
        Some(match (state.pair, state.round.best()) {
            (0, _) => "any pair is kept".to_owned(),
            (pair, None) => format!("the pair of {pair} counts {}, and the third die is added", 2 * pair),
            (pair, Some(best)) => match (best + 1).saturating_sub(2 * pair) {
                ..=1 => format!("{} and any third die takes the lead", 2 * pair),
                7.. => format!("{} and the third die cannot beat {best}", 2 * pair),
                least => format!("{least} or more on the third die takes the lead"),
            },
        })
    }

    fn describe(&self, state: &State, place: usize) -> String {
        if state.pair > 0 && place == state.round.next() {
            format!("keeps a pair of {}", state.pair)
        } else {
            state.round.describe(place, |score| score)
        }
    }

    /// The first player throws the single die once in every round.
    fn begins_round(&self, state: &State, _thrower: Thrower) -> bool {
        state.round.is_fresh() && state.pair > 0
    }
}
