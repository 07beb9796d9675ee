//! How the game is shown.

use torneo_board::scene::hexagon;
use torneo_contract::scene::{Board as SceneBoard, Glyph, Place, Places, Scene};
use torneo_contract::scenery::{drawn, lay_out};
use torneo_contract::{Notation, Scenery, Seat};

use super::{Action, Havannah, Position, STRUCTURES};

/// The structures that have won.
fn won(position: &Position) -> Vec<&'static str> {
    let won = STRUCTURES.iter().filter(|(kind, _)| position.won & kind != 0);
    won.map(|&(_, name)| name).collect()
}

impl Scenery for Havannah {
    fn board(&self) -> SceneBoard {
        hexagon(&self.lattice.hex, |cell| self.cell_name(cell))
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::default();
        scene.choices("say", [Glyph::Text("swap".to_owned())]);
        Scene { caption: won(position).join(" and "), ..lay_out(scene, self, position) }
    }

    fn draw(&self, position: &Position) -> String {
        let won = won(position);
        let more = format!("{} has a {}", self.seat_name(position.to_move.other()), won.join(" and a "));
        drawn(self, position, if won.is_empty() { "" } else { &more })
    }

    #[inline]
    fn clicks(&self, _position: &Position, _seat: Option<Seat>, action: Action) -> Places {
        Places::from_slice(&[match action {
            Action::Place(cell) => Place::site(cell.into()),
            Action::Swap => Place::slot(0, 0),
        }])
    }
}
