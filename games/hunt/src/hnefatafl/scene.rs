//! How the game is shown.

use torneo_board::grid::BitSet;
use torneo_board::scene::{from_to, paint, place, squares};
use torneo_contract::scene::{Board, Glyph, Item, Places, Scene, Tone};
use torneo_contract::{Scenery, Seat};

use super::{ATTACKERS, DEFENDERS, Hnefatafl, KINGS_OWN, Move, SIDE};

impl Scenery for Hnefatafl {
    fn board(&self) -> Board {
        let mut board = squares(SIDE, SIDE);
        paint(&mut board, 0..SIDE * SIDE, Tone::Plain);
        paint(&mut board, KINGS_OWN.members(), Tone::Special);
        board
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let mut scene = Scene::default();
        for seat in [ATTACKERS, DEFENDERS] {
            place(&mut scene, seat, &Glyph::Disc, position.board.men[seat.index()].members());
        }
        let king = position.board.king.map(|square| Item::on(square.into(), Glyph::Crowned).of(DEFENDERS));
        scene.items.extend(king);
        scene
    }

    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Move) -> Places {
        from_to(action.from.into(), action.to.into())
    }
}
