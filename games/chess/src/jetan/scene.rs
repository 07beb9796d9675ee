//! How the game is shown.

use torneo_board::scene::{faces, from_to, roll, squares};
use torneo_contract::scene::{Board as SceneBoard, Colour, Glyph, Item, Place, Places, Scene, Tone};
use torneo_contract::scenery::note_fields;
use torneo_contract::{Scenery, Seat};

use super::board::{Action, FIGURES};
use super::paths::SIDE;
use super::{FACES, Jetan, State};

/// The areas of faces and words to choose from.
const THROW: u8 = 0;
const WORDS: u8 = 1;
const SAID: [&str; 4] = ["pass", "escape", "yes", "no"];

const COLOURS: [Colour; 2] = [Colour::Black, Colour::Orange];

impl Scenery for Jetan {
    fn board(&self) -> SceneBoard {
        let mut board = squares(SIDE, SIDE);
        for site in board.sites.iter_mut().filter(|site| site.tone == Tone::Dark) {
            site.tone = Tone::Middle;
        }
        board
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let mut scene = Scene::default();
        faces(&mut scene, FACES);
        scene.choices("say", SAID.map(|word| Glyph::Text(word.to_owned())));
        let State { board, ledger, .. } = &position.board;
        let sides = [0, 1].map(|side| Seat::all(2).find(|&seat| ledger.side(seat) == side));
        for square in 0..SIDE * SIDE {
            if let Some((side, kind)) = board.piece(square) {
                let item = Item::on(square, Glyph::Figure(FIGURES[kind])).coloured(COLOURS[side]);
                scene.put(Item { owner: sides[side], ..item });
            }
        }
        note_fields(&mut scene, self, position);
        scene
    }

    #[inline]
    fn clicks(&self, _position: &Self::Position, _seat: Option<Seat>, action: Action) -> Places {
        let say = |word: usize| Place::slot(WORDS, word);
        match action {
            Action::Move { from, to } => from_to(from.into(), to.into()),
            Action::Escape { to, .. } => Places::from_slice(&[say(1), Place::site(to.into())]),
            Action::Pass => Places::from_slice(&[say(0)]),
            Action::Answer(yes) => Places::from_slice(&[say(if yes { 2 } else { 3 })]),
            Action::Throw(dice) => roll(THROW, dice),
        }
    }
}
