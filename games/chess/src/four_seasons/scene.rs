//! How the game is shown.

use torneo_board::grid::BitSet;
use torneo_board::scene::{faces, from_to, line, paint, roll, squares};
use torneo_contract::scene::{
    Area, AreaKind, Board as SceneBoard, Figure, Glyph, Item, Line, Place, Places, Scene, Tone, Weight,
};
use torneo_contract::{Notation, Scenery, Seat};

use super::board::{Action, BISHOP, GENERAL, KING, KNIGHT, PAWN, ROOK};
use super::geometry::SEATS;
use super::{Board, Dice, FACES, FourSeasons, SIDE};

/// The areas of faces and words to choose from.
const THROW: u8 = 0;
const WORDS: u8 = 1;

/// The ends of the two lines that cross the middle of the board.
const LINES: [[(f32, f32); 2]; 2] = [[(1.5, 1.5), (5.5, 5.5)], [(5.5, 1.5), (1.5, 5.5)]];

fn figure(kind: usize) -> Figure {
    match kind {
        KING => Figure::King,
        ROOK => Figure::Rook,
        KNIGHT => Figure::Knight,
        BISHOP => Figure::Bishop,
        GENERAL => Figure::Queen,
        _ => Figure::Pawn,
    }
}

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
        for square in 0..SIDE * SIDE {
            let Some(owner) = board.forces.owner(square) else { continue };
            let gaits = board.forces.gaits.iter();
            let Some(kind) = gaits.clone().position(|gait| gait.has(square)) else { continue };
            // Pawns go north, east, south or west; the first is a whole turn, so that it is shown.
            let turn = kind
                .checked_sub(PAWN)
                .map_or(0, |direction| if direction == 0 { 360 } else { 90 * direction });
            scene.put(Item::on(square, Glyph::Figure(figure(kind))).of(owner).turned(turn));
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
