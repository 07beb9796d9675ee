//! How duels are shown: the dice of the last throw on their table, and a score sheet.

use torneo_board::scene::{faces, roll, table};
use torneo_contract::scene::{Board, Glyph, Place, Places, Scene};
use torneo_contract::{Scenery, Seat};

use super::super::name;
use super::{Action, DECISIONS, Duel, DuelGame};

/// The areas of the faces and of the words to choose from.
const FACES: u8 = 0;
const WORDS: u8 = 1;

impl<D: Duel> Scenery for DuelGame<D> {
    fn board(&self) -> Board {
        table()
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let mut scene = Scene::default();
        faces(&mut scene, 6);
        let throws = !self.is_over(position) && !position.deciding;
        scene.thrower = throws.then(|| self.thrower(position));
        scene.choices("decide", DECISIONS.map(|(_, word)| Glyph::Text(word.to_owned())));
        let turn = format!("turn {}", position.turn + 1);
        scene.caption = if self.is_over(position) {
            format!("over after {} turns", position.turn)
        } else if position.deciding {
            format!("{turn}, throw {}: {} decides", position.throws, name(position.first))
        } else {
            let what = if position.battle.is_some() { "throws for the first role" } else { "throws" };
            format!("{turn}, throw {}: {} {what}", position.throws + 1, name(self.thrower(position)))
        };
        scene.note("first role", Some(position.first), "");
        for (name, value) in D::FIELDS.iter().zip(self.duel.values(&position.state)) {
            scene.note(name, None, value);
        }
        scene.notes("money", 2, |seat| self.duel.money(&position.state)[seat.index()]);
        if let Some(battle) = position.battle {
            scene.note("order", None, battle.text(2));
        }
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
