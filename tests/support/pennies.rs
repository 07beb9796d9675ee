//! Matching pennies: both seats show a side of a coin at once; seat 0 wins if the sides are the same.

use torneo_contract::scene::{Board, Glyph, Place, Places, Scene};
use torneo_contract::{
    Described, Game, GameInfo, Heuristics, Notation, Options, Outcome, PositionError, Scenery, Seat,
    SeatName, SeatSet, Solving, SpecError, Turn, TurnKinds, reason,
};

/// The rules.
#[derive(Clone, Debug)]
pub struct Pennies;

impl Described for Pennies {
    const INFO: GameInfo = GameInfo {
        id: "pennies",
        title: "Matching Pennies",
        family: "tests",
        seats: (2, 2),
        reconstructed: false,
        turns: TurnKinds { decision: false, chance: false, simultaneous: true },
        options: &[],
    };

    fn new(_options: &Options) -> Result<Self, SpecError> {
        Ok(Pennies)
    }
}

impl Game for Pennies {
    type Position = Option<[bool; 2]>;
    type Action = bool;

    const TURNS: TurnKinds = Self::INFO.turns;

    fn max_plies(&self) -> Option<u64> {
        Some(1)
    }

    fn start(&self) -> Option<[bool; 2]> {
        None
    }

    fn turn(&self, shown: &Option<[bool; 2]>) -> Turn {
        if shown.is_some() { Turn::Over } else { Turn::Simultaneous(SeatSet::first(2)) }
    }

    fn actions(&self, _shown: &Option<[bool; 2]>, _seat: Seat, actions: &mut Vec<bool>) {
        actions.extend([false, true]);
    }

    fn apply(&self, _shown: &mut Option<[bool; 2]>, _action: bool) {
        unreachable!("the only turn is simultaneous");
    }

    fn apply_simultaneous(&self, shown: &mut Option<[bool; 2]>, joint: &[bool]) {
        *shown = Some([joint[0], joint[1]]);
    }

    fn outcome(&self, shown: &Option<[bool; 2]>) -> Outcome {
        let same = shown.is_some_and(|[first, second]| first == second);
        Outcome::win(if same { Seat::FIRST } else { Seat::SECOND }, 2, reason::WON)
    }

    fn hash(&self, shown: &Option<[bool; 2]>) -> u64 {
        shown.map_or(0, |[first, second]| 1 + u64::from(first) + 2 * u64::from(second))
    }
}

impl Notation for Pennies {
    fn seat_name(&self, seat: Seat) -> SeatName {
        ["Same", "Different"][seat.index()].into()
    }

    fn write_action(&self, _shown: &Option<[bool; 2]>, action: bool, text: &mut String) {
        text.push_str(if action { "heads" } else { "tails" });
    }

    fn position_text(&self, shown: &Option<[bool; 2]>) -> String {
        format!("{shown:?}")
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError> {
        let sides = [false, true];
        let shown = sides.iter().flat_map(|&first| sides.map(|second| Some([first, second])));
        let mut known = shown.chain([None]);
        known
            .find(|shown| self.position_text(shown) == text)
            .ok_or_else(|| PositionError::new("nothing shown so"))
    }
}

impl Scenery for Pennies {
    fn board(&self) -> Board {
        Board::default()
    }

    fn scene(&self, position: &Option<[bool; 2]>) -> Scene {
        let mut scene = Scene { caption: self.position_text(position), ..Scene::default() };
        scene.choices("choose", ["tails", "heads"].map(|side| Glyph::Text(side.to_owned())));
        scene
    }

    fn clicks(&self, _position: &Option<[bool; 2]>, _seat: Option<Seat>, action: bool) -> Places {
        Places::from_slice(&[Place::slot(0, usize::from(action))])
    }
}

impl Heuristics for Pennies {}

impl Solving for Pennies {}
