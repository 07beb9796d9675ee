//! How the game is shown.

use torneo_board::grid::BitSet;
use torneo_board::scene::hexagon;
use torneo_contract::scene::{Area, AreaKind, Board as SceneBoard, Glyph, Item, Mark, Place, Places, Scene};
use torneo_contract::scenery::lay_out;
use torneo_contract::{Scenery, Seat};

use super::hexagon::DIRECTIONS;
use super::piece::{PIECES, Piece, RANK_LETTERS, all_pieces};
use super::{Action, Board, Lanza, Orders, order_place};

/// The areas of directions, words and pieces to choose from.
const TURNS: u8 = 0;
const WORDS: u8 = 1;
const DRAWN: u8 = 2;

/// Adds an area with a slot for every piece, and these pieces in it.
fn lay_beside(scene: &mut Scene, title: &str, kind: AreaKind, pieces: u16) {
    let area = scene.area(Area::new(title, kind, PIECES));
    for piece in pieces.members().map(Piece::from_index) {
        let letter = Glyph::Letter(RANK_LETTERS[piece.rank()].to_string());
        scene.put(Item::new(Place::slot(area, piece.index()), letter).of(piece.owner()));
    }
}

/// The pieces that get an order, by their cells, with their directions.
fn ordered(board: &Board, seat: Option<Seat>, orders: Orders) -> impl Iterator<Item = (usize, usize)> {
    let owner = seat.map_or(0, Seat::index);
    let given = orders.into_iter().enumerate().filter(|&(_, direction)| direction > 0);
    given.map(move |(place, direction)| {
        (board.pieces.cell(Piece::new(owner, order_place(place))), usize::from(direction) - 1)
    })
}

impl Scenery for Lanza {
    fn board(&self) -> SceneBoard {
        hexagon(self.board.cells(), |cell| self.board.name(cell))
    }

    fn scene(&self, board: &Board) -> Scene {
        let mut scene = Scene::default();
        let directions = scene.area(Area::new("direction", AreaKind::Choices, DIRECTIONS));
        for direction in 0..DIRECTIONS {
            scene
                .put(Item::new(Place::slot(directions, direction), Glyph::Arrow).turned(30 + 60 * direction));
        }
        scene.choices("order", [Glyph::Text("none".to_owned())]);
        lay_beside(&mut scene, "draw", AreaKind::Choices, all_pieces(self.players));
        let mut scene = lay_out(scene, self, board);
        let title = if board.dealing { "to be dealt" } else { "captured" };
        let returning = board.drawn.map_or(0, |piece| 1 << piece.index());
        for (title, pieces) in [(title, board.waiting), ("comes back", returning)] {
            if pieces > 0 {
                lay_beside(&mut scene, title, AreaKind::Captured, pieces);
            }
        }
        scene
    }

    /// Where the pieces were ordered to; not all may have got there.
    fn marks(&self, board: &Board, seat: Option<Seat>, action: Action, _joint: &[Action]) -> Vec<Mark> {
        let Action::Orders(orders) = action else { return Vec::new() };
        let order = |(cell, direction): (usize, usize)| {
            Mark::Move(vec![cell as u32, self.board.targets[cell][direction].into()])
        };
        ordered(board, seat, orders).map(order).collect()
    }

    /// For each piece, Jack, Queen and King: the piece and its direction.
    #[inline]
    fn clicks(&self, board: &Board, seat: Option<Seat>, action: Action) -> Places {
        match action {
            Action::Draw(piece) => Places::from_slice(&[Place::slot(DRAWN, piece.index())]),
            Action::Place(cell) => Places::from_slice(&[Place::site(cell.into())]),
            Action::Orders(orders) => {
                let order = |(cell, direction)| [Place::site(cell), Place::slot(TURNS, direction)];
                let places: Places = ordered(board, seat, orders).flat_map(order).collect();
                if places.is_empty() { Places::from_slice(&[Place::slot(WORDS, 0)]) } else { places }
            }
        }
    }
}
