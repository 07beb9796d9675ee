//! Pair and ace (rules: `docs/games/pair-and-ace.md`).

use torneo_contract::{OptionInfo, Options, Seat, SpecError, Words};

use super::contest::{Contest, ContestInfo, Progress, Thrower, Thrown};
use super::options::usual_and;
use super::pool::Combination;
use super::table::{Rung, Table};

/// The first player to throw two equal faces wins.
#[derive(Clone, Copy, Debug)]
pub struct PairContest {
    need_ace: bool,
}

impl Contest for PairContest {
    type State = ();

    const INFO: ContestInfo = ContestInfo {
        id: "pair-and-ace",
        title: "Pair and ace (Par con as)",
        options: &usual_and::<7>(&[OptionInfo::flag("need_ace", false).help("the third die must show 1")]),
        ..ContestInfo::USUAL
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        Ok(PairContest { need_ace: options.bool("need_ace") })
    }

    fn begin(&self, _players: usize) {}

    #[inline(always)]
    fn throw(&self, _state: &mut (), thrower: Thrower, throw: &Combination) -> Progress {
        // Faces descend: beside a pair the lowest die is the third, or one of three aces.
        let success = match self.need_ace {
            false => throw.pair().is_some(),
            true => throw.faces[0] == throw.faces[1] && throw.faces[2] == 1,
        };
        if success { Progress::Won(thrower.place) } else { Progress::Next(thrower.next()) }
    }

    fn state_text(&self, _state: &(), _players: usize) -> String {
        "-".to_owned()
    }

    fn tell(&self, thrown: &Thrown<'_, ()>) -> Words {
        let pair = thrown.throw.pair().map_or("no pair".to_owned(), |face| format!("a pair of {face}"));
        match (self.need_ace, thrown.goes_on()) {
            (true, false) => format!("{pair} with an ace"),
            (true, true) if thrown.throw.pair().is_some() => format!("{pair} without an ace"),
            _ => pair,
        }
        .into()
    }

    fn parse_state(&self, text: &str, thrower: Thrower, throws: u32) -> Option<()> {
        (text == "-" && thrower.follows(throws)).then_some(())
    }

    fn lay(&self, _state: &(), order: &[Seat], table: &mut Table) {
        const SHOWN: u8 = 4;
        table.rungs(order, |_| Rung::Waits);
        for die in 0..2 {
            table.die(die, (-3.8 + 0.8 * die as f32, 2.6), SHOWN);
        }
        table.die(2, (-3.4, 3.6), u8::from(self.need_ace));
    }

    fn needed(&self, _state: &(), _thrower: Thrower, _order: &[Seat]) -> Option<String> {
        let pair = if self.need_ace { "a pair with an ace beside it" } else { "a pair" };
        Some(format!("{pair} wins"))
    }

    fn describe(&self, _state: &(), _place: usize) -> String {
        String::new()
    }
}
