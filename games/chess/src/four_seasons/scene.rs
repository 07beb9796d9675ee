//! How the game is shown.

use torneo_board::grid::BitSet;
use torneo_board::scene::{faces, from_to, line, paint, roll, squares};
use torneo_contract::scene::{
    Area, AreaKind, Board as SceneBoard, Figure, Glyph, Item, Line, Place, Places, Scene, Tone, Weight,
};
use torneo_contract::scenery::place_pieces;
use torneo_contract::{Notation, Scenery, Seat};

use super::board::{Action, PAWN};
use super::geometry::SEATS;
use super::{Board, Dice, FACES, FourSeasons, SIDE};

/// The areas of faces and words to choose from.
const THROW: u8 = 0;
const WORDS: u8 = 1;

/// The ends of the two lines that cross the middle of the board.
const LINES: [[(f32, f32); 2]; 2] = [[(1.5, 1.5), (5.5, 5.5)], [(5.5, 1.5), (1.5, 5.5)]];

impl Scenery for FourSeasons {
    fn board(&self) -> SceneBoard {
        let mut board = squares(SIDE, SIDE);
        let crossed: Vec<usize> = self.geometry.crossed.members().collect();
        if !crossed.is_empty() {
            let wall = |path: [(f32, f32); 2]| Line { weight: Weight::Wall, ..line(path) };
            board.lines.extend(LINES.map(wall));
        }
        paint(&mut board, crossed, Tone::Blocked);
        board
    }

    fn scene(&self, board: &Board) -> Scene {
        let mut scene = Scene::default();
        faces(&mut scene, FACES);
        scene.choices("say", [Glyph::Text("pass".to_owned())]);
        place_pieces(&mut scene, self, board);
        for item in scene.items.iter_mut().filter(|item| item.glyph == Glyph::Figure(Figure::Pawn)) {
            let square = item.at.id().expect("figures stand on the board") as usize;
            // Pawns go north, east, south or west; the first is a whole turn, so that it is shown.
            let mut pawns = board.forces.gaits[PAWN..].iter().zip([360, 90, 180, 270]);
            item.turn = pawns.find(|(gait, _)| gait.has(square)).map_or(0, |(_, turn)| turn);
        }
        for seat in Seat::all(SEATS) {
            let fallen = board.fallen[seat.index()];
            if fallen > 0 {
                scene.note("out", Some(seat), fallen);
            } else if !board.moved.contains(seat) {
                scene.note("has not moved", Some(seat), "");
            }
        }
        let dice: Vec<u8> = board.dice.into_iter().filter(|&up| up > 0).collect();
        let area = scene.area(Area::new("dice", AreaKind::Dice, dice.len()));
        for (slot, up) in dice.into_iter().enumerate() {
            scene.put(Item::new(Place::slot(area, slot), Glyph::Die { sides: FACES, up }));
        }
        if self.dice != Dice::None {
            scene.note("turn", None, self.seat_name(board.to_move));
        }
        scene
    }

    #[inline]
    fn clicks(&self, _board: &Board, _seat: Option<Seat>, action: Action) -> Places {
        match action {
            Action::Move { from, to } => from_to(from.into(), to.into()),
            Action::Pass => Places::from_slice(&[Place::slot(WORDS, 0)]),
            Action::Roll(dice) => roll(THROW, dice.into_iter().filter(|&up| up > 0)),
        }
    }
}
