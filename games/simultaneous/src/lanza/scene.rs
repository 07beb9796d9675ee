//! How the game is shown.

use torneo_board::grid::BitSet;
use torneo_board::scene::hexagon;
use torneo_contract::scene::{Area, AreaKind, Board as SceneBoard, Glyph, Item, Mark, Place, Places, Scene};
use torneo_contract::scenery::lay_out;
use torneo_contract::{Scenery, Seat};

use super::hexagon::DIRECTIONS;
use super::piece::{PIECES, Piece, RANK_LETTERS, all_pieces};
use super::{Action, Board, Lanza, order_place};

/// The areas of directions, words and pieces to choose from.
const TURNS: u8 = 0;
const WORDS: u8 = 1;
const DRAWN: u8 = 2;

fn glyph(piece: Piece) -> Glyph {
    Glyph::Letter(RANK_LETTERS[piece.rank()].to_string())
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
        let drawn = scene.area(Area::new("draw", AreaKind::Choices, PIECES));
        for piece in all_pieces(self.players).members().map(Piece::from_index) {
            let item = Item::new(Place::slot(drawn, piece.index()), glyph(piece));
            scene.put(item.of(piece.owner()));
        }
        lay_out(&mut scene, self, board);
        let title = if board.dealing { "to be dealt" } else { "captured" };
        for (title, pieces) in
            [(title, board.waiting), ("comes back", board.drawn.map_or(0, |p| 1 << p.index()))]
        {
            if pieces == 0 {
                continue;
            }
            let area = scene.area(Area::new(title, AreaKind::Captured, PIECES));
            for piece in pieces.members().map(Piece::from_index) {
                scene.put(Item::new(Place::slot(area, piece.index()), glyph(piece)).of(piece.owner()));
            }
        }
        scene
    }

    /// Where the pieces were ordered to; not all may have got there.
    fn marks(&self, board: &Board, seat: Option<Seat>, action: Action, _joint: &[Action]) -> Vec<Mark> {
        let Action::Orders(orders) = action else { return Vec::new() };
        let owner = seat.map_or(0, Seat::index);
        let given = orders.iter().enumerate().filter(|&(_, &direction)| direction > 0);
        let order = |(place, &direction): (usize, &u8)| {
            let cell = board.pieces.cell(Piece::new(owner, order_place(place)));
            let target = self.board.targets[cell][usize::from(direction) - 1];
            Mark::Move(vec![cell as u32, target.into()])
        };
        given.map(order).collect()
    }

    /// For each piece, Jack, Queen and King: the piece and its direction.
    #[inline]
    fn clicks(&self, board: &Board, seat: Option<Seat>, action: Action) -> Places {
        match action {
            Action::Draw(piece) => Places::from_slice(&[Place::slot(DRAWN, piece.index())]),
            Action::Place(cell) => Places::from_slice(&[Place::site(cell.into())]),
            Action::Orders(orders) => {
                let owner = seat.map_or(0, Seat::index);
                let given = orders.iter().enumerate().filter(|&(_, &direction)| direction > 0);
                let order = |(place, &direction): (usize, &u8)| {
                    let cell = board.pieces.cell(Piece::new(owner, order_place(place)));
                    [Place::site(cell), Place::slot(TURNS, usize::from(direction) - 1)]
                };
                let places: Places = given.flat_map(order).collect();
                if places.is_empty() { Places::from_slice(&[Place::slot(WORDS, 0)]) } else { places }
            }
        }
    }
}
