//! How the game is shown.

use torneo_board::scene::pits;
use torneo_contract::scene::{Board as SceneBoard, Glyph, Item, Place, Places, Scene};
use torneo_contract::{Scenery, Seat};

use super::{HOLES, Hole, OtTjin, ROW, first_hole};

impl Scenery for OtTjin {
    /// North's holes above from left to right, South's below from right to left: both sow clockwise.
    fn board(&self) -> SceneBoard {
        let row = |seat: Seat| (0..ROW).map(move |hole| (first_hole(seat) + hole, (hole + 1).to_string()));
        let (near, far): (Vec<_>, Vec<_>) = (row(Seat::FIRST).rev().collect(), row(Seat::SECOND).collect());
        pits(&near, &far, [(HOLES, "South's fish"), (HOLES + 1, "North's fish")])
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let mut scene = Scene::default();
        let holes = (0..HOLES).map(|hole| (hole, position.board.holes.seeds(hole)));
        let stores = position.board.fish.iter().map(|&fish| self.seeds * usize::from(fish));
        for (hole, seeds) in holes.chain((HOLES..).zip(stores)).filter(|&(_, seeds)| seeds > 0) {
            scene.put(Item::on(hole, Glyph::Seeds).times(seeds));
        }
        scene
    }

    #[inline]
    fn clicks(&self, _position: &Self::Position, seat: Option<Seat>, Hole(number): Hole) -> Places {
        let mover = seat.unwrap_or(Seat::FIRST);
        Places::from_slice(&[Place::site(first_hole(mover) + usize::from(number) - 1)])
    }
}
