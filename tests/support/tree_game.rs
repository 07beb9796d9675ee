//! A game without rules: a tree in which the kind of turn, the number of actions, the evaluation and the results are
//! drawn from a hash of the way there. It has every kind of turn in every order, for any number of seats.

use torneo_contract::scene::{Board, Glyph, Place, Places, Scene};
use torneo_contract::{
    Described, Game, GameInfo, Heuristics, Notation, Options, Outcome, PositionError, Scenery, Seat,
    SeatName, SeatSet, Solving, SpecError, Turn, TurnKinds, reason, zobrist,
};

/// Which tree.
#[derive(Clone, Debug)]
pub struct TreeGame {
    pub seed: u64,
    pub seats: usize,
    pub turns: TurnKinds,
    pub plies: u32,
}

/// The way so far, hashed.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    key: u64,
    plies: u32,
}

impl TreeGame {
    fn draw(&self, node: &Node, purpose: u64, n: u64) -> u64 {
        zobrist::key(node.key ^ zobrist::key(purpose)) % n
    }

    fn step(&self, node: &mut Node, word: u64) {
        node.key = zobrist::key(node.key.rotate_left(7) ^ word);
        node.plies += 1;
    }
}

impl Described for TreeGame {
    const INFO: GameInfo = GameInfo {
        id: "tree",
        title: "Tree",
        family: "tests",
        seats: (2, 4),
        reconstructed: false,
        turns: TurnKinds { decision: true, chance: true, simultaneous: true },
        options: &[],
    };

    fn new(_options: &Options) -> Result<Self, SpecError> {
        Err(SpecError::new("made by its fields"))
    }
}

impl Game for TreeGame {
    type Position = Node;
    type Action = u8;

    const TURNS: TurnKinds = Self::INFO.turns;
    const MANY_SEATS: bool = Self::INFO.seats.1 > 2;

    fn seats(&self) -> usize {
        self.seats
    }

    fn max_plies(&self) -> Option<u64> {
        Some(u64::from(self.plies))
    }

    fn start(&self) -> Node {
        Node { key: zobrist::key(self.seed), plies: 0 }
    }

    fn turn(&self, node: &Node) -> Turn {
        let early = node.plies > 2 && self.draw(node, 1, 8) == 0;
        if node.plies >= self.plies || early {
            return Turn::Over;
        }
        match self.draw(node, 2, 4) {
            0 if self.turns.chance && node.plies > 0 => Turn::Chance,
            1 if self.turns.simultaneous => Turn::Simultaneous(SeatSet::first(self.seats)),
            _ => Turn::Seat(Seat::new(self.draw(node, 3, self.seats as u64) as usize)),
        }
    }

    fn actions(&self, node: &Node, seat: Seat, actions: &mut Vec<u8>) {
        actions.extend(0..2 + self.draw(node, 4 + seat.index() as u64, 2) as u8);
    }

    fn chance(&self, node: &Node, outcomes: &mut Vec<(u8, u64)>) {
        let results = 2 + self.draw(node, 20, 3) as u8;
        outcomes.extend((0..results).map(|result| (result, 1 + self.draw(node, 21 + u64::from(result), 6))));
    }

    fn apply(&self, node: &mut Node, action: u8) {
        self.step(node, u64::from(action));
    }

    fn apply_simultaneous(&self, node: &mut Node, joint: &[u8]) {
        let word = joint.iter().fold(1, |word, &action| word << 8 | u64::from(action));
        self.step(node, word);
    }

    fn outcome(&self, node: &Node) -> Outcome {
        let sharing = self.draw(node, 30, (1 << self.seats) - 1) + 1;
        Outcome::shared_by(self.seats, reason::WON, |seat| sharing >> seat.index() & 1 == 1)
    }

    fn hash(&self, node: &Node) -> u64 {
        node.key
    }
}

impl Notation for TreeGame {
    fn seat_name(&self, _seat: Seat) -> SeatName {
        "Seat".into()
    }

    fn write_action(&self, _node: &Node, action: u8, text: &mut String) {
        text.push((b'a' + action) as char);
    }

    fn position_text(&self, node: &Node) -> String {
        format!("{:x}", node.key)
    }

    fn parse_position(&self, _text: &str) -> Result<Node, PositionError> {
        Err(PositionError::new("a hash cannot be undone"))
    }
}

impl Scenery for TreeGame {
    fn board(&self) -> Board {
        Board::default()
    }

    fn scene(&self, position: &Node) -> Scene {
        let mut scene = Scene { caption: self.position_text(position), ..Scene::default() };
        scene.choices("choose", (0..5).map(|action| Glyph::Text(action.to_string())));
        scene
    }

    fn clicks(&self, _position: &Node, _seat: Option<Seat>, action: u8) -> Places {
        Places::from_slice(&[Place::slot(0, action.into())])
    }
}

impl Heuristics for TreeGame {
    fn evaluate(&self, node: &Node, seat: Seat) -> Option<i32> {
        let value = self.draw(node, 40, 1_000) as i32 - 500;
        Some(if seat == Seat::FIRST { value } else { -value })
    }
}

impl Solving for TreeGame {}
