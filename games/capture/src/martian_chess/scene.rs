//! How the game is shown: pyramids from above, whose size is their kind, in the colour of the zone that they stand in.

use torneo_board::scene::{from_to, line, squares};
use torneo_contract::scene::{Board as SceneBoard, Glyph, Line, Places, Scene, Weight};
use torneo_contract::scenery::lay_out;
use torneo_contract::{Scenery, Seat};

use super::notation::RANKS;
use super::tables::{ZONE_SIDE, square_at, zone_of};
use super::{MartianChess, Move};

impl Scenery for MartianChess {
    fn board(&self) -> SceneBoard {
        let files = if self.is_for_two() { ZONE_SIDE } else { 2 * ZONE_SIDE };
        let mut board = squares(files, RANKS);
        for site in &mut board.sites {
            let (file, rank) = (site.id as usize % files, site.id as usize / files);
            site.id = square_at(file, rank) as u32;
        }
        let (left, right, middle) = (-0.5, files as f32 - 0.5, ZONE_SIDE as f32 - 0.5);
        let canal = |from, to| Line { weight: Weight::Wall, ..line([from, to]) };
        board.lines.push(canal((left, middle), (right, middle)));
        if !self.is_for_two() {
            board.lines.push(canal((middle, -0.5), (middle, RANKS as f32 - 0.5)));
        }
        board
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let mut scene = lay_out(Scene::default(), self, position);
        let on_board = scene.items.iter_mut().filter(|item| item.glyph != Glyph::Marker);
        for item in on_board {
            item.owner = item.at.id().map(|square| Seat::new(zone_of(square as usize)));
        }
        scene
    }

    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Move) -> Places {
        let (from, to) = action.squares();
        from_to(from, to)
    }
}
