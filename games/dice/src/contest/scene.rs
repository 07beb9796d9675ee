//! How contests are shown: the dice of the last throw on their table, and a score sheet.

use torneo_board::scene::{faces, roll, table};
use torneo_contract::scene::{Board, Places, Scene};
use torneo_contract::{Scenery, Seat};

use super::super::name;
use super::{Contest, DiceGame, TURN, Throw};

/// The area of the faces to choose from.
const FACES: u8 = 0;

impl<C: Contest> Scenery for DiceGame<C> {
    fn board(&self) -> Board {
        table()
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let mut scene = Scene::default();
        faces(&mut scene, 6);
        scene.thrower = (!self.is_over(position)).then(|| self.thrower(position));
        let turn = format!("turn {} of {}", (position.turn + 1).min(self.turns), self.turns);
        scene.caption = if self.is_over(position) {
            turn
        } else {
            let what = if position.battle.is_some() { "throws for the order" } else { "throws" };
            let number = position.throws + 1;
            format!("{turn}, throw {number}: {} {what}", name(self.thrower(position)))
        };
        for (place, &seat) in position.order[..self.players].iter().enumerate() {
            scene.note("", Some(seat), self.contest.describe(&position.state, place));
        }
        scene.notes("turns and money", self.players, |seat| {
            let won = f64::from(position.won[seat.index()]) / f64::from(TURN);
            format!("{won} / {:+}", position.money[seat.index()])
        });
        if let Some(battle) = position.battle {
            scene.note("order", None, battle.text(self.players));
        }
        scene
    }

    #[inline]
    fn clicks(&self, position: &Self::Position, _seat: Option<Seat>, throw: Throw) -> Places {
        roll(FACES, self.pool(position).combination(throw).faces.iter().copied())
    }
}
