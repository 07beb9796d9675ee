//! How the game is shown: balls from above, those on top of others shifted towards the middle of the four below.

use torneo_board::grid::BitSet;
use torneo_board::scene::{crossings, from_to, line};
use torneo_contract::scene::{
    Board as SceneBoard, Colour, Glyph, Line, Place, Places, Scene, Shape, Site, Tone, Weight,
};
use torneo_contract::scenery::lay_out;
use torneo_contract::{Scenery, Seat};

use super::pyramid::{Point, ROW, members};
use super::{Action, Akron};

const COLOURS: [Colour; 2] = [Colour::Black, Colour::White];
/// The area of words to choose from.
const WORDS: u8 = 2;

impl Akron {
    fn place(&self, point: Point) -> (f32, f32) {
        let shift = point.level() as f32 / 2.0;
        let (column, row) = ((point.square() % ROW) as f32, (point.square() / ROW) as f32);
        (column + shift, (self.size - 1) as f32 - row - shift)
    }

    fn site(&self, point: Point) -> Site {
        let tone = if point.level() == 0 { Tone::Plain } else { Tone::Hidden };
        let site = Site::new(point.index(), point.name(), self.place(point), Shape::Point);
        Site { z: point.level() as u8, tone, ..site }
    }

    /// The line along a border row, outside of it.
    fn border(&self, colour: usize, row: u128) -> Line {
        let middle = (self.size - 1) as f32 / 2.0;
        let ends = [row.lowest(), row.highest()].map(|square| self.place(Point::new(0, square)));
        let level = ends[0].1 == ends[1].1;
        let outside = |(x, y): (f32, f32)| match level {
            true => (x, y + 0.62 * (y - middle).signum()),
            false => (x + 0.62 * (x - middle).signum(), y),
        };
        Line { owner: Some(Seat::new(colour)), weight: Weight::Bold, ..line(ends.map(outside)) }
    }
}

impl Scenery for Akron {
    fn board(&self) -> SceneBoard {
        let mut board = crossings(self.size, self.size);
        board.lines.clear();
        board.sites = members(&self.all).map(|point| self.site(point)).collect();
        for (colour, rows) in self.borders.iter().enumerate() {
            board.lines.extend(rows.iter().map(|&row| self.border(colour, row)));
        }
        board
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let mut scene = lay_out(Scene::default(), self, position);
        // The colours stay when the seats exchange them.
        let swapped = position.board.swapped;
        for item in &mut scene.items {
            item.colour = item.owner.map(|seat| COLOURS[seat.index() ^ usize::from(swapped)]);
        }
        if swapped {
            scene.caption = "colours exchanged".to_owned();
        }
        scene.choices("say", [Glyph::Text("swap".to_owned())]);
        scene
    }

    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Action) -> Places {
        match action {
            Action::Add(point) => Places::from_slice(&[Place::site(point.index())]),
            Action::Move(from, to) => from_to(from.index(), to.index()),
            Action::Swap => Places::from_slice(&[Place::slot(WORDS, 0)]),
        }
    }
}
