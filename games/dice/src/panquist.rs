//! Panquist (rules: `docs/games/panquist.md`).

use torneo_contract::{
    End, Field, GameInfo, OptionInfo, Options, Outcome, PositionError, Seat, SpecError, TurnKinds, Words,
    how_it_ended, reason,
};

use super::duel::{Duel, Moment, Step, Thrown, by_amounts, compared};
use super::fields::Fields;
use super::name;
use super::numbers::{Numbers, is_point};
use super::options::{BATTLE_ONCE, MAX_THROWS};
use super::phrases::{becomes_number, fixes_nothing, is_number};
use super::pool::Combination;
use super::table::{POINTS, Table};

/// The default of `max_turns`, which exact analysis takes as unlimited.
const UNLIMITED_TURNS: u32 = 100_000;

/// What the staker lays on the table.
const STAKES: i64 = 4;

/// The combinations of three dice whose sums are points, by the number of stakes that they take.
const CLASSES: [&[&str]; 4] = [
    &["521", "621", "531", "541", "532", "632", "542", "651", "642", "652"],
    &["511", "421", "431", "432", "631", "641", "543", "643", "653"],
    &[
        "322", "611", "422", "522", "333", "622", "433", "551", "443", "552", "444", "661", "553", "662",
        "554",
    ],
    &["331", "332", "441", "442", "533", "633", "544", "644"],
];

/// Stakes taken, by the three faces in descending order.
type Stakes = [[[u8; 7]; 7]; 7];

fn stakes() -> Stakes {
    let mut stakes = [[[0; 7]; 7]; 7];
    for (taken, class) in (1..).zip(CLASSES) {
        for faces in class {
            let face = |die: usize| usize::from(faces.as_bytes()[die] - b'0');
            stakes[face(0)][face(1)][face(2)] = taken;
        }
    }
    stakes
}

/// The caster throws for his number and for the staker's. Then both throw for theirs. The combination decides
/// how many stakes the caster takes.
#[derive(Clone, Debug)]
pub struct PanquistDuel {
    bank: i64,
    /// A number wins for its owner whoever throws it.
    any: bool,
    distinct: bool,
    max_turns: u32,
    stakes: Stakes,
}

/// The stakes that the players own and the numbers of this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) money: [i64; 2],
    /// The caster's number and the staker's.
    pub(super) numbers: Numbers,
    /// Whether the staker throws next.
    pub(super) staker_throws: bool,
}

impl PanquistDuel {
    fn can_stake(&self, state: &State, caster: Seat) -> bool {
        state.money[caster.other().index()] >= STAKES
    }
}

impl Duel for PanquistDuel {
    type State = State;

    const ENDS: &'static [End] = &[
        (reason::WON, "{loser} cannot lay four stakes"),
        (reason::DRAWN, "the last turn is over, and both own the same stakes"),
        (reason::LENGTH_LIMIT, "the last turn is over, and stakes decide"),
    ];

    const INFO: GameInfo = GameInfo {
        id: "panquist",
        title: "Panquist",
        family: "dice",
        turns: TurnKinds { decision: false, chance: true, simultaneous: false },
        options: &[
            OptionInfo::int("bank", STAKES..=1000, "8").help("stakes that each player owns at the start"),
            OptionInfo::choice("win_on", &["own", "any"], "own")
                .help("a number wins when its owner throws it, or when anybody does"),
            OptionInfo::flag("distinct", true)
                .help("the two numbers must differ; false only with win_on=own"),
            OptionInfo::int("max_turns", 1..=u32::MAX as i64, "100000")
                .help("turns after which the larger bank wins"),
            OptionInfo {
                help: "throws after which the stakes of a turn go back to the staker",
                ..MAX_THROWS
            },
            BATTLE_ONCE,
        ],
        ..GameInfo::TWO_SEATS
    };

    const FIELDS: &'static [&'static str] = &["numbers", "thrower"];

    fn new(options: &Options) -> Result<Self, SpecError> {
        let (any, distinct) = (options.choice("win_on") == "any", options.bool("distinct"));
        let message = "equal numbers (`false`) need win_on=own, for a throw must not win for both players";
        options.refuse_if(any && !distinct, "distinct", message)?;
        let (bank, max_turns) = (options.int("bank"), options.u32("max_turns"));
        Ok(PanquistDuel { bank, any, distinct, max_turns, stakes: stakes() })
    }

    fn max_turns(&self) -> u32 {
        self.max_turns
    }

    fn begin(&self) -> State {
        State { money: [self.bank; 2], numbers: Numbers::default(), staker_throws: false }
    }

    fn begin_turn(&self, state: &mut State, _turn: u32, _caster: Seat) {
        (state.numbers, state.staker_throws) = (Numbers::default(), false);
    }

    #[inline]
    fn is_over(&self, state: &State, turn: u32, caster: Seat) -> bool {
        turn == self.max_turns || !self.can_stake(state, caster)
    }

    #[inline]
    fn thrower(&self, state: &State, caster: Seat) -> Seat {
        if state.staker_throws { caster.other() } else { caster }
    }

    #[inline(always)]
    fn throw(&self, state: &mut State, caster: Seat, throw: &Combination) -> Step {
        if !state.numbers.are_fixed() {
            state.numbers.assign(throw.sum, self.distinct);
            return Step::Throw;
        }
        let casters = throw.sum == state.numbers.first && (self.any || !state.staker_throws);
        let stakers = throw.sum == state.numbers.second && (self.any || state.staker_throws);
        if casters {
            let [a, b, c] = [0, 1, 2].map(|die| usize::from(throw.faces[die]));
            let taken = i64::from(self.stakes[a][b][c]);
            state.money[caster.index()] += taken;
            state.money[caster.other().index()] -= taken;
        }
        state.staker_throws = !state.staker_throws;
        // The staker merely takes his own stakes back.
        if casters || stakers { Step::NextTurn } else { Step::Throw }
    }

    /// The stakes go back to the staker.
    fn stop(&self, _state: &mut State, _caster: Seat) {}

    fn tell(&self, thrown: &Thrown<'_, State>) -> Words {
        let (before, after, caster) = (&thrown.before, &thrown.after, thrown.first);
        let sum = thrown.sum();
        if !before.numbers.are_fixed() {
            return match (before.numbers.first != after.numbers.first, after.numbers.are_fixed()) {
                (true, _) => becomes_number(sum, caster),
                (_, true) => becomes_number(sum, caster.other()),
                _ => fixes_nothing(sum, is_point(sum).then_some(caster)),
            };
        }
        let taken = after.money[caster.index()] - before.money[caster.index()];
        match thrown.step {
            Step::NextTurn if taken == STAKES => {
                is_number(sum, caster).text(": panquist, ").does(caster, "take").text(" all four stakes")
            }
            Step::NextTurn if taken > 0 => {
                let stakes = if taken == 1 { "stake" } else { "stakes" };
                is_number(sum, caster).text(": ").does(caster, "take").text(format!(" {taken} {stakes}"))
            }
            Step::NextTurn => is_number(sum, caster.other())
                .text(": ")
                .does(caster.other(), "take")
                .text(" the stakes back"),
            _ => Words::from(format!("{sum} is not ")).whose(thrown.thrower).text(" number"),
        }
    }

    fn tell_stop(&self, _state: &State, caster: Seat) -> Words {
        Words::new().does(caster.other(), "take").text(" the stakes back")
    }

    fn why(&self, state: &State, outcome: &Outcome, _thrown: Option<&Thrown<'_, State>>) -> Words {
        match outcome.reason {
            reason::LENGTH_LIMIT => {
                format!("the last turn is over, on stakes {}", compared(state.money, outcome)).into()
            }
            _ => how_it_ended(Self::ENDS, outcome),
        }
    }

    fn values(&self, state: &State) -> Vec<String> {
        let thrower = if state.staker_throws { "staker" } else { "caster" };
        vec![state.numbers.text(), thrower.to_owned()]
    }

    fn list_fields(&self, state: &State, fields: &mut Vec<Field>) {
        state.numbers.list_fields(["number_of_caster", "number_of_staker"], fields);
        fields.push(Field::flag("staker_throws", state.staker_throws));
    }

    fn read(&self, fields: &Fields, moment: Moment) -> Result<State, PositionError> {
        let money = fields.numbers("money", 0..=2 * self.bank)?;
        fields.check(money[0] + money[1] == 2 * self.bank, "money", "stakes that add up to both banks")?;
        fields.check(moment.turn > 0 || money[0] == self.bank, "money", "the banks before the first turn")?;
        let numbers = Numbers::parse(fields.text("numbers"), moment.throws, self.distinct);
        let expected = "the numbers of caster and staker that so many throws can have fixed, 0 for none";
        let numbers = numbers.ok_or_else(|| fields.wrong("numbers", expected))?;
        let staker_throws = match fields.text("thrower") {
            "caster" => false,
            "staker" if numbers.are_fixed() && moment.throws > 2 => true,
            _ => return Err(fields.wrong("thrower", "`caster`, or `staker` after a deciding throw")),
        };
        Ok(State { money, numbers, staker_throws })
    }

    fn outcome(&self, state: &State, turn: u32) -> Outcome {
        // Who cannot stake owns less than the other.
        let reason = if turn == self.max_turns { reason::LENGTH_LIMIT } else { reason::WON };
        by_amounts(state.money, reason, state.money.map(|money| money - self.bank))
    }

    fn describe(&self, state: &State, caster: Seat, seat: Seat) -> String {
        let (role, number) = match seat == caster {
            true => ("caster", state.numbers.first),
            false => ("staker", state.numbers.second),
        };
        format!("{role}, {}", Numbers::describe(number))
    }

    fn lay(&self, state: &State, caster: Seat, table: &mut Table) {
        let numbers = [(caster, state.numbers.first), (caster.other(), state.numbers.second)];
        table.sums(POINTS, |_| false, numbers);
        let laid = if state.numbers.are_fixed() && self.can_stake(state, caster) { STAKES } else { 0 };
        table.money("stakes on the table", 0, (0.0, 4.2), laid);
        for (seat, x) in [(Seat::FIRST, -3.4), (Seat::SECOND, 3.4)] {
            let own = state.money[seat.index()] - if seat == caster { 0 } else { laid };
            table.coins(1 + seat.index(), (x, 4.2), own);
        }
    }

    fn needed(&self, state: &State, caster: Seat) -> String {
        let Numbers { first, second } = state.numbers;
        let (cast, stake) = (name(caster), name(caster.other()));
        if !state.numbers.are_fixed() {
            return state.numbers.needed([caster, caster.other()], self.distinct);
        }
        let taken = format!("{first} takes stakes for {cast}");
        let back = format!("{second} takes them back for {stake}");
        match (self.any, state.staker_throws) {
            (true, _) => format!("{taken}, {back}"),
            (false, false) => taken,
            (false, true) => back,
        }
    }

    fn money(&self, state: &State) -> [i64; 2] {
        state.money
    }

    /// The turn number is looked at by `max_turns` alone, and that is unlimited at its default.
    fn lump(&self, turn: &mut u32, _state: &mut State) {
        if self.max_turns == UNLIMITED_TURNS {
            *turn = 0;
        }
    }

    fn bank(&self) -> i64 {
        self.bank
    }

    fn begins_round(&self, state: &State) -> bool {
        state.numbers.are_fixed() && !state.staker_throws
    }
}

#[cfg(test)]
mod tests {
    use super::super::numbers::is_point;
    use super::super::pool::Pool;
    use super::*;

    /// Orderings of the four classes for the sums 7 to 14.
    const ORDERINGS: [[u64; 4]; 8] = [
        [0, 9, 3, 3],
        [6, 6, 6, 3],
        [12, 6, 4, 3],
        [12, 6, 6, 3],
        [12, 6, 6, 3],
        [12, 6, 4, 3],
        [6, 6, 6, 3],
        [0, 6, 6, 3],
    ];

    #[test]
    fn every_point_has_one_class() {
        let stakes = stakes();
        let mut orderings = [[0; 4]; 8];
        let mut combinations = [0; 4];
        for combination in Pool::new(3).combinations() {
            let [a, b, c] = [0, 1, 2].map(|die| usize::from(combination.faces[die]));
            let class = usize::from(stakes[a][b][c]);
            assert_eq!(class > 0, is_point(combination.sum), "{:?}", combination.faces);
            if class > 0 {
                orderings[usize::from(combination.sum - 7)][class - 1] += combination.orderings;
                combinations[class - 1] += 1;
            }
        }
        assert_eq!((orderings, combinations), (ORDERINGS, [10, 9, 15, 8]));
        assert_eq!(CLASSES.map(<[_]>::len), combinations, "no combination stands twice");
    }
}
