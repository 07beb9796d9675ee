//! How the games are shown.

use torneo_board::grid::BitSet;
use torneo_board::scene::{figure, squares};
use torneo_contract::scene::{Board as SceneBoard, Glyph, Place, Places, Scene};
use torneo_contract::scenery::{drawn, lay_out};
use torneo_contract::{Scenery, Seat};

use super::notation::letter;
use super::{Action, Orthodox, Variant, WHITE};

/// The area of what is chosen beside the board: what a pawn becomes, or the digits of the start.
const CHOICES: u8 = 0;

impl<V: Variant, const CELLS: usize> Scenery for Orthodox<V, CELLS> {
    fn board(&self) -> SceneBoard {
        squares(V::FILES, V::RANKS)
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let mut scene = Scene::default();
        if position.board.undrawn {
            scene.choices("start", (0..10).map(|digit| Glyph::Text(digit.to_string())));
            scene.caption = "the array is drawn".to_owned();
            return scene;
        }
        let letters = V::PIECES.iter().map(|piece| piece.letter).chain(['P']);
        scene.choices("promotion", letters.map(|letter| Glyph::Figure(figure(letter))));
        lay_out(scene, self, position)
    }

    fn draw(&self, position: &Self::Position) -> String {
        drawn(self, position, if position.board.guard.in_check() { "in check" } else { "" })
    }

    /// Castling is entered by king and rook. A pawn that could become a piece and does not is clicked among the pieces.
    #[inline]
    fn clicks(&self, position: &Self::Position, seat: Option<Seat>, action: Action) -> Places {
        match action {
            Action::Start(number) => {
                let digits = [number / 100, number / 10 % 10, number % 10];
                digits.map(|digit| Place::Area(CHOICES, digit)).into_iter().collect()
            }
            Action::Move { from, to, promotion } => {
                let forces = &position.board.forces;
                let stays_pawn = promotion == 0
                    && letter::<V>(forces.kind(from.into())) == 'P'
                    && self.tables.may_promote[seat.unwrap_or(WHITE).index()].has(to.into());
                let piece = V::PIECES.iter().position(|piece| piece.kind == promotion);
                let becomes = if stays_pawn { Some(V::PIECES.len()) } else { piece };
                let squares = [from, to].map(|square| Place::site(square.into()));
                squares.into_iter().chain(becomes.map(|slot| Place::slot(CHOICES, slot))).collect()
            }
        }
    }
}
