//! How the game is shown: the tiles on the table, and the hands.

use torneo_board::grid::BitSet;
use torneo_contract::scene::{
    Area, AreaKind, Board as SceneBoard, Colour, Glyph, Item, Place, Places, Scene, Shape, Site, Surface,
    Tile, Tone, View,
};
use torneo_contract::{Scenery, Seat};

use super::notation::{draw, seat_letter};
use super::position::{Position, STAGES, count};
use super::tile::{self, COLOURS, ORIENTED, SIDES, TILES};
use super::{Action, COLOURS_OF_SEATS, NAMES, Tantrix};
use crate::mosaic::{Cell, side_of};

/// The areas of rotations and words to choose from; those of the hands follow, and last that of the tiles to draw.
const TURNS: u8 = 0;
const WORDS: u8 = 1;
const HANDS: u8 = 2;

const TRACKS: [Colour; COLOURS] = [Colour::Blue, Colour::Green, Colour::Red, Colour::Yellow];

fn number((q, r): Cell) -> usize {
    (i32::from(q) + 64) as usize * 128 + (i32::from(r) + 64) as usize
}

fn site(cell: Cell) -> Site {
    let (q, r) = (f32::from(cell.0), f32::from(cell.1));
    let (name, at) = (format!("{},{}", cell.0, cell.1), (q + r / 2.0, 0.866_025_4 * r));
    Site { tone: Tone::Hidden, ..Site::new(number(cell), name, at, Shape::HexPointy) }
}

fn glyph(tile: usize, turns: usize) -> Glyph {
    let oriented = &ORIENTED[tile][turns];
    let track = |&[a, b]: &[u8; 2]| {
        let colour = side_of(oriented.colours, a.into()) as usize - 1;
        (a, b, TRACKS[colour])
    };
    Glyph::Tile(Tile { shape: Shape::HexPointy, tracks: oriented.links.iter().map(track).collect() })
}

impl Tantrix {
    /// The number of the area of the tiles to draw.
    fn bag(&self) -> u8 {
        HANDS + self.players as u8
    }
}

impl Scenery for Tantrix {
    fn draw(&self, position: &Position) -> String {
        let mut drawing = draw(&position.board);
        for seat in 0..self.players {
            let tiles: Vec<String> =
                position.hands[seat].members().map(|tile| tile::letters(tile, 0)).collect();
            let points = position.board.best[COLOURS_OF_SEATS[seat]];
            drawing += &format!("{} ({points} points): {}\n", NAMES[seat], tiles.join(" "));
        }
        let letter = seat_letter(position.seat);
        let name = NAMES[position.seat];
        drawing
            + &match () {
                () if position.over => "the game is over".to_owned(),
                () if position.drawing => format!("{letter} draws one of {} tiles", count(position.bag)),
                () if position.pressed => format!("{name} to move: a forced space"),
                () => format!("{name} to move"),
            }
    }

    fn board(&self) -> SceneBoard {
        SceneBoard { view: View::Table, surface: Surface::Bare, ..SceneBoard::default() }
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::default();
        let turns = scene.area(Area::new("rotation", AreaKind::Choices, SIDES));
        for turn in 0..SIDES {
            scene.put(Item::new(Place::slot(turns, turn), Glyph::Arrow).turned(60 * turn));
        }
        scene.choices("say", [Glyph::Text("skip".to_owned())]);
        for seat in Seat::all(self.players) {
            let hand = scene.area(Area::new("", AreaKind::Hand, self.hand).of(Some(seat)));
            for (slot, tile) in position.hands[seat.index()].members().enumerate() {
                scene.put(Item::new(Place::slot(hand, slot), glyph(tile, 0)));
            }
        }
        let bag = scene.area(Area::new("bag", AreaKind::Choices, TILES));
        for tile in position.bag.members().filter(|_| position.drawing) {
            scene.put(Item::new(Place::slot(bag, tile), glyph(tile, 0)));
        }
        let mosaic = &position.board.mosaic;
        mosaic.lay_out(&mut scene, site, |code| glyph(usize::from(code / 8), usize::from(code % 8)));
        let best = &position.board.best;
        scene.notes("points", self.players, |seat| best[COLOURS_OF_SEATS[seat.index()]]);
        scene.note("bag", None, count(position.bag));
        let stage = STAGES.iter().find(|(stage, _)| *stage == position.stage).map_or("", |(_, name)| name);
        scene.note("turn", Some(Seat::new(position.seat.min(self.players - 1))), stage);
        if position.idle > 0 {
            scene.note("turns without a tile", None, position.idle);
        }
        scene
    }

    /// The tile of the hand, the cell and the rotation.
    #[inline]
    fn clicks(&self, position: &Position, _seat: Option<Seat>, action: Action) -> Places {
        match action {
            Action::Draw(tile) => Places::from_slice(&[Place::slot(self.bag(), tile.into())]),
            Action::Skip => Places::from_slice(&[Place::slot(WORDS, 0)]),
            Action::Place { tile, q, r, turns } => {
                let hand = position.hands[position.seat].members();
                let slot = hand.take_while(|&held| held < usize::from(tile)).count();
                let cell = Place::site(number((q.into(), r.into())));
                Places::from_slice(&[
                    Place::slot(HANDS + position.seat as u8, slot),
                    cell,
                    Place::slot(TURNS, turns.into()),
                ])
            }
        }
    }
}
