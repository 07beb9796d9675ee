//! How the game is shown.

use torneo_board::grid::BitSet;
use torneo_board::scene::{moved, paint, squares};
use torneo_contract::scene::{
    Board as SceneBoard, Figure, Glyph, Item, Mark, Place, Places, Scene, Site, Tone,
};
use torneo_contract::scenery::{drawn, lay_out};
use torneo_contract::{Scenery, Seat};

use super::tables::{CELLS, SIDE, STONE};
use super::{Action, Board, Thud};

/// What a player can say.
const WORDS: [(Action, &str); 3] =
    [(Action::Propose, "propose to end"), (Action::Accept, "accept"), (Action::Decline, "decline")];

impl Scenery for Thud {
    fn board(&self) -> SceneBoard {
        let mut board = squares(SIDE, SIDE);
        let sites = (0..CELLS).map(|cell| {
            let (file, rank) = self.tables.file_and_rank(cell);
            let square = board.sites[rank * SIDE + file].clone();
            Site { id: cell as u32, name: self.tables.name(cell), ..square }
        });
        board.sites = sites.collect();
        paint(&mut board, [STONE], Tone::Special);
        board
    }

    fn scene(&self, position: &Board) -> Scene {
        let mut scene = Scene::default();
        scene.choices("say", WORDS.map(|(_, word)| Glyph::Text(word.to_owned())));
        scene.put(Item::on(STONE, Glyph::Figure(Figure::Stone)));
        let mut scene = lay_out(scene, self, position);
        scene.notes("points", 2, |seat| position.total(seat));
        scene
    }

    fn draw(&self, position: &Board) -> String {
        let more = format!("{} of {} plies without capture", position.quiet, self.quiet_limit);
        drawn(self, position, &more)
    }

    /// A piece, where it goes, and one of those that it takes there; its own square again if it takes none.
    #[inline]
    fn clicks(&self, position: &Board, _seat: Option<Seat>, action: Action) -> Places {
        match action {
            Action::Move { from, to, .. } => {
                let captured = position.captured(&self.tables, action);
                let last = if captured.is_empty() { usize::from(to) } else { captured.lowest() };
                [from.into(), to.into(), last].map(Place::site).into_iter().collect()
            }
            word => {
                let slot = WORDS.iter().position(|(known, _)| *known == word).expect("a word");
                Places::from_slice(&[Place::slot(0, slot)])
            }
        }
    }

    fn marks(&self, _position: &Board, _seat: Option<Seat>, action: Action, _joint: &[Action]) -> Vec<Mark> {
        match action {
            Action::Move { from, to, .. } => moved([from, to].map(usize::from)),
            _ => Vec::new(),
        }
    }
}
