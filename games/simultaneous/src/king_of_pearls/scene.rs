//! How the game is shown: the board stands on a corner, so that the lines run across.

use torneo_board::scene::{label, squares};
use torneo_contract::scene::{Board as SceneBoard, Glyph, Place, Places, Scene, Shape};
use torneo_contract::scenery::lay_out;
use torneo_contract::{Scenery, Seat};

use super::{Action, Board, KingOfPearls, LARGEST, SIDE, Squares};

/// Half the diagonal of a square.
const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;

impl Scenery for KingOfPearls {
    fn board(&self) -> SceneBoard {
        let mut board = squares(SIDE, SIDE);
        board.labels.clear();
        for site in &mut board.sites {
            let (file, rank) = (Squares::file(site.id as usize), Squares::rank(site.id as usize));
            (site.x, site.y) = (HALF * (file as f32 - rank as f32), -HALF * (file + rank) as f32);
            site.shape = Shape::Polygon(vec![(0.0, -HALF), (HALF, 0.0), (0.0, HALF), (-HALF, 0.0)]);
            if rank == 0 || file == 0 {
                let x = if rank == 0 { site.x + 0.75 } else { site.x - 0.75 };
                board.labels.push(label(&site.name, x, site.y + 0.55));
            }
        }
        board
    }

    fn scene(&self, board: &Board) -> Scene {
        let mut scene = Scene::default();
        scene.choices("stones", (1..=LARGEST).map(|number| Glyph::Text(number.to_string())));
        let mut scene = lay_out(scene, self, board);
        let scores = self.scores(board);
        scene.notes("points", 2, |seat| scores[seat.index()]);
        scene.note("first", None, ["Black", "White"][board.first.index()]);
        scene
    }

    #[inline]
    fn clicks(&self, _board: &Board, _seat: Option<Seat>, action: Action) -> Places {
        Places::from_slice(&[match action {
            Action::Number(number) => Place::slot(0, usize::from(number) - 1),
            Action::Begin(square) => Place::site(square.into()),
        }])
    }
}
