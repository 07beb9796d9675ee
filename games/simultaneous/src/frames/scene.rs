//! How the game is shown.

use torneo_board::scene::crossings;
use torneo_contract::scene::{Board as SceneBoard, Colour, Glyph, Item, Mark, Place, Places, Scene};
use torneo_contract::{Ply, Scenery, Seat};

use super::{BLACK_STONE, Board, Frames, NEUTRAL_STONE, Point, VACANT};

impl Frames {
    fn site(&self, point: Point) -> usize {
        usize::from(point.rank) * self.size + usize::from(point.file)
    }
}

impl Scenery for Frames {
    fn board(&self) -> SceneBoard {
        crossings(self.size, self.size)
    }

    fn scene(&self, board: &Board) -> Scene {
        let mut scene = Scene::default();
        let points = (0..self.size).flat_map(|rank| (0..self.size).map(move |file| Point::new(file, rank)));
        for point in points {
            let stone = Item::on(self.site(point), Glyph::Disc);
            match board.content(point) {
                VACANT => {}
                NEUTRAL_STONE => scene.put(stone.coloured(Colour::Grey)),
                content => scene.put(stone.of(Seat::new(content - BLACK_STONE))),
            }
        }
        for seat in Seat::all(2) {
            scene.note("points", Some(seat), board.score[seat.index()]);
        }
        scene
    }

    #[inline]
    fn clicks(&self, _board: &Board, _seat: Option<Seat>, point: Point) -> Places {
        Places::from_slice(&[Place::site(self.site(point))])
    }

    /// The frame whose opposite corners the two stones are.
    fn ply_marks(&self, _board: &Board, ply: &Ply<Point>) -> Vec<Mark> {
        let Ply::Joint(joint) = ply else { return Vec::new() };
        let [a, b] = [joint[0], joint[1]];
        let corners = [a, Point { rank: b.rank, ..a }, b, Point { rank: a.rank, ..b }];
        vec![Mark::Frame(corners.map(|corner| self.site(corner) as u32).to_vec())]
    }
}
