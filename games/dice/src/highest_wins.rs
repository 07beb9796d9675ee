//! Highest wins and its mirror image, lowest wins (rules: `docs/games/highest-wins.md`, `docs/games/lowest-wins.md`).

use torneo_contract::{Field, OptionInfo, Options, Seat, SpecError, Words};

use super::best::{Best, Ties};
use super::contest::{Contest, ContestInfo, Progress, Thrower, Thrown};
use super::options::usual_and;
use super::pool::{Combination, MAX_DICE, Pool};
use super::table::Table;

/// Every player throws the dice; the highest (or the lowest) sum wins.
#[derive(Clone, Copy, Debug)]
pub struct SumContest<const HIGHEST: bool> {
    dice: usize,
    ties: Ties,
}

impl<const HIGHEST: bool> SumContest<HIGHEST> {
    /// What the best sum is called.
    const BEST: &'static str = if HIGHEST { "the highest sum" } else { "the lowest sum" };

    /// The score of a sum, and the sum of a score: turning every die over turns the lowest sum into the highest.
    #[inline]
    fn score(&self, sum: u8) -> u8 {
        if HIGHEST { sum } else { 7 * self.dice as u8 - sum }
    }
}

impl<const HIGHEST: bool> Contest for SumContest<HIGHEST> {
    type State = Best;

    const INFO: ContestInfo = ContestInfo {
        id: if HIGHEST { "highest-wins" } else { "lowest-wins" },
        title: if HIGHEST { "Highest wins" } else { "Lowest wins" },
        options: &usual_and::<8>(&[
            OptionInfo::int("dice", 1..=MAX_DICE as i64, "3").help("number of dice thrown"),
            OptionInfo::choice("ties", &["rethrow", "draw"], "rethrow")
                .help("those who tie throw again among themselves, or share the turn"),
        ]),
        ..ContestInfo::USUAL
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let ties = if options.choice("ties") == "draw" { Ties::Draw } else { Ties::Rethrow };
        Ok(SumContest { dice: options.int("dice") as usize, ties })
    }

    fn pools(&self) -> Vec<Pool> {
        vec![Pool::new(self.dice)]
    }

    fn begin(&self, players: usize) -> Best {
        Best::begin(players)
    }

    #[inline(always)]
    fn throw(&self, state: &mut Best, thrower: Thrower, throw: &Combination) -> Progress {
        state.score(thrower.place, self.score(throw.sum), self.ties)
    }

    fn state_text(&self, state: &Best, _players: usize) -> String {
        state.text(|score| self.score(score))
    }

    fn list_fields(&self, state: &Best, order: &[Seat], fields: &mut Vec<Field>) {
        state.list_fields(order, fields);
    }

    fn tell(&self, thrown: &Thrown<'_, Best>) -> Words {
        let show = |score| self.score(score);
        thrown.before.tell(thrown, self.score(thrown.sum()), show, Self::BEST)
    }

    fn why(&self, thrown: &Thrown<'_, Best>) -> Words {
        let show = |score| self.score(score);
        thrown.before.why(thrown, self.score(thrown.sum()), show, Self::BEST)
    }

    fn parse_state(&self, text: &str, thrower: Thrower, throws: u32) -> Option<Best> {
        let sums = self.dice as u8..=6 * self.dice as u8;
        let read = |sum| sums.contains(&sum).then(|| self.score(sum));
        let state = Best::parse(text, thrower, read)?;
        // One throw makes a score, so the first round is over after a throw of every player.
        let possible = match (throws as usize) < thrower.players {
            true => thrower.follows(throws) && state.everybody_is_in(thrower),
            false => self.ties == Ties::Rethrow,
        };
        possible.then_some(state)
    }

    fn lay(&self, state: &Best, order: &[Seat], table: &mut Table) {
        table.rungs(order, |place| state.rung(place));
        table.arrow(0, (-3.4, 3.6), if HIGHEST { 0 } else { 180 });
        table.card(
            1,
            (-3.4, 2.3),
            state.best().map_or_else(String::new, |best| self.score(best).to_string()),
        );
    }

    fn needed(&self, state: &Best, _thrower: Thrower, _order: &[Seat]) -> Option<String> {
        let than = if HIGHEST { "more" } else { "less" };
        Some(match state.best() {
            None => format!("the {} sum wins", if HIGHEST { "highest" } else { "lowest" }),
            Some(best) => format!("{than} than {} takes the lead", self.score(best)),
        })
    }

    fn describe(&self, state: &Best, place: usize) -> String {
        state.describe(place, |score| self.score(score))
    }

    fn begins_round(&self, state: &Best, _thrower: Thrower) -> bool {
        state.is_fresh()
    }
}
