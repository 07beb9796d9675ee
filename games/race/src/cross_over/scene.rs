//! How the game is shown: pegs in a board with holes.

use torneo_board::scene::{crossings, faces, from_to, line, octagon, roll};
use torneo_contract::scene::{Board as SceneBoard, Glyph, Line, Place, Places, Scene, Weight};
use torneo_contract::scenery::{drawn, lay_out};
use torneo_contract::{Game, Scenery, Seat, Turn};

use super::CrossOver;
use super::board::{Action, Board, FACES};
use super::holes::{COLUMNS, ROWS};

/// The areas of faces and words to choose from.
const THROW: u8 = 0;
const WORDS: u8 = 1;
const SAID: [&str; 2] = ["stop", "pass"];

impl Scenery for CrossOver {
    fn board(&self) -> SceneBoard {
        let mut board = crossings(COLUMNS, 2 * ROWS);
        for site in &mut board.sites {
            site.shape = octagon(0.34);
        }
        let (right, middle) = (COLUMNS as f32 - 0.5, ROWS as f32 - 0.5);
        board.lines = vec![Line { weight: Weight::Bold, ..line([(-0.5, middle), (right, middle)]) }];
        board
    }

    fn scene(&self, board: &Board) -> Scene {
        let thrower = (self.turn(board) == Turn::Chance).then_some(board.to_move);
        let mut scene = Scene { thrower, ..Scene::default() };
        faces(&mut scene, FACES);
        scene.choices("say", SAID.map(|word| Glyph::Text(word.to_owned())));
        lay_out(scene, self, board)
    }

    fn draw(&self, board: &Board) -> String {
        let turn = (board.turns + 1).min(self.turn_limit);
        drawn(self, board, &format!("turn {turn} of {}", self.turn_limit))
    }

    #[inline]
    fn clicks(&self, _board: &Board, _seat: Option<Seat>, action: Action) -> Places {
        match action {
            Action::Roll(face) => roll(THROW, [face]),
            Action::Step(from, to)
            | Action::Cross(from, to)
            | Action::Remove(from, to)
            | Action::SendBack(from, to) => from_to(from.square(), to.square()),
            Action::Add(hole) => Places::from_slice(&[Place::site(hole.square())]),
            Action::Stop => Places::from_slice(&[Place::slot(WORDS, 0)]),
            Action::Pass => Places::from_slice(&[Place::slot(WORDS, 1)]),
        }
    }
}
