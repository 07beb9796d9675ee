//! How the game is shown.

use torneo_board::grid::BitSet;
use torneo_board::scene::{from_to, place, squares};
use torneo_contract::scene::{Board as SceneBoard, Figure, Glyph, Places, Scene};
use torneo_contract::scenery::drawn;
use torneo_contract::{Scenery, Seat};

use super::GrandeAcedrex;
use super::board::{Action, gait_of};
use super::tables::{AANCA, CROCODILE, GIRAFFE, KING, KING_LEAP, LION, PAWN, RHINOCEROS, ROOK, SIDE};

pub(super) const FIGURES: [(usize, Figure); 8] = [
    (KING, Figure::King),
    (AANCA, Figure::Aanca),
    (RHINOCEROS, Figure::Unicorn),
    (ROOK, Figure::Rook),
    (LION, Figure::Lion),
    (CROCODILE, Figure::Crocodile),
    (GIRAFFE, Figure::Giraffe),
    (PAWN, Figure::Pawn),
];

impl Scenery for GrandeAcedrex {
    fn board(&self) -> SceneBoard {
        squares(SIDE, SIDE)
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let forces = &position.board.forces;
        let mut scene = Scene::default();
        for seat in Seat::all(2) {
            let owned = forces.owned[seat.index()];
            for (gait, figure) in FIGURES {
                let pieces = forces.gaits[gait_of(gait, seat)] & owned;
                place(&mut scene, seat, &Glyph::Figure(figure), pieces.members());
            }
            if !(forces.gaits[KING_LEAP] & owned).is_empty() {
                scene.note("the king may leap", Some(seat), "");
            }
        }
        scene
    }

    fn draw(&self, position: &Self::Position) -> String {
        drawn(self, position, if position.board.in_check() { "in check" } else { "" })
    }

    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Action) -> Places {
        from_to(action.from.into(), action.to.into())
    }
}
