//! How the games are shown.

use torneo_board::scene::{figure, squares};
use torneo_contract::scene::{Board as SceneBoard, Colour, Glyph, Item, Place, Places, Scene};
use torneo_contract::scenery::drawn;
use torneo_contract::{Scenery, Seat};

use super::notation::letter;
use super::{Action, BLACK, Orthodox, Variant, WHITE};
use torneo_board::text;

/// The area of what is chosen beside the board: what a pawn becomes, or the digits of the start.
const CHOICES: u8 = 0;

/// Whether a pawn of a seat may become a piece on a square.
fn may_be_promoted<V: Variant>(seat: Seat, square: usize) -> bool {
    let rank = square / V::FILES;
    let advanced = if seat == WHITE { rank } else { V::RANKS - 1 - rank };
    advanced >= V::RANKS - V::PROMOTION_RANKS
}

impl<V: Variant, const CELLS: usize> Scenery for Orthodox<V, CELLS> {
    fn board(&self) -> SceneBoard {
        squares(V::FILES, V::RANKS)
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let board = &position.board;
        let mut scene = Scene::default();
        if board.undrawn {
            scene.choices("start", (0..10).map(|digit| Glyph::Text(digit.to_string())));
            scene.caption = "the array is drawn".to_owned();
            return scene;
        }
        let letters = V::PIECES.iter().map(|piece| piece.letter).chain(['P']);
        scene.choices("promotion", letters.map(|letter| Glyph::Figure(figure(letter))));
        for square in 0..V::FILES * V::RANKS {
            if let Some(owner) = board.forces.owner(square) {
                let piece = figure(letter::<V>(board.forces.kind(square)));
                scene.put(Item::on(square, Glyph::Figure(piece)).of(owner));
            }
        }
        if let Some(target) = board.en_passant {
            scene.put(Item::on(target.into(), Glyph::Marker).coloured(Colour::Grey));
        }
        for seat in [WHITE, BLACK] {
            let files = (0..V::FILES).filter(|&file| board.castling[seat.index()] >> file & 1 == 1);
            let rooks: String = files.map(text::file_letter).collect();
            if !rooks.is_empty() {
                scene.note("castles with", Some(seat), rooks);
            }
        }
        scene.note("move", None, board.number);
        scene.note("quiet plies", None, board.idle);
        scene
    }

    fn draw(&self, position: &Self::Position) -> String {
        drawn(self, position, if position.board.in_check() { "in check" } else { "" })
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
                    && may_be_promoted::<V>(seat.unwrap_or(WHITE), to.into());
                let piece = V::PIECES.iter().position(|piece| piece.kind == promotion);
                let becomes = if stays_pawn { Some(V::PIECES.len()) } else { piece };
                let squares = [from, to].map(|square| Place::site(square.into()));
                squares.into_iter().chain(becomes.map(|slot| Place::slot(CHOICES, slot))).collect()
            }
        }
    }
}
