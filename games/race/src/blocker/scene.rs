//! How the game is shown: solid pieces from above.

use torneo_board::grid::BitSet;
use torneo_board::scene::{label, line, squares};
use torneo_contract::scene::{
    Board as SceneBoard, Glyph, Item, Line, Mark, Place, Places, Scene, View, Weight,
};
use torneo_contract::scenery::drawn;
use torneo_contract::{Scenery, Seat};

use super::solids::{Placement, SIDE, Squares};
use super::{Action, Blocker, FAR_ROWS, Position};

/// The squares at the south-west and the north-east of a piece.
fn ends(piece: Placement) -> [usize; 2] {
    let ([dx, dy, _], square) = (piece.size(), piece.square());
    [square, Squares::at(Squares::file(square) + dx - 1, Squares::rank(square) + dy - 1)]
}

impl Scenery for Blocker {
    fn board(&self) -> SceneBoard {
        let mut board = SceneBoard { view: View::Oblique, ..squares(SIDE, SIDE) };
        for site in &mut board.sites {
            site.name = format!("{},{}", Squares::file(site.id as usize), Squares::rank(site.id as usize));
        }
        let last = (SIDE - 1) as f32;
        let below = (0..SIDE).map(|file| label(file, file as f32, last + 0.9));
        let beside = (0..SIDE).map(|rank| label(rank, -0.9, last - rank as f32));
        board.labels = below.chain(beside).collect();
        for (seat, row) in FAR_ROWS.into_iter().enumerate() {
            let y = last - row as f32 + if row == 0 { 0.5 } else { -0.5 };
            let edge = line([(-0.5, y), (last + 0.5, y)]);
            board.lines.push(Line { weight: Weight::Bold, owner: Some(Seat::new(seat)), ..edge });
        }
        board
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::default();
        for seat in Seat::all(2) {
            for piece in position.board.pieces[seat.index()] {
                let [dx, dy, dz] = piece.size().map(|extent| extent as u8);
                let item = Item::on(piece.square(), Glyph::Block(dx, dy, dz)).of(seat);
                scene.put(item.over(self.tables.footprint(piece).members()));
            }
        }
        scene
    }

    fn draw(&self, position: &Position) -> String {
        drawn(self, position, &self.told_attacks(&position.board))
    }

    /// The piece, and the two corners of where it comes to lie, which tell how high it stands.
    #[inline]
    fn clicks(&self, position: &Position, seat: Option<Seat>, action: Action) -> Places {
        let piece = position.board.pieces[seat.map_or(0, Seat::index)][usize::from(action.kind)];
        std::iter::once(piece.square()).chain(ends(action.to)).map(Place::site).collect()
    }

    fn marks(&self, position: &Position, seat: Option<Seat>, action: Action, _joint: &[Action]) -> Vec<Mark> {
        let piece = position.board.pieces[seat.map_or(0, Seat::index)][usize::from(action.kind)];
        let left = self.tables.footprint(piece).members().map(|square| square as u32);
        vec![Mark::Move(left.collect())]
    }
}
