//! How the game is shown.

use torneo_board::scene::{crossings, from_to, line};
use torneo_contract::scene::{Board as SceneBoard, Glyph, Line, Place, Places, Scene};
use torneo_contract::scenery::lay_out;
use torneo_contract::{Scenery, Seat};

use super::{Action, SIDE, Surakarta};

/// The area of what can be said, and its slot for passing.
const PASS: Place = Place::Area(0, 0);

/// The loop of a circuit round a corner of the board: three quarters of a circle.
fn arc(corner: (f32, f32), radius: f32, start: f32) -> Line {
    const STEPS: usize = 12;
    let point = |step: usize| {
        let angle = (start + 270.0 * step as f32 / STEPS as f32).to_radians();
        (corner.0 + radius * libm::sinf(angle), corner.1 - radius * libm::cosf(angle))
    };
    Line { curved: true, ..line((0..=STEPS).map(point)) }
}

impl Scenery for Surakarta {
    fn board(&self) -> SceneBoard {
        let last = (SIDE - 1) as f32;
        let corners = [((0.0, 0.0), 180.0), ((last, 0.0), 270.0), ((last, last), 0.0), ((0.0, last), 90.0)];
        let mut board = crossings(SIDE, SIDE);
        for radius in [1.0, 2.0] {
            board.lines.extend(corners.map(|(corner, start)| arc(corner, radius, start)));
        }
        for label in &mut board.labels {
            if label.y > last { label.y += 1.6 } else { label.x -= 1.6 }
        }
        board
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let mut scene = Scene::default();
        scene.choices("say", [Glyph::Text("pass".to_owned())]);
        lay_out(scene, self, position)
    }

    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Action) -> Places {
        match action {
            Action::Pass => Places::from_slice(&[PASS]),
            Action::Move(from, to) => from_to(from.into(), to.into()),
        }
    }
}
