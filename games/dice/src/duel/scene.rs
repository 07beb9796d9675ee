//! How duels are shown: the dice on their table, the numbers and the money, and a line for each player.

use torneo_board::scene::{faces, roll};
use torneo_contract::scene::{Board, Glyph, Place, Places, Scene};
use torneo_contract::{Scenery, Seat};

use super::super::name;
use super::super::table::{self, Table};
use super::{Action, Duel, DuelGame, Position};

/// The areas of the faces and of the words to choose from.
const FACES: u8 = 0;
const WORDS: u8 = 1;

impl<D: Duel> DuelGame<D> {
    fn caption(&self, position: &Position<D::State>) -> String {
        if self.is_over(position) {
            return String::new();
        }
        let moment = format!("Turn {}, throw", position.turn + 1);
        if position.deciding {
            return format!("{moment} {}: {} decides", position.throws, name(position.first));
        }
        let what = if position.battle.is_some() { "throws for the first role" } else { "throws" };
        format!("{moment} {}: {} {what}", position.throws + 1, name(self.thrower(position)))
    }
}

impl<D: Duel> Scenery for DuelGame<D> {
    fn board(&self) -> Board {
        table::board()
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let mut scene = Scene::default();
        let (state, first, over) = (&position.state, position.first, self.is_over(position));
        faces(&mut scene, 6);
        scene.choices("", self.duel.choices(state).map(Glyph::Text));
        scene.thrower = (!over && !position.deciding).then(|| self.thrower(position));
        self.duel.lay(state, first, &mut Table::of(&mut scene));
        let in_turn = !over && position.battle.is_none();
        for seat in Seat::all(2) {
            let purse = format!("purse {}", self.duel.money(state)[seat.index()]);
            let line =
                if in_turn { format!("{}, {purse}", self.duel.describe(state, first, seat)) } else { purse };
            scene.note(name(seat), Some(seat), line);
        }
        if in_turn {
            scene.note("the next throw", None, self.duel.needed(state, first));
        }
        if let Some(thrown) = position.battle.map(|battle| battle.thrown(2)).filter(|said| !said.is_empty()) {
            scene.note("for the first role", None, thrown);
        }
        scene.caption = self.caption(position);
        scene
    }

    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Action) -> Places {
        match action {
            Action::Dice(throw) => roll(FACES, self.pool.combination(throw).faces.iter().copied()),
            Action::GoOn => Places::from_slice(&[Place::slot(WORDS, 0)]),
            Action::Stop => Places::from_slice(&[Place::slot(WORDS, 1)]),
        }
    }
}
