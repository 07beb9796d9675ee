//! How the games are shown: their levels side by side.

use torneo_board::scene::{figure, levels};
use torneo_contract::scene::{Board as SceneBoard, Glyph, Place, Places, Scene};
use torneo_contract::scenery::{drawn, lay_out};
use torneo_contract::{Scenery, Seat};

use super::board::Action;
use super::game::{Space, Variant};
use super::levels::{LEVELS, SIDE, SQUARES, write_cell};
use super::tables::Array;

/// The areas of what a pawn becomes, and of the arrays.
const PROMOTION: u8 = 0;
const ARRAYS: u8 = 1;

impl<V: Variant> Scenery for Space<V> {
    fn board(&self) -> SceneBoard {
        levels(SIDE, SIDE, LEVELS, |level, file, rank| {
            torneo_board::text::written(|name| write_cell(level * SQUARES + rank * SIDE + file, name))
        })
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let mut scene = Scene::default();
        scene.choices("promotion", ['Q', 'R', 'B', 'N'].map(|letter| Glyph::Figure(figure(letter))));
        scene.choices("array", Array::ALL.map(|array| Glyph::Text(array.name().to_owned())));
        if position.board.unchosen {
            scene.caption = "Black chooses the array".to_owned();
            return scene;
        }
        lay_out(scene, self, position)
    }

    fn draw(&self, position: &Self::Position) -> String {
        drawn(self, position, if position.board.guard.in_check() { "in check" } else { "" })
    }

    /// The cell left, the cell landed on, and the cell where the piece stands after a transfer: the same without one.
    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Action) -> Places {
        match action {
            Action::Choose(array) => {
                let slot = Array::ALL.iter().position(|&known| known == array);
                slot.map(|slot| Place::slot(ARRAYS, slot)).into_iter().collect()
            }
            Action::Move { from, to, promotion } => {
                let (from, to) = (usize::from(from), usize::from(to));
                let cells = [from, self.tables.capture_cell(from, to), to].map(Place::site);
                let letter = (promotion != 0).then(|| self.tables.letter(promotion));
                let slot = letter.and_then(|letter| "QRBN".find(letter));
                cells.into_iter().chain(slot.map(|slot| Place::slot(PROMOTION, slot))).collect()
            }
        }
    }
}
