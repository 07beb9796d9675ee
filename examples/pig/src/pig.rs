//! Pig: in turn, throw a die and add up what it shows; stop and keep the sum, or lose it to a 1. Who reaches `target` points
//! with the sum wins at once.

use torneo::contract::scene::{Board, Places};
use torneo::contract::{
    Described, End, Field, Game, GameInfo, Heuristics, Notation, OptionInfo, Options, Outcome, PositionError,
    Scenery, Seat, Solving, SpecError, Turn, TurnKinds, reason,
};

const FACES: u8 = 6;

/// The rules.
#[derive(Clone, Debug)]
pub struct Pig {
    target: u32,
}

/// What each seat has kept, and the turn that is being played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    /// Turns that are over; the seats take turns.
    pub turn: u32,
    pub points: [u32; 2],
    /// The sum of this turn.
    pub sum: u32,
    /// Whether the seat decides; otherwise the die is thrown.
    pub deciding: bool,
}

/// A throw or a decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// The die shows this face.
    Shows(u8),
    Throw,
    Stop,
}

impl Table {
    fn seat(&self) -> Seat {
        Seat::new(self.turn as usize % 2)
    }
}

impl Pig {
    fn end_turn(table: &mut Table) {
        *table = Table { turn: table.turn + 1, points: table.points, sum: 0, deciding: false };
    }
}

impl Described for Pig {
    const INFO: GameInfo = GameInfo {
        id: "pig",
        title: "Pig",
        family: "dice",
        turns: TurnKinds::WITH_CHANCE,
        options: &[OptionInfo::int("target", 2..=100, "20").help("points that win")],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Pig, SpecError> {
        Ok(Pig { target: options.u32("target") })
    }
}

impl Game for Pig {
    type Position = Table;
    type Action = Action;

    const TURNS: TurnKinds = Self::INFO.turns;

    fn start(&self) -> Table {
        Table { turn: 0, points: [0; 2], sum: 0, deciding: false }
    }

    fn turn(&self, table: &Table) -> Turn {
        match table.points.iter().any(|&points| points >= self.target) {
            true => Turn::Over,
            false if table.deciding => Turn::Seat(table.seat()),
            false => Turn::Chance,
        }
    }

    fn actions(&self, _table: &Table, _seat: Seat, actions: &mut Vec<Action>) {
        actions.extend([Action::Throw, Action::Stop]);
    }

    fn chance(&self, _table: &Table, outcomes: &mut Vec<(Action, u64)>) {
        outcomes.extend((1..=FACES).map(|face| (Action::Shows(face), 1)));
    }

    fn apply(&self, table: &mut Table, action: Action) {
        let seat = table.seat().index();
        match action {
            Action::Throw => table.deciding = false,
            Action::Shows(1) => Pig::end_turn(table),
            Action::Shows(face) => {
                table.sum += u32::from(face);
                table.deciding = true;
                if table.points[seat] + table.sum >= self.target {
                    table.points[seat] = self.target;
                    Pig::end_turn(table);
                }
            }
            Action::Stop => {
                table.points[seat] += table.sum;
                Pig::end_turn(table);
            }
        }
    }

    fn outcome(&self, table: &Table) -> Outcome {
        let winner = if table.points[0] >= self.target { Seat::FIRST } else { Seat::SECOND };
        Outcome::win(winner, 2, reason::WON)
    }

    fn hash(&self, table: &Table) -> u64 {
        let [first, second] = table.points.map(u64::from);
        let turn = u64::from(table.turn) << 32 | u64::from(table.sum) << 16;
        turn | first << 9 | second << 1 | u64::from(table.deciding)
    }
}

impl Notation for Pig {
    const SEATS: &'static [&'static str] = &["First", "Second"];
    const ENDS: &'static [End] = &[(reason::WON, "{winner} reached the points needed")];

    fn write_action(&self, table: &Table, action: Action, text: &mut String) {
        let word = match action {
            Action::Shows(face) => face.to_string(),
            Action::Throw => "throw".to_owned(),
            Action::Stop => "stop".to_owned(),
        };
        text.push_str(&format!("{}:{word}", table.seat()));
    }

    /// `0 12,7 5 decision`: turns that are over, points, the sum of this turn, what is due.
    fn position_text(&self, table: &Table) -> String {
        let [first, second] = table.points;
        let due = if table.deciding { "decision" } else { "throw" };
        format!("{} {first},{second} {} {due}", table.turn, table.sum)
    }

    fn parse_position(&self, text: &str) -> Result<Table, PositionError> {
        let read = || {
            let mut words = text.split(' ');
            let turn = words.next()?.parse().ok()?;
            let (first, second) = words.next()?.split_once(',')?;
            let points = [first.parse().ok()?, second.parse().ok()?];
            let sum = words.next()?.parse().ok()?;
            let deciding = words.next()? == "decision";
            Some(Table { turn, points, sum, deciding })
        };
        let is_whole = |table: &Table| {
            table.points.iter().all(|&points| points <= self.target) && self.position_text(table) == text
        };
        read().filter(is_whole).ok_or_else(|| {
            PositionError::new(format!("expected a table such as `0 12,7 5 decision`, found `{text}`"))
        })
    }

    fn fields(&self, table: &Table, fields: &mut Vec<Field>) {
        let most = i64::from(self.target);
        fields.push(Field::number("turn", table.turn, u32::MAX.into()));
        for (seat, points) in Seat::all(2).zip(table.points) {
            fields.push(Field::number("points", points, most).of(seat));
        }
        fields.push(Field::number("sum", table.sum, u32::MAX.into()));
    }
}

impl Scenery for Pig {
    fn board(&self) -> Board {
        Board::default()
    }

    fn clicks(&self, _table: &Table, _seat: Option<Seat>, _action: Action) -> Places {
        Places::default()
    }
}

impl Heuristics for Pig {}

impl Solving for Pig {}
