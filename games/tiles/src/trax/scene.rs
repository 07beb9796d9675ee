//! How the game is shown.

use torneo_board::scene::label;
use torneo_contract::scene::{
    Board as SceneBoard, Colour, Glyph, Place, Places, Scene, Shape, Site, Surface, Tile, Tone, View,
};
use torneo_contract::{Ending, Scenery, Seat};

use super::notation::{column_name, draw};
use super::tile::{LINKS, TILES};
use super::{Action, NAMES, Position, Trax};
use crate::mosaic::Cell;

/// The area of the colourings to choose from.
const COLOURINGS: u8 = 0;
const TRACKS: [Colour; 2] = [Colour::White, Colour::Red];
/// Beyond this far from the first tile lies nothing.
const FAR: i32 = 2048;

fn number((x, y): Cell) -> usize {
    ((i32::from(x) + FAR) * 2 * FAR + i32::from(y) + FAR) as usize
}

fn site(cell: Cell) -> Site {
    let (name, at) = (format!("{},{}", cell.0, cell.1), (f32::from(cell.0), f32::from(cell.1)));
    Site { tone: Tone::Hidden, ..Site::new(number(cell), name, at, Shape::Square) }
}

fn glyph(tile: usize) -> Glyph {
    let tracks = LINKS[tile].iter().zip(TRACKS).map(|(&[a, b], colour)| (a, b, colour)).collect();
    Glyph::Tile(Tile { shape: Shape::Square, tracks })
}

/// The cell of an action.
fn cell(position: &Position, action: Action) -> Cell {
    let mosaic = &position.board.mosaic;
    if mosaic.tiles() == 0 {
        return (0, 0);
    }
    let (left, top) = mosaic.bounds().low;
    (left + action.column as i16 - 1, top + action.row as i16 - 1)
}

impl Scenery for Trax {
    fn draw(&self, position: &Position) -> String {
        let end = match position.over {
            Some(Ending { winner: Some(winner), .. }) => format!("{} has won", NAMES[winner.index()]),
            Some(Ending { reason, .. }) => format!("drawn: {reason}"),
            None => format!("{} to move", NAMES[position.to_move.index()]),
        };
        draw(&position.board) + &end
    }

    fn board(&self) -> SceneBoard {
        SceneBoard { view: View::Table, surface: Surface::Bare, ..SceneBoard::default() }
    }

    fn scene(&self, position: &Position) -> Scene {
        let mosaic = &position.board.mosaic;
        let mut scene = Scene::default();
        scene.choices("tile", (0..TILES).map(glyph));
        mosaic.lay_out(&mut scene, site, |tile| glyph(tile.into()));
        if mosaic.tiles() == 0 {
            return scene;
        }
        let (low, high) = (mosaic.bounds().low, mosaic.bounds().high);
        let (left, top) = (f32::from(low.0), f32::from(low.1));
        let columns = (low.0..=high.0).zip(1..).map(|(x, n)| label(column_name(n), f32::from(x), top - 0.85));
        let rows = (low.1..=high.1).zip(1..).map(|(y, n): (_, usize)| label(n, left - 0.85, f32::from(y)));
        scene.labels = columns.chain(rows).collect();
        scene
    }

    #[inline]
    fn clicks(&self, position: &Position, _seat: Option<Seat>, action: Action) -> Places {
        Places::from_slice(&[
            Place::site(number(cell(position, action))),
            Place::slot(COLOURINGS, action.tile.into()),
        ])
    }
}
