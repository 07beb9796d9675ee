//! How the game is shown.

use torneo_board::scene::squares;
use torneo_contract::scene::{Board as SceneBoard, Glyph, Item, Place, Places, Scene};
use torneo_contract::{Scenery, Seat};

use super::{Action, HiJack, Position};

/// The slots of the words to choose from.
const PASS: Place = Place::Area(0, 0);
const SWITCH: Place = Place::Area(0, 1);

impl Scenery for HiJack {
    fn board(&self) -> SceneBoard {
        squares(self.lines.size, self.lines.size)
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::default();
        scene.choices("say", ["pass", "switch"].map(|word| Glyph::Text(word.to_owned())));
        for (number, square) in position.board.squares().iter().enumerate() {
            let pieces = square.stack.pieces().enumerate();
            let item = |(level, side)| Item::on(number, Glyph::Disc).of(self.seat(side)).level(level);
            scene.items.extend(pieces.map(item));
        }
        scene.notes("points", 2, |seat| self.score(position, self.side(seat)));
        scene
    }

    #[inline]
    fn clicks(&self, _position: &Position, _seat: Option<Seat>, action: Action) -> Places {
        Places::from_slice(&[match action {
            Action::Place(square) => Place::site(square.into()),
            Action::Pass => PASS,
            Action::Switch => SWITCH,
        }])
    }
}
