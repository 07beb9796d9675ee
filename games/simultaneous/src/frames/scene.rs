//! How the game is shown.

use torneo_board::scene::crossings;
use torneo_contract::scene::{Board as SceneBoard, Mark, Place, Places};
use torneo_contract::{Scenery, Seat};

use super::{Board, Frames, Point};

impl Frames {
    fn site(&self, point: Point) -> usize {
        usize::from(point.rank) * self.size + usize::from(point.file)
    }
}

impl Scenery for Frames {
    fn board(&self) -> SceneBoard {
        crossings(self.size, self.size)
    }

    #[inline]
    fn clicks(&self, _board: &Board, _seat: Option<Seat>, point: Point) -> Places {
        Places::from_slice(&[Place::site(self.site(point))])
    }

    /// After the stones, the frame whose opposite corners they are.
    fn marks(&self, _board: &Board, seat: Option<Seat>, action: Point, joint: &[Point]) -> Vec<Mark> {
        let mut marks = vec![Mark::Enter(self.site(action) as u32)];
        if let (Some(Seat::SECOND), [a, b]) = (seat, joint) {
            let corners = [*a, Point { rank: b.rank, ..*a }, *b, Point { rank: a.rank, ..*b }];
            marks.push(Mark::Frame(corners.map(|corner| self.site(corner) as u32).to_vec()));
        }
        marks
    }
}
