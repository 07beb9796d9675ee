//! How the game is shown: pyramids from above, whose size is their kind, in the colour of the zone that they stand in.

use torneo_board::scene::{from_to, line, squares};
use torneo_contract::scene::{Board as SceneBoard, Glyph, Item, Line, Places, Scene, Weight};
use torneo_contract::{Scenery, Seat};

use super::notation::{RANKS, name};
use super::tables::{ZONE_SIDE, square_at, zone_of};
use super::{MartianChess, Move};

impl MartianChess {
    fn width(&self) -> usize {
        if self.is_for_two() { ZONE_SIDE } else { 2 * ZONE_SIDE }
    }
}

impl Scenery for MartianChess {
    fn board(&self) -> SceneBoard {
        let files = self.width();
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
        let board = &position.board;
        let mut scene = Scene::default();
        for square in (0..self.width()).flat_map(|file| (0..RANKS).map(move |rank| square_at(file, rank))) {
            if let Some(kind) = board.piece(square) {
                let owner = Seat::new(zone_of(square));
                scene.put(Item::on(square, Glyph::Pyramid(kind as u8 + 1)).of(owner));
            }
        }
        for seat in Seat::all(self.players) {
            scene.note("points", Some(seat), board.scores[seat.index()]);
        }
        if board.quiet > 0 {
            scene.note("plies without a capture", None, board.quiet);
        }
        if let Some(barred) = board.barred {
            let (from, to) = barred.squares();
            scene.note("may not go back", None, format!("{}-{}", name(from), name(to)));
        }
        scene
    }

    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Move) -> Places {
        let (from, to) = action.squares();
        from_to(from, to)
    }
}
