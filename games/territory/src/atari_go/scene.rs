//! How the game is shown.

use torneo_board::scene::crossings;
use torneo_contract::scene::{Board as SceneBoard, Place, Places, Tone};
use torneo_contract::{Scenery, Seat};

use super::notation::column;
use super::{AtariGo, Point, Position};

/// The points that are marked on boards of these sizes, on both axes.
const STARS: [(usize, &[usize]); 3] = [(9, &[2, 6]), (13, &[3, 6, 9]), (19, &[3, 9, 15])];

impl Scenery for AtariGo {
    fn board(&self) -> SceneBoard {
        let size = self.lattice.size;
        let mut board = crossings(size, size);
        let stars = STARS.iter().find(|(known, _)| *known == size).map_or(&[][..], |(_, stars)| stars);
        for site in &mut board.sites {
            let point = site.id as usize;
            site.name = self.name(point);
            if stars.contains(&(point % size)) && stars.contains(&(point / size)) {
                site.tone = Tone::Special;
            }
        }
        // The first labels are those of the files.
        for (file, label) in board.labels.iter_mut().take(size).enumerate() {
            label.text = column(file).to_string();
        }
        board
    }

    #[inline]
    fn clicks(&self, _position: &Position, _seat: Option<Seat>, Point(point): Point) -> Places {
        Places::from_slice(&[Place::site(point.into())])
    }
}
