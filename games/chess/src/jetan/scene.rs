//! How the game is shown.

use torneo_board::scene::{faces, from_to, roll, squares};
use torneo_contract::scene::{Board as SceneBoard, Colour, Figure, Glyph, Item, Place, Places, Scene, Tone};
use torneo_contract::{Scenery, Seat};

use super::board::Action;
use super::paths::{KINDS, SIDE};
use super::{FACES, Jetan};

/// The areas of faces and words to choose from.
const THROW: u8 = 0;
const WORDS: u8 = 1;
const SAID: [&str; 4] = ["pass", "escape", "yes", "no"];

/// By kind.
pub(super) const FIGURES: [Figure; KINDS] = [
    Figure::Warrior,
    Figure::Padwar,
    Figure::Dwar,
    Figure::Flier,
    Figure::Chief,
    Figure::Princess,
    Figure::Thoat,
    Figure::Panthan,
];
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
        let state = &position.board;
        let ledger = &state.ledger;
        let mut scene = Scene::default();
        faces(&mut scene, FACES);
        scene.choices("say", SAID.map(|word| Glyph::Text(word.to_owned())));
        let sides = [0, 1].map(|side| Seat::all(2).find(|&seat| ledger.side(seat) == side));
        for square in 0..SIDE * SIDE {
            if let Some((side, kind)) = state.board.piece(square) {
                let item = Item::on(square, Glyph::Figure(FIGURES[kind])).coloured(COLOURS[side]);
                scene.put(Item { owner: sides[side], ..item });
            }
        }
        for (side, owner) in sides.into_iter().enumerate() {
            if state.board.escapes[side] {
                scene.note("princess may escape", owner, "");
            }
        }
        if !self.terms.is_single() {
            for field in self.write_ledger(state).split_whitespace() {
                let (name, value) = field.split_once('=').unwrap_or((field, ""));
                scene.note(name, None, value);
            }
        }
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
